"""`scorekeeper demo --serve`: a league to look at as its owner, which leaves nothing behind."""

import hashlib
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from http.cookiejar import CookieJar

import pytest

from scorekeeper.core import settings
from scorekeeper.core.settings import demo_settings, from_environment
from tests.ports import a_port_of_ones_own, served_by

PATIENCE = 120
TOKEN = "A" * 43


def command(folder, *arguments, **given):
    """Return the arguments of a process that runs `scorekeeper demo` in a folder, its scratch files in one within."""
    (folder / "scratch").mkdir(exist_ok=True)
    environ = {**os.environ, "PYTHONUNBUFFERED": "1", "TMPDIR": str(folder / "scratch"), **given}
    whole = [sys.executable, "-m", "scorekeeper", "demo", *arguments]
    return {"args": whole, "cwd": folder, "env": environ, "text": True}


def scratch(folder):
    return [path.name for path in (folder / "scratch").glob("scorekeeper-demo-*")]


@contextmanager
def demo_in(folder, **given):
    """Run the demo on a free port; give the process and its address."""
    with a_port_of_ones_own() as port, served_by(**command(folder, "--serve", PORT=str(port), **given)) as process:
        assert process.address == f"http://127.0.0.1:{port}"
        yield process, process.address


@pytest.mark.deep
def test_it_opens_as_the_owners_and_leaves_nothing(tmp_path):
    """The settings of a real server lie in the environment; its database stays as it was, byte by byte."""
    real = tmp_path / "real.db"
    made = subprocess.run(**command(tmp_path, DATABASE_URL=f"sqlite:///{real}"), check=True, capture_output=True)
    assert re.search(r"with EXAMPLE=\S+\.\n", made.stdout), "without --serve it is in the database there is"
    before = hashlib.sha256(real.read_bytes()).digest()
    kept = sorted(path.name for path in tmp_path.iterdir())
    with demo_in(tmp_path, DATABASE_URL=f"sqlite:///{real}", SECRET_KEY="0" * 32) as (process, address):
        assert process.poll() is None
        jar = CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

        def ask(where, fields=None):
            sent = urllib.parse.urlencode(fields).encode() if fields else None
            with opener.open(where, sent, timeout=PATIENCE) as answer:
                return answer.read().decode()

        home = ask(address)
        assert "Demo league." in home
        code = re.search(r'href="/t/([\w-]+)"', home)[1]
        assert "Demo browser" in ask(f"{address}/t/{code}/phones")
        assert "If this phone is lost" in ask(f"{address}/t/{code}/passphrase"), "a page of owners alone"
        league = re.search(r'href="/l/([\w-]+)"', home)[1]
        assert "Harvest Smear" in ask(f"{address}/l/{league}/tournaments")
        save(ask, address, code)
        assert {cookie.name for cookie in jar} == {"demo-session"}, "those of another port stay"
        assert scratch(tmp_path)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "its files are deleted" in said
    assert scratch(tmp_path) == []
    assert hashlib.sha256(real.read_bytes()).digest() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=PATIENCE)


def save(ask, address, code):
    """Save a misdeal at a table, and see it there."""
    page = ask(f"{address}/t/{code}")
    fields = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("csrf_token", "op_id", "seen")}
    after = ask(f"{address}/t/{code}/hands", fields | {"what": "misdeal"})
    assert f"seen={int(fields['seen']) + 1}" in after


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "value"), [("LAN", "1"), ("TRUSTED_HOSTS", "scores.example.org"), ("TRUSTED_PROXIES", "1")]
)
def test_other_machines_are_refused_in_one_sentence(tmp_path, name, value):
    done = subprocess.run(**command(tmp_path, "--serve", **{name: value}), check=False, capture_output=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("scorekeeper: The demo opens without a passphrase, so it is served to this machine")
    assert f"leave out {name}" in done.stderr
    assert done.stderr.count("\n") == 1
    assert scratch(tmp_path) == []


def test_no_variable_makes_another_server_a_demo(tmp_path):
    assert from_environment({"DEMO_DEVICE": TOKEN, "LAN": "1"}, tmp_path).demo_device == ""


def test_of_the_settings_only_the_port_is_taken_over(tmp_path):
    everything = dict.fromkeys(settings.NAMES, "7") | dict.fromkeys(settings.NOT_FOR_A_DEMO, "")
    made = demo_settings(everything, tmp_path, TOKEN)
    assert (made.port, made.demo_device, made.backup_every, made.example) == (7, TOKEN, 0, "")
    assert made.database_file == tmp_path / "instance" / "scorekeeper.db"
    assert demo_settings(everything, tmp_path, TOKEN, 9).port == 9
    assert demo_settings({}, tmp_path, TOKEN).port == 8001, "not the port of a real server"
