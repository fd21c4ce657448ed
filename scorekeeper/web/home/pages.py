"""The games that home lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.web.components.marks import MAX_SHAPES, SideScore

if TYPE_CHECKING:
    import datetime as dt

    from scorekeeper.services.games.view import GameSummary
    from scorekeeper.services.league.leagues import LeagueLink


@dataclass(frozen=True)
class TableLink:
    """A table to go to."""

    code: str
    title: str
    about: str
    sides: tuple[SideScore, ...]
    date: dt.date | None
    settled: bool


@dataclass(frozen=True)
class HomePage:
    """What this phone knows: its tables and its leagues."""

    playing: tuple[TableLink, ...]
    finished: tuple[TableLink, ...]
    leagues: tuple[LeagueLink, ...]


def table_link(card: GameSummary) -> TableLink:
    """Return one table of the list."""
    shared = any(len(side) > 1 for side in card.sides) and len(card.sides) <= MAX_SHAPES
    return TableLink(
        code=card.code,
        title=card.title or card.variant,
        about=card.variant if card.title else "",
        sides=tuple(
            SideScore(f"s{place}" if shared else "", join_names(side), number_text(score), side[0] in card.winners)
            for place, (side, score) in enumerate(zip(card.sides, card.scores, strict=True), start=1)
        ),
        date=card.date,
        settled=card.settled,
    )
