"""What follows from a value of a setting, one question each; `Ruleset` asks them once a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    from scorekeeper.rules.setting_groups import (
        AllPass,
        Crossing,
        Direction,
        Equal,
        Exchange,
        GameBy,
        InstantWin,
        NextDealer,
        Rounds,
        ScoringMade,
        ScoringOthers,
        ScoringSet,
        Sides,
        SitsOut,
        SpecialNeeds,
        TrumpMade,
    )


def share_scores(sides: Sides) -> bool:
    match sides:
        case "partners" | "pairs":
            return True
        case "solo" | "called-partner":
            return False
    assert_never(sides)


def call_partner(sides: Sides) -> bool:
    match sides:
        case "called-partner":
            return True
        case "partners" | "pairs" | "solo":
            return False
    assert_never(sides)


def scores_the_bid(made: ScoringMade) -> bool:
    match made:
        case "bid":
            return True
        case "taken":
            return False
    assert_never(made)


def others_score(others: ScoringOthers) -> bool:
    match others:
        case "taken":
            return True
        case "nothing":
            return False
    assert_never(others)


def is_counted(game: GameBy) -> bool:
    match game:
        case "count":
            return True
        case "ten-of-trumps":
            return False
    assert_never(game)


def counts_down(direction: Direction) -> bool:
    match direction:
        case "down":
            return True
        case "up":
            return False
    assert_never(direction)


def forces_dealer(all_pass: AllPass) -> bool:
    match all_pass:
        case "dealer-forced":
            return True
        case "redeal" | "next-dealer" | "dealer-set":
            return False
    assert_never(all_pass)


def wins_from_some_scores(instant_win: InstantWin) -> bool:
    """Return whether a hand that wins at once does so from some scores only."""
    match instant_win:
        case "four-bid":
            return True
        case "none" | "all-points-by-anyone":
            return False
    assert_never(instant_win)


def needs_tricks(needs: SpecialNeeds) -> bool:
    match needs:
        case "all-points-and-tricks":
            return True
        case "all-points":
            return False
    assert_never(needs)


def lets_bidder_deal(dealing: NextDealer) -> bool:
    match dealing:
        case "racehorse":
            return True
        case "left":
            return False
    assert_never(dealing)


def have_bids(rounds: Rounds) -> bool:
    match rounds:
        case "one" | "many":
            return True
        case "none":
            return False
    assert_never(rounds)


def times_lost(scoring: ScoringSet) -> int:
    """Return how many times a set costs the bid."""
    match scoring:
        case "bid" | "both":
            return 1
        case "double":
            return 2
        case "given":
            return 0
    assert_never(scoring)


def is_given(scoring: ScoringSet) -> bool:
    match scoring:
        case "given" | "both":
            return True
        case "bid" | "double":
            return False
    assert_never(scoring)


def counts_in_order(crossing: Crossing) -> bool:
    match crossing:
        case "in-order":
            return True
        case "higher-then-bidders" | "bidders-first" | "bidder-or-play-on":
            return False
    assert_never(crossing)


def dealer_sits_out(sits_out: SitsOut) -> bool:
    match sits_out:
        case "dealer":
            return True
        case "nobody":
            return False
    assert_never(sits_out)


def plays_on_equal(equal: Equal) -> bool:
    match equal:
        case "play-on":
            return True
        case "together":
            return False
    assert_never(equal)


def has_stock(exchange: Exchange) -> bool:
    """Return whether cards are drawn after every trick, so that the whole deck is played."""
    match exchange:
        case "stock":
            return True
        case "none" | "discard" | "draw" | "refill" | "blinds" | "kitty" | "widow" | "dealer-takes-rest":
            return False
    assert_never(exchange)


def lead_makes_trump(trump: TrumpMade) -> bool:
    match trump:
        case "first-lead":
            return True
        case "named" | "after-exchange" | "turned" | "cut":
            return False
    assert_never(trump)


def everybody_exchanges(exchange: Exchange) -> bool:
    """Return whether others than the bidder exchange cards: only the bidder takes the blinds."""
    match exchange:
        case "discard" | "draw" | "refill" | "kitty" | "widow" | "dealer-takes-rest":
            return True
        case "none" | "blinds" | "stock":
            return False
    assert_never(exchange)
