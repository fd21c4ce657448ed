"""Statistics of one person, or of two."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, select
from sqlalchemy.orm import Session

from scorekeeper.league.people import PersonView, read_person
from scorekeeper.league.ratings import RatingState, Strength
from scorekeeper.league.totals import Counts, Mean, Share, add_counts, in_season, select_pairs, theirs, with_prefix
from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import people, plays, seasons
from scorekeeper.rules.setting_groups import Points

ENOUGH_GAMES = 5
"""Games two people need with or against each other before one is called the other's best partner or nemesis."""
ORDER = tuple(point.name for point in dataclasses.fields(Points))
MAX_NIGHTS = 24


# ---------------------------------------------------------------- what is shown


@dataclass(frozen=True)
class Bids:
    """What somebody bid, and what came of it."""

    made: Share
    sets: int
    average_bid: Mean
    average_taken: Mean
    """Average points taken per bid, of the hands where they are known."""
    left: int
    """Points left on the table: points taken above an ordinary made bid."""
    left_each: Mean
    """Average per such bid."""
    short: int
    """Points missing where they were set."""


@dataclass(frozen=True)
class ValueLine:
    """Bids of one value: a number, or the name of the special bid."""

    bid: str
    made: Share


@dataclass(frozen=True)
class CaptureLine:
    """How often their side took a point, while it bid and while another side did."""

    point: str
    bidding: Share
    defending: Share


@dataclass(frozen=True)
class Smoke:
    """Hands of Smoke; `blank` are those they stayed in and took no trick."""

    stayed: Share
    tricks: Mean
    blank: Share
    firsts: int
    boxes: int
    pickups: int


@dataclass(frozen=True)
class SeasonLine:
    """One season of a person; `season_id` may be `OUTSIDE`, with no name."""

    season_id: int
    name: str | None
    games: int
    win: Share
    strength: Strength


@dataclass(frozen=True)
class PairLine:
    """What one person did with and against another."""

    person_id: int
    name: str
    together: int
    win: Share
    """Games won together."""
    made: Share
    """Bids of either of the two while they were partners."""
    met: int
    ahead: Share
    """Games where this person finished ahead of the other, out of those that were not tied."""


@dataclass(frozen=True)
class PersonPage:
    """Everything about one person in a season, or of all time."""

    person: PersonView
    season_id: int
    seasons: tuple[SeasonLine, ...]
    """Those they played in, newest first."""
    games: int
    hands: int
    win: Share
    points_for: int
    points_against: int
    bids: Bids
    by_value: tuple[ValueLine, ...]
    specials: tuple[ValueLine, ...]
    """Moons and smudges."""
    stuck: Share
    """Hands where they had to bid as dealer, and how many of them they made."""
    dealer_set: int
    side_made: Share
    """Bids of their side."""
    defended: Share
    """Bids of others against them that were set."""
    called: int
    alone: int
    reneges: int
    captures: tuple[CaptureLine, ...]
    smoke: Smoke | None
    run: int
    longest: int
    drought: int
    strength: Strength | None
    """Their rating after the last game of the season; None for all time."""
    cents: Mapping[str, int]
    """By currency."""
    partners: tuple[PairLine, ...]
    """People they shared a score with, or were partner to in a hand, most often first."""
    opponents: tuple[PairLine, ...]
    """People they met on another side, most often first."""
    best_partner: PairLine | None
    nemesis: PairLine | None


@dataclass(frozen=True)
class MoneyPoint:
    """A night's winnings, and the total of all nights up to it."""

    day: str
    cents: int
    total: int


# ---------------------------------------------------------------- one person


