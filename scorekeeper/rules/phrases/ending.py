"""How a game starts and ends, in plain English."""

from __future__ import annotations

from scorekeeper.rules.numbers import counted
from scorekeeper.rules.phrases.phrase import Phrase, number, switch


def _rounds(rounds: int) -> str:
    if not rounds:
        return "There is no limit of deals."
    return f"When everybody has dealt {'once' if rounds == 1 else f'{rounds} times'}, the best score wins."


ENDING: dict[str, Phrase] = {
    "finish.start": number("Score at the start", "Everybody starts at {n}."),
    "finish.direction": Phrase(
        "Up or down",
        {
            "up": "Scores go up: what you win is added, and a set takes off what you bid, below zero if need be.",
            "down": "Scores count down: what you win comes off, and a set puts what you bid back on.",
        },
    ),
    "finish.target": number(
        "Target", "The game is to {n}.", none="There is no target: play as long as you like, then settle up."
    ),
    "finish.may_win": Phrase(
        "Who may win",
        {
            "any": "Whoever reaches the target wins, with the bid or without it.",
            "bid-made": "Only a side that makes its bid can win on that hand, whatever the other side's score.",
            "bid-made-or-opponents-set": "A side can win only on a hand in which it makes its bid or the bidders are "
            "set.",
        },
    ),
    "finish.hold": Phrase(
        "Stopping at the target",
        {
            "none": "Nobody is stopped at the target.",
            "at-target": "Whoever gets to the target and may not go out yet stops there.",
            "one-short": "Whoever gets to the target and may not go out yet stops one point before it.",
        },
    ),
    "finish.hold_who": Phrase(
        "Who is stopped",
        {
            "defenders": "Only those who did not bid are stopped.",
            "everyone": "No score goes past it, not even the winner's.",
        },
    ),
    "finish.crossing": Phrase(
        "Several at the target",
        {
            "higher-then-bidders": "If several get there at once, the best score wins; of equal ones, the bidders.",
            "bidders-first": "If several get there at once, the bidders win if they made it; if not, the others.",
            "bidder-or-play-on": "If several get there at once, the bidder wins, if among them with a made bid; "
            "if not, play on until a bidder makes it and stands there.",
            "in-order": "If several get there at once, the points are counted in order, and whoever is first there "
            "wins: what was turned up or given, then high, low, jack, the other cards, and game last.",
        },
    ),
    "finish.instant_win": Phrase(
        "Winning at once",
        {
            "none": "There is no way to win at once.",
            "four-bid": "Bid four and make it, with a point or more before the hand, and you win at once.",
            "all-points-by-anyone": "Take every point of a hand, with the bid or without it, and you win at once.",
        },
    ),
    "finish.must_stand_at_target": switch(
        "Standing at the target",
        "You must stand at the target first: a made bid wins only if you were there before the hand.",
        "A made bid that brings you to the target wins.",
    ),
    "finish.hands": Phrase(
        "Hands of a game",
        {},
        lambda n: f"After {counted(n, 'hand')} the best score wins." if n else "There is no limit of hands.",
    ),
    "finish.rounds": Phrase("Rounds of deals", {}, _rounds),
    "finish.equal": Phrase(
        "Equal after the last hand",
        {
            "together": "Equal best scores after the last hand win together.",
            "play-on": "Equal best scores after the last hand are played on until one is best alone.",
        },
    ),
    "finish.win_by": number(
        "Winning by",
        "To win at the target you must be {n} ahead of everybody else, or more.",
        "A lead of any size wins at the target.",
    ),
    "finish.bust": number(
        "Bust", "At {n} or worse you are bust, and the game is lost.", none="No score is too low to play on."
    ),
}
