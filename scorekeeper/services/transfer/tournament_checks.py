"""Check the tournaments of a league's document: the facts of each line, and that they could have been, one by one."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from scorekeeper.models.ledger import PRIZES
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.services.tournaments import state as kinds
from scorekeeper.services.tournaments.state import TournamentRow, replay
from scorekeeper.services.transfer.field_checks import (
    MAX_CENTS,
    InvalidField,
    check_bool,
    check_currency,
    check_day,
    check_keys,
    check_name,
    check_text,
    check_values,
    list_of,
    number_between,
    optional,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from scorekeeper.services.transfer.league_document import JsonRow, LeagueDocument

    Check = Callable[[Any], None]

NUMBER, COUNT, POINTS = number_between(), number_between(0), number_between(-MAX_NUMBER, MAX_NUMBER)
CENTS = number_between(0, MAX_CENTS)
SIDES = list_of(list_of(NUMBER))


def check_pots(value: Any) -> None:
    """Check side prizes: pairs of a key and cents."""
    list_of(_check_pot)(value)


def _check_pot(value: Any) -> None:
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004  a key and cents
        raise InvalidField("a side prize must be a key and its cents.")
    check_text(value[0])
    CENTS(value[1])


FACT_CHECKS_BY_KIND: dict[str, dict[str, Check]] = {
    kinds.SETUP: {
        "name": check_name, "day": check_day, "variant": check_text, "house": optional(NUMBER), "format": check_text,
        "rounds": COUNT, "end": check_text, "number": COUNT, "fee": CENTS, "currency": check_currency,
        "shares": list_of(COUNT), "side_pots": check_pots, "ranking": list_of(check_text), "six": check_bool,
        "head_splits": check_bool, "seed": COUNT,
    },
    kinds.ENTER: {"sides": SIDES},
    kinds.LEAVE: {"side": list_of(NUMBER)},
    kinds.RETURN: {"side": list_of(NUMBER)},
    kinds.FEE: {"side": list_of(NUMBER), "paid": check_bool},
    kinds.FEES: {"sides": SIDES},
    kinds.DRAW: {
        "round": NUMBER, "tables": list_of(SIDES), "byes": list_of(NUMBER), "waiting": list_of(NUMBER),
    },
    kinds.GAME: {"round": NUMBER, "table": NUMBER, "game": NUMBER},
    kinds.SLIP: {
        "round": NUMBER, "table": NUMBER, "points": list_of(POINTS), "winner": optional(COUNT),
        "sets": list_of(POINTS), "moons": list_of(POINTS), "by": optional(COUNT),
    },
    kinds.SAYS: {"round": NUMBER, "table": NUMBER, "slip": NUMBER, "side": optional(COUNT), "agree": check_bool},
    kinds.FINISH: {"paid": list_of(list_of(CENTS)), "entry": optional(NUMBER)},
    kinds.UNDO: {},
}  # fmt: skip
"""The facts of each kind of line, and what each may be."""


def check_tournament_facts(
    row: JsonRow, people: Container[int], games: Container[int], entries: Mapping[int, str]
) -> None:
    """Check the facts of one line by themselves; `entries` are the ledger's kinds.  Raises InvalidField."""
    if row["kind"] not in FACT_CHECKS_BY_KIND:
        raise InvalidField("unknown action.", "kind")
    if (row["kind"] == kinds.UNDO) != (row["target"] is not None):
        raise InvalidField("an undo, and nothing else, must name the line it takes back.", "target")
    checks, facts = FACT_CHECKS_BY_KIND[row["kind"]], row["facts"]
    try:
        check_values(check_keys(facts, checks), checks)
    except InvalidField as wrong:
        raise InvalidField(wrong.message, f"facts.{wrong.field}" if wrong.field else "facts") from None
    for person in _people_of(facts):
        if person not in people:
            raise InvalidField(f"there is no person {person}.", "facts")
    if row["kind"] == kinds.GAME and facts["game"] not in games:
        raise InvalidField(f"there is no game {facts['game']}.", "facts.game")
    if facts.get("entry") is not None and entries.get(facts["entry"]) != PRIZES:
        raise InvalidField("there is no entry of fees and prizes with that number.", "facts.entry")


def _people_of(facts: JsonRow) -> Iterator[int]:
    for side in (*facts.get("sides", ()), facts.get("side") if isinstance(facts.get("side"), list) else ()):
        yield from side or ()
    paid = facts.get("paid")
    for payment in paid if isinstance(paid, list) else ():
        if len(payment) != 2:  # noqa: PLR2004  who, and how much
            raise InvalidField("a payment must be a person and their cents.", "facts.paid")
        yield payment[0]


def check_tournament(lines: Iterable[JsonRow]) -> None:
    """Check that the lines of a tournament could have been, one after the other.  Raises InvalidField."""
    rows: list[TournamentRow] = []
    for line in lines:
        row = tournament_row(line)
        rows.append(row)
        if row.seq != len(rows):
            raise InvalidField("lines must be numbered from 1, with none missing.", "seq")
        if row.target is not None and not 1 <= row.target < row.seq:
            raise InvalidField("there is no such line before it.", "target")
    if not rows:
        raise InvalidField("a tournament has at least one line.", "id")
    try:
        replay(rows)
    except SheetError as error:
        raise InvalidField(f"its lines are not possible: {error.message}") from None


def tournament_row(line: JsonRow) -> TournamentRow:
    """Return a line of a document as the log has it."""
    moment = dt.datetime.fromisoformat(line["recorded_at"])
    return TournamentRow(line["seq"], line["kind"], line["target"], line["facts"], moment)


def lines_by_tournament(document: LeagueDocument) -> Mapping[int, list[JsonRow]]:
    """Return the lines of each tournament, of a document whose rows were checked."""
    found: defaultdict[int, list[JsonRow]] = defaultdict(list)
    for _, row in document.rows("tournament_lines"):
        found[row["tournament"]].append(row)  # type: ignore[index, arg-type]  # it was checked
    return found
