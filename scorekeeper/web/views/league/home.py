"""The league's own page: what is going on, who leads, what was last."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.web.stamps import new_op_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.league.awards import Award
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.web.views.league.games import GameCard, NightCard
    from scorekeeper.web.views.league.standings import StandingsPage

LEADERS, LAST_NIGHTS, FEW_AWARDS = 5, 4, 4


@dataclass(frozen=True)
class LeaguePage:
    """A league at a glance; `table` is a table of its own, the way to its phones and its money."""

    league: LeagueHead
    playing: tuple[GameCard, ...]
    standings: StandingsPage
    nights: tuple[NightCard, ...]
    awards: tuple[Award, ...]
    awarded: NightCard | None
    """The night the awards are of."""
    table: str | None
    typed: str
    """The name in the form that renames it."""
    wrong: Mapping[str, str]
    op_id: str = field(default_factory=new_op_id)
