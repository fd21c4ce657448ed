"""The people of a league: the list, and what its keeper may do about one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted
from scorekeeper.web.stamps import new_op_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.league.change_log import LoggedChange
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.league.people import PersonView
    from scorekeeper.services.league.statistics import PersonPage


@dataclass(frozen=True)
class PeoplePage:
    """Everybody, regulars first."""

    league: LeagueHead
    regulars: tuple[PersonView, ...]
    guests: tuple[PersonView, ...]
    gone: tuple[PersonView, ...]
    """Put away, or erased."""


def people_page(league: LeagueHead, people: Sequence[PersonView]) -> PeoplePage:
    here = [person for person in people if not person.archived]
    return PeoplePage(
        league=league,
        regulars=tuple(person for person in here if not person.guest),
        guests=tuple(person for person in here if person.guest),
        gone=tuple(person for person in people if person.archived),
    )


@dataclass(frozen=True)
class EditPage:
    """One person, to be renamed, made a guest, merged, put away, erased.  Each form has a number of its own."""

    league: LeagueHead
    person: PersonView
    others: tuple[PersonView, ...]
    """Whom he might be as well."""
    merged: tuple[tuple[int, str], ...]
    """Who was merged into him: number, and what to call it."""
    typed: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    op_ids: tuple[str, ...] = field(default_factory=lambda: tuple(new_op_id() for _ in range(4)))

    @property
    def errors(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.wrong.items())


@dataclass(frozen=True)
class MergePage:
    """What would happen if two were one."""

    league: LeagueHead
    person: PersonView
    into: PersonView
    says: tuple[str, ...]
    wrong: str
    op_id: str = field(default_factory=new_op_id)


@dataclass(frozen=True)
class ErasePage:
    league: LeagueHead
    person: PersonView
    games: int
    wrong: str
    op_id: str = field(default_factory=new_op_id)


@dataclass(frozen=True)
class ChangesPage:
    """What was done to a league, newest first."""

    league: LeagueHead
    changes: tuple[LoggedChange, ...]
    older: int | None


def merging_says(one: PersonPage, other: PersonPage) -> tuple[str, ...]:
    """Say what a merge does, before it is done."""
    who, into = one.person.name, other.person.name
    mine, theirs, both = (counted(games, "game") for games in (one.games, other.games, one.games + other.games))
    return (
        f"{who} played {mine}, {into} {theirs}: {into} has {both} then.",
        f"{who} is called {into} everywhere, in old games too, and is no longer offered for new ones.",
        f"Standings, statistics, ratings and who owes whom count {who}'s nights for {into}.",
        "The league's log remembers it, and it can be taken back.",
    )
