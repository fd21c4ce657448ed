"""Smoke, 1968: tricks count down, sitting is rationed, and the tally is read aloud (catalogue V48)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.errors import impossible
from scorekeeper.rules.frozen import statically_frozen
from scorekeeper.rules.seats import starting_with
from scorekeeper.rules.why import Why, why

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.sheet import SmokeHand

ALL_TRICKS = 5


@statically_frozen
class TallyReading:
    """How the last hand is read out: whom it begins with, and each player's trend."""

    first: str
    trends: Mapping[str, str]


@dataclass(frozen=True)
class TallyLine:
    """One player's line of the tally, as it is read aloud."""

    player: str
    score: int
    trend: str
    sits: int
    must_play: bool
    in_box: bool
    never_land: bool


@statically_frozen
class SmokeResult:
    """A hand's result: scores and sits after it, how it is read, who has won."""

    scores: Mapping[str, int]
    sits: Mapping[str, int]
    reading: TallyReading
    winners: tuple[str, ...]
    whys: tuple[Why, ...]


@statically_frozen
class SmokeState:
    """Where everybody stands before a hand: score and hands sat out in a row, in seat order."""

    scores: Mapping[str, int]
    sits: Mapping[str, int]


def must_play(rules: Ruleset, standing: SmokeState) -> tuple[str, ...]:
    """Give who may not sit out the next hand: a mustie (`tally.max_sits`) or in the box (`tally.box_at`)."""
    return tuple(
        player
        for player, score in standing.scores.items()
        if standing.sits[player] >= rules.tally.max_sits or score <= rules.tally.box_at
    )


def tally_hand(hand: SmokeHand, rules: Ruleset, before: SmokeState, eldest: str) -> SmokeResult:
    """Score a hand of Smoke; `eldest` sits left of the dealer and reads when nobody says who took the first trick.

    Raises ImpossibleFact: tricks that do not add up to five, somebody neither playing nor sitting, a mustie who sat.
    """
    check_smoke_hand(hand, rules, before)
    changes = {player: _change(hand, rules, player) for player in before.scores}
    after = {player: score + changes[player] for player, score in before.scores.items()}
    return SmokeResult(
        scores=after,
        sits={player: before.sits[player] + 1 if player in hand.sat else 0 for player in after},
        reading=TallyReading(
            hand.first_trick or eldest, {player: trend_of(change) for player, change in changes.items()}
        ),
        winners=_winners(rules, after),
        whys=(*_explain(hand, rules, tuple(after)), *_explain_end(rules, after)),
    )


# ---------------------------------------------------------------- can it have been?


def check_smoke_hand(hand: SmokeHand, rules: Ruleset, before: SmokeState) -> None:
    """Refuse a hand of Smoke that cannot have been.  Raises ImpossibleFact with the key at fault."""
    players = tuple(before.scores)
    _check_names(hand, players)
    _check_everybody_once(hand, players)
    _check_tricks(hand)
    for player in must_play(rules, before):
        if player in hand.sat:
            reason = "is in the box" if before.scores[player] <= rules.tally.box_at else "is a mustie"
            raise impossible("sat", f"{player} {reason} and must play this hand.")


def _check_names(hand: SmokeHand, players: Sequence[str]) -> None:
    for field, named in (("tricks", hand.tricks), ("sat", hand.sat), ("pickups", hand.pickups)):
        for player in named:
            if player not in players:
                raise impossible(field, f"{player} is not at the table.")


def _check_everybody_once(hand: SmokeHand, players: Sequence[str]) -> None:
    if len(set(hand.sat)) != len(hand.sat):
        raise impossible("sat", "One player is named twice among those who sat.")
    for player in players:
        if player in hand.tricks and player in hand.sat:
            raise impossible("tricks", f"{player} either stayed or sat, not both.")
        if player not in hand.tricks and player not in hand.sat:
            raise impossible("tricks", f"Did {player} stay or sit? Tricks are given for everybody who stayed.")


def _check_tricks(hand: SmokeHand) -> None:
    total = sum(hand.tricks.values())
    if hand.tricks and total != ALL_TRICKS:
        raise impossible("tricks", f"That is {total} tricks, and there are {ALL_TRICKS} in a hand.")
    if hand.first_trick is not None and not hand.tricks.get(hand.first_trick):
        raise impossible("first_trick", f"{hand.first_trick} took no trick, so not the first one either.")


# ---------------------------------------------------------------- what it does


def _change(hand: SmokeHand, rules: Ruleset, player: str) -> int:
    infractions = hand.pickups.get(player, 0) * rules.tally.infraction
    return infractions + (_by_tricks(rules, hand.tricks[player]) if player in hand.tricks else 0)


def _by_tricks(rules: Ruleset, tricks: int) -> int:
    return tricks * rules.tally.trick if tricks else rules.tally.no_trick


def trend_of(change: int) -> str:
    """Give a player's trend after a hand that changed his score so: the tally counts down."""
    if change == 0:
        return "steady"
    return "down" if change < 0 else "up"


def _winners(rules: Ruleset, scores: Mapping[str, int]) -> tuple[str, ...]:
    """Give who has won: at the target or below the lowest wins, equal scores together (A32, A33)."""
    lowest = min(scores.values())
    if isinstance(rules.finish.target, str) or lowest > rules.finish.target:
        return ()
    return tuple(player for player, score in scores.items() if score == lowest)


def _explain(hand: SmokeHand, rules: Ruleset, players: Sequence[str]) -> tuple[Why, ...]:
    """Give a reason for every change: tricks, none, infractions."""
    stayed = [(player, hand.tricks[player]) for player in players if player in hand.tricks]
    by_tricks = [
        why("tricks" if tricks else "no-trick", (player,), tricks=tricks, change=_by_tricks(rules, tricks))
        for player, tricks in stayed
    ]
    return (*(by_tricks or [why("nobody-stayed")]), *_explain_pickups(hand, rules, players))


def _explain_pickups(hand: SmokeHand, rules: Ruleset, players: Sequence[str]) -> tuple[Why, ...]:
    return tuple(
        why("pickup", (player,), times=hand.pickups[player], change=hand.pickups[player] * rules.tally.infraction)
        for player in players
        if hand.pickups.get(player)
    )


def _explain_end(rules: Ruleset, scores: Mapping[str, int]) -> tuple[Why, ...]:
    winners = _winners(rules, scores)
    return (why("smoke-won", winners, score=min(scores.values())),) if winners else ()


def read_tally(rules: Ruleset, reading: TallyReading, standing: SmokeState, *, finished: bool) -> tuple[TallyLine, ...]:
    """Give the tally in the order it is read: clockwise from whoever took the first trick (A34)."""
    forced = () if finished else must_play(rules, standing)
    scores = standing.scores
    return tuple(
        TallyLine(
            player=player,
            score=scores[player],
            trend=reading.trends[player],
            sits=standing.sits[player],
            must_play=player in forced,
            in_box=not finished and scores[player] <= rules.tally.box_at,
            never_land=scores[player] >= rules.tally.never_land_at,
        )
        for player in starting_with(reading.first, tuple(scores))
    )
