"""Seasons: which there are, and the one a page is about; begin one, change its days or its rule, archive it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from sqlalchemy import Connection, case, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.errors import SeasonNotFound
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import Submission, Write, writing
from scorekeeper.league.change_log import (
    SEASON_ARCHIVED,
    SEASON_BEGUN,
    SEASON_CHANGED,
    Facts,
    log_change,
)
from scorekeeper.league.results import rate_season
from scorekeeper.league.season_rules import SeasonSpan, format_day, season_spans
from scorekeeper.league.standings import RankingRule, rule_from_json, rule_to_json
from scorekeeper.models import Season
from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import plays, results, seasons
from scorekeeper.rules.errors import impossible, unreadable

LAST_DAY = dt.date.max.isoformat()


@dataclass(frozen=True)
class SeasonView:
    """A season; `ends_on` is None while its end is open."""

    id: int
    name: str
    starts_on: dt.date
    ends_on: dt.date | None
    rule: RankingRule
    archived: bool


@dataclass(frozen=True)
class SeasonDraft:
    """The fields of a season's form; `rule` as `ranking_rule` returns it."""

    name: str
    starts_on: dt.date
    ends_on: dt.date | None
    rule: RankingRule


class _SeasonRow(Protocol):
    id: int
    name: str
    starts_on: str
    ends_on: str | None
    standing: dict[str, Any]
    archived_at: dt.datetime | None


# ---------------------------------------------------------------- which there are


def seasons_of(session: Session, league_id: int) -> Sequence[Season]:
    """Return the seasons of a league, newest first."""
    mine = select(Season).where(Season.league_id == league_id).order_by(Season.starts_on.desc())
    return session.scalars(mine, execution_options={"populate_existing": True}).all()


def played_in_seasons(session: Session, league_id: int) -> dict[int, tuple[int, int]]:
    """Return for each season with games how many nights and how many games were played in it."""
    found = session.connection().execute(
        select(results.c.season_id, func.count(results.c.day.distinct()), func.count())
        .where(results.c.league_id == league_id)
        .group_by(results.c.season_id)
    )
    return {season: (nights, games) for season, nights, games in found}


def read_season(session: Session, league_id: int, season_id: int) -> Season:
    """Return a season.  Raises SeasonNotFound."""
    season = session.get(Season, (league_id, season_id), populate_existing=True)
    if season is None:
        raise SeasonNotFound
    return season


def _row(connection: Connection, league_id: int, season_id: int) -> _SeasonRow:
    row = connection.execute(
        select(seasons).where(seasons.c.league_id == league_id, seasons.c.id == season_id)
    ).one_or_none()
    if row is None:
        raise SeasonNotFound
    return row


def _view(row: _SeasonRow) -> SeasonView:
    return SeasonView(
        id=row.id,
        name=row.name,
        starts_on=dt.date.fromisoformat(row.starts_on),
        ends_on=dt.date.fromisoformat(row.ends_on) if row.ends_on else None,
        rule=rule_from_json(row.standing),
        archived=row.archived_at is not None,
    )


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


def begin_season(form: Submission, draft: SeasonDraft) -> int:
    """Begin a season, of past or future days: the games played in it count for it.  Return its number.

    Raises UnreadableSheet ("name", "ends_on"), ImpossibleFact ("starts_on") where days belong to another season.
    """
    draft = _checked(draft)
    with writing(form) as write:
        if done := write.answered(SEASON_BEGUN, _facts(draft)):
            return int(done)
        known = season_spans(write.connection, write.league_id)
        _check_no_overlap(write.connection, write.league_id, draft, None)
        mine = seasons.c.league_id == write.league_id
        number = (write.connection.scalar(select(func.max(seasons.c.id)).where(mine)) or 0) + 1
        write.connection.execute(insert(seasons), {"league_id": write.league_id, "id": number, **_columns(draft)})
        _recount(write, known)
        log_change(write, SEASON_BEGUN, {**_facts(draft), "season": number})
        return write.answer(number)


