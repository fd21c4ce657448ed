"""`scorekeeper variants`, `rules`, `differs`, `check`, `whatif`: the rules on the command line, without a database."""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from scorekeeper.cli import print_json, read_text
from scorekeeper.cli.score import REFUSED, file_faults, finder, load_sheet, refuse, variant_option
from scorekeeper.rules.documents import parse_document
from scorekeeper.rules.doubts import settings_doubts
from scorekeeper.rules.errors import SettingFault, SettingsError, SheetError, UnreadableSheet, in_words
from scorekeeper.rules.ruleset import BIDDING
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant, read_house_rules
from scorekeeper.rules.whatif import ReplayedLine, WhatIf, what_if
from scorekeeper.sheets.phrases import (
    counted,
    join_names,
    listed,
    number_text,
    say_doubt,
    say_error,
    say_refusal,
    say_untold,
)
from scorekeeper.sheets.questions import answer, comes_up, look_up
from scorekeeper.sheets.report import print_error
from scorekeeper.sheets.rules_sheet import CARDS, SCORING, RulesSheet, differences_card, rules_sheet, sheet_context
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import (
    broken_files,
    catalogue,
    flatten,
    load_variant,
    variant_of_text,
)
from scorekeeper.variants.catalogue import find_variant as variant_of

FILE_ENDING = ".toml"
MAX_ANSWERS = 2
"""Answers printed in full; what else was found is named below them."""


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object.")


@contextmanager
def refusing() -> Iterator[None]:
    try:
        yield
    except SettingsError as error:
        sys.exit(refuse(say_refusal(fault.refusal) for fault in error.faults))


@click.command()
@json_option
def variants(*, as_json: bool) -> None:
    """List the variants."""
    refuse(f"{file} is skipped: {say_error(error)}" for file, error in broken_files().items())
    every = catalogue().values()
    if as_json:
        told = [{"key": it.key, "name": it.name, "players": list(it.sizes), "summary": it.summary} for it in every]
        print_json(variants=told)
        return
    width = max(len(variant.key) for variant in every)
    for variant in every:
        sizes = ", ".join(map(str, variant.sizes))
        click.echo(f"{variant.key:{width}}  {variant.name} ({sizes} players): {variant.summary}")


# ---------------------------------------------------------------- the rules sheet


@click.command()
@click.argument("key")
@click.option("--players", type=int, help="How many are at the table; by default the most common number.")
@click.option("--rules", "chosen", multiple=True, metavar="KEY=VALUE", help="A house rule, or a house-rules file.")
@json_option
def rules(key: str, players: int | None, chosen: tuple[str, ...], *, as_json: bool) -> None:
    """Print the rules sheet of a variant, or of a variant file, in plain English."""
    with refusing():
        variant = find_variant(key)
        size = _table_size(variant, players)
        sheet = rules_sheet(variant, size, read_choices(chosen))
    if as_json:
        facts = asdict(sheet, dict_factory=lambda pairs: {key: value for key, value in pairs if key != "marked"})
        print_json(variant=variant.key, players=size, **facts)
        return
    if players is None and len(variant.sizes) > 1:
        others = listed([other for other in variant.sizes if other != size])
        click.echo(f"For {size} players. There are sheets for {others} too.\n")
    click.echo("\n".join(_sheet_lines(sheet)))


@click.command()
@click.argument("known", metavar="FROM")
@click.argument("key", metavar="TO")
@click.option("--players", type=int, help="How many are at the table; by default the most common number.")
@json_option
def differs(known: str, key: str, players: int | None, *, as_json: bool) -> None:
    """Say in a few lines what is different in the game TO for somebody who knows the game FROM."""
    with refusing():
        before, variant = find_variant(known), find_variant(key)
        size = _table_size(variant, players)
        usual = size if size in before.sizes else before.usual_size
        told = differences_card(rules_sheet(before, usual), rules_sheet(variant, size))
    if as_json:
        print_json(known=before.key, variant=variant.key, players=size, differs=told)
        return
    click.echo(f"You know {before.name}? In {variant.name}, with {size} players:")
    click.echo("\n".join(f"  {text}" for text in told or ("Nothing is different.",)))


def find_variant(key: str) -> Variant:
    """Return the variant of that key, or of a variant file.  Raises SettingsError when there is none."""
    if key.endswith(FILE_ENDING):
        return _variant_of_file(Path(key))
    try:
        return variant_of(key)
    except KeyError:
        if error := broken_files().get(f"{key}{FILE_ENDING}"):
            raise error from None
        close = get_close_matches(key, catalogue(), n=1)
        instead = f"did you mean {close[0]}?" if close else "run `scorekeeper variants` for the list."
        message = f'There is no variant called "{key}": {instead}'
        raise SettingsError([SettingFault("variant", in_words(message))]) from None


def _variant_of_file(path: Path) -> Variant:
    try:
        return load_variant(path)
    except OSError as error:
        message = f"{path} cannot be opened: {error.strerror}."
    except UnicodeDecodeError:
        message = f"{path} is not text in UTF-8."
    raise SettingsError([SettingFault("variant", in_words(message))])


