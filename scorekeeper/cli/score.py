"""`scorekeeper score` and `schema`: scoresheets on the command line, without a database."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from scorekeeper.cli import STREAM, print_error, print_json, read_file
from scorekeeper.rules.documents import decode, looks_like_json, parse_document
from scorekeeper.rules.doubts import sheet_doubts
from scorekeeper.rules.errors import SettingsError, SheetError, unreadable
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.sheets.report import print_error as say_faults
from scorekeeper.sheets.report import print_game, report_error, report_game, sheet_schema
from scorekeeper.variants.catalogue import broken_files, catalogue, load_variant, read_variant

REFUSED = 2

variant_option = click.option(
    "--variant", "variants", multiple=True, metavar="FILE", help="A variant of your own that the sheet may name."
)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per file, one per line.")
@variant_option
def score(files: tuple[str, ...], variants: tuple[str, ...], *, as_json: bool) -> None:
    """Score scoresheets (.toml or .json; "-" is the standard input)."""
    find = finder(variants)
    status = 0
    for file in files:
        try:
            sheet = load_sheet(file, find)
            table, entries = fold(sheet)
            doubts = sheet_doubts(sheet)
        except SheetError as error:
            status = REFUSED
            if as_json:
                print_json(**report_error(file, error))
            else:
                print_error(say_faults(file, error))
            continue
        if as_json:
            print_json(**report_game(file, table, entries, doubts))
        else:
            click.echo(print_game(file, sheet, table, entries, doubts))
    if status:  # a sheet may have named one of them
        refuse(f"{name} is skipped: {wrong}" for name, wrong in broken_files().items())
    sys.exit(status)


def finder(files: Iterable[str]) -> Callable[[str], Variant]:
    """Return a function that finds a variant by its key: in these variant files first, then in the catalogue.

    Prints what is wrong with a file that cannot be used, and exits with REFUSED.
    """
    own: dict[str, Variant] = {}
    for file in files:
        try:
            variant = load_variant(Path(file))
        except (OSError, UnicodeDecodeError, SettingsError) as error:
            sys.exit(refuse(file_faults(file, error)))
        own[variant.key] = variant
    return lambda key: own.get(key) or read_variant(key)


def file_faults(
    file: str, error: OSError | UnicodeDecodeError | SettingsError, line: Callable[[str], str] = lambda _key: ""
) -> list[str]:
    """Return why a file of rules cannot be used, a sentence each; `line` says where in it a key stands."""
    match error:
        case OSError():
            return [f"{file}: This file cannot be opened: {error.strerror}."]
        case UnicodeDecodeError():
            return [f"{file}: This file is not text in UTF-8."]
        case SettingsError():
            return [f"{file}{line(fault.key)}: {fault.key}: {say_refusal(fault.refusal)}" for fault in error.faults]


def refuse(messages: Iterable[str]) -> int:
    for message in messages:
        print_error(message)
    return REFUSED


def load_sheet(file: str, find: Callable[[str], Variant] = read_variant) -> Sheet:
    """Read a scoresheet from a `.toml` or `.json` file, either of them from the standard input for "-".

    Raises UnreadableSheet with the place of the fault.
    """
    try:
        text = decode(read_file(file))
    except OSError as error:
        raise unreadable("file", f"This file cannot be opened: {error.strerror}.") from error
    is_json = looks_like_json(text) if file == STREAM else Path(file).suffix.lower() == ".json"
    return read_sheet(parse_document(text, is_json=is_json), find)


@click.command()
def schema() -> None:
    """Print the JSON Schema of a scoresheet."""
    click.echo(json.dumps(sheet_schema(list(catalogue())), indent=2))
