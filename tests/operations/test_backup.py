"""Backups: true, looked at before they are called that, and taken back without losing what was there."""

import datetime as dt
import os
import shutil
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.operations.backup import BackupError, atomic_write, back_up_file, restore_file
from tests.databases import open_engine
from tests.factories import TickingClock, draft, enrol, hand, op_id

pytestmark = pytest.mark.sqlite("PostgreSQL has pg_dump")

NOW = dt.datetime(2026, 11, 19, 20, 15, tzinfo=dt.UTC)
ROWS = """SELECT game_id, seq, op_id, facts, hash FROM lines JOIN answers
    ON answer = '[' || game_id || ',' || seq || ']' ORDER BY game_id, seq"""


def rows_in(path):
    connection = sqlite3.connect(path, timeout=60)  # seconds: the one who writes here never rests
    rows = connection.execute(ROWS).fetchall()
    connection.close()
    return rows


@pytest.fixture
def played(database, engine):
    """The path of a database with a hand in it."""
    with Session(engine, expire_on_commit=False) as session:
        clock = TickingClock()
        phone = enrol(session, clock, "A phone")[0]
        code = create_game(Submission(session, clock, phone), **draft())
        record_line(Submission(session, clock, phone), code, hand())
    return Path(database)


class Scorer(threading.Thread):
    """Keeps score as fast as it can until it is told to stop; `saved` are the op_ids that were answered."""

    def __init__(self, database):
        super().__init__()
        self.saved, self.enough, self._database = [], threading.Event(), database

    def run(self):
        engine, clock = open_engine(self._database), TickingClock()
        with Session(engine, expire_on_commit=False) as session:
            phone = enrol(session, clock, "A phone")[0]
            while not self.enough.is_set():
                code = create_game(Submission(session, clock, phone), **draft(house={"finish.target": "none"}))
                for seq in range(40):
                    number = op_id()
                    record_line(Submission(session, clock, phone, op_id=number, seen=seq), code, hand())
                    self.saved.append(number)
        engine.dispose()


def lost_or_made_up(copy, saved_before, database):
    """What was saved before the copy and is not in it, and what is in it and never was."""
    there = rows_in(copy)
    names = {row[2] for row in there}
    return [number for number in saved_before if number not in names], set(there) - set(rows_in(database))


def test_backups_under_load_restore(database, tmp_path, request, record_property):
    """Row 14."""
    times, sound = 25 if request.config.getoption("prove") else 3, 0
    scorer = Scorer(database)
    scorer.start()
    try:
        for number in range(times):
            wanted = len(scorer.saved) + 5
            while len(scorer.saved) < wanted:
                scorer.join(0.001)
                assert scorer.is_alive()
            before, copy, elsewhere = list(scorer.saved), tmp_path / f"{number}.db", tmp_path / f"back-{number}.db"
            back_up_file(Path(database), copy)
            restore_file(copy, elsewhere, NOW)
            sound += lost_or_made_up(elsewhere, before, database) == ([], set())
    finally:
        scorer.enough.set()
        scorer.join()
    record_property("row 14: backups under load that restored", f"{sound} of {times}")
    assert sound == times


