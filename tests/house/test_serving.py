"""What `scorekeeper run` says and does before gunicorn takes over."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from scorekeeper.core import settings
from scorekeeper.core.settings import ConfigurationError, Settings
from scorekeeper.operations import serving


def chosen(tmp_path, **settings):
    return Settings(database_url="sqlite://", secret_key="x" * 32, instance=tmp_path, **settings)


@pytest.fixture
def taken():
    """A port another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_taken_port_is_one_sentence(tmp_path, taken):
    with pytest.raises(ConfigurationError) as refusal:
        serving.listen(chosen(tmp_path, port=taken))
    assert str(refusal.value) == (
        f"Port {taken} is taken by another program: stop it, or choose another, like PORT={taken + 1}."
    )


def test_the_command_says_so_and_makes_no_traceback(tmp_path, taken):
    environ = {"PATH": os.environ["PATH"], "PORT": str(taken)}
    command = [sys.executable, "-m", "scorekeeper", "run"]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"scorekeeper: Port {taken} is taken")
    assert done.stderr.count("\n") == 1


def test_without_lan_only_this_machine_is_served(tmp_path):
    with serving.listen(chosen(tmp_path, port=0)) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
        assert listener.get_inheritable()


def test_with_lan_every_address_is_served(tmp_path):
    with serving.listen(chosen(tmp_path, port=0, lan=True)) as listener:
        assert listener.getsockname()[0] == settings.ALL_INTERFACES


def test_the_words_for_this_machine_alone():
    words = serving.announcement(8000, lan=False, colour=False)
    assert "http://127.0.0.1:8000\n" in words
    assert "LAN=1" in words


def test_the_words_for_the_network_end_with_the_code(monkeypatch):
    monkeypatch.setattr(settings, "lan_address", lambda: "192.168.178.23")
    words = serving.announcement(8080, lan=True, colour=False)
    assert "http://192.168.178.23:8080\n" in words
    assert words.endswith(serving.qr("http://192.168.178.23:8080", colour=False))


def test_the_words_where_there_is_no_network(monkeypatch):
    monkeypatch.setattr(settings, "lan_address", lambda: None)
    words = serving.announcement(8000, lan=True, colour=False)
    assert "http://127.0.0.1:8000\n" in words
    assert "on no network" in words


def test_in_a_terminal_the_code_brings_its_colours():
    for row in serving.qr("http://192.168.178.23:8080", colour=True).splitlines():
        assert row.startswith("\033[97;40m")
        assert row.endswith("\033[0m")


def test_the_server_carries_no_alembic():
    """`scorekeeper run` begins again where it was needed to make the database; where it always is, it never ends."""
    code = "import sys, scorekeeper.cli.serve; sys.exit('alembic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
