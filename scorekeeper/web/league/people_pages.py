"""The people of a league: who they are, twins, editing, merging, erasing, the log of changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.name_keys import name_key
from scorekeeper.rules.numbers import counted
from scorekeeper.web.league.grids import PartnerGrid, partner_grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.services.league.change_log import LoggedChange
    from scorekeeper.services.league.comparison import Partnership
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.league.people import PersonView
    from scorekeeper.services.league.statistics import PersonPage
    from scorekeeper.web.forms import SubmissionForm
    from scorekeeper.web.league.forms import MergeChoiceForm, MergeForm, NameForm


@dataclass(frozen=True)
class PeoplePage:
    """Everybody, regulars first."""

    league: LeagueHead
    regulars: tuple[PersonView, ...]
    guests: tuple[PersonView, ...]
    gone: tuple[PersonView, ...]
    """Archived, or erased."""
    twins: tuple[tuple[PersonView, PersonView], ...]
    """People whose name somebody before them has: these, and whom they may be."""
    partners: PartnerGrid | None


def people_page(league: LeagueHead, people: Sequence[PersonView], partnerships: Sequence[Partnership]) -> PeoplePage:
    here = [person for person in people if not person.archived]
    return PeoplePage(
        league=league,
        regulars=tuple(person for person in here if not person.guest),
        guests=tuple(person for person in here if person.guest),
        gone=tuple(person for person in people if person.archived),
        twins=tuple(_twins(here)),
        partners=partner_grid(partnerships, {person.id: person.name for person in here}),
    )


def _twins(people: Sequence[PersonView]) -> Iterator[tuple[PersonView, PersonView]]:
    first: dict[str, PersonView] = {}
    for person in sorted(people, key=lambda person: person.id):
        before = first.setdefault(name_key(person.name), person)
        if before is not person:
            yield person, before


@dataclass(frozen=True)
class EditPage:
    """One person, to be renamed, made a guest, merged, archived, erased."""

    league: LeagueHead
    person: PersonView
    merged: tuple[tuple[int, str], ...]
    """Who was merged into them: id, and what to call it."""
    name_form: NameForm
    merge_form: MergeChoiceForm
    error_list: list[tuple[str, str]]
    """What was wrong with the form that was sent: id, sentence."""


@dataclass(frozen=True)
class MergePage:
    """What would happen if two were one."""

    league: LeagueHead
    person: PersonView
    into: PersonView
    says: tuple[str, ...]
    form: MergeForm


@dataclass(frozen=True)
class ErasePage:
    league: LeagueHead
    person: PersonView
    games: int
    form: SubmissionForm


@dataclass(frozen=True)
class ChangesPage:
    """What was done to a league, newest first."""

    league: LeagueHead
    changes: tuple[LoggedChange, ...]
    older: int | None


def merge_consequences(one: PersonPage, other: PersonPage) -> tuple[str, ...]:
    """Return sentences on what a merge does, to be read before it is done."""
    who, into = one.person.name, other.person.name
    mine, theirs, both = (counted(games, "game") for games in (one.games, other.games, one.games + other.games))
    return (
        f"{who} played {mine}, {into} {theirs}. Together: {both}.",
        f"{who} becomes {into} everywhere, in old games too, and is not offered for new games.",
        f"{who}'s nights count for {into} in standings, statistics, ratings and who owes whom.",
        "It is in the league log, and you can undo it.",
    )
