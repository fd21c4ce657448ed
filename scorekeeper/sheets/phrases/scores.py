"""The points of a hand, how a game starts and ends, and the tally of Smoke, in plain English.

Of the points: what they are worth and who gets them.
"""

from __future__ import annotations

from scorekeeper.rules.grammar import counted
from scorekeeper.rules.point_names import POINT_CARDS, POINT_TITLES
from scorekeeper.rules.setting_groups import Points
from scorekeeper.sheets.phrases.phrase import Phrase, number, switch

# ---------------------------------------------------------------- the points of a hand


def _worth(key: str) -> Phrase:
    title, card = POINT_TITLES[key], POINT_CARDS[key]

    def say(worth: int) -> str:
        return f"{title} is worth {counted(worth, 'point')}." if worth else f"There is no point for {card}."

    return Phrase(f"{title}: worth", {}, say)


def _owner(key: str) -> Phrase:
    title = POINT_TITLES[key]
    return Phrase(
        f"{title}: who gets it",
        {
            "holder": f"{title} goes to whoever plays it, even if the trick is lost.",
            "taker": f"{title} goes to whoever wins its trick.",
        },
    )


POINTS: dict[str, Phrase] = {
    f"points.{key}.{part}": phrase(key)
    for key in Points.__dataclass_fields__
    for part, phrase in (("worth", _worth), ("to", _owner))
}


# ---------------------------------------------------------------- how a game starts and ends


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


# ---------------------------------------------------------------- Smoke


def _moving(title: str, what: str) -> Phrase:
    def say(by: int) -> str:
        if not by:
            return f"{what} does nothing to your score."
        return f"{what} takes {-by} off your score." if by < 0 else f"{what} puts {by} on your score."

    return Phrase(title, {}, say)


def _sits(most: int) -> str:
    if not most:
        return "Nobody sits: everybody plays every hand."
    return f"After {counted(most, 'sit')} in a row you are a mustie: the next hand you must play."


SMOKE: dict[str, Phrase] = {
    "tally.trick": _moving("A trick", "Every trick"),
    "tally.no_trick": _moving("No trick", "Staying without taking a trick"),
    "tally.infraction": _moving("An infraction", "Every infraction"),
    "tally.max_sits": Phrase("Sits in a row", {}, _sits),
    "tally.box_at": number(
        "In the box", "At {n} or less you are in the box, and play every hand until you win or climb out of it."
    ),
    "tally.never_land_at": number("Never-never land", "From {n} upwards you are in never, never land."),
}
