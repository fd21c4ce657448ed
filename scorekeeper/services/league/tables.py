"""The tables of the league as statements name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scorekeeper.models import (
    Change,
    FormerName,
    Game,
    League,
    Night,
    PairSeason,
    PartnerGame,
    Person,
    PersonSeason,
    Play,
    Result,
    Rulebook,
    Season,
    Seat,
)

if TYPE_CHECKING:
    from sqlalchemy import Table

changes = cast("Table", Change.__table__)
former_names = cast("Table", FormerName.__table__)
games = cast("Table", Game.__table__)
leagues = cast("Table", League.__table__)
nights = cast("Table", Night.__table__)
pair_seasons = cast("Table", PairSeason.__table__)
partner_games = cast("Table", PartnerGame.__table__)
people = cast("Table", Person.__table__)
person_seasons = cast("Table", PersonSeason.__table__)
plays = cast("Table", Play.__table__)
results = cast("Table", Result.__table__)
rulebooks = cast("Table", Rulebook.__table__)
seasons = cast("Table", Season.__table__)
seats = cast("Table", Seat.__table__)
