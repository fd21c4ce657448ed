"""The people of a league: who they are, twins, editing, merging, erasing, the log of changes; two side by side."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from scorekeeper.core.clock import day_text
from scorekeeper.core.forms import SubmissionForm
from scorekeeper.core.marks import monogram
from scorekeeper.core.money_text import money_text
from scorekeeper.games.game_cards import GameCard
from scorekeeper.league.change_log import LoggedChange
from scorekeeper.league.charts import Drawing, partner_grid
from scorekeeper.league.comparison import Meeting, PersonRecord, SharedMoney
from scorekeeper.league.forms import MergeChoiceForm, MergeForm, NameForm
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.people import PersonView
from scorekeeper.league.seasons import SeasonChooser
from scorekeeper.league.statistics import PairLine, PersonPage
from scorekeeper.league.totals import Share
from scorekeeper.rules.documents import name_key
from scorekeeper.sheets.grammar import counted, signed

HALF = 49
"""The length of the longest bar; the drawing is 100 wide: two bars and a gap."""
KIND_BY_WINS = {(True, False): "one", (False, True): "other", (True, True): "both", (False, False): "neither"}
"""How a game is drawn, by whether each of the two won."""
KINDS = tuple(KIND_BY_WINS.values())


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
    partners: Drawing | None


def people_page(
    league: LeagueHead, people: Sequence[PersonView], partnerships: Sequence[tuple[int, int, Share]]
) -> PeoplePage:
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


class ComparedFigure(NamedTuple):
    """A number of each of two people, as text and as a bar from the middle, at most `HALF` long."""

    one: str
    what: str
    other: str
    bars: tuple[float, float]
    below: tuple[bool, bool] = (False, False)
    """Whether each number is below zero."""


class MeetingMark(NamedTuple):
    """A mark in the strip of the last games, or in its key: its kind, the winners' initials, and what it means."""

    kind: str
    letters: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class PairDetails:
    """What two people did with and against each other."""

    league: LeagueHead
    chooser: SeasonChooser
    person: int
    name: str
    pair: PairLine
    games: tuple[GameCard, ...]
    records: tuple[PersonRecord, PersonRecord]
    meetings: tuple[Meeting, ...]
    money: tuple[SharedMoney, ...]

    @property
    def ahead(self) -> int:
        """Return the percentage of games that the first of the two finished ahead."""
        return self.pair.ahead.percent or 0

    @property
    def sides(self) -> tuple[tuple[int, str, int | None], ...]:
        """Return each of the two with the games they were ahead in: id, name, games; None if they never met."""
        ahead = self.pair.ahead
        one, other = (ahead.part, ahead.of - ahead.part) if self.pair.met else (None, None)
        return (self.person, self.name, one), (self.pair.person_id, self.pair.name, other)

    @property
    def money_figures(self) -> tuple[ComparedFigure, ...]:
        """Return the money each won in the games both played, by currency."""
        several = len(self.money) > 1
        return tuple(
            compare_numbers(
                it.currency if several else "Money", *it.cents, partial(money_text, currency=it.currency, signed=True)
            )
            for it in self.money
        )

    @property
    def comparison(self) -> tuple[ComparedFigure, ...]:
        """Return what all games of each came to, side by side; without bids if neither ever bid."""
        one, other = self.records
        bids = [compare_shares("Bids made", one.made, other.made)] if one.made.of or other.made.of else []
        return (
            compare_numbers("Games", one.games, other.games, str),
            compare_shares("Won", one.win, other.win),
            *bids,
            compare_numbers("Points", one.points, other.points, signed),
        )

    @property
    def strip(self) -> tuple[MeetingMark, ...]:
        """Return the last games both played, oldest first."""
        return tuple(self._mark(meeting) for meeting in self.meetings)

    @property
    def strip_key(self) -> tuple[MeetingMark, ...]:
        """Return what each kind of mark in the strip means."""
        drawn = {mark.kind for mark in self.strip}
        return tuple(MeetingMark(kind, self._letters(kind), self._meaning(kind)) for kind in KINDS if kind in drawn)

    def _mark(self, meeting: Meeting) -> MeetingMark:
        kind = KIND_BY_WINS[meeting.won]
        day = day_text(dt.date.fromisoformat(meeting.day))
        said = {"both": "won together", "neither": "lost together"}.get(kind) if meeting.together else None
        return MeetingMark(kind, self._letters(kind), f"{day}: {said or self._meaning(kind)}")

    def _letters(self, kind: str) -> tuple[str, ...]:
        one, other = monogram(self.name), monogram(self.pair.name)
        return {"one": (one,), "other": (other,), "both": (one, other), "neither": ("\N{EN DASH}",)}[kind]

    def _meaning(self, kind: str) -> str:
        winner = {"one": self.name, "other": self.pair.name}.get(kind, kind)
        return f"{winner} won"


def compare_numbers(what: str, one: int, other: int, text: Callable[[int], str]) -> ComparedFigure:
    """Return two numbers with their bars; the larger one has the longest bar."""
    largest = max(abs(one), abs(other)) or 1
    bars = _bars(abs(one) / largest, abs(other) / largest)
    return ComparedFigure(text(one), what, text(other), bars, (one < 0, other < 0))


def compare_shares(what: str, one: Share, other: Share) -> ComparedFigure:
    """Return two shares with their bars; a share of 100 % has the longest bar."""
    return ComparedFigure(one.text, what, other.text, _bars(one.rate, other.rate))


def _bars(one: float, other: float) -> tuple[float, float]:
    return round(HALF * one, 1), round(HALF * other, 1)
