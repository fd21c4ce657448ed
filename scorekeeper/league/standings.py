"""The standings of a season: the rules by which they are ranked, how ties are broken, the places before each night."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import must_exist
from scorekeeper.league.ratings import RatingState, Strength
from scorekeeper.league.totals import (
    FOR_STANDINGS,
    Counts,
    Share,
    in_season,
    select_pairs,
    states_before,
    sum_counts,
    sum_counts_by_day,
    theirs,
)
from scorekeeper.models import ALL_TIME, OUTSIDE, League, Person, Play, Season
from scorekeeper.sheets.phrases import counted
from scorekeeper.tournaments.maths.places import Chances, chances

WINS, POINTS, WIN_RATE, MONEY, BEST_NIGHTS = "wins", "points", "win_rate", "money", "best_nights"
RANKINGS = (WINS, POINTS, WIN_RATE, MONEY, BEST_NIGHTS)
HEAD_TO_HEAD = "head to head"
LAST_GAMES = 5
LEAST_NIGHTS = 3
"""With fewer nights nothing is said of those left: they may go otherwise."""
MOST_LEFT = 30
"""Nor where more than these are left."""

RANKING_VALUES: dict[str, Callable[[StandingsRow], Any]] = {
    WINS: lambda row: row.win.part,
    POINTS: lambda row: row.points,
    WIN_RATE: lambda row: Fraction(row.win.part, row.win.of) if row.win.of else Fraction(0),
    MONEY: lambda row: row.cents,
    BEST_NIGHTS: lambda row: row.best,
}
TIE_BREAKERS = {
    WINS: (WIN_RATE, POINTS),
    POINTS: (WINS, WIN_RATE),
    WIN_RATE: (WINS, POINTS),
    MONEY: (WINS, POINTS),
    BEST_NIGHTS: (WINS, POINTS),
}
"""How a tie is broken, in this order; then by the games between the two, if they are two."""
TIE_BREAKER_NAMES = {WINS: "games won", POINTS: "points", WIN_RATE: "share of games won", MONEY: "money"}
RULE_SENTENCES = {
    WINS: "Most games won leads.",
    POINTS: "Ranked by point differential.",
    WIN_RATE: "Best share of games won leads.",
    MONEY: "Most money won leads.",
    BEST_NIGHTS: "Best {nights} count; most wins leads.",
}


@dataclass(frozen=True)
class RankingRule:
    """How standings are ranked.

    `floor`: the games one must have played to be placed; `nights`: how many of the best nights count.
    """

    by: str = WINS
    floor: int = 0
    nights: int = 10

    @property
    def text(self) -> str:
        return RULE_SENTENCES[self.by].format(nights=counted(self.nights, "night")) + (
            f" Play {counted(self.floor, 'game')} to be ranked." if self.floor else ""
        )

    @property
    def ties(self) -> str:
        return ", ".join(TIE_BREAKER_NAMES[key] for key in TIE_BREAKERS[self.by])


@dataclass(frozen=True)
class StandingsRow:
    """One person's row.  `place` is None for guests, and for people who played too few games."""

    person_id: int
    name: str
    guest: bool
    games: int
    win: Share
    """Of the games that were won by somebody."""
    points_for: int
    points_against: int
    cents: int
    """In the league's currency."""
    best: int
    """Games won on their best nights, where these decide."""
    strength: Strength | None
    """Their rating; None for all time, as each season starts over."""
    run: int
    """Games won in a row, below zero lost."""
    missing: int = 0
    """Games they still have to play to be placed."""
    place: int | None = None
    is_tied: bool = False
    """Whether everything is equal to somebody else's in the same place."""
    broken_by: str | None = None
    """What placed them behind the one above, where the value of the rule is the same."""
    after: tuple[tuple[int | None, int], ...] = ()
    """Their place (None: they had none, or it is not known) and money after each of `Standings.days`, today last."""

    @property
    def points(self) -> int:
        return self.points_for - self.points_against

    @property
    def place_before(self) -> int | None:
        """Return their place before the last night; None if that was not asked for."""
        return self.after[-2][0] if len(self.after) > 1 else None


