"""Finding a game by what people know of it."""

import pytest

from scorekeeper.variants.catalogue import listings
from scorekeeper.variants.finder import OTHER, find_games, other_name, search_games

IN_SIGHT = 6  # games shown before "more"

DESCRIBED = {
    "Four of us, partners, ten points, to 52, jokers count":
        (4, {"points": "10", "to": "52"}, "minnesota-ten-point"),
    "We just play Pitch at home: four of us, partners, high-low-jack-game, to 21":
        (4, {"points": "4", "sides": "partners"}, "partnership-pitch"),
    "Three of us, everybody for themselves, four points, to 21":
        (3, {"points": "4", "to": "21"}, "cutthroat-pitch"),
    "Five at the table, whoever bids it calls a card for a partner, six points":
        (5, {"points": "6"}, "schmier-five"),
    "Six of us, three against three, six points with one joker, to 21":
        (6, {"points": "6"}, "schmier-six"),
    "Setback at my uncle's: four, partners, five points a hand, to 12":
        (4, {"points": "5", "to": "12"}, "five-point-set-back"),
    "Double Pedro: both fives are worth five, fourteen in all, four of us":
        (4, {"points": "14"}, "cinch"),
    "The five of trump is worth five, nine points a hand, to 31, two against two":
        (4, {"points": "9"}, "catch-five"),
    "Smear in Minnesota: four of us, four points, the jokers are trump but score nothing, to 21":
        (4, {"points": "4", "sides": "partners"}, "minnesota-smear"),
    "Six of us, no points, you count tricks and try to get down to nothing":
        (6, {"points": "0"}, "smoke"),
    "Ten-point Pitch, four of us, bids from two, to 21":
        (4, {"points": "10", "to": "21"}, "oklahoma-ten-point"),
    "Five of us, ten points, call your partner, bids start at five, we go to 42":
        (5, {"points": "10", "to": "42"}, "pawnee-call-partner"),
    "Two of us, four points, each alone, to 11":
        (2, {"points": "4", "to": "11"}, "fort-frances-bid-out"),
    "Four of us, seven points with both jokers and the jick, partners, no kitty":
        (4, {"points": "7"}, "oklahoma-seven-point"),
}  # fmt: skip
"""Home games as people describe them: how many play, the answers they give in order, and the game it is."""


def questions(size, **answers):
    return find_games(listings(), size, answers)[0]


def fitting(size, **answers):
    return find_games(listings(), size, answers)[1]


def keys(candidates):
    return [it.key for it in candidates]


def taps_to(size, given, key):
    """Return the taps from the question how many play to the game described, the tap on the game included."""
    answers = {}
    for question, answer in given.items():
        asked = dict(list(questions(size, **answers).items())[:2])
        assert answer in asked[question], "the answer stands on the screen"
        answers[question] = answer
    assert key in keys(fitting(size, **answers))[:IN_SIGHT]
    return 1 + len(answers) + 1


def test_a_described_game_is_found_in_four_taps(record_property):
    taps = sorted(taps_to(*described) for described in DESCRIBED.values())
    assert taps[-1] <= 4
    figure = f"{taps[len(taps) // 2]} / {taps[-1]} ({len(taps)} games)"
    record_property("taps from an unknown name to its game, median / most", figure)


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
    missed = {it.key: it.misses for it in find_games(listings(), 4, {"points": "5", "to": "12"})[2]}
    assert missed["arizona-pitch"] == ("Usually to 21",)
    assert all(len(misses) == 1 for misses in missed.values())


def test_of_the_games_that_come_close_the_closest_comes_first():
    misses = [len(it.misses) for it in find_games(listings(), 4, {"points": "5", "to": "12"}, "pitch")[2]]
    assert misses == sorted(misses)
    assert misses[0] < misses[-1]


def test_another_target_rules_nothing_out():
    assert keys(fitting(4, points="10", to=OTHER)) == keys(fitting(4, points="10"))


def test_no_game_that_fits_is_missing_and_none_is_offered_twice():
    for size in range(2, 9):
        assert sorted(keys(fitting(size))) == sorted(it.variant.key for it in listings() if size in it.variant.sizes)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Setback", "new-england-setback"), ("set back", "new-england-setback"), ("high low jack", "partnership-pitch"),
        ("auction pitch", "partnership-pitch"), ("PEDRO", "pedro"), ("old sledge", "seven-up"),
        ("all fours", "seven-up"), ("caribbean all fours", "trinidad-all-fours"), ("sold bids", "sell-out-pitch"),
        ("connecticut", "new-england-setback"), ("shoot the moon", "moon-over-four-pitch"),
        ("shmear", "minnesota-ten-point"), ("10 point smear", "ten-point-smear"),
        ("five point set back", "five-point-set-back"), ("schm", "schmier-six"),
    ],
)  # fmt: skip
def test_a_game_is_found_by_what_people_call_it(text, first):
    assert search_games(listings(), text)[0].variant.key == first


def test_a_game_that_is_named_is_offered_at_another_size_too():
    _, _, (only,) = find_games(listings(), 5, {}, "pidro")
    assert (only.key, only.misses, only.size) == ("pidro", ("For 4 players",), 4)


def test_a_search_says_why_it_found_a_game_of_another_name():
    games = {it.variant.key: it for it in listings()}
    assert other_name(games["catch-five"], "pitch") == "Also called Pitch with Fives"
    assert other_name(games["partnership-pitch"], "pitch") == ""
    assert other_name(games["seven-up"], "all fours") == "Also called All Fours"
