"""A migration is done wholly or not at all, and never loses what refers to what it changes."""

from __future__ import annotations

import pytest
from alembic import command
from alembic.operations import Operations
from sqlalchemy import inspect, text

from scorekeeper.services.league.roster import people_of_one_name
from tests.databases import all_of, blank_at, by_hand, configuration, migrate, open_engine


@pytest.fixture
def nothing(tmp_path):
    """A database without a table."""
    return blank_at(tmp_path / "empty.db")


@pytest.fixture
def empty(nothing):
    engine = open_engine(nothing)
    yield engine
    engine.dispose()


def test_a_migration_that_fails_leaves_nothing(empty, monkeypatch):
    def fail(_operations, statement, *_args, **_more):
        raise ZeroDivisionError(statement)

    monkeypatch.setattr(Operations, "execute", fail)  # the triggers come last
    with pytest.raises(ZeroDivisionError, match=r"CREATE (TRIGGER|FUNCTION)"):
        migrate(empty)
    assert inspect(empty).get_table_names() == []
    monkeypatch.undo()
    migrate(empty)
    assert "lines" in inspect(empty).get_table_names()


@pytest.mark.sqlite("tables are made anew there, with foreign keys off")
def test_foreign_keys_are_off_during_and_on_after(empty, monkeypatch):
    seen = []
    execute = Operations.execute

    def look(operations, *args, **more):
        seen.append(operations.get_bind().scalar(text("PRAGMA foreign_keys")))
        return execute(operations, *args, **more)

    monkeypatch.setattr(Operations, "execute", look)
    migrate(empty)
    assert set(seen) == {0}
    with empty.connect() as connection:
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
        assert connection.scalar(text("PRAGMA query_only")) == 1


@pytest.mark.sqlite("nobody asks for foreign keys but who wants them")
def test_what_refers_to_nothing_is_found_before_anything_is_kept(engine, database):
    by_hand(database, "INSERT INTO people (league_id, id, name, name_key, guest) VALUES (7, 1, 'Nobody', 'nobody', 0)")
    with pytest.raises(RuntimeError, match="people refers to nothing in leagues"):
        migrate(engine)


def test_there_and_back_again(engine):
    command.downgrade(configuration(engine), "base")
    assert inspect(engine).get_table_names() == ["alembic_version"]
    migrate(engine)
    assert "lines" in inspect(engine).get_table_names()


def test_a_second_upgrade_changes_nothing(engine, database):
    before = all_of(database)
    migrate(engine)
    assert all_of(database) == before


def test_a_database_of_the_first_version_upgrades_with_its_data(empty, nothing):
    command.upgrade(configuration(empty), "0001")
    by_hand(nothing, "INSERT INTO leagues VALUES (1, 'A league', '2026-11-19T20:00:00.000000Z')")
    migrate(empty)
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT name FROM leagues")) == "A league"
        assert connection.scalar(text("SELECT count(*) FROM house_versions")) == 0


def test_a_game_survives_being_given_a_night(empty, nothing):
    """SQLite makes `games` and `members` anew for their new foreign keys; what refers to them must still be there."""
    command.upgrade(configuration(empty), "0002")
    rows = """
        INSERT INTO leagues VALUES (1, 'A league', '2026-11-19T20:00:00.000000Z');
        INSERT INTO devices VALUES (1, 'hash', 'A phone', '2026-11-19T20:00:00.000000Z');
        INSERT INTO members VALUES (1, 1, 'owner', '2026-11-19T20:00:00.000000Z');
        INSERT INTO people VALUES (1, 1, 'Ann', NULL);
        INSERT INTO rulebooks VALUES (1, 1, 'digest', '{}');
        INSERT INTO games (league_id, id, code, rulebook_id, head, seq, hash, state, status, started_at, touched_at,
            device_id, op_id, op_hash) VALUES (1, 1, 'code', 1, '{}', 1, x'07', '{}', 'playing',
            '2026-11-19T20:00:00.000000Z', '2026-11-19T20:00:00.000000Z', 1, 'op', 'hash');
        INSERT INTO seats VALUES (1, 1, 1, 1);
        INSERT INTO lines VALUES (1, 1, 1, 'op-1', 'line', NULL, '{}', NULL, 1, '2026-11-19T20:00:00.000000Z', x'',
            x'');
        """
    by_hand(nothing, *rows.split(";"))
    migrate(empty)
    with empty.connect() as connection:
        assert connection.execute(text("SELECT code, hash, night_id FROM games")).one() == ("code", b"\x07", 1)
        assert connection.execute(text("SELECT id, day FROM nights")).one() == (1, "2026-11-19")
        assert connection.execute(text("SELECT role, person_id FROM members")).one() == ("owner", None)
        assert connection.scalar(text("SELECT count(*) FROM lines JOIN seats USING (league_id, game_id)")) == 1
    command.downgrade(configuration(empty), "0002")
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT code FROM games")) == "code"
        assert connection.scalar(text("SELECT role FROM members")) == "owner"


