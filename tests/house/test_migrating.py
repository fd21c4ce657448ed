"""A new database is made ready; one of another version is left alone and said so."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper import migrating
from scorekeeper.app import create_app
from scorekeeper.extensions import db
from scorekeeper.migrating import Age
from scorekeeper.services.games import create_game
from scorekeeper.services.lines import record_line
from scorekeeper.settings import ConfigurationError, from_environment
from tests.databases import by_hand, database_in
from tests.factories import TickingClock, draft, enrol, hand, op_id
from tests.ledgers import kept


def note_revision(app, revision):
    by_hand(database_in(Path(app.instance_path).parent), f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608


def test_a_new_database_is_made_once(app):
    assert migrating.age(app) is Age.NEW
    migrating.make_ready(app)
    assert migrating.age(app) is Age.CURRENT
    migrating.make_ready(app)


def test_one_from_a_later_version_is_left_alone(app):
    migrating.make_ready(app)
    note_revision(app, "from-the-future")
    with pytest.raises(ConfigurationError, match="later version"):
        migrating.make_ready(app)


def test_one_from_an_earlier_version_waits_for_the_command(app, monkeypatch):
    migrating.make_ready(app)
    monkeypatch.setattr("alembic.script.ScriptDirectory.get_heads", lambda _: ["the-next-one"])
    with pytest.raises(ConfigurationError, match="run `scorekeeper db upgrade`"):
        migrating.make_ready(app)


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.db", "postgresql://127.0.0.1:1/nobody"])
def test_one_that_cannot_be_opened_is_said(tmp_path, url):
    app = create_app(from_environment({"DATABASE_URL": url}, tmp_path))
    with pytest.raises(ConfigurationError, match=r"^The database cannot be opened: .+\.$") as refusal:
        migrating.make_ready(app)
    assert "\n" not in str(refusal.value)


def test_an_upgrade_posts_what_games_of_before_the_ledger_came_to(app):
    migrating.make_ready(app)
    clock = TickingClock()
    with app.app_context():
        device, _ = enrol(db.session, clock, "Alice's phone")
        stakes = {"currency": "USD", "game": "0.10"}
        code = create_game(db.session, clock, device, draft(stakes=stakes, opening={0: 40, 1: 44}))
        record_line(db.session, clock, code, hand("2", 5), op_id=op_id(), seen=0, device=device)
        posted = kept(db.session)
        by_hand(database_in(Path(app.instance_path).parent), "DELETE FROM postings", "DELETE FROM entries")
    migrating.upgrade(app)
    with app.app_context():
        assert kept(db.session) == posted != []
