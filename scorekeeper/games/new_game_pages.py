"""Starting a game: who sits where, by which rules, for which stakes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core.forms import ScoreField
from scorekeeper.core.marks import MAX_SHAPES
from scorekeeper.games.again import LastGame
from scorekeeper.games.new_game_forms import NewGameForms, SeatingForm, SeatNameField, new_game_forms, stake_field
from scorekeeper.games.new_game_stakes import StakesStep, stakes_step
from scorekeeper.games.table_state import ListedGame
from scorekeeper.league.leagues import LeagueRow
from scorekeeper.money.limits import LeagueLimits
from scorekeeper.rulebook.house_rules import RulesVersion
from scorekeeper.rulebook.questions import (
    RulesFormState,
    house_rules_questions,
    rule_field,
    rules_summary,
    value_text,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.seats import Side, usual_sides
from scorekeeper.rules.stakes import AMOUNT_KEYS, written_amount
from scorekeeper.rules.values import Value
from scorekeeper.sheets.grammar import join_names
from scorekeeper.sheets.money_words import stake_name
from scorekeeper.sheets.phrases import setting_title

NEW_LEAGUE = "new"
"""In place of a league's code: a league is created with the game."""
SEATING_TEXTS = {
    "partners": "Partners sit across from each other and share a score.",
    "pairs": "Pairs sit across from each other and share a score.",
    "solo": "Everybody plays alone.",
    "called-partner": "The bidder calls a partner each hand; everybody has a score.",
}


@dataclass(frozen=True)
class LeagueChoice:
    """The league of a new game.

    `code` is what addresses and the form say: a league's own, NEW_LEAGUE, "" for a phone that keeps score in none.
    `id` is 0 and `name` empty for one that is not there yet; `others` are those it could be for as well.
    """

    code: str
    id: int
    name: str
    others: Sequence[LeagueRow]
    can_write: bool = False
    """Whether this phone may write a game for it."""

    @property
    def is_new(self) -> bool:
        """Whether a league is created with the game."""
        return self.code == NEW_LEAGUE


@dataclass(frozen=True)
class Regulars:
    """People of the league to tap: `last` sat at its last table, `others` at those before; `active` are all."""

    last: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    active: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatForm:
    """One seat at the drawn table."""

    number: int
    css: str
    place: str
    """Where it stands at the drawn table."""
    name: SeatNameField
    deals: bool
    swapping: bool
    """Whether it is one of two seats to swap, and the other is still to be tapped."""
    focused: bool
    """Whether it is the first seat that nobody sits at."""


@dataclass(frozen=True)
class OpeningForm:
    """A score carried over from paper: of a side, or of a player."""

    key: str
    css: str
    label: str
    score: ScoreField


@dataclass(frozen=True)
class SeatingPage:
    """People, seats, first dealer, scores from paper."""

    key: str
    name: str
    summary: str
    size: int
    league: LeagueChoice
    form: SeatingForm
    seated: str
    seats: tuple[SeatForm, ...]
    regulars: Regulars
    seated_names: tuple[str, ...]
    openings: tuple[OpeningForm, ...]
    paper: bool
    """Whether the scores from paper are open to see."""
    house: dict[str, Any]
    money: StakesStep
    rules: str
    """The version of the league's own rules it starts from, "3.2"; empty if there is none."""
    errors: tuple[tuple[str, str], ...]


def regulars(cards: Iterable[ListedGame], active: Sequence[str]) -> Regulars:
    """Return who may be offered a seat: of the `active` people, those of the last table as they sat, then the others.

    Tapped from left to right the people of the last table sit down where they sat, partners with partners.
    """
    seated = [[name for name in card.players if name in active] for card in cards]
    last = seated[0] if seated else []
    others = [name for players in seated for name in players if name not in last]
    return Regulars(tuple(last), tuple(dict.fromkeys(others)), tuple(active))