def test_old_games_belong_to_the_night_they_were_played(empty, nothing):
    """The day a sheet says it was played, else that of its beginning; a night is of one day and one league."""
    command.upgrade(configuration(empty), "0002")
    games = ", ".join(
        f"({league}, {number}, 'code-{league}-{number}', {played_on}, 1, '{{}}', 0, x'07', '{{}}', 'playing', "
        f"'{started}T20:00:00.000000Z', '{started}T20:00:00.000000Z', 1, 'op-{league}-{number}', 'hash')"
        for league, number, played_on, started in (
            (1, 1, "NULL", "2026-11-19"),
            (1, 2, "'2026-10-31'", "2026-11-19"),
            (1, 3, "NULL", "2026-11-20"),
            (1, 4, "'2026-11-19'", "2026-12-01"),
            (2, 1, "NULL", "2026-11-19"),
        )
    )
    by_hand(nothing, *f"""
        INSERT INTO leagues VALUES (1, 'A league', '2026-11-19T20:00:00.000000Z'),
            (2, 'Another', '2026-11-19T20:00:00.000000Z');
        INSERT INTO devices VALUES (1, 'hash', 'A phone', '2026-11-19T20:00:00.000000Z');
        INSERT INTO rulebooks VALUES (1, 1, 'digest', '{{}}'), (2, 1, 'digest', '{{}}');
        INSERT INTO games (league_id, id, code, played_on, rulebook_id, head, seq, hash, state, status, started_at,
            touched_at, device_id, op_id, op_hash) VALUES {games};
        """.split(";"))  # fmt: skip  # noqa: S608 - nothing here comes from outside
    command.upgrade(configuration(empty), "0003")
    question = """
        SELECT games.league_id, games.id, night_id, day FROM games
        JOIN nights ON nights.league_id = games.league_id AND nights.id = games.night_id ORDER BY 1, 2
    """
    with empty.connect() as connection:
        assert [tuple(row) for row in connection.execute(text(question))] == [
            (1, 1, 1, "2026-11-19"), (1, 2, 2, "2026-10-31"), (1, 3, 3, "2026-11-20"), (1, 4, 1, "2026-11-19"),
            (2, 1, 1, "2026-11-19"),
        ]  # fmt: skip


def test_balances_of_before_tell_games_from_payments(empty, nothing):
    """Bob lost fifty cents to Ann in a game, and paid her twenty; in euros he won one."""
    command.upgrade(configuration(empty), "0004")
    by_hand(nothing, *"""
        INSERT INTO leagues (id, name, created_at) VALUES (1, 'A league', '2026-11-19T20:00:00.000000Z');
        INSERT INTO devices VALUES (1, 'hash', 'A phone', '2026-11-19T20:00:00.000000Z');
        INSERT INTO people VALUES (1, 1, 'Ann', NULL), (1, 2, 'Bob', NULL);
        INSERT INTO rulebooks VALUES (1, 1, 'digest', '{}');
        INSERT INTO nights VALUES (1, 1, '2026-11-19', '2026-11-19T20:00:00.000000Z', NULL);
        INSERT INTO games (league_id, id, code, title, rulebook_id, head, seq, hash, state, status, started_at,
            touched_at, device_id, op_id, op_hash, night_id) VALUES (1, 1, 'code', 'Große ÜBERRASCHUNG', 1, '{}', 0,
            x'07', '{}', 'playing', '2026-11-19T20:00:00.000000Z', '2026-11-19T20:00:00.000000Z', 1, 'op', 'hash', 1);
        INSERT INTO postings VALUES (1, 1, 1, 50), (1, 1, 2, -50), (1, 2, 1, -20), (1, 2, 2, 20), (1, 3, 1, -1),
            (1, 3, 2, 1);
        INSERT INTO entries (league_id, id, kind, game_id, seq, night_id, currency, device_id, posted_at) VALUES
            (1, 1, 'stakes', 1, 1, 1, 'USD', 1, '2026-11-19T20:00:00.000000Z'),
            (1, 2, 'payment', NULL, NULL, 1, 'USD', 1, '2026-11-19T20:00:00.000000Z'),
            (1, 3, 'stakes', 1, 2, 1, 'EUR', 1, '2026-11-19T20:00:00.000000Z');
        """.split(";"))  # fmt: skip
    command.upgrade(configuration(empty), "0005")
    balances = "SELECT currency, person_id, cents, played FROM balances ORDER BY 1, 2"
    with empty.connect() as connection:
        assert [tuple(row) for row in connection.execute(text(balances))] == [
            ("EUR", 1, -1, -1), ("EUR", 2, 1, 1), ("USD", 1, 30, 50), ("USD", 2, -30, -50),
        ]  # fmt: skip
        title_key = connection.scalar(text("SELECT title_key FROM games"))
        assert title_key == "grosse überraschung", "as a search folds it"


