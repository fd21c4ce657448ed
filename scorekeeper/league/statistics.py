"""What one person did, what two did with and against each other, and who wins with whom."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import must_exist
from scorekeeper.games.store import CODE
from scorekeeper.league.people import read_person
from scorekeeper.league.ratings import RatingState, Strength, win_chances
from scorekeeper.league.totals import (
    Counts,
    Share,
    add_counts,
    in_season,
    select_pairs,
    sum_counts,
    theirs,
    with_prefix,
)
from scorekeeper.models import ALL_TIME, OUTSIDE, Game, Person, Play, Season
from scorekeeper.rules.setting_groups import Points

ENOUGH_GAMES = 5
"""Games two people need with or against each other before one is called the other's best partner or nemesis."""
ORDER = tuple(point.name for point in dataclasses.fields(Points))
MAX_NIGHTS, MAX_MEETINGS, MAX_POINTS = 24, 10, 24
SAME_GAME = and_(theirs.league_id == Play.league_id, theirs.game_id == Play.game_id)


@dataclass(frozen=True)
class Pair:
    """What one person did with and against another, the one who is named."""

    person_id: int
    name: str
    win: Share
    """Games won together."""
    made: Share
    """Bids of either of the two while they were partners."""
    met: int
    ahead: Share
    """Games where this person finished ahead of the other, out of those that were not tied."""


class PersonStatistics:
    """Everything about one person in a season, or of all time; zeros for a season they did not play in."""

    def __init__(self, session: Session, league_id: int, person_id: int, season_id: int = ALL_TIME) -> None:
        """Read them all.  Raises NotFound."""
        self.person, self.season_id = read_person(session, league_id, person_id), season_id
        played: dict[int, list[Row[Any]]] = {}
        for row in session.execute(
            select(Play.season_id, Play.counts, Play.details, *(getattr(Play, name) for name in RatingState._fields))
            .where(Play.league_id == league_id, Play.person_id == self.person.id)
            .order_by(Play.day, Play.game_id)
        ):
            played.setdefault(row.season_id, []).append(row)
        chosen = [season for season in played if season_id in {season, ALL_TIME}]
        self.counts = Counter(
            add_counts(each for season in chosen for row in played[season] for each in (row.counts, row.details))
        )
        """What they did, by the keys of `totals`."""
        self.seasons = _seasons_played(session, league_id, played)
        self.last = RatingState(*played[season_id][-1][-len(RatingState._fields) :]) if season_id in played else None
        """Their rating and run after the last game of the season; None for all time."""
        self.longest = max((played[season][-1].longest for season in chosen), default=0)
        self.drought = max((played[season][-1].drought for season in chosen), default=0)
        """The most games won in a row, and lost in a row."""
        own = [Play.person_id == self.person.id, *in_season(season_id)]
        self.pairs = _pairs(session, league_id, own, self.counts)

    def share(self, part: str, of: str) -> Share:
        return Share(self.counts[part], self.counts[of])

    def out_of(self, part: str, rest: str) -> Share:
        return Share(self.counts[part], self.counts[part] + self.counts[rest])

    @property
    def win(self) -> Share:
        return self.out_of("won", "lost")

    @property
    def cents(self) -> Counts:
        return with_prefix(self.counts, "cents.")

    @property
    def bids_by_value(self) -> list[tuple[str, Share]]:
        """Return how many of their bids they made: numbers from the lowest, then moons and smudges by name."""
        bids, made = with_prefix(self.counts, "bid."), with_prefix(self.counts, "made.")
        values = sorted(bids, key=lambda bid: (not bid.isdigit(), int(bid) if bid.isdigit() else 0, bid))
        return [(bid, Share(made.get(bid, 0), bids[bid])) for bid in values]

    @property
    def captures(self) -> list[tuple[str, Share, Share]]:
        """Return how often their side took each point while it bid and while another did, as they are asked for."""
        return [
            (point, self.share(f"b.got.{point}", f"b.at.{point}"), self.share(f"d.got.{point}", f"d.at.{point}"))
            for point in ORDER
            if self.counts[f"b.at.{point}"] or self.counts[f"d.at.{point}"]
        ]

    @property
    def partners(self) -> list[Pair]:
        """Return who shared a score with them, or was partner to them in a hand, most often first."""
        were_partners = [pair for pair in self.pairs if pair.win.of or pair.made.of]
        return sorted(were_partners, key=lambda pair: (-pair.win.of, -pair.made.of))

    @property
    def opponents(self) -> list[Pair]:
        """Return who they met on another side, most often first."""
        return sorted((pair for pair in self.pairs if pair.met), key=lambda pair: -pair.met)

    @property
    def best_partner(self) -> Pair | None:
        """Return the partner they won the largest share of games with, among those they played with often."""
        often = [pair for pair in self.pairs if pair.win.of >= ENOUGH_GAMES]
        return max(often, key=lambda pair: (pair.win.rate, pair.win.of), default=None)

    @property
    def nemesis(self) -> Pair | None:
        """Return the opponent who finished ahead most often, among those they met often and mostly lost to."""
        often = [pair for pair in self.pairs if pair.ahead.of >= ENOUGH_GAMES and 2 * pair.ahead.part < pair.ahead.of]
        return min(often, key=lambda pair: (pair.ahead.rate, -pair.met), default=None)


