"""Pages about house rules: the league's list, one name and how it changed, the rules of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.models import League
from scorekeeper.rulebook.house_rules import RulesVersion, playable_sizes
from scorekeeper.rulebook.questions import changes_in_words, rules_summary
from scorekeeper.rules.settings import SETTINGS
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.rules_sheet import changed_settings
from scorekeeper.variants.own import over_base


def summary_and_sizes(version: RulesVersion) -> tuple[RulesVersion, str, list[int]]:
    """Return a name of the list with its summary, and how many players its rules go with."""
    variant, sizes = version.variant, list(playable_sizes(version.variant, version.settings))
    summary = variant.summary if version.is_own_variant else rules_summary(variant, sizes[0], version.settings)
    return version, summary, sizes


def smallest_size(version: RulesVersion) -> int:
    """Return the smallest table these rules go with."""
    return next(playable_sizes(version.variant, version.settings))


def versions_page(league: League, versions: Sequence[RulesVersion]) -> dict[str, Any]:
    """Return what the page of one name prints; `versions` come newest first, and there is at least one."""
    newest, befores = versions[0], [*versions[1:], None]
    size = smallest_size(newest)
    base, settings = _compared_with(newest, size)
    return {
        "league": league,
        "newest": newest,
        "rules": changes_in_words(base, size, settings),  # what differs from the game of the catalogue now
        "sizes": list(playable_sizes(newest.variant, newest.settings)),
        "versions": [_shown(version, before) for version, before in zip(versions, befores, strict=True)],
        "base": base.name,
    }


def _compared_with(version: RulesVersion, size: int) -> tuple[Variant, Mapping[str, Value]]:
    """Return the game of the catalogue that rules are compared with, and the settings that differ from it."""
    return over_base(version.variant, size) if version.is_own_variant else (version.variant, version.settings)


def _shown(version: RulesVersion, before: RulesVersion | None) -> tuple[RulesVersion, str, list[tuple[str, str]]]:
    """Return a version, its game where the one before had another, and (before, after) of each rule that changed.

    Changes of the game itself are among them; the first version of a game is compared with the standard.
    """
    size = smallest_size(version)
    if before is None or before.variant.key != version.variant.key:
        base, now = _compared_with(version, size)
        own = base.settings_at(size)
        changed = [(key, own.get(key, unsaid), now[key]) for key, (_, unsaid) in SETTINGS.items() if key in now]
        return version, base.name, [(say_setting(key, old), say_setting(key, new)) for key, old, new in changed]
    now = version.variant.settings_at(size, version.settings)
    then = before.variant.settings_at(size, before.settings) if size in before.variant.sizes else now
    pairs = ((key, then.get(key, unsaid), now.get(key, unsaid)) for key, (_, unsaid) in SETTINGS.items())
    return version, "", [(say_setting(key, old), say_setting(key, new)) for key, old, new in pairs if old != new]


def own_changes(table: Table) -> dict[str, Value]:
    """Return the house rules in force that differ from the variant."""
    changed = changed_settings(table.variant, len(table.players), table.house)
    return {key: value for key, value in table.house.items() if key in changed}