def test_leagues_and_people_survive_their_new_columns(empty, nothing):
    """SQLite makes `leagues` and `people` anew; every league gets an address, and everybody stays a regular."""
    command.upgrade(configuration(empty), "0004")
    rows = """
        INSERT INTO leagues (id, name, created_at, currency) VALUES (1, 'One', '2026-11-19T20:00:00.000000Z', 'USD'),
            (2, 'Another', '2026-11-19T20:00:00.000000Z', NULL);
        INSERT INTO devices VALUES (1, 'hash', 'A phone', '2026-11-19T20:00:00.000000Z');
        INSERT INTO people VALUES (1, 1, 'Ann', NULL);
        INSERT INTO rulebooks VALUES (1, 1, 'digest', '{}');
        INSERT INTO nights VALUES (1, 1, '2026-11-19', '2026-11-19T20:00:00.000000Z', NULL);
        INSERT INTO games (league_id, id, code, title, rulebook_id, head, seq, hash, state, status, started_at,
            touched_at, device_id, op_id, op_hash, night_id) VALUES (1, 1, 'code', 'Légion ÉTÉ', 1, '{}', 0, x'07',
            '{}', 'playing', '2026-11-19T20:00:00.000000Z', '2026-11-19T20:00:00.000000Z', 1, 'op', 'hash', 1);
        INSERT INTO seats VALUES (1, 1, 1, 1);
        """
    by_hand(nothing, *rows.split(";"))
    migrate(empty)
    with empty.connect() as connection:
        codes = connection.scalars(text("SELECT code FROM leagues")).all()
        assert [len(code) for code in codes] == [22, 22]
        assert codes[0] != codes[1]
        assert connection.execute(text("SELECT name, currency FROM leagues WHERE id = 1")).one() == ("One", "USD")
        assert connection.execute(text("SELECT name, guest, merged_into FROM people")).one() == ("Ann", 0, None)
        assert connection.scalar(text("SELECT title_key FROM games JOIN seats USING (league_id)")) == "légion été"
    command.downgrade(configuration(empty), "0004")
    with empty.connect() as connection:
        assert connection.execute(text("SELECT * FROM people")).one() == (1, 1, "Ann", None)
        assert connection.scalar(text("SELECT count(*) FROM leagues")) == 2


def test_twins_of_before_are_left_alone_and_found_by_one_key(empty, nothing):
    """Real twins: full-width letters, a zero-width joiner, ß; those of another league are nobody's twins."""
    command.upgrade(configuration(empty), "0006")
    moment = "'2026-11-19T20:00:00.000000Z'"
    by_hand(nothing, *f"""
        INSERT INTO leagues (id, code, name, created_at)
            VALUES (1, 'one', 'One', {moment}), (2, 'two', 'Two', {moment});
        INSERT INTO people (league_id, id, name, guest, archived_at) VALUES (1, 1, 'Ann', 0, NULL),
            (1, 2, '\uff21nn', 0, NULL), (1, 3, 'Straße', 0, NULL), (1, 4, 'STRASSE', 1, NULL),
            (1, 5, 'Bob', 0, NULL), (1, 6, 'B\u200dob', 0, NULL), (1, 7, 'BOB', 0, {moment}), (1, 8, 'Cy', 0, NULL),
            (2, 1, 'Cy', 0, NULL);
        """.split(";"))  # fmt: skip  # noqa: S608 - nothing here comes from outside
    names = "SELECT league_id, id, name FROM people ORDER BY 1, 2"
    with empty.connect() as connection:
        before = connection.execute(text(names)).all()
    migrate(empty)
    with empty.connect() as connection:
        assert connection.execute(text(names)).all() == before
        keys = connection.scalars(text("SELECT name_key FROM people ORDER BY league_id, id")).all()
        assert keys == ["ann", "ann", "strasse", "strasse", "bob", "bob", "bob", "cy", "cy"]
        assert people_of_one_name(connection) == [
            (1, [(1, "Ann"), (2, "\uff21nn")]), (1, [(5, "Bob"), (6, "B\u200dob")]),
            (1, [(3, "Straße"), (4, "STRASSE")]),
        ]  # fmt: skip
    command.downgrade(configuration(empty), "0006")
    with empty.connect() as connection:
        assert connection.execute(text(names)).all() == before


def test_there_is_no_offline_mode(engine):
    with pytest.raises(SystemExit, match="no offline mode"):
        command.upgrade(configuration(engine), "head", sql=True)
