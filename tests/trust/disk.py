"""A disk that writes down what it is told: a file behind FUSE that a loop device takes for its disk.

`python -m tests.trust.disk IMAGE TARGET LOG` serves a copy of IMAGE, kept in memory, as the file TARGET until that is
unmounted.  LOG gets every write and every flush in order, before it is answered: what a disk must still have after a
power cut is what was written before the last flush; of what was written since, each sector may be there or not.
"""

import ctypes
import errno
import os
import signal
import struct
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

SECTOR = 512
WRITE, FLUSH = 1, 2
RECORD = struct.Struct("<BQI")
"""What it was, where, and how many bytes follow."""


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


@dataclass(frozen=True)
class Told:
    """Something a disk was told; `end` is where it ends in the log."""

    end: int
    flush: bool
    at: int = 0
    data: bytes = b""


def read_log(path):
    """Return all that a disk was told, in order."""
    log, at, told = path.read_bytes(), 0, []
    while at < len(log):
        what, where, length = RECORD.unpack_from(log, at)
        data = log[at + RECORD.size : at + RECORD.size + length]
        at += RECORD.size + length
        told.append(Told(at, what == FLUSH, where, data))
    return told


def left_after(image, told, dice):
    """Return what a disk may hold after a power cut: all up to the last flush, and any of the sectors written since."""
    disk = bytearray(image)
    sure = max((number for number, it in enumerate(told) if it.flush), default=0)
    for it in told[:sure]:
        disk[it.at : it.at + len(it.data)] = it.data
    for it in told[sure:]:
        arrived = dice.choice([0, 0.5, 1])
        for at in range(0, len(it.data), SECTOR):
            if dice.random() < arrived:
                sector = it.data[at : at + SECTOR]
                disk[it.at + at : it.at + at + len(sector)] = sector
    return disk


ASKED = struct.Struct("<IIQQIIIHH")
ANSWERED = struct.Struct("<IiQ")
FORGET, GETATTR, OPEN, READ, WRITTEN, RELEASE, FSYNC, FLUSHED, INIT, DESTROY, MANY_FORGET = (
    2, 3, 14, 15, 16, 18, 20, 25, 26, 38, 42,
)  # fmt: skip
UNANSWERED = {FORGET, MANY_FORGET}
MOST = 128 * 1024
BIG_WRITES, MAX_PAGES = 1 << 5, 1 << 22
A_FILE = 0o100600


class Disk:
    """Answers what the kernel asks of the file."""

    def __init__(self, image, log):
        self.image, self.log = image, log
        self.answers = {
            INIT: self.begin, GETATTR: self.look, OPEN: lambda _: bytes(16), READ: self.read, WRITTEN: self.write,
            FSYNC: self.flush, FLUSHED: lambda _: b"", RELEASE: lambda _: b"", DESTROY: lambda _: b"",
        }  # fmt: skip

    def begin(self, asked):
        _major, _minor, ahead, *_ = struct.unpack_from("<III", asked)
        return struct.pack("<IIIIHHIIHHI28x", 7, 31, ahead, BIG_WRITES | MAX_PAGES, 16, 12, MOST, 1, MOST // 4096, 0, 0)

    def look(self, _asked):
        size = len(self.image)
        attributes = struct.pack("<6Q10I", 1, size, size // SECTOR, 0, 0, 0, 0, 0, 0, A_FILE, 1, 0, 0, 0, 4096, 0)
        return struct.pack("<QII", 3600, 0, 0) + attributes

    def read(self, asked):
        _handle, at, size = struct.unpack_from("<QQI", asked)
        return bytes(self.image[at : at + size])

    def write(self, asked):
        _handle, at, size = struct.unpack_from("<QQI", asked)
        data = asked[40 : 40 + size]
        self.image[at : at + size] = data
        self.note(WRITE, at, data)
        return struct.pack("<II", size, 0)

    def flush(self, _asked):
        self.note(FLUSH)
        return b""

    def note(self, what, at=0, data=b""):
        os.write(self.log, RECORD.pack(what, at, len(data)) + data)


def serve(image, target, log):
    """Mount, say so, and answer until it is unmounted."""
    line = os.open("/dev/fuse", os.O_RDWR)
    libc = ctypes.CDLL(None, use_errno=True)
    how = f"fd={line},rootmode={A_FILE:o},user_id=0,group_id=0".encode()
    if libc.mount(b"disk", os.fsencode(target), b"fuse", 0, how):
        raise OSError(ctypes.get_errno(), "mounting FUSE")
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    disk = Disk(image, log)
    while True:
        try:
            message = os.read(line, MOST + 4096)
        except OSError as error:
            if error.errno == errno.ENODEV:
                return
            if error.errno in {errno.EINTR, errno.ENOENT, errno.EAGAIN}:
                continue
            raise
        _length, what, number, *_ = ASKED.unpack_from(message)
        if what in UNANSWERED:
            continue
        answer = disk.answers.get(what)
        body = answer(message[ASKED.size :]) if answer else b""
        os.write(line, ANSWERED.pack(ANSWERED.size + len(body), 0 if answer else -errno.ENOSYS, number) + body)


if __name__ == "__main__":
    die_with_parent()
    kept, shown, told_to = map(Path, sys.argv[1:])
    serve(bytearray(kept.read_bytes()), shown, os.open(told_to, os.O_WRONLY | os.O_CREAT | os.O_APPEND))
