"""A wheel built from the project holds all it needs and runs from another folder."""

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.ports import served_by

BESIDE = ("templates", "static")  # in a checkout; in a wheel they are inside the package
LONGEST_START = 60  # seconds, on a busy machine


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options)


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    """The wheel, built as docs/install.md says, with what is installed here: no network needed."""
    folder = tmp_path_factory.mktemp("wheel")
    [written] = re.findall(r"^\.venv/bin/pip (wheel .*)$", (root / "docs/install.md").read_text("utf-8"), re.MULTILINE)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", *written.replace("dist", f"{folder}").split()]
    run(*pip, "--no-index", "--no-build-isolation", cwd=root)
    (built,) = folder.glob("smear_scorekeeper-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The command of a fresh environment that has the wheel, and borrows the libraries of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    library = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    Path(library, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin" / "scorekeeper"


@pytest.fixture
def environ():
    """An environment with none of our settings in it, and any free port."""
    return {"PATH": os.environ["PATH"], "PORT": "0"}


@pytest.fixture
def address(installed, environ, tmp_path):
    """The address of the installed app, serving from an empty folder."""
    with served_by([installed, "run"], cwd=tmp_path, env=environ) as process:
        yield process.address


def files_below(folder):
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in found}


def test_it_holds_every_file(wheel, root):
    packed = set(zipfile.ZipFile(wheel).namelist())
    package = {f"scorekeeper/{name}" for name in files_below(root / "scorekeeper")}
    beside = {f"scorekeeper/{top}/{name}" for top in BESIDE for name in files_below(root / top)}
    assert package | beside <= packed
    others = {name.partition("/")[0] for name in packed - package - beside}
    about = wheel.name.partition("-py3")[0] + ".dist-info"
    assert others == {about}
    licences = {name.rpartition("/")[2] for name in packed if name.startswith(f"{about}/licenses/")}
    assert licences == {"LICENSE", "rokkitt-LICENSE.txt", "htmx-4.0.1.LICENSE.txt"}


def test_it_serves(address, tmp_path):
    with urllib.request.urlopen(address, timeout=LONGEST_START) as answer:
        page = answer.read().decode()
    assert "Scorekeeper" in page
    with urllib.request.urlopen(address + re.search(r'/static/[^"]+\.css', page).group()) as style:
        assert "immutable" in style.headers["Cache-Control"]
    assert (tmp_path / "instance" / "scorekeeper.db").exists()
