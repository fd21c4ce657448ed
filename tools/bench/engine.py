"""Hands a second through the real engine, from the document to the next table, and through a bare scorer, as JSON.

python -m tools.bench.engine PORTIONS
"""

import json
import random
import sys
import time

from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import find_variant
from tools.bench import scorer
from tools.bench.measure import pairs

SEATS = ("1", "2", "3", "4")
PORTION = 1_000


def documents():
    """Return a thousand hands, made and set as at a table."""
    dice = random.Random(10)
    hands = []
    for _ in range(PORTION):
        bidder = dice.choice(SEATS)
        points = {point: dice.choice([*[bidder] * 5, *SEATS]) for point in scorer.WORTH}
        hands.append({"bidder": bidder, "bid": dice.randint(4, 7), "points": points})
    return hands


def main(portions):
    hands = documents()
    sheet = {"format": "scoresheet/1", "variant": "minnesota-ten-point", "players": list(SEATS), "lines": []}
    head = read_sheet(sheet | {"rules": {"finish.target": "none"}}, find_variant).head

    def ours():
        began = time.process_time()
        for _ in range(portions):
            table = open_table(head)
            for document in hands:
                table, _ = play(table, read_line(document, head.variant.kind))
        return portions * PORTION / (time.process_time() - began)

    def theirs():
        began = time.process_time()
        for _ in range(portions):
            nothing = dict.fromkeys(SEATS, 0)
            table = scorer.Table(list(SEATS), 3, nothing, nothing)
            for document in hands:
                table, _ = scorer.play(table, scorer.read(document))
        return portions * PORTION / (time.process_time() - began)

    print(json.dumps(pairs(ours, theirs)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
