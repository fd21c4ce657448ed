"""A correction keeps what it does not change, and after the close of the night the reason that was asked for."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import update

from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import write_transaction
from scorekeeper.models import Night
from tests.phones import Page

BURIED = """
format = "scoresheet/1"
variant = "partnership-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
[rules]
"game.buried_to_bidder" = true
[[lines]]
bidder = "Ann"
bid = 3
points = { high = "Ann", jack = "Ann", low = "Bob" }
counts = { Ann = 20, Bob = 30 }
buried = 15
"""


def test_buried_cards_stay_counted(phone):
    """Twenty and the fifteen that Ann buried against thirty: she has game, and three with it, whatever her bid was."""
    code = phone.send("/import", "/import", {"sheet": BURIED}).location.rsplit("/", 1)[1]
    path = f"/t/{code}/lines/1"
    assert phone.form(path, path)["buried"] == "15"
    assert phone.send(path, path, {"bid": "2"}).status_code == 303
    line = phone.get(f"/t/{code}/sheet.json").json["lines"][0]
    assert (line["bid"], line["counts"], line["buried"]) == (2, {"Ann": 20, "Bob": 30}, 15)
    assert phone.scores(code) == ["3", "1"]


def test_the_reason_asked_for_late_is_kept(app, phone, code):
    phone.hand(code)
    assert phone.send(f"/t/{code}/log", f"/t/{code}/night/close", {}).status_code == 303
    an_hour_ago = dt.datetime.now(dt.UTC) - dt.timedelta(hours=1)
    with app.app_context(), write_transaction(db.session) as connection:
        connection.execute(update(Night).values(closed_at=an_hour_ago))
    path = f"/t/{code}/lines/1"
    asked = phone.send(path, path, {"bid": "6"})
    assert asked.status_code == 422
    form = next(form["fields"] for form in Page(asked.text).forms if form["action"] == path)
    assert form["bid"] == "6"
    again = phone.client.post(path, data=form | {"late": "x" * 201})
    assert again.status_code == 422
    assert "Use at most 200 characters." in again.text
    assert Page(again.text).forms[0]["fields"]["late"] == "x" * 201, "what was typed is still there"
    assert phone.client.post(path, data=form | {"late": "It was on paper"}).status_code == 303
    text = phone.page(f"/t/{code}/log").text
    assert "Before: Bob bid 5" in text
    assert "It was on paper" in text
