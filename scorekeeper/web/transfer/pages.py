"""The pages of files in and out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.web.league.season_pages import SeasonChooser


@dataclass(frozen=True)
class FilesPage:
    """What can be exported of a league; two of its tables are of a season."""

    league: LeagueHead
    chooser: SeasonChooser
