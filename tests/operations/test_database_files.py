"""A file is there whole or not at all."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.core.errors import TransferBusy
from scorekeeper.operations.backup import atomic_write, one_at_a_time


def test_it_is_on_the_disk_before_it_takes_its_place_and_its_name_is_after(tmp_path, monkeypatch):
    """After a power cut the name leads to what was there before or to all of what is there now."""
    target, steps, fsync, rename = tmp_path / "kept.txt", [], os.fsync, os.replace
    what = {}  # inode -> what it is

    def note_fsync(handle):
        steps.append(f"{what[os.fstat(handle).st_ino]} synced")
        fsync(handle)

    def note_rename(*paths, **more):
        steps.append("renamed")
        rename(*paths, **more)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(os, "replace", note_rename)
    with atomic_write(target) as draft:
        draft.write_text("after")
        what = {draft.stat().st_ino: "file", tmp_path.stat().st_ino: "folder"}
    assert steps == ["file synced", "renamed", "folder synced"]


@pytest.mark.parametrize("target", ["kept.txt", "folder"])
def test_what_fails_leaves_what_was_there(tmp_path, target):
    """In the middle, or at the very end: a file takes no folder's place."""
    (tmp_path / "kept.txt").write_text("before")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=r"No space|Is a directory"), atomic_write(tmp_path / target) as draft:  # noqa: PT012 - it is the end that may raise
        draft.write_text("half of it")
        draft.with_name(draft.name + "-journal").touch()
        if target == "kept.txt":
            raise OSError(28, "No space left on device")
    assert (tmp_path / "kept.txt").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "kept.txt"]


def test_one_transfer_and_four_that_wait_are_enough(tmp_path):
    """Who waits holds a thread."""
    lock, stop, refused = tmp_path / "lock", threading.Event(), []

    def wait_for_it():
        try:
            with one_at_a_time(lock, wait=60):
                stop.wait(60)
        except TransferBusy:
            refused.append(1)
            stop.set()

    with ThreadPoolExecutor(6) as transfers:
        for _ in range(6):
            transfers.submit(wait_for_it)
    assert len(refused) == 1
    with one_at_a_time(lock, wait=0):
        pass
