"""One person in numbers and charts, a change of a rating."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.clock import day_text
from scorekeeper.core.marks import monogram, suit_of
from scorekeeper.core.money_text import money_text
from scorekeeper.games.game_cards import GameCard
from scorekeeper.league.charts import (
    ChartTable,
    ColumnChart,
    LineChart,
    PairChart,
    column_chart,
    line_chart,
    pair_chart,
)
from scorekeeper.league.counts import Mean, Share
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.rating_history import MAX_POINTS, RatingChange, RatingPoint
from scorekeeper.league.season_pages import SeasonChooser
from scorekeeper.league.statistics import MAX_NIGHTS, MoneyPoint, PairLine, PersonPage
from scorekeeper.sheets.grammar import counted, number_text, signed
from scorekeeper.sheets.phrases import point_words

LAST_CHANGES = 8
SHOWN_PAIRS = 5


@dataclass(frozen=True)
class Statistic:
    """A number with its name, and what else there is to say about it, like how many it is of."""

    name: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class RatingStep:
    """A rating after a game."""

    date: dt.date
    code: str
    shown: str
    change: str
    """Empty while the rating is settling in."""


@dataclass(frozen=True)
class PersonDetails:
    """The page of one person."""

    league: LeagueHead
    chooser: SeasonChooser
    page: PersonPage
    bidding: tuple[Statistic, ...]
    game: tuple[Statistic, ...]
    smoke: tuple[Statistic, ...]
    values: ColumnChart | None
    captures: PairChart | None
    rating: LineChart | None
    moved: tuple[RatingStep, ...]
    """The last changes of their rating, newest first."""
    rated_in: str
    """The season the ratings are of."""
    money: LineChart | None
    won: tuple[tuple[str, int], ...]
    """Currency and cents."""
    games: tuple[GameCard, ...]
    pair_pages: Mapping[int, str]
    """Person -> the address of the page of the two."""
    small: bool

    @property
    def monogram(self) -> str:
        """Return the letters on the person's card."""
        return monogram(self.page.person.name)

    @property
    def suit(self) -> str:
        """Return the suit of the person's card, the same on every page."""
        return suit_of(self.page.person.id)

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


def person_details(  # noqa: PLR0913 - what a page is made of
    league: LeagueHead,
    chooser: SeasonChooser,
    page: PersonPage,
    *,
    ratings: Sequence[RatingPoint],
    rated_in: str,
    currency: str | None,
    money: Sequence[MoneyPoint],
    games: Sequence[GameCard],
    pair_pages: Mapping[int, str],
) -> PersonDetails:
    return PersonDetails(
        league=league,
        chooser=chooser,
        page=page,
        bidding=tuple(_bidding(page)),
        game=tuple(_of_games(page)),
        smoke=tuple(_smoke(page)),
        values=_values(page),
        captures=_captures(page),
        rating=_rating(page, [point for point in ratings if point.is_settled]),
        moved=tuple(map(_rating_step, reversed(ratings[-LAST_CHANGES:]))),
        rated_in=rated_in,
        money=_money(page, money, currency),
        won=tuple(sorted(page.cents.items())),
        games=tuple(games),
        pair_pages=pair_pages,
        small=page.win.small or page.bids.made.small,
    )


# ---------------------------------------------------------------- statistics


def _share_statistic(name: str, share: Share, note: str = "") -> Statistic:
    if share.percent is None:
        return Statistic(name, "")
    told = f"{share.part} of {share.of}"
    return Statistic(name, f"{share.percent}%", f"{told}; {note}" if note else told)


def _mean_statistic(name: str, mean: Mean, note: str = "") -> Statistic:
    return Statistic(name, "" if mean.each is None else f"{mean.each:g}", note)


def _count_statistic(name: str, number: int, note: str = "") -> Statistic:
    return Statistic(name, number_text(number) if number else "", note)


def _kept(statistics: Sequence[Statistic]) -> list[Statistic]:
    """Leave out statistics that have nothing to show."""
    return [it for it in statistics if it.text]


def _bidding(page: PersonPage) -> list[Statistic]:
    bids = page.bids
    if not bids.made.of and not page.stuck.of:
        return []
    specials = [_share_statistic(f"Bid the {line.bid}", line.made) for line in page.specials]
    return _kept([
        _mean_statistic("Average bid", bids.average_bid, f"in {counted(bids.average_bid.of, 'bid')}"),
        _mean_statistic("Points taken per bid", bids.average_taken, f"in {counted(bids.average_taken.of, 'bid')}"),
        _count_statistic("Sets", bids.sets, f"{counted(bids.short, 'point')} short in all" if bids.short else ""),
        _mean_statistic(
            "Bid too low by", bids.left_each, f"on average, {counted(bids.left, 'point')} in all"
        ),
        *specials,
        _share_statistic("Stuck as dealer and made", page.stuck),
        _count_statistic("Set as dealer without a bid", page.dealer_set),
        _count_statistic("Went alone", page.alone),
        _count_statistic("Called as partner", page.called),
    ])  # fmt: skip


