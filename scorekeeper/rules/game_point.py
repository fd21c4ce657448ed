"""The point for game where card points are counted: who has the most, and who has it when they are tied."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.seats import Side, side_of
from scorekeeper.rules.why import Why, why

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.facts import Contract
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.setting_groups import GameTie
    from scorekeeper.rules.sheet import Hand


def count_game(hand: Hand, contract: Contract, rules: Ruleset) -> tuple[tuple[Side, ...], tuple[Why, ...]]:
    """Return the sides that score game by their card points, several or none where it is tied (`game.tie`), and why."""
    if hand.counts is None:
        return (), ()
    piles = {side: sum(hand.counts.get(player, 0) for player in side) for side in contract.sides}
    if rules.game.buried_to_bidder and contract.bid:
        piles[contract.bidders] += hand.buried or 0
    holder = (hand.points or {}).get("low")
    low = side_of(holder, contract.sides) if holder else ()
    winners = _game_winners(piles, contract.bidders, low, rules.game.tie)
    return winners, (_game_why(piles, winners, rules.game.tie),)


def _game_winners(piles: Mapping[Side, int], bidders: Side, low: Side, tie: GameTie) -> tuple[Side, ...]:
    """Return the sides that score game: most card points; of tied sides those that `game.tie` names (A01, A01b)."""
    most = max(piles.values())
    tied = tuple(side for side, pile in piles.items() if pile == most)
    if most == 0:
        return ()
    return tied if len(tied) == 1 else _break_tie(tied, bidders, low, tie)


def _break_tie(tied: tuple[Side, ...], bidders: Side, low: Side, tie: GameTie) -> tuple[Side, ...]:
    """Return those of the tied sides that score game; `low` is the side that took low."""
    match tie:
        case "nobody":
            return ()
        case "low":
            return tuple(side for side in tied if side == low)
        case "bidders":
            return tuple(side for side in tied if side == bidders)
        case "defenders":
            return tuple(side for side in tied if side != bidders)
        case "each":
            return tied
    assert_never(tie)


def _game_why(piles: Mapping[Side, int], winners: tuple[Side, ...], tie: GameTie) -> Why:
    most = max(piles.values())
    tied = most > 0 and sum(pile == most for pile in piles.values()) > 1
    players = tuple(player for side in winners for player in side)
    return why("game-tied" if tied else "game-counted", players, most=most, tie=tie, piles=piles)
