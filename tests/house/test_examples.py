"""The examples for a town: right by the word of the programs they are for, where those are here, and by ours."""

import http.client
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper import cli
from scorekeeper.app import create_app
from scorekeeper.core import settings
from scorekeeper.core.settings import from_environment
from scorekeeper.operations import migrating
from tests.needs import NGINX, miss
from tests.ports import a_port_of_ones_own

PATIENCE = 30
TEMPORARY = "".join(f"{kind}_temp_path {kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
NOT_OURS = {"PATH", "PYTHONUNBUFFERED"}


@pytest.fixture
def example(root):
    """Return a function that returns the text of an example."""
    return lambda name: (root / "scorekeeper" / "examples" / name).read_text(encoding="utf-8")


def is_a_command(words):
    return CliRunner().invoke(cli.main, [*words, "--help"]).exit_code == 0


def takes(values, folder):
    """Return whether there are such settings, and may have those values."""
    from_environment(values, folder)
    return set(values) <= set(settings.NAMES)


def test_the_service_runs_what_there_is_with_settings_there_are(example, tmp_path):
    named = re.findall(r"^#? ?([A-Z_]+=.*)$", example("scorekeeper.env"), re.MULTILINE)
    values = dict(line.split("=", 1) for line in named)
    assert takes({name: value for name, value in values.items() if value}, tmp_path)
    for name in ("scorekeeper.service", "scorekeeper-doctor.service"):
        unit = example(name)
        assert re.findall("^Environment.*", unit, re.MULTILINE) == ["EnvironmentFile=/etc/scorekeeper.env"]
        [command] = re.findall(r"^ExecStart=\S+/scorekeeper (.+)$", unit, re.MULTILINE)
        assert is_a_command(command.split())


REST = """
import re, sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
asked, needed = ["smear-scorekeeper"], set()
while asked:
    if (name := re.sub("[-_.]+", "-", asked.pop()).lower()) not in needed:
        try:
            asked += [re.match("[A-Za-z0-9._-]+", one)[0] for one in requires(name) or () if "extra ==" not in one]
            needed.add(name)
        except PackageNotFoundError:  # for another Python
            pass
for module, owners in packages_distributions().items():
    if not {re.sub("[-_.]+", "-", owner).lower() for owner in owners} & needed:
        sys.modules[module] = None  # importing it fails
assert sys.modules["psycopg"] is None
from scorekeeper.cli import main
main(sys.argv[1:])
"""
"""The command where nothing is installed but what the project needs: no extras, no tools."""


def test_the_service_needs_no_extras(example, tmp_path):
    values = dict(re.findall(r"^([A-Z_]+)=(.*)$", example("scorekeeper.env"), re.MULTILINE))
    environ = {"PATH": os.environ["PATH"], **values, "BACKUP_EVERY": "0"}
    for words in (["create", "Legion Post 9"], ["doctor", "--quick"]):
        command = [sys.executable, "-c", REST, *words]
        done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_the_container_answers_the_phones_that_its_page_names(example, root, tmp_path):
    [ours] = re.findall(r"^ENV (.+)$", re.sub(r"\\\n\s*", "", example("Dockerfile")), re.MULTILINE)
    [named] = re.findall(r"docker run .*--env (\S+)", (root / "docs/install.md").read_text(encoding="utf-8"))
    values = dict(pair.split("=", 1) for pair in (*shlex.split(ours), named))
    app = create_app(from_environment(values, tmp_path))
    migrating.prepare_database(app)
    for host, status in (("192.168.1.50:8000", 200), ("localhost:8000", 200), ("score.example", 400)):
        assert app.test_client().get("/", headers={"Host": host}).status_code == status, host


def test_systemd_finds_no_fault_in_it(example, tmp_path):
    if not (analyze := shutil.which("systemd-analyze")):
        pytest.skip("There is no systemd here.")
    unit = tmp_path / "scorekeeper.service"
    unit.write_text(example("scorekeeper.service").replace("/opt/scorekeeper/bin/scorekeeper run", "/bin/true"))
    done = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "scorekeeper" in line]) == (0, [])
    rated = subprocess.run([analyze, "security", "--offline=true", unit], capture_output=True, text=True, check=False)
    if rated.returncode == 0:  # an older one rates no file
        assert float(re.search(r"exposure level for \S+: ([0-9.]+)", rated.stdout)[1]) < 2


def test_what_the_dockerfile_copies_sets_and_runs_is_there(example, root, tmp_path):
    lines = re.sub(r"\\\n\s*", "", example("Dockerfile"))
    steps = [line.split(" ", 1) for line in lines.splitlines() if line and not line.startswith("#")]
    copied = [words for step, rest in steps if step == "COPY" and not (words := rest.split())[0].startswith("--from")]
    sources = {source for words in copied for source in words[:-1]}
    assert sources
    assert all((root / source).exists() for source in sources)
    assert sources >= {"scorekeeper", "templates", "static", "pyproject.toml", "requirements.lock"}
    values = dict(pair.split("=", 1) for step, rest in steps if step == "ENV" for pair in shlex.split(rest))
    assert takes({name: value for name, value in values.items() if name not in NOT_OURS}, tmp_path)
    [command] = [rest for step, rest in steps if step == "CMD"]
    assert is_a_command(re.findall('"([^"]+)"', command)[1:])
    assert [rest for step, rest in steps if step == "USER"] == ["keeper"]
    locked = (root / "requirements.lock").read_text(encoding="utf-8")
    assert "hatchling==" in locked, "what builds without isolation has to be installed"


