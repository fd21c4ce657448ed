"""A head start for the weaker side of a new game, by the ratings of its season, so that both have even chances.

How many points it is follows from two things:

- Ratings say how far apart two sides are.  By the model they come from (Plackett-Luce, R. Weng and C.-J. Lin, "A
  Bayesian Approximation Method for Online Ranking", JMLR 12, 2011) a side that is `gap` stronger wins with the chance
  1 / (1 + exp(-gap / c)); c² is the sum over everybody at the table of β² + σ², the luck of a game and the doubt about
  their rating.  A normal curve that is `LOGISTIC` times as wide is nearly the same (D. C. Haley, 1952).
- The league's last games say how far apart scores end: their differences, made in play, are taken to spread normally
  around what the ratings expect.  So one point is worth `LOGISTIC` * c / spread of strength, and a head start of
  gap / worth moves the middle of the curve to nothing.

A gap between ratings is partly luck, the more so the less sure they are: of a league's gaps only the share that is
larger than the doubt is given (`TRUST`, found by the simulation in tests/league/test_handicap.py), so next to nothing
to people whose ratings are still settling in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from math import sqrt
from typing import NamedTuple

from sqlalchemy import Connection, select

from scorekeeper.league.ratings import BETA, MILLION, Strength, Teams
from scorekeeper.league.results import league_context
from scorekeeper.league.totals import states_before
from scorekeeper.models import Play, Result
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import Head

GAMES = 40
"""The last games of the variant that are looked at."""
LOGISTIC = 1.7
TRUST = 8
"""How many times larger than the doubt about it the square of a gap is taken to be, where they are the same."""
PRIOR_GAMES = 5
"""Games that end half a target apart, in place of the first ones of a league."""
NOT_HERE = "A head start needs a game to a target, played by the same people to its end."


class PlayedGame(NamedTuple):
    """Two sides of a game that was played: points between them, made in play; strength between them; c², and its σ²."""

    margin: int
    gap: float
    width: float
    doubt: float


def takes_head_start(rules: Ruleset) -> bool:
    """Return whether a head start has a meaning: in a game up to a target, at a table that nobody joins or leaves."""
    return isinstance(rules.finish.target, int) and not rules.counts_down and not rules.table.open


def head_starts(
    sides: Teams, before: Mapping[int, Strength], games: Sequence[PlayedGame], span: int
) -> tuple[list[int], int]:
    """Return the points each side begins with, 0 for the strongest; and what one is worth in millionths of strength.

    `span` is the way from the start to the target, which nobody begins at; `games` the last ones of the league.
    """
    prior = PRIOR_GAMES * (span / 2) ** 2
    expected = sum(1 + game.gap**2 / (LOGISTIC**2 * game.width) for game in games)
    spread = sqrt((prior + sum(game.margin**2 for game in games)) / (PRIOR_GAMES + expected))
    width, _ = _width(sides, before)
    worth = LOGISTIC * sqrt(width) / spread
    gaps, doubt = TRUST * sum(game.gap**2 for game in games), sum(game.doubt for game in games)
    trusted = gaps / (gaps + doubt) if gaps else 0.0
    strengths = [_strength(side, before) for side in sides]
    given = [round(trusted * (max(strengths) - strength) / worth) for strength in strengths]
    return [min(points, span - 1) for points in given], round(worth * MILLION)


def _strength(side: Iterable[int], before: Mapping[int, Strength]) -> float:
    return sum(before[person].mu for person in side) / MILLION


def _width(sides: Teams, before: Mapping[int, Strength]) -> tuple[float, float]:
    """Return c² of a table, and the part of it that is doubt about the ratings."""
    people = [before[person] for side in sides for person in side]
    doubt = sum((person.sigma / MILLION) ** 2 for person in people)
    return len(people) * BETA**2 + doubt, doubt


def with_head_start(connection: Connection, league_id: int, head: Head, people: Sequence[int], day: str) -> Head:
    """Return the head of a new game with a head start as its opening scores; `people` sit in the order of its players.

    Raises UnreadableSheet with the field "handicap" where it has no meaning.
    """
    rules = head.ruleset
    if not takes_head_start(rules) or not isinstance(rules.finish.target, int):
        raise unreadable("handicap", NOT_HERE)
    if head.opening:
        raise unreadable("handicap", "Enter the scores so far or take a head start, not both.")
    season_id = league_context(connection, league_id).season_on(day)
    states = states_before(connection, league_id, season_id, people)
    who = dict(zip(head.players, people, strict=True))
    sides = tuple(tuple(who[key] for key in side) for side in head.sides)
    games, strengths = read_played(connection, league_id, head.variant.key), {it: states[it].strength for it in people}
    given, worth = head_starts(sides, strengths, games, rules.finish.target - rules.finish.start)
    opening = {key: rules.finish.start + points for side, points in zip(head.sides, given, strict=True) for key in side}
    return replace(
        head, opening=opening if any(given) else {}, handicap={"games": min(len(games), GAMES), "worth": worth}
    )


def read_played(connection: Connection, league_id: int, variant: str) -> list[PlayedGame]:
    """Return the last games of a variant that somebody won, each pair of sides."""
    newest = select(Result.game_id).where(Result.league_id == league_id, Result.variant == variant)
    last = newest.order_by(Result.day.desc(), Result.game_id.desc()).limit(GAMES)
    columns = [Play.game_id, Play.side, Play.person_id, Play.mu_before, Play.sigma_before, Play.opening, Play.counts]
    of_them = (Play.league_id == league_id, Play.game_id.in_(last), Play.side.is_not(None))
    found = connection.execute(select(*columns).where(*of_them).order_by(*columns[:3]))
    played = []
    for _, rows in groupby(found, key=lambda row: row.game_id):
        sides = [list(side) for _, side in groupby(rows, key=lambda row: row.side)]
        before = {row.person_id: Strength(row.mu_before, row.sigma_before) for side in sides for row in side}
        teams = tuple(tuple(row.person_id for row in side) for side in sides)
        width, doubt = _width(teams, before)
        made = [max(row.counts.get("for", 0) for row in side) - side[0].opening for side in sides]
        for one, other in combinations(range(len(sides)), 2):
            gap = _strength(teams[one], before) - _strength(teams[other], before)
            played.append(PlayedGame(made[one] - made[other], gap, width, doubt))
    return played
