"""The hand that turned a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

Scores = Mapping[str, int]


def turning_hand(hands: Iterable[tuple[Scores, Scores]], winners: Collection[str], *, counts_down: bool) -> int | None:
    """Return which hand turned a game, counted from 0, by the scores before and after each; None if nobody won.

    It is the hand with the largest swing in the lead toward the winner, the later of equals.  The lead is the winner's
    score minus the best other score, after the hand minus before it; where the lowest score is the best, the lowest
    other score minus the winner's.  A winner who is not ahead at the end won by a rule and not by points, such as a bid
    that wins at once: the last hand turned that game.
    """
    sign = -1 if counts_down else 1

    def lead(scores: Scores) -> int:
        others = [sign * score for player, score in scores.items() if player not in winners]
        return max(sign * scores[player] for player in winners if player in scores) - max(others, default=0)

    played = [
        (number, lead(before), lead(after))
        for number, (before, after) in enumerate(hands)
        if any(player in before for player in winners)  # who joined later had no part in it
    ]
    if not played or played[-1][2] <= 0:
        return played[-1][0] if played else None
    return max(played, key=lambda hand: (hand[2] - hand[1], hand[0]))[0]
