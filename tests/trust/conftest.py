"""The promises of design/trust.md: each test shows one, and its control that it would notice.

`make test` runs them short, `make prove` (pytest --prove) with the figures of the table there.
"""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def size(request):
    """Give a function that says how large a test is: its full figure under --prove, else the short one."""
    return lambda full, short: full if request.config.getoption("prove") else short
