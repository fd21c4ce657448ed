"""Variants that a league writes itself: one more variant with changes, and the same as a variant file, both ways."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import tomli_w

from scorekeeper.rules.errors import SettingFault, SettingsError
from scorekeeper.rules.ruleset import BIDDING, SETTINGS, check_values
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.variants.catalogue import MIN_PLAYERS, build, catalogue, parse, shipped_files

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
    files = {shipped.key: shipped for shipped in shipped_files()} | {file.key: file}
    try:
        variant = build(file, files)
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


def differing(settings: Mapping[str, Value], before: Mapping[str, Value]) -> dict[str, Value]:
    """Return the settings that differ from those before, in the contract's order; one not named has its default."""
    both = settings.keys() | before.keys()
    now = {key: settings.get(key, unsaid) for key, (_, unsaid) in SETTINGS.items() if key in both}
    return {key: value for key, value in now.items() if value != before.get(key, SETTINGS[key][1])}


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
    """Return dotted keys as the tables of tables that TOML makes of them."""
    tables: dict[str, Any] = {}
    for key, value in settings.items():
        *path, last = key.split(".")
        table = tables
        for part in path:
            table = table.setdefault(part, {})
        table[last] = value
    return tables
