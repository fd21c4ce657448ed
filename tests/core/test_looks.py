"""`/dev/looks`: what screens are built from.  Only a debugging app has it."""

from __future__ import annotations

import re

import pytest

from scorekeeper.core import filters
from scorekeeper.core.settings import resources
from tests.apps import app_on
from tests.phones import Phone


@pytest.fixture
def debugging(database, tmp_path, monkeypatch):
    monkeypatch.setattr(filters, "_urls", {})  # the names of files differ from those of other apps in this process
    return Phone(app_on(database, tmp_path, FLASK_DEBUG="1"))


def test_the_looks_show_every_symbol_and_mark_by_name(debugging):
    page = debugging.page("/dev/looks")
    assert page.inline == []
    sprite = (resources("static") / "img/marks.svg").read_text()
    assert [name for name in re.findall(r'id="(\w+)"', sprite) if name not in page.text] == []
