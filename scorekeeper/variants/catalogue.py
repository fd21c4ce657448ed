"""Reads the variant files of this folder into `Variant` values.

A file names what it extends and only its differences.  The differences are laid over the parent's settings, TOML tables
are flattened to dotted keys, and every fault is reported with its place.

A league's own game is one more variant with changes, and the same as a variant file, both ways.
"""

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import tomli_w

from scorekeeper.rules.documents import parse_document
from scorekeeper.rules.errors import SettingFault, SettingsError, UnreadableSheet
from scorekeeper.rules.reading import KINDS
from scorekeeper.rules.ruleset import BIDDING, SETTINGS, WORDS_ALONE, belongs_to, check_values
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import NOTES, Variant
from scorekeeper.sheets.phrases import say_refusal

FAMILIES = ("Schmier", "Smear", "Pitch", "Pedro", "All Fours", "Smoke")
"""The headings under which games are offered, in this order.  Any other family comes after them."""
MIN_PLAYERS = 2


@dataclass(frozen=True)
class VariantFile:
    """A variant file as written: `settings` and `sizes` still nested, `extends` not yet looked up."""

    key: str
    name: str
    family: str
    summary: str
    sources: list[str]
    kind: str = BIDDING
    extends: str | None = None
    jokers_lowest: bool | None = None
    notes: dict[str, list[str]] | None = None
    asks: list[str] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    most_played: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    sizes: dict[int, dict[str, Any]] = field(default_factory=dict)


FOLDER = Path(__file__).parent


def find_variant(key: str) -> Variant:
    """Return the variant of that key.  Raises KeyError when the catalogue has none."""
    return _read_all()[0][key].variant


def catalogue() -> Mapping[str, Variant]:
    """Return every variant by its key, in alphabetical order; a file with a fault is left out (`broken_files`)."""
    return {key: it.variant for key, it in _read_all()[0].items()}


@lru_cache
def read_variant(key: str) -> Variant:
    """Return the variant of that key, reading its file and those it extends: the others take a tenth of a second.

    Raises KeyError when the catalogue has none, or leaves it out for a fault (`broken_files`).
    """
    try:
        files = _with_parents({}, key)
        return build(files[key], files)
    except SettingsError as error:
        raise KeyError(key) from error


@dataclass(frozen=True)
class Listing:
    variant: Variant
    aliases: tuple[str, ...] = ()
    most_played: int = 0
    """Its place among the most played, 1 the first; 0 for all others."""


def listings() -> tuple[Listing, ...]:
    return tuple(_read_all()[0].values())


def aliases_of(key: str) -> tuple[str, ...]:
    known = _read_all()[0].get(key)
    return known.aliases if known else ()


def families_of(variants: Iterable[Variant]) -> tuple[str, ...]:
    """Return the families of these variants in the order in which they are offered: the known ones, then the others."""
    found = {variant.family for variant in variants}
    return (*(name for name in FAMILIES if name in found), *sorted(found.difference(FAMILIES)))


def broken_files() -> Mapping[str, SettingsError]:
    return _read_all()[1]


@lru_cache(maxsize=1)
def _read_all() -> tuple[dict[str, Listing], dict[str, SettingsError]]:
    return read_all({path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))})


def read_all(texts: Mapping[str, str]) -> tuple[dict[str, Listing], dict[str, SettingsError]]:
    """Read variant files (name -> text): return them by their keys, and what is wrong with the others.

    A file with a fault is left out, and so is one that extends it.
    """
    files: dict[str, VariantFile] = {}
    broken: dict[str, SettingsError] = {}
    for name, text in texts.items():
        try:
            files[name] = _named(name, parse(text))
        except SettingsError as error:
            broken[name] = error
    by_key = {file.key: file for file in files.values()}
    found: dict[str, Listing] = {}
    for name, file in files.items():
        try:
            found[file.key] = Listing(build(file, by_key), tuple(file.aliases), file.most_played)
        except SettingsError as error:
            broken[name] = error
    return dict(sorted(found.items())), broken


def _named(name: str, file: VariantFile) -> VariantFile:
    """Return a file whose name is its key.  Raises SettingsError for another name."""
    if name != f"{file.key}.toml":
        raise SettingsError([SettingFault.at("key", "variant-file-name", file=name, key=file.key)])
    return file


