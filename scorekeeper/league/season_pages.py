"""The seasons of a league: to choose from, to begin and to change; their standings and awards."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.money_text import money_text
from scorekeeper.league.awards import SEASON_MINIMUMS, Award
from scorekeeper.league.charts import percent_text
from scorekeeper.league.counts import Share
from scorekeeper.league.forms import SeasonForm
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.season_charts import SeasonChart, money_chart, place_chart
from scorekeeper.league.season_rules import BEST_NIGHTS, MONEY, POINTS, WIN_RATE, WINS, describe_rule
from scorekeeper.league.seasons import SeasonView
from scorekeeper.league.standings import Standings, StandingsRow
from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.sheets.grammar import counted, join_names, number_text, signed

EVERY, NONE = "all", "none"
"""All time, and outside of seasons, as addresses say it."""
LONG_RUN = 3
"""The shortest run of games that is mentioned."""
FEW_MISSING = 4
"""The most people without a place who are listed at once."""
VALUE_HEADS = {WINS: "Won", POINTS: "Points", WIN_RATE: "Share won", MONEY: "Money", BEST_NIGHTS: "Best nights"}


@dataclass(frozen=True)
class SeasonChoice:
    """One season to go to; `key` is what an address calls it."""

    key: str
    name: str
    chosen: bool


@dataclass(frozen=True)
class SeasonChooser:
    """The season a page is about, and the others."""

    season_id: int
    key: str
    name: str
    choices: tuple[SeasonChoice, ...]


def season_key(season_id: int) -> str:
    """Return the name of a season in addresses."""
    return {ALL_TIME: EVERY, OUTSIDE: NONE}.get(season_id, str(season_id))


def default_season(seasons: Sequence[SeasonView], today: dt.date) -> int:
    """Return the current season, else the last one; in a league without seasons, all games."""
    begun = [season for season in seasons if season.starts_on <= today and not season.archived]
    return begun[0].id if begun else all_time_season(seasons)


def all_time_season(seasons: Sequence[SeasonView]) -> int:
    """Return the id for all games: without seasons, ratings are of all games, so it is not "all time"."""
    return ALL_TIME if seasons else OUTSIDE


def season_chooser(seasons: Sequence[SeasonView], season_id: int) -> SeasonChooser:
    """Return the choices: seasons newest first, then archived ones, then games outside of seasons."""
    named = [(season.id, season.name) for season in seasons if not season.archived]
    named += [(season.id, f"{season.name} (archived)") for season in seasons if season.archived]
    named += [(ALL_TIME, "All time"), (OUTSIDE, "Outside seasons")] if seasons else [(season_id, "All games so far")]
    choices = tuple(SeasonChoice(season_key(number), name, number == season_id) for number, name in named)
    name = next(choice.name for choice in choices if choice.chosen)
    return SeasonChooser(season_id, season_key(season_id), name, choices)


# ---------------------------------------------------------------- the list


@dataclass(frozen=True)
class SeasonCard:
    """A season in the list of all."""

    id: int
    key: str
    name: str
    days: tuple[dt.date, dt.date | None]
    rule: str
    archived: bool
    on: bool
    played: str
    """How many nights and games: "6 nights, 12 games"."""
    leaders: str = ""
    """Who is in first place of the season that is being played."""
    leads: str = ""
    """The verb after `leaders`."""


@dataclass(frozen=True)
class SeasonsPage:
    league: LeagueHead
    seasons: tuple[SeasonCard, ...]


def seasons_page(
    league: LeagueHead,
    seasons: Sequence[SeasonView],
    today: dt.date,
    played: Mapping[int, tuple[int, int]],
    current: Standings | None,
) -> SeasonsPage:
    """Return the list of seasons, newest first; `played` as `played_in_seasons` returns it.

    `current` are the standings of the season that is being played, None between seasons.
    """
    cards = (_card(season, today, *played.get(season.id, (0, 0))) for season in seasons)
    if current is None or current.season is None:
        return SeasonsPage(league, tuple(cards))
    first = [row.name for row in current.rows if row.place == 1]
    leaders, leads = join_names(first), "leads" if len(first) == 1 else "lead"
    current_id = current.season.id
    return SeasonsPage(
        league,
        tuple(replace(card, leaders=leaders, leads=leads) if card.id == current_id else card for card in cards),
    )


def season_in_play(seasons: Sequence[SeasonView], today: dt.date) -> int | None:
    """Return the season whose days today is one of, None between seasons."""
    return next((season.id for season in seasons if _is_on(season, today) and not season.archived), None)


def _is_on(season: SeasonView, today: dt.date) -> bool:
    return season.starts_on <= today and (season.ends_on is None or today <= season.ends_on)


def _card(season: SeasonView, today: dt.date, nights: int, games: int) -> SeasonCard:
    return SeasonCard(
        id=season.id,
        key=season_key(season.id),
        name=season.name,
        days=(season.starts_on, season.ends_on),
        rule=describe_rule(season.rule),
        archived=season.archived,
        on=_is_on(season, today),
        played=f"{counted(nights, 'night')}, {counted(games, 'game')}" if games else "No games yet",
    )


# ---------------------------------------------------------------- the form


@dataclass(frozen=True)
class RankingChoice:
    """One way to rank standings."""

    value: str
    text: str
    note: str


RANKING_CHOICES = (
    RankingChoice(WINS, "Games won", "Favors people who come often."),
    RankingChoice(WIN_RATE, "Share of games won", "Fair to people who come less often. Set a minimum number of games."),
    RankingChoice(POINTS, "Points", "Points scored minus points given up."),
    RankingChoice(BEST_NIGHTS, "Best nights", "Only the best nights count. Missing a night costs nothing."),
    RankingChoice(MONEY, "Money", "Total won or lost in games for money."),
)


@dataclass(frozen=True)
class SeasonFormPage:
    """A season to begin (`id` None) or to change."""

    league: LeagueHead
    id: int | None
    form: SeasonForm
    archived: bool = False

    @property
    def choices(self) -> tuple[RankingChoice, ...]:
        return RANKING_CHOICES


@dataclass(frozen=True)
class Move:
    """A change of place: a sign (none for the same place), words for screen readers, and a CSS class."""

    sign: str
    words: str
    css: str


@dataclass(frozen=True)
class StandingsLine:
    """One line of the standings."""

    person: int
    name: str
    place: str
    value: str
    """What the rule goes by."""
    bar: int
    """The same as a stroke: hundredths of the longest."""
    below: bool
    """Whether it is below zero: then the stroke is a broken one."""
    games: int
    win: Share
    points: str
    money: str
    rating: str
    is_rated: bool
    """Whether `rating` is a number."""
    notes: tuple[str, ...]
    """A run of games, how many games are missing."""
    move: Move | None
    """How their place changed in the last night; None if that is not told."""
    tie: str = ""
    """With whom they are tied, and what decided it; empty without a tie."""


@dataclass(frozen=True)
class StandingsPage:
    league: LeagueHead
    chooser: SeasonChooser
    season: SeasonView | None
    rule: str
    value_head: str
    by: str
    rows: tuple[StandingsLine, ...]
    missing: tuple[StandingsLine, ...]
    """Who played too few games to be placed."""
    guests: tuple[StandingsLine, ...]
    small: bool
    """Whether some share here stands on little."""
    moves: bool
    """Whether lines tell how places changed in the last night."""
    places: SeasonChart | None
    money: SeasonChart | None
    others_money: str
    """What everybody without a place won or lost together; empty if nothing."""
    total_money: str
    """What all won and lost adds up to: zero, or the money wouldn't be right.  Empty where nobody played for any."""

    @property
    def rated(self) -> bool:
        """Return whether anybody has a rating that means something."""
        return any(line.is_rated for line in (*self.rows, *self.missing, *self.guests))

    @property
    def folds_missing(self) -> bool:
        """Return whether those without a place are a list to open: they are many, and others have places."""
        return bool(self.rows) and len(self.missing) > FEW_MISSING

    @property
    def by_share(self) -> bool:
        return self.by == WIN_RATE

    @property
    def for_money(self) -> bool:
        return self.league.currency is not None


