"""The lock files: with digests, in step with each other, and of no particular registry or machine."""

import re

import pytest

LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(text):
    """Name to version of every package in a lock file."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_it_names_no_host_and_no_path_and_every_package_has_digests(root, name):
    lock = (root / name).read_text(encoding="utf-8")
    assert not re.search(r"://|index| @ |(^|\s)(/|~|[A-Z]:\\)", lock)
    packages = re.split(r"^(?=[a-z0-9])", re.sub(r"^#.*\n", "", lock, flags=re.MULTILINE), flags=re.MULTILINE)
    packages = [package for package in packages if package.strip()]
    assert len(packages) == len(pins(lock))
    assert all("--hash=sha256:" in package for package in packages)


def test_what_runs_is_what_is_tested(root):
    run, dev = (pins((root / name).read_text(encoding="utf-8")) for name in LOCKS)
    assert run.items() <= dev.items()
