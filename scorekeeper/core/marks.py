"""Marks of sides and players: a shape for a side, the shortest initials for a player."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.rules.table import Table
from scorekeeper.sheets.phrases import join_names

MAX_SHAPES = 4
"""◆ ● ▲ ■: more sides than these are told apart by initials."""
SHAPES = {
    "s1": "M0,-6l6,6 -6,6 -6,-6z",
    "s2": "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z",
    "s3": "M0,-6l6,11 -12,0z",
    "s4": "M-4.5,-4.5h9v9h-9z",
    "s5": "M0,6l6,-11 -12,0z",
    "s6": "M-2,-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
    "s7": "M0,-7l1.8,4.6 4.9,.2 -3.8,3.1 1.3,4.8 -4.2,-2.7 -4.2,2.7 1.3,-4.8 -3.8,-3.1 4.9,-.2z",
    "s8": "M-5.5,-6h11l-11,12h11z",
}
"""◆ ● ▲ ■ ▼ ✚ ★ ⧗ as paths around 0,0: those of sides, and in a chart of players."""
COLORS = {
    "s1": "#0b5aa6", "s2": "#b1410f", "s3": "#6b3fa0", "s4": "#0f6e63",
    "s5": "#8a5a00", "s6": "#a81c63", "s7": "#586000", "s8": "#44526b",
}  # fmt: skip
"""Their colors on light card stock, as static/css/scorekeeper.css has them; the dashes of their lines are below."""
DASHES = {
    "s1": "none", "s2": "10 4", "s3": "3 5", "s4": "14 4 3 4",
    "s5": "22 4 4 4", "s6": "18 5", "s7": "2 3", "s8": "10 3 2 3 2 3",
}  # fmt: skip


@dataclass(frozen=True)
class Mark:
    """A side, or a player who plays alone: `key` is the seat that stands for it, `css` its color and shape."""

    key: str
    members: tuple[str, ...]
    css: str
    name: str
    initials: str

    @property
    def shape(self) -> str:
        return SHAPES[self.css]

    @property
    def dashes(self) -> str:
        return DASHES[self.css]


def player_marks(table: Table, names: Mapping[str, str]) -> tuple[Mark, ...]:
    """Return everybody who has a score of their own, in seat order.

    People who play alone keep their color when they swap seats.
    """
    shaped = table.rules.shares_scores and len(table.teams) <= MAX_SHAPES
    short = {} if shaped else initials([join_names([names[key] for key in team]) for team in table.teams])
    numbers = range(1, len(table.teams) + 1) if table.rules.shares_scores else _own_numbers(table.players)
    marks = []
    for number, team in zip(numbers, table.teams, strict=True):
        name = join_names([names[key] for key in team])
        marks.append(Mark(team[0], team, f"s{number}", name, short.get(name, "")))
    return tuple(marks)


def _own_numbers(keys: Sequence[str]) -> list[int]:
    """Return the number of each seat key, which stays with a player; one above the last color takes a free one."""
    own = {key: int(key) for key in keys if key.isdecimal() and 1 <= int(key) <= len(COLORS)}
    free = (number for number in range(1, len(COLORS) + 1) if number not in own.values())
    return [own[key] if key in own else next(free) for key in keys]


def initials(names: Sequence[str]) -> dict[str, str]:
    """Return each name its shortest beginning that no other name has; "Player 1", "Player 2" become P1, P2.

    Names that differ too late for that get their first letter and their place in the list.
    """
    found = {name: _short(name, [other for other in names if other != name]) for name in names}
    times = Counter(found.values())
    return {name: short if times[short] == 1 else f"{name[0]}{names.index(name) + 1}" for name, short in found.items()}


def _short(name: str, others: Sequence[str]) -> str:
    folded = [other.casefold() for other in others]
    for length in range(1, min(3, len(name)) + 1):
        beginning = name[:length]
        if not any(other.startswith(beginning.casefold()) for other in folded):
            return beginning.strip()
    return _first_and_distinct(name, others)


def _first_and_distinct(name: str, others: Sequence[str]) -> str:
    """Return the first letter and the first later one in which the name differs from all that begin alike."""
    for place, letter in enumerate(name[1:], start=1):
        taken = Counter(other[place : place + 1].casefold() for other in others)
        if letter.strip() and not taken[letter.casefold()]:
            return name[0] + letter
    return name[:3]


def tint(person_id: int) -> str:
    """Return the class of a person's color, one of eight: of their chip and of their lines."""
    return f"s{person_id % len(SHAPES) + 1}"


def monogram(name: str) -> str:
    """Return two letters of a name, as on a poker chip: of its words, else of its only one: "BF", "AL", "Bo"."""
    words = name.split() if " " in name else name.split("-")  # Anna-Lena is not Ann
    letters = "".join(word[0] for word in words if word[:1].isalnum())[:2].upper()
    return letters if len(letters) > 1 else "".join(filter(str.isalnum, name))[:2] or name[:1]


def brief_name(name: str, known: Iterable[str], room: int = 14) -> str:
    """Return a long name's first word, with an initial if need be; all of it if others who are known have both too.

    A first word of one letter names nobody: "A former guest", "J Smith".
    """
    if len(name) <= room:
        return name
    ways = _brief_ways(name)
    taken = {way for other in known if other != name and other.startswith(ways[0]) for way in _brief_ways(other)}
    return next((way for way in ways if way not in taken), name)


def _brief_ways(name: str) -> list[str]:
    first, *rest = name.split()
    if len(first) == 1:
        return [name]
    return [first, *(f"{first} {word[0]}." for word in rest[-1:] if word[0].isalpha())]


def finishing_order(scores: Sequence[int], won: Sequence[bool], *, counts_down: bool) -> list[int]:
    """Return the places of all scores at the end of a game: who won first, then the better score."""
    sign = 1 if counts_down else -1
    return sorted(range(len(scores)), key=lambda place: (not won[place], sign * scores[place]))