def seating_page(
    forms: NewGameForms,
    at: RulesFormState,
    league: LeagueChoice,
    regulars: Regulars,
    kept: RulesVersion | None = None,
) -> SeatingPage:
    """Return the page; `at` are the rules as chosen, `kept` the league's saved rules if the game starts from some."""
    variant, size, form = at.variant, at.size, forms.seating
    rules = variant.ruleset(size, at.base)
    keys = [str(number) for number in range(1, size + 1)]
    sides = usual_sides(rules.seating.sides, keys)
    shared = rules.shares_scores and len(sides) <= MAX_SHAPES
    css = {key: f"s{place}" if shared else "" for place, side in enumerate(sides, start=1) for key in side}
    dealer = size if form.dealer.data is None else form.dealer.data
    empty = next((key for key in keys if not form[f"name-{key}"].data), "")
    return SeatingPage(
        key=variant.key,
        name=kept.name if kept else variant.name,
        summary=rules_summary(variant, size, at.base) if kept else variant.summary,
        size=size,
        league=league,
        form=form,
        seated=SEATING_TEXTS[rules.seating.sides],
        seats=tuple(
            SeatForm(
                number=int(key),
                css=css[key],
                place=seat_position(int(key), size),
                name=form[f"name-{key}"],
                deals=dealer == int(key),
                swapping=form.swapping.data == int(key),
                focused=key == empty and not forms.error_list,
            )
            for key in keys
        ),
        regulars=regulars,
        seated_names=tuple(form.names),
        openings=tuple(_opening(side, css[side[0]], form) for side in sides),
        paper=form.on_paper,
        house=house_rules_questions(at),
        money=stakes_step(rules, forms.stakes),
        rules=f"{kept.id}.{kept.number}" if kept else "",
        errors=tuple((name, _summary_text(name, sentence, rules)) for name, sentence in forms.error_list),
    )


def _summary_text(name: str, sentence: str, rules: Ruleset) -> str:
    """Return an error as it reads in the summary: "Seat 3: Who sits here?", "Target: A whole number …"."""
    field, _, seat = name.partition("-")
    if field == "rule":
        return f"{setting_title(seat)}: {sentence}"
    if field == "stake":
        return f"{stake_name(seat, rules)}: {sentence}"
    return f"Seat {seat}: {sentence}" if field == "name" else sentence


def seat_position(seat: int, size: int) -> str:
    """Return column and row of a seat: the first at the top, then down the right side and up the left."""
    if seat == 1:
        return "middle"
    across = size // 2 + 1
    if size % 2 == 0 and seat == across:
        return "middle"
    return f"right r{seat}" if seat <= (size + 1) // 2 else f"left r{size + 2 - seat}"


def _opening(side: Side, css: str, form: SeatingForm) -> OpeningForm:
    key = side[0]
    return OpeningForm(
        key=key,
        css=css,
        label=join_names([form[f"name-{seat}"].data or f"seat {seat}" for seat in side]),
        score=form[f"opening-{key}"],
    )


def again_forms(last: LastGame, limits: LeagueLimits, active: Collection[str]) -> NewGameForms:
    """Return the forms filled in with the last game; the seats of people who are not `active` are empty."""
    base: Mapping[str, Value] = last.saved.settings if last.saved else {}
    names = {f"name-{seat}": name for seat, name in enumerate(last.names, start=1) if name in active}
    changed = {rule_field(key): value_text(value) for key, value in last.house.items() if value != base.get(key)}
    fields = {**names, "dealer": str(last.dealer + 1), **changed, **_stake_fields(last)}
    forms = new_game_forms(last.variant, len(last.names), base, limits, MultiDict(fields))
    forms.settings.validate()
    return forms


def _stake_fields(last: LastGame) -> dict[str, str]:
    if last.stakes is None:
        return {}
    amounts = {stake_field(key): getattr(last.stakes, key) for key in AMOUNT_KEYS}
    return {key: written_amount(cents) for key, cents in amounts.items() if cents} | {"currency": last.stakes.currency}