def person_page(session: Session, league_id: int, person_id: int, season_id: int = ALL_TIME) -> PersonPage:
    """Return everything about a person; zeros for a season they did not play in.  Raises PersonNotFound."""
    person = read_person(session, league_id, person_id)
    connection = session.connection()
    games: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(
        select(plays.c.season_id, plays.c.counts, plays.c.details, *(plays.c[name] for name in RatingState._fields))
        .where(plays.c.league_id == league_id, plays.c.person_id == person.id)
        .order_by(plays.c.day, plays.c.game_id)
    ):
        games.setdefault(row.season_id, []).append(row)
    chosen = [season for season in games if season_id in {season, ALL_TIME}]
    counts = add_counts(each for season in chosen for row in games[season] for each in (row.counts, row.details))
    last = games[season_id][-1] if season_id in games else None
    pairs = _pairs(connection, league_id, [plays.c.person_id == person.id, *in_season(season_id)], counts)
    met = tuple(sorted((pair for pair in pairs if pair.met), key=lambda pair: -pair.met))
    return PersonPage(
        person=person,
        season_id=season_id,
        seasons=_season_lines(connection, league_id, games),
        games=counts.get("games", 0),
        hands=counts.get("hands", 0),
        win=_wins(counts),
        points_for=counts.get("for", 0),
        points_against=counts.get("against", 0),
        bids=_bids(counts),
        by_value=tuple(line for line in _by_value(counts) if line.bid.isdigit()),
        specials=tuple(line for line in _by_value(counts) if not line.bid.isdigit()),
        stuck=_share(counts, "stuck_made", "stuck"),
        dealer_set=counts.get("dealer_set", 0),
        side_made=_share(counts, "side_made", "side_bids"),
        defended=_share(counts, "defended_set", "defended"),
        called=counts.get("called", 0),
        alone=counts.get("alone", 0),
        reneges=counts.get("reneges", 0),
        captures=_captures(counts),
        smoke=_smoke(counts),
        run=last.run if last else 0,
        longest=max((games[season][-1].longest for season in chosen), default=0),
        drought=max((games[season][-1].drought for season in chosen), default=0),
        strength=Strength(last.mu, last.sigma) if last else None,
        cents=with_prefix(counts, "cents."),
        partners=tuple(sorted(filter(_were_partners, pairs), key=lambda pair: (-pair.together, -pair.made.of))),
        opponents=met,
        best_partner=_best_partner(pairs),
        nemesis=_nemesis(pairs),
    )


def _share(counts: Counts, part: str, of: str) -> Share:
    return Share(counts.get(part, 0), counts.get(of, 0))


def _wins(counts: Counts) -> Share:
    won = counts.get("won", 0)
    return Share(won, won + counts.get("lost", 0))


def _bids(counts: Counts) -> Bids:
    return Bids(
        made=_share(counts, "made", "bids"),
        sets=counts.get("set", 0),
        average_bid=Mean(counts.get("bid_sum", 0), counts.get("bids", 0)),
        average_taken=Mean(counts.get("took_sum", 0), counts.get("counted", 0)),
        left=counts.get("over", 0),
        left_each=Mean(counts.get("over", 0), counts.get("over_of", 0)),
        short=counts.get("short", 0),
    )


def _by_value(counts: Counts) -> list[ValueLine]:
    """Return numbers from the lowest, then special bids."""
    bids, made = with_prefix(counts, "bid."), with_prefix(counts, "made.")
    values = sorted(bids, key=lambda bid: (not bid.isdigit(), int(bid) if bid.isdigit() else 0, bid))
    return [ValueLine(bid, Share(made.get(bid, 0), bids[bid])) for bid in values]


def _captures(counts: Counts) -> tuple[CaptureLine, ...]:
    """Return the points in the order they are asked for."""
    return tuple(
        CaptureLine(
            point,
            _share(counts, f"b.got.{point}", f"b.at.{point}"),
            _share(counts, f"d.got.{point}", f"d.at.{point}"),
        )
        for point in ORDER
        if f"b.at.{point}" in counts or f"d.at.{point}" in counts
    )


def _smoke(counts: Counts) -> Smoke | None:
    stayed, sat = counts.get("stayed", 0), counts.get("sat", 0)
    if not stayed + sat:
        return None
    return Smoke(
        stayed=Share(stayed, stayed + sat),
        tricks=Mean(counts.get("tricks", 0), stayed),
        blank=_share(counts, "blanks", "stayed"),
        firsts=counts.get("firsts", 0),
        boxes=counts.get("boxes", 0),
        pickups=counts.get("pickups", 0),
    )


def _season_lines(
    connection: Connection, league_id: int, games: Mapping[int, Sequence[Row[Any]]]
) -> tuple[SeasonLine, ...]:
    """Return the seasons a person played in, newest first, games outside of seasons last."""
    known = connection.execute(
        select(seasons.c.id, seasons.c.name, seasons.c.starts_on).where(seasons.c.league_id == league_id)
    )
    named = {row.id: row for row in known}
    lines = [
        SeasonLine(
            season_id,
            named[season_id].name if season_id in named else None,
            len(played),
            _wins(add_counts({key: row.counts.get(key, 0) for key in ("won", "lost")} for row in played)),
            Strength(played[-1].mu, played[-1].sigma),
        )
        for season_id, played in games.items()
    ]
    began = {number: row.starts_on for number, row in named.items()} | {OUTSIDE: ""}
    return tuple(sorted(lines, key=lambda line: began[line.season_id], reverse=True))


