"""Home games as people describe them, each with the answers they give and the game it is.  Written by hand."""

from __future__ import annotations

from typing import NamedTuple


class Described(NamedTuple):
    """A game in somebody's words; `taps` are their answers in the order they give them, `key` is the game."""

    words: str
    size: int
    answers: dict[str, str]
    key: str


DESCRIBED = (
    Described(
        "Four of us, partners, ten points, to 52, jokers count",
        4, {"points": "10", "to": "52"}, "minnesota-ten-point",
    ),
    Described(
        "We just play Pitch at home: four of us, partners, high-low-jack-game, to 21",
        4, {"points": "4", "sides": "partners"}, "partnership-pitch",
    ),
    Described(
        "Three of us, everybody for themselves, four points, to 21",
        3, {"points": "4", "to": "21"}, "cutthroat-pitch",
    ),
    Described(
        "Five at the table, whoever bids it calls a card for a partner, six points",
        5, {"points": "6"}, "schmier-five",
    ),
    Described(
        "Six of us, three against three, six points with one joker, to 21",
        6, {"points": "6"}, "schmier-six",
    ),
    Described(
        "Setback at my uncle's: four, partners, five points a hand, to 12",
        4, {"points": "5", "to": "12"}, "five-point-set-back",
    ),
    Described(
        "Double Pedro: both fives are worth five, fourteen in all, four of us",
        4, {"points": "14"}, "cinch",
    ),
    Described(
        "The five of trump is worth five, nine points a hand, to 31, two against two",
        4, {"points": "9"}, "catch-five",
    ),
    Described(
        "Smear in Minnesota: four of us, four points, the jokers are trump but score nothing, to 21",
        4, {"points": "4", "sides": "partners"}, "minnesota-smear",
    ),
    Described(
        "Six of us, no points, you count tricks and try to get down to nothing",
        6, {"points": "0"}, "smoke",
    ),
    Described(
        "Ten-point Pitch, four of us, bids from two, to 21",
        4, {"points": "10", "to": "21"}, "oklahoma-ten-point",
    ),
    Described(
        "Five of us, ten points, call your partner, bids start at five, we go to 42",
        5, {"points": "10", "to": "42"}, "pawnee-call-partner",
    ),
    Described(
        "Two of us, four points, each alone, to 11",
        2, {"points": "4", "to": "11"}, "fort-frances-bid-out",
    ),
    Described(
        "Four of us, seven points with both jokers and the jick, partners, no kitty",
        4, {"points": "7"}, "oklahoma-seven-point",
    ),
)  # fmt: skip
