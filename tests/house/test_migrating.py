"""A new database is made ready; one of another version is left alone and said so."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from scorekeeper import migrating
from scorekeeper.app import create_app
from scorekeeper.extensions import db
from scorekeeper.migrating import Age
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.submission import Submission
from scorekeeper.settings import ConfigurationError, from_environment
from tests.databases import asked, by_hand, configuration, database_in, everything, open_engine, raw_connection
from tests.factories import TickingClock, draft, enrol, hand, op_id
from tests.ledgers import kept

NOBODYS_PHONE = "INSERT INTO members (league_id, device_id, role, since) VALUES (7, 9, 'viewer', '')"
SCHEMA = "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2"


def note_revision(app, revision):
    by_hand(database_in(Path(app.instance_path).parent), f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608


def test_a_new_database_is_made_once(app):
    assert migrating.age(app) is Age.NEW
    migrating.prepare_database(app)
    assert migrating.age(app) is Age.CURRENT
    migrating.prepare_database(app)


def test_one_from_a_later_version_is_left_alone(app):
    migrating.prepare_database(app)
    note_revision(app, "from-the-future")
    with pytest.raises(ConfigurationError, match="later version"):
        migrating.prepare_database(app)


def test_one_from_an_earlier_version_waits_for_the_command(app, monkeypatch):
    migrating.prepare_database(app)
    monkeypatch.setattr("alembic.script.ScriptDirectory.get_heads", lambda _: ["the-next-one"])
    with pytest.raises(ConfigurationError, match="run `scorekeeper db upgrade`"):
        migrating.prepare_database(app)


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.db", "postgresql://127.0.0.1:1/nobody"])
def test_one_that_cannot_be_opened_is_said(tmp_path, url):
    app = create_app(from_environment({"DATABASE_URL": url}, tmp_path))
    with pytest.raises(ConfigurationError, match=r"^The database cannot be opened: .+\.$") as refusal:
        migrating.prepare_database(app)
    assert "\n" not in str(refusal.value)


@pytest.mark.sqlite("a file that is none")
def test_a_file_that_is_no_database_is_said(tmp_path):
    (tmp_path / "league.db").write_bytes(b"It rained all night, so nobody came to the Legion.")
    app = create_app(from_environment({"DATABASE_URL": "sqlite:///league.db"}, tmp_path))
    for attempt in (migrating.prepare_database, migrating.upgrade):
        with pytest.raises(ConfigurationError, match=r"^The database cannot be opened: file is not a database\.$"):
            attempt(app)


def test_an_upgrade_posts_what_games_of_before_the_ledger_came_to(app):
    migrating.prepare_database(app)
    clock = TickingClock()
    with app.app_context():
        device, _ = enrol(db.session, clock, "Alice's phone")
        stakes = {"currency": "USD", "game": "0.10"}
        code = create_game(db.session, clock, device, draft(stakes=stakes, opening={0: 40, 1: 44}))
        record_line(db.session, clock, code, hand("2", 5), Submission(op_id=op_id(), seen=0, device=device))
        posted = kept(db.session)
        by_hand(database_in(Path(app.instance_path).parent), "DELETE FROM postings", "DELETE FROM entries")
    migrating.upgrade(app)
    with app.app_context():
        assert kept(db.session) == posted != []


@pytest.mark.sqlite("its triggers")
def test_what_cannot_be_counted_is_one_sentence_and_is_counted_by_the_next_upgrade(app):
    """Something stands in the way of the second game, when the first is posted."""
    migrating.prepare_database(app)
    database, clock = database_in(Path(app.instance_path).parent), TickingClock()
    with app.app_context():
        device, _ = enrol(db.session, clock, "Alice's phone")
        for _ in range(2):
            stakes = {"currency": "USD", "game": "0.10"}
            code = create_game(db.session, clock, device, draft(stakes=stakes, opening={0: 40, 1: 44}))
            record_line(db.session, clock, code, hand("2", 5), Submission(op_id=op_id(), seen=0, device=device))
        posted = kept(db.session)
    by_hand(database, "DELETE FROM postings", "DELETE FROM entries")
    by_hand(database, "CREATE TRIGGER stop BEFORE INSERT ON entries WHEN EXISTS (SELECT 1 FROM entries) "
                      "BEGIN SELECT RAISE(ABORT, 'no room'); END")  # fmt: skip
    with pytest.raises(ConfigurationError, match=r"^The database is of this version now, .* Why: no room$") as failed:
        migrating.upgrade(app)
    assert "\n" not in str(failed.value)
    with raw_connection(database) as raw:
        raw.execute("DROP TRIGGER stop")
        raw.commit()
    migrating.upgrade(app)
    with app.app_context():
        assert kept(db.session) == posted


@pytest.mark.sqlite("a file of an earlier version")
@pytest.mark.parametrize("how", ["a migration fails", "a row refers to nothing afterwards", "the database refuses"])
def test_an_upgrade_that_fails_leaves_the_old_database_and_says_so(tmp_path, monkeypatch, how):
    """The migrations do their work and then fail; or leave a row of members whose phone is not there."""
    database = tmp_path / "instance" / "scorekeeper.db"
    app = create_app(from_environment({}, tmp_path))
    scripts = ScriptDirectory(str(migrating.paths.migrations()))
    head = scripts.get_revision(scripts.get_current_head())
    engine = open_engine(database)
    command.upgrade(configuration(engine), head.down_revision)
    engine.dispose()
    before = everything(database), asked(database, SCHEMA)
    run_migrations = MigrationContext.run_migrations

    def run(self):
        run_migrations(self)
        if how == "a migration fails":
            raise RuntimeError("It met what nobody foresaw.")
        if how == "the database refuses":
            self.connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")
        self.connection.exec_driver_sql(NOBODYS_PHONE)

    monkeypatch.setattr(MigrationContext, "run_migrations", run)
    with pytest.raises(ConfigurationError, match=r"^The upgrade failed, and the database is as it was\. A") as failed:
        migrating.upgrade(app)
    [kept] = database.parent.glob("scorekeeper.db.before-*")
    assert str(kept) in str(failed.value)
    assert "\n" not in str(failed.value)
    assert (everything(database), asked(database, SCHEMA)) == before
    assert everything(kept) == before[0]
    assert migrating.age(app) is Age.OLD
    monkeypatch.undo()
    migrating.upgrade(app)
    assert migrating.age(app) is Age.CURRENT


@pytest.mark.sqlite("a file")
def test_a_new_file_is_nobody_elses_to_read(tmp_path):
    app = create_app(from_environment({"DATABASE_URL": "sqlite:///league.db"}, tmp_path))
    migrating.prepare_database(app)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("league.db*")}
    assert modes["league.db"] == 0o600
    assert set(modes.values()) == {0o600}