# ---------------------------------------------------------------- two people


def pair_line(session: Session, league_id: int, one: int, other: int, season_id: int = ALL_TIME) -> PairLine:
    """Return what the one did with and against the other; zeros for two who never met.

    Raises PersonNotFound.
    """
    there = read_person(session, league_id, other)
    mine = read_person(session, league_id, one)
    connection = session.connection()
    docs = connection.scalars(
        select(plays.c.details)
        .join(theirs, (theirs.c.league_id == plays.c.league_id) & (theirs.c.game_id == plays.c.game_id))
        .where(plays.c.league_id == league_id, plays.c.person_id == mine.id, theirs.c.person_id == there.id)
        .where(*in_season(season_id))
    )
    which = [plays.c.person_id == mine.id, theirs.c.person_id == there.id, *in_season(season_id)]
    found = _pairs(connection, league_id, which, add_counts(docs))
    nothing = PairLine(there.id, there.name, 0, Share(0, 0), Share(0, 0), 0, Share(0, 0))
    return next((pair for pair in found if pair.person_id == there.id), nothing)


def _pairs(
    connection: Connection, league_id: int, which: Iterable[ColumnElement[bool]], counts: Counts
) -> list[PairLine]:
    """Return what a person did with and against each other one, in games that add up to these counts."""
    known = connection.execute(
        select(people.c.id, people.c.name, people.c.merged_into).where(people.c.league_id == league_id)
    )
    named = {row.id: row for row in known}
    met = {
        row.other_id: (row.won, row.lost, row.met, row.ahead, row.behind)
        for row in connection.execute(select_pairs(league_id, *which))
    }
    bids: dict[int, list[int]] = {}
    for key, number in with_prefix(counts, "with.").items():
        both = bids.setdefault(named[int(key)].merged_into or int(key), [0, 0])
        both[0] += number
        both[1] += counts.get(f"with_made.{key}", 0)
    lines = []
    for who in sorted({*met, *bids}):
        won, lost, against, ahead, behind = met.get(who, (0, 0, 0, 0, 0))
        tried, made = bids.get(who, (0, 0))
        lines.append(
            PairLine(
                person_id=who,
                name=named[who].name,
                together=won + lost,
                win=Share(won, won + lost),
                made=Share(made, tried),
                met=against,
                ahead=Share(ahead, ahead + behind),
            )
        )
    return lines


def _were_partners(pair: PairLine) -> bool:
    return bool(pair.together or pair.made.of)


def _best_partner(pairs: Iterable[PairLine]) -> PairLine | None:
    """Return the partner they won the largest share of games with, among those they played with often."""
    often = [pair for pair in pairs if pair.together >= ENOUGH_GAMES]
    return max(often, key=lambda pair: (pair.win.rate, pair.together), default=None)


def _nemesis(pairs: Iterable[PairLine]) -> PairLine | None:
    """Return the opponent who finished ahead most often, among those they met often and mostly lost to."""
    often = [pair for pair in pairs if pair.ahead.of >= ENOUGH_GAMES and 2 * pair.ahead.part < pair.ahead.of]
    return min(often, key=lambda pair: (pair.ahead.rate, -pair.met), default=None)


# ---------------------------------------------------------------- money over time


def money_by_night(
    session: Session, league_id: int, person_id: int, *, currency: str, most: int = MAX_NIGHTS
) -> tuple[MoneyPoint, ...]:
    """Return the last nights a person played for a currency, oldest first; totals are of all nights ever.

    Raises PersonNotFound.
    """
    person = read_person(session, league_id, person_id)
    connection = session.connection()
    mine = [plays.c.league_id == league_id, plays.c.person_id == person.id, plays.c.currency == currency]
    found = connection.execute(
        select(plays.c.day, func.sum(plays.c.cents).label("cents"))
        .where(*mine)
        .group_by(plays.c.day)
        .order_by(plays.c.day.desc())
        .limit(most)
    ).all()
    total = int(connection.scalar(select(func.sum(plays.c.cents)).where(*mine)) or 0)
    points = []
    for row in found:
        points.append(MoneyPoint(row.day, int(row.cents), total))
        total -= int(row.cents)
    return tuple(reversed(points))
