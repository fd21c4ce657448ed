"""The evenings of the demo league: when they met, who came, and what they played."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.services.demo.cast import BIG_BOB, BOB, EVERYBODY, PHONES, TABLES
from scorekeeper.services.demo.tables import MOST_HANDS, OPEN_HANDS, Game, Seating

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

USUAL_HANDS = 16
"""Of a game, about; how many there really are is seen when they are played."""
GAMES_A_NIGHT = 3
MOST_NIGHTS = 20_000
YEARS = 730
"""Days a league of few nights has met over."""
LONGEST_BREAK = 28
BEGINS = dt.timedelta(hours=18, minutes=30)
SO_FAR_TONIGHT = dt.timedelta(hours=3)
AS_TWO = 4
"""For one night in so many, the first of all, Bob was down as Big Bob."""


@dataclass(frozen=True)
class Evening:
    """A night and its games, in the order they were begun."""

    day: dt.date
    opened_at: dt.datetime
    closed_at: dt.datetime | None
    games: tuple[Game, ...]


def evenings(hands: int, dice: random.Random, now: dt.datetime) -> Iterator[Evening]:
    """Give evenings until so many hands are played, the last of them tonight, with a game that goes on."""
    nights = max(2, min(MOST_NIGHTS, hands // (USUAL_HANDS * GAMES_A_NIGHT)))
    apart = max(1, min(LONGEST_BREAK, YEARS // nights))
    tonight, left = now - SO_FAR_TONIGHT, hands
    for number in range(nights):
        last = number == nights - 1
        day = tonight.date() - dt.timedelta(days=apart * (nights - 1 - number))
        began = tonight if last else dt.datetime.combine(day, dt.time(), dt.UTC) + BEGINS
        there = _company(dice, early=number < nights // AS_TWO)
        games = tuple(_games(there, max(1, left // (nights - number)), dice, began))
        if last:
            games = (*games, _going_on(there, dice, now))
        left -= _hands(games)
        ends = max(game.now for game in games) + dt.timedelta(minutes=20)
        closed = ends if number % 3 and not last else None
        yield Evening(day, began, closed, games)


def _hands(games: tuple[Game, ...]) -> int:
    return sum(game.hands for game in games)


def _games(there: list[int], hands: int, dice: random.Random, began: dt.datetime) -> Iterator[Game]:
    """Give the games of one evening, so many hands of them or some more: games are played to their end."""
    phone, at, played = dice.randint(1, len(PHONES)), began, 0
    while played < hands:
        game = _sit_down(there, dice, at, phone)
        guests = [person for person in there if person not in game.seats][:2]
        most = dice.randint(*OPEN_HANDS) if game.table.rules.table.open else MOST_HANDS
        game.play_on(most, guests)
        played += max(game.hands, 1)
        at = began + dt.timedelta(minutes=dice.randint(1, 170))
        phone = phone % len(PHONES) + 1
        yield game


def _going_on(there: list[int], dice: random.Random, now: dt.datetime) -> Game:
    """Give the game that is being played right now."""
    game = _sit_down(there, dice, now - dt.timedelta(minutes=45), 1)
    game.play_on(dice.randint(2, 4))
    return game


def _company(dice: random.Random, *, early: bool) -> list[int]:
    """Give who came tonight; everybody is there for the largest table at least."""
    keen = {person: dice.random() ** (1 / habit.keen) for person, habit in enumerate(EVERYBODY, start=1) if habit.keen}
    order = sorted(keen, key=lambda person: -keen[person])
    there = order[: dice.randint(8, 14)]
    return [BIG_BOB if person == BOB else person for person in there] if early else there


def _sit_down(there: list[int], dice: random.Random, at: dt.datetime, phone: int) -> Game:
    kind = dice.choices(TABLES, [table.often for table in TABLES])[0]
    seating = Seating(kind, dice.sample(there, kind.size), dice.randrange(kind.size))
    return Game(seating, EVERYBODY, dice, at, phone)
