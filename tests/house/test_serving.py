"""What `scorekeeper run` says and does before gunicorn takes over."""

import os
import socket
import subprocess
import sys

import pytest

from scorekeeper.core import settings
from scorekeeper.core.settings import Settings
from scorekeeper.operations import serving


def chosen(tmp_path, **settings):
    return Settings("sqlite://", "x" * 32, tmp_path, tmp_path, **settings)


@pytest.fixture
def taken():
    """A port another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "Port {port} is taken by another program: stop it, or choose another, like PORT={next}."),
        ({"BACKUP_EVERY": "24", "BACKUP_FOLDER": "copies"}, "The folder {folder}/copies cannot be made: File exists."),
    ],
)
def test_what_keeps_it_from_serving_is_one_sentence_and_no_traceback(tmp_path, taken, more, said):
    (tmp_path / "copies").write_text("in the way")
    environ = {"PATH": os.environ["PATH"], "PORT": "0", **more}
    command = [sys.executable, "-m", "scorekeeper", "run", "--port", str(taken)]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False, timeout=60)
    told = said.format(port=taken, next=taken + 1, folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"scorekeeper: {told}\n")


@pytest.mark.parametrize(("lan", "address"), [(False, "127.0.0.1"), (True, settings.ALL_INTERFACES)])
def test_without_lan_only_this_machine_is_served(tmp_path, lan, address):
    with serving.listen(chosen(tmp_path, port=0, lan=lan)) as listener:
        assert listener.getsockname()[0] == address
        assert listener.get_inheritable()


@pytest.mark.parametrize(
    ("lan", "address", "words"),
    [
        (False, None, ["http://127.0.0.1:8000\n", "With LAN=1 other phones"]),
        (True, None, ["http://127.0.0.1:8000\n", "on no network"]),
        (True, "192.168.178.23", ["http://192.168.178.23:8000\n", "open it from here", "\033[97;40m"]),
    ],
)
def test_where_it_is_is_said_and_in_a_terminal_shown(monkeypatch, lan, address, words):
    monkeypatch.setattr(settings, "lan_address", lambda: address)
    told = serving.announcement(8000, lan=lan, terminal=True)
    assert [each for each in words if each not in told] == []
    assert "\033" not in serving.announcement(8000, lan=lan, terminal=False)


def test_the_server_carries_no_alembic():
    """`scorekeeper run` begins again where it was needed to make the database; where it always is, it never ends."""
    code = "import sys, scorekeeper.cli.server; sys.exit('alembic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
