"""`/dev/looks`: what screens are built from.  Only a debugging app has it."""

from __future__ import annotations

import re

import pytest

from scorekeeper.core import filters
from scorekeeper.core.settings import resources
from tests.apps import app_on
from tests.phones import Page, Phone


@pytest.fixture
def debugging(database, tmp_path, monkeypatch):
    monkeypatch.setattr(filters, "_urls", {})  # the names of files differ from those of other apps in this process
    return Phone(app_on(database, tmp_path, FLASK_DEBUG="1"))


def test_the_looks_show_every_color_symbol_and_mark_by_name(debugging):
    answer = debugging.get("/dev/looks")
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.inline == []
    css = (resources("static") / "css/scorekeeper.css").read_text()
    used = set(re.findall(r"var\(--(s\d|c\d|felt|card|paper|ink|soft|chalk|dust|save|good|bad)\b", css))
    assert [name for name in used if f"--{name}" not in page.text] == []
    scale = re.findall(r"--([tg]\d+):", css)
    assert len(scale) == 18
    assert [name for name in scale if f"--{name}" not in page.text] == []
    sprite = (resources("static") / "img/marks.svg").read_text()
    assert [name for name in re.findall(r'id="(\w+)"', sprite) if name not in page.text] == []
    assert answer.text.count('<polyline points="0,10 96,10"') == 8
