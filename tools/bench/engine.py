"""Hands a second through the real engine, from the document to the next table, and through a bare scorer, as JSON.

The scorer is as somebody writes it who knows ten-point hands alone and checks nothing.

python -m tools.bench.engine PORTIONS
"""

import json
import random
import sys
import time
from dataclasses import dataclass

from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import find_variant
from tools.bench.measure import pairs

SEATS = ("1", "2", "3", "4")
PORTION = 1_000
WORTH = {"high": 1, "low": 1, "jack": 1, "off_jack": 1, "high_joker": 1, "low_joker": 1, "game": 1, "trey": 3}
TARGET = 52


@dataclass
class Hand:
    bidder: str
    bid: int
    points: dict[str, str]


@dataclass
class Result:
    made: bool
    changes: dict[str, int]
    scores: dict[str, int]
    why: list[str]


@dataclass
class Table:
    players: list[str]
    dealer: int
    scores: dict[str, int]
    sets: dict[str, int]
    winner: str | None = None


def read_hand(document):
    return Hand(document["bidder"], document["bid"], document["points"])


def side_of(player):
    return 0 if player in ("1", "3") else 1


def score_hand(table, hand):
    """Return the table after a hand, and what it did."""
    taken = [0, 0]
    for point, player in hand.points.items():
        taken[side_of(player)] += WORTH[point]
    bidders = side_of(hand.bidder)
    made = taken[bidders] >= hand.bid
    moved = list(taken)
    if not made:
        moved[bidders] = -hand.bid
    changes = {player: moved[side_of(player)] for player in table.players}
    scores = {player: score + changes[player] for player, score in table.scores.items()}
    sets = dict(table.sets)
    if not made:
        for player in table.players:
            if side_of(player) == bidders:
                sets[player] += 1
    winner = hand.bidder if made and scores[hand.bidder] >= TARGET else None
    why = [f"{hand.bidder} bid {hand.bid}: {'made' if made else 'set'}", f"others took {taken[1 - bidders]}"]
    after = Table(table.players, (table.dealer + 1) % 4, scores, sets, winner)
    return after, Result(made, changes, scores, why)


def documents():
    """Return a thousand hands, made and set as at a table."""
    dice = random.Random(10)
    hands = []
    for _ in range(PORTION):
        bidder = dice.choice(SEATS)
        points = {point: dice.choice([*[bidder] * 5, *SEATS]) for point in WORTH}
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
            table = Table(list(SEATS), 3, nothing, nothing)
            for document in hands:
                table, _ = score_hand(table, read_hand(document))
        return portions * PORTION / (time.process_time() - began)

    print(json.dumps(pairs(ours, theirs)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