@dataclass(frozen=True)
class Standings:
    """`rows` in order of their places; `unplaced` by name.  `season` is None for all time and outside of seasons.

    `lately` has the last nights by their day, oldest first, as many as were asked for: what everybody did.
    """

    season: Season | None
    rule: RankingRule
    rows: tuple[StandingsRow, ...]
    unplaced: tuple[StandingsRow, ...]
    lately: Mapping[str, Mapping[int, Counts]] = field(default_factory=dict)

    @property
    def days(self) -> tuple[str, ...]:
        return tuple(self.lately)

    @property
    def everybody(self) -> tuple[StandingsRow, ...]:
        return (*self.rows, *self.unplaced)

    @property
    def has_moves(self) -> bool:
        """Return whether places before the last night are known."""
        return any(row.place_before for row in self.rows)

    def value_of(self, row: StandingsRow) -> Any:
        """Return the number that the rule ranks somebody by."""
        return RANKING_VALUES[self.rule.by](row)

    @property
    def largest(self) -> Any:
        """Return the largest of those numbers, signs aside."""
        return max((abs(self.value_of(row)) for row in self.everybody), default=0)


def read_standings(
    session: Session, league_id: int, season_id: int, rule: RankingRule | None = None, *, nights: int = 0
) -> Standings:
    """Return the standings of a season by its own rule, or by another.  Raises NotFound.

    With `nights` each row also has their place after each of the last `nights`.
    """
    season = None
    if season_id not in {OUTSIDE, ALL_TIME}:
        season = must_exist(session.get(Season, (league_id, season_id)))
    rule = rule or (RankingRule(**season.rule) if season else RankingRule())
    connection = session.connection()
    currency = connection.scalar(select(League.currency).where(League.id == league_id))
    rows = _read_rows(connection, league_id, season_id, rule, currency)
    lead = partial(head_to_head, connection, league_id, season_id)
    placed = _ranked(lead(), rule, [row for row in rows if not row.guest and not row.missing])
    unplaced = [row for row in rows if row.guest or row.missing]
    lately: dict[str, dict[int, Counts]] = {}
    if nights and rows:
        days = select(Play.day).where(Play.league_id == league_id, *in_season(season_id)).distinct()
        first = days.order_by(Play.day.desc()).limit(1).offset(nights - 1)
        since = Play.day >= func.coalesce(first.scalar_subquery(), "")
        keys = (*FOR_STANDINGS, f"cents.{currency}")
        lately = dict(sorted(sum_counts_by_day(connection, league_id, keys, *in_season(season_id), since).items()))
    earlier = list(_earlier(lead, rule, rows, lately))
    everybody = [
        replace(row, after=(*(then.get(row.person_id, (None, 0)) for then in earlier), (row.place, row.cents)))
        for row in (*placed, *unplaced)
    ]
    return Standings(season, rule, tuple(everybody[: len(placed)]), tuple(everybody[len(placed) :]), lately)


def _read_rows(
    connection: Connection, league_id: int, season_id: int, rule: RankingRule, currency: str | None
) -> list[StandingsRow]:
    """Return everybody who played, by name."""
    money = f"cents.{currency}"
    found = sum_counts(connection, league_id, (*FOR_STANDINGS, money), *in_season(season_id))
    states = states_before(connection, league_id, season_id, found) if season_id != ALL_TIME else {}
    best = _best_nights(connection, league_id, season_id, rule.nights) if rule.by == BEST_NIGHTS else {}
    rows = [
        StandingsRow(
            person_id=row.id,
            name=row.name,
            guest=bool(row.guest),
            games=counts["games"],
            win=Share(counts["won"], counts["won"] + counts["lost"]),
            points_for=counts["for"],
            points_against=counts["against"],
            cents=counts[money],
            best=best.get(row.id, 0),
            strength=states[row.id].strength if row.id in states else None,
            run=states.get(row.id, RatingState()).run,
            missing=max(0, rule.floor - counts["games"]),
        )
        for row in connection.execute(select(Person.id, Person.name, Person.guest).where(Person.league_id == league_id))
        if (counts := found.get(row.id))
    ]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.person_id))


