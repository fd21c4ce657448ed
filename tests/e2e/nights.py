"""Reads the nights of `nights/`: see its README for how one is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.rules.ruleset import SMOKE
from scorekeeper.variants.catalogue import find_variant

FOLDER = Path(__file__).with_name("nights")
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


@dataclass(frozen=True)
class Told:
    """One thing that happened: `what` is hand, passed, nobody, misdeal, undo or correct (`line` counts in the log)."""

    what: str
    bidder: str = ""
    bid: str = ""
    partner: str = ""
    tricks: bool = False
    exceptions: dict[str, str] = field(default_factory=dict)
    """Point -> who took it, "-" for nobody; every other point is the bidder's."""
    line: int = 0
    stayed: dict[str, str] = field(default_factory=dict)
    """Smoke: who stayed, and the tricks he took; who `sat`, who took the `first` trick, and who picked up how often."""
    sat: tuple[str, ...] = ()
    first: str = ""
    pickups: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Night:
    variant: str
    players: tuple[str, ...]
    told: tuple[Told, ...]


def read_night(name: str) -> Night:
    """Read `nights/NAME.night`."""
    head, *lines = (FOLDER / f"{name}.night").read_text(encoding="utf-8").splitlines()
    variant, size = head.split()
    smoke = find_variant(variant).kind == SMOKE
    told = tuple(read_line(line.partition("#")[0], smoke=smoke) for line in lines if line.strip())
    return Night(variant, NAMES[: int(size)], told)


def read_line(line: str, *, smoke: bool = False) -> Told:
    words, read = line.split(), read_smoke if smoke else read_hand
    if words[0] in ("passed", "nobody", "misdeal", "undo"):
        return Told(words[0])
    if words[0] == "correct":
        return read(line.split(maxsplit=2)[2], what="correct", number=int(words[1]))
    return read(line)


def read_smoke(line: str, what: str = "hand", number: int = 0) -> Told:
    took, *parts = (part.split() for part in line.split(";"))
    said = {part[0]: part[1:] for part in parts}
    pickups = said.get("pickup", [])
    return Told(
        what,
        stayed=dict(zip(took[::2], took[1::2], strict=True)),
        sat=tuple(said.get("sat", ())),
        first=said["first"][0] if "first" in said else "",
        pickups={player: pickups.count(player) for player in pickups},
        line=number,
    )


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
