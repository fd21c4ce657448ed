"""The points of a hand: their names, their cards, what they are worth and who gets them."""

from __future__ import annotations

from scorekeeper.rules.numbers import counted
from scorekeeper.rules.phrases.phrase import Phrase
from scorekeeper.rules.setting_groups import Names, Points

POINT_TITLES = {
    "high": "High",
    "low": "Low",
    "jack": "Jack",
    "off_jack": "Jick",
    "joker": "Joker",
    "high_joker": "High joker",
    "low_joker": "Low joker",
    "game": "Game",
    "trey": "Trey",
    "deuce": "Deuce",
    "five": "Five",
    "off_five": "Off-five",
    "nine": "Nine",
    "ten": "Ten",
    "king": "King",
    "off_ace": "Off-ace",
    "off_ten": "Off-ten",
    "off_three": "Off-three",
    "off_two": "Off-two",
    "last_trick": "Last trick",
    "high_spade": "High spade",
}

POINT_NAMES = {key: title.lower() for key, title in POINT_TITLES.items()}

POINT_CARDS = {
    "high": "the highest trump",
    "low": "the lowest trump",
    "jack": "the jack of trumps",
    "off_jack": "the jick, the other jack of the trump color",
    "joker": "the joker",
    "high_joker": "the high joker",
    "low_joker": "the low joker",
    "game": "the most card points in tricks",
    "trey": "the three of trumps",
    "deuce": "the two of trumps",
    "five": "the five of trumps",
    "off_five": "the other five of the same color (hearts trump: 5♦)",
    "nine": "the nine of trumps",
    "ten": "the ten of trumps",
    "king": "the king of trumps",
    "off_ace": "the other ace of the same color (hearts trump: A♦)",
    "off_ten": "the other ten of the same color (hearts trump: 10♦)",
    "off_three": "the other three of the same color (hearts trump: 3♦)",
    "off_two": "the other two of the same color (hearts trump: 2♦)",
    "last_trick": "the trick that ends the hand",
    "high_spade": "the highest spade in play",
}


def name_of(key: str, names: Names) -> str:
    """Return what a point is called where cards have these names."""
    name: str = getattr(names, key, "")
    if not name:
        return POINT_NAMES[key]
    return name if name.startswith("off-") else name.replace("-", " ")


def _worth(key: str) -> Phrase:
    title, card = POINT_TITLES[key], POINT_CARDS[key]

    def say(worth: int) -> str:
        return f"{title} is worth {counted(worth, 'point')}." if worth else f"There is no point for {card}."

    return Phrase(f"{title}: worth", {}, say)


def _owner(key: str) -> Phrase:
    title = POINT_TITLES[key]
    return Phrase(
        f"{title}: who gets it",
        {
            "holder": f"{title} goes to whoever plays it, even if the trick is lost.",
            "taker": f"{title} goes to whoever wins its trick.",
        },
    )


POINTS: dict[str, Phrase] = {
    f"points.{key}.{part}": phrase(key)
    for key in Points.__dataclass_fields__
    for part, phrase in (("worth", _worth), ("to", _owner))
}
