"""Ratings and runs: how they change from game to game, and how they are stored.

Ratings are openskill's Plackett-Luce: partners are a team, and a table of many sides is one race.  Why not Elo: it
rates two players, and here sides have two, three or four people, and tables up to eight sides.  Each person has a
strength (`mu`) and how unsure that is (`sigma`); both are stored in millionths, rounded after every game.  After a
change they are computed again from the earliest game that changed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import and_, bindparam, delete, func, insert, select, tuple_, update

from scorekeeper.models.tables import person_seasons, plays, results
from scorekeeper.services.league.results import merge_result, result_from_json
from scorekeeper.services.league.season_rules import BEST_NIGHTS, season_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from openskill.models import PlackettLuceRating
    from sqlalchemy import Connection

    from scorekeeper.services.league.results import GameResult


MILLION = 1_000_000
POINTS = 60
"""A strength of 25, where everybody begins, is shown as 1500."""


class Strength(NamedTuple):
    """An estimate of how strong a person is, in millionths."""

    mu: int
    sigma: int

    @property
    def shown(self) -> int:
        """Return the rating as it is shown: 1500 to begin with."""
        return round(self.mu * POINTS / MILLION)

    @property
    def give_or_take(self) -> int:
        """Return how unsure the shown rating is: two times out of three it is no further off."""
        return round(self.sigma * POINTS / MILLION)


INITIAL_STRENGTH = Strength(25 * MILLION, round(25 * MILLION / 3))

Teams = tuple[tuple[int, ...], ...]


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rate(sides: Teams, places: Sequence[int], before: Mapping[int, Strength]) -> dict[int, Strength]:
    """Return everybody's strength after a game in which the sides came in at these places."""
    if len(sides) < 2:  # noqa: PLR2004 - nobody to be compared with
        return {person: before[person] for side in sides for person in side}
    rated = _model().rate(_teams(sides, before), ranks=[float(position) for position in places])
    return {
        person: Strength(round(after.mu * MILLION), round(after.sigma * MILLION))
        for side, team in zip(sides, rated, strict=True)
        for person, after in zip(side, team, strict=True)
    }


def chances(sides: Teams, before: Mapping[int, Strength]) -> tuple[float, ...]:
    """Return each side's chance to win, before the game; they add up to 1."""
    if len(sides) < 2:  # noqa: PLR2004 - it cannot lose
        return (1.0,) * len(sides)
    return tuple(_model().predict_win(_teams(sides, before)))


def _teams(sides: Teams, before: Mapping[int, Strength]) -> list[list[PlackettLuceRating]]:
    return [
        [_model().rating(mu=before[person].mu / MILLION, sigma=before[person].sigma / MILLION) for person in side]
        for side in sides
    ]


# ---------------------------------------------------------------- ratings and runs


class RatingState(NamedTuple):
    """A person's rating and runs after a game of a season (`models.Play`)."""

    mu: int = INITIAL_STRENGTH.mu
    sigma: int = INITIAL_STRENGTH.sigma
    run: int = 0
    longest: int = 0
    drought: int = 0

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)


def rate_game(result: GameResult, before: Mapping[int, RatingState]) -> dict[int, RatingState]:
    """Return everybody's state after a game; for somebody who left before its end, the one before."""
    strengths = rate(result.sides, result.places, {person: state.strength for person, state in before.items()})
    return {person: _next_state(before[person], strengths.get(person), result.won(person)) for person in result.people}


def _next_state(state: RatingState, strength: Strength | None, won: bool | None) -> RatingState:  # noqa: FBT001 - as `Result.won` gives it
    if strength is None or won is None:
        return state
    run = next_run(state.run, won=won)
    return RatingState(strength.mu, strength.sigma, run, max(state.longest, run), max(state.drought, -run))


def next_run(run: int, *, won: bool) -> int:
    """Return a run after one more game: above zero won in a row, below zero lost."""
    return max(run, 0) + 1 if won else min(run, 0) - 1


BATCH = 500
"""Games read and written at a time."""

GamePosition = tuple[str, int]


def replay_ratings(  # noqa: PLR0913 - where it begins and whom it concerns
    connection: Connection,
    league_id: int,
    season_id: int,
    *,
    since: GamePosition,
    touched: Iterable[int],
    merged: Mapping[int, int],
) -> None:
    """Compute the ratings of a season again from the game at `since` on.

    `touched` are those whose games changed, who may have none left; `merged` says into whom somebody was merged.
    """
    states: dict[int, RatingState] = {}
    for batch in results_since(connection, league_id, season_id, since):
        rows = []
        for game_id, day, doc in batch:
            result = merge_result(result_from_json(doc), merged)
            for person in result.people:
                if person not in states:
                    states[person] = state_before(connection, league_id, season_id, person, since)
            rows += play_rows(league_id, season_id, (day, game_id), result, states)
        _write_plays(connection, league_id, [game_id for game_id, _, _ in batch], rows)
    for person in set(touched) - states.keys():
        states[person] = state_before(connection, league_id, season_id, person, since)
    write_states(connection, league_id, season_id, states_to_json(connection, league_id, season_id, states))


