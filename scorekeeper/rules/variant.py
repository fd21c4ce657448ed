"""A variant: one row of the catalogue as data, and the rules of a table that plays it; a house-rules file."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field
from typing import Any

from scorekeeper.rules.contradictions import contradictions, exchange_before_trump
from scorekeeper.rules.deck import missing_cards
from scorekeeper.rules.errors import SettingFault, SettingsError
from scorekeeper.rules.ruleset import GameKind, Ruleset, build_ruleset, check_values
from scorekeeper.rules.values import Value

NOTES = ("cards", "cut", "deal", "bidding", "trump", "play", "scoring", "winning", "mistakes", "money")
"""The sections of the rules sheet to which the file of a variant may add words of its own (`notes`)."""

FOUR = 4
"""Most games of the family are played by four."""


@dataclass(frozen=True)
class Variant:
    """One row of the catalogue as data: settings, and what differs from table size to table size."""

    key: str
    name: str
    family: str
    kind: GameKind
    summary: str
    sources: tuple[str, ...]
    asks: tuple[str, ...]
    settings: Mapping[str, Value]
    sizes: Mapping[int, Mapping[str, Value]]
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Section of the rules sheet -> sentences about what this game alone does there."""
    jokers_lowest: bool = False
    """Whether jokers rank below every other trump; only the list of trumps depends on it, no score."""
    extends: str | None = None
    """Of a game a league wrote itself, the key of the game it was made from, "" if it names none; else None."""

    @property
    def is_own(self) -> bool:
        """Return whether a league wrote it: it is not a game of the catalogue."""
        return self.extends is not None

    @property
    def usual_size(self) -> int:
        """Return the size it is most played at: four, where four play it, else the smallest."""
        return FOUR if FOUR in self.sizes else next(iter(self.sizes))

    def settings_at(self, size: int, house: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """Return every setting this variant names at a table of that size, house rules on top."""
        return {**self.settings, **self.sizes[size], **(house or {})}

    def ruleset(
        self, size: int, house: Mapping[str, Value] | None = None, blame: AbstractSet[str] | None = None
    ) -> Ruleset:
        """Return the rules of a table of `size` players under `house` rules (dotted key -> value).

        Raises SettingsError; a contradiction is blamed on one of the settings of `blame` (by default all house rules).
        Raises KeyError for a size not played.
        """
        house = house or {}
        if faults := check_values(self.kind, house):
            raise SettingsError(faults)
        rules = build_ruleset(self.kind, self.settings_at(size, house))
        if faults := contradictions(rules, size, set(house) if blame is None else blame):
            raise SettingsError(faults)
        return rules

    def faults_at(self, size: int, house: Mapping[str, Value] | None = None) -> list[SettingFault]:
        """Return what is wrong with these rules at that size, also what is only doubtful on a sheet.

        A sheet may offer a point without a card (nobody gets it); a file of rules that does is a mistake.
        """
        try:
            rules = self.ruleset(size, house)
        except SettingsError as error:
            return list(error.faults)
        return missing_cards(rules) + exchange_before_trump(rules)


# ---------------------------------------------------------------- as JSON


def variant_to_json(variant: Variant) -> dict[str, Any]:
    """Return a variant in full, sizes as text: the rules of a game stay with it when a variant's file changes.

    Notes and what it extends are left out where there are none, as earlier versions did not write them.
    """
    text = {**asdict(variant), "sizes": {str(size): dict(settings) for size, settings in variant.sizes.items()}}
    notes = {part: list(sentences) for part, sentences in text.pop("notes").items()}
    extends = text.pop("extends")
    return text | ({"notes": notes} if notes else {}) | ({} if extends is None else {"extends": extends})


def variant_from_json(state: Mapping[str, Any]) -> Variant:
    return Variant(
        **{
            **state,
            "sources": tuple(state["sources"]),
            "asks": tuple(state["asks"]),
            "notes": {part: tuple(sentences) for part, sentences in state.get("notes", {}).items()},
            "sizes": {int(size): settings for size, settings in state["sizes"].items()},
        }
    )


# ---------------------------------------------------------------- a house-rules file

KEYS = ("variant", "players", "rules")
"""The keys of the file: a variant, how many play, and the settings this table changed.

variant = "partnership-pitch"
players = 4                     # optional: the size most play it at
[rules]
"finish.target" = 11
"""


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
