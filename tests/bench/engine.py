"""Row 8: hands a second through the real engine, from the document to the next table, and through a bare scorer."""

from __future__ import annotations

import random
import time

from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.sheet import Head
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue
from tests.bench import scorer
from tests.bench.measure import Row, pairs

SEATS = ("1", "2", "3", "4")
PORTION = 1_000


def documents():
    """Return a thousand hands, made and set as at a table."""
    dice = random.Random(10)
    hands = []
    for _ in range(PORTION):
        bidder = dice.choice(SEATS)
        takers = [*[bidder] * 5, *SEATS]
        points = {point: dice.choice(takers) for point in scorer.WORTH}
        hands.append({"bidder": bidder, "bid": dice.randint(4, 7), "points": points})
    return hands


def rows(_folder, quick):
    hands, portions = documents(), 5 if quick else 100
    variant = catalogue()["minnesota-ten-point"]
    rules = {"finish.target": "none"}
    sides = usual_sides(variant.ruleset(4, rules).seating.sides, SEATS)
    head = Head(variant, SEATS, "4", sides, rules)

    def ours():
        began = time.process_time()
        for _ in range(portions):
            table = open_table(head)
            for document in hands:
                table, _ = play(table, read_line(document, variant.kind))
        return portions * PORTION / (time.process_time() - began)

    def theirs():
        began = time.process_time()
        for _ in range(portions):
            nothing = dict.fromkeys(SEATS, 0)
            table = scorer.Table(list(SEATS), 3, nothing, nothing)
            for document in hands:
                table, _ = scorer.play(table, scorer.read(document))
        return portions * PORTION / (time.process_time() - began)

    mine, bare = pairs(ours, theirs)
    yield Row("8", "hands replayed / bare dataclass scorer", mine, bare, "a second", mine / bare, 0.35, at_least=True)