def results_since(
    connection: Connection, league_id: int, season_id: int, since: GamePosition
) -> Iterator[list[tuple[int, str, dict[str, Any]]]]:
    """Return the results of a season from a position on, in order, in batches: number, day and document."""
    at, first = since, True
    order = tuple_(results.c.day, results.c.game_id)
    while True:
        found = connection.execute(
            select(results.c.game_id, results.c.day, results.c.doc)
            .where(
                results.c.league_id == league_id,
                results.c.season_id == season_id,
                order >= at if first else order > at,
            )
            .order_by(results.c.day, results.c.game_id)
            .limit(BATCH)
        ).all()
        if found:
            yield [(row.game_id, row.day, row.doc) for row in found]
        if len(found) < BATCH:
            return
        at, first = (found[-1].day, found[-1].game_id), False


def state_before(
    connection: Connection, league_id: int, season_id: int, person_id: int, before: GamePosition
) -> RatingState:
    """Return a person's state in a season before the game at a position."""
    row = connection.execute(
        select(plays.c.mu, plays.c.sigma, plays.c.run, plays.c.longest, plays.c.drought, plays.c.season_id)
        .where(
            plays.c.league_id == league_id,
            plays.c.person_id == person_id,
            plays.c.season_id == season_id,
            tuple_(plays.c.day, plays.c.game_id) < before,
        )
        .order_by(plays.c.day.desc(), plays.c.game_id.desc())
        .limit(1)
    ).one_or_none()
    return RatingState(row.mu, row.sigma, row.run, row.longest, row.drought) if row else RatingState()


def play_rows(
    league_id: int, season_id: int, position: GamePosition, result: GameResult, states: dict[int, RatingState]
) -> list[dict[str, Any]]:
    """Return the rows of one game, and update `states` to after it."""
    before = {person: states[person] for person in result.people}
    after = rate_game(result, before)
    states |= after
    day, game_id = position
    return [
        {
            "league_id": league_id, "game_id": game_id, "person_id": person, "day": day, "season_id": season_id,
            "variant": result.variant, "won": None if (won := result.won(person)) is None else int(won),
            "currency": result.currency, "cents": result.cents.get(person, 0),
            "mu_before": before[person].mu, "sigma_before": before[person].sigma, **after[person]._asdict(),
        }
        for person in result.people
    ]  # fmt: skip


def _write_plays(connection: Connection, league_id: int, game_ids: list[int], rows: list[dict[str, Any]]) -> None:
    connection.execute(delete(plays).where(plays.c.league_id == league_id, plays.c.game_id.in_(game_ids)))
    if rows:
        connection.execute(insert(plays), rows)


def states_to_json(
    connection: Connection, league_id: int, season_id: int, states: Mapping[int, RatingState]
) -> dict[int, dict[str, int]]:
    """Return states as they are stored: where best nights decide, with how many games were won on those."""
    span = next((each for each in season_spans(connection, league_id) if each.season_id == season_id), None)
    if span is None or span.rule.by != BEST_NIGHTS:
        return {person: state._asdict() for person, state in states.items()}
    best = {
        person: sum(sorted(_won_by_night(connection, league_id, season_id, person), reverse=True)[: span.rule.nights])
        for person in states
    }
    return {person: {**state._asdict(), "best": best[person]} for person, state in states.items()}


def _won_by_night(connection: Connection, league_id: int, season_id: int, person_id: int) -> list[int]:
    found = connection.execute(
        select(func.sum(plays.c.won).label("won"))
        .where(and_(plays.c.league_id == league_id, plays.c.person_id == person_id, plays.c.season_id == season_id))
        .group_by(plays.c.day)
    )
    return [int(row.won or 0) for row in found]


def update_best_nights(connection: Connection, league_id: int, season_id: int) -> None:
    """Update how many games everybody won on their best nights after the season's rule changed."""
    rows = connection.execute(
        select(person_seasons.c.person_id, person_seasons.c.form).where(
            person_seasons.c.league_id == league_id, person_seasons.c.season_id == season_id
        )
    ).all()
    states = {row.person_id: RatingState(**{key: row.form[key] for key in RatingState._fields}) for row in rows}
    write_states(connection, league_id, season_id, states_to_json(connection, league_id, season_id, states))


UPDATE_STATE = (
    update(person_seasons)
    .where(
        person_seasons.c.league_id == bindparam("of_league"),
        person_seasons.c.season_id == bindparam("of_season"),
        person_seasons.c.person_id == bindparam("of_person"),
    )
    .values(form=bindparam("form"))
)


def write_states(connection: Connection, league_id: int, season_id: int, states: Mapping[int, dict[str, int]]) -> None:
    """Store the states of people whose totals are stored already."""
    rows = [
        {"of_league": league_id, "of_season": season_id, "of_person": person, "form": state}
        for person, state in states.items()
    ]
    if rows:
        connection.execute(UPDATE_STATE, rows)
