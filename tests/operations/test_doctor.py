"""What somebody changes in the file with another program, the doctor names; what is as it should be, it lets be."""

import datetime as dt
import sqlite3
from unittest.mock import ANY

import pytest

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.settings import from_environment
from scorekeeper.models.engine import best_journal_mode
from scorekeeper.operations import doctor, league_checks
from scorekeeper.operations.backup import TIME_FORMAT
from scorekeeper.operations.doctor import CHECKS, MAX_FAULTS, Verdict, rebuild, run_checks
from tests.databases import SERVER, by_hand, raw_connection, url_of
from tests.factories import hand


def found(engine, **how):
    """The findings that are wrong: name of the check -> its sentences."""
    with engine.connect() as connection:
        findings = list(run_checks(connection, **how))
    assert [finding.check for finding in findings] == list(CHECKS)
    return {finding.check.name: finding.faults for finding in findings if finding.verdict is Verdict.WRONG}


@pytest.mark.usefixtures("season")
def test_a_season_untouched_is_well(engine):
    with engine.connect() as connection:
        findings = list(run_checks(connection))
    assert [finding for finding in findings if finding.verdict is not Verdict.OK] == []
    saving = next(finding for finding in findings if finding.check.name == "saving")
    if engine.dialect.name == "sqlite":
        journal = best_journal_mode(sqlite3.sqlite_version_info)
        assert saving.notes == (f"SQLite {sqlite3.sqlite_version}, journal {journal}",)


@pytest.mark.usefixtures("season")
def test_quick_plays_no_game_anew(engine, database):
    by_hand(database, "UPDATE games SET state = replace(state, '\"1\":50', '\"1\":51')")
    assert found(engine) == {"scores": (THURSDAY + "its stored state does not follow from its lines.",)}
    assert found(engine, quick=True) == {}
    with engine.connect() as connection:
        left_out = {each.check.name for each in run_checks(connection, quick=True) if each.verdict is Verdict.SKIPPED}
    assert left_out == {"scores", "standings"}


KEPT = "what it counts for does not follow from its lines"
THURSDAY = 'League 1, game 1 ("Thursday"): '
BID = "UPDATE lines SET facts = replace(facts, '\"bid\":5', '\"bid\":4') WHERE game_id = 1 AND seq = 1"
A_NICKEL = "UPDATE postings SET cents = cents + 5 WHERE entry_id = 3 AND person_id = 1"
AND_BACK = "UPDATE postings SET cents = cents - 5 WHERE entry_id = 3 AND person_id = 2"
FORTY = (
    "{} INSERT INTO entries (league_id, id, kind, currency, device_id, posted_at)"
    " SELECT 1, id, 'payment', 'USD', 1, '2026-11-19T20:00:00.000000Z' FROM n"
)
NO_CENTS = "DELETE FROM postings WHERE entry_id = 3"