def load_variant(path: Path) -> Variant:
    """Return the variant of a file anywhere; it may extend a file beside it, or one of the catalogue.

    Raises OSError, UnicodeDecodeError, and SettingsError with every fault.
    """
    return variant_of_text(path.read_text(encoding="utf-8"), path)


def variant_of_text(text: str, path: Path) -> Variant:
    """Return the variant of the text of a file, which in the catalogue must be named after its key.

    Raises SettingsError with every fault.
    """
    own = parse(text)
    if path.resolve().parent == FOLDER:
        _named(path.name, own)
    return build(own, _with_parents({own.key: own}, own.extends, path.parent))


def _with_parents(files: dict[str, VariantFile], wanted: str | None, *beside: Path) -> dict[str, VariantFile]:
    """Add the file of a key and all that it extends, as far as there are such: one beside it before the catalogue's."""
    found = {path.name: path for folder in (FOLDER, *beside) for path in folder.glob("*.toml")}
    while wanted is not None and wanted not in files and (path := found.get(f"{wanted}.toml")):
        try:
            files[wanted] = _named(path.name, parse(path.read_text(encoding="utf-8")))
        except SettingsError as error:
            raise SettingsError(SettingFault(f"{path.name}: {it.key}", it.refusal) for it in error.faults) from error
        wanted = files[wanted].extends
    return files


def _is(kind: type, value: Any) -> bool:
    return isinstance(value, kind)


def _is_texts(value: Any) -> bool:
    return _is(list, value) and all(_is(str, each) for each in value)


def _is_tables_by_size(value: Any) -> bool:
    return _is(dict, value) and all(SIZE.fullmatch(size) and _is(dict, table) for size, table in value.items())


SIZE = re.compile("[0-9]{1,3}")
SHAPES: tuple[tuple[tuple[str, ...], str, Callable[[Any], bool]], ...] = (
    (("key", "name", "family", "summary", "kind", "extends"), "it must be a text in quotes", partial(_is, str)),
    (("sources", "asks", "aliases"), "it must be a list of texts", _is_texts),
    (("notes",), "it must be a table of lists of texts", lambda it: _is(dict, it) and all(map(_is_texts, it.values()))),
    (("jokers_lowest",), "it must be true or false", partial(_is, bool)),
    (("most_played",), "it must be a whole number", partial(_is, int)),
    (("settings",), "it must be a table", partial(_is, dict)),
    (("sizes",), "it must have a table for each number of players, like [sizes.4]", _is_tables_by_size),
)
"""Keys of a variant file, what they are in words, and whether a value is that."""
REQUIRED = ("key", "name", "family", "summary", "sources")


def parse(text: str) -> VariantFile:
    """Read one variant file.  Raises SettingsError with every fault of its shape, and its place."""
    try:
        document: dict[str, Any] = parse_document(text, is_json=False)  # type: ignore[assignment]  # as TOML always is
    except UnreadableSheet as error:
        raise SettingsError(SettingFault(fault.field, fault.refusal) for fault in error.faults) from error
    faults = [SettingFault.at(key, "variant-file-missing", key=key) for key in REQUIRED if key not in document]
    unknown = dict.fromkeys(document)
    for keys, reason, fits in SHAPES:
        for key in keys:
            unknown.pop(key, None)
            if key in document and not fits(document[key]):
                faults.append(SettingFault.at(key, "variant-file-shape", key=key, reason=reason))
    faults += [SettingFault.at(key, "variant-file-unknown", key=key) for key in unknown]
    if faults:
        raise SettingsError(faults)
    sizes = {int(size): settings for size, settings in document.get("sizes", {}).items()}
    return VariantFile(**document | {"sizes": sizes})