def _table_size(variant: Variant, size: int | None) -> int:
    """Return the size of the table asked for, or the one most play at.  Raises SettingsError for one not played."""
    if size is not None and size not in variant.sizes:
        sizes = ", ".join(map(str, variant.sizes))
        raise SettingsError([SettingFault("players", in_words(f"{variant.name} is played by {sizes}, not by {size}."))])
    return size or variant.usual_size


def _sheet_lines(sheet: RulesSheet) -> Iterable[str]:
    yield from (sheet.title, "=" * len(sheet.title), sheet.summary + ".")
    for section in sheet.sections:
        yield from ("", section.title)
        for statement in section.statements:
            standard = f" (Usually: {statement.standard})" if statement.standard else ""
            yield f"  {'* ' if statement.changed else ''}{statement.text}{standard}"
        if section.title == CARDS and sheet.trumps:
            yield f"  Trump from high to low: {', '.join(sheet.trumps)}."
        if section.title == SCORING:
            width = max((len(it.title) for it in sheet.points), default=0)
            for it in sheet.points:
                mark = "* " if it.changed else ""
                yield f"    {mark}{it.title:{width}}  {counted(it.worth, 'point')}: {it.card}, to {it.owner}"
    if sheet.jargon:
        yield from ("", "Jargon")
        yield from (f"  {word}: {jargon}" for word, jargon in sheet.jargon)
    if sheet.changed:
        yield from ("", "* This table's own rule.")


# ---------------------------------------------------------------- asking


@click.command()
@click.argument("key")
@click.argument("question", required=False, default="")
@click.option("--players", type=int, help="How many are at the table; by default the most common number.")
@click.option("--rules", "chosen", multiple=True, metavar="KEY=VALUE", help="A house rule, or a house-rules file.")
@json_option
def ask(key: str, question: str, players: int | None, chosen: tuple[str, ...], *, as_json: bool) -> None:
    """Answer a question about a variant's rules; without a QUESTION, list those that can be asked.

    Ends with 1 where there is no answer.
    """
    with refusing():
        variant = find_variant(key)
        size = _table_size(variant, players)
        page = sheet_context(variant, size, read_choices(chosen))
    found = look_up(question, page.rules)
    if as_json:
        answers = [{"question": each.asked, "answer": answer(each, page)} for each in found]
        print_json(variant=variant.key, players=size, answers=answers)
    elif not question.strip():
        click.echo("\n".join(each.asked for each in found if comes_up(each, page)))
    elif not found:
        click.echo(f"There is no answer to that here. `scorekeeper ask {key}` lists the questions.")
    else:
        click.echo(f"{variant.name}, {size} players")
        for each in found[:MAX_ANSWERS]:
            click.echo(f"\n{each.asked}\n  {answer(each, page)}")
        if others := found[MAX_ANSWERS:]:
            click.echo(f"\nAlso: {' '.join(each.asked for each in others)}")
    sys.exit(0 if found else 1)


# ---------------------------------------------------------------- checking a file


@click.command()
@click.argument("file")
@json_option
def check(file: str, *, as_json: bool) -> None:
    """Check a variant file or a house-rules file ("-" is the standard input): every fault with its line."""
    text, wrong, said = "", [], list[str]()
    try:
        text = read_text(file)
        said = list(_check_text(text, Path(file)))
    except (OSError, UnicodeDecodeError, SettingsError) as error:
        wrong = file_faults(file, error, lambda key: _line(text, key))
    if as_json:
        print_json(file=file, ok=not wrong, errors=wrong, said=said)
        sys.exit(REFUSED if wrong else 0)
    if wrong:
        sys.exit(refuse(wrong))
    click.echo("\n".join(f"{file}: {sentence}" for sentence in said))


def _line(text: str, place: str) -> str:
    key = place.rpartition(": ")[2].removeprefix("rules.")
    name = key.rpartition(".")[2]
    written = [rf'"?{re.escape(key)}"?', rf"(?:\w+\.)?{re.escape(name)}", rf"\[{re.escape(key)}.*"]
    for way in written:
        for number, line in enumerate(text.splitlines(), start=1):
            if re.match(rf"\s*{way}\s*(=|$)", line):
                return f", line {number}"
    return ""


def _check_text(text: str, file: Path) -> Iterable[str]:
    if (document := _house_rules_document(text)) is not None:
        variant, size, house = read_house_rules(document, variant_of)
        changed = counted(len(house), "rule")
        doubts = _doubts(variant, [size], house)
        return [f"good house rules for {variant.name} with {size} players, {changed} changed.", *doubts]
    variant = variant_of_text(text, file)
    sizes = ", ".join(map(str, variant.sizes))
    doubts = [*_sizes_without_sides(variant), *_doubts(variant, variant.sizes, {})]
    return [f"{variant.name} is a good variant for {sizes} players.", *doubts]


