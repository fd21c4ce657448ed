"""Every legal result of one hand, for every variant and table size, scored from a fresh table.

A hand's score depends on who bid what, on how many points each side took and on whether every trick was taken (which
cannot be when the other sides have a point that goes to a taker).  So assignments of points to takers are counted by
these, one of each kind is scored, and its count goes into the sum: the numbers are those of a full enumeration.
Where nobody bids every hand is scored: each point to each side or nobody, with every card turned up, given or not, the
jack hung or not.

`hands.txt` has a line a table, with the number of hands and a digest of all their results.  Before and after a change
of a rule on purpose, `python tests/rules/enumeration.py --tell KEY SIZE` prints every hand and what it does: read what
`diff` says of the two.  `--write KEY …` then writes the lines of those variants anew, `--write --all` those of all.
"""

import argparse
import hashlib
import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import SMOKE
from scorekeeper.rules.table import LineResult, Table, open_table
from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.variants.catalogue import catalogue, find_variant

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
FILE = Path(__file__).with_name("hands.txt")


@dataclass(frozen=True)
class Result:
    """One kind of hand: its facts, how many hands are of this kind, the points each side took, what it did."""

    line: dict[str, Any]
    count: int
    taken: tuple[int, ...]
    entry: LineResult


def fresh_table(key: str, size: int, dealer: str | None = None) -> Table:
    document = {"format": "scoresheet/1", "variant": key, "players": list(NAMES[:size])}
    document |= {"dealer": dealer} if dealer else {}
    return open_table(read_sheet(document, find_variant).head)


def tables() -> list[tuple[str, int]]:
    """Return every variant at every size it is played at."""
    return [(key, size) for key, variant in catalogue().items() for size in variant.sizes]


Shared = tuple[tuple[int, ...], bool]
"""Points by taker, and whether another than the first has a point of a trick."""


def ways_to_share(table: Table, takers: list[str]) -> dict[Shared, tuple[int, dict[str, str]]]:
    """Return each kind of sharing -> (how many ways, one of them); each point goes to one taker or to nobody."""
    ways: dict[Shared, tuple[int, dict[str, str]]] = {((0,) * len(takers), False): (1, {})}
    for key, points in table.rules.worth.items():
        of_trick = key == "game" or getattr(table.rules.points, key).to == "taker"
        grown: dict[Shared, tuple[int, dict[str, str]]] = {}
        for (totals, tricks), (count, example) in ways.items():
            for at, taker in [(None, None), *enumerate(takers)]:
                after = totals if at is None else (*totals[:at], totals[at] + points, *totals[at + 1 :])
                shared = example if taker is None else {**example, key: taker}
                kind = (after, tricks or (of_trick and at not in (None, 0)))
                known, first = grown.get(kind, (0, shared))
                grown[kind] = (known + count, first)
        ways = grown
    return ways


def results(key: str, size: int) -> Iterator[Result]:
    """Yield every kind of hand of that table, scored; where there are bids, those that the first player can bid."""
    table = fresh_table(key, size)
    return with_bids(table) if table.rules.has_bidding else without_bids(table)


def without_bids(table: Table) -> Iterator[Result]:
    rules, takers = table.rules, [team[0] for team in table.teams]
    cards = [card for card in TURNED if rules.value(f"turn.{card}")]
    turned = [[], *([card] for card in cards), *([cards] if len(cards) > 1 else [])]
    given, hung = [False, True][: 1 + bool(rules.turn.gift)], [False, True][: 1 + bool(rules.points.jack.hung)]
    for shared in itertools.product([None, *takers], repeat=len(rules.worth)):
        points = {key: taker for key, taker in zip(rules.worth, shared, strict=True) if taker}
        totals = tuple(sum(rules.worth[key] for key, taker in points.items() if taker == one) for one in takers)
        for facts in itertools.product(turned, given, hung):
            said = {key: fact for key, fact in zip(("turned", "gift", "hung"), facts, strict=True) if fact}
            line = {"points": points, **said}
            if entry := try_line(table, line):
                yield Result(line, 1, totals, entry)


def with_bids(table: Table) -> Iterator[Result]:
    """Yield every kind of hand that the first player can bid, or the second where the first one sells the bid."""
    rules = table.rules
    called = [{"partner": table.players[1]}, {"alone": True}] if rules.calls_partner else [{}]
    for bidder, call in itertools.product(table.players[: 1 + rules.auction.seller_scores], called):
        takers = hand_takers(table, bidder, call)
        for (totals, _tricks), (count, points) in ways_to_share(table, takers).items():
            for bid in bids(table):
                facts: dict[str, Any] = {"bidder": bidder, "bid": bid, "points": points, **call}
                for line in (facts, {**facts, "all_tricks": True}):
                    if entry := try_line(table, line):
                        yield Result(line, count, totals, entry)


