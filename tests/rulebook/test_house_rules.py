"""A league's house rules and own games: names and keys, their versions, and the version that a game keeps."""

from dataclasses import replace

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games import create
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import record_line
from scorekeeper.rulebook.house_rules import (
    own_games_of,
    save_house_rules,
    save_own_game,
    variant_finder,
    variant_of,
    version_of_game,
)
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from scorekeeper.variants.catalogue import find_variant, with_changes
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


def test_a_rule_changed_on_the_way_parts_the_rematch_from_the_version(session, clock, alice, save):
    code = begin(session, clock, alice, house=TO_ELEVEN, house_rules=save())
    record_line(Submission(session, clock, alice), code, {"rules": {"game.tie": "low"}})
    assert version_of_game(session, code) == ("Legion rules", 1)
    win(session, clock, alice, code)
    assert version_of_game(session, rematch(Submission(session, clock, alice), code)) is None


def test_kept_rules_bring_the_variant_they_were_made_for(session, clock, alice, save, monkeypatch):
    """A variant's file changes; the league's rules go on meaning what they meant."""
    old = find_variant("minnesota-ten-point")
    kept = save({}, variant=old)
    new = replace(old, settings={**old.settings, "points.trey.worth": 1})
    monkeypatch.setattr(create, "find_variant", {new.key: new}.__getitem__)
    code = create_game(Submission(session, clock, alice), draft(house_rules=kept))
    record_line(Submission(session, clock, alice), code, hand("2", 8))
    assert read_game(session, code).table.scores["2"] == 10


CHANGES = {"finish.target": 31, "auction.dealer_steals": False}


def legion(changes=CHANGES, *, name="Legion Pitch", **others):
    changed = with_changes(PITCH, 4, changes, PITCH.sizes)
    return replace(changed, key="", name=name, extends="partnership-pitch", summary="As at the Legion", **others)


@pytest.fixture
def save_variant(session, clock, alice):
    def save_variant(variant=None, *, device=alice, **form):
        return save_own_game(Submission(session, clock, device, **form), variant or legion())[1:]

    return save_variant


def keys(session, league=OURS):
    return [variant_of(version).key for version in own_games_of(session, league)]


def test_no_key_of_the_catalogue_or_of_another_variant_is_taken(session, save_variant):
    save_variant(legion(name="Partnership Pitch"))
    save_variant(legion(name="Legion Pitch"))
    save_variant(legion(name="Legion: Pitch!"))
    save_variant(legion(name="Предпоследний"))
    assert set(keys(session)) == {"partnership-pitch-2", "legion-pitch", "legion-pitch-2", "our-game"}


def test_the_key_of_a_file_is_kept_where_nobody_has_it_and_the_same_again_is_no_new_version(session, save_variant):
    assert save_variant(replace(legion(), key="legion")) == save_variant(replace(legion(), key="legion")) == (1, 1)
    assert keys(session) == ["legion"]


@pytest.fixture
def begin_legion(session, clock, alice):
    def begin_legion(version=(1, 1)):
        wanted = draft(variant="legion-pitch", house_rules=version)
        return create_game(Submission(session, clock, alice), wanted)

    return begin_legion


def target(session, code):
    return read_game(session, code).table.rules.finish.target


def test_a_sheet_comes_back_into_the_league_that_wrote_the_variant_and_another_version_is_for_new_games(
    session, clock, alice, save_variant, begin_legion
):
    save_variant()
    text = sheet_as_toml(export_sheet(session, begin_legion()))
    assert 'variant = "legion-pitch"' in text
    assert target(session, import_sheet(Submission(session, clock, alice), text)) == 31
    save_variant(legion({"finish.target": 52}))
    assert [target(session, begin_legion((1, version))) for version in (1, 2)] == [31, 52]


def test_another_league_does_not_know_the_variant(session, clock, bob, save_variant, begin_legion):
    save_variant()
    text = sheet_as_toml(export_sheet(session, begin_legion()))
    with pytest.raises(UnreadableSheet) as refused:
        import_sheet(Submission(session, clock, bob), text)
    assert refused.value.field == "variant"
    with pytest.raises(KeyError):
        variant_finder(session, 0)("legion-pitch")
