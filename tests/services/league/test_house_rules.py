"""A league's house rules: a name, its versions, and the version a game keeps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from scorekeeper.rules.errors import SettingsError, UnreadableSheet
from scorekeeper.services.errors import GameNotFound, HouseRulesNotFound, OpIdReused
from scorekeeper.services.games import create
from scorekeeper.services.games.create import create_game, rematch
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.view import read_game
from scorekeeper.services.league.house_rules import (
    RulesDraft,
    archive_house_rules,
    house_rules_of,
    playable_sizes,
    read_house_rules,
    read_version,
    save_house_rules,
    version_of_game,
)
from scorekeeper.services.submission import Submission
from scorekeeper.variants.catalogue import find_variant
from tests.databases import SERVER, raw_connection
from tests.factories import draft, hand, op_id

PITCH = find_variant("partnership-pitch")
TO_ELEVEN = {"finish.target": 11}
OURS, THEIRS = 1, 2
"""The leagues that Alice's phone, then Bob's, found with what they keep first."""


@pytest.fixture
def save(session, clock, alice):
    def save(settings=TO_ELEVEN, *, device=alice, variant=PITCH, **form):
        wanted = RulesDraft(form.get("name", "Legion rules"), variant, settings)
        submission = Submission(op_id=form.get("op_id", op_id()), device=device)
        return save_house_rules(session, clock, wanted, submission, league_id=form.get("league_id"))

    return save


# ---------------------------------------------------------------- versions


def test_saving_makes_a_version_and_the_old_one_stays(session, save):
    assert save() == (1, 1)
    assert save({"finish.target": 15}) == (1, 2)
    assert save({"finish.target": 9}, name="Church") == (2, 1)
    versions = read_house_rules(session, OURS, 1)
    assert [(each.number, each.settings, each.phone) for each in versions] == [
        (2, {"finish.target": 15}, "Alice's phone"),
        (1, {"finish.target": 11}, "Alice's phone"),
    ]
    assert read_version(session, OURS, 1).number == 2
    assert read_version(session, OURS, 1, 1).settings == {"finish.target": 11}
    assert [(each.name, each.number) for each in house_rules_of(session, OURS)] == [("Church", 1), ("Legion rules", 2)]


def test_the_same_rules_again_are_no_new_version(save):
    assert save() == save() == save(name="  LEGION   rules ") == (1, 1)


def test_another_variant_under_the_name_is_a_new_version(session, save):
    save()
    assert save({}, variant=find_variant("cinch")) == (1, 2)
    assert [each.variant.key for each in read_house_rules(session, OURS, 1)] == ["cinch", "partnership-pitch"]


def test_the_same_form_saves_once(save):
    assert save(op_id="form") == save(op_id="form")
    with pytest.raises(OpIdReused):
        save({"finish.target": 15}, op_id="form")
    with pytest.raises(OpIdReused):
        save(op_id="form", name="Other")


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\0b", "a\ud800b", "a\u202eb"])
def test_a_name_that_cannot_be(session, save, name):
    with pytest.raises(UnreadableSheet) as refused:
        save(name=name)
    assert refused.value.field == "name"
    assert house_rules_of(session, OURS) == []


def test_rules_that_contradict_each_other_are_not_kept(save):
    with pytest.raises(SettingsError, match="lowest bid"):
        save({"auction.min": 5})


def test_rules_may_suit_some_tables_only():
    pitch = find_variant("partnership-pitch")
    assert list(playable_sizes(pitch, {})) == [4, 6]
    smear = find_variant("ten-point-smear")
    assert list(playable_sizes(smear, {"seating.sides": "pairs"})) == [4, 6, 8]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE house_versions SET settings = '{}'",
        "DELETE FROM house_versions",
        "UPDATE game_houses SET number = 2",
        "DELETE FROM game_houses",
        "REPLACE INTO house_versions SELECT * FROM house_versions",
        "REPLACE INTO game_houses SELECT * FROM game_houses",
        "INSERT INTO house_versions SELECT 1, 1, 3, 1, settings, 'new', device_id, saved_at FROM house_versions",
    ],
)
def test_versions_defend_themselves(session, clock, alice, save, database, change):
    create_game(session, clock, alice, draft(variant="partnership-pitch", house=TO_ELEVEN, house_rules=save()))
    if SERVER and change.startswith("REPLACE"):
        pytest.skip("REPLACE is a word of SQLite's")
    with raw_connection(database) as raw, pytest.raises(IntegrityError, match=r"only ever added|without gaps"):
        raw.execute(change)


# ---------------------------------------------------------------- whose they are


def test_leagues_do_not_see_each_other(session, clock, bob, save):
    save()
    assert house_rules_of(session, THEIRS) == []
    for look in (
        lambda: read_house_rules(session, THEIRS, 1),
        lambda: read_version(session, THEIRS, 1),
        lambda: archive_house_rules(session, clock, THEIRS, 1),
        lambda: create_game(
            session, clock, bob, draft(variant="partnership-pitch", house=TO_ELEVEN, house_rules=(1, 1))
        ),
    ):
        with pytest.raises(HouseRulesNotFound):
            look()
    assert save(device=bob) == (1, 1)
    assert [each.phone for each in house_rules_of(session, THEIRS)] == ["Bob's phone"]


def test_what_is_put_away_comes_back(session, clock, save):
    save()
    archive_house_rules(session, clock, OURS, 1)
    archive_house_rules(session, clock, OURS, 1)
    assert house_rules_of(session, OURS) == []
    assert [each.archived for each in house_rules_of(session, OURS, archived=True)] == [True]
    assert save({"finish.target": 9}) == (2, 1), "a name archived may be given again"
    archive_house_rules(session, clock, OURS, 1, archived=False)
    assert {each.id for each in house_rules_of(session, OURS)} == {1, 2}


@pytest.mark.parametrize(("house_id", "number"), [(2, None), (1, 2), (1, 0), (0, None), (-1, None)])
def test_rules_that_are_not_there(session, save, house_id, number):
    save()
    with pytest.raises(HouseRulesNotFound):
        read_version(session, OURS, house_id, number)


# ---------------------------------------------------------------- a game and its version


def begin(session, clock, alice, **changes):
    return create_game(session, clock, alice, draft(variant="partnership-pitch", **changes))


def win(session, clock, alice, code):
    everything = {"bidder": "1", "bid": 4, "points": dict.fromkeys(("high", "low", "jack", "game"), "1")}
    while not (view := read_game(session, code)).table.finished:
        record_line(session, clock, code, everything, Submission(op_id=op_id(), seen=view.seq, device=alice))


def test_a_game_keeps_the_version_it_was_begun_under(session, clock, alice, save):
    code = begin(session, clock, alice, house=TO_ELEVEN, house_rules=save())
    save({"finish.target": 15})
    assert version_of_game(session, code) == ("Legion rules", 1)
    assert read_game(session, code).table.rules.finish.target == 11
    win(session, clock, alice, code)
    again = rematch(session, clock, alice, code, op_id())
    assert version_of_game(session, again) == ("Legion rules", 1)
    assert read_game(session, again).table.rules.finish.target == 11


def test_other_rules_than_the_versions_are_nobodys(session, clock, alice, save):
    assert (
        version_of_game(session, begin(session, clock, alice, house={"finish.target": 9}, house_rules=save())) is None
    )
    assert version_of_game(session, begin(session, clock, alice)) is None
    with pytest.raises(GameNotFound):
        version_of_game(session, "no-such-game")


def test_a_rule_changed_on_the_way_parts_the_rematch_from_the_version(session, clock, alice, save):
    code = begin(session, clock, alice, house=TO_ELEVEN, house_rules=save())
    record_line(session, clock, code, {"rules": {"game.tie": "low"}}, Submission(op_id=op_id(), seen=0, device=alice))
    assert version_of_game(session, code) == ("Legion rules", 1)
    win(session, clock, alice, code)
    assert version_of_game(session, rematch(session, clock, alice, code, op_id())) is None


def test_rules_are_saved_with_the_game_or_not_at_all(session, clock, alice):
    given = draft(variant="partnership-pitch", house=TO_ELEVEN, save_as="Legion rules")
    code = create_game(session, clock, alice, given, op_id="form")
    assert create_game(session, clock, alice, given, op_id="form") == code
    assert version_of_game(session, code) == ("Legion rules", 1)
    with pytest.raises(OpIdReused):
        create_game(session, clock, alice, replace(given, save_as="Other"), op_id="form")
    with pytest.raises(UnreadableSheet):
        create_game(session, clock, alice, replace(given, save_as=" "))
    assert [each.name for each in house_rules_of(session, OURS)] == ["Legion rules"]


def test_kept_rules_bring_the_variant_they_were_made_for(session, clock, alice, save, monkeypatch):
    """A variant's file changes; the league's rules go on meaning what they meant."""
    old = find_variant("minnesota-ten-point")
    kept = save({}, variant=old)
    new = replace(old, settings={**old.settings, "points.trey.worth": 1})
    monkeypatch.setattr(create, "find_variant", {new.key: new}.__getitem__)
    code = create_game(session, clock, alice, draft(house_rules=kept))
    record_line(session, clock, code, hand("2", 8), Submission(op_id=op_id(), seen=0, device=alice))
    assert read_game(session, code).table.scores["2"] == 10
