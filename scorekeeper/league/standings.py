"""The standings of a season by its rule, and how ties were broken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import Session

from scorekeeper.league.counts import FOR_STANDINGS, Counts, Share
from scorekeeper.league.ratings import RatingState, Strength
from scorekeeper.league.season_rules import BEST_NIGHTS, MONEY, POINTS, WIN_RATE, WINS, RankingRule
from scorekeeper.league.seasons import SeasonView, read_season
from scorekeeper.league.totals import in_season, select_pairs, states_before, theirs, totals, totals_by_day
from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import leagues, people, plays

HEAD_TO_HEAD = "head to head"


class Standing(NamedTuple):
    """A person's place and money after a night; `place` is None if they had none, or it is not known."""

    place: int | None
    cents: int


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
    currency: str | None
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
    value: int | Share = field(default=0)
    """The value that the rule ranks by."""
    after: tuple[Standing, ...] = ()
    """Where they stood after each of `Standings.days`, today last."""

    @property
    def place_before(self) -> int | None:
        """Return their place before the last night; None if that was not asked for."""
        return self.after[-2].place if len(self.after) > 1 else None


@dataclass(frozen=True)
class Standings:
    """`rows` in order of their places; `unplaced` by name.  `season` is None for all time and outside of seasons.

    `days` are the last nights, oldest first, as many as were asked for.
    """

    season: SeasonView | None
    rule: RankingRule
    rows: tuple[StandingsRow, ...]
    unplaced: tuple[StandingsRow, ...]
    days: tuple[str, ...] = ()

    @property
    def has_moves(self) -> bool:
        """Return whether places before the last night are known."""
        return any(row.place_before for row in self.rows)


