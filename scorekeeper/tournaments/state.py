"""A tournament's state, computed from the lines in force in its log.

A line is one of these kinds; people are named by their ids, sides are lists of them, tables and rounds count from 1:

- "setup": what it is played by (`Setup`); the first line is one
- "door": check-in at the door begins, before the first round: everybody on the list is only expected from now on, but
  for those who paid
- "enter": `sides` come in; "leave" and "return": a `side` goes, or comes back; both count from the next round on
- "fee": a `side` has `paid` its entry fee in cash, or has not after all; "fees": all of these `sides` have
- "draw": a round was drawn: its `tables`, `byes` and who is `waiting`
- "game": the hands of a table are scored on a phone: `round`, `table`, and the `game` of the league that holds them
- "extra": a table plays on for so many `minutes` after the others: `round`, `table`
- "slip": what a table handed in, or what is right instead: `round`, `table`, `points` by side, `winner` where that is
  not the side with more points, `sets`, `moons`; `by` is the side that entered it on a phone, None for the director
- "says": a side, or the director (None), says of the `slip` of that line whether it is right (`agree`)
- "finish": it is over; `paid` is what each player was paid, `entry` the entry of the ledger that says so
- "undo": takes back the line `target`, of any kind
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from scorekeeper.core.text import checked_name
from scorekeeper.games.history import undone_rows
from scorekeeper.rules.errors import Fault, UnreadableSheet, impossible, in_words
from scorekeeper.rules.sheet import MAX_AMOUNT, TWO_DECIMALS
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.tournaments.maths.designs import MAX_DESIGN as MAX_PLAYERS
from scorekeeper.tournaments.maths.formats import FORMATS, MAX_ROUNDS, SEATING_SIX, Format
from scorekeeper.tournaments.maths.places import CRITERIA
from scorekeeper.tournaments.maths.prizes import SIDE_PRIZES, cash_and_ledger
from scorekeeper.tournaments.maths.rounds import ROUND_ENDS, Partners, Round, Slip, TableSides, Tournament, flattened

SETUP, ENTER, LEAVE, RETURN, FEE, FEES, DRAW = "setup", "enter", "leave", "return", "fee", "fees", "draw"
DOOR, GAME, EXTRA, SLIP, SAYS, FINISH, UNDO = "door", "game", "extra", "slip", "says", "finish", "undo"
MISSING, UNCONFIRMED, DISPUTED, IN = "missing", "unconfirmed", "disputed", "in"
"""The states of a table's slip."""

MAX_LINES = 5_000
"""Lines of a tournament's log; after them it can only be ended, or lines be undone."""
LAST_LINES = 100
"""So many more, for that."""
SLIPS_MISSING = "The next round is drawn once every slip of this one is in."

LOG_FULL = f"A tournament's log has room for {MAX_LINES:,} lines, and this one is full."

MAX_SHARES = 20
MAX_COUNTED = 999
"""The range of hands, deals or minutes of a round."""
NUMBERED = ("hands", "deals", "clock", "head")
"""The ends of a round that need a number."""

LineFacts = dict[str, Any]


@dataclass(frozen=True)
class Setup:
    """A tournament's settings.

    `house` is the number of the league's house rules, None for the variant's own.  `fee` and `side_pots` are cents,
    `shares` the weights of the places.  An empty `ranking` means the format's own.
    """

    name: str
    day: str
    variant: str
    house: int | None
    format: str
    rounds: int
    end: str
    number: int
    fee: int
    currency: str
    shares: tuple[int, ...]
    side_pots: tuple[tuple[str, int], ...]
    ranking: tuple[str, ...]
    six: bool
    head_splits: bool
    seed: int
    blind: bool = False
    """Whether the hall sees no points of the last round, and no standings, until its last slip is in."""

    @property
    def its_format(self) -> Format:
        return FORMATS[self.format]

    @property
    def criteria(self) -> tuple[str, ...]:
        """Return the keys of the criteria that the standings go by."""
        return self.ranking or self.its_format.ranking

    @property
    def by_clock(self) -> bool:
        return self.end == "clock"

    @property
    def length(self) -> str:
        """Return in a sentence what ends a round."""
        return ROUND_ENDS[self.end].format(number=self.number)


def setup_to_json(setup: Setup) -> dict[str, Any]:
    lists = {
        "shares": list(setup.shares),
        "side_pots": [list(pot) for pot in setup.side_pots],
        "ranking": list(setup.ranking),
    }
    return {**asdict(setup), **lists}


