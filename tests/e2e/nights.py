"""Reads the nights of `nights/`: see its README for how one is told."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from scorekeeper.rulebook.questions import read_answer, rule_field
from scorekeeper.rules.ruleset import SMOKE, Ruleset
from scorekeeper.variants.catalogue import find_variant

FOLDER = Path(__file__).with_name("nights")
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


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
    """Smoke: who stayed, with their tricks; who `sat`, who took the `first` trick, and who picked up how often."""
    sat: tuple[str, ...] = ()
    first: str = ""
    pickups: dict[str, int] = field(default_factory=dict)
    turned: tuple[str, ...] = ()
    """Without bidding: the cards turned up, whether a point was given, and whether the jack was hung."""
    gift: bool = False
    hung: bool = False
    scores: dict[str, int] = field(default_factory=dict)
    """What somebody stands at afterwards, as worked out by hand."""


@dataclass(frozen=True)
class Night:
    variant: str
    players: tuple[str, ...]
    told: tuple[Told, ...]
    house: dict[str, str] = field(default_factory=dict)
    """Setting -> the answer tapped."""

    @property
    def rules(self) -> Ruleset:
        answers = {key: read_answer(key, {rule_field(key): text}) for key, text in self.house.items()}
        return find_variant(self.variant).ruleset(len(self.players), answers)


def read_night(name: str) -> Night:
    """Read `nights/NAME.night`."""
    text = (FOLDER / f"{name}.night").read_text(encoding="utf-8")
    head, *lines = filter(str.strip, (line.partition("#")[0] for line in text.splitlines()))
    variant, size, *house = head.split()
    smoke = find_variant(variant).kind == SMOKE
    told = tuple(read_line(line, smoke=smoke) for line in lines)
    return Night(variant, NAMES[: int(size)], told, dict(rule.split("=") for rule in house))


def read_line(line: str, *, smoke: bool = False) -> Told:
    line, _, scores = line.partition(" = ")
    words, read = line.split(), read_smoke if smoke else read_hand
    match words[0]:
        case "passed" | "nobody" | "misdeal" | "undo":
            told = Told(words[0])
        case "correct":
            told = read(line.split(maxsplit=2)[2], what="correct", number=int(words[1]))
        case _:
            told = read(line)
    said = scores.split()
    return replace(told, scores=dict(zip(said[::2], map(int, said[1::2]), strict=True)))


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


def read_taken(line: str, what: str, number: int) -> Told:
    took, *parts = (part.split() for part in line.split(";"))
    said = {part[0]: part[1:] for part in parts}
    return Told(
        what,
        exceptions=dict(point.split("=") for point in took[1:]),
        turned=tuple(said.get("turned", ())),
        gift="gift" in said,
        hung="hung" in said,
        line=number,
    )


def read_hand(line: str, what: str = "hand", number: int = 0) -> Told:
    if line.startswith("took "):
        return read_taken(line, what, number)
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
