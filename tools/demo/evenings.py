"""The evenings of the demo league: when they met, who came, and their games, some entered wrong and corrected."""

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.games.history import LogRow, replay_log
from scorekeeper.games.store import head_to_json, stored_facts
from scorekeeper.models import AGREE, CORRECT, DISPUTE, LINE, UNDO, utc_text
from scorekeeper.money.ledger import CentsByPerson, is_settlement, matching_prefix, negated, nonzero, settlements
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document, Head, Stakes, usual_sides
from scorekeeper.rules.table import LineResult, Table, open_table
from scorekeeper.variants.catalogue import find_variant
from tools.demo.players import (
    BIG_BOB,
    BOB,
    GAME_KINDS,
    PHONE_HOLDERS,
    PHONES,
    PLAYERS,
    GameKind,
    Player,
    chance,
    random_line,
    random_table_change,
)

MAX_HANDS = 70
OPEN_HANDS = (8, 22)
"""How long people stay at an open table."""
TRIES = 20
SLIPS = 0.012
"""How often a hand is entered wrong and corrected."""
WORDS = ("It was not so.", "Counted again.", "That was the hand before.", "The jack was on the floor.", "Wrong side.")
AGREED, DISPUTED = 0.03, 0.003
MINUTES = (2, 9)


class Seating(NamedTuple):
    """Who sits down to which game, in the order of their seats."""

    kind: GameKind
    people: Sequence[int]
    dealer: int
    """The seat that deals first, from 0."""


class DemoEntry(NamedTuple):
    """An entry of a game: cents by person; `reverses` counts the entries of this game from 1."""

    cents: CentsByPerson
    reverses: int | None
    seq: int
    at: dt.datetime


