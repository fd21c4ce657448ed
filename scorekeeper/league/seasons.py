"""Seasons: which there are, and the one a page is about; begin one, change its days or its rule, archive it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import case, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.clock import long_day_text
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import Submission, Write, must_exist, writing
from scorekeeper.league.change_log import SEASON_ARCHIVED, SEASON_BEGUN, SEASON_CHANGED, ChangeFacts, log_change
from scorekeeper.league.results import rate_season
from scorekeeper.league.standings import RankingRule
from scorekeeper.models import ALL_TIME, OUTSIDE, Play, Result, Season
from scorekeeper.rules.errors import impossible, unreadable

LAST_DAY = dt.date.max.isoformat()


# ---------------------------------------------------------------- which there are


def seasons_of(session: Session, league_id: int) -> Sequence[Season]:
    """Return the seasons of a league, newest first."""
    mine = select(Season).where(Season.league_id == league_id).order_by(Season.starts_on.desc())
    return session.scalars(mine, execution_options={"populate_existing": True}).all()


def played_in_seasons(session: Session, league_id: int) -> dict[int, tuple[int, int]]:
    """Return for each season with games how many nights and how many games were played in it."""
    found = session.connection().execute(
        select(Result.season_id, func.count(Result.day.distinct()), func.count())
        .where(Result.league_id == league_id)
        .group_by(Result.season_id)
    )
    return {season: (nights, games) for season, nights, games in found}


def read_season(session: Session, league_id: int, season_id: int) -> Season:
    """Return a season.  Raises NotFound."""
    return must_exist(session.get(Season, (league_id, season_id), populate_existing=True))


# ---------------------------------------------------------------- the one a page is about

EVERY, NONE = "all", "none"
"""All time, and outside of seasons, as addresses say it."""


def season_key(season_id: int) -> str:
    """Return the name of a season in addresses."""
    return {ALL_TIME: EVERY, OUTSIDE: NONE}.get(season_id, str(season_id))


def default_season(seasons: Sequence[Season], today: dt.date) -> int:
    """Return the current season, else the last one; in a league without seasons, all games."""
    begun = [season for season in seasons if season.first_day <= today and not season.archived_at]
    return begun[0].id if begun else all_time_season(seasons)


def all_time_season(seasons: Sequence[Season]) -> int:
    """Return the id for all games: without seasons, ratings are of all games, so it is not "all time"."""
    return ALL_TIME if seasons else OUTSIDE


def season_in_play(seasons: Sequence[Season], today: dt.date) -> int | None:
    """Return the season whose days today is one of, None between seasons."""
    return next((season.id for season in seasons if season.has(today) and not season.archived_at), None)


class SeasonChooser:
    """The season a page is about, and those to choose from: newest first, archived ones, then games outside of any."""

    def __init__(self, seasons: Sequence[Season], season_id: int) -> None:
        named = [(season.id, season.name) for season in seasons if not season.archived_at]
        named += [(season.id, f"{season.name} (archived)") for season in seasons if season.archived_at]
        always = [(ALL_TIME, "All time"), (OUTSIDE, "Outside seasons")]
        named += always if seasons else [(season_id, "All games so far")]
        self.season_id, self.key, self.name = season_id, season_key(season_id), dict(named)[season_id]
        self.choices = [(season_key(number), name) for number, name in named]


# ---------------------------------------------------------------- begin, change, archive


def season_values(name: str, starts_on: dt.date, ends_on: dt.date | None, rule: RankingRule) -> ChangeFacts:
    """Return a season as its form and the log of the league have it.  Raises UnreadableSheet ("name", "ends_on")."""
    name = checked_name(name, "A season needs a name.")
    if ends_on is not None and ends_on < starts_on:
        raise unreadable("ends_on", "Choose a last day on or after the first day.")
    last = ends_on.isoformat() if ends_on else None
    return {"name": name, "starts_on": starts_on.isoformat(), "ends_on": last, "rule": asdict(rule)}


def begin_season(form: Submission, values: ChangeFacts) -> int:
    """Begin a season, of past or future days: the games played in it count for it.  Return its number.

    `values` as `season_values` returns them.  Raises ImpossibleFact ("starts_on") where days belong to another season.
    """
    with writing(form) as write:
        if done := write.answered(SEASON_BEGUN, values):
            return int(done)
        known = seasons_of(write.session, write.league_id)
        number = max((season.id for season in known), default=0) + 1
        season = Season(league_id=write.league_id, id=number)
        write.session.add(season)
        _store(write, season, values, known)
        log_change(write, SEASON_BEGUN, {**values, "season": number})
        return write.answer(number)


def change_season(form: Submission, season_id: int, values: ChangeFacts) -> None:
    """Change the name, the days or the rule of a season.

    Raises NotFound, and what `begin_season` raises.
    """
    with writing(form) as write:
        if write.answered(SEASON_CHANGED, values, season_id):
            return
        season = read_season(write.session, write.league_id, season_id)
        others = [other for other in seasons_of(write.session, write.league_id) if other is not season]
        _store(write, season, values, others)
        log_change(write, SEASON_CHANGED, {**values, "season": season_id})


def archive_season(form: Submission, season_id: int, *, archived: bool) -> None:
    """Archive a season, or restore it; nothing is lost.  Raises NotFound."""
    with writing(form) as write:
        season = read_season(write.session, write.league_id, season_id)
        facts = {"season": season_id, "archived": archived}
        if not write.answered(SEASON_ARCHIVED, facts) and (season.archived_at is not None) != archived:
            season.archived_at = write.now if archived else None
            write.session.flush()
            log_change(write, SEASON_ARCHIVED, {**facts, "name": season.name})


def _store(write: Write, season: Season, values: ChangeFacts, others: Sequence[Season]) -> None:
    """Store what a season is now, and move the games whose days came into it, or out of it, to where they belong.

    Raises ImpossibleFact for days that belong to another season.
    """
    before = season.starts_on, season.ends_on
    starts_on, ends_on = values["starts_on"], values["ends_on"]
    for other in others:
        if other.starts_on <= (ends_on or LAST_DAY) and starts_on <= (other.ends_on or LAST_DAY):
            until = f" to {long_day_text(other.ends_on)}" if other.ends_on else " with no last day"
            runs = f"which runs from {long_day_text(other.starts_on)}{until}."
            raise impossible("starts_on", f"Those days are in season {other.name}, {runs}")
    season.name, season.starts_on, season.ends_on, season.rule = values["name"], starts_on, ends_on, values["rule"]
    write.session.flush()
    if before == (starts_on, ends_on):
        return
    connection, league_id = write.connection, write.league_id
    for table in (Result, Play):
        days = [(table.day.between(it.starts_on, it.ends_on or LAST_DAY), it.id) for it in (*others, season)]
        moved = case(*days, else_=OUTSIDE)
        connection.execute(
            update(table).where(table.league_id == league_id, table.season_id != moved).values(season_id=moved)
        )
    first = min(before[0] or starts_on, starts_on)
    for season_id in (OUTSIDE, season.id):
        rate_season(connection, league_id, season_id, (first, 0))
