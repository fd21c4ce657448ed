"""The migrations make what the models say, and the lines defend themselves whoever writes to the file."""

from __future__ import annotations

import re

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint, inspect
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from scorekeeper.models import Base
from scorekeeper.operations.doctor import expected_schema, guarded_changes
from tests.databases import SERVER, raw_connection

TABLES = Base.metadata.sorted_tables
DIRECTORY = {"deleted_addresses", "devices", "failures", "leagues"}
"""What is asked before a league is known."""
ADDED_TO = ["changes", "entries", "game_houses", "house_versions", "lines", "opinions", "postings", "tournament_lines"]
"""What nobody changes or takes out again."""


@pytest.fixture
def raw(database):
    """The file as any other program sees it, foreign keys on."""
    with raw_connection(database) as raw:
        yield raw


@pytest.fixture
def with_lines(raw):
    """A database with one game and two lines, written by hand."""
    moment = "2026-11-19T20:00:00.000000Z"
    raw.execute("INSERT INTO devices VALUES (1, 'hash', 'A phone', ?)", [moment])
    raw.execute("INSERT INTO leagues (id, code, name, created_at) VALUES (1, 'code', 'A league', ?)", [moment])
    raw.execute("INSERT INTO rulebooks VALUES (1, 1, 'digest', '{}')")
    raw.execute("INSERT INTO nights VALUES (1, 1, '2026-11-19', ?, NULL)", [moment])
    raw.execute(
        "INSERT INTO games (league_id, id, code, rulebook_id, head, seq, hash, state, status, started_at, touched_at,"
        " device_id, night_id)"
        " VALUES (1, 1, 'code', 1, '{}', 2, x'00', '{}', 'playing', ?, ?, 1, 1)",
        [moment, moment],
    )
    for seq in (1, 2):
        add_line(raw, seq)
    raw.commit()
    return raw


def add_line(raw, seq, **changes):
    row = {
        "league_id": 1, "game_id": 1, "seq": seq, "kind": "line", "facts": "{}",
        "device_id": 1, "recorded_at": "2026-11-19T20:00:00.000000Z", "previous_hash": b"", "hash": b"", **changes,
    }  # fmt: skip
    marks = ", ".join("?" * len(row))
    raw.execute(f"INSERT INTO lines ({', '.join(row)}) VALUES ({marks})", list(row.values()))  # noqa: S608


def written(sql):
    """A CREATE statement without its line breaks and quotes."""
    return re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.replace('"', "").split()))


# ---------------------------------------------------------------- models and migrations


def test_the_migrations_make_what_the_models_say(engine):
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.sqlite("it keeps the text of every CREATE")
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_to_the_letter(engine, raw, table):
    """Checks, names of constraints and STRICT, which the comparison above does not see."""
    kept = raw.execute("SELECT sql FROM sqlite_master WHERE name = ?", [table.name]).fetchone()[0]
    assert parts(kept) == parts(str(CreateTable(table).compile(engine)))
    by_hand = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL"
    indexes = dict(map(tuple, raw.execute(by_hand, [table.name])))
    assert {name: written(sql) for name, sql in indexes.items()} == {
        index.name: written(str(CreateIndex(index).compile(engine))) for index in table.indexes
    }


def parts(sql):
    """The columns and constraints of a CREATE TABLE, whatever their order, and what stands around them."""
    name, inside, after = re.fullmatch(r"CREATE TABLE (\w+)\((.*)\)([^)]*)", written(sql)).groups()
    return name, sorted(re.split(r",(?![^()]*\))", inside)), after.strip()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_league_leads(table):
    if table.name in DIRECTORY:
        return
    key = next(iter(table.primary_key.columns))
    assert key.name == "league_id"
    keys = [each for each in table.constraints if isinstance(each, PrimaryKeyConstraint | UniqueConstraint)]
    led = {next(iter(each.columns)).name for each in (*keys, *table.indexes)}
    assert led <= {"league_id", "code", "board_code", "device_id"}, "the three doors into a league"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_constraint_has_a_name_and_none_cascades(engine, table):
    found = inspect(engine)
    keys = found.get_foreign_keys(table.name)
    assert all(key["name"] and not key["options"].keys() & {"ondelete", "onupdate"} for key in keys)
    assert all(each["name"] for each in found.get_unique_constraints(table.name))
    assert all(each["name"] for each in found.get_check_constraints(table.name))
    assert found.get_pk_constraint(table.name)["name"] == f"pk_{table.name}"


@pytest.mark.sqlite("others are strict by themselves")
@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_strict(raw, table):
    assert raw.execute("SELECT strict FROM pragma_table_list WHERE name = ?", [table]).fetchone() == (1,)


@pytest.mark.sqlite("others are strict by themselves")
def test_strict_means_it(with_lines):
    with pytest.raises(IntegrityError, match="cannot store TEXT value in INTEGER column"):
        with_lines.execute(
            "INSERT INTO people (league_id, id, name, name_key, guest) VALUES (1, 'one', 'Ann', 'ann', 0)"
        )


# ---------------------------------------------------------------- lines are only ever added


@pytest.mark.parametrize(
    "change", ["UPDATE lines SET facts = '{}' WHERE seq = 2", "UPDATE lines SET seq = 3 WHERE seq = 2",
               "DELETE FROM lines WHERE seq = 2", "DELETE FROM lines"]
)  # fmt: skip
def test_a_line_is_never_changed(with_lines, change):
    with pytest.raises(IntegrityError, match="only ever added"):
        with_lines.execute(change)


