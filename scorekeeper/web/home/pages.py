"""What home shows: what was played last, to play it again; the tables being played, and the last that were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.web.components.house_rules_form import TARGET, rules_summary
from scorekeeper.web.components.marks import MAX_SHAPES, SideScore
from scorekeeper.web.components.questions import rule_field

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from scorekeeper.services.games.again import LastGame
    from scorekeeper.services.games.view import GameSummary
    from scorekeeper.services.league.leagues import LeagueLink, ScoringLeague
    from scorekeeper.web.new_game.forms import NewGameForms
    from scorekeeper.web.new_game.pages import SeatingPage

MAX_FINISHED = 3
"""Finished games on home; the rest are in their league."""


@dataclass(frozen=True)
class TableLink:
    """A table to go to; `league` is its league where the phone is in several."""

    code: str
    title: str
    about: str
    league: str
    sides: tuple[SideScore, ...]
    date: dt.date | None
    settled: bool


@dataclass(frozen=True)
class SameAgain:
    """What was played last, as a form that starts the next game; each part of it can be changed."""

    page: SeatingPage
    code: str
    league: str
    sides: str
    """Who plays, partners together; empty while somebody is missing."""
    dealer: str
    rules: str
    target: str
    """What the game is to; empty where that is not a question."""
    hidden: Mapping[str, str]
    """The house rules besides the target: fields of the form."""


@dataclass(frozen=True)
class HomePage:
    """What this phone knows: what it may play again, its tables and its leagues."""

    again: SameAgain | None
    playing: tuple[TableLink, ...]
    finished: tuple[TableLink, ...]
    leagues: tuple[LeagueLink, ...]
    example: str
    """The join code of a league to look at; empty where there is none, and for a phone that is in a league."""


def table_link(card: GameSummary, league: str = "") -> TableLink:
    """Return one table of the list."""
    shared = any(len(side) > 1 for side in card.sides) and len(card.sides) <= MAX_SHAPES
    return TableLink(
        code=card.code,
        title=card.title or card.variant,
        about=card.variant if card.title else "",
        league=league,
        sides=tuple(
            SideScore(f"s{place}" if shared else "", join_names(side), number_text(score), side[0] in card.winners)
            for place, (side, score) in enumerate(zip(card.sides, card.scores, strict=True), start=1)
        ),
        date=card.date,
        settled=card.settled,
    )


def played_last(
    cards: Iterable[GameSummary], on: set[str], leagues: Iterable[ScoringLeague]
) -> tuple[GameSummary, ScoringLeague] | None:
    """Return the newest game, and its league, that "Same again" can repeat; None if there is none.

    The phone must keep score in the league, and no newer game of that league may be running.  `cards` come newest
    first; `on` are the codes of the running games.
    """
    kept = {league.id: league for league in leagues}
    newest: dict[int, GameSummary] = {}
    for card in cards:
        newest.setdefault(card.league_id, card)
    found = (card for card in newest.values() if card.code not in on and card.league_id in kept)
    return next(((card, kept[card.league_id]) for card in found), None)


def same_again(last: LastGame, forms: NewGameForms, page: SeatingPage, league: str) -> SameAgain:
    """Return the card; `page` is the seating page of the same forms, `league` is said where there are several."""
    names = list(forms.seating.names)
    house = forms.settings.house
    rules = last.variant.ruleset(len(names), house)
    sides = usual_sides(rules.seating.sides, names)
    target = rule_field(TARGET)
    return SameAgain(
        page=page,
        code=last.code,
        league=league,
        sides=(" · " if max(map(len, sides)) > 1 else ", ").join(map(join_names, sides)) if all(names) else "",
        dealer=last.names[last.dealer],
        rules=last.saved.name if last.saved else rules_summary(last.variant, len(names), house),
        target=number_text(rules.finish.target) if isinstance(rules.finish.target, int) else "",
        hidden={field: text for field, text in forms.settings.typed.items() if field != target},
    )
