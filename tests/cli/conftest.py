"""The command as people type it, run in this process: that is quicker by the second that Python takes to start."""

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.databases import environ_in


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """A folder to work in, with a database of its own."""
    monkeypatch.chdir(tmp_path)
    for name, value in environ_in(tmp_path).items():
        monkeypatch.setenv(name, value)
    return tmp_path


def scorekeeper(*arguments, text=None, **settings):
    return CliRunner().invoke(main, [*map(str, arguments)], input=text, env=settings)