RANKING_VALUES: dict[str, Callable[[StandingsRow], Any]] = {
    WINS: lambda row: row.win.part,
    POINTS: lambda row: row.points_for - row.points_against,
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


def read_standings(
    session: Session, league_id: int, season_id: int, rule: RankingRule | None = None, *, nights: int = 0
) -> Standings:
    """Return the standings of a season by its own rule, or by another.  Raises SeasonNotFound.

    With `nights` each row also has their place after each of the last `nights`.
    """
    season = read_season(session, league_id, season_id) if season_id not in {OUTSIDE, ALL_TIME} else None
    rule = rule or (season.rule if season else RankingRule())
    connection = session.connection()
    found = _rows(connection, league_id, season_id, rule)
    lead = HeadToHead(connection, league_id, season_id)
    rows = [_ruled(row, rule) for row in found]
    placed = _ranked(lead.of, rule, [row for row in rows if _has_place(row)])
    unplaced = [row for row in rows if not _has_place(row)]
    lately = _last_nights(connection, league_id, season_id, found, nights) if nights and found else {}
    earlier = tuple(_earlier(lead, rule, found, lately))
    everybody = [replace(row, after=(*_standings_of(row, earlier), _now(row))) for row in (*placed, *unplaced)]
    return Standings(season, rule, tuple(everybody[: len(placed)]), tuple(everybody[len(placed) :]), tuple(lately))


def _last_nights(
    connection: Connection, league_id: int, season_id: int, rows: Sequence[StandingsRow], most: int
) -> dict[str, dict[int, Counts]]:
    """Return the totals of the last days of a season, oldest first."""
    of_season = [plays.c.league_id == league_id, *in_season(season_id)]
    first = select(plays.c.day).where(*of_season).distinct().order_by(plays.c.day.desc()).limit(1).offset(most - 1)
    lately = plays.c.day >= func.coalesce(first.scalar_subquery(), "")
    keys = (*FOR_STANDINGS, f"cents.{rows[0].currency}")
    return dict(sorted(totals_by_day(connection, league_id, keys, *in_season(season_id), lately).items()))


def _ruled(row: StandingsRow, rule: RankingRule) -> StandingsRow:
    """Return a row with what the rule makes of it."""
    return replace(row, value=_value(row, rule), missing=max(0, rule.floor - row.games))


def _has_place(row: StandingsRow) -> bool:
    return not row.guest and not row.missing


def _now(row: StandingsRow) -> Standing:
    return Standing(row.place, row.cents)


def _standings_of(row: StandingsRow, earlier: Iterable[Mapping[int, Standing]]) -> Iterator[Standing]:
    return (standings.get(row.person_id, Standing(None, 0)) for standings in earlier)


def _earlier(
    lead: HeadToHead, rule: RankingRule, rows: Sequence[StandingsRow], days: Mapping[str, Mapping[int, Counts]]
) -> Iterable[dict[int, Standing]]:
    """Return where everybody stood after each of these days but the newest, oldest first.

    The games of the days since are subtracted from the totals.  The games between two who are tied are read for the
    last of these days alone: on the others such two share a place.
    """
    told: list[dict[int, Standing]] = []
    since: dict[int, list[Counts]] = defaultdict(list)
    for day in list(days)[:0:-1]:
        for person, counts in days[day].items():
            since[person].append(counts)
        before = HeadToHead(lead.connection, lead.league_id, lead.season_id, day).of
        told.append(_standings_before((lambda _one, _other: 0) if told else before, rule, rows, since))
    return reversed(told)


def _standings_before(
    lead: Lead, rule: RankingRule, rows: Sequence[StandingsRow], since: Mapping[int, Sequence[Counts]]
) -> dict[int, Standing]:
    """Return where everybody stood before some days, of those who had played by then.

    A ranking by best nights can't be computed this way if somebody who played since has won on more nights than count:
    then nobody has a place.
    """
    then = [row for row in (without_days(row, since.get(row.person_id, ())) for row in rows) if row.games]
    exact = rule.by != BEST_NIGHTS or all(row.best == row.win.part for row in rows if row.person_id in since)
    may = [row for row in then if not row.guest and row.games >= rule.floor] if exact else []
    places = _places(lead, rule, may)
    return {row.person_id: Standing(places.get(row.person_id), row.cents) for row in then}


def _value(row: StandingsRow, rule: RankingRule) -> int | Share:
    return row.win if rule.by == WIN_RATE else int(RANKING_VALUES[rule.by](row))


def _rows(connection: Connection, league_id: int, season_id: int, rule: RankingRule) -> list[StandingsRow]:
    """Return everybody who played, by name."""
    named = connection.execute(
        select(people.c.id, people.c.name, people.c.guest, leagues.c.currency)
        .join(leagues, leagues.c.id == people.c.league_id)
        .where(people.c.league_id == league_id)
    ).all()
    currency = named[0].currency if named else None
    found = totals(connection, league_id, (*FOR_STANDINGS, f"cents.{currency}"), *in_season(season_id))
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
            cents=counts[f"cents.{currency}"],
            currency=currency,
            best=best.get(row.id, 0),
            strength=states[row.id].strength if row.id in states else None,
            run=states.get(row.id, RatingState()).run,
        )
        for row in named
        if (counts := found.get(row.id))
    ]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.person_id))


def _best_nights(connection: Connection, league_id: int, season_id: int, nights: int) -> dict[int, int]:
    """Return how many games everybody won on their best nights."""
    found = connection.execute(
        select(plays.c.person_id, func.sum(plays.c.won).label("won"))
        .where(plays.c.league_id == league_id, *in_season(season_id))
        .group_by(plays.c.person_id, plays.c.day)
    )
    won: dict[int, list[int]] = defaultdict(list)
    for row in found:
        won[row.person_id].append(int(row.won or 0))
    return {person: sum(sorted(each, reverse=True)[:nights]) for person, each in won.items()}


def without_days(row: StandingsRow, days: Iterable[Counts]) -> StandingsRow:
    """Return a row as it was before some days, given what the person did on them."""
    for counts in days:
        won, lost = counts["won"], counts["lost"]
        row = replace(
            row,
            games=row.games - counts["games"],
            win=Share(row.win.part - won, row.win.of - won - lost),
            points_for=row.points_for - counts["for"],
            points_against=row.points_against - counts["against"],
            cents=row.cents - counts[f"cents.{row.currency}"],
            best=row.best - won,
        )
    return row


