"""What people did, counted and added up: the database adds up the games of a league when a page is shown.

Counts are whole numbers by key, so that games add up to seasons.  The keys, all of one person:

games, won, lost            games; no win or loss for somebody who left early, nor at tables settled without a winner
for, against                points at the end of a game, and those of the best other side
hands                       hands scored while they were at the table
bids, made, set             hands they bid in; `bid.5`, `made.5` by value, `bid.moon` for the special bid of that name
bid_sum                     what they bid, added up; a special bid is the number it counts as
bid_permille                the same as thousandths of the points of the hand, so that games of four and of ten compare;
                            a special bid is all of the hand at most
counted, took_sum           their bids where the points are known, and what their side took in them
counted_bid_sum             what they bid in those
over, over_of               points taken beyond ordinary bids that were made, and how many those were
short                       points missing where an ordinary bid was set
side_bids, side_made        hands in which they or their partner bid, called partners too
defended, defended_set      hands in which another side bid, and of these those it was set in
stuck, stuck_made           hands a dealer had to bid in because everybody before them passed
dealer_set                  hands a dealer was set in for not bidding (`auction.all_pass = "dealer-set"`)
called, alone               hands they were called as partner in; hands they bid alone by choice
reneges                     hands in which they reneged
b.at.jack, b.got.jack       hands with that point to take while their side bid, and those in which their side took it
d.at.jack, d.got.jack       the same while another side bid
stayed, sat, tricks         Smoke: hands played, hands sat out, tricks taken
blanks, firsts, pickups     Smoke: hands without a trick, hands with the first trick, infractions
boxes                       Smoke: hands begun in the box
cents.USD                   money won, lost below zero, by currency
with.3, with_made.3         hands they bid, or their partner 3 did, by the number of the person who sat there
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from sqlalchemy import JSON, ColumnElement, Connection, Select, and_, case, func, select, tuple_, type_coerce
from sqlalchemy.orm import aliased

from scorekeeper.league.ratings import FIRST_POSITION, GamePosition, RatingState
from scorekeeper.models import ALL_TIME, Person, Play
from scorekeeper.rules.setting_groups import SpecialName

Counts = dict[str, int]

SPECIALS_MADE = tuple(f"made.{name}" for name in get_args(SpecialName) if name != "none")
FOR_STANDINGS = ("games", "won", "lost", "for", "against")
FOR_AWARDS = (
    "games", "bids", "made", "set", "dealer_set", "bid_permille", "over", "over_of", "stuck_made", "defended",
    "defended_set", "d.got.jack", "d.got.off_jack", "called", "tricks", *SPECIALS_MADE,
)  # fmt: skip
SUMMED = frozenset({*FOR_STANDINGS, *FOR_AWARDS})
"""What statements add up, beside the money; all else is added up for a page of one person."""


def add_counts(counts: Iterable[Mapping[str, int]]) -> Counts:
    """Return the sums of counts: keys sorted, zeros left out."""
    sums: Counts = {}
    for each in counts:
        for key, number in each.items():
            sums[key] = sums.get(key, 0) + number
    return {key: sums[key] for key in sorted(sums) if sums[key]}


def with_prefix(counts: Mapping[str, int], prefix: str) -> Counts:
    """Return the counts whose keys start with a prefix, without it: `with_prefix(counts, "bid.")`."""
    return {key.removeprefix(prefix): number for key, number in counts.items() if key.startswith(prefix)}


SMALL_SAMPLE = 20
"""A share of fewer than this means little and is marked as a small sample.

