"""`scorekeeper export`, `import`, `backup`, `restore`, `demo` as people type them."""

import os
import re

import pytest

from scorekeeper.operations.backup import hold_server_lock
from tests.apps import app_on
from tests.cli.conftest import scorekeeper
from tests.databases import add_migration, asked, by_hand, copied, database_in, migrate, open_engine, url_of
from tests.phones import Phone


@pytest.fixture
def say(own_folder):
    """Say something to scorekeeper, in a folder of its own; give its exit code, and what it said."""
    assert own_folder

    def say(*words):
        done = scorekeeper(*words)
        return done.exit_code, done.output

    return say


@pytest.fixture(scope="module")
def made_demo(tmp_path_factory, blank_database):
    """A database with the demo league in it."""
    folder = tmp_path_factory.mktemp("demo")
    database = copied(blank_database, database_in(folder))
    environ = {"DATABASE_URL": url_of(database), "SECRET_KEY": "0" * 32}
    done = scorekeeper("demo", **environ)
    assert done.exit_code == 0, done.output
    return database


@pytest.fixture
def demo(made_demo, tmp_path):
    """The demo league is league 1 of the database in the folder of this test."""
    return copied(made_demo, database_in(tmp_path))


@pytest.fixture
def old_database(tmp_path, monkeypatch):
    """Return a function that makes a database as an earlier version of the program did."""

    def make(path):
        engine = open_engine(path)
        migrate(engine)
        engine.dispose()
        add_migration(monkeypatch, tmp_path, "op.add_column('leagues', sa.Column('motto', sa.Text()))")

    return make


def test_a_league_there_and_back(say, tmp_path):
    status, told = say("demo")
    assert status == 0
    assert told.startswith("Thursday at the Legion (demo) is league 1.\n")
    assert re.search(r"owns it:\n\n    (?:[2-9A-Z]{1,4}-)+[2-9A-Z]{3,4}\n", told)
    assert say("export", "1", "league.json") == (0, "Thursday at the Legion (demo) (1) is in league.json.\n")
    assert "already exists" in say("export", "1", "league.json")[1]
    assert say("import", "league.json")[1].startswith("It is now league 2.\n")
    assert say("export", "2", "again.json")[0] == 0
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "league.json").read_bytes()
    (tmp_path / "torn.json").write_bytes((tmp_path / "league.json").read_bytes()[:-100])
    status, told = say("import", "torn.json")
    assert (status, told.count("\n")) == (2, 1)
    assert "torn.json was not imported, and nothing was changed. " in told
    assert asked(database_in(tmp_path), "SELECT count(*) FROM leagues") == [(2,)]


def test_a_league_made_for_somebody_is_owned_by_the_phone_that_has_its_code(say, tmp_path):
    status, told = say("create", "  Legion   Post 9 ")
    assert status == 0
    code = re.fullmatch(r"Legion Post 9 is league 1\.\n.*owns it:\n\n    (\S+)\n\n", told, re.DOTALL)[1]
    assert say("create", " ") == (2, "scorekeeper: A league needs a name.\n")
    app = app_on(database_in(tmp_path), tmp_path, OPEN="0")
    founder, other = Phone(app), Phone(app)
    assert founder.send("/claim", "/claim", {"passphrase": code}).status_code == 303
    assert "Legion Post 9" in founder.get("/").text
    assert founder.sit_down()  # a game in their own league, though nobody founds one here
    assert other.send("/claim", "/claim", {"passphrase": code}).status_code == 422


@pytest.mark.usefixtures("demo")
def test_a_league_is_deleted_and_comes_back_from_its_file(say, tmp_path):
    name = "Thursday at the Legion (demo)"
    assert "There is no league" in say("delete", "7")[1]
    say("export", "1", "league.json")
    status, told = say("delete", "1", "--yes")
    assert re.fullmatch(rf"{re.escape(name)} \(1\), \d+ games of \d+ nights, was deleted\.\n", told), status
    assert asked(database_in(tmp_path), "SELECT count(*) FROM lines") == [(0,)]
    assert say("import", "league.json")[0] == 0
    assert say("doctor", "--quick")[0] == 0


@pytest.mark.usefixtures("demo")
def test_who_says_no_deletes_nothing_and_a_name_of_two_leagues_is_not_enough(say, tmp_path):
    done = scorekeeper("delete", "1", text="n\n")
    assert (done.exit_code, done.stderr.splitlines()[-1]) == (1, "scorekeeper: Nothing was deleted.")
    say("create", "Thursday at the Legion (demo)")
    twice = "Thursday at the Legion (demo) (1), Thursday at the Legion (demo) (2)"
    said = f'Several leagues are called "Thursday at the Legion (demo)". Use a number of these: {twice}.'
    assert say("export", "Thursday at the Legion (demo)", "-") == (2, f"scorekeeper: {said}\n")
    assert say("export", "7", "-")[1] == f'scorekeeper: There is no league "7". Use a number of these: {twice}.\n'
    assert asked(database_in(tmp_path), "SELECT count(*) FROM leagues") == [(2,)]


@pytest.mark.sqlite("a folder without its file")
@pytest.mark.parametrize("words", [("doctor",), ("rebuild",), ("export", "1", "-"), ("delete", "1")], ids=" ".join)
def test_in_another_folder_no_database_is_made(say, tmp_path, words):
    assert say(*words) == (
        2, f"scorekeeper: There is no database at {database_in(tmp_path)}: is this the right folder?\n",
    )  # fmt: skip
    assert not database_in(tmp_path).exists()


