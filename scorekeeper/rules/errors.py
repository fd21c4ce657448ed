"""What can be wrong with a sheet, a line or a setting, as data: the place, a code, the players and the numbers.

`sheets/text/refusals.toml` has the sentences.  Players are whatever stands for them at the table (names, seat keys);
`SheetError.with_names` puts their names in, once, at the end.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self


@dataclass(frozen=True)
class Refusal:
    """One reason to refuse: `code` names its sentence, `who` are the players in it, in order."""

    code: str
    who: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the sentence it came with, else its code, as a traceback shows it; `say_refusal` has the words."""
        return str(self.facts.get("sentence", self.code))


def in_words(sentence: str) -> Refusal:
    """Return a refusal that comes with its sentence: the layers above the engine word their own."""
    return Refusal("in-words", facts={"sentence": sentence})


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a sheet: `line` counts from 1, 0 is the head; `field` is the key with its dotted path."""

    line: int
    field: str
    refusal: Refusal


class SheetError(ValueError):
    """A sheet that cannot be scored; `faults` in the order of the sheet, never empty."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return str(self.refusal)

    @classmethod
    def at(cls, field: str, code: str, /, *who: str, **facts: object) -> Self:
        """Return an error of the head, or of a line whose number `at_line` adds."""
        return cls([Fault(0, field, Refusal(code, who, facts))])

    @property
    def line(self) -> int:
        return self.faults[0].line

    @property
    def field(self) -> str:
        return self.faults[0].field

    @property
    def refusal(self) -> Refusal:
        return self.faults[0].refusal

    def at_line(self, number: int) -> Self:
        """Return the same error as one of line `number` of a sheet."""
        return type(self)(replace(fault, line=number) for fault in self.faults)

    def with_names(self, name: Callable[[str], str]) -> Self:
        """Return the same error with its players renamed in the sentences; fields stay as they are."""
        return type(self)(
            replace(fault, refusal=replace(fault.refusal, who=tuple(map(name, fault.refusal.who))))
            for fault in self.faults
        )


class UnreadableSheet(SheetError):
    """The document is not a scoresheet: a key, a type or a value that the format does not have."""


class ImpossibleFact(SheetError):
    """The document can be read, but this cannot have happened at this table under these rules."""


def unreadable(field: str, sentence: str) -> UnreadableSheet:
    """Return an error that comes with its sentence, for the layers above the engine."""
    return UnreadableSheet([Fault(0, field, in_words(sentence))])


def impossible(field: str, sentence: str) -> ImpossibleFact:
    """Return an error that comes with its sentence, for the layers above the engine."""
    return ImpossibleFact([Fault(0, field, in_words(sentence))])


@dataclass(frozen=True)
class SettingFault:
    """One thing wrong with a set of house rules: the setting to blame and why."""

    key: str
    refusal: Refusal

    @classmethod
    def at(cls, key: str, code: str, /, **facts: object) -> Self:
        return cls(key, Refusal(code, facts=facts))


class SettingsError(ValueError):
    """Settings that do not exist, have a wrong value or contradict each other; `faults` is never empty."""

    def __init__(self, faults: Iterable[SettingFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(str(fault.refusal) for fault in self.faults)

    def in_sheet(self, prefix: str = "rules") -> UnreadableSheet:
        """Return the same faults as faults of a sheet's head, under `prefix`."""
        return UnreadableSheet(Fault(0, f"{prefix}.{fault.key}", fault.refusal) for fault in self.faults)
