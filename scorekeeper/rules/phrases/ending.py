"""How a game starts and ends, in plain English."""

from __future__ import annotations

from scorekeeper.rules.phrases.phrase import Phrase, number, switch

ENDING: dict[str, Phrase] = {
    "finish.start": number("Score at the start", "Everybody starts at {n}."),
    "finish.direction": Phrase(
        "Up or down",
        {
            "up": "Scores go up; a side that is set goes down by its bid.",
            "down": "Scores count down; a side that is set goes up by its bid.",
        },
    ),
    "finish.target": number(
        "Target", "The game is to {n}.", none="There is no target: play as long as you like and settle."
    ),
    "finish.may_win": Phrase(
        "Who may win",
        {
            "any": "Any side that reaches the target wins, whether it bid or not.",
            "bid-made": "Only a side that makes its bid can win with that hand.",
            "bid-made-or-opponents-set": "A side wins with a hand in which it made its bid or the others failed.",
        },
    ),
    "finish.hold": Phrase(
        "Stopping at the target",
        {
            "none": "Nobody is stopped at the target.",
            "at-target": "Who may not win yet is stopped at the target.",
            "one-short": "Who may not win yet is stopped one short of the target.",
        },
    ),
    "finish.hold_who": Phrase(
        "Who is stopped",
        {
            "defenders": "Only those are stopped who did not bid.",
            "everyone": "Nobody's score is written past the target, the winner's included.",
        },
    ),
    "finish.crossing": Phrase(
        "Several at the target",
        {
            "higher-then-bidders": "When several are there the best score wins; of equal ones the bidders.",
            "bidders-first": "When several are there the bidders win if they made their bid; otherwise the others.",
            "bidder-or-play-on": "When several are there the bidder wins if he is one of them and made it; otherwise "
            "play on until a bidder makes his bid and stands there.",
        },
    ),
    "finish.instant_win": Phrase(
        "Winning at once",
        {
            "none": "There is no way to win at once.",
            "four-bid": "Who bids four and makes it, with at least one point before the hand, wins at once.",
            "all-points-by-anyone": "Any side that takes every point of a hand wins at once.",
        },
    ),
    "finish.must_stand_at_target": switch(
        "Standing at the target",
        "A made bid wins only from a score that stood at the target before the hand.",
        "A made bid that brings you to the target wins.",
    ),
    "finish.bust": number(
        "Bust", "A side that falls to {n} is bust and has lost.", none="No score is too low to play on."
    ),
}