@pytest.mark.parametrize("seq", [0, 1, 2, 4])
def test_lines_are_numbered_without_gaps(with_lines, seq):
    with pytest.raises(IntegrityError, match="without gaps"):
        add_line(with_lines, seq)
    add_line(with_lines, 3)


@pytest.mark.sqlite("REPLACE is a word of its own")
def test_replacing_is_no_way_round(with_lines):
    """REPLACE deletes without asking the delete trigger, but a number that is taken is a gap before that."""
    with pytest.raises(IntegrityError, match="without gaps"):
        with_lines.execute("REPLACE INTO lines SELECT * FROM lines WHERE seq = 1")
    with pytest.raises(IntegrityError, match="without gaps"):
        with_lines.execute("INSERT OR REPLACE INTO lines SELECT * FROM lines WHERE seq = 2")


def test_an_op_id_is_used_once_in_a_league(with_lines):
    with_lines.execute("INSERT INTO answers VALUES (1, 'op-1', 'digest', '1', '2026-11-19')")
    with pytest.raises(IntegrityError, match=r"failed: answers.league_id, answers.op_id|pk_answers"):
        with_lines.execute("INSERT INTO answers VALUES (1, 'op-1', 'another', '2', '2026-11-19')")


def test_a_target_lies_behind(with_lines):
    with pytest.raises(IntegrityError, match="ck_lines_backwards"):
        add_line(with_lines, 3, kind="undo", target=3)


@pytest.mark.parametrize("change", [{"game_id": 7, "seq": 1}, {"device_id": 7}, {"actor_id": 7}])
def test_a_line_refers_to_what_there_is(with_lines, change):
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        add_line(with_lines, **{"seq": 3, **change})


def test_a_game_with_lines_cannot_be_deleted(with_lines):
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        with_lines.execute("DELETE FROM games")


# ---------------------------------------------------------------- nor is the log of a league


@pytest.fixture
def with_changes(with_lines):
    """The same with two changes in the league's log."""
    for number in (1, 2):
        add_change(with_lines, number)
    with_lines.commit()
    return with_lines


def add_change(raw, number):
    raw.execute(
        "INSERT INTO changes (league_id, id, what, facts, device_id, made_at) VALUES (1, ?, 'guest', '{}', 1,"
        " '2026-11-19T20:00:00.000000Z')",
        [number],
    )


@pytest.mark.parametrize("change", ["UPDATE changes SET facts = '{}' WHERE id = 2", "DELETE FROM changes"])
def test_a_change_is_never_changed(with_changes, change):
    with pytest.raises(IntegrityError, match="only ever added"):
        with_changes.execute(change)


@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_changes_are_numbered_without_gaps(with_changes, number):
    with pytest.raises(IntegrityError, match="without gaps"):
        add_change(with_changes, number)
    add_change(with_changes, 3)


@pytest.mark.sqlite("REPLACE is a word of its own")
def test_replacing_a_change_is_no_way_round(with_changes):
    with pytest.raises(IntegrityError, match="without gaps"):
        with_changes.execute("INSERT OR REPLACE INTO changes SELECT * FROM changes WHERE id = 2")


@pytest.mark.parametrize("change", ["guest = 2", "merged_into = 7"])
def test_a_person_is_a_guest_or_not_and_merged_into_somebody(with_lines, change):
    with_lines.execute("INSERT INTO people (league_id, id, name, name_key, guest) VALUES (1, 1, 'Ann', 'ann', 0)")
    with pytest.raises(IntegrityError, match=r"ck_people_guest|(?i:foreign key)"):
        with_lines.execute(f"UPDATE people SET {change}")  # noqa: S608


def test_a_season_ends_after_it_begins(with_lines):
    season = "INSERT INTO seasons (league_id, id, name, starts_on, ends_on, rule) VALUES (1, ?, '', ?, ?, '{}')"
    with_lines.execute(season, [1, "2026-09-01", "2026-09-01"])
    with_lines.execute(season, [2, "2026-09-02", None])
    with pytest.raises(IntegrityError, match="ck_seasons_forwards"):
        with_lines.execute(season, [3, "2026-09-01", "2026-08-31"])


# ---------------------------------------------------------------- nor is any of it emptied at once


def test_these_are_only_added_to():
    guarded = guarded_changes(expected_schema())
    assert {table for table, _ in guarded} == set(ADDED_TO)
    assert {(table, doing) for table in ADDED_TO for doing in ("UPDATE", "DELETE", "TRUNCATE")} <= guarded


@pytest.mark.skipif(not SERVER, reason="TRUNCATE is a word of PostgreSQL's.")
@pytest.mark.parametrize("tables", [*ADDED_TO, ", ".join(table.name for table in TABLES), "games", "leagues"])
def test_nothing_is_emptied(with_changes, tables):
    with pytest.raises(IntegrityError, match="only ever added"):
        with_changes.execute(f"TRUNCATE {tables} CASCADE")
    assert with_changes.execute("SELECT count(*) FROM lines").fetchone() == (2,)
    assert with_changes.execute("SELECT count(*) FROM changes").fetchone() == (2,)