# Entries: 1 Thursday's first end, 2 its reversal, 3 its second end, 4 the open table's, 5 and 6 paid, 7 takes 6 back.
@pytest.mark.usefixtures("season")
@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ([BID], {"lines": THURSDAY + "row 1 was changed by hand"}),
        (["DELETE FROM lines WHERE game_id = 1 AND seq = 3"], {"lines": THURSDAY + "row 3 is missing",
         "scores": THURSDAY + "its stored state", "standings": THURSDAY + KEPT}),
        (["DELETE FROM lines WHERE game_id = 3"],
         {"lines": "League 1, game 3: row 1 is missing", "scores": "League 1, game 3: its stored state"}),
        (["UPDATE games SET hash = x'00' WHERE id = 3"], {"lines": "League 1, game 3: its last hash"}),
        (["UPDATE games SET head = replace(head, '\"set\":5', '\"set\":6') WHERE id = 1"],
         {"lines": THURSDAY + "its address, seats, stakes or rules were changed by hand"}),
        (["UPDATE rulebooks SET variant = replace(variant, 'Minnesota', 'Wisconsin') WHERE id = 1"],
         {"rules": "League 1, rules 1:", "lines": THURSDAY + "its address, seats, stakes or rules"}),
        (["UPDATE games SET finished_at = NULL WHERE id = 1"], {"scores": THURSDAY + "it is stored as finished"}),
        (["UPDATE lines SET facts = 'no JSON' WHERE game_id = 3"],
         dict.fromkeys(("lines", "scores", "standings"), "game 3: it cannot be read")),
        (["UPDATE games SET head = '{}' WHERE id = 1"],
         dict.fromkeys(("lines", "scores", "standings"), THURSDAY + "it cannot be read")),
        ([A_NICKEL],
         {"ledger": "League 1, entry 3: it comes to 0.05", "scores": THURSDAY + "its lines come to Ann -0.10"}),
        ([A_NICKEL, AND_BACK], {"scores": THURSDAY + "its lines come to Ann -0.10"}),
        ([NO_CENTS], {"ledger": "League 1, entry 3: it has no postings", "scores": "its entries (none)"}),
        ([NO_CENTS, "DELETE FROM entries WHERE id = 3"],
         {"ledger": "League 1, of 7 entries 1 are missing", "scores": "its entries (none) to nothing"}),
        (["UPDATE postings SET cents = 2 * cents WHERE entry_id = 7"],
         {"ledger": "League 1, entry 7: it does not mirror entry 6"}),
        (["UPDATE entries SET night_id = NULL WHERE id = 7"],
         {"ledger": "League 1, entry 7: it cannot take entry 6 back"}),
        (["UPDATE entries SET night_id = NULL WHERE id = 3"],
         {"scores": THURSDAY + "entry 3 belongs to another night or currency"}),
        (["UPDATE entries SET reverses = 5 WHERE id = 7"], {"ledger": "League 1, entry 7: it does not mirror entry 5"}),
        (["INSERT INTO postings VALUES (1, 5, 4, 0)"], {"ledger": "League 1, entry 5: it is not a payment"}),
        (["UPDATE entries SET currency = 'EUR' WHERE id IN (1, 2, 3)"],
         {"scores": THURSDAY + "entry 1 belongs to another night"}),
        (["UPDATE entries SET game_id = 3 WHERE id = 3"], {"scores": "game 3: it has no stakes but moved money"}),
        pytest.param(["UPDATE members SET device_id = 9"], {"file": "Row 1 of members refers to nothing in devices"},
         marks=pytest.mark.sqlite("a server sees to that itself")),
        (["UPDATE alembic_version SET version_num = '0000'"], {"version": "Another version made it (0000"}),
        (["DELETE FROM alembic_version"], {"version": "The database is empty"}),
    ],
)  # fmt: skip
def test_what_is_changed_by_hand_is_named(engine, database, changes, wrong):
    by_hand(database, *changes)
    said = found(engine)
    assert {name: [it for it in said.get(name, ()) if sentence in it] for name, sentence in wrong.items()} == {
        name: [ANY] for name in wrong
    }, said
    assert said.keys() == wrong.keys()


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE plays SET place = 3 - place, won = 1 - won WHERE game_id = 1", THURSDAY + KEPT),
        ("UPDATE plays SET details = '{}' WHERE game_id = 1 AND person_id = 2", THURSDAY + KEPT),
        ("UPDATE plays SET cents = cents + 1 WHERE game_id = 1 AND person_id = 2", THURSDAY + KEPT),
        ("UPDATE results SET day = '2026-01-01' WHERE game_id = 1", THURSDAY + KEPT),
        ("UPDATE plays SET season_id = 5 WHERE game_id = 1", THURSDAY + KEPT),
        ("DELETE FROM plays WHERE game_id = 2", "League 1, game 2: " + KEPT),
        ("DELETE FROM plays WHERE game_id = 1 AND person_id = 3", THURSDAY + KEPT),
        ("UPDATE plays SET mu = mu + 1 WHERE game_id = 1 AND person_id = 2",
         "League 1, game 1: the rating and runs of Bob do not follow from the games up to it."),
    ],
)  # fmt: skip
def test_what_a_rebuild_mends_is_named(session, engine, database, change, said):
    by_hand(database, change)
    wrong = found(engine)
    assert wrong.keys() == {"standings"}
    assert [sentence for sentence in wrong["standings"] if said in sentence], wrong
    session.commit()
    rebuild(session, 1)
    assert found(engine) == {}


def test_what_moves_under_his_eyes_is_not_called_wrong(engine, new_game, monkeypatch):
    """Between two looks at the ledger somebody wins a game."""
    kept, seen = league_checks.open_entries, []

    def too_late(connection, league_id, game_id):
        seen.append(game_id)
        return {} if len(seen) == 1 else kept(connection, league_id, game_id)

    new_game(hand("1", 5), house={"finish.target": 5}, stakes={"currency": "USD", "game": "0.10"})
    monkeypatch.setattr(league_checks, "open_entries", too_late)
    assert found(engine) == {}
    assert seen == [1, 1], "the first look found a fault"


@pytest.mark.usefixtures("season")
def test_of_many_faults_the_first_are_said(engine, database):
    """Forty entries of nobody."""
    numbers = "WITH RECURSIVE n (id) AS (SELECT 8 UNION ALL SELECT id + 1 FROM n WHERE id < 47)"
    by_hand(database, FORTY.format(numbers))
    with engine.connect() as connection:
        finding = next(each for each in run_checks(connection) if each.check.name == "ledger")
    assert (len(finding.faults), finding.more) == (MAX_FAULTS, 40 - MAX_FAULTS)


