"""Addresses in templates are made once, and each is that of what was asked for; days are those of the clock's place."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from flask import url_for

from scorekeeper.web import filters


@pytest.fixture(autouse=True)
def page(app, monkeypatch):
    monkeypatch.setattr(filters, "_urls", {})
    with app.test_request_context("/"):
        yield


@pytest.mark.parametrize(
    ("one", "other"),
    [({"size": None}, {"size": "None"}), ({"size": "None"}, {"size": None}), ({"size": 4}, {"_anchor": "4"})],
)
def test_what_is_asked_after_another_address_is_its_own(one, other):
    for values in (one, other, one):
        assert filters.cached_url_for("new_game.index", **values) == url_for("new_game.index", **values)


@pytest.fixture
def chicago(monkeypatch):
    monkeypatch.setenv("TZ", "America/Chicago")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("chicago")
def test_a_moment_in_the_evening_is_of_that_day_west_of_greenwich():
    moment = dt.datetime(2026, 11, 20, 2, 5, tzinfo=dt.UTC)
    assert f"{filters.day(moment)}, {filters.time_of_day(moment)}" == "19 Nov 2026, 20:05"
    assert filters.day(dt.date(2026, 11, 20)) == "20 Nov 2026", "a day is the same everywhere"