def _sizes_without_sides(variant: Variant) -> Iterable[str]:
    """Return a sentence for each table size for which no file says how sides sit; Smoke has no sides."""
    if variant.kind == BIDDING and "seating.sides" not in variant.settings:
        for size, settings in variant.sizes.items():
            if "seating.sides" not in settings:
                where = f"[sizes.{size}] has no seating.sides"
                yield f"Doubtful: with {size} players everybody plays alone, because {where}."


def _doubts(variant: Variant, sizes: Iterable[int], house: Mapping[str, Value]) -> Iterable[str]:
    found = (say_doubt(doubt) for size in sizes for doubt in settings_doubts(variant.ruleset(size, house), size))
    return [f"Doubtful: {sentence}" for sentence in dict.fromkeys(found)]


def _house_rules_document(text: str) -> dict[str, Any] | None:
    """Return the document of a house-rules file, None for a variant's own.  Raises SettingsError for one of no game."""
    try:
        document = parse_document(text, is_json=False)
    except UnreadableSheet:
        return None
    if not isinstance(document, dict) or not document.keys() & {"variant", "rules"}:
        return None
    if "variant" not in document:
        message = 'Whose rules are these? Name the game above them: variant = "partnership-pitch".'
        raise SettingsError([SettingFault("variant", in_words(message))])
    house = document.get("rules")
    return {**document, "rules": dict(flatten(house))} if isinstance(house, dict) else document


# ---------------------------------------------------------------- what if


@click.command()
@click.argument("sheet")
@click.option("--rules", "chosen", multiple=True, required=True, metavar="KEY=VALUE", help="A rule, or a rules file.")
@variant_option
@json_option
def whatif(sheet: str, chosen: tuple[str, ...], variants: tuple[str, ...], *, as_json: bool) -> None:
    """Replay a scoresheet ("-" is the standard input) under other rules."""
    find = finder(variants)
    try:
        played = load_sheet(sheet, find)
    except SheetError as error:
        sys.exit(refuse([print_error(sheet, error)]))
    try:
        with refusing():
            night = what_if(played, read_choices(chosen))
    except SheetError as error:
        told = [print_error(sheet, error)] if error.line else [say_refusal(fault.refusal) for fault in error.faults]
        sys.exit(refuse(told))
    if as_json:
        differing = [
            {"line": line.number, "as_played": sentences(line.ours.whys), "other_rules": _under_others(line)}
            for line in night.lines if line.differs
        ]  # fmt: skip
        tables = {"as_played": night.ours, "other_rules": night.theirs}
        ends = {name: {"scores": dict(it.scores), "winners": list(it.winners)} for name, it in tables.items()}
        print_json(lines=len(night.lines), differing=differing, won_at=night.won_at, **ends)
        return
    click.echo("\n".join(_what_if_lines(night)))


def _under_others(line: ReplayedLine) -> Sequence[str]:
    return [say_refusal(line.refusal)] if line.refusal else sentences(line.theirs.whys if line.theirs else ())


def _what_if_lines(night: WhatIf) -> Iterable[str]:
    differing = [line for line in night.lines if line.differs]
    yield f"{counted(len(differing), 'line')} of {len(night.lines)} would have been different."
    yield from map(say_untold, night.untold)
    for line in differing:
        yield f"{line.number:>3}  as played:    {' '.join(sentences(line.ours.whys))}"
        yield f"     other rules:  {' '.join(_under_others(line))}"
    yield f"As played: {_outcome(night.ours)}"
    when = f" with line {night.won_at}" if night.won_at else ""
    yield f"Under the other rules{when}: {_outcome(night.theirs)}"


def _outcome(table: Table) -> str:
    scores = ", ".join(f"{player} {number_text(score)}" for player, score in table.scores.items())
    if table.winners:
        return f"won by {join_names(table.winners)} ({scores})."
    return f"ended without a winner ({scores})." if table.finished else f"nobody has won yet ({scores})."


# ---------------------------------------------------------------- rules given on the command line


def read_choices(chosen: Iterable[str]) -> dict[str, Value]:
    """Read house rules given as KEY=VALUE or as a file with a [rules] table.  Raises SettingsError."""
    house: dict[str, Value] = {}
    for choice in chosen:
        key, sign, value = choice.partition("=")
        house |= {key.strip(): _as_value(value.strip())} if sign else _rules_of_file(choice)
    return house


def _as_value(text: str) -> Value:
    """Read a value as TOML would, and a bare word as the word."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
    return value if isinstance(value, int | str) else text


def _rules_of_file(path: str) -> dict[str, Value]:
    try:
        document = tomllib.loads(read_text(path))
    except (OSError, ValueError) as error:
        why = f"{error.strerror}." if isinstance(error, OSError) else str(error)
        message = f"{path} is neither KEY=VALUE nor a file with a [rules] table: {why}"
        raise SettingsError([SettingFault("rules", in_words(message))]) from error
    house = document.get("rules")
    if not isinstance(house, dict):
        message = f'{path} has no [rules] table: write "[rules]", and the rules under it, like "finish.target" = 11.'
        raise SettingsError([SettingFault("rules", in_words(message))])
    return dict(flatten(house))
