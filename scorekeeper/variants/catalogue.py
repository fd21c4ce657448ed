"""Reads the variant files of this folder into `Variant` values.

A file names what it extends and only its differences.  The differences are laid over the parent's settings, TOML tables
are flattened to dotted keys, and every fault is reported with its place.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import cattrs
from cattrs import transform_error

from scorekeeper.rules.errors import SettingFault, SettingsError
from scorekeeper.rules.kinds import KINDS
from scorekeeper.rules.ruleset import BIDDING
from scorekeeper.rules.settings import check_values
from scorekeeper.rules.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.rules.ruleset import GameKind
    from scorekeeper.rules.values import Value


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
    played_by: int | None = None
    jokers_lowest: bool | None = None
    asks: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    sizes: dict[int, dict[str, Any]] = field(default_factory=dict)


_converter = cattrs.Converter(forbid_extra_keys=True)


def find_variant(key: str) -> Variant:
    """Return the variant of that key.  Raises KeyError when the catalogue has none."""
    return catalogue()[key]


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, Variant]:
    """Return every variant by its key, in alphabetical order.  Raises SettingsError when a file is wrong."""
    files = {file.key: file for file in shipped_files()}
    return {key: build(files[key], files) for key in sorted(files)}


def parse(text: str) -> VariantFile:
    """Read one variant file.  Raises SettingsError with every fault of its shape, and its place."""
    try:
        document = tomllib.loads(text)
        return _converter.structure(document, VariantFile)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError([SettingFault.at("file", "not-toml", reason=str(error))]) from error
    except (cattrs.BaseValidationError, cattrs.ForbiddenExtraKeysError) as error:
        shapes = (SettingFault.at("file", "variant-file-shape", reason=fault) for fault in transform_error(error))
        raise SettingsError(shapes) from error


def build(file: VariantFile, files: Mapping[str, VariantFile]) -> Variant:
    """Lay a file over what it extends (found in `files`).

    Raises SettingsError naming every unknown key, wrong value, contradiction and point without a card, at every size.
    """
    parent = build(_find_parent(file.key, file.extends, files), files) if file.extends else None
    own_sizes = {size: dict(_flatten(settings)) for size, settings in file.sizes.items()}
    variant = Variant(
        key=file.key,
        name=file.name,
        family=file.family,
        kind=_kind(file),
        summary=file.summary,
        sources=tuple(file.sources),
        asks=tuple(file.asks),
        settings=(dict(parent.settings) if parent else {}) | dict(_flatten(file.settings)),
        sizes=_sizes(own_sizes, parent),
        played_by=file.played_by,
        jokers_lowest=_or_inherited(file.jokers_lowest, parent),
    )
    _check(variant)
    return variant


def _kind(file: VariantFile) -> GameKind:
    for kind in KINDS:
        if kind == file.kind:
            return kind
    raise SettingsError([SettingFault.at(f"{file.key}: kind", "kind-unknown", kinds=tuple(KINDS))])


def _find_parent(key: str, parent: str, files: Mapping[str, VariantFile]) -> VariantFile:
    """Return the file that `key` extends.  Raises SettingsError when there is none, or when they extend each other."""
    line = [key]
    ancestor: str | None = parent
    while ancestor is not None:
        if ancestor not in files:
            raise SettingsError([SettingFault.at("extends", "extends-unknown", parent=ancestor)])
        if ancestor in line:
            raise SettingsError([SettingFault.at("extends", "extends-itself", key=key, parent=parent)])
        line.append(ancestor)
        ancestor = files[ancestor].extends
    return files[parent]


def _sizes(own: dict[int, dict[str, Value]], parent: Variant | None) -> dict[int, dict[str, Value]]:
    """Return the sizes played: the file's own where it names any (each over the parent's), else the parent's."""
    inherited = {size: dict(settings) for size, settings in parent.sizes.items()} if parent else {}
    return {size: inherited.get(size, {}) | own[size] for size in sorted(own)} or inherited


def _or_inherited(own: bool | None, parent: Variant | None) -> bool:  # noqa: FBT001 - the file's own word
    return own if own is not None else parent is not None and parent.jokers_lowest


def _flatten(nested: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Value]]:
    for name, value in nested.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _check(variant: Variant) -> None:
    faults = []
    if not variant.sizes:
        faults.append(SettingFault.at("sizes", "variant-without-sizes"))
    for size, settings in variant.sizes.items():
        faults += check_values(variant.kind, {**variant.settings, **settings})
        if not faults:
            faults += variant.faults_at(size)
    if faults:
        raise SettingsError(SettingFault(f"{variant.key}: {fault.key}", fault.refusal) for fault in faults)


def shipped_files() -> Iterator[VariantFile]:
    """Return every variant file of this folder as written.  Raises SettingsError when one cannot be read."""
    for entry in sorted(resources.files(__package__).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            file = parse(entry.read_text(encoding="utf-8"))
            if entry.name != f"{file.key}.toml":
                raise SettingsError([SettingFault.at("key", "variant-file-name", file=entry.name, key=file.key)])
            yield file
