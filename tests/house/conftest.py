import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.core.settings import from_environment
from tests.databases import environ_in
from tests.ports import served_by

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture
def app(tmp_path):
    """An app as `scorekeeper run` would make it in an empty folder."""
    return create_app(from_environment(environ_in(tmp_path), tmp_path))


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a server with these settings in this test's folder; its log is read as `stdout`."""
    command = [sys.executable, "-m", "scorekeeper", "run"]
    how = {"cwd": tmp_path, "stderr": subprocess.STDOUT, "start_new_session": True}
    environ = {**os.environ, **environ_in(tmp_path), "PORT": "0"}
    with ExitStack() as running:
        yield lambda **settings: running.enter_context(served_by(command, env=environ | settings, **how))