@dataclass(frozen=True)
class AwardsPage:
    """What a season is remembered by."""

    league: LeagueHead
    chooser: SeasonChooser
    awards: tuple[Award, ...]

    @property
    def minimums(self) -> str:
        return SEASON_MINIMUMS.text


def standings_page(league: LeagueHead, chooser: SeasonChooser, found: Standings) -> StandingsPage:
    """Return the standings of a season."""
    longest = max((_size(row) for row in (*found.rows, *found.unplaced)), default=0)
    currency = league.currency

    def lines(rows: Sequence[StandingsRow]) -> tuple[StandingsLine, ...]:
        return tuple(_standings_line(row, found.rule.by, longest, currency, moves=found.has_moves) for row in rows)

    others = sum(row.cents for row in found.unplaced)
    total = sum(row.cents for row in found.rows) + others
    rows = _with_ties(lines(found.rows), found.rows)
    return StandingsPage(
        league=league,
        chooser=chooser,
        season=found.season,
        rule=describe_rule(found.rule),
        value_head=VALUE_HEADS[found.rule.by],
        by=found.rule.by,
        rows=rows,
        missing=lines([row for row in found.unplaced if not row.guest]),
        guests=lines([row for row in found.unplaced if row.guest]),
        small=any(row.win.small for row in (*found.rows, *found.unplaced)),
        moves=found.has_moves,
        places=place_chart(found),
        money=money_chart(found, currency) if currency else None,
        others_money=money_text(others, currency, signed=True) if currency and others else "",
        total_money=money_text(total, currency) if currency and any(row.cents for row in found.rows) else "",
    )


