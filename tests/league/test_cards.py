"""People and awards as cards: letters and a suit, a mark for each award, one award for each person first."""

from __future__ import annotations

import re
from pathlib import Path

from scorekeeper.core.marks import SUITS
from scorekeeper.league.awards import AWARD_KINDS, Award, spread_awards

SPRITE = Path(__file__).parents[2] / "static" / "img" / "marks.svg"
ANN, BOB, CY = (1, "Ann"), (2, "Bob"), (3, "Cy")


def drawn():
    return set(re.findall(r'<symbol id="(\w+)"', SPRITE.read_text()))


def award(key, *people):
    return Award(key, key, people, "3", "Most.")


def test_the_sprite_is_small_and_has_every_mark(app):
    marks = app.jinja_env.get_template("_macros/league.html").module.award_marks
    assert marks.keys() == {key for key, *_ in AWARD_KINDS}
    assert {*marks.values(), *SUITS} <= drawn()
    assert SPRITE.stat().st_size <= 1500


def test_awards_go_round_before_anybody_has_a_second():
    given = [award("a", ANN), award("b", ANN), award("c", BOB, ANN), award("d", CY), award("e", BOB)]
    assert [each.key for each in spread_awards(given)] == ["a", "d", "e", "b", "c"]


def test_each_award_shows_its_mark(owner, league):
    html = owner.get(f"{league}/awards").text
    shown = re.findall(r'<li class="award.*?marks[^"#]*\.svg[^"#]*#(\w+)"', html, re.DOTALL)
    assert len(shown) == html.count('<li class="award') > 0
    assert set(shown) <= drawn()
