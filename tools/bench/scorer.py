"""A bare scorer of ten-point hands, as somebody writes it who knows one game and checks nothing."""

from __future__ import annotations

from dataclasses import dataclass

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


def read(document):
    return Hand(document["bidder"], document["bid"], document["points"])


def side_of(player):
    return 0 if player in ("1", "3") else 1


def play(table, hand):
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