def _size(row: StandingsRow) -> float:
    return abs(_number(row))


def _number(row: StandingsRow) -> float:
    return row.value.rate if isinstance(row.value, Share) else row.value


def _standings_line(row: StandingsRow, by: str, longest: float, currency: str | None, *, moves: bool) -> StandingsLine:
    money = money_text(row.cents, currency, signed=True) if currency else ""
    points = signed(row.points_for - row.points_against)
    value = {POINTS: points, MONEY: money or "0"}.get(by)
    if value is None:
        value = percent_text(row.value) if isinstance(row.value, Share) else number_text(row.value)
    return StandingsLine(
        person=row.person_id,
        name=row.name,
        place=str(row.place) if row.place else "",
        value=value,
        bar=round(100 * _size(row) / longest) if longest else 0,
        below=_number(row) < 0,
        games=row.games,
        win=row.win,
        points=points,
        money=money,
        rating=row.strength.text if row.strength else "",
        is_rated=row.strength is not None and row.strength.is_settled,
        notes=tuple(_notes(row)),
        move=_move(row) if moves else None,
    )


def _move(row: StandingsRow) -> Move | None:
    if row.place is None:
        return None
    if row.place_before is None:
        return Move("new", "new", "new")
    up = row.place_before - row.place
    if not up:
        return Move("", "same place", "same")
    if up > 0:
        return Move(f"\N{BLACK UP-POINTING TRIANGLE}{up}", f"up {up}", "up")
    return Move(f"\N{BLACK DOWN-POINTING TRIANGLE}{-up}", f"down {-up}", "down")


def _notes(row: StandingsRow) -> list[str]:
    notes = [f"{counted(row.missing, 'game')} short of a ranking"] if row.missing else []
    if abs(row.run) >= LONG_RUN:
        notes.append(f"{row.run} won in a row" if row.run > 0 else f"{-row.run} lost in a row")
    return notes


def _with_ties(lines: Sequence[StandingsLine], rows: Sequence[StandingsRow]) -> tuple[StandingsLine, ...]:
    """Return the standings, each line that is tied with the one above with what decided, or that nothing does."""
    told = []
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        note = ""
        if row.broken_by:
            note = f"Tied with {rows[number - 1].name}, behind on {row.broken_by}"
        elif row.is_tied:
            note = "Tied"
        told.append(replace(line, tie=note))
    return tuple(told)
