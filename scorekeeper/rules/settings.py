"""Settings by their dotted keys: the list of them, whether a value is allowed, and a Ruleset made of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, assert_never, get_type_hints

from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.ruleset import GameKind, Ruleset
from scorekeeper.rules.values import Allowed, Value, allowed_by


def list_settings(group: Any, prefix: str = "") -> dict[str, tuple[Allowed, Value]]:
    """Return dotted key -> (allowed values, the value in these rules), in the contract's order."""
    out: dict[str, tuple[Allowed, Value]] = {}
    types = get_type_hints(type(group), include_extras=True) if prefix else {}  # settings stand in a group
    for item in dataclasses.fields(group):
        key, value = prefix + item.name.rstrip("_"), getattr(group, item.name)  # `not` is a word of Python: `not_`
        if dataclasses.is_dataclass(value):
            out |= list_settings(value, f"{key}.")
        elif prefix:
            out[key] = (allowed_by(types[item.name]), value)
    return out


SETTINGS: Mapping[str, tuple[Allowed, Value]] = MappingProxyType(list_settings(Ruleset()))
"""Dotted key -> (allowed values, default)."""

WORDS_ALONE = frozenset({
    "deck.joker_tie", "names.jack", "names.off_jack", "names.high_joker", "names.low_joker", "names.five",
    "names.off_five", "names.nine", "deal.packets", "deal.misdeal", "deal.may_discard", "auction.trump",
    "dealing.first",
})  # fmt: skip
"""Settings that only sheets and answers depend on, and that the first versions did not have."""

_BIDDING_ONLY = (
    "call.", "auction.", "special.", "turn.", "points.", "game.", "scoring.", "penalty.", "dealing.", "names.",
)  # fmt: skip
_FINISH_OF_SMOKE = ("finish.start", "finish.direction", "finish.target")


def belongs_to(key: str, kind: GameKind) -> bool:
    """Return whether a setting means anything in that kind of game (`tally.*` is Smoke's, bids are not)."""
    match kind:
        case "smoke":
            return not key.startswith(_BIDDING_ONLY) and (not key.startswith("finish.") or key in _FINISH_OF_SMOKE)
        case "bidding":
            return not key.startswith("tally.")
    assert_never(kind)


def check_values(kind: GameKind, settings: Mapping[str, object]) -> list[SettingFault]:
    """Return what is wrong with each setting by itself: unknown, of the other kind of game, or a wrong value."""
    faults = []
    for key, value in settings.items():
        if key not in SETTINGS:
            faults.append(SettingFault.at(key, "setting-unknown", key=key))
        elif not belongs_to(key, kind):
            code = "setting-of-smoke" if key.startswith("tally.") else "setting-of-bids"
            faults.append(SettingFault.at(key, code, key=key))
        elif not SETTINGS[key][0].accepts(value):
            faults.append(SettingFault.at(key, "setting-value", key=key, allowed=SETTINGS[key][0]))
    return faults


def build_ruleset(kind: GameKind, settings: Mapping[str, Value]) -> Ruleset:
    """Return the Ruleset of settings whose values are known to be allowed; the others have their defaults."""
    groups: dict[str, dict[str, Value]] = {}
    points: dict[str, dict[str, Any]] = {}
    for key, value in settings.items():
        group, name, *part = key.split(".")
        if part:
            points.setdefault(name, {})[part[0]] = value
        else:
            groups.setdefault(group, {})["not_" if name == "not" else name] = value
    blank = Ruleset(kind=kind)
    changes: dict[str, Any] = {
        group: dataclasses.replace(getattr(blank, group), **values) for group, values in groups.items()
    }
    changed: dict[str, Any] = {key: dataclasses.replace(blank.points[key], **parts) for key, parts in points.items()}
    changes["points"] = dataclasses.replace(blank.points, **changed)
    return dataclasses.replace(blank, **changes)