def build(file: VariantFile, files: Mapping[str, VariantFile], below: Collection[str] = ()) -> Variant:
    """Lay a file over what it extends (found in `files`); `below` are the keys of the files that extend it.

    Raises SettingsError naming every unknown key, wrong value, contradiction and point without a card, at every size.
    """
    parent = None
    if file.extends:
        line = {*below, file.key}
        if file.extends in line:
            raise SettingsError([SettingFault.at("extends", "extends-itself", key=file.key, parent=file.extends)])
        if file.extends not in files:
            raise SettingsError([SettingFault.at("extends", "extends-unknown", parent=file.extends)])
        parent = build(files[file.extends], files, line)
    kind = next((kind for kind in KINDS if kind == file.kind), None)
    if kind is None:
        kinds = [f'"{kind}"' for kind in KINDS]
        raise SettingsError([SettingFault.at(f"{file.key}: kind", "kind-unknown", kinds=kinds)])
    # The sizes played are the file's own where it names any, each over the parent's; notes are its own or the parent's.
    inherited = {size: dict(settings) for size, settings in parent.sizes.items()} if parent else {}
    own = {size: inherited.get(size, {}) | dict(flatten(file.sizes[size])) for size in sorted(file.sizes)}
    notes = parent.notes if parent else {}
    if file.notes is not None:
        notes = {part: tuple(sentences) for part, sentences in file.notes.items()}
    lowest = parent is not None and parent.jokers_lowest
    variant = Variant(
        key=file.key,
        name=file.name,
        family=file.family,
        kind=kind,
        summary=file.summary,
        sources=tuple(file.sources),
        asks=tuple(file.asks),
        settings=(dict(parent.settings) if parent else {}) | dict(flatten(file.settings)),
        sizes=own or inherited,
        notes=notes,
        jokers_lowest=lowest if file.jokers_lowest is None else file.jokers_lowest,
    )
    _check(variant)
    return variant


def flatten(nested: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Value]]:
    for name, value in nested.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _check(variant: Variant) -> None:
    faults = [*_check_head(variant)]
    for size, settings in variant.sizes.items():
        if size < MIN_PLAYERS:
            faults.append(SettingFault.at("sizes", "variant-size", size=size))
        wrong = check_values(variant.kind, {**variant.settings, **settings})
        faults += wrong or variant.faults_at(size)
    # Each fault once, though it may hold at several table sizes.
    told = {(fault.key, say_refusal(fault.refusal)): fault.refusal for fault in faults}
    if told:
        raise SettingsError(SettingFault(f"{variant.key}: {key}", refusal) for (key, _), refusal in told.items())


def _check_head(variant: Variant) -> Iterator[SettingFault]:
    if not variant.family.strip():
        yield SettingFault.at("family", "variant-family", families=FAMILIES)
    if not variant.sizes:
        yield SettingFault.at("sizes", "variant-without-sizes")
    for part in variant.notes:
        if part not in NOTES:
            yield SettingFault.at(f"notes.{part}", "variant-notes", part=part, parts=NOTES)
    for key in variant.asks:
        if key not in SETTINGS or not belongs_to(key, variant.kind):
            yield SettingFault.at("asks", "variant-asks", key=key)


# ---------------------------------------------------------------- games that a league writes itself


SEATS, SIDES = "seating.", "seating.sides"
"""What is always said for each size, as a variant file does."""
TABLE_SIZES = range(MIN_PLAYERS, 9)
"""The numbers of players a league may write a game for."""
MIN_FOR_SIDES = 4


def read_own_variant(text: str) -> Variant:
    """Return the variant of a variant file that a league brings in.  It may extend a game of the catalogue.

    Raises SettingsError with every fault; its keys are those of the file.
    """
    file = parse(text)
    try:
        variant = build(file, _with_parents({file.key: file}, file.extends))
    except SettingsError as error:
        raise SettingsError(
            SettingFault(fault.key.removeprefix(f"{file.key}: "), fault.refusal) for fault in error.faults
        ) from error
    return replace(variant, extends=file.extends or "")


def with_changes(variant: Variant, size: int | None, house: Mapping[str, Value], sizes: Iterable[int]) -> Variant:
    """Return a variant played by tables of `sizes`, with the settings `house` of a table of `size` as its own.

    A setting that the variant has by size changes at this size alone (None: at each), any other at every size.  Nothing
    is checked.
    """
    by_size, played = {key for settings in variant.sizes.values() for key in settings}, set(sizes)
    here = {key: value for key, value in house.items() if key in by_size or key.startswith(SEATS)}
    return replace(
        variant,
        settings={**variant.settings, **{key: value for key, value in house.items() if key not in here}},
        sizes={
            each: {**settings, **(here if size in (None, each) else {})}
            for each, settings in variant.sizes.items()
            if each in played
        },
        asks=tuple(key for key in variant.asks if key not in house),
    )


