"""What can be wrong with a sheet, a line or a setting, always with the place and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Fault:
    """One thing wrong: `line` counts from 1, 0 is the head; `field` is the key with its dotted path."""

    line: int
    field: str
    message: str


class SheetError(ValueError):
    """A sheet that cannot be scored; `faults` in the order of the sheet, never empty."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0]
        self.line, self.field, self.message = first.line, first.field, first.message
        super().__init__(self.message)

    def at_line(self, number: int) -> SheetError:
        """Give the same error as seen in line `number` of a sheet."""
        return type(self)(Fault(number, fault.field, fault.message) for fault in self.faults)


class UnreadableSheet(SheetError):
    """The document is not a scoresheet: a key, a type or a value that the format does not have."""


class ImpossibleFact(SheetError):
    """The document reads well, but this cannot have happened at this table under these rules."""


def unreadable(field: str, message: str) -> UnreadableSheet:
    """Give an error of the head, or of a line whose number `at_line` adds."""
    return UnreadableSheet([Fault(0, field, message)])


def impossible(field: str, message: str) -> ImpossibleFact:
    """Give an error of the head, or of a line whose number `at_line` adds."""
    return ImpossibleFact([Fault(0, field, message)])


@dataclass(frozen=True)
class SettingFault:
    """One thing wrong with a set of house rules: the setting to blame and a sentence."""

    key: str
    message: str


class SettingsError(ValueError):
    """Settings that do not exist, have a wrong value or contradict each other; `faults` is never empty."""

    def __init__(self, faults: Iterable[SettingFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))

    def in_sheet(self, prefix: str = "rules") -> UnreadableSheet:
        """Give the same faults as faults of a sheet's head, under `prefix`."""
        return UnreadableSheet(Fault(0, f"{prefix}.{fault.key}", fault.message) for fault in self.faults)