# ---------------------------------------------------------------- places


Lead = Callable[[int, int], int]
"""Games the first player finished ahead of the second, minus games behind."""


def _ranked(lead: Lead, rule: RankingRule, rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    keys = (rule.by, *TIE_BREAKERS[rule.by])
    merit = {row.person_id: tuple(RANKING_VALUES[key](row) for key in keys) for row in rows}
    ordered = sorted(rows, key=lambda row: merit[row.person_id], reverse=True)
    placed: list[StandingsRow] = []
    for group in _tied_groups(ordered, merit):
        placed += _rank_group(lead, len(placed), group)
    return [_with_tie_breaker(row, above, merit, keys) for row, above in zip(placed, [None, *placed], strict=False)]


def _places(lead: Lead, rule: RankingRule, rows: Sequence[StandingsRow]) -> dict[int, int]:
    """Return the place of each person: the same places as `_ranked`, without the reasons."""
    keys = (rule.by, *TIE_BREAKERS[rule.by])
    merit = {row.person_id: tuple(RANKING_VALUES[key](row) for key in keys) for row in rows}
    places: dict[int, int] = {}
    for group in _tied_groups(sorted(rows, key=lambda row: merit[row.person_id], reverse=True), merit):
        place, people = len(places) + 1, [row.person_id for row in group]
        ahead = lead(*people) if len(people) == 2 else 0  # noqa: PLR2004 - the games between two
        places |= dict.fromkeys(people, place)
        if ahead:
            places[people[1] if ahead > 0 else people[0]] += 1
    return places


def _tied_groups(ordered: Iterable[StandingsRow], merit: dict[int, tuple[Any, ...]]) -> list[list[StandingsRow]]:
    groups: list[list[StandingsRow]] = []
    for row in ordered:
        if groups and merit[groups[-1][0].person_id] == merit[row.person_id]:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _rank_group(lead: Lead, above: int, group: list[StandingsRow]) -> list[StandingsRow]:
    """Place people who are tied in every number: two by the games between them, more than two on one place."""
    if len(group) == 2:  # noqa: PLR2004 - the games between two
        ahead = lead(group[0].person_id, group[1].person_id)
        if ahead:
            first, second = group if ahead > 0 else group[::-1]
            return [replace(first, place=above + 1), replace(second, place=above + 2, broken_by=HEAD_TO_HEAD)]
    return [replace(row, place=above + 1, is_tied=len(group) > 1) for row in group]


class HeadToHead:
    """The games between two people of a season, or of its days before one; each two are read once, if they are tied."""

    def __init__(self, connection: Connection, league_id: int, season_id: int, before: str | None = None) -> None:
        self.connection, self.league_id, self.season_id, self.before = connection, league_id, season_id, before
        self.known: dict[tuple[int, int], int] = {}

    def of(self, one: int, other: int) -> int:
        """Return the games the first person finished ahead minus those behind."""
        if one > other:
            return -self.of(other, one)
        if (one, other) not in self.known:
            which = [plays.c.person_id == one, theirs.c.person_id == other, *in_season(self.season_id)]
            upto = [plays.c.day < self.before] if self.before else []
            row = self.connection.execute(select_pairs(self.league_id, *which, *upto)).one_or_none()
            self.known[one, other] = int(row.ahead - row.behind) if row else 0
        return self.known[one, other]


def _with_tie_breaker(
    row: StandingsRow, above: StandingsRow | None, merit: dict[int, tuple[Any, ...]], keys: Sequence[str]
) -> StandingsRow:
    """Return a row with what placed it behind the one above, where that was not the rule itself."""
    if above is None or row.broken_by or above.place == row.place:
        return row
    mine, theirs = merit[row.person_id], merit[above.person_id]
    decided = next(key for key, ours, others in zip(keys, mine, theirs, strict=True) if ours != others)
    return row if decided == keys[0] else replace(row, broken_by=TIE_BREAKER_NAMES[decided])
