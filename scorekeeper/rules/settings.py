"""Settings by their dotted keys: the list of them, whether a value will do, and a Ruleset made of them."""

from __future__ import annotations

import dataclasses
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.ruleset import SMOKE, Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.values import Allowed, Value


def _field_of(attribute: str) -> str:
    return attribute.rstrip("_")  # `not` is a word of Python, so the field is `not_`


def _list_settings(group: Any, prefix: str = "") -> dict[str, tuple[Allowed, Value]]:
    """Give dotted key -> (allowed values, the value nobody names), in the contract's order."""
    out: dict[str, tuple[Allowed, Value]] = {}
    for item in dataclasses.fields(group):
        key = prefix + _field_of(item.name)
        if "allowed" in item.metadata:
            out[key] = (item.metadata["allowed"], getattr(group, item.name))
        elif dataclasses.is_dataclass(inner := getattr(group, item.name)):
            out |= _list_settings(inner, f"{key}.")
    return out


SETTINGS: Mapping[str, tuple[Allowed, Value]] = MappingProxyType(_list_settings(Ruleset()))

_BIDDING_ONLY = ("call.", "auction.", "special.", "points.", "game.", "scoring.", "penalty.", "dealing.")
_FINISH_OF_SMOKE = ("finish.start", "finish.direction", "finish.target")


def belongs_to(key: str, kind: str) -> bool:
    """Tell whether a setting means anything in that kind of game (`tally.*` is Smoke's, bids are not)."""
    if kind == SMOKE:
        return not key.startswith(_BIDDING_ONLY) and (not key.startswith("finish.") or key in _FINISH_OF_SMOKE)
    return not key.startswith("tally.")


def check_values(kind: str, settings: Mapping[str, object]) -> list[SettingFault]:
    """Give what is wrong with each setting by itself: unknown, of the other kind of game, or a wrong value."""
    faults = []
    for key, value in settings.items():
        if key not in SETTINGS:
            faults.append(SettingFault(key, f"There is no setting called {key}."))
        elif not belongs_to(key, kind):
            where = "Smoke, where nobody bids" if kind == SMOKE else "a game with bids; it belongs to Smoke"
            faults.append(SettingFault(key, f"{key} means nothing in {where}."))
        elif not SETTINGS[key][0].accepts(value):
            faults.append(SettingFault(key, f"{key} must be {SETTINGS[key][0].describe()}."))
    return faults


def build_ruleset(kind: str, settings: Mapping[str, Value]) -> Ruleset:
    """Build a Ruleset from settings whose values are known to be good."""
    groups: dict[str, dict[str, Value]] = {}
    points: dict[str, dict[str, Value]] = {}
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
    changes["points"] = dataclasses.replace(
        blank.points,
        **{key: dataclasses.replace(getattr(blank.points, key), **parts) for key, parts in points.items()},
    )
    return dataclasses.replace(blank, **changes)
