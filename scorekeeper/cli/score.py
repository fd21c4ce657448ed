"""`scorekeeper score` and `schema`: the engine on the command line, without Flask or a database."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.rules.documents import decode, parse_document
from scorekeeper.rules.doubts import sheet_doubts
from scorekeeper.rules.errors import SheetError, unreadable
from scorekeeper.rules.printed import print_error, print_game
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.report import report_error, report_game
from scorekeeper.rules.schema import sheet_schema
from scorekeeper.rules.table import fold
from scorekeeper.variants.catalogue import broken_files, catalogue, find_variant

if TYPE_CHECKING:
    from scorekeeper.rules.sheet import Sheet

REFUSED = 2


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file, one a line.")
def score(files: tuple[str, ...], *, as_json: bool) -> None:
    """Score scoresheets (.toml or .json)."""
    for name, wrong in broken_files().items():
        click.echo(f"{name} is left out: {wrong}", err=True)
    status = 0
    for file in files:
        try:
            sheet = load_sheet(Path(file))
            table, entries = fold(sheet)
            doubts = sheet_doubts(sheet)
        except SheetError as error:
            status = REFUSED
            click.echo(_as_line(report_error(file, error)) if as_json else print_error(file, error))
            continue
        if as_json:
            click.echo(_as_line(report_game(file, table, entries, doubts)))
        else:
            click.echo(print_game(file, sheet, table, entries, doubts))
    sys.exit(status)


def load_sheet(path: Path) -> Sheet:
    """Read a scoresheet from a `.toml` or `.json` file.  Raises UnreadableSheet with the place of the fault."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise unreadable("file", f"This file cannot be opened: {error.strerror}.") from error
    document = parse_document(decode(data), is_json=path.suffix.lower() == ".json")
    return read_sheet(document, find_variant)


def _as_line(report: dict[str, Any]) -> str:
    return json.dumps(report, ensure_ascii=False)


@click.command()
def schema() -> None:
    """Print the JSON Schema of a scoresheet."""
    click.echo(json.dumps(sheet_schema(list(catalogue())), indent=2))