def hand_takers(table: Table, bidder: str, call: dict[str, Any]) -> list[str]:
    """Return one player for each side of the hand, the bidder's first."""
    if not table.rules.calls_partner:
        return [bidder, *(team[0] for team in table.teams if bidder not in team)]
    return [bidder, next(player for player in table.players if player not in (bidder, call.get("partner")))]


def bids(table: Table) -> list[int | str]:
    rules = table.rules
    special: list[int | str] = [rules.special.name] if rules.has_special else []
    return [*range(rules.auction.min, rules.highest_bid + 1), *special]


def try_line(table: Table, line: dict[str, Any]) -> LineResult | None:
    try:
        return play(table, read_line(line, table.variant.kind))[1]
    except SheetError:
        return None


def smoke_hands(players: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Return every hand of Smoke: who stays, and how the five tricks fall among them."""
    for stay in itertools.product((True, False), repeat=len(players)):
        stayed = [player for player, stays in zip(players, stay, strict=True) if stays]
        sat = [player for player in players if player not in stayed]
        for tricks in compositions(ALL_TRICKS, len(stayed)):
            yield {"tricks": dict(zip(stayed, tricks, strict=True)), "sat": sat}


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Return every way to write `total` as a sum of so many parts, order counting; one way, empty, for no parts."""
    if parts <= 1:
        yield (total,) * parts
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def smoke_results(key: str, size: int) -> Iterator[tuple[dict[str, Any], LineResult]]:
    """Yield every hand of Smoke at a fresh table, with what it does."""
    table = fresh_table(key, size)
    return ((hand, play(table, read_line(hand, SMOKE))[1]) for hand in smoke_hands(table.players))


def describe(key: str, size: int) -> str:
    """Return the line of `hands.txt` for a table."""
    told = told_of(key, size)
    digest = hashlib.sha256("\n".join(text for text, _ in told).encode()).hexdigest()[:16]
    return f"{key} {size} {sum(count for _, count in told)} {digest}"


def told_of(key: str, size: int) -> list[tuple[str, int]]:
    """Return every kind of hand of a table in words, what was said and what it did, and how many are of this kind."""
    return sorted(told_of_smoke(key, size) if catalogue()[key].kind == SMOKE else map(_told, results(key, size)))


def told_of_smoke(key: str, size: int) -> Iterator[tuple[str, int]]:
    for hand, entry in smoke_results(key, size):
        yield f"{tuple(hand['tricks'].items())} {entry.outcome} {tuple(entry.changes.values())}", 1


def _told(one: Result) -> tuple[str, int]:
    did = f"{one.entry.outcome} {tuple(one.entry.changes.values())}"
    if "bid" not in one.line:
        return f"{one.line} {did}", one.count
    tricks = "tricks" if one.line.get("all_tricks") else ""
    buyer = f" bought by {one.line['bidder']}" if one.line["bidder"] != NAMES[0] else ""
    return f"{one.line['bid']} {tricks} {one.line.get('partner')} {one.taken}{buyer} {did} x{one.count}", one.count


def write(keys: Collection[str]) -> None:
    """Write the lines of these variants anew; the other lines stay as they are."""
    before = {tuple(line.split()[:2]): line for line in FILE.read_text(encoding="utf-8").splitlines()}
    lines = []
    for key, size in tables():
        committed = before.pop((key, str(size)), None)
        line = describe(key, size) if key in keys else committed
        lines += [line] if line else []
    lines += [line for (key, _), line in before.items() if key not in keys]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Print the line of every table.")
    parser.add_argument("--write", nargs="*", metavar="KEY", help="write the lines of these variants anew")
    parser.add_argument("--all", action="store_true", help="with --write: of every variant")
    parser.add_argument("--tell", nargs=2, metavar=("KEY", "SIZE"), help="say all hands of a table")
    asked = parser.parse_args(arguments)
    known = {line.split()[0] for line in FILE.read_text(encoding="utf-8").splitlines()} | set(catalogue())
    if asked.tell:
        key, size = asked.tell
        print("\n".join(text for text, _ in told_of(key, int(size))))  # noqa: T201 - a command of its own
    elif asked.write is None and not asked.all:
        print("\n".join(describe(key, size) for key, size in tables()))  # noqa: T201 - as above
    elif asked.write is None or asked.all == bool(asked.write):
        parser.error("Name the variants whose rules were changed on purpose, or say --all.")
    elif unknown := set(asked.write) - known:
        parser.error(f"There is no variant {', '.join(sorted(unknown))}.")
    else:
        write(known if asked.all else asked.write)


if __name__ == "__main__":
    main()
