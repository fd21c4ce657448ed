"""The answers of `scorekeeper score`: with `--json` one object a sheet, without it a table for people; and the schema.

docs/scoresheet.md, "scorekeeper score".  For people the game stands hand by hand, with every reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scorekeeper.rules.documents import NAME, SCORE, TEXT, Schema, map_schema, table_schema
from scorekeeper.rules.doubts import Doubt
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.money import fewest_payments
from scorekeeper.rules.reading import BIDDING_HAND, MISDEAL, NOTE, OTHER_LINES, RULES, SMOKE_HAND, LineKey
from scorekeeper.rules.sheet import AMOUNT_KEYS, FORMAT, MAX_AMOUNT, TWO_DECIMALS, Sheet, written_amount
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.rules.tally import read_tally
from scorekeeper.sheets.phrases import join_names, number_text, say_doubt, say_refusal, signed, spoken, words_of
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
        payments = fewest_payments(table.balances)
        report["money"] = {
            "currency": table.stakes.currency,
            "balances": {player: written_amount(cents) for player, cents in table.balances.items()},
            "payments": [{"from": who, "to": to, "amount": written_amount(cents)} for who, to, cents in payments],
        }
    return report


def report_error(file: str, error: SheetError) -> Report:
    """Return the report of a sheet that could not be scored, the first error first."""
    faults = [{"line": it.line, "field": it.field, "message": say_refusal(it.refusal)} for it in error.faults]
    return {"file": file, "ok": False, "errors": faults}


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
    cells = [*sheet.head.players, *(cell for entry in entries for cell in (*entry.scores, *_cells(entry)))]
    width = GAP + max(map(len, cells))
    title = [f"{file}: {table.variant.name}", *_doubtful(doubts.get(0, ()))]
    rows: list[str] = []
    people: tuple[str, ...] = ()
    for number, (entry, document) in enumerate(zip(entries, sheet.lines, strict=True), start=1):
        if tuple(entry.scores) != people:  # somebody sat down or left, so the columns change
            people = tuple(entry.scores)
            rows.append(_row("", people, width))
        note = document.get("note") if isinstance(document, dict) else None
        noted = [_say("note", note=note)] if note else []
        below = [*sentences(entry.whys), *noted, *_doubtful(doubts.get(number, ()))]
        rows += [_row(f"{number:<4}{entry.outcome}", _cells(entry), width), *(f"{'':{FIRST}}  {it}" for it in below)]
    parts = [title, rows, [_scores(table)], read_out(read_tally(table)) if table.reading else [], _money(table)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def print_error(file: str, error: SheetError) -> str:
    """Return every fault of a refused sheet with its line and key."""
    return "\n".join(
        f"{file}: {f'line {it.line}' if it.line else 'head'}, {it.field}: {say_refusal(it.refusal)}"
        for it in error.faults
    )


def _row(first: str, cells: Iterable[str], width: int) -> str:
    row = first
    for number, cell in enumerate(cells, start=1):  # a long outcome takes the room before the first score
        row += f"{cell:>{FIRST + number * width - len(row)}}"
    return row


def _cells(entry: LineResult) -> list[str]:
    return [
        number_text(score) + (f" ({signed(change)})" if (change := entry.changes[player]) else "")
        for player, score in entry.scores.items()
    ]


def _doubtful(doubts: Iterable[Doubt]) -> list[str]:
    return [_say("doubtful", doubt=say_doubt(doubt)) for doubt in doubts]


def _scores(table: Table) -> str:
    scores = ", ".join(f"{player} {number_text(score)}" for player, score in table.scores.items())
    if table.finished:
        won = table.winners
        return _say("won", who=join_names(won), scores=scores) if won else _say("ended", scores=scores)
    left = "" if table.hands_left is None else _say("left", left=table.hands_left)
    return _say("playing", scores=scores, dealer=table.dealer) + left


def _say(key: str, **facts: object) -> str:
    return str(words_of("labels")["game"][key]).format(**{name: spoken(fact) for name, fact in facts.items()})


def _money(table: Table) -> list[str]:
    if table.stakes is None:
        return []
    paid = [
        _say("pays", payer=payer, payee=payee, amount=f"{written_amount(cents)} {table.stakes.currency}")
        for payer, payee, cents in fewest_payments(table.balances)
    ]
    return paid or [_say("even")]


# ---------------------------------------------------------------- the schema of a scoresheet


def sheet_schema(variants: Sequence[str]) -> Schema:
    """Return the JSON Schema (2020-12) of a scoresheet whose variant is one of `variants`."""
    said = words_of("labels")["schema"]
    whole = {"type": "integer", "minimum": 0, "maximum": MAX_AMOUNT}
    amount = {"anyOf": [{"type": "string", "pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$"}, whole]}
    stakes: dict[str, Schema] = {"currency": {"enum": sorted(TWO_DECIMALS)}, **dict.fromkeys(AMOUNT_KEYS, amount)}
    head: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "variant": {"enum": list(variants)},
        "players": {"type": "array", "items": NAME, "minItems": 2, "uniqueItems": True},
        "dealer": NAME,
        "title": TEXT,
        "date": {"type": "string", "format": "date"},
        "sides": {"type": "array", "items": {"type": "array", "items": NAME}, "minItems": 2},
        "opening": map_schema(SCORE),
        "rules": RULES,
        "stakes": table_schema(stakes, required=("currency",)),
        "lines": {"type": "array", "items": {"anyOf": [
            _line_schema(said["bidding"], BIDDING_HAND, ()),
            _line_schema(said["smoke"], (key for key in SMOKE_HAND if key != MISDEAL), ("tricks",)),
            *(
                _line_schema(said[what], keys, [key.name for key in keys if key.name != "after"])
                for what, keys in OTHER_LINES.items()
            ),
        ]}},
    }  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": said["title"],
        "description": said["description"],
        **table_schema(head, required=("format", "variant", "players")),
    }


def _line_schema(title: str, keys: Iterable[LineKey], required: Iterable[str]) -> Schema:
    return {"title": title, **table_schema({key.name: key.schema for key in (*keys, NOTE)}, tuple(required))}
