"""The lock files: with digests, in step with each other, and of no particular registry or machine."""

from __future__ import annotations

import re
import tomllib

import pytest

LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(text):
    """Name to version of every package in a lock file."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


@pytest.fixture(params=LOCKS)
def lock(root, request):
    return (root / request.param).read_text(encoding="utf-8")


def test_it_names_no_host_and_no_path(lock):
    assert "://" not in lock
    assert "index" not in lock
    assert not re.search(r"(^|\s)(/|~|[A-Z]:\\)", lock)
    assert " @ " not in lock


def test_every_package_has_digests(lock):
    packages = re.split(r"^(?=[a-z0-9])", re.sub(r"^#.*\n", "", lock, flags=re.MULTILINE), flags=re.MULTILINE)
    packages = [package for package in packages if package.strip()]
    assert len(packages) == len(pins(lock))
    assert all("--hash=sha256:" in package for package in packages)


def test_what_runs_is_what_is_tested(root):
    run, dev = (pins((root / name).read_text(encoding="utf-8")) for name in LOCKS)
    assert run.items() <= dev.items()


def test_everything_the_project_names_is_locked(root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    named = [*project["project"]["dependencies"], *groups["build"], *project["build-system"]["requires"]]
    named += project["project"]["optional-dependencies"]["postgres"]
    tools = [*groups["test"], *groups["lint"]]
    run, dev = (pins((root / name).read_text(encoding="utf-8")) for name in LOCKS)
    assert {re.match("[a-z0-9-]+", name).group() for name in named} <= run.keys()
    assert {re.match("[a-z0-9-]+", name).group() for name in tools} <= dev.keys()
