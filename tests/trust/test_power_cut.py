"""Row 1, "saved" survives a power cut: what a disk was told is kept, and taken up to a random moment.

The database lies on ext4, on a loop device, on a disk that writes down what it is told (disk.py).  After a cut the disk
holds all it was told before the last flush, and any sectors of what it was told since.  That image is mounted, and the
program opens the database on it.
"""

import random
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.models import Answer
from tests.databases import copied, open_engine
from tests.factories import draft, enrol, hand, op_id
from tests.trust.disk import keep_mounts_to_ourselves, left_after, read_log
from tests.trust.saving import CARES
from tests.trust.scoring import faults_in
from tests.trust.servers import ROOT

pytestmark = pytest.mark.sqlite("what a PostgreSQL server does to its disk is its own")
MEGABYTES = 24
NAME = "games.db"


@dataclass
class Night:
    """A disk as it was and all it was told since; how far that had come before the first hand, and at each save."""

    image: bytes
    told: list
    begun: int
    saves: list[tuple[str, int]]


def run(*command, **how):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, **how)


@contextmanager
def mounted(image, at):
    """Mount an image through a loop device, which goes with it."""
    at.mkdir(exist_ok=True)
    run("mount", "-t", "ext4", "-o", "loop", image, at)
    try:
        yield at
    finally:
        run("umount", at)


@contextmanager
def written_down(image, target, log):
    """Serve an image as a file whose every write goes into a log."""
    log.touch()
    target.touch()
    command = [sys.executable, "-m", "tests.trust.disk", image, target, log]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as disk:
        try:
            if disk.stdout.readline() != "ready\n":
                pytest.skip("FUSE, which logs a disk's writes, cannot be mounted here.")
            yield target
        finally:
            # Lazily: the loop device lets go of the file when it pleases, and a folder with a dead mount in it stays.
            subprocess.run(["umount", "-l", target], check=False, capture_output=True)
            disk.terminate()


@pytest.fixture
def image(database, tmp_path):
    """An ext4 disk with a database on it.  Skips where a loop device cannot be had."""
    keep_mounts_to_ourselves()
    if not Path("/dev/fuse").exists():
        pytest.skip("There is no FUSE here to log a disk's writes with.")
    made, lazy = tmp_path / "disk.img", "lazy_itable_init=0,lazy_journal_init=0"
    try:
        run("mkfs.ext4", "-q", "-F", "-b", "4096", "-J", "size=4", "-E", lazy, made, f"{MEGABYTES}M")
        with mounted(made, tmp_path / "first") as folder:
            copied(database, folder / NAME)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        pytest.skip(f"No ext4 can be mounted here: {said.strip()}")
    return made


def night_on(image, folder, hands, care, what):
    """Save hands or rounds on that disk; give what came of it."""
    folder.mkdir()
    log = folder / "log"
    with ExitStack() as stack:
        disk = stack.enter_context(written_down(image, folder / "disk", log))
        at = stack.enter_context(mounted(disk, folder / "mounted"))
        command = [sys.executable, "-m", "tests.trust.saving", what, at / NAME, log, str(hands), care]
        said = [line.split() for line in run(*command).stdout.splitlines()]
    (_, begun), *saves = said
    assert len(saves) == hands
    return Night(image.read_bytes(), read_log(log), int(begun), [(number, int(at)) for number, at in saves])


def cut(night, dice, folder):
    """Cut the power at a random moment of the night; give the disk as a file, and the hands acknowledged by then."""
    last = night.saves[-1][1]
    at = dice.randint(night.begun, last)
    left = folder / "left.img"
    left.write_bytes(left_after(night.image, [it for it in night.told if it.end <= at], dice))
    return left, [number for number, position in night.saves if position <= at]


def lost_on(left, acknowledged, folder):
    """Open the database on a disk after a cut; give what is not in it, and what the doctor finds."""
    with mounted(left, folder / "after") as at:
        database = at / NAME
        try:
            engine = open_engine(database)
            with engine.connect() as connection:
                there = set(connection.scalars(select(Answer.op_id)))
            engine.dispose()
            faults = faults_in(database)
            saves_again(database)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            return acknowledged, [str(error)]
    return [number for number in acknowledged if number not in there], faults


def saves_again(database):
    engine = open_engine(database)
    with Session(engine, expire_on_commit=False) as session:
        phone, _ = enrol(session, wall_clock, "After")
        code = create_game(Submission(session, wall_clock, phone), **draft())
        assert record_line(Submission(session, wall_clock, phone, op_id=op_id() + "after"), code, hand()).seq == 1
    engine.dispose()


def outcome(image, folder, nights, cuts, hands, care, what="hands"):
    """Return how many hands were acknowledged and lost over so many cuts, and how often the doctor found something."""
    dice, told = random.Random(1), [0, 0, 0, 0]
    for number in range(nights):
        night = night_on(image, folder / f"night-{number}", hands, care, what)
        for _ in range(cuts):
            left, acknowledged = cut(night, dice, folder)
            lost, faults = lost_on(left, acknowledged, folder)
            told = [now + more for now, more in zip(told, [1, len(acknowledged), len(lost), bool(faults)], strict=True)]
    return told


@pytest.mark.deep
def test_no_cut_takes_a_hand_that_was_saved(image, tmp_path, size, record_property):
    cuts, saved, lost, ill = outcome(image, tmp_path, size(4, 1), size(25, 3), size(200, 20), "ours")
    told = f"{cuts}, {saved}, {lost}, {ill}"
    record_property("row 1: power cuts, hands saved before them, hands lost, databases with faults", told)
    assert (lost, ill) == (0, 0)
    assert saved > 0


@pytest.mark.deep
def test_the_control_with_less_care_hands_are_lost(image, tmp_path, size, record_property):
    for care in size(["wal-normal", "off", "delete"], ["wal-normal"]):
        folder = tmp_path / care
        folder.mkdir()
        cuts, saved, lost, _ = outcome(image, folder, 1, size(25, 2), size(200, 20), care)
        told = f"{cuts}, {saved}, {lost}"
        record_property(f"row 1, control with {CARES[care]}: power cuts, hands saved, hands lost", told)
        assert lost > 0


@pytest.mark.deep
def test_no_cut_takes_a_slip_or_a_round_of_a_tournament(image, tmp_path, size, record_property):
    cuts, saved, lost, ill = outcome(image, tmp_path, size(2, 1), size(20, 3), size(60, 12), "ours", "rounds")
    told = f"{cuts}, {saved}, {lost}, {ill}"
    record_property("row 1, a tournament: power cuts, slips and draws before them, lost, with faults", told)
    assert (lost, ill) == (0, 0)
    assert saved > 0
