"""A new database is made ready; one of another version is left alone and said so."""

import stat

import pytest
from alembic.runtime.migration import MigrationContext

from scorekeeper.app import create_app
from scorekeeper.core.settings import ConfigurationError, from_environment
from scorekeeper.operations import migrating
from tests.databases import add_migration, asked, everything

NOBODYS_PHONE = "INSERT INTO members (league_id, device_id, role, since) VALUES (7, 9, 'viewer', '')"
SCHEMA = "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2"


@pytest.mark.parametrize(
    ("known", "sentence"), [(["0000"], "later version"), (["0001", "0002"], "run `scorekeeper db upgrade`")]
)
def test_one_of_another_version_is_left_alone(app, monkeypatch, known, sentence):
    migrating.prepare_database(app)
    monkeypatch.setattr("scorekeeper.core.settings.revisions", lambda: known)
    with pytest.raises(ConfigurationError, match=sentence):
        migrating.prepare_database(app)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:///folder", ".+"),
        ("postgresql://127.0.0.1:1/nobody", ".+"),
        ("sqlite:///text", "file is not a database"),
    ],
)
def test_one_that_cannot_be_opened_is_said(tmp_path, url, why):
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("It rained all night, so nobody came to the Legion.")
    app = create_app(from_environment({"DATABASE_URL": url}, tmp_path))
    for attempt in (migrating.prepare_database, migrating.upgrade):
        with pytest.raises(ConfigurationError, match=rf"^The database cannot be opened: {why}\.$") as refusal:
            attempt(app)
        assert "\n" not in str(refusal.value)


@pytest.mark.sqlite("a file of an earlier version")
@pytest.mark.parametrize("how", ["a migration fails", "a row refers to nothing afterwards", "the database refuses"])
def test_an_upgrade_that_fails_leaves_the_old_database_and_says_so(tmp_path, monkeypatch, how):
    """The migrations do their work and then fail; or leave a row of members whose phone is not there."""
    database = tmp_path / "instance" / "scorekeeper.db"
    app = create_app(from_environment({}, tmp_path))
    migrating.prepare_database(app)
    add_migration(monkeypatch, tmp_path, "op.add_column('leagues', sa.Column('motto', sa.Text()))")
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
    assert migrating.is_older(migrating.revisions_in(app))
    monkeypatch.undo()
    migrating.upgrade(app)
    assert migrating.revisions_in(app) == {"0001"}


@pytest.mark.sqlite("a file")
def test_a_new_file_is_nobody_elses_to_read(tmp_path):
    app = create_app(from_environment({"DATABASE_URL": "sqlite:///league.db"}, tmp_path))
    migrating.prepare_database(app)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("league.db*")}
    assert modes["league.db"] == 0o600
    assert set(modes.values()) == {0o600}