def change_season(form: Submission, season_id: int, draft: SeasonDraft) -> None:
    """Change the name, the days or the rule of a season.

    Raises SeasonNotFound, and what `begin_season` raises.
    """
    draft = _checked(draft)
    facts = {**_facts(draft), "season": season_id}
    with writing(form) as write:
        if write.answered(SEASON_CHANGED, facts):
            return
        _row(write.connection, write.league_id, season_id)
        known = season_spans(write.connection, write.league_id)
        _check_no_overlap(write.connection, write.league_id, draft, season_id)
        _set(write, season_id, **_columns(draft))
        _recount(write, known)
        log_change(write, SEASON_CHANGED, facts)


def archive_season(form: Submission, season_id: int, *, archived: bool) -> None:
    """Archive a season, or restore it; nothing is lost.  Raises SeasonNotFound."""
    with writing(form) as write:
        row = _row(write.connection, write.league_id, season_id)
        facts = {"season": season_id, "archived": archived}
        if not write.answered(SEASON_ARCHIVED, facts) and (row.archived_at is not None) != archived:
            _set(write, season_id, archived_at=write.now if archived else None)
            log_change(write, SEASON_ARCHIVED, {**facts, "name": row.name})


def _checked(draft: SeasonDraft) -> SeasonDraft:
    name = checked_name(draft.name, "A season needs a name.")
    if draft.ends_on is not None and draft.ends_on < draft.starts_on:
        raise unreadable("ends_on", "Choose a last day on or after the first day.")
    return replace(draft, name=name)


def _check_no_overlap(connection: Connection, league_id: int, draft: SeasonDraft, season_id: int | None) -> None:
    """Raise ImpossibleFact for days that belong to another season."""
    last = draft.ends_on or dt.date.max
    found = connection.execute(select(seasons).where(seasons.c.league_id == league_id))
    for other in map(_view, found):
        ends = other.ends_on or dt.date.max
        if other.id != season_id and other.starts_on <= last and draft.starts_on <= ends:
            until = f" to {format_day(other.ends_on)}" if other.ends_on else " with no last day"
            message = f"Those days are in season {other.name}, which runs from {format_day(other.starts_on)}{until}."
            raise impossible("starts_on", message)


def _facts(draft: SeasonDraft) -> Facts:
    return {
        "name": draft.name,
        "starts_on": draft.starts_on.isoformat(),
        "ends_on": draft.ends_on.isoformat() if draft.ends_on else None,
        "rule": rule_to_json(draft.rule),
    }


def _columns(draft: SeasonDraft) -> dict[str, object]:
    facts = _facts(draft)
    facts["standing"] = facts.pop("rule")
    return facts


def _set(write: Write, season_id: int, **values: object) -> None:
    which = update(seasons).where(seasons.c.league_id == write.league_id, seasons.c.id == season_id)
    write.connection.execute(which.values(values))


# ---------------------------------------------------------------- games that change their season


def _recount(write: Write, before: Sequence[SeasonSpan]) -> None:
    """Move the games whose days came into a season, or out of one, to where they belong now."""
    connection, league_id = write.connection, write.league_id
    now = season_spans(connection, league_id)
    changed = {span.days for span in before} ^ {span.days for span in now}
    if not changed:
        return
    for table in (results, plays):
        days = ((table.c.day.between(span.starts_on, span.ends_on or LAST_DAY), span.season_id) for span in now)
        season = case(*days, else_=OUTSIDE)
        connection.execute(
            update(table).where(table.c.league_id == league_id, table.c.season_id != season).values(season_id=season)
        )
    first = min(starts_on for _, starts_on, _ in changed)
    for season_id in {OUTSIDE, *(season_id for season_id, _, _ in changed)}:
        rate_season(connection, league_id, season_id, (first, 0))
