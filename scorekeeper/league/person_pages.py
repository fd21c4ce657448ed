"""One person in numbers and charts, a change of a rating."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.marks import monogram, suit_of
from scorekeeper.games.game_cards import GameCard
from scorekeeper.league.charts import Drawing, column_chart, pair_chart, rating_chart, winnings_chart
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.rating_history import MAX_POINTS, RatingChange, RatingPoint
from scorekeeper.league.seasons import SeasonChooser
from scorekeeper.league.statistics import MAX_NIGHTS, MoneyPoint, PairLine, PersonPage
from scorekeeper.league.totals import Mean, Share
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
    values: Drawing | None
    captures: Drawing | None
    rating: Drawing | None
    moved: tuple[RatingStep, ...]
    """The last changes of their rating, newest first."""
    rated_in: str
    """The season the ratings are of."""
    money: Drawing | None
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


def _values(page: PersonPage) -> Drawing | None:
    shares = [(line.bid.capitalize(), line.made) for line in (*page.by_value, *page.specials)]
    return column_chart("Bids made, by bid", "Bid", shares) if shares else None


def _captures(page: PersonPage) -> Drawing | None:
    lines = [line for line in page.captures if line.bidding.of or line.defending.of]
    named = [(point_words()[line.point]["title"], line.bidding, line.defending) for line in lines]
    return pair_chart("How often each point is taken", ("bidding", "defending"), named) if named else None


def _rating(page: PersonPage, points: Sequence[RatingPoint]) -> Drawing | None:
    shown = [(point.day, point.shown, point.change) for point in points]
    return rating_chart(page.person.name, shown, MAX_POINTS)


def _money(page: PersonPage, points: Sequence[MoneyPoint], currency: str | None) -> Drawing | None:
    told = [(point.day, point.cents, point.total) for point in points]
    return winnings_chart(page.person.name, told, currency or "", MAX_NIGHTS)


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