def test_games_beyond_a_page_are_looked_at_too(engine, database, new_game, monkeypatch):
    monkeypatch.setattr(league_checks, "PAGE", 2)
    for _ in range(5):
        new_game()
    by_hand(database, "UPDATE games SET hash = x'00' WHERE id IN (1, 2, 5)")
    assert [sentence.split(":")[0] for sentence in found(engine)["lines"]] == [
        "League 1, game 1", "League 1, game 2", "League 1, game 5",
    ]  # fmt: skip


@pytest.mark.usefixtures("season")
def test_nobody_waits_for_the_doctor(engine, new_game):
    """In the middle of a long look a game is begun."""
    begun = []

    def meanwhile(_connection, game):
        if game.row.id == 2:
            begun.append(new_game())

    with engine.connect() as connection:
        assert list(league_checks.faults_of_games(connection, 1, meanwhile)) == []
    assert begun


@pytest.mark.usefixtures("season")
def test_a_mark_that_lets_lines_be_deleted_is_found(engine, database):
    by_hand(database, "INSERT INTO league_deletions VALUES (1)")
    said = "A deletion of league 1 was not finished, so its lines are not protected."
    assert found(engine, quick=True) == {"guards": (said,)}


@pytest.mark.skipif(not SERVER, reason="the next test is SQLite's")
def test_guards_taken_away_on_a_server_are_missed(engine, database):
    with raw_connection(database) as raw:
        raw.execute("DROP TRIGGER lines_no_update ON lines")
        raw.execute("ALTER TABLE changes DISABLE TRIGGER changes_no_truncate")
        raw.commit()
    missed = ("Nothing protects changes against TRUNCATE.", "Nothing protects lines against UPDATE.")
    assert found(engine) == {"guards": missed}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DROP TRIGGER lines_no_update", "The trigger lines_no_update is missing."),
        ("DROP INDEX ix_entries_league_id_game_id", "The index ix_entries_league_id_game_id is missing."),
        ("CREATE TABLE more (id INTEGER)", "The table more is not part of Scorekeeper."),
        ("ALTER TABLE games ADD COLUMN colour TEXT", "The table games does not match the migrations."),
    ],
)
@pytest.mark.sqlite("its schema, compared to the letter; the test before is a server's")
def test_guards_taken_away_are_missed(engine, database, change, sentence):
    raw = sqlite3.connect(database)
    raw.execute(change)
    raw.close()
    assert found(engine) == {"guards": (sentence,)}


@pytest.mark.sqlite("a server has its own ways to lose a file")
@pytest.mark.usefixtures("season")
def test_a_torn_file_is_found(engine, database):
    engine.dispose()
    whole = database.read_bytes()
    page = whole.index(b'"bid":5') // 4096 * 4096  # the page of SQLite, after its head
    database.write_bytes(whole[:page] + bytes(100) + whole[page + 100 :])
    assert "file" in found(engine)


@pytest.mark.sqlite("its journal")
def test_a_journal_that_this_sqlite_should_not_have_is_found(engine, monkeypatch):
    wanted = {"truncate": "wal", "wal": "truncate"}[best_journal_mode(sqlite3.sqlite_version_info)]
    monkeypatch.setattr(doctor, "best_journal_mode", lambda _version: wanted)
    (sentence,) = found(engine)["saving"]
    assert f"it should be {wanted}" in sentence


@pytest.mark.parametrize(
    ("every", "hours", "fault", "note"),
    [
        ("0", None, None, "automatic backups are off: BACKUP_EVERY=24 turns them on"),
        ("24", None, "There are none in {folder} yet: the server makes the first one when it starts.", None),
        ("24", 30, None, "the newest in {folder} is 30 hours old"),
        (
            "24", 49,
            "The newest in {folder} is 49 hours old, but one is due every 24: the server's log says why.", None,
        ),
    ],
)  # fmt: skip
def test_backups_that_do_not_come(engine, database, tmp_path, every, hours, fault, note):
    folder = tmp_path / "copies"
    settings = {"DATABASE_URL": url_of(database), "BACKUP_EVERY": every, "BACKUP_FOLDER": "copies"}
    if hours:
        folder.mkdir()
        (folder / f"scorekeeper-{wall_clock() - dt.timedelta(hours=hours):{TIME_FORMAT}}.db").touch()
    with engine.connect() as connection:
        *_, last = run_checks(connection, quick=True, chosen=from_environment(settings, tmp_path))
    assert last.verdict is (Verdict.WRONG if fault else Verdict.OK)
    assert last.faults == ((fault.format(folder=folder),) if fault else ())
    assert last.notes == ((note.format(folder=folder),) if note else ())