# ---------------------------------------------------------------- one person


def _seasons_played(
    session: Session, league_id: int, played: Mapping[int, Sequence[Row[Any]]]
) -> list[tuple[int, str, int, Share, Strength]]:
    """Return the seasons a person played in, newest first, games outside of seasons last."""
    known = session.execute(select(Season.id, Season.name, Season.starts_on).where(Season.league_id == league_id))
    named = {season_id: (starts_on, name) for season_id, name, starts_on in known} | {OUTSIDE: ("", "Outside seasons")}
    found = []
    for season_id in sorted(played, key=lambda season: named[season][0], reverse=True):
        rows = played[season_id]
        won, lost = (sum(row.counts.get(key, 0) for row in rows) for key in ("won", "lost"))
        rating = Strength(rows[-1].mu, rows[-1].sigma)
        found.append((season_id, named[season_id][1], len(rows), Share(won, won + lost), rating))
    return found


def money_by_night(
    session: Session, league_id: int, person_id: int, season_id: int = ALL_TIME, *, currency: str
) -> list[tuple[str, int, int]]:
    """Return the last nights a person played for a currency, oldest first: day, its cents, and the total so far.

    Totals are of the season.  Raises NotFound.
    """
    person = read_person(session, league_id, person_id)
    mine = [Play.league_id == league_id, Play.person_id == person.id, Play.currency == currency, *in_season(season_id)]
    found = session.execute(
        select(Play.day, func.sum(Play.cents).label("cents"))
        .where(*mine)
        .group_by(Play.day)
        .order_by(Play.day.desc())
        .limit(MAX_NIGHTS)
    ).all()
    total = int(session.scalar(select(func.sum(Play.cents)).where(*mine)) or 0)
    nights = []
    for row in found:
        nights.append((row.day, int(row.cents), total))
        total -= int(row.cents)
    return nights[::-1]


# ---------------------------------------------------------------- two people


def read_pair(session: Session, league_id: int, one: int, other: int, season_id: int = ALL_TIME) -> Pair:
    """Return what the one did with and against the other; zeros for two who never met.

    Raises NotFound.
    """
    there = read_person(session, league_id, other)
    mine = read_person(session, league_id, one)
    which = [Play.person_id == mine.id, theirs.person_id == there.id, *in_season(season_id)]
    details = session.scalars(select(Play.details).join(theirs, SAME_GAME).where(Play.league_id == league_id, *which))
    found = _pairs(session, league_id, which, add_counts(details))
    nothing = Pair(there.id, there.name, Share(0, 0), Share(0, 0), 0, Share(0, 0))
    return next((pair for pair in found if pair.person_id == there.id), nothing)


def _pairs(session: Session, league_id: int, which: Iterable[ColumnElement[bool]], counts: Counts) -> list[Pair]:
    """Return what a person did with and against each other one, in games that add up to these counts."""
    known = session.execute(select(Person.id, Person.name, Person.merged_into).where(Person.league_id == league_id))
    named = {row.id: row for row in known}
    met = {
        row.other_id: (row.won, row.lost, row.met, row.ahead, row.behind)
        for row in session.execute(select_pairs(league_id, *which))
    }
    tried: Counter[int] = Counter()
    made: Counter[int] = Counter()
    for key, number in with_prefix(counts, "with.").items():
        who = named[int(key)].merged_into or int(key)
        tried[who] += number
        made[who] += counts.get(f"with_made.{key}", 0)
    pairs = []
    for who in sorted({*met, *tried}):
        won, lost, against, ahead, behind = met.get(who, (0, 0, 0, 0, 0))
        bids = Share(made[who], tried[who])
        pairs.append(Pair(who, named[who].name, Share(won, won + lost), bids, against, Share(ahead, ahead + behind)))
    return pairs