def with_every_size(variant: Variant, like: int) -> Variant:
    """Return a variant with settings at every size: one it is not played at gets those at `like`.

    Two or three, and as many as cannot sit like that, play everybody alone.  Nothing is checked.
    """
    new = {size: variant.sizes[like] for size in TABLE_SIZES if size not in variant.sizes}
    trial = replace(variant, sizes=dict(sorted({**variant.sizes, **new}.items())))
    alone = {
        size: {**settings, SIDES: "solo"}
        for size, settings in new.items()
        if size < MIN_FOR_SIDES or any(fault.key == SIDES for fault in trial.faults_at(size))
    }
    return replace(trial, sizes={**trial.sizes, **alone})


def over_base(variant: Variant, size: int) -> tuple[Variant, dict[str, Value]]:
    """Return the game of the catalogue a variant was made from, and the settings it has otherwise at that size.

    Without such a game, or where that is not played by so many, the variant itself and none.
    """
    base = catalogue().get(variant.extends or "")
    if base is None or size not in base.sizes:
        return variant, {}
    return base, differing(variant.settings_at(size), base.settings_at(size))


def variant_faults(variant: Variant) -> dict[int, list[SettingFault]]:
    """Return size -> what is wrong with the rules there, of sizes where something is; a setting of its own first."""
    faults = {
        size: check_values(variant.kind, variant.settings_at(size)) or variant.faults_at(size) for size in variant.sizes
    }
    return {size: found for size, found in faults.items() if found}


# ---------------------------------------------------------------- as a file


def variant_file(variant: Variant) -> str:
    """Return a variant as the text of a variant file: what it extends, and its differences from that.

    Written against today's catalogue, so that the file plays as the variant does; in full where the catalogue has no
    such game anymore.
    """
    base = catalogue().get(variant.extends or "")
    head: dict[str, Any] = {
        "key": variant.key,
        "name": variant.name,
        "family": variant.family,
        "summary": variant.summary,
        "sources": list(variant.sources),
    }
    if variant.kind != BIDDING:
        head["kind"] = variant.kind
    if base is not None:
        head["extends"] = base.key
    if variant.jokers_lowest != (base is not None and base.jokers_lowest):
        head["jokers_lowest"] = variant.jokers_lowest
    if variant.asks:
        head["asks"] = list(variant.asks)
    if variant.notes != (base.notes if base else {}):
        head["notes"] = {part: list(sentences) for part, sentences in variant.notes.items()}
    if settings := differing(variant.settings, base.settings) if base else variant.settings:
        head["settings"] = _nested(settings)
    if sizes := _sizes(variant, base):
        head["sizes"] = sizes
    return tomli_w.dumps(head)


def differing(
    settings: Mapping[str, Value], before: Mapping[str, Value], *, words: Container[str] = SETTINGS
) -> dict[str, Value]:
    """Return the settings that differ from those before, in the contract's order; one not named has its default.

    Of settings of words alone, which no score follows from, only those in `words`.
    """
    both = settings.keys() | before.keys()
    now = {key: settings.get(key, unsaid) for key, (_, unsaid) in SETTINGS.items() if key in both}
    return {
        key: value
        for key, value in now.items()
        if value != before.get(key, SETTINGS[key][1]) and (key in words or key not in WORDS_ALONE)
    }


def _sizes(variant: Variant, base: Variant | None) -> dict[str, Any]:
    """Return the tables of a file for the sizes; none where they are those of what it extends."""
    if base is None:
        return {str(size): _nested(settings) for size, settings in variant.sizes.items()}
    written = {
        size: differing(variant.settings_at(size), {**variant.settings, **base.sizes.get(size, {})})
        for size in variant.sizes
    }
    if variant.sizes.keys() == base.sizes.keys() and not any(written.values()):
        return {}
    return {str(size): _nested(settings) for size, settings in written.items()}


def _nested(settings: Mapping[str, Value]) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for key, value in settings.items():
        *path, last = key.split(".")
        table = tables
        for part in path:
            table = table.setdefault(part, {})
        table[last] = value
    return tables