def _best_nights(connection: Connection, league_id: int, season_id: int, nights: int) -> dict[int, int]:
    """Return how many games everybody won on their best nights."""
    found = connection.execute(
        select(Play.person_id, func.sum(Play.won).label("won"))
        .where(Play.league_id == league_id, *in_season(season_id))
        .group_by(Play.person_id, Play.day)
    )
    won: dict[int, list[int]] = defaultdict(list)
    for row in found:
        won[row.person_id].append(int(row.won or 0))
    return {person: sum(sorted(each, reverse=True)[:nights]) for person, each in won.items()}


def last_games(session: Session, league_id: int, season_id: int) -> dict[int, list[bool]]:
    """Return whether each person won, for the last games of a season that somebody won, oldest first."""
    newest = (Play.day.desc(), Play.game_id.desc())
    number = func.row_number().over(partition_by=Play.person_id, order_by=newest).label("number")
    games = select(Play.person_id, Play.won, number).where(
        Play.league_id == league_id, Play.won.is_not(None), *in_season(season_id)
    )
    of = games.subquery().c
    lately: dict[int, list[bool]] = {}
    for row in session.execute(select(of.person_id, of.won).where(of.number <= LAST_GAMES).order_by(of.number.desc())):
        lately.setdefault(row.person_id, []).append(bool(row.won))
    return lately


# ---------------------------------------------------------------- before the last nights


def _earlier(
    lead: Callable[[str], Lead],
    rule: RankingRule,
    rows: Sequence[StandingsRow],
    days: Mapping[str, Mapping[int, Counts]],
) -> Iterator[dict[int, tuple[int | None, int]]]:
    """Return everybody's place and money after each of these days but the newest, oldest first.

    The games of the days since are subtracted from the totals.  The games between two who are tied are read for the
    last of these days alone: on the others such two share a place.  A ranking by best nights can't be computed this way
    if somebody who played since has won on more nights than count: then nobody has a place.
    """
    told: list[dict[int, tuple[int | None, int]]] = []
    then, has_played = {row.person_id: row for row in rows}, set[int]()
    for day in list(days)[:0:-1]:
        for person, counts in days[day].items():
            then[person] = _with_day(then[person], (-count for count in counts.values()))
            has_played.add(person)
        there = [row for row in then.values() if row.games]
        exact = rule.by != BEST_NIGHTS or all(row.best == row.win.part for row in rows if row.person_id in has_played)
        may = [row for row in there if not row.guest and row.games >= rule.floor] if exact else []
        places = _places((lambda _one, _other: 0) if told else lead(day), rule, may)
        told.append({row.person_id: (places.get(row.person_id), row.cents) for row in there})
    return reversed(told)


def _with_day(row: StandingsRow, did: Iterable[int]) -> StandingsRow:
    """Return a row with what the person did on a day, in the order of FOR_STANDINGS and then the money.

    With that below zero it is the row as it was before the day.
    """
    games, won, lost, points_for, points_against, cents = did
    return replace(
        row,
        games=row.games + games,
        win=Share(row.win.part + won, row.win.of + won + lost),
        points_for=row.points_for + points_for,
        points_against=row.points_against + points_against,
        cents=row.cents + cents,
        best=row.best + won,
    )


# ---------------------------------------------------------------- who can still win


