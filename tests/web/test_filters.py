"""Addresses in templates are made once, and each is that of what was asked for."""

from __future__ import annotations

import pytest
from flask import url_for

from scorekeeper.web import filters


@pytest.fixture(autouse=True)
def page(app, monkeypatch):
    monkeypatch.setattr(filters, "_addresses", {})
    with app.test_request_context("/"):
        yield


@pytest.mark.parametrize(
    ("one", "other"),
    [({"size": None}, {"size": "None"}), ({"size": "None"}, {"size": None}), ({"size": 4}, {"_anchor": "4"})],
)
def test_what_is_asked_after_another_address_is_its_own(one, other):
    for values in (one, other, one):
        assert filters.address("new_game.index", **values) == url_for("new_game.index", **values)