@pytest.mark.usefixtures("demo")
def test_what_happens_while_it_asks_is_said_in_one_sentence(say, tmp_path, monkeypatch):
    database, name = database_in(tmp_path), "Thursday at the Legion (demo)"

    def answering(meanwhile):
        monkeypatch.setattr("click.confirm", lambda *_, **__: meanwhile() or True)
        return say("delete", "1")

    renamed = f"scorekeeper: {name} (1) was renamed in the meantime, so nothing was deleted.\n"
    assert answering(lambda: by_hand(database, "UPDATE leagues SET name = 'Friday'")) == (2, renamed)
    assert asked(database, "SELECT count(*) FROM leagues") == [(1,)]
    gone = "scorekeeper: Friday (1) was deleted in the meantime.\n"
    assert answering(lambda: say("delete", "1", "--yes") and None) == (2, gone)
    assert asked(database, "SELECT count(*) FROM leagues") == [(0,)]


@pytest.mark.sqlite("PostgreSQL has pg_dump")
@pytest.mark.usefixtures("demo")
def test_backup_and_restore(say, tmp_path):
    database = tmp_path / "instance" / "scorekeeper.db"
    assert say("backup", "kept.db") == (0, "Everything is in kept.db, and it is readable.\n")
    say("demo")
    status, told = say("restore", "kept.db")
    assert (status, told.count("\n")) == (0, 2)
    assert asked(database, "SELECT count(*) FROM leagues") == [(1,)]
    [beside] = database.parent.glob("scorekeeper.db.replaced-*")
    assert asked(beside, "SELECT count(*) FROM leagues") == [(2,)]
    status, told = say("restore", "nowhere.db")
    assert (status, told) == (2, "scorekeeper: Invalid value for 'FILE': File 'nowhere.db' does not exist.\n")
    assert say("backup", "kept.db") == (1, "scorekeeper: kept.db already exists: name another file, or use --force.\n")
    assert say("backup", "kept.db", "--force")[0] == 0


@pytest.mark.sqlite("PostgreSQL has pg_dump")
@pytest.mark.usefixtures("demo")
def test_neither_a_restore_nor_an_upgrade_under_a_server_that_runs(say, tmp_path):
    say("backup", "kept.db")
    served = hold_server_lock(tmp_path / "instance" / "scorekeeper.db")
    for words in (("restore", "kept.db"), ("db", "upgrade")):
        assert say(*words) == (1, "scorekeeper: The server is running: stop it, then try again.\n")
    os.close(served)
    assert say("restore", "kept.db")[0] == 0


@pytest.mark.deep
@pytest.mark.sqlite("PostgreSQL has pg_dump")
def test_a_copy_of_an_earlier_version_is_restored_and_wants_an_upgrade(say, tmp_path, old_database):
    old_database(tmp_path / "kept.db")
    status, told = say("restore", "kept.db")
    assert (status, told.splitlines()) == (0, [
        "kept.db is the database now.",
        "An earlier version made it: run `scorekeeper db upgrade` before you start the server.",
    ])  # fmt: skip
    assert say("db", "upgrade")[0] == 0
    assert say("backup", "again.db")[0] == 0
    status, told = say("restore", "again.db")
    assert (status, "earlier version" in told) == (0, False)


@pytest.mark.usefixtures("demo")
def test_a_league_comes_from_the_standard_input(say, tmp_path):
    say("export", "1", "league.json")
    done = scorekeeper("import", "-", text=(tmp_path / "league.json").read_bytes())
    assert (done.exit_code, done.output.startswith("It is now league 2.\n")) == (0, True), done.output
    assert say("export", "2", "-")[1].encode() == (tmp_path / "league.json").read_bytes()


@pytest.mark.deep
@pytest.mark.sqlite("PostgreSQL has pg_dump")
@pytest.mark.usefixtures("demo")
def test_nothing_is_written_over_the_database_or_a_folder(say, tmp_path):
    database = "instance/scorekeeper.db"
    for words, sentence in (
        (("backup", database, "--force"), f"{database} is part of the database itself: name another file."),
        (("export", "1", database, "--force"), f"{database} is part of the database itself: name another file."),
        (("export", "1", f"{database}-journal", "--force"), f"{database}-journal is part of the "),
        (("backup", "instance", "--force"), "instance is a folder: name a file in it."),
        (("export", "1", "instance", "--force"), "instance is a folder: name a file in it."),
        (("export", "1", "nowhere/league.json"), "nowhere/league.json cannot be written: No such file or directory."),
    ):
        status, told = say(*words)
        assert (status, told.count("\n"), told.startswith(f"scorekeeper: {sentence}")) == (1, 1, True), told
    assert asked(tmp_path / database, "SELECT count(*) FROM leagues") == [(1,)]


@pytest.mark.sqlite("PostgreSQL has pg_dump")
def test_an_upgrade_copies_first(say, tmp_path, old_database):
    database = tmp_path / "instance" / "scorekeeper.db"
    database.parent.mkdir()
    old_database(database)
    status, told = say("db", "upgrade")
    [kept] = database.parent.glob("scorekeeper.db.before-*")
    assert (status, told) == (0, f"Done. A copy from before is in {kept}.\n")
    assert asked(kept, "SELECT version_num FROM alembic_version") == [("0001",)]
    assert asked(database, "SELECT version_num FROM alembic_version") != [("0001",)]
    assert say("db", "upgrade") == (0, "")


def test_postgresql_does_it_itself(say, tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@localhost:1/nothing")
    (tmp_path / "copied.db").touch()
    for words in (("backup", "kept.db"), ("restore", "copied.db")):
        status, told = say(*words)
        assert (status, "pg_dump" in told) == (1, True)
