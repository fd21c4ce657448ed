"""The tables of the models, for statements of SQLAlchemy Core: `games` is the table of `Game`, and so on."""

from __future__ import annotations

from sqlalchemy import Table

from scorekeeper.models import (
    Base,
    Change,
    DeletedAddress,
    Device,
    FormerName,
    Game,
    GameHouseRules,
    HouseRules,
    HouseRulesVersion,
    League,
    LeagueDeletion,
    LedgerEntry,
    Line,
    LineReview,
    Link,
    Member,
    Night,
    Person,
    Play,
    Posting,
    Result,
    Rulebook,
    Season,
    Seat,
    Tournament,
    TournamentLine,
)


def _table(model: type[Base]) -> Table:
    return Base.metadata.tables[model.__tablename__]


changes = _table(Change)
deleted_addresses = _table(DeletedAddress)
devices = _table(Device)
entries = _table(LedgerEntry)
former_names = _table(FormerName)
game_houses = _table(GameHouseRules)
games = _table(Game)
house_rules = _table(HouseRules)
house_versions = _table(HouseRulesVersion)
league_deletions = _table(LeagueDeletion)
leagues = _table(League)
lines = _table(Line)
links = _table(Link)
members = _table(Member)
nights = _table(Night)
line_reviews = _table(LineReview)
people = _table(Person)
plays = _table(Play)
postings = _table(Posting)
results = _table(Result)
rulebooks = _table(Rulebook)
seasons = _table(Season)
seats = _table(Seat)
tournament_lines = _table(TournamentLine)
tournaments = _table(Tournament)
