"""The answer of `scorekeeper score --json`: one object a sheet (docs/scoresheet.md, "scorekeeper score")."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.doubts import say_doubt
from scorekeeper.rules.payments import fewest_payments
from scorekeeper.rules.stakes import written_amount
from scorekeeper.rules.tally import SmokeState, read_tally
from scorekeeper.rules.words import sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.doubts import Doubt
    from scorekeeper.rules.errors import Fault, SheetError
    from scorekeeper.rules.table import LineResult, Table

    Doubts = Mapping[int, Sequence[Doubt]]

Report = dict[str, Any]


def report_game(file: str, table: Table, entries: Sequence[LineResult], doubts: Doubts | None = None) -> Report:
    """Return the report of a sheet that could be scored; `doubts` are those of its lines, by their numbers."""
    doubts = doubts or {}
    report: Report = {
        "file": file,
        "ok": True,
        "variant": table.variant.key,
        "status": "finished" if table.finished else "playing",
        "scores": dict(table.scores),
        "winners": list(table.winners),
        "sets": {player: table.sets[player] for player in table.players},
        "lines": [_line(number, entry, doubts) for number, entry in enumerate(entries, start=1)],
        "next": _next(table),
        **_doubtful(0, doubts),
    }
    if table.stakes is not None:
        report["money"] = _money(table, table.stakes.currency)
    return report


def report_error(file: str, error: SheetError) -> Report:
    """Return the report of a sheet that could not be scored, the first error first."""
    return {"file": file, "ok": False, "errors": [_fault(fault) for fault in error.faults]}


def _fault(fault: Fault) -> Report:
    return {"line": fault.line, "field": fault.field, "message": fault.message}


def _line(number: int, entry: LineResult, doubts: Doubts) -> Report:
    return {
        "line": number,
        "outcome": entry.outcome,
        "changes": dict(entry.changes),
        "scores": dict(entry.scores),
        "why": sentences(entry.whys),
        **_doubtful(number, doubts),
    }


def _doubtful(number: int, doubts: Doubts) -> Report:
    """Return the doubts of a line, 0 for the head; no key where there are none."""
    return {"doubts": [say_doubt(doubt) for doubt in doubts[number]]} if number in doubts else {}


def _next(table: Table) -> Report:
    coming: Report = {"dealer": table.dealer}
    if table.hands_left is not None:
        coming["hands_left"] = table.hands_left
    if table.is_smoke:
        coming["must_play"] = list(table.must_play())
        if table.reading is not None:
            state = SmokeState(table.scores, table.sits)
            tally = read_tally(table.rules, table.reading, state, finished=table.finished)
            coming["tally"] = [asdict(line) for line in tally]
    return coming


def _money(table: Table, currency: str) -> Report:
    payments = fewest_payments(table.balances)
    return {
        "currency": currency,
        "balances": {player: written_amount(cents) for player, cents in table.balances.items()},
        "payments": [{"from": pay.payer, "to": pay.payee, "amount": written_amount(pay.cents)} for pay in payments],
    }
