"""A league's house rules: a name, its versions, and the version a game keeps."""

from dataclasses import replace

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games import create
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from scorekeeper.rulebook.house_rules import house_rules_of, save_house_rules, version_of_game
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.variants.catalogue import find_variant
from tests.factories import draft, hand

PITCH = find_variant("partnership-pitch")
TO_ELEVEN = {"finish.target": 11}
OURS = 1
"""The league that Alice's phone founds with what it keeps first."""


@pytest.fixture
def save(session, clock, alice):
    def save(settings=TO_ELEVEN, *, device=alice, variant=PITCH, **form):
        name = form.pop("name", "Legion rules")
        return save_house_rules(Submission(session, clock, device, **form), name, variant, settings)

    return save


def test_the_same_rules_again_are_no_new_version(save):
    assert save() == save() == save(name="  LEGION   rules ") == (1, 1)


def begin(session, clock, alice, **changes):
    return create_game(Submission(session, clock, alice), draft(variant="partnership-pitch", **changes))


def win(session, clock, alice, code):
    everything = {"bidder": "1", "bid": 4, "points": dict.fromkeys(("high", "low", "jack", "game"), "1")}
    while not (view := read_game(session, code)).table.finished:
        record_line(Submission(session, clock, alice, seen=view.seq), code, everything)


def test_a_game_keeps_the_version_it_was_begun_under(session, clock, alice, save):
    code = begin(session, clock, alice, house=TO_ELEVEN, house_rules=save())
    save({"finish.target": 15})
    assert version_of_game(session, code) == ("Legion rules", 1)
    assert read_game(session, code).table.rules.finish.target == 11
    win(session, clock, alice, code)
    again = rematch(Submission(session, clock, alice), code)
    assert version_of_game(session, again) == ("Legion rules", 1)
    assert read_game(session, again).table.rules.finish.target == 11


def test_a_rule_changed_on_the_way_parts_the_rematch_from_the_version(session, clock, alice, save):
    code = begin(session, clock, alice, house=TO_ELEVEN, house_rules=save())
    record_line(Submission(session, clock, alice), code, {"rules": {"game.tie": "low"}})
    assert version_of_game(session, code) == ("Legion rules", 1)
    win(session, clock, alice, code)
    assert version_of_game(session, rematch(Submission(session, clock, alice), code)) is None


def test_rules_are_saved_with_the_game_or_not_at_all(session, clock, alice):
    given = draft(variant="partnership-pitch", house=TO_ELEVEN, save_as="Legion rules")
    code = create_game(Submission(session, clock, alice, op_id="form"), given)
    assert create_game(Submission(session, clock, alice, op_id="form"), given) == code
    assert version_of_game(session, code) == ("Legion rules", 1)
    with pytest.raises(UnreadableSheet):
        create_game(Submission(session, clock, alice), replace(given, save_as=" "))
    assert [each.name for each in house_rules_of(session, OURS)] == ["Legion rules"]


def test_kept_rules_bring_the_variant_they_were_made_for(session, clock, alice, save, monkeypatch):
    """A variant's file changes; the league's rules go on meaning what they meant."""
    old = find_variant("minnesota-ten-point")
    kept = save({}, variant=old)
    new = replace(old, settings={**old.settings, "points.trey.worth": 1})
    monkeypatch.setattr(create, "find_variant", {new.key: new}.__getitem__)
    code = create_game(Submission(session, clock, alice), draft(house_rules=kept))
    record_line(Submission(session, clock, alice), code, hand("2", 8))
    assert read_game(session, code).table.scores["2"] == 10
