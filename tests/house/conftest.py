import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.core.settings import from_environment
from tests.databases import environ_in

PATIENCE = 60  # seconds until a server that does not stop fails the test
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
    """Return a function that runs a server with these settings in this test's folder; its log is read as `lines`."""
    running = []

    def run(**settings):
        environ = {**os.environ, **environ_in(tmp_path), "PORT": "0", **settings}
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "run"], cwd=tmp_path, env=environ, stderr=subprocess.STDOUT,
            stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        running.append(process)
        process.lines = iter(process.stdout)
        process.address = next(line.split()[-1] for line in process.lines if "is at http" in line)
        return process

    yield run
    for process in running:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()
