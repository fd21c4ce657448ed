"""The standings of a season by its rule, and how ties were broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sqlalchemy import and_, select

from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import leagues, pair_seasons, people, person_seasons
from scorekeeper.services.league.counted_games import last_nights, lead_in
from scorekeeper.services.league.counts import Share
from scorekeeper.services.league.ratings import Strength
from scorekeeper.services.league.season_rules import BEST_NIGHTS, MONEY, POINTS, WIN_RATE, WINS, RankingRule
from scorekeeper.services.league.seasons import read_season
from scorekeeper.services.league.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.services.league.counted_games import LastNight
    from scorekeeper.services.league.counts import Counts
    from scorekeeper.services.league.seasons import SeasonView


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


def read_standings(  # noqa: PLR0913 - which standings, and what need not be read again for them
    session: Session,
    league_id: int,
    season_id: int,
    rule: RankingRule | None = None,
    *,
    nights: int = 0,
    merged: Mapping[int, int] | None = None,
) -> Standings:
    """Return the standings of a season by its own rule, or by another.  Raises SeasonNotFound.

    With `nights` each row also has their place after each of the last `nights`; pass `merged` (who was merged into
    whom) if it has been read already.
    """
    season = read_season(session, league_id, season_id) if season_id not in {OUTSIDE, ALL_TIME} else None
    rule = rule or (season.rule if season else RankingRule())
    connection = session.connection()
    found = _rows(session, league_id, season_id)
    lead = HeadToHead(connection, league_id, season_id)
    rows = [_ruled(row, rule) for row in found]
    placed = _ranked(lead.of, rule, [row for row in rows if _has_place(row)])
    unplaced = [row for row in rows if not _has_place(row)]
    lately = last_nights(connection, league_id, season_id, nights, merged) if nights and found else ()
    earlier = tuple(_earlier(lead, rule, found, lately))
    everybody = [replace(row, after=(*_standings_of(row, earlier), _now(row))) for row in (*placed, *unplaced)]
    days = tuple(night.day for night in reversed(lately))
    return Standings(season, rule, tuple(everybody[: len(placed)]), tuple(everybody[len(placed) :]), days)


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
    lead: HeadToHead, rule: RankingRule, rows: Sequence[StandingsRow], nights: Sequence[LastNight]
) -> Iterable[dict[int, Standing]]:
    """Return where everybody stood after each of these nights but the newest, oldest first.

    The games of the nights since are subtracted from the totals.  The games between two who are tied are read for the
    last of these nights alone: on the others such two share a place.
    """
    since = Totals()
    told: list[dict[int, Standing]] = []

    def lead_then(one: int, other: int) -> int:
        return 0 if told else lead.of(one, other) - lead_in(since, one, other)

    for night in nights[:-1]:
        since.add_all(night.totals)
        told.append(_standings_before(lead_then, rule, rows, since))
    return reversed(told)


def _standings_before(
    lead: Lead, rule: RankingRule, rows: Sequence[StandingsRow], since: Totals
) -> dict[int, Standing]:
    """Return where everybody stood before some nights, of those who had played by then.

    A ranking by best nights can't be computed this way if somebody who played since has won on more nights than count:
    then nobody has a place.
    """
    then = [row for row in (without_nights(row, since) for row in rows) if row.games]
    exact = rule.by != BEST_NIGHTS or all(row.best == row.win.part for row in rows if row.person_id in since.people)
    may = [row for row in then if not row.guest and row.games >= rule.floor] if exact else []
    places = _places(lead, rule, may)
    return {row.person_id: Standing(places.get(row.person_id), row.cents) for row in then}


def _value(row: StandingsRow, rule: RankingRule) -> int | Share:
    return row.win if rule.by == WIN_RATE else int(RANKING_VALUES[rule.by](row))


def _rows(session: Session, league_id: int, season_id: int) -> list[StandingsRow]:
    """Return everybody who played, by name."""
    found = session.execute(
        select(person_seasons.c.person_id, person_seasons.c.doc, person_seasons.c.form, people.c.name, people.c.guest)
        .add_columns(leagues.c.currency)
        .join(leagues, leagues.c.id == person_seasons.c.league_id)
        .join(people, and_(people.c.league_id == person_seasons.c.league_id, people.c.id == person_seasons.c.person_id))
        .where(person_seasons.c.league_id == league_id, person_seasons.c.season_id == season_id)
    )
    return sorted(map(_row, found), key=lambda row: (row.name.casefold(), row.person_id))


class _PersonTotals(Protocol):
    person_id: int
    doc: Counts
    form: dict[str, int] | None
    name: str
    guest: int
    currency: str | None
    """The league's."""


def _row(row: _PersonTotals) -> StandingsRow:
    counts, form = row.doc, row.form or {}
    won, lost = counts.get("won", 0), counts.get("lost", 0)
    return StandingsRow(
        person_id=row.person_id,
        name=row.name,
        guest=bool(row.guest),
        games=counts["games"],
        win=Share(won, won + lost),
        points_for=counts.get("for", 0),
        points_against=counts.get("against", 0),
        cents=counts.get(f"cents.{row.currency}", 0),
        currency=row.currency,
        best=form.get("best", 0),
        strength=Strength(form["mu"], form["sigma"]) if form else None,
        run=form.get("run", 0),
    )


def without_nights(row: StandingsRow, nights: Totals) -> StandingsRow:
    """Return a row as it was before some nights."""
    counts = nights.people.get(row.person_id)
    if not counts:
        return row
    won, lost = counts.get("won", 0), counts.get("lost", 0)
    return replace(
        row,
        games=row.games - counts.get("games", 0),
        win=Share(row.win.part - won, row.win.of - won - lost),
        points_for=row.points_for - counts.get("for", 0),
        points_against=row.points_against - counts.get("against", 0),
        cents=row.cents - counts.get(f"cents.{row.currency}", 0),
        best=row.best - won,
    )


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
    """The games between two people of a season; each two are read once, and only if they are tied."""

    def __init__(self, connection: Connection, league_id: int, season_id: int) -> None:
        self.connection, self.league_id, self.season_id = connection, league_id, season_id
        self.known: dict[tuple[int, int], int] = {}

    def of(self, one: int, other: int) -> int:
        """Return the games the first person finished ahead minus those behind."""
        if one > other:
            return -self.of(other, one)
        if (one, other) not in self.known:
            self.known[one, other] = self._read(one, other)
        return self.known[one, other]

    def _read(self, one: int, other: int) -> int:
        row = self.connection.execute(
            select(pair_seasons.c.ahead, pair_seasons.c.behind).where(
                pair_seasons.c.league_id == self.league_id,
                pair_seasons.c.season_id == self.season_id,
                pair_seasons.c.person_id == one,
                pair_seasons.c.other_id == other,
            )
        ).one_or_none()
        return row.ahead - row.behind if row else 0


def _with_tie_breaker(
    row: StandingsRow, above: StandingsRow | None, merit: dict[int, tuple[Any, ...]], keys: Sequence[str]
) -> StandingsRow:
    """Return a row with what placed it behind the one above, where that was not the rule itself."""
    if above is None or row.broken_by or above.place == row.place:
        return row
    mine, theirs = merit[row.person_id], merit[above.person_id]
    decided = next(key for key, ours, others in zip(keys, mine, theirs, strict=True) if ours != others)
    return row if decided == keys[0] else replace(row, broken_by=TIE_BREAKER_NAMES[decided])
