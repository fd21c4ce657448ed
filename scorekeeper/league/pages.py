"""A league's own page, its nights, its games, a search."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.game_cards import GameCard, game_card
from scorekeeper.league.awards import NIGHT_MINIMUMS, Award
from scorekeeper.league.browse import NightPage, NightPlayer, NightRow, SearchResults
from scorekeeper.league.browse_games import Page
from scorekeeper.league.charts import tally_strokes, tally_width
from scorekeeper.league.grids import NightCalendar
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.people import PersonView
from scorekeeper.league.season_pages import SeasonChooser, StandingsPage
from scorekeeper.money.accounts import CurrencyAccounts
from scorekeeper.sheets.grammar import counted

LAST_NIGHTS, FEW_AWARDS = 3, 2
MAX_MONEY, TOP_MONEY = 5, 3
"""Whose money of a night is listed at once: so many at most, else only the first ones."""
MAX_LEADERS, MAX_NAMES = 2, 3
"""Names of a night in a list: with a crown, and in all."""


@dataclass(frozen=True)
class LeaguePage:
    """A league at a glance; `table` is a table of its own, the way to its phones and its money."""

    league: LeagueHead
    playing: tuple[GameCard, ...]
    standings: StandingsPage
    nights: tuple[NightCard, ...]
    awards: tuple[Award, ...]
    awarded: NightCard | None
    """The night the awards are of."""
    table: str | None
    money_moved: bool
    """Whether there are accounts to be shown at that table."""
    owed: tuple[tuple[str, int], ...]
    """Currency, and the cents that are owed in all over the season; empty if everybody is square."""


def spread_awards(awards: Sequence[Award]) -> tuple[Award, ...]:
    """Return awards with one for each person first: what only goes to somebody who has one already comes later."""
    first: list[Award] = []
    later: list[Award] = []
    seen: set[int] = set()
    for award in awards:
        who = {person for person, _ in award.people}
        if who & seen:
            later.append(award)
        else:
            first.append(award)
            seen |= who
    return (*first, *later)


# ---------------------------------------------------------------- games


@dataclass(frozen=True)
class GameQuery:
    """Which games are listed, as the form above them says; empty for any."""

    season: str = ""
    variant: str = ""
    person: int | None = None
    partner: int | None = None

    @property
    def url_args(self) -> dict[str, str | int]:
        asked = {"season": self.season, "variant": self.variant, "person": self.person, "partner": self.partner}
        return {name: value for name, value in asked.items() if value}


@dataclass(frozen=True)
class GamesPage:
    league: LeagueHead
    chooser: SeasonChooser
    variants: tuple[tuple[str, str], ...]
    people: tuple[PersonView, ...]
    picked: GameQuery
    games: tuple[GameCard, ...]
    older: str | None
    """What leads to the next ones."""
    first: bool
    """Whether these are the newest."""


@dataclass(frozen=True)
class SearchPage:
    league: LeagueHead
    text: str
    people: tuple[PersonView, ...]
    nights: tuple[tuple[int, dt.date], ...]
    games: tuple[GameCard, ...]

    @property
    def nothing(self) -> bool:
        return bool(self.text) and not (self.people or self.nights or self.games)


def search_page(league: LeagueHead, text: str, found: SearchResults) -> SearchPage:
    nights = tuple((night.id, dt.date.fromisoformat(night.day)) for night in found.nights)
    return SearchPage(league, text, found.people, nights, tuple(map(game_card, found.games)))


# ---------------------------------------------------------------- nights


@dataclass(frozen=True)
class Attendee:
    """A player of a night: games won, as tally strokes."""

    person: int
    name: str
    won: int
    games: int
    strokes: tuple[str, ...]
    width: int


@dataclass(frozen=True)
class NightCard:
    """A night in a list."""

    id: int
    date: dt.date
    about: str
    best: tuple[Attendee, ...]
    """Who won most."""
    leaders: int
    """How many of them won more than the others: one, or two partners; 0 where more people share the lead."""
    others: int
    """How many more people were there, who won fewer games or none."""
    playing: bool
    alone: bool
    """Whether it is a night of one game."""


@dataclass(frozen=True)
class NightsPage:
    league: LeagueHead
    nights: tuple[NightCard, ...]
    older: str | None
    first: bool
    calendar: NightCalendar | None
    """The last year, on the first page alone."""


@dataclass(frozen=True)
class NightMoney:
    """The money of a night in one currency: name and cents of what the games brought everybody, most first."""

    currency: str
    top: tuple[tuple[str, int], ...]
    rest: tuple[tuple[str, int], ...]
    """Who is only listed when asked for."""
    paid: int
    """Cents that were paid since."""
    open: int
    """Cents that are owed still."""

    @property
    def total(self) -> int:
        return sum(cents for _, cents in (*self.top, *self.rest))


@dataclass(frozen=True)
class NightDetails:
    """One night: who won what, its games, its money, its awards."""

    league: LeagueHead
    id: int
    date: dt.date
    about: str
    people: tuple[Attendee, ...]
    games: tuple[GameCard, ...]
    money: tuple[NightMoney, ...]
    awards: tuple[Award, ...]
    before: tuple[int, dt.date] | None
    after: tuple[int, dt.date] | None

    @property
    def minimums(self) -> str:
        return NIGHT_MINIMUMS.text

    @property
    def won(self) -> bool:
        """Return whether any game was won: at open tables nobody wins."""
        return any(person.won for person in self.people)


def attendee(person: NightPlayer) -> Attendee:
    drawn = tally_strokes(person.won), tally_width(person.won)
    return Attendee(person.person_id, person.name, person.won, person.games, *drawn)


def night_card(night: NightRow) -> NightCard:
    best = [person for person in night.people if person.won][:MAX_NAMES]
    return NightCard(
        id=night.id,
        date=dt.date.fromisoformat(night.day),
        about=counted(night.games, "game"),
        best=tuple(map(attendee, best)),
        leaders=_leaders(best),
        others=len(night.people) - len(best),
        playing=night.finished + night.settled < night.games,
        alone=night.games == 1,
    )


def _leaders(best: Sequence[NightPlayer]) -> int:
    ahead = sum(person.won == best[0].won for person in best)
    return ahead if ahead <= MAX_LEADERS else 0


def nights_page(
    league: LeagueHead, found: Page[NightRow], *, first: bool, calendar: NightCalendar | None
) -> NightsPage:
    older = found.older.day if found.older else None
    return NightsPage(league, tuple(map(night_card, found.rows)), older, first, calendar)


def night_details(
    league: LeagueHead, night: NightPage, accounts: Sequence[CurrencyAccounts], awards: Sequence[Award]
) -> NightDetails:
    """Return everything about a night."""
    near = [(mark.id, dt.date.fromisoformat(mark.day)) if mark else None for mark in (night.before, night.after)]
    return NightDetails(
        league=league,
        id=night.id,
        date=dt.date.fromisoformat(night.day),
        about=counted(len(night.games), "game"),
        people=tuple(map(attendee, night.people)),
        games=tuple(map(game_card, night.games)),
        money=tuple(map(_night_money, accounts)),
        awards=spread_awards(awards),
        before=near[0],
        after=near[1],
    )


def _night_money(owing: CurrencyAccounts) -> NightMoney:
    won = tuple(
        sorted(((account.name, account.played) for account in owing.accounts), key=lambda each: (-each[1], each[0]))
    )
    top = len(won) if len(won) <= MAX_MONEY else TOP_MONEY
    return NightMoney(
        currency=owing.currency,
        top=won[:top],
        rest=won[top:],
        paid=sum(max(account.cents - account.played, 0) for account in owing.accounts),
        open=sum(max(account.cents, 0) for account in owing.accounts),
    )
