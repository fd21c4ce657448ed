"""The answers of `scorekeeper score`: with `--json` one object a sheet, without it a table for people.

docs/scoresheet.md, "scorekeeper score".  For people the game stands hand by hand, with every reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scorekeeper.rules.doubts import Doubt
from scorekeeper.rules.errors import Fault, SheetError
from scorekeeper.rules.money import fewest_payments
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.stakes import written_amount
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.rules.tally import read_tally
from scorekeeper.sheets.grammar import counted, join_names, number_text, signed
from scorekeeper.sheets.refusals import say_doubt, say_refusal
from scorekeeper.sheets.words import read_out, sentences

Doubts = Mapping[int, Sequence[Doubt]]

# ---------------------------------------------------------------- one object a sheet

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
        "lines": [_report_line(number, entry, doubts) for number, entry in enumerate(entries, start=1)],
        "next": _next(table),
        **_report_doubts(0, doubts),
    }
    if table.stakes is not None:
        report["money"] = _report_money(table, table.stakes.currency)
    return report


def report_error(file: str, error: SheetError) -> Report:
    """Return the report of a sheet that could not be scored, the first error first."""
    return {"file": file, "ok": False, "errors": [_fault(fault) for fault in error.faults]}


def _fault(fault: Fault) -> Report:
    return {"line": fault.line, "field": fault.field, "message": say_refusal(fault.refusal)}


def _report_line(number: int, entry: LineResult, doubts: Doubts) -> Report:
    return {
        "line": number,
        "outcome": entry.outcome,
        "changes": dict(entry.changes),
        "scores": dict(entry.scores),
        "why": sentences(entry.whys),
        **_report_doubts(number, doubts),
    }


def _report_doubts(number: int, doubts: Doubts) -> Report:
    """Return the doubts of a line, 0 for the head; no key where there are none."""
    return {"doubts": [say_doubt(doubt) for doubt in doubts[number]]} if number in doubts else {}


def _next(table: Table) -> Report:
    coming: Report = {"dealer": table.dealer}
    if table.hands_left is not None:
        coming["hands_left"] = table.hands_left
    if table.is_smoke:
        coming["must_play"] = list(table.must_play())
        if table.reading is not None:
            coming["tally"] = [asdict(line) for line in read_tally(table)]
    return coming


def _report_money(table: Table, currency: str) -> Report:
    payments = fewest_payments(table.balances)
    return {
        "currency": currency,
        "balances": {player: written_amount(cents) for player, cents in table.balances.items()},
        "payments": [{"from": pay.payer, "to": pay.payee, "amount": written_amount(pay.cents)} for pay in payments],
    }


# ---------------------------------------------------------------- a table for people

FIRST = 12
"""The width of the column with a line's number and outcome."""

GAP = 2


def print_game(
    file: str,
    sheet: Sheet,
    table: Table,
    entries: Sequence[LineResult],
    doubts: Mapping[int, Sequence[Doubt]] | None = None,
) -> str:
    """Return the whole game as text: a row a line with its reasons below, then the scores, the tally and the money.

    `doubts` are those of the lines, by their numbers; they stand below the reasons.
    """
    doubts = doubts or {}
    width = GAP + max(len(cell) for cell in _all_cells(sheet, entries))
    title = [f"{file}: {table.variant.name}", *_doubtful(doubts.get(0, ()))]
    rows: list[str] = []
    people: tuple[str, ...] = ()
    for number, (entry, document) in enumerate(zip(entries, sheet.lines, strict=True), start=1):
        if tuple(entry.scores) != people:  # somebody sat down or left, so the columns change
            people = tuple(entry.scores)
            rows.append(_row("", people, width))
        rows += [_row(f"{number:<4}{entry.outcome}", _cells(entry), width), *_reasons(entry, document)]
        rows += [f"{'':{FIRST}}  {doubt}" for doubt in _doubtful(doubts.get(number, ()))]
    parts = [title, rows, _scores(table), read_out(read_tally(table)) if table.reading else [], _money(table)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def print_error(file: str, error: SheetError) -> str:
    """Return every fault of a refused sheet with its line and key."""
    return "\n".join(
        f"{file}: {_place(fault.line)}, {fault.field}: {say_refusal(fault.refusal)}" for fault in error.faults
    )


def _place(line: int) -> str:
    return f"line {line}" if line else "head"


def _row(first: str, cells: Iterable[str], width: int) -> str:
    row = first
    for number, cell in enumerate(cells, start=1):  # a long outcome takes the room before the first score
        row += f"{cell:>{FIRST + number * width - len(row)}}"
    return row


def _all_cells(sheet: Sheet, entries: Sequence[LineResult]) -> Iterable[str]:
    yield from sheet.head.players
    for entry in entries:
        yield from entry.scores
        yield from _cells(entry)


def _cells(entry: LineResult) -> list[str]:
    return [_cell(score, entry.changes[player]) for player, score in entry.scores.items()]


def _cell(score: int, change: int) -> str:
    return f"{number_text(score)} ({signed(change)})" if change else number_text(score)


def _reasons(entry: LineResult, document: object) -> list[str]:
    note = document.get("note") if isinstance(document, dict) else None
    reasons = [*sentences(entry.whys), *([f"Note: {note}"] if note else [])]
    return [f"{'':{FIRST}}  {reason}" for reason in reasons]


def _doubtful(doubts: Iterable[Doubt]) -> list[str]:
    return [f"Doubtful: {say_doubt(doubt)}" for doubt in doubts]


def _scores(table: Table) -> list[str]:
    scores = _listed(table.scores)
    if table.finished and not table.winners:
        return [f"Ended without a winner. {scores}."]
    if table.finished:
        return [f"Won by {join_names(table.winners)}. {scores}."]
    left = table.hands_left
    limit = "" if left is None else f" {counted(left, 'hand')} to go."
    return [f"{scores}. {table.dealer} deals next.{limit}"]


def _listed(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{player} {number_text(score)}" for player, score in scores.items())


def _money(table: Table) -> list[str]:
    if table.stakes is None:
        return []
    currency = table.stakes.currency
    payments = fewest_payments(table.balances)
    lines = [f"{pay.payer} pays {pay.payee} {written_amount(pay.cents)} {currency}." for pay in payments]
    return lines or ["Nobody owes anything."]