def season_chances(found: Standings, today: dt.date) -> tuple[int, Chances[str]] | None:
    """Return how many more nights fit into a season, and how likely each is to win it if they go like the last ones.

    Any of the last nights may come again, with what everybody did there; they also say how far apart nights are.  None
    for a season without a last day, ranked by best nights or with too few nights; and if no night fits, or too many.
    """
    season, days = found.season, list(map(dt.date.fromisoformat, found.days))
    if not season or not season.last_day or found.rule.by == BEST_NIGHTS or len(days) < LEAST_NIGHTS:
        return None
    apart = (days[-1] - days[0]) / (len(days) - 1)
    left = (season.last_day - max(days[-1], today - apart)) // apart
    if not 1 <= left <= MOST_LEFT:
        return None
    nothing = dict.fromkeys((*FOR_STANDINGS, "cents"), 0)
    rows = [row for row in found.everybody if not row.guest]
    did = [[tuple(night.get(row.person_id, nothing).values()) for row in rows] for night in found.lately.values()]

    def first(way: Sequence[Sequence[tuple[int, ...]]]) -> list[int]:
        theirs = zip(*way, strict=True)
        then = [_with_day(row, map(sum, zip(*each, strict=True))) for row, each in zip(rows, theirs, strict=True)]
        merits = [(_merit(found.rule, row), row.person_id) for row in then if row.games >= found.rule.floor]
        best = max((merit for merit, _ in merits), default=())
        return [person for merit, person in merits if merit == best]

    shares, error = chances([did] * left, first)
    names = {row.person_id: row.name for row in rows}
    return left, ([(names[person], share) for person, share in shares], error)


# ---------------------------------------------------------------- places


Lead = Callable[[int, int], int]
"""Games the first player finished ahead of the second, minus games behind."""


def _ranked(lead: Lead, rule: RankingRule, rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Return rows in order with their places, and what placed each behind the one above where the rule did not."""
    places = _places(lead, rule, rows)
    sharing = Counter(places.values())
    placed: list[StandingsRow] = []
    for row in sorted(rows, key=lambda row: places[row.person_id]):
        place, broken_by = places[row.person_id], None
        if placed and placed[-1].place != place:
            merits = zip((rule.by, *TIE_BREAKERS[rule.by]), _merit(rule, row), _merit(rule, placed[-1]), strict=True)
            decided = next((key for key, mine, others in merits if mine != others), None)
            if decided != rule.by:
                broken_by = TIE_BREAKER_NAMES[decided] if decided else HEAD_TO_HEAD
        placed.append(replace(row, place=place, is_tied=sharing[place] > 1, broken_by=broken_by))
    return placed


def _merit(rule: RankingRule, row: StandingsRow) -> tuple[Any, ...]:
    return tuple(RANKING_VALUES[key](row) for key in (rule.by, *TIE_BREAKERS[rule.by]))


def _places(lead: Lead, rule: RankingRule, rows: Sequence[StandingsRow]) -> dict[int, int]:
    """Return the place of each person; two who are tied in every number go by the games between them."""
    merits = {row.person_id: _merit(rule, row) for row in rows}
    places: dict[int, int] = {}
    for _, tied in groupby(sorted(merits, key=merits.__getitem__, reverse=True), key=merits.__getitem__):
        people = list(tied)
        ahead = lead(*people) if len(people) == 2 else 0  # noqa: PLR2004 - the games between two
        places |= dict.fromkeys(people, len(places) + 1)
        if ahead:
            places[people[1] if ahead > 0 else people[0]] += 1
    return places


def head_to_head(connection: Connection, league_id: int, season_id: int, before: str | None = None) -> Lead:
    """Return the lead of two people in a season, or in its days before one; each two who are tied are read once."""
    upto = [Play.day < before] if before else []

    @cache
    def ahead(one: int, other: int) -> int:
        which = [Play.person_id == one, theirs.person_id == other, *in_season(season_id), *upto]
        row = connection.execute(select_pairs(league_id, *which)).one_or_none()
        return int(row.ahead - row.behind) if row else 0

    return ahead