@contextmanager
def nginx_in_front(conf, folder, port):
    """Run nginx with the example, on free ports and with a certificate of its own; give the port of its TLS."""
    certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=score.example",
                   "-keyout", "key.pem", "-out", "cert.pem"]  # fmt: skip
    subprocess.run(["openssl", *certificate], cwd=folder, check=True, capture_output=True)
    conf = re.sub(r"listen \[::\]:.*\n", "", conf).replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    conf = re.sub(r"/etc/letsencrypt\S+/(fullchain|privkey).pem;", lambda match: f"{folder}/{FILES[match[1]]};", conf)
    conf = conf.replace("/var/log/nginx", str(folder))
    user = Path(f"/proc/{os.getpid()}").owner()
    main = f"user {user}; pid nginx.pid; worker_processes 1; events {{ worker_connections 8192; }}"
    command = [NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", "nginx.log"]
    with a_port_of_ones_own() as plain, a_port_of_ones_own() as tls:
        for old, new in (("80;", plain), ("443 ", tls)):
            conf = conf.replace(f"listen {old}", f"listen 127.0.0.1:{new}{old[-1]}")
        (folder / "nginx.conf").write_text(f"{main}\nhttp {{ {TEMPORARY}\n{conf}\n}}\n")
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        subprocess.run(command, check=True)  # it goes on by itself once it listens
        try:
            yield tls
        finally:
            subprocess.run([*command, "-s", "stop"], check=True)


FILES = {"fullchain": "cert.pem", "privkey": "key.pem"}


def asked(port, path):
    """Ask over TLS, as a phone does that knows the server as score.example."""
    unsigned = ssl.create_default_context()
    unsigned.check_hostname, unsigned.verify_mode = False, ssl.CERT_NONE
    line = http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=unsigned)
    line.request("GET", path, headers={"Host": "score.example"})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer, text


@pytest.mark.deep
def test_nginx_serves_it_over_tls_and_writes_no_address_down(example, run, tmp_path):
    if not (NGINX and shutil.which("openssl")):
        miss("nginx", "There is no nginx here, or no openssl.")
    server = run(TRUSTED_HOSTS="score.example", TRUSTED_PROXIES="1")
    folder = tmp_path / "nginx"
    folder.mkdir()
    with nginx_in_front(example("nginx.conf"), folder, int(server.address.rsplit(":", 1)[1])) as port:
        page, text = asked(port, "/join")
        assert (page.status, "csrf_token" in text) == (200, True)
        assert "__Host-" in page.headers["Set-Cookie"]
        assert page.headers["Strict-Transport-Security"]
        assert asked(port, f"/t/{'A' * 22}")[0].status == 404
        assert asked(port, "/readyz")[1] == "ready\n"
    logged = (folder / "scorekeeper.log").read_text()
    assert " 404 GET " in logged
    assert "AAAA" not in logged


def test_the_containers_of_compose_have_good_settings_and_keep_fourteen_copies(example, tmp_path):
    environment = re.search(r"environment:\n((?: {6}.*\n)+)", example("compose.yaml"))[1]
    filled = re.sub(r"\$\{(\w+)\}", lambda name: "0" * 32 + name[1].lower(), environment).replace('"', "")
    assert takes(dict(line.strip().split(": ", 1) for line in filled.splitlines()), tmp_path)
    script = re.search(r"- \|\n(.+?)\n\n", example("compose.yaml"), re.DOTALL)[1]
    script = re.sub(r"^ {8}", "", script, flags=re.MULTILINE).replace("$$", "$").replace("/backups", str(tmp_path))
    fakes = tmp_path / "bin"
    fakes.mkdir()
    dump = 'for at; do case $at in --file=*) echo new > "${at#--file=}";; esac; done'
    for name, does in (("pg_dump", dump), ("sleep", "kill $PPID")):
        (fakes / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (fakes / name).chmod(0o755)
    for day in range(10, 30):
        (tmp_path / f"scorekeeper-202601{day}-000000.dump").touch()
    subprocess.run(["sh", "-c", script], env={"PATH": f"{fakes}:{os.environ['PATH']}"}, check=False, timeout=PATIENCE)
    kept = sorted(path.name for path in tmp_path.glob("*.dump"))
    assert len(kept) == 14
    assert (tmp_path / kept[-1]).read_text() == "new\n"
    assert kept[0] == "scorekeeper-20260117-000000.dump"
