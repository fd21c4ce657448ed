"""One person in numbers and pictures; two people; a rating that moved."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted, number_text, signed
from scorekeeper.rules.phrases.points import POINT_TITLES
from scorekeeper.services.league.rating_history import MOST_POINTS
from scorekeeper.services.league.statistics import MOST_NIGHTS
from scorekeeper.web.money_text import money_text
from scorekeeper.web.views.league.drawings import Columns, Numbers, Pairs, Way, columns, pairs, way

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.league.counts import Mean, Share
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.league.rating_history import RatingChange, RatingPoint
    from scorekeeper.services.league.statistics import MoneyPoint, PairLine, PersonPage
    from scorekeeper.web.views.league.games import GameCard
    from scorekeeper.web.views.league.seasons import Chooser

LAST_CHANGES = 8
SHOWN_PAIRS = 5


@dataclass(frozen=True)
class Figure:
    """A number with its name, and what else there is to say about it; `few` where it stands on little."""

    name: str
    text: str
    note: str = ""
    few: bool = False


@dataclass(frozen=True)
class Moved:
    """A rating after a game."""

    date: dt.date
    code: str
    shown: int
    change: str


@dataclass(frozen=True)
class PersonView:
    """The page of one person."""

    league: LeagueHead
    chooser: Chooser
    page: PersonPage
    bidding: tuple[Figure, ...]
    game: tuple[Figure, ...]
    smoke: tuple[Figure, ...]
    values: Columns | None
    captures: Pairs | None
    rating: Way | None
    moved: tuple[Moved, ...]
    """The last changes of his rating, newest first."""
    rated_in: str
    """The season the ratings are of."""
    money: Way | None
    won: tuple[tuple[str, int], ...]
    """Currency and cents."""
    games: tuple[GameCard, ...]
    pair_pages: Mapping[int, str]
    """Person -> the address of the page of the two."""
    small: bool

    @property
    def partners(self) -> tuple[PairLine, ...]:
        return self.page.partners[:SHOWN_PAIRS]

    @property
    def opponents(self) -> tuple[PairLine, ...]:
        return self.page.opponents[:SHOWN_PAIRS]

    @property
    def other_partners(self) -> tuple[PairLine, ...]:
        return self.page.partners[SHOWN_PAIRS:]

    @property
    def other_opponents(self) -> tuple[PairLine, ...]:
        return self.page.opponents[SHOWN_PAIRS:]


def person_view(  # noqa: PLR0913 - what a page is made of
    league: LeagueHead,
    chooser: Chooser,
    page: PersonPage,
    *,
    ratings: Sequence[RatingPoint],
    rated_in: str,
    currency: str | None,
    money: Sequence[MoneyPoint],
    games: Sequence[GameCard],
    pair_pages: Mapping[int, str],
) -> PersonView:
    return PersonView(
        league=league,
        chooser=chooser,
        page=page,
        bidding=tuple(_bidding(page)),
        game=tuple(_of_games(page)),
        smoke=tuple(_smoke(page)),
        values=_values(page),
        captures=_captures(page),
        rating=_rating(page, ratings),
        moved=tuple(map(_moved, reversed(ratings[-LAST_CHANGES:]))),
        rated_in=rated_in,
        money=_money(page, money, currency),
        won=tuple(sorted(page.cents.items())),
        games=tuple(games),
        pair_pages=pair_pages,
        small=page.win.small or page.bids.made.small,
    )


# ---------------------------------------------------------------- figures


def _of(name: str, share: Share, note: str = "") -> Figure:
    if share.percent is None:
        return Figure(name, "")
    told = f"{share.part} of {share.of}"
    return Figure(name, f"{share.percent}\N{NO-BREAK SPACE}%", f"{told}; {note}" if note else told, share.small)


def _each(name: str, mean: Mean, note: str = "") -> Figure:
    return Figure(name, "" if mean.each is None else f"{mean.each:g}", note, mean.small)


def _some(name: str, number: int, note: str = "") -> Figure:
    return Figure(name, number_text(number) if number else "", note)


def _kept(figures: Sequence[Figure]) -> list[Figure]:
    """Leave out what there is nothing of."""
    return [figure for figure in figures if figure.text]


def _bidding(page: PersonPage) -> list[Figure]:
    bids = page.bids
    if not bids.made.of and not page.stuck.of:
        return []
    specials = [_of(f"Bid the {line.bid}", line.made) for line in page.specials]
    return _kept([
        _each("Average bid", bids.average_bid),
        _each("Points taken a bid", bids.average_taken),
        _some("Sets", bids.sets, f"{counted(bids.short, 'point')} short altogether" if bids.short else ""),
        _each("Left on the table, each bid made", bids.left_each, f"{counted(bids.left, 'point')} altogether"),
        *specials,
        _of("Stuck as dealer, and made", page.stuck),
        _some("Set as dealer without a bid", page.dealer_set),
        _some("Went alone", page.alone),
        _some("Called as partner", page.called),
    ])  # fmt: skip


def _of_games(page: PersonPage) -> list[Figure]:
    return _kept([
        _of("Bids of the side made", page.side_made),
        _of("Bids of others set", page.defended),
        _points(page),
        _run(page.run),
        _in_a_row("Longest run", page.longest, "games won in a row"),
        _in_a_row("Longest drought", page.drought, "games lost in a row"),
        _some("Reneges", page.reneges),
    ])  # fmt: skip


def _points(page: PersonPage) -> Figure:
    told = f"{number_text(page.points_for)} for, {number_text(page.points_against)} against"
    return Figure("Points", signed(page.points_for - page.points_against) if page.games else "", told)


def _run(run: int) -> Figure:
    return _in_a_row("Just now", abs(run), "won in a row" if run > 0 else "lost in a row")


def _in_a_row(name: str, number: int, note: str) -> Figure:
    """Give a run; one game is none."""
    return _some(name, number if number > 1 else 0, note)


def _smoke(page: PersonPage) -> list[Figure]:
    smoke = page.smoke
    if smoke is None:
        return []
    return _kept([
        _of("Hands stayed in", smoke.stayed),
        _each("Tricks a hand", smoke.tricks),
        _of("Stayed without a trick", smoke.blank),
        _some("First tricks", smoke.firsts),
        _some("Hands begun in the box", smoke.boxes),
        _some("Pickups", smoke.pickups),
    ])  # fmt: skip


# ---------------------------------------------------------------- pictures


def _values(page: PersonPage) -> Columns | None:
    shares = [(line.bid.capitalize(), line.made) for line in (*page.by_value, *page.specials)]
    return columns("Bids made, by what was bid", "Bid", shares) if shares else None


def _captures(page: PersonPage) -> Pairs | None:
    lines = [line for line in page.captures if line.bidding.of or line.defending.of]
    named = [(POINT_TITLES[line.point], line.bidding, line.defending) for line in lines]
    return pairs("How often each point is taken", ("bidding", "defending"), named) if named else None


def _rating(page: PersonPage, points: Sequence[RatingPoint]) -> Way | None:
    if not points:
        return None
    values = [point.shown for point in points]
    numbers = Numbers(
        title=_lately("Rating", "game", len(points), MOST_POINTS),
        description=f"{page.person.name}'s rating went from {values[0] - points[0].change} to {values[-1]}.",
        heads=("Day", "Rating", "Change"),
        rows=tuple((_day(point.day), str(point.shown), signed(point.change)) for point in points),
    )
    return way(numbers, values, 1500, str)


def _money(page: PersonPage, points: Sequence[MoneyPoint], currency: str | None) -> Way | None:
    if not points or currency is None:
        return None

    def written(cents: int) -> str:
        return money_text(cents, currency, signed=True)

    numbers = Numbers(
        title=_lately("Money", "night", len(points), MOST_NIGHTS),
        description=f"{page.person.name} stood at {written(points[-1].total)} after the last night.",
        heads=("Night", "That night", "Altogether"),
        rows=tuple((_day(point.day), written(point.cents), written(point.total)) for point in points),
    )
    return way(numbers, [point.total for point in points], 0, lambda cents: money_text(cents, currency))


def _lately(what: str, thing: str, drawn: int, most: int) -> str:
    """Say what a drawing over time has in it: of many only the last."""
    return f"{what}, {thing} by {thing}" if drawn < most else f"{what}, the last {counted(drawn, thing)}"


def _day(day: str) -> str:
    date = dt.date.fromisoformat(day)
    return f"{date.day} {date:%b %Y}"


def _moved(point: RatingPoint) -> Moved:
    return Moved(dt.date.fromisoformat(point.day), point.code, point.shown, signed(point.change))


# ---------------------------------------------------------------- two people, and one game


@dataclass(frozen=True)
class PairView:
    """What somebody did with and against another."""

    league: LeagueHead
    chooser: Chooser
    person: int
    name: str
    pair: PairLine
    games: tuple[GameCard, ...]

    @property
    def ahead(self) -> int:
        """Give the hundredths of a bar in which the one was ahead."""
        return self.pair.ahead.percent or 0


@dataclass(frozen=True)
class RatingView:
    """A change of somebody's rating, opened."""

    league: LeagueHead
    change: RatingChange
    code: str
    moved: str
