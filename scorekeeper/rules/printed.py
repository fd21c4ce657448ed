"""The answer of `scorekeeper score` for people: a table of the game, hand by hand, with every reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text, signed
from scorekeeper.rules.payments import fewest_payments
from scorekeeper.rules.stakes import written_amount
from scorekeeper.rules.words import sentences, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.rules.errors import SheetError
    from scorekeeper.rules.sheet import Sheet
    from scorekeeper.rules.table import Entry, Table

LINE, WHAT = 4, 8


def print_game(file: str, sheet: Sheet, table: Table, entries: Sequence[Entry]) -> str:
    """Give the whole game as text: a row a line, its reasons below it, then the standing and the money."""
    rows = [f"{file}: {table.variant.name}", "", _header(sheet, entries)]
    for number, entry in enumerate(entries, start=1):
        rows += _entry(number, entry)
    return "\n".join([*rows, "", *_standing(table), *_money(table), ""])


def print_error(file: str, error: SheetError) -> str:
    """Give every fault of a refused sheet with its line and key."""
    return "\n".join(f"{file}: {_place(fault.line)}, {fault.field}: {fault.message}" for fault in error.faults)


def _place(line: int) -> str:
    return f"line {line}" if line else "head"


def _width(names: Iterable[str]) -> int:
    return max(8, *(len(name) + 2 for name in names))


def _header(sheet: Sheet, entries: Sequence[Entry]) -> str:
    names = entries[0].scores if entries else sheet.head.players
    return f"{'':{LINE}}{'':{WHAT}}" + "".join(f"{name:>{_width(names)}}" for name in names)


def _entry(number: int, entry: Entry) -> list[str]:
    width = _width(entry.scores)
    cells = "".join(
        f"{number_text(score) + _change(entry.changes[player]):>{width}}" for player, score in entry.scores.items()
    )
    reasons = [f"{'':{LINE}}{sentence}" for sentence in sentences(entry.whys)]
    return [f"{number:<{LINE}}{entry.outcome:{WHAT}}{cells}", *reasons]


def _change(change: int) -> str:
    return f" ({signed(change)})" if change else ""


def _standing(table: Table) -> list[str]:
    scores = ", ".join(f"{player} {number_text(score)}" for player, score in table.scores.items())
    if table.finished:
        return [f"Won by {together(table.winners)}. {scores}."]
    return [f"{scores}. {table.dealer} deals next."]


def _money(table: Table) -> list[str]:
    if table.stakes is None:
        return []
    currency = table.stakes.currency
    payments = [
        f"{pay.payer} pays {pay.payee} {written_amount(pay.cents)} {currency}."
        for pay in fewest_payments(table.balances)
    ]
    return payments or ["Nobody owes anything."]