def setup_from_json(facts: dict[str, Any]) -> Setup:
    """Return the setup of a line.  Raises UnreadableSheet, or TypeError, KeyError and ValueError for other facts."""
    fields = {
        **facts,
        "shares": tuple(facts["shares"]),
        "side_pots": tuple((key, cents) for key, cents in facts["side_pots"]),
        "ranking": tuple(facts["ranking"]),
    }
    return checked_setup(Setup(**fields))


def checked_setup(setup: Setup) -> Setup:
    """Return a setup with its name normalized.  Raises UnreadableSheet with every field that is wrong."""
    setup = replace(setup, name=checked_name(setup.name, "A tournament needs a name."))
    dt.date.fromisoformat(setup.day)
    wrong = [Fault(0, field, in_words(sentence)) for field, sentence, right in _promises(setup) if not right]
    if wrong:
        raise UnreadableSheet(wrong)
    return setup


def _promises(setup: Setup) -> list[tuple[str, str, bool]]:
    """Return (field, sentence, whether it holds) for each requirement of a setup."""
    number = setup.number if setup.end in NUMBERED else 1
    pots = sum(cents for _, cents in setup.side_pots)
    return [
        ("format", "Choose how partners are found.", setup.format in FORMATS),
        ("rounds", f"Enter a number of rounds from 1 to {MAX_ROUNDS}.", 1 <= setup.rounds <= MAX_ROUNDS),
        ("end", "Choose what ends a round.", setup.end in ROUND_ENDS),
        ("number", f"Enter a whole number from 1 to {MAX_COUNTED}.", 1 <= number <= MAX_COUNTED),
        ("fee", "That is more than anybody plays for.", 0 <= setup.fee <= MAX_AMOUNT),
        ("currency", "Choose a currency from the list.", setup.currency in TWO_DECIMALS),
        (
            "shares",
            f"Enter the shares of the places, like 50, 30, 20; at most {MAX_SHARES}.",
            0 < len(setup.shares) <= MAX_SHARES
            and all(0 <= share <= MAX_AMOUNT for share in setup.shares)
            and any(setup.shares),
        ),
        (
            "side_pots",
            "A side prize is an amount from zero up.",
            all(key in SIDE_PRIZES and cents >= 0 for key, cents in setup.side_pots) and pots <= MAX_AMOUNT,
        ),
        (
            "ranking",
            "Choose each tie-break once.",
            set(setup.ranking) <= set(CRITERIA) and len(set(setup.ranking)) == len(setup.ranking),
        ),
        ("six", "This format has no table of six.", not setup.six or setup.format in SEATING_SIX),
    ]


class TournamentRow(NamedTuple):
    """One line of the log; `facts` as above, `phone` and `actor` who recorded it, and its `hash` in the log's chain."""

    seq: int
    kind: str
    target: int | None
    facts: LineFacts
    recorded_at: dt.datetime
    phone: str = ""
    actor: str | None = None
    hash: bytes = b""


@dataclass(frozen=True)
class TableState:
    """One table of a round: its slip, the line that says it (0 for none), and what each side has said of it since.

    In `says` the director is None.  `game` is the game of the league that its hands are in, None if nobody scores them.
    """

    number: int
    sides: TableSides
    slip: Slip | None = None
    slip_line: int = 0
    says: Mapping[int | None, bool] = field(default_factory=dict)
    game: int | None = None
    extra: int = 0
    """Minutes it plays on after the others, in a round by the clock."""

    @property
    def status(self) -> str:
        """Return whether its slip is in: one from a phone counts once every side, or the director, says so too."""
        if self.slip is None:
            return MISSING
        if None in self.says:
            return IN if self.says[None] else DISPUTED
        if not all(self.says.values()):
            return DISPUTED
        return IN if len(self.says) == len(self.sides) else UNCONFIRMED

    @property
    def is_in(self) -> bool:
        return self.status == IN

    @property
    def is_disputed(self) -> bool:
        return self.status == DISPUTED

    @property
    def winner(self) -> int | None:
        """Return the index of the side that won by its slip, None for a tie and without one."""
        return self.slip.winning_side() if self.slip else None

    @property
    def players(self) -> tuple[int, ...]:
        return flattened(self.sides)


