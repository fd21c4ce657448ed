"""A house-rules file: a variant, how many play, and the settings this table changed.

variant = "partnership-pitch"
players = 4                     # optional: the size most play it at
[rules]
"finish.target" = 11
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import SettingFault, SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant

KEYS = ("variant", "players", "rules")


def read_house_rules(
    document: Mapping[str, Any], find_variant: Callable[[str], Variant]
) -> tuple[Variant, int, dict[str, Value]]:
    """Return the variant, the table size and the house rules of a document; `find_variant` may raise KeyError.

    Raises SettingsError with every fault and its place.
    """
    faults = [SettingFault.at(key, "house-key-unknown", key=key) for key in document if key not in KEYS]
    try:
        variant = find_variant(str(document.get("variant")))
    except KeyError:
        unknown = SettingFault.at("variant", "variant-unknown", key=document.get("variant"))
        raise SettingsError([*faults, unknown]) from None
    size = document.get("players", variant.usual_size)
    if not isinstance(size, int) or size not in variant.sizes:
        faults.append(SettingFault.at("players", "house-size", variant=variant.name, sizes=tuple(variant.sizes)))
        size = variant.usual_size
    house = document.get("rules", {})
    if not isinstance(house, dict):
        raise SettingsError([*faults, SettingFault.at("rules", "rules-line-not-a-table")])
    faults += [SettingFault(f"rules.{fault.key}", fault.refusal) for fault in variant.faults_at(size, house)]
    if faults:
        raise SettingsError(faults)
    return variant, size, house
