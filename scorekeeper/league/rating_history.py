"""Every change of a rating, and why it was that large: the strengths, the chances, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, select
from sqlalchemy.orm import Session

from scorekeeper.core.errors import ResultNotFound
from scorekeeper.games.store import CODE
from scorekeeper.league.people import read_person
from scorekeeper.league.ratings import Strength, chances
from scorekeeper.models.tables import games, people, plays

MAX_POINTS = 24


@dataclass(frozen=True)
class RatingPoint:
    """A rating after a game, and by how much it changed, as it is shown."""

    day: str
    game_id: int
    code: str
    shown: int
    change: int
    is_settled: bool


@dataclass(frozen=True)
class RatedPerson:
    """One person of a rated game."""

    person_id: int
    name: str
    before: Strength
    after: Strength

    @property
    def change(self) -> int:
        return self.after.shown - self.before.shown


@dataclass(frozen=True)
class RatedSide:
    """Partners, their chance to win in percent before the game, and their place."""

    people: tuple[RatedPerson, ...]
    chance: int
    place: int


@dataclass(frozen=True)
class RatingChange:
    """One change of a person's rating explained; `sides` has their own first."""

    person: RatedPerson
    sides: tuple[RatedSide, ...]
    sentences: tuple[str, ...]


def rating_history(
    session: Session, league_id: int, person_id: int, season_id: int, *, most: int = MAX_POINTS
) -> tuple[RatingPoint, ...]:
    """Return a person's rating after each of their last games of a season, oldest first.  Raises PersonNotFound."""
    person = read_person(session, league_id, person_id)
    found = session.execute(
        select(plays.c.day, plays.c.game_id, games.c.code, plays.c.mu, plays.c.sigma, plays.c.mu_before)
        .join(games, and_(games.c.league_id == plays.c.league_id, games.c.id == plays.c.game_id))
        .where(plays.c.league_id == league_id, plays.c.person_id == person.id, plays.c.season_id == season_id)
        .order_by(plays.c.day.desc(), plays.c.game_id.desc())
        .limit(most)
    ).all()
    points = [
        RatingPoint(
            row.day,
            row.game_id,
            row.code,
            now := _shown(row.mu),
            now - _shown(row.mu_before),
            Strength(row.mu, row.sigma).is_settled,
        )
        for row in found
    ]
    return tuple(reversed(points))


def _shown(mu: int) -> int:
    return Strength(mu, 0).shown


def explain_rating(session: Session, league_id: int, code: str, person_id: int) -> RatingChange:
    """Explain how a game changed a person's rating.

    Raises PersonNotFound; ResultNotFound for a game nobody won, or that they had left or did not play.
    """
    person = read_person(session, league_id, person_id)
    teams = _rated_teams(session.connection(), league_id, code)
    mine = next((side for side, (_, team) in teams.items() if person.id in team), None)
    if mine is None:
        raise ResultNotFound
    rated = {who: one for _, team in teams.values() for who, one in team.items()}
    given = chances(tuple(tuple(team) for _, team in teams.values()), {who: one.before for who, one in rated.items()})
    sides = {
        side: RatedSide(tuple(team.values()), round(100 * chance), place)
        for (side, (place, team)), chance in zip(teams.items(), given, strict=True)
    }
    ordered = (sides.pop(mine), *sides.values())
    return RatingChange(rated[person.id], ordered, _sentences(rated[person.id], ordered))


def _rated_teams(connection: Connection, league_id: int, code: str) -> dict[int, tuple[int, dict[int, RatedPerson]]]:
    """Return the place of each side of a game that somebody won, and its people by id; those who left are left out."""
    if not CODE.fullmatch(code):
        raise ResultNotFound
    found = connection.execute(
        select(plays, people.c.name)
        .join(games, and_(games.c.league_id == plays.c.league_id, games.c.id == plays.c.game_id))
        .join(people, and_(people.c.league_id == plays.c.league_id, people.c.id == plays.c.person_id))
        .where(games.c.league_id == league_id, games.c.code == code, plays.c.side.is_not(None))
        .order_by(plays.c.side, plays.c.person_id)
    )
    teams: dict[int, tuple[int, dict[int, RatedPerson]]] = {}
    for row in found:
        before, after = Strength(row.mu_before, row.sigma_before), Strength(row.mu, row.sigma)
        team = teams.setdefault(row.side, (row.place, {}))[1]
        team[row.person_id] = RatedPerson(row.person_id, row.name, before, after)
    return teams


# ---------------------------------------------------------------- in words


def _sentences(person: RatedPerson, sides: Sequence[RatedSide]) -> tuple[str, ...]:
    own, others = sides[0], sides[1:]
    met = "; ".join(_strengths(side) for side in others)
    came = "won" if own.place == 1 else "lost" if len(sides) == 2 else f"came in {_ordinal(own.place)}"  # noqa: PLR2004
    who = "They" if len(own.people) > 1 else person.name
    return (
        f"{_strengths(own)}, against {met or 'nobody'}.",
        f"That gave {_names(own)} a {own.chance}% chance to win. {who} {came}.",
        _what_it_did(person),
    )


def _what_it_did(person: RatedPerson) -> str:
    if not person.after.is_settled:
        return f"{person.name}'s rating is settling in. It shows after about ten games."
    moved = person.change
    went = "stays at" if not moved else f"{'rises' if moved > 0 else 'falls'} by {abs(moved)} to"
    return f"{person.name} {went} {person.after.shown}, give or take {person.after.give_or_take}."


def _strengths(side: RatedSide) -> str:
    return " and ".join(f"{each.name} ({each.before.text})" for each in side.people)


def _names(side: RatedSide) -> str:
    return " and ".join(each.name for each in side.people)


def _ordinal(place: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(place, f"{place}th")