class DemoGame:
    """A game as it is being played; its rows are in its lists."""

    def __init__(
        self, seating: Seating, habits: Sequence[Player], dice: random.Random, began: dt.datetime, phone: int
    ) -> None:
        self.kind = kind = seating.kind
        self.variant = find_variant(kind.variant)
        keys = tuple(str(number) for number in range(1, len(seating.people) + 1))
        rules = self.variant.ruleset(len(keys), kind.house)
        stakes = Stakes("USD", **kind.stakes) if kind.stakes else None
        sides = usual_sides(rules.seating.sides, keys)
        self.head = Head(self.variant, keys, keys[seating.dealer], sides, kind.house, {}, stakes)
        self.head_json = head_to_json(self.head)
        self.seats = list(seating.people)
        self.began = self.now = began
        self.finished_at: dt.datetime | None = None
        self.table = open_table(self.head)
        self.rows: list[LogRow] = []
        self.lines: list[dict[str, Any]] = []
        self.reviews: list[dict[str, Any]] = []
        self.moved: list[DemoEntry] = []
        self.hands = 0
        self._dice, self._habits, self.phone = dice, habits, phone
        self._played: list[tuple[Document, LineResult]] = []
        self._tables: list[Table] = []
        """The table before each line in force."""
        self._stand: list[tuple[int, CentsByPerson]] = []
        """Open entries: their number among this game's, and their cents."""

    def play_on(self, hands: int, guests: Sequence[int] = ()) -> None:
        """Play until somebody wins, or for a number of hands; `guests` may sit down at an open table."""
        waiting = list(guests)
        while self.hands < hands and not self.table.finished:
            if self.table.rules.table.open and self.hands and chance(self._dice, 0.06):
                self._come_or_go(waiting)
            self._hand()
            if chance(self._dice, SLIPS):
                self._correct_a_line()
        if self.table.rules.table.open and not self.table.finished:
            self._record({"settle": True})

    # ------------------------------------------------------------ lines

    def _hand(self) -> None:
        self.now += dt.timedelta(seconds=self._dice.randint(60 * MINUTES[0], 60 * MINUTES[1]))
        self.hands += 1
        for _ in range(TRIES):
            if self._record(random_line(self.table, self._who(), self._dice)):
                return
        self._record({"misdeal": True})

    def _who(self) -> dict[str, Player]:
        return {key: self._habits[self.seats[int(key) - 1] - 1] for key in self.table.players}

    def _come_or_go(self, waiting: list[int]) -> None:
        back = [str(n) for n in range(1, len(self.seats) + 1) if str(n) not in self.table.players]
        newcomer = back[0] if back else str(len(self.seats) + 1)
        if not back and not waiting:
            return
        facts = random_table_change(self.table, newcomer, self._dice)
        if self._record(facts) and facts.get("join") == str(len(self.seats) + 1):
            self.seats.append(waiting.pop())

    def _record(self, facts: Document) -> bool:
        """Add a line; return whether it was possible."""
        before = self.table
        try:
            self.table, entry = play(before, read_line(facts, self.variant.kind))
        except SheetError:
            return False
        self._tables.append(before)
        self._played.append((facts, entry))
        self._write(LINE, None, facts, None)
        if self.head.stakes and (self.table.finished or is_settlement(facts)):
            self._post()
        return True

    def _correct_a_line(self) -> None:
        """Undo the last line, or correct it or an earlier one; an impossible correction is left out."""
        recorded = [row.seq for row in self._recorded_lines()]
        if not recorded or self._is_settled():
            return
        seq = recorded[-1] if chance(self._dice, 0.7) else self._dice.choice(recorded)
        undo = chance(self._dice, 0.25)
        facts = None if undo else random_line(self._tables[recorded.index(seq)], self._who(), self._dice)
        new = LogRow(len(self.rows) + 1, UNDO if undo else CORRECT, seq, facts, self._dice.choice(WORDS), self.now, "")
        try:
            table, shown = replay_log(self.head, [*self.rows, new])
        except SheetError:
            return
        self.table = table
        self._played = [(line.facts, line.entry) for line in shown if line.entry is not None]
        self._tables = [line.before for line in shown if line.before is not None]
        self._write(new.kind, seq, facts, new.reason)
        if self.head.stakes:
            self._post()

    def _recorded_lines(self) -> list[LogRow]:
        gone = {row.target for row in self.rows if row.kind == UNDO}
        return [row for row in self.rows if row.kind == LINE and row.seq not in gone]

    def _is_settled(self) -> bool:
        """Return whether anything was settled: lines before that are not corrected."""
        return any(is_settlement(facts) for facts, _ in self._played)

    def _write(self, kind: str, target: int | None, facts: Document | None, reason: str | None) -> None:
        seq = len(self.rows) + 1
        if kind != LINE:
            self.now += dt.timedelta(seconds=self._dice.randint(10, 90))
        self.rows.append(LogRow(seq, kind, target, facts, reason, self.now, ""))
        self.lines.append({
            "actor": PHONE_HOLDERS[self.phone - 1], "device": self.phone, "facts": stored_facts(kind, facts, reason),
            "kind": kind, "recorded_at": utc_text(self.now), "seq": seq, "target": target,
        })  # fmt: skip
        if self.table.finished:
            self.finished_at = self.finished_at or self.now
        else:
            self.finished_at = None
        if kind != UNDO:
            self._review_line(seq)

    def _review_line(self, seq: int) -> None:
        chance = self._dice.random()
        if chance < AGREED:
            disputed = chance < DISPUTED
            phone = self.phone % len(PHONE_HOLDERS) + 1
            self.reviews.append({
                "device": phone, "person": PHONE_HOLDERS[phone - 1],
                "note": self._dice.choice(WORDS) if disputed else None,
                "said_at": utc_text(self.now + dt.timedelta(seconds=20)), "says": DISPUTE if disputed else AGREE,
                "seq": seq,
            })  # fmt: skip

    # ------------------------------------------------------------ money

    def _post(self) -> None:
        """Make this game's entries match its lines, as the ledger does."""
        wanted = [
            nonzero({self.seats[int(key) - 1]: cents for key, cents in moved.items()})
            for moved in settlements(self._played, finished=self.table.finished)
        ]
        keep = matching_prefix([cents for _, cents in self._stand], wanted)
        seq = len(self.rows)
        for number, cents in reversed(self._stand[keep:]):
            self.moved.append(DemoEntry(negated(cents), number, seq, self.now))
        del self._stand[keep:]
        for cents in wanted[keep:]:
            if cents:
                self.moved.append(DemoEntry(cents, None, seq, self.now))
                self._stand.append((len(self.moved), cents))


