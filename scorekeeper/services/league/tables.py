"""The tables of the league as statements name them; those of its games are in `services.statements`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scorekeeper.models import (
    Change,
    FormerName,
    League,
    Member,
    PairSeason,
    PartnerGame,
    PersonSeason,
    Play,
    Result,
    Season,
)

if TYPE_CHECKING:
    from sqlalchemy import Table

changes = cast("Table", Change.__table__)
former_names = cast("Table", FormerName.__table__)
leagues = cast("Table", League.__table__)
members = cast("Table", Member.__table__)
pair_seasons = cast("Table", PairSeason.__table__)
partner_games = cast("Table", PartnerGame.__table__)
person_seasons = cast("Table", PersonSeason.__table__)
plays = cast("Table", Play.__table__)
results = cast("Table", Result.__table__)
seasons = cast("Table", Season.__table__)
