"""A variant that a league wrote: its key, its versions, and the games that keep the text they were begun under."""

from dataclasses import replace

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.rulebook.house_rules import own_games_of, save_own_game, variant_finder, variant_of
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from scorekeeper.variants.catalogue import find_variant
from scorekeeper.variants.own import with_changes
from tests.factories import draft
from tests.transfer.league_files import brought_in, exported

PITCH = find_variant("partnership-pitch")
CHANGES = {"finish.target": 31, "auction.dealer_steals": False}
LEAGUE = 1
"""The league that the first save makes."""


def legion(changes=CHANGES, *, name="Legion Pitch", **others):
    changed = with_changes(PITCH, 4, changes, PITCH.sizes)
    return replace(changed, key="", name=name, extends="partnership-pitch", summary="As at the Legion", **others)


@pytest.fixture
def save(session, clock, alice):
    def save(variant=None, *, device=alice, **form):
        return save_own_game(Submission(session, clock, device, **form), variant or legion())[1:]

    return save


def keys(session, league=LEAGUE):
    return [variant_of(version).key for version in own_games_of(session, league)]


def test_no_key_of_the_catalogue_or_of_another_variant_is_taken(session, save):
    save(legion(name="Partnership Pitch"))
    save(legion(name="Legion Pitch"))
    save(legion(name="Legion: Pitch!"))
    save(legion(name="Предпоследний"))
    assert set(keys(session)) == {"partnership-pitch-2", "legion-pitch", "legion-pitch-2", "our-game"}


def test_the_key_of_a_file_is_kept_where_nobody_has_it_and_the_same_again_is_no_new_version(session, save):
    assert save(replace(legion(), key="legion")) == save(replace(legion(), key="legion")) == (1, 1)
    assert keys(session) == ["legion"]


@pytest.fixture
def begin(session, clock, alice):
    def begin(version=(1, 1)):
        wanted = draft(variant="legion-pitch", house_rules=version)
        return create_game(Submission(session, clock, alice), wanted)

    return begin


def target(session, code):
    return read_game(session, code).table.rules.finish.target


def test_a_sheet_comes_back_into_the_league_that_wrote_the_variant_and_another_version_is_for_new_games(
    session, clock, alice, save, begin
):
    save()
    text = sheet_as_toml(export_sheet(session, begin()))
    assert 'variant = "legion-pitch"' in text
    assert target(session, import_sheet(Submission(session, clock, alice), text)) == 31
    save(legion({"finish.target": 52}))
    assert [target(session, begin((1, version))) for version in (1, 2)] == [31, 52]


def test_another_league_does_not_know_the_variant(session, clock, bob, save, begin):
    save()
    text = sheet_as_toml(export_sheet(session, begin()))
    with pytest.raises(UnreadableSheet) as refused:
        import_sheet(Submission(session, clock, bob), text)
    assert refused.value.field == "variant"
    with pytest.raises(KeyError):
        variant_finder(session, 0)("legion-pitch")


def test_the_file_of_a_league_has_its_variants_and_their_games(session, engine, clock, alice, save, begin):
    save()
    save(legion({"finish.target": 52}))
    begin((1, 1))
    first = exported(engine, LEAGUE)
    copy = brought_in(session, clock, alice, first)
    assert exported(engine, copy) == first
    brought = [variant_of(each) for each in own_games_of(session, copy)]
    assert brought == [variant_of(each) for each in own_games_of(session, LEAGUE)]
