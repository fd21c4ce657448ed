"""Reads the nights of `nights/`: see its README for how one is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).with_name("nights")
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


@dataclass(frozen=True)
class Told:
    """One thing that happened: `what` is hand, passed, misdeal, undo or correct (then `line` counts in the log)."""

    what: str
    bidder: str = ""
    bid: str = ""
    partner: str = ""
    tricks: bool = False
    exceptions: dict[str, str] = field(default_factory=dict)
    """Point -> who took it, "-" for nobody; every other point is the bidder's."""
    line: int = 0


@dataclass(frozen=True)
class Night:
    variant: str
    players: tuple[str, ...]
    told: tuple[Told, ...]


def read_night(name: str) -> Night:
    """Read `nights/NAME.night`."""
    head, *lines = (FOLDER / f"{name}.night").read_text(encoding="utf-8").splitlines()
    variant, size = head.split()
    return Night(
        variant, NAMES[: int(size)], tuple(read_line(line.partition("#")[0]) for line in lines if line.strip())
    )


def read_line(line: str) -> Told:
    words = line.split()
    if words[0] in ("passed", "misdeal", "undo"):
        return Told(words[0])
    if words[0] == "correct":
        return read_hand(line.split(maxsplit=2)[2], what="correct", number=int(words[1]))
    return read_hand(line)


def read_hand(line: str, what: str = "hand", number: int = 0) -> Told:
    said, _, points = line.partition(" : ")
    bidder, bid, *rest = said.split()
    return Told(
        what,
        bidder,
        bid,
        partner="alone" if "alone" in rest else rest[rest.index("with") + 1] if "with" in rest else "",
        tricks="tricks" in rest,
        exceptions=dict(point.split("=") for point in points.split()),
        line=number,
    )