def test_copying_the_file_itself_would_be_noticed(played, tmp_path, record_property):
    """The control: what was saved lies beside the file for a while, and whoever copies the file alone loses it."""
    writer = sqlite3.connect(played, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    [(league, game, seq, *_)] = writer.execute("SELECT league_id, game_id, seq FROM lines").fetchall()
    writer.execute("INSERT INTO answers VALUES (?, 'late', '', ?, '')", (league, f"[{game},{seq + 1}]"))
    line = (league, game, seq + 1, "line", "{}", 1, "", b"", b"")
    columns = "league_id, game_id, seq, kind, facts, device_id, recorded_at, previous_hash, hash"
    writer.execute(f"INSERT INTO lines ({columns}) VALUES ({', '.join('?' * len(line))})", line)  # noqa: S608 - ours
    saved = [row[2] for row in rows_in(played)]
    shutil.copy(played, tmp_path / "copied.db")
    back_up_file(played, tmp_path / "backup.db")
    assert lost_or_made_up(tmp_path / "backup.db", saved, played) == ([], set())
    lost, made_up = lost_or_made_up(tmp_path / "copied.db", saved, played)
    record_property("row 14, control with the file itself copied: saved hands lost", len(lost))
    assert (lost, made_up) == (["late"], set())
    writer.close()


@pytest.mark.parametrize("torn", [0, 100, 5_000, 70_000])
def test_a_damaged_file_is_neither_made_nor_restored(played, tmp_path, torn):
    file = tmp_path / "torn.db"
    with file.open("wb") as torn_file:
        torn_file.write(played.read_bytes()[:torn])
    before = rows_in(played)
    for attempt in (lambda: back_up_file(file, tmp_path / "kept.db"), lambda: restore_file(file, played, NOW)):
        with pytest.raises(BackupError):
            attempt()
    assert rows_in(played) == before
    assert not (tmp_path / "kept.db").exists()
    assert not list(tmp_path.glob("*replaced*"))


@pytest.mark.parametrize("name", ["table #4", "who deals?", "100%41", "Käthes"])
def test_in_a_folder_of_any_name(played, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    database = folder / "games.db"
    shutil.copy(played, database)
    back_up_file(database, folder / "kept.db")
    restore_file(folder / "kept.db", database, NOW)
    assert rows_in(database) == rows_in(played)


def test_what_is_wrong_with_a_file_is_said_by_its_name(played, tmp_path):
    """Not by that of the copy nobody ever sees."""
    whole = played.read_bytes()
    page = 4096 * (whole.index(b'"bid":') // 4096)
    played.write_bytes(whole[:page] + bytes(4096) + whole[page + 4096 :])
    with pytest.raises(BackupError, match=r"games\.db.* (damaged|malformed)\.$"):
        back_up_file(played, tmp_path / "kept.db")
    with pytest.raises(BackupError, match=r"games\.db.* (damaged|malformed)\.$"):
        restore_file(played, tmp_path / "other.db", NOW)


def test_another_program_s_database_is_no_backup(played, tmp_path):
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE songs (name TEXT)")
    with pytest.raises(BackupError, match=r"^other\.db is not a Scorekeeper database"):
        restore_file(tmp_path / "other.db", played, NOW)


@pytest.mark.parametrize("ruin", ["no database at all", "its end is missing", "its first page is another's", "nothing"])
def test_over_a_ruined_database(played, tmp_path, ruin):
    """It is kept as it was, with what lies beside it: somebody may yet get a night out of it."""
    back_up_file(played, tmp_path / "kept.db")
    rows, was = rows_in(played), played.read_bytes()
    left = {
        "no database at all": b"It rained all night, so nobody came to the Legion.",
        "its end is missing": was[:70_000],
        "its first page is another's": was[:100] + b"\xff" * 4_000 + was[4_100:],
        "nothing": b"",
    }[ruin]
    played.write_bytes(left)
    Path(f"{played}-wal").write_bytes(b"what was saved last")
    beside = restore_file(tmp_path / "kept.db", played, NOW)
    assert rows_in(played) == rows
    assert beside.read_bytes() == left
    assert not Path(f"{played}-wal").exists()
    assert Path(f"{beside}-wal").read_bytes() == b"what was saved last"
    assert beside.name == "games.db.replaced-20261119-201500"
    assert restore_file(tmp_path / "kept.db", played, NOW).name == f"{beside.name}-2"


def test_what_lay_beside_a_database_that_is_gone_is_not_taken_for_the_new_one_s(played, tmp_path):
    """Somebody took the ruined file away, and left the journal of its last change."""
    writer = sqlite3.connect(played, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    back_up_file(played, tmp_path / "kept.db")
    rows = rows_in(played)
    writer.execute("DROP TABLE lines")
    left = Path(f"{played}-wal").read_bytes()
    writer.close()
    played.unlink()
    Path(f"{played}-wal").write_bytes(left)
    assert restore_file(tmp_path / "kept.db", played, NOW) is None
    assert rows_in(played) == rows
    assert Path(f"{played}.left-wal").read_bytes() == left


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