def compare_people(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> tuple[Counter[str], Counter[str]]:
    """Return what two people did in all their games of a season, by the keys of `totals`."""
    keys = ("games", "won", "lost", "made", "bids", "for", "against")
    found = sum_counts(connection, league_id, keys, *in_season(season_id), Play.person_id.in_((one, other)))
    return Counter(found.get(one, {})), Counter(found.get(other, {}))


def last_meetings(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> list[Row[*tuple[Any, ...]]]:
    """Return the last games both played, at most `MAX_MEETINGS`, oldest first.

    Each with its day, whether they shared a score (`together`), and whether either won (`mine`, `theirs`).
    """
    found = connection.execute(
        select(
            Play.day,
            Play.won.label("mine"),
            theirs.won.label("theirs"),
            (Play.side == theirs.side).label("together"),
        )
        .join(theirs, SAME_GAME)
        .where(*_both(league_id, season_id, one, other))
        .order_by(Play.day.desc(), Play.game_id.desc())
        .limit(MAX_MEETINGS)
    )
    return list(found)[::-1]


def shared_money(
    connection: Connection, league_id: int, season_id: int, one: int, other: int
) -> list[tuple[str, int, int]]:
    """Return what the two won in the games both played: currency, and the cents of each, below zero lost.

    Currencies in which both came out even are left out.
    """
    found = connection.execute(
        select(Play.currency, func.sum(Play.cents), func.sum(theirs.cents))
        .join(theirs, SAME_GAME)
        .where(*_both(league_id, season_id, one, other), Play.currency.is_not(None))
        .group_by(Play.currency)
        .order_by(Play.currency)
    )
    return [(str(currency), int(mine), int(others)) for currency, mine, others in found if mine or others]


def _both(league_id: int, season_id: int, one: int, other: int) -> list[ColumnElement[bool]]:
    """Return the conditions on `plays` and `theirs`."""
    return [
        Play.league_id == league_id, Play.person_id == one, theirs.person_id == other, *in_season(season_id)
    ]  # fmt: skip


def read_partnerships(session: Session, league_id: int, most: int) -> list[tuple[int, int, Share]]:
    """Return each two of the most frequent partners and the games they won together, most games first.

    Only partners of a whole game count.  At most this many people are included; archived and merged ones are left out.
    """
    each_once = Play.person_id < theirs.person_id
    found = session.execute(select_pairs(league_id, Play.side == theirs.side, each_once))
    pairs = [(row.person_id, row.other_id, Share(row.won, row.won + row.lost)) for row in found]
    here = session.scalars(
        select(Person.id).where(
            Person.league_id == league_id, Person.archived_at.is_(None), Person.merged_into.is_(None)
        )
    )
    games = {who: sum(share.of for *both, share in pairs if who in both) for who in here}
    often = sorted((who for who in games if games[who]), key=lambda who: (-games[who], who))[:most]
    shown = (pair for pair in pairs if pair[0] in often and pair[1] in often)
    return sorted(shown, key=lambda pair: (-pair[2].of, *pair[:2]))


# ---------------------------------------------------------------- what a game did to a rating


class RatedPerson(NamedTuple):
    person_id: int
    name: str
    before: Strength
    after: Strength

    @property
    def change(self) -> int:
        return self.after.shown - self.before.shown


Team = tuple[list[RatedPerson], int, int]
"""Partners, their chance to win in percent before the game, and their place."""


def rating_history(
    session: Session, league_id: int, person_id: int, season_id: int, *, most: int = MAX_POINTS
) -> list[tuple[str, str, Strength, int]]:
    """Return a person's rating after each of their last games of a season, oldest first.

    Each is a day, the code of the game, the rating, and by how much it changed.  Raises NotFound.
    """
    person = read_person(session, league_id, person_id)
    found = session.execute(
        select(Play.day, Game.code, Play.mu, Play.sigma, Play.mu_before)
        .join(Game, and_(Game.league_id == Play.league_id, Game.id == Play.game_id))
        .where(Play.league_id == league_id, Play.person_id == person.id, Play.season_id == season_id)
        .order_by(Play.day.desc(), Play.game_id.desc())
        .limit(most)
    ).all()
    points = []
    for row in found:
        after = Strength(row.mu, row.sigma)
        points.append((row.day, row.code, after, after.shown - Strength(row.mu_before, row.sigma).shown))
    return points[::-1]


def explain_rating(session: Session, league_id: int, code: str, person_id: int) -> tuple[RatedPerson, list[Team], bool]:
    """Explain how a game changed a person's rating: the person, the sides, their own first, if one had a head start.

    Raises NotFound, also for a game nobody won, or that they had left or did not play.
    """
    person, connection = read_person(session, league_id, person_id), session.connection()
    found = connection.execute(
        select(Play, Person.name)
        .join(Game, and_(Game.league_id == Play.league_id, Game.id == Play.game_id))
        .join(Person, and_(Person.league_id == Play.league_id, Person.id == Play.person_id))
        .where(Game.league_id == league_id, Game.code == must_exist(CODE.fullmatch(code)).string)
        .where(Play.side.is_not(None))
        .order_by(Play.side, Play.person_id)
    )
    sides: list[list[RatedPerson]] = []
    places, starts = [], []
    for _, rows in groupby(found, key=lambda row: row.side):
        its = list(rows)
        places.append(its[0].place)
        starts.append(its[0].opening * its[0].worth)
        rated = ((it, Strength(it.mu_before, it.sigma_before), Strength(it.mu, it.sigma)) for it in its)
        sides.append([RatedPerson(it.person_id, it.name, before, after) for it, before, after in rated])
    mine = must_exist(next((it for side in sides for it in side if it.person_id == person.id), None))
    people = tuple(tuple(it.person_id for it in side) for side in sides)
    given = win_chances(people, {it.person_id: it.before for side in sides for it in side}, starts)
    teams = [(side, round(100 * chance), place) for side, chance, place in zip(sides, given, places, strict=True)]
    return mine, sorted(teams, key=lambda team: mine not in team[0]), any(starts)
