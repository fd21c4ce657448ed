"""Smoke, 1968: tricks count down, sitting is rationed, and the tally is read aloud (catalogue V48)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.seats import starting_with
from scorekeeper.rules.sheet import SmokeHand, statically_frozen
from scorekeeper.rules.why import Why, why

ALL_TRICKS = 5
Trend = Literal["down", "up", "steady"]


@statically_frozen
class TallyReading:
    """What the last hand adds to the tally: whom it begins with, and each player's trend."""

    first: str
    trends: Mapping[str, Trend]


@dataclass(frozen=True)
class TallyLine:
    """One player's line of the tally as it is read aloud."""

    player: str
    score: int
    trend: Trend
    sits: int
    must_play: bool
    in_box: bool
    never_land: bool


@statically_frozen
class SmokeResult:
    """A hand's result: scores and sits after it, its part of the tally, who has won."""

    scores: Mapping[str, int]
    sits: Mapping[str, int]
    reading: TallyReading
    winners: tuple[str, ...]
    whys: tuple[Why, ...]


@statically_frozen
class SmokeState:
    """Every player's score and hands sat out in a row, in seat order."""

    scores: Mapping[str, int]
    sits: Mapping[str, int]


def must_play(rules: Ruleset, state: SmokeState) -> tuple[str, ...]:
    """Return who may not sit out the next hand: a mustie (`tally.max_sits`) or in the box (`tally.box_at`)."""
    return tuple(
        player
        for player, score in state.scores.items()
        if state.sits[player] >= rules.tally.max_sits or score <= rules.tally.box_at
    )


def tally_hand(hand: SmokeHand, rules: Ruleset, before: SmokeState, eldest: str) -> SmokeResult:
    """Score a hand of Smoke; `eldest`, left of the dealer, reads the tally if the sheet names no first trick.

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


# ---------------------------------------------------------------- can it have happened?


def check_smoke_hand(hand: SmokeHand, rules: Ruleset, before: SmokeState) -> None:
    """Refuse a hand of Smoke that cannot have happened.  Raises ImpossibleFact with the key at fault."""
    players = tuple(before.scores)
    _check_names(hand, players)
    _check_everybody_once(hand, players)
    _check_tricks(hand)
    for player in must_play(rules, before):
        if player in hand.sat:
            in_box = before.scores[player] <= rules.tally.box_at
            raise ImpossibleFact.at("sat", "in-the-box" if in_box else "mustie", player)


def _check_names(hand: SmokeHand, players: Sequence[str]) -> None:
    for field, named in (("tricks", hand.tricks), ("sat", hand.sat), ("pickups", hand.pickups)):
        for player in named:
            if player not in players:
                raise ImpossibleFact.at(field, "not-at-table", player)


def _check_everybody_once(hand: SmokeHand, players: Sequence[str]) -> None:
    if len(set(hand.sat)) != len(hand.sat):
        raise ImpossibleFact.at("sat", "sat-twice")
    for player in players:
        if player in hand.tricks and player in hand.sat:
            raise ImpossibleFact.at("tricks", "stayed-and-sat", player)
        if player not in hand.tricks and player not in hand.sat:
            raise ImpossibleFact.at("tricks", "stayed-or-sat", player)


def _check_tricks(hand: SmokeHand) -> None:
    total = sum(hand.tricks.values())
    if hand.tricks and total != ALL_TRICKS:
        raise ImpossibleFact.at("tricks", "tricks-not-five", total=total, all=ALL_TRICKS)
    if hand.first_trick is not None and not hand.tricks.get(hand.first_trick):
        raise ImpossibleFact.at("first_trick", "first-trick-without-trick", hand.first_trick)


# ---------------------------------------------------------------- what it does


def _change(hand: SmokeHand, rules: Ruleset, player: str) -> int:
    infractions = hand.pickups.get(player, 0) * rules.tally.infraction
    return infractions + (_by_tricks(rules, hand.tricks[player]) if player in hand.tricks else 0)


def _by_tricks(rules: Ruleset, tricks: int) -> int:
    return tricks * rules.tally.trick if tricks else rules.tally.no_trick


def trend_of(change: int) -> Trend:
    """Return a player's trend after a change of their score: the tally counts down."""
    if change == 0:
        return "steady"
    return "down" if change < 0 else "up"


def _winners(rules: Ruleset, scores: Mapping[str, int]) -> tuple[str, ...]:
    """Return who has won: at the target or below, the lowest score; equal scores win together (A32, A33)."""
    lowest, target = min(scores.values()), rules.finish.target
    if target == "none" or lowest > target:
        return ()
    return tuple(player for player, score in scores.items() if score == lowest)


def _explain(hand: SmokeHand, rules: Ruleset, players: Sequence[str]) -> tuple[Why, ...]:
    """Return a reason for every change: tricks, no trick, infractions."""
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


def read_tally(rules: Ruleset, reading: TallyReading, state: SmokeState, *, finished: bool) -> tuple[TallyLine, ...]:
    """Return the tally in the order it is read: clockwise from the player who took the first trick (A34)."""
    forced = () if finished else must_play(rules, state)
    scores = state.scores
    return tuple(
        TallyLine(
            player=player,
            score=scores[player],
            trend=reading.trends[player],
            sits=state.sits[player],
            must_play=player in forced,
            in_box=not finished and scores[player] <= rules.tally.box_at,
            never_land=scores[player] >= rules.tally.never_land_at,
        )
        for player in starting_with(reading.first, tuple(scores))
    )
