"""Finding a game by what people know of it."""

from __future__ import annotations

import pytest

from scorekeeper.variants.catalogue import Listing, listings
from scorekeeper.variants.finder import OTHER, find_games, other_name, search_games
from tests.variants.described_games import DESCRIBED

IN_SIGHT = 6
"""Games shown before "more"."""


def questions(size, **answers):
    return find_games(listings(), size, answers)[0]


def fitting(size, **answers):
    return find_games(listings(), size, answers)[1]


def close(size, **answers):
    return find_games(listings(), size, answers)[2]


def keys(candidates):
    return [it.key for it in candidates]


def taps_to(game):
    """Return the taps from the question how many play to the game described, the tap on the game included."""
    answers = {}
    for question, answer in game.answers.items():
        asked = dict(list(questions(game.size, **answers).items())[:2])
        assert answer in asked[question], "the answer stands on the screen"
        answers[question] = answer
    assert game.key in keys(fitting(game.size, **answers))[:IN_SIGHT]
    return 1 + len(answers) + 1


@pytest.mark.parametrize("game", DESCRIBED, ids=lambda game: game.key)
def test_a_described_game_is_found_in_four_taps(game):
    assert taps_to(game) <= 4


def test_how_many_taps_it_takes(record_property):
    taps = sorted(map(taps_to, DESCRIBED))
    figure = f"{taps[len(taps) // 2]} / {taps[-1]} ({len(taps)} games)"
    record_property("taps from an unknown name to its game, median / most", figure)
    assert len(taps) >= 10


def test_the_most_played_of_the_games_that_fit_comes_first():
    assert keys(fitting(4, points="10", to="52"))[0] == "minnesota-ten-point"
    assert keys(fitting(4))[:2] == ["partnership-pitch", "minnesota-ten-point"]


def test_a_question_that_no_longer_tells_games_apart_is_not_asked():
    assert "sides" in questions(4)
    assert "sides" not in questions(4, points="10"), "all of them are played with partners"


def test_two_games_are_read_without_a_further_question():
    assert len(fitting(4, points="7")) == 2
    assert questions(4, points="7") == {}


def test_each_game_that_fits_says_what_sets_it_apart():
    marks = {it.key: it.marks for it in fitting(4, points="10", to="52")}
    assert "Make your bid and you score every point you took, even above the bid." in marks["minnesota-ten-point"]
    assert "Make your bid and you score what you bid, no more." in marks["charbonneau-ten-point"]


def test_a_game_that_misses_one_answer_says_which():
    missed = {it.key: it.misses for it in close(4, points="5", to="12")}
    assert missed["arizona-pitch"] == ("Usually to 21",)
    assert all(len(misses) == 1 for misses in missed.values())


def test_of_the_games_that_come_close_the_closest_comes_first():
    misses = [len(it.misses) for it in find_games(listings(), 4, {"points": "5", "to": "12"}, "pitch")[2]]
    assert misses[0] < misses[-1]
    assert misses == sorted(misses)


def test_a_target_nobody_else_has_is_set_for_this_table():
    assert fitting(4, points="10", to="32") == []
    first = close(4, points="10", to="32")[0]
    assert (first.key, first.target) == ("minnesota-ten-point", "32")


def test_another_target_rules_nothing_out():
    assert keys(fitting(4, points="10", to=OTHER)) == keys(fitting(4, points="10"))


def test_what_nobody_could_have_answered_changes_nothing():
    assert keys(fitting(4, nonsense="1")) == keys(fitting(4))
    assert fitting(99) == []


def test_no_game_that_fits_is_missing_and_none_is_offered_twice():
    for size in range(2, 9):
        assert sorted(keys(fitting(size))) == sorted(it.variant.key for it in listings() if size in it.variant.sizes)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Setback", "partnership-pitch"),
        ("set back", "partnership-pitch"),
        ("high low jack", "partnership-pitch"),
        ("High-Low-Jack", "partnership-pitch"),
        ("auction pitch", "partnership-pitch"),
        ("double pedro", "cinch"),
        ("PEDRO", "pedro"),
        ("old sledge", "seven-up"),
        ("all fours", "seven-up"),
        ("caribbean all fours", "trinidad-all-fours"),
        ("sold bids", "sell-out-pitch"),
        ("connecticut", "new-england-setback"),
        ("shoot the moon", "moon-over-four-pitch"),
        ("shmear", "minnesota-ten-point"),
        ("10 point smear", "ten-point-smear"),
        ("five point set back", "five-point-set-back"),
        ("schm", "schmier-six"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(text, first):
    assert search_games(listings(), text)[0].variant.key == first


def test_setback_is_five_points_for_some():
    assert "five-point-set-back" in [it.variant.key for it in search_games(listings(), "setback")[:IN_SIGHT]]


def test_a_name_nobody_knows_finds_nothing():
    assert search_games(listings(), "canasta") == []
    assert find_games(listings(), 4, {}, "canasta")[1] == []


def test_a_game_that_is_named_is_offered_at_another_size_too():
    _, _, (only,) = find_games(listings(), 5, {}, "pidro")
    assert (only.key, only.misses, only.size) == ("pidro", ("For 4 players",), 4)


def test_no_two_games_have_one_place_among_the_most_played():
    places = [it.most_played for it in listings() if it.most_played]
    assert sorted(places) == list(range(1, len(places) + 1))


def test_an_alias_is_not_the_name_itself():
    for listing in listings():
        assert listing.variant.name not in listing.aliases
        assert len(set(listing.aliases)) == len(listing.aliases)


def test_a_game_without_other_names_is_found_by_its_own():
    [smoke] = [it for it in listings() if it.variant.key == "smoke"]
    assert search_games([Listing(smoke.variant)], "smo") == [Listing(smoke.variant)]


def test_a_search_says_why_it_found_a_game_of_another_name():
    games = {it.variant.key: it for it in listings()}
    assert other_name(games["catch-five"], "pitch") == "Also called Pitch with Fives"
    assert other_name(games["partnership-pitch"], "pitch") == ""
    assert other_name(games["seven-up"], "all fours") == "Also called All Fours"