Below it, one more or less changes the share by five points or more, and chance alone puts it off by twenty or more one
time in ten.
"""


@dataclass(frozen=True)
class Share:
    """`part` of `of`, like bids made of bids; or a total over a count, like points taken per bid."""

    part: int
    of: int

    @property
    def rate(self) -> float:
        return self.part / self.of if self.of else 0.0

    @property
    def text(self) -> str:
        """Return it as pages say it: "58%", a dash for one of nothing."""
        return "\N{EN DASH}" if self.percent is None else f"{self.percent}%"

    @property
    def percent(self) -> int | None:
        """Return it in whole percent, a half rounded up; None if the total is 0."""
        return (200 * self.part + self.of) // (2 * self.of) if self.of else None

    @property
    def each(self) -> float | None:
        """Return the mean to one decimal; None over nothing."""
        return round(self.part / self.of, 1) if self.of else None

    @property
    def small(self) -> bool:
        return self.of < SMALL_SAMPLE


# ---------------------------------------------------------------- sums of a league


theirs = aliased(Play, name="theirs")


def in_season(season_id: int) -> list[ColumnElement[bool]]:
    """Return the condition on rows of `plays` to be of a season; none for `ALL_TIME`."""
    return [] if season_id == ALL_TIME else [Play.season_id == season_id]


def sum_counts(
    connection: Connection, league_id: int, keys: Sequence[str], *which: ColumnElement[bool]
) -> dict[int, Counts]:
    """Return the sums of some counts for each person, over the rows of `plays` for which these conditions hold."""
    found = connection.execute(_sums(keys).where(Play.league_id == league_id, *which).group_by(Play.person_id))
    return {person: dict(zip(keys, map(int, sums), strict=True)) for person, *sums in found}


def sum_counts_by_day(
    connection: Connection, league_id: int, keys: Sequence[str], *which: ColumnElement[bool]
) -> dict[str, dict[int, Counts]]:
    found = connection.execute(
        _sums(keys).add_columns(Play.day).where(Play.league_id == league_id, *which).group_by(Play.day, Play.person_id)
    )
    days: dict[str, dict[int, Counts]] = {}
    for person, *sums, day in found:
        days.setdefault(day, {})[person] = dict(zip(keys, map(int, sums), strict=True))
    return days


def _sums(keys: Sequence[str]) -> Select[*tuple[Any, ...]]:
    counts = type_coerce(Play.counts, JSON)
    return select(Play.person_id, *(func.coalesce(func.sum(counts[key].as_integer()), 0) for key in keys))


def select_pairs(league_id: int, *which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Return the query of what people did with and against each other; conditions are on `plays` and `theirs`.

    `won` and `lost` are games in which the two shared a score; `met` those in which they did not, and `ahead` and
    `behind` say how often the side of the one came off better.
    """

    def games(condition: ColumnElement[bool]) -> ColumnElement[int]:
        return func.sum(case((condition, 1), else_=0))

    together = Play.side == theirs.side
    other = and_(
        theirs.league_id == Play.league_id,
        theirs.game_id == Play.game_id,
        theirs.person_id != Play.person_id,
    )
    return (
        select(
            Play.person_id,
            theirs.person_id.label("other_id"),
            games(and_(together, Play.place == 1)).label("won"),
            games(and_(together, Play.place > 1)).label("lost"),
            games(Play.side != theirs.side).label("met"),
            games(Play.place < theirs.place).label("ahead"),
            games(Play.place > theirs.place).label("behind"),
        )
        .join(theirs, other)
        .where(Play.league_id == league_id, Play.side.is_not(None), theirs.side.is_not(None), *which)
        .group_by(Play.person_id, theirs.person_id)
        .order_by(Play.person_id, theirs.person_id)
    )


def states_before(
    connection: Connection,
    league_id: int,
    season_id: int,
    who: Collection[int],
    before: GamePosition | None = None,
) -> dict[int, RatingState]:
    """Return the ratings and runs of people in a season, before the game at a position: one index lookup a person."""
    states = dict.fromkeys(who, RatingState())
    if not who or before == FIRST_POSITION:
        return states
    earlier = aliased(Play)
    upto = [] if before is None else [tuple_(earlier.day, earlier.game_id) < before]
    last = (
        select(earlier.game_id)
        .where(
            earlier.league_id == Person.league_id,
            earlier.person_id == Person.id,
            earlier.season_id == season_id,
            *upto,
        )
        .order_by(earlier.day.desc(), earlier.game_id.desc())
        .limit(1)
        .correlate(Person)
        .scalar_subquery()
    )
    of_last = and_(Play.league_id == Person.league_id, Play.person_id == Person.id, Play.game_id == last)
    found = connection.execute(
        select(Play.person_id, Play.mu, Play.sigma, Play.run, Play.longest, Play.drought)
        .select_from(Person)
        .join(Play, of_last)
        .where(Person.league_id == league_id, Person.id.in_(who))
    )
    return states | {person_id: RatingState(*state) for person_id, *state in found}
