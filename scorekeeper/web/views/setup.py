"""Starting a game: the rules to choose from, and the table one sits down at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.phrases import say_setting, setting_title
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.words import together
from scorekeeper.web.stamps import new_op_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorekeeper.rules.seats import Side
    from scorekeeper.rules.variant import Variant

FAMILIES = ("Schmier", "Smear", "Pitch", "Smoke")
SEATED = {
    "partners": "Partners sit across from each other and share a score.",
    "pairs": "Pairs sit across from each other and share a score.",
    "solo": "Everybody plays alone.",
    "called-partner": "The bidder calls a partner each hand; everybody has a score.",
}
SHAPED = 4


@dataclass(frozen=True)
class Offer:
    """One game to choose."""

    key: str
    name: str
    summary: str


@dataclass(frozen=True)
class Family:
    """Games of one kind."""

    name: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Picker:
    """The rules picker for a table of `size`."""

    size: int
    sizes: tuple[int, ...]
    families: tuple[Family, ...]


@dataclass(frozen=True)
class SeatForm:
    """One seat at the drawn table."""

    number: int
    css: str
    place: str
    """Where it stands at the drawn table."""
    name: str
    deals: bool
    error: str


@dataclass(frozen=True)
class OpeningForm:
    """A score carried over from paper: of a side, or of a player."""

    key: str
    css: str
    label: str
    value: str
    error: str


@dataclass(frozen=True)
class Question:
    """Something the sources leave to the table, with the usual answer."""

    title: str
    answer: str


@dataclass(frozen=True)
class SeatingPage:
    """People, seats, first dealer, scores from paper."""

    key: str
    name: str
    summary: str
    size: int
    seated: str
    seats: tuple[SeatForm, ...]
    regulars: tuple[str, ...]
    openings: tuple[OpeningForm, ...]
    paper: bool
    """Whether the scores from paper are open to see."""
    questions: tuple[Question, ...]
    title: str
    op_id: str
    errors: tuple[tuple[str, str], ...] = field(default=())


def picker(catalogue: Iterable[Variant], size: int, played: Sequence[str]) -> Picker:
    """Give the games for `size` players, by family; `played` are names of those this phone has played, first."""
    every = list(catalogue)
    fitting = [variant for variant in every if size in variant.sizes]
    again = [variant for name in played for variant in fitting if variant.name == name]
    families = [_family("Played here before", again)] if again else []
    families += [
        _family(name, [variant for variant in fitting if variant.family == name and variant not in again])
        for name in FAMILIES
    ]
    sizes = sorted({size for variant in every for size in variant.sizes})
    return Picker(size, tuple(sizes), tuple(family for family in families if family.offers))


def _family(name: str, variants: Iterable[Variant]) -> Family:
    return Family(name, tuple(Offer(variant.key, variant.name, variant.summary) for variant in variants))


def seating_page(
    variant: Variant,
    size: int,
    regulars: Sequence[str],
    typed: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
) -> SeatingPage:
    """Give the table to sit down at; `typed` and `wrong` by field name."""
    wrong = wrong or {}
    rules = variant.ruleset(size)
    keys = [str(number) for number in range(1, size + 1)]
    sides = usual_sides(rules.seating.sides, keys)
    shared = rules.shares_scores and len(sides) <= SHAPED
    css = {key: f"s{place}" if shared else "" for place, side in enumerate(sides, start=1) for key in side}
    return SeatingPage(
        key=variant.key,
        name=variant.name,
        summary=variant.summary,
        size=size,
        seated=SEATED[rules.seating.sides],
        seats=tuple(
            SeatForm(
                number=int(key),
                css=css[key],
                place=place_at_table(int(key), size),
                name=typed.get(f"name-{key}", ""),
                deals=typed.get("dealer", keys[-1]) == key,
                error=wrong.get(f"name-{key}", ""),
            )
            for key in keys
        ),
        regulars=tuple(regulars),
        openings=tuple(_opening(side, css[side[0]], typed, wrong) for side in sides),
        paper=any(name.startswith("opening-") for name in (*typed, *wrong)),
        questions=tuple(Question(setting_title(key), say_setting(key, rules.value(key))) for key in variant.asks),
        title=typed.get("title", ""),
        op_id=new_op_id(),
        errors=tuple((name, _placed(name, sentence)) for name, sentence in wrong.items()),
    )


def _placed(name: str, sentence: str) -> str:
    """Say in the summary which seat is meant: "Seat 3: Who sits here?"."""
    field, _, seat = name.partition("-")
    return f"Seat {seat}: {sentence}" if field == "name" else sentence


def place_at_table(seat: int, size: int) -> str:
    """Give column and row of a seat: the first at the top, then down the right side and up the left."""
    if seat == 1:
        return "middle"
    across = size // 2 + 1
    if size % 2 == 0 and seat == across:
        return "middle"
    return f"right r{seat}" if seat <= (size + 1) // 2 else f"left r{size + 2 - seat}"


def _opening(side: Side, css: str, typed: Mapping[str, str], wrong: Mapping[str, str]) -> OpeningForm:
    key = side[0]
    return OpeningForm(
        key=key,
        css=css,
        label=together([typed.get(f"name-{seat}") or f"seat {seat}" for seat in side]),
        value=typed.get(f"opening-{key}", ""),
        error=wrong.get(f"opening-{key}", ""),
    )
