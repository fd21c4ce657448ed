"""What some tests need of the machine: a browser, a database server, a clock that can be set wrong.

Where it is missing the test skips, and says why.  REQUIRE names what has to be here ("chromium,postgres"): a test that
misses one of those fails.  `python -m tests.needs` prints what is here, for REQUIRE.
"""

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres import NOBODY, NoPostgres, programs

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FAKETIME = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)


def has_chromium():
    """Return whether there is a browser, and a Node to drive it with: a bare Debian lacks a library for that."""
    playwright = Path(sys.executable).with_name("playwright")
    if CHROMIUM is None or not playwright.exists():
        return False
    return subprocess.run([playwright, "--version"], capture_output=True, check=False).returncode == 0


def has_postgres():
    """Return whether there is a server's program, and somebody to run it as: it refuses to run as root."""
    try:
        programs()
        return os.geteuid() != 0 or bool(pwd.getpwnam(NOBODY))
    except (NoPostgres, KeyError):
        return False


TOOLS = {
    "chromium": has_chromium,
    "faketime": lambda: FAKETIME is not None,
    "nginx": lambda: bool(NGINX and shutil.which("openssl")),
    "postgres": has_postgres,
}


def required():
    """Return what REQUIRE names.  Raises pytest.UsageError for what nobody knows how to need."""
    named = set(os.environ.get("REQUIRE", "").replace(",", " ").split())
    if unknown := named - set(TOOLS):
        raise pytest.UsageError(f"REQUIRE knows {', '.join(TOOLS)}, not {', '.join(sorted(unknown))}.")
    return named


def miss(tool, why):
    """Skip a test that cannot run without a tool; fail it where the tool is required."""
    if tool in required():
        pytest.fail(f"{why} REQUIRE names {tool}.")
    pytest.skip(why)


if __name__ == "__main__":
    sys.stdout.write(f"{','.join(name for name, is_here in TOOLS.items() if is_here())}\n")