USUAL_HANDS = 16
"""Hands of a game, about."""
GAMES_A_NIGHT = 3
MAX_NIGHTS = 20_000
YEARS = 730
"""Days over which a league of few nights has met."""
MAX_BREAK = 28
BEGINS = dt.timedelta(hours=18, minutes=30)
SO_FAR_TONIGHT = dt.timedelta(hours=3)
AS_TWO = 4
"""In the first quarter of all nights Bob was recorded as Big Bob."""


@dataclass(frozen=True)
class DemoNight:
    """A night and its games, in the order they were begun."""

    day: dt.date
    opened_at: dt.datetime
    closed_at: dt.datetime | None
    games: tuple[DemoGame, ...]


def demo_nights(hands: int, dice: random.Random, now: dt.datetime) -> Iterator[DemoNight]:
    """Return evenings with about this many hands, the last of them tonight, with a game in progress."""
    nights = max(2, min(MAX_NIGHTS, hands // (USUAL_HANDS * GAMES_A_NIGHT)))
    apart = max(1, min(MAX_BREAK, YEARS // nights))
    tonight, left = now - SO_FAR_TONIGHT, hands
    for number in range(nights):
        last = number == nights - 1
        day = tonight.date() - dt.timedelta(days=apart * (nights - 1 - number))
        began = tonight if last else dt.datetime.combine(day, dt.time(), dt.UTC) + BEGINS
        there = _who_comes(dice, early=number < nights // AS_TWO)
        games = tuple(_games(there, max(1, left // (nights - number)), dice, began))
        if last:
            over = (game for game in games if game.now < now)
            games = (*over, _running_game(there, dice, now))
        left -= sum(game.hands for game in games)
        ends = max(game.now for game in games) + dt.timedelta(minutes=20)
        closed = ends if number % 3 and not last else None
        yield DemoNight(day, began, closed, games)


def _games(there: list[int], hands: int, dice: random.Random, began: dt.datetime) -> Iterator[DemoGame]:
    """Return the games of one evening with at least this many hands: games are played to their end."""
    phone, at, played = dice.randint(1, len(PHONES)), began, 0
    while played < hands:
        game = _sit_down(there, dice, at, phone)
        guests = [person for person in there if person not in game.seats][:2]
        most = dice.randint(*OPEN_HANDS) if game.table.rules.table.open else MAX_HANDS
        game.play_on(most, guests)
        played += max(game.hands, 1)
        at = began + dt.timedelta(minutes=dice.randint(1, 170))
        phone = phone % len(PHONES) + 1
        yield game


def _running_game(there: list[int], dice: random.Random, now: dt.datetime) -> DemoGame:
    """Return the game that is being played right now, of the kind they play most."""
    game = _sit_down(there, dice, now - dt.timedelta(minutes=45), 1, GAME_KINDS[:1])
    game.play_on(dice.randint(2, 4))
    return game


def _who_comes(dice: random.Random, *, early: bool) -> list[int]:
    """Return who came tonight; always enough for the largest table."""
    keen = {person: dice.random() ** (1 / habit.keen) for person, habit in enumerate(PLAYERS, start=1) if habit.keen}
    order = sorted(keen, key=lambda person: -keen[person])
    there = order[: dice.randint(8, 14)]
    return [BIG_BOB if person == BOB else person for person in there] if early else there


def _sit_down(
    there: list[int], dice: random.Random, at: dt.datetime, phone: int, kinds: Sequence[GameKind] = GAME_KINDS
) -> DemoGame:
    kind = dice.choices(kinds, [table.often for table in kinds])[0]
    seating = Seating(kind, dice.sample(there, kind.size), dice.randrange(kind.size))
    return DemoGame(seating, PLAYERS, dice, at, phone)