@dataclass(frozen=True)
class RoundState:
    """One round: the line that drew it, who sits where, and who does not."""

    number: int
    seq: int
    drawn_at: dt.datetime
    tables: tuple[TableState, ...]
    byes: tuple[int, ...]
    waiting: tuple[int, ...]

    @cached_property
    def open_tables(self) -> tuple[TableState, ...]:
        """Return the tables whose slips are not in."""
        return tuple(table for table in self.tables if not table.is_in)

    @property
    def played(self) -> Round:
        """Return the round as the standings see it: a disputed slip, or one that is not confirmed, is missing."""
        slips = tuple(table.slip if table.is_in else None for table in self.tables)
        return Round(tuple(table.sides for table in self.tables), self.byes, self.waiting, slips)


@dataclass(frozen=True)
class TournamentState:
    """A tournament after some of its lines; `paid` is (player, cents), None while it is not over."""

    setup: Setup
    sides: tuple[Partners, ...] = ()
    expected: tuple[Partners, ...] = ()
    """Who is on the list, and has not checked in at the door yet: they are not drawn, and owe nothing."""
    left: frozenset[Partners] = frozenset()
    paid_cash: frozenset[Partners] = frozenset()
    rounds: tuple[RoundState, ...] = ()
    games: frozenset[int] = frozenset()
    """The games of the league that hold the hands of a table."""
    finished: bool = False
    paid: tuple[tuple[int, int], ...] = ()
    entry: int | None = field(default=None, compare=False)

    @property
    def current(self) -> RoundState | None:
        """Return the last round that was drawn."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_closed(self) -> bool:
        """Return whether the slips of every round are in."""
        return not any(one.open_tables for one in self.rounds)

    @property
    def present(self) -> tuple[Partners, ...]:
        """Return the sides that have not left."""
        return tuple(side for side in self.sides if side not in self.left)

    @property
    def owing(self) -> tuple[Partners, ...]:
        """Return the sides that are present and have not paid the entry fee in cash."""
        return tuple(side for side in self.present if side not in self.paid_cash)

    @property
    def all_played(self) -> bool:
        """Return whether as many rounds are closed as were planned."""
        return len(self.rounds) >= self.setup.rounds and self.is_closed

    @property
    def is_blind(self) -> bool:
        """Return whether the last round, and with it the standings, is hidden from the hall now."""
        return self.setup.blind and not self.is_closed and len(self.rounds) >= self.setup.rounds

    @property
    def pot(self) -> int:
        """Return the pot in cents: a fee from everybody who entered."""
        return self.setup.fee * len(flattened(self.sides))

    def cash_and_ledger(self, paid: Mapping[int, int]) -> tuple[dict[int, int], dict[int, int]]:
        """Return what each player is paid from the cash box, and what the ledger says of each, in cents."""
        paid_cash = {player: side in self.paid_cash for side in self.sides for player in side}
        return cash_and_ledger(self.setup.fee, paid_cash, paid)

    def tournament(self) -> Tournament:
        """Return what draws and standings need."""
        setup = self.setup
        return Tournament(
            self.sides,
            tuple(one.played for one in self.rounds),
            self.left,
            setup.seed,
            setup.criteria,
            setup.its_format.bye,
            setup.head_splits,
            setup.six,
        )


def replay(rows: Sequence[TournamentRow]) -> TournamentState:
    """Return the state after these lines.  Raises ImpossibleFact for a line that the ones before it do not allow."""
    if len(rows) > MAX_LINES + LAST_LINES:
        raise impossible("", LOG_FULL)
    undone = undone_rows(rows)
    state: TournamentState | None = None
    for row in rows:
        if row.kind != UNDO and row.seq not in undone:
            state = with_line(state, row)
    if state is None:
        raise impossible("", "A tournament's settings can't be undone. Change them instead.")
    return state


def with_line(state: TournamentState | None, row: TournamentRow) -> TournamentState:
    """Return the state after one more line, which is no undo.  Raises ImpossibleFact if the state does not allow it."""
    if state is None:
        if row.kind != SETUP:
            raise impossible("", "A tournament starts with its settings.")
        return TournamentState(setup_from_json(row.facts))
    if row.kind not in _STEPS:
        raise impossible("", "A tournament has no line like that.")
    if state.finished:
        raise impossible("", "The tournament is over. Undo its end first.")
    if row.seq > MAX_LINES and row.kind != FINISH:
        raise impossible("", LOG_FULL)
    return _STEPS[row.kind](state, row)


def find_open_table(rows: Sequence[TournamentRow], drawn: int, number: int) -> TableState | None:
    """Return table `number` of the round that line `drawn` drew; None if that round is over or was undone.

    `rows` are only the first line of the log and those from `drawn` on: earlier rounds needn't be read.
    """
    undone = undone_rows(rows)
    live = [row for row in rows[1:] if row.kind != UNDO and row.seq not in undone]
    if not live or live[0].seq != drawn or live[0].kind != DRAW:
        return None
    first, *later = live
    if not 1 <= number <= len(first.facts["tables"]) or any(row.kind in {DRAW, FINISH} for row in later):
        return None
    at = (first.facts["round"], number)
    theirs = [row for row in later if (row.facts.get("round"), row.facts.get("table")) == at]
    seated = tuple(side for table in first.facts["tables"] for side in _sides(table))
    others = tuple((player,) for player in (*first.facts["byes"], *first.facts["waiting"]))
    unread = RoundState(0, 0, first.recorded_at, (), (), ())
    earlier = (unread,) * (first.facts["round"] - 1)
    state = TournamentState(setup_from_json(rows[0].facts), (*seated, *others), rounds=earlier)
    for row in (first, *theirs):
        state = _STEPS[row.kind](state, row)
    return state.rounds[-1].tables[number - 1]


def check_cash(before: TournamentState, after: TournamentState) -> None:
    """Raise ImpossibleFact if a line would change the fee that somebody has paid in cash."""
    if before.paid_cash and (before.setup.fee, before.setup.currency) != (after.setup.fee, after.setup.currency):
        raise impossible("fee", "Somebody has paid the fee in cash: it can't change now.")


# ---------------------------------------------------------------- one line


def _set_up(state: TournamentState, row: TournamentRow) -> TournamentState:
    setup = setup_from_json(row.facts)
    if (state.sides or state.expected) and setup.its_format.entrants != state.setup.its_format.entrants:
        raise impossible("format", "You can't switch between players and pairs once somebody has entered.")
    if state.rounds and setup.format != state.setup.format:
        raise impossible("format", "The format stays as it is once a round is drawn.")
    return replace(state, setup=setup)


def _enter(state: TournamentState, row: TournamentRow) -> TournamentState:
    sides = _sides(row.facts["sides"])
    size = 1 if state.setup.its_format.entrants == "players" else 2
    here = set(flattened(state.sides))
    for player in flattened(sides):
        if player in here:
            raise impossible("names", "Somebody has already entered.")
        here.add(player)
    if not sides or any(len(side) != size for side in sides):
        raise impossible("names", "Enter players one by one, or in pairs where partners are fixed.")
    if len(here) > MAX_PLAYERS:
        raise impossible("names", f"A tournament has room for {MAX_PLAYERS} players.")
    expected = tuple(side for side in state.expected if not set(side) & here)
    return replace(state, sides=(*state.sides, *sides), expected=expected)


def _open_door(state: TournamentState, _row: TournamentRow) -> TournamentState:
    if state.rounds:
        raise impossible("", "Check-in comes before the first round.")
    paid = tuple(side for side in state.sides if side in state.paid_cash)
    expected = tuple(side for side in state.sides if side not in paid)
    return replace(state, sides=paid, expected=(*state.expected, *expected), left=frozenset())


def _leave(state: TournamentState, row: TournamentRow) -> TournamentState:
    (side,) = _sides([row.facts["side"]])
    if side not in state.sides or side in state.left:
        raise impossible("side", "Nobody with that name has entered.")
    return replace(state, left=state.left | {side})


def _return(state: TournamentState, row: TournamentRow) -> TournamentState:
    (side,) = _sides([row.facts["side"]])
    if side not in state.left:
        raise impossible("side", "They have not left.")
    return replace(state, left=state.left - {side})


def _take_fees(state: TournamentState, row: TournamentRow) -> TournamentState:
    sides = set(_sides(row.facts["sides"] if row.kind == FEES else [row.facts["side"]]))
    if not sides or not sides <= set(state.sides):
        raise impossible("side", "Nobody with that name has entered.")
    paid = row.kind == FEES or row.facts["paid"]
    return replace(state, paid_cash=state.paid_cash | sides if paid else state.paid_cash - sides)


def _draw(state: TournamentState, row: TournamentRow) -> TournamentState:
    facts = row.facts
    if facts["round"] != len(state.rounds) + 1:
        raise impossible("round", "That round was already drawn.")
    if facts["round"] > MAX_ROUNDS:
        raise impossible("round", f"A tournament has at most {MAX_ROUNDS} rounds.")
    if not state.is_closed:
        raise impossible("round", SLIPS_MISSING)
    tables = tuple(TableState(number, _sides(sides)) for number, sides in enumerate(facts["tables"], start=1))
    drawn = RoundState(facts["round"], row.seq, row.recorded_at, tables, tuple(facts["byes"]), tuple(facts["waiting"]))
    seated = list(drawn.played.players())
    if not tables or len(set(seated)) != len(seated) or not set(seated) <= set(flattened(state.sides)):
        raise impossible("round", "Everybody in a round must have entered and be at one table.")
    return replace(state, rounds=(*state.rounds, drawn))


def _begin_game(state: TournamentState, row: TournamentRow) -> TournamentState:
    facts = row.facts
    table = find_table(state, facts["round"], facts["table"])
    if table.game is not None or facts["game"] in state.games:
        raise impossible("table", "That table's hands are already scored.")
    state = replace(state, games=state.games | {facts["game"]})
    return _with_table(state, facts["round"], replace(table, game=facts["game"]))


def _give_time(state: TournamentState, row: TournamentRow) -> TournamentState:
    table, minutes = find_table(state, row.facts["round"], row.facts["table"]), row.facts["minutes"]
    if not 1 <= table.extra + minutes <= MAX_COUNTED:
        raise impossible("minutes", f"Give from 1 to {MAX_COUNTED} minutes in all.")
    return _with_table(state, row.facts["round"], replace(table, extra=table.extra + minutes))


def _hand_in(state: TournamentState, row: TournamentRow) -> TournamentState:
    facts = row.facts
    table = find_table(state, facts["round"], facts["table"])
    sides, by = len(table.sides), facts["by"]
    if by is not None and not 0 <= by < sides:
        raise impossible("side", "That side is not at this table.")
    try:
        slip = Slip(tuple(facts["points"]), facts["winner"], tuple(facts["sets"]), tuple(facts["moons"]))
        Round((table.sides,), slips=(slip,))
    except ValueError as error:
        raise impossible("points", str(error)) from None
    if any(abs(number) > MAX_NUMBER for number in (*slip.points, *slip.sets, *slip.moons)):
        raise impossible("points", f"A slip has no number above {MAX_NUMBER}.")
    return _with_table(state, facts["round"], replace(table, slip=slip, slip_line=row.seq, says={by: True}))


def _say(state: TournamentState, row: TournamentRow) -> TournamentState:
    facts = row.facts
    table = find_table(state, facts["round"], facts["table"])
    side = facts["side"]
    if table.slip is None or table.slip_line != facts["slip"]:
        raise impossible("slip", "Somebody changed that slip. Check it again.")
    if side is not None and not 0 <= side < len(table.sides):
        raise impossible("side", "That side is not at this table.")
    return _with_table(state, facts["round"], replace(table, says={**table.says, side: bool(facts["agree"])}))


def _finish(state: TournamentState, row: TournamentRow) -> TournamentState:
    if not state.rounds or not state.is_closed:
        raise impossible("", "The tournament ends once every slip is in.")
    paid = tuple((player, cents) for player, cents in row.facts["paid"])
    if not {player for player, _ in paid} <= set(flattened(state.sides)):
        raise impossible("", "Only players are paid.")
    return replace(state, finished=True, paid=paid, entry=row.facts["entry"])


_STEPS: dict[str, Callable[[TournamentState, TournamentRow], TournamentState]] = {
    SETUP: _set_up,
    ENTER: _enter,
    DOOR: _open_door,
    LEAVE: _leave,
    RETURN: _return,
    FEE: _take_fees,
    FEES: _take_fees,
    DRAW: _draw,
    GAME: _begin_game,
    EXTRA: _give_time,
    SLIP: _hand_in,
    SAYS: _say,
    FINISH: _finish,
}


def find_table(state: TournamentState, number: int, table: int) -> TableState:
    """Return a table of a round.  Raises ImpossibleFact if there is none."""
    if not 1 <= number <= len(state.rounds) or not 1 <= table <= len(state.rounds[number - 1].tables):
        raise impossible("table", "That round has no table with that number.")
    return state.rounds[number - 1].tables[table - 1]


def _with_table(state: TournamentState, number: int, table: TableState) -> TournamentState:
    one = state.rounds[number - 1]
    tables = (*one.tables[: table.number - 1], table, *one.tables[table.number :])
    return replace(state, rounds=(*state.rounds[: number - 1], replace(one, tables=tables), *state.rounds[number:]))


def _sides(sides: Iterable[Iterable[int]]) -> tuple[Partners, ...]:
    return tuple(tuple(side) for side in sides)
