"""The fold: a table and one line give the next table.  Only the lines are ever stored.

`Table` is a value; `play` never changes one.  `fold` plays a whole sheet.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.rules.facts import Contract, check_hand
from scorekeeper.rules.finish import finish_hand
from scorekeeper.rules.hand import MADE, score_hand
from scorekeeper.rules.money import SPECIAL, Part, hand_parts
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import (
    Adjust,
    DealerChange,
    End,
    Hand,
    Join,
    Leave,
    Line,
    Misdeal,
    Passed,
    RulesChange,
    Settle,
    Sheet,
    SmokeHand,
    Stakes,
    Substitute,
    Swap,
    Why,
    add_money,
    left_of,
    right_of,
    side_of,
    why,
)
from scorekeeper.rules.table import LineResult, Table, end_money, line_result, open_table
from scorekeeper.rules.table_changes import (
    adjust_scores,
    change_dealer,
    change_rules,
    end_game,
    join_table,
    leave_table,
    misdeal,
    settle_table,
    substitute_player,
    swap_seats,
)
from scorekeeper.rules.tally import play_smoke


def fold(sheet: Sheet) -> tuple[Table, list[LineResult]]:
    """Play a whole sheet.  Raises SheetError at the first line that is unreadable or impossible, with its number."""
    table, entries = open_table(sheet.head), []
    for number, document in enumerate(sheet.lines, start=1):
        try:
            table, entry = play(table, read_line(document, table.variant.kind))
        except SheetError as error:
            raise error.at_line(number) from error
        entries.append(entry)
    return table, entries


def play(table: Table, line: Line) -> tuple[Table, LineResult]:
    """Return the table after one more line, and what the line did.  Raises ImpossibleFact with the field at fault."""
    if table.winners or table.ended:
        raise ImpossibleFact.at("line", "game-over")
    return _PLAYS[type(line)](replace(table, reading=None) if table.reading else table, line)


def _play_hand(table: Table, hand: Hand) -> tuple[Table, LineResult]:
    rules = table.rules
    contract = check_hand(hand, rules, table)
    if contract is None:
        return _pass_out(table, hand)
    scored = score_hand(hand, contract, rules, table.scores)
    scores, ended = finish_hand(
        rules, contract, table.teams, table.scores, scored, play_on=table.play_on, hands=table.hands + 1
    )
    made = scored.outcome == MADE
    dealer = _next_dealer(table, contract, made=made)
    sets = add_money(table.sets, scored.sets)
    winners = ended.winners and _in_seat_order(table, ended.winners)
    after = table.after_hand(dealer=dealer, scores=scores, sets=sets, play_on=ended.play_on, winners=winners)
    stakes = table.stakes
    money = _hand_money(stakes, after, contract, made=made) if stakes else ()
    whys = (*scored.whys, *_paid_for_special(stakes, money), *ended.whys)
    return line_result(table, after, scored.outcome, whys, money)


def _hand_money(stakes: Stakes, after: Table, contract: Contract, *, made: bool) -> tuple[Part, ...]:
    """Return the money of a hand, and of the game if the hand ended it; `after` is the table after the hand."""
    special = after.rules.special.name
    return (*hand_parts(stakes, after.players, contract, special, made=made), *end_money(after))


def _paid_for_special(stakes: Stakes | None, money: tuple[Part, ...]) -> tuple[Why, ...]:
    """Return what a special bid brought or cost in money [003: "recorded on the scoresheet with a star"]."""
    if stakes is None:
        return ()
    return tuple(
        why(
            "special-paid",
            part.who,
            part.player,
            each=part.facts["each"],
            made=part.facts["made"],
            currency=stakes.currency,
        )
        for part in money
        if part.what == SPECIAL
    )


def _next_dealer(table: Table, contract: Contract, *, made: bool) -> str:
    """Return who deals next: the player on the left; or the bidder, after a set the player on their right (V46)."""
    if table.rules.bidder_deals:
        return contract.bidder if made else right_of(contract.bidder, table.players)
    return left_of(table.dealer, table.players)


def _pass_out(table: Table, _line: Passed | Hand) -> tuple[Table, LineResult]:
    """Return what happens when nobody bids (`auction.all_pass`, A04)."""
    if not table.rules.has_bidding:
        raise ImpossibleFact.at("passed_out", "nobody-bids", key="passed_out")
    rule, dealer = table.rules.auction.all_pass, table.dealer
    next_dealer = left_of(dealer, table.players)
    match rule:
        case "redeal":
            return line_result(table, table, "passed", (why("passed-again", (dealer,)),))
        case "next-dealer":
            return line_result(table, replace(table, dealer=next_dealer), "passed", (why("passed-on", (next_dealer,)),))
        case "dealer-forced":
            raise ImpossibleFact.at("passed_out", "dealer-forced")
        case "dealer-set":
            return _set_dealer(table, next_dealer)
    assert_never(rule)


def _set_dealer(table: Table, next_dealer: str) -> tuple[Table, LineResult]:
    """Return the table after a dealer was set without playing; it costs, and brings the others, what a set does."""
    rules, side = table.rules, side_of(table.dealer, table.teams)
    lost, given = rules.times_lost * rules.forced_bid, rules.forced_bid if rules.gives_sets else 0
    sign = -1 if rules.counts_down else 1
    scores = {player: score + sign * (-lost if player in side else given) for player, score in table.scores.items()}
    sets = add_money(table.sets, dict.fromkeys(side, 1))
    facts = {"points": -lost, "times": rules.times_lost, "doubled": False, "down": rules.counts_down}
    reasons = [Why("dealer-set", side, facts)]
    if given:
        others = tuple(player for player in table.players if player not in side)
        reasons.append(why("set-given", others, points=given, down=rules.counts_down))
    return line_result(table, replace(table, dealer=next_dealer, scores=scores, sets=sets), "passed", tuple(reasons))


def _in_seat_order(table: Table, players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(player for player in table.players if player in players)


_PLAYS: dict[type, Callable[[Table, Any], tuple[Table, LineResult]]] = {
    Hand: _play_hand,
    SmokeHand: play_smoke,
    Passed: _pass_out,
    Misdeal: misdeal,
    Join: join_table,
    Leave: leave_table,
    Adjust: adjust_scores,
    RulesChange: change_rules,
    Settle: settle_table,
    Substitute: substitute_player,
    Swap: swap_seats,
    DealerChange: change_dealer,
    End: end_game,
}
