"""A variant: one row of the catalogue as data, and the rules of a table that plays it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.contradictions import contradictions, exchange_before_trump
from scorekeeper.rules.deck import missing_cards
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.settings import build_ruleset, check_values

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from scorekeeper.rules.errors import SettingFault
    from scorekeeper.rules.ruleset import GameKind, Ruleset
    from scorekeeper.rules.values import Value


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