def _of_games(page: PersonPage) -> list[Statistic]:
    return _kept([
        _share_statistic("Side's bids made", page.side_made),
        _share_statistic("Opponents' bids set", page.defended),
        _points(page),
        _current_run(page.run),
        _in_a_row("Longest run", page.longest, "games won in a row"),
        _in_a_row("Longest drought", page.drought, "games lost in a row"),
        _count_statistic("Reneges", page.reneges),
    ])  # fmt: skip


def _points(page: PersonPage) -> Statistic:
    told = f"{number_text(page.points_for)} for, {number_text(page.points_against)} against"
    return Statistic("Points", signed(page.points_for - page.points_against) if page.games else "", told)


def _current_run(run: int) -> Statistic:
    return _in_a_row("Current run", abs(run), "won in a row" if run > 0 else "lost in a row")


def _in_a_row(name: str, number: int, note: str) -> Statistic:
    """Return a run; one game is none."""
    return _count_statistic(name, number if number > 1 else 0, note)


def _smoke(page: PersonPage) -> list[Statistic]:
    smoke = page.smoke
    if smoke is None:
        return []
    return _kept([
        _share_statistic("Hands stayed in", smoke.stayed),
        _mean_statistic("Tricks per hand", smoke.tricks, f"in {counted(smoke.tricks.of, 'hand')}"),
        _share_statistic("Stayed without a trick", smoke.blank),
        _count_statistic("First tricks", smoke.firsts),
        _count_statistic("Hands started in the box", smoke.boxes),
        _count_statistic("Pickups", smoke.pickups),
    ])  # fmt: skip


# ---------------------------------------------------------------- pictures


def _values(page: PersonPage) -> ColumnChart | None:
    shares = [(line.bid.capitalize(), line.made) for line in (*page.by_value, *page.specials)]
    return column_chart("Bids made, by bid", "Bid", shares) if shares else None


def _captures(page: PersonPage) -> PairChart | None:
    lines = [line for line in page.captures if line.bidding.of or line.defending.of]
    named = [(point_words()[line.point]["title"], line.bidding, line.defending) for line in lines]
    return pair_chart("How often each point is taken", ("bidding", "defending"), named) if named else None


def _rating(page: PersonPage, points: Sequence[RatingPoint]) -> LineChart | None:
    if not points:
        return None
    values = [point.shown for point in points]
    numbers = ChartTable(
        title=_lately("Rating", "game", len(points), MAX_POINTS),
        description=f"{page.person.name}'s rating went from {values[0] - points[0].change} to {values[-1]}.",
        heads=("Day", "Rating", "Change"),
        rows=tuple((_day(point.day), str(point.shown), signed(point.change)) for point in points),
    )
    return line_chart(numbers, values, 1500, str)


def _money(page: PersonPage, points: Sequence[MoneyPoint], currency: str | None) -> LineChart | None:
    if not points or currency is None:
        return None

    def written(cents: int) -> str:
        return money_text(cents, currency, signed=True)

    numbers = ChartTable(
        title=_lately("Money", "night", len(points), MAX_NIGHTS),
        description=f"{page.person.name} was at {written(points[-1].total)} after the last night.",
        heads=("Night", "That night", "Total"),
        rows=tuple((_day(point.day), written(point.cents), written(point.total)) for point in points),
    )
    return line_chart(numbers, [point.total for point in points], 0, lambda cents: money_text(cents, currency))


def _lately(what: str, thing: str, drawn: int, most: int) -> str:
    """Return in words what a drawing over time has in it: of many only the last."""
    return f"{what}, {thing} by {thing}" if drawn < most else f"{what}, the last {counted(drawn, thing)}"


def _day(day: str) -> str:
    return day_text(dt.date.fromisoformat(day))


def _rating_step(point: RatingPoint) -> RatingStep:
    shown, change = (str(point.shown), signed(point.change)) if point.is_settled else ("settling in", "")
    return RatingStep(dt.date.fromisoformat(point.day), point.code, shown, change)


# ---------------------------------------------------------------- one game


@dataclass(frozen=True)
class RatingDetails:
    """A change of somebody's rating, opened."""

    league: LeagueHead
    change: RatingChange
    code: str
    moved: str
    """By how much it moved; empty while it is settling in."""
