"""What is recorded is only ever added to, and adds up, whoever writes to the file."""

import pytest
from sqlalchemy.exc import IntegrityError

from scorekeeper.models import Base
from scorekeeper.operations.doctor import expected_schema, guarded_changes
from tests.databases import SERVER, copied, raw_connection
from tests.transfer.conftest import a_league  # noqa: F401 - a fixture: a league with everything in it

NUMBERED = {"changes": "id", "entries": "id", "house_versions": "number", "lines": "seq", "tournament_lines": "seq"}
ADDED_TO = ["game_houses", "opinions", "postings", *NUMBERED]
"""What nobody changes or takes out again."""


@pytest.fixture
def raw(a_league, database):  # noqa: F811
    """A league as any other program sees its file, foreign keys on."""
    copied(a_league, database)
    with raw_connection(database) as raw:
        yield raw


def add(raw, table, row):
    marks = ", ".join("?" * len(row))
    raw.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row.values())  # noqa: S608 - ours


def last_row(raw, table):
    key = NUMBERED[table]
    return dict(raw.execute(f"SELECT * FROM {table} ORDER BY {key} DESC LIMIT 1").mappings().one())  # noqa: S608 - ours


def add_entry(raw, cents, **changes):
    """Add an entry after its postings: person -> cents."""
    entry = last_row(raw, "entries")
    entry |= {"id": entry["id"] + 1, "kind": "payment", "reverses": None, "pot_id": None, "pot_cents": None, **changes}
    for person, part in cents.items():
        add(raw, "postings", {"league_id": 1, "entry_id": entry["id"], "person_id": person, "cents": part})
    add(raw, "entries", entry)
    raw.commit()
    return entry["id"]


def test_these_are_only_added_to():
    guarded = guarded_changes(expected_schema())
    assert {table for table, _ in guarded} == set(ADDED_TO)
    assert {(table, doing) for table in ADDED_TO for doing in ("UPDATE", "DELETE", "TRUNCATE")} <= guarded


@pytest.mark.parametrize("table", ADDED_TO)
def test_nothing_is_changed_or_taken_out(raw, table):
    replace = [] if SERVER else [f"REPLACE INTO {table} SELECT * FROM {table}"]  # noqa: S608 - a word of SQLite's
    for change in (f"UPDATE {table} SET league_id = 1", f"DELETE FROM {table}", *replace):  # noqa: S608 - ours
        with pytest.raises(IntegrityError, match=r"only ever added|without gaps|written before it"):
            raw.execute(change)


@pytest.mark.parametrize("table", NUMBERED)
def test_rows_are_numbered_without_gaps(raw, table):
    row, key = last_row(raw, table), NUMBERED[table]
    for number in (0, row[key], row[key] + 2):
        with pytest.raises(IntegrityError, match=r"without gaps|add up to zero"):
            add(raw, table, row | {key: number})


@pytest.mark.skipif(not SERVER, reason="TRUNCATE is a word of PostgreSQL's.")
@pytest.mark.parametrize("tables", [*ADDED_TO, ", ".join(Base.metadata.tables), "games", "leagues"])
def test_nothing_is_emptied(raw, tables):
    with pytest.raises(IntegrityError, match="only ever added"):
        raw.execute(f"TRUNCATE {tables} CASCADE")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE people SET guest = 2", "ck_people_guest"),
        ("UPDATE people SET merged_into = 77", r"(?i)foreign key"),
        ("UPDATE seasons SET ends_on = '1999-01-01'", "ck_seasons_forwards"),
        ("UPDATE games SET rematch_of = id WHERE rematch_of IS NULL", "ck_games_backwards"),
        ("DELETE FROM games", r"(?i)foreign key"),
        ("INSERT INTO answers SELECT * FROM answers", "answers"),
    ],
)
def test_what_cannot_be_is_refused(raw, change, says):
    with pytest.raises(IntegrityError, match=says):
        raw.execute(change)


@pytest.mark.parametrize("change", [{"game_id": 77, "seq": 1}, {"device_id": 77}, {"actor_id": 77}, {"target": 99}])
def test_a_line_refers_to_what_there_is_and_to_what_lies_behind(raw, change):
    line = last_row(raw, "lines")
    with pytest.raises(IntegrityError, match=r"(?i)foreign key|ck_lines_backwards"):
        add(raw, "lines", line | {"seq": line["seq"] + 1, **change})


@pytest.mark.sqlite("others are strict by themselves")
def test_a_column_takes_its_type_alone(raw):
    with pytest.raises(IntegrityError, match="cannot store TEXT value in INTEGER column"):
        raw.execute("UPDATE people SET guest = 'yes'")


@pytest.mark.parametrize("cents", [{1: -20, 2: 15}, {1: 1}, {}], ids=["a nickel short", "one-sided", "no postings"])
def test_what_does_not_add_up_is_refused(raw, cents):
    with pytest.raises(IntegrityError, match="add up to zero"):
        add_entry(raw, cents)


def test_postings_without_their_entry_are_not_kept(raw):
    add(raw, "postings", {"league_id": 1, "entry_id": 99, "person_id": 1, "cents": 0})
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        raw.commit()


def test_an_entry_stays_as_it_is_and_is_reversed_once(raw):
    number = add_entry(raw, {1: -20, 2: 15, 3: 5})
    with pytest.raises(IntegrityError, match="written before it"):
        add(raw, "postings", {"league_id": 1, "entry_id": number, "person_id": 4, "cents": 0})
    add_entry(raw, {1: 20, 2: -15, 3: -5}, kind="reversal", reverses=number)
    with pytest.raises(IntegrityError, match="reverses"):
        add_entry(raw, {1: 20, 2: -15, 3: -5}, kind="reversal", reverses=number)


@pytest.mark.parametrize(("kind", "reverses"), [("reversal", None), ("payment", 1), ("gift", None)])
def test_an_entry_is_of_a_kind(raw, kind, reverses):
    with pytest.raises(IntegrityError, match=r"(?i)check"):
        add_entry(raw, {1: -20, 2: 20}, kind=kind, reverses=reverses)
