"""What the points and their cards are called."""

from __future__ import annotations

from scorekeeper.rules.setting_groups import Names

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
    return written_name(name) if name else POINT_NAMES[key]


def written_name(name: str) -> str:
    """Write a name as people do: "right bauer"; "off-jack" keeps its hyphen."""
    return name if name.startswith("off-") else name.replace("-", " ")
