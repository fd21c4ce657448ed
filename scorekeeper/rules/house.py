"""A house-rules file: a variant, how many play, and the settings this table changed.

variant = "partnership-pitch"
players = 4                     # optional: the smallest table the variant is played at
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
    """Give the variant, the table size and the house rules of a document; `find_variant` may raise KeyError.

    Raises SettingsError with every fault and its place.
    """
    faults = [SettingFault(key, f"A house-rules file has no key called {key}.") for key in document if key not in KEYS]
    try:
        variant = find_variant(str(document.get("variant")))
    except KeyError:
        unknown = SettingFault("variant", f'There is no variant called "{document.get("variant")}".')
        raise SettingsError([*faults, unknown]) from None
    size = document.get("players", next(iter(variant.sizes)))
    if not isinstance(size, int) or size not in variant.sizes:
        sizes = ", ".join(map(str, variant.sizes))
        faults.append(SettingFault("players", f"{variant.name} is played by {sizes}."))
        size = next(iter(variant.sizes))
    house = document.get("rules", {})
    if not isinstance(house, dict):
        raise SettingsError([*faults, SettingFault("rules", "rules is a table from setting to value.")])
    try:
        variant.ruleset(size, house)
    except SettingsError as error:
        faults += [SettingFault(f"rules.{fault.key}", fault.message) for fault in error.faults]
    if faults:
        raise SettingsError(faults)
    return variant, size, house
