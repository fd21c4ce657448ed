"""Mounts of a test's own: nobody else sees them, and they go with the process, however it ends."""

from __future__ import annotations

import ctypes
import os
import signal
from functools import cache

import pytest

NEW_MOUNTS = 0x00020000
PRIVATE_AND_BELOW = (1 << 18) | (1 << 14)
SIGNAL_WHEN_PARENT_DIES = 1


@cache
def keep_mounts_to_ourselves():
    """From here on what this process mounts is seen by it and its children alone.  Skips who is not root."""
    if os.geteuid() != 0:
        pytest.skip("Only root may mount a disk.")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_MOUNTS) or libc.mount(b"none", b"/", None, PRIVATE_AND_BELOW, None):
        pytest.skip(f"No disk can be mounted here: {os.strerror(ctypes.get_errno())}.")


def die_with_parent():
    ctypes.CDLL(None).prctl(SIGNAL_WHEN_PARENT_DIES, signal.SIGKILL)
