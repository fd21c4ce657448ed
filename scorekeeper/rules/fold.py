"""The fold: a table and one line give the next table.  Only the lines are ever stored.

`Table` is a value; `play` never changes one.  `fold` plays a whole sheet.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, assert_never

from scorekeeper.rules.errors import ImpossibleFact, SettingsError, SheetError
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
    stake_without_bids,
    usual_sides,
    why,
)
from scorekeeper.rules.table import LineResult, Table, end_money, leaders, line_result, open_table, settle_points
from scorekeeper.rules.tally import play_smoke


def misdeal(table: Table, line: Misdeal) -> tuple[Table, LineResult]:
    if line.claimed_by is not None and line.claimed_by not in table.players:
        raise ImpossibleFact.at("claimed_by", "not-at-table", line.claimed_by)
    return line_result(table, table, "misdeal", (why("misdeal", (table.dealer,), line.claimed_by or ""),))


def adjust_scores(table: Table, line: Adjust) -> tuple[Table, LineResult]:
    scores = dict(table.scores)
    for player, change in line.by.items():
        if player not in table.players:
            raise ImpossibleFact.at(f"adjust.{player}", "not-at-table", player)
        side = side_of(player, table.teams)
        if any(other in line.by for other in side if other != player):
            raise ImpossibleFact.at(f"adjust.{player}", "adjust-both-partners")
        scores |= {member: table.scores[member] + change for member in side}
    reasons = tuple(
        why("adjusted", side_of(player, table.teams), change=change, reason=line.reason)
        for player, change in line.by.items()
    )
    return line_result(table, replace(table, scores=scores), "adjust", reasons)


def change_rules(table: Table, line: RulesChange) -> tuple[Table, LineResult]:
    for key in line.changes:
        if key.startswith("seating.") or key == "finish.start":
            raise ImpossibleFact.at(f"rules.{key}", "setting-fixed", key=key)
    house = {**table.house, **line.changes}
    try:
        rules = table.variant.ruleset(len(table.players), house, blame=frozenset(line.changes))
    except SettingsError as error:
        raise error.in_sheet() from error
    if by_bid := stake_without_bids(rules, table.stakes):
        raise ImpossibleFact.at("rules.auction.rounds", "stake-needs-bidding", key=by_bid)
    reasons = tuple(why("rule-changed", setting=key, value=value) for key, value in line.changes.items())
    return line_result(table, replace(table, house=house, rules=rules), "rules", reasons)


def join_table(table: Table, line: Join) -> tuple[Table, LineResult]:
    if not table.rules.table.open:
        raise ImpossibleFact.at("join", "table-closed")
    if line.player in table.players:
        raise ImpossibleFact.at("join", "at-table-already", line.player)
    if line.after is not None and line.after not in table.players:
        raise ImpossibleFact.at("after", "not-at-table", line.after)
    seat = table.players.index(line.after) + 1 if line.after else len(table.players)
    players = (*table.players[:seat], line.player, *table.players[seat:])
    return _reseat(table, "join", line.player, players, table.dealer)


def leave_table(table: Table, line: Leave) -> tuple[Table, LineResult]:
    if not table.rules.table.open:
        raise ImpossibleFact.at("leave", "table-closed")
    if line.player not in table.players:
        raise ImpossibleFact.at("leave", "not-at-table", line.player)
    dealer = left_of(table.dealer, table.players) if line.player == table.dealer else table.dealer
    players = tuple(player for player in table.players if player != line.player)
    return _reseat(table, "leave", line.player, players, dealer)


def _reseat(
    table: Table, how: Literal["join", "leave"], who: str, players: tuple[str, ...], dealer: str
) -> tuple[Table, LineResult]:
    """Settle, and seat other people; scores start again (V44, A27)."""
    size = len(players)
    if size not in table.variant.sizes:
        raise ImpossibleFact.at(how, "table-size", variant=table.variant.name, size=size)
    try:
        rules = table.variant.ruleset(size, table.house)
    except SettingsError as error:
        because = tuple(fault.refusal for fault in error.faults)
        raise ImpossibleFact.at(how, "table-size-without-rules", size=size, because=because) from error
    newcomers = dict.fromkeys(players, 0)
    reseated = replace(
        table,
        rules=rules,
        players=players,
        teams=usual_sides(rules.seating.sides, players),
        dealer=dealer,
        scores=dict.fromkeys(players, rules.finish.start),
        sits=newcomers,
        sets={**newcomers, **table.sets},
        balances={**table.balances, who: table.balances.get(who, 0)},
        play_on=False,
    )
    whys = (why("joined" if how == "join" else "left", (who,)), _restart(table))
    return line_result(table, reseated, how, whys, settle_points(table))


def settle_table(table: Table, _line: Settle) -> tuple[Table, LineResult]:
    if not table.rules.table.open:
        raise ImpossibleFact.at("settle", "settle-at-the-end")
    fresh = replace(
        table,
        scores=dict.fromkeys(table.players, table.rules.finish.start),
        sits=dict.fromkeys(table.players, 0),
        play_on=False,
    )
    return line_result(table, fresh, "settle", (_restart(table),), settle_points(table))


def substitute_player(table: Table, line: Substitute) -> tuple[Table, LineResult]:
    """Seat somebody in another's place: score, side, sets and turn to deal go with the seat.

    Money that was moved before stays with the player who sat there then; the rest of the game's is the substitute's.
    Whoever left an open table with sets of their own, and takes over a seat, has those too.
    """
    new, old = line.player, line.replaces
    if new in table.players:
        raise ImpossibleFact.at("substitute", "at-table-already", new)
    if old not in table.players:
        raise ImpossibleFact.at("replaces", "not-at-table", old)

    def seated(player: str) -> str:
        return new if player == old else player

    after = replace(
        table,
        players=tuple(map(seated, table.players)),
        teams=tuple(tuple(map(seated, team)) for team in table.teams),
        dealer=seated(table.dealer),
        scores={seated(player): score for player, score in table.scores.items()},
        sits={seated(player): sits for player, sits in table.sits.items()},
        sets={**table.sets, old: 0, new: table.sets.get(new, 0) + table.sets[old]},
        balances={**table.balances, new: table.balances.get(new, 0)},
    )
    return line_result(table, after, "substitute", (why("substituted", (new,), old),))


def swap_seats(table: Table, line: Swap) -> tuple[Table, LineResult]:
    """Let two players change seats: the order of turns changes, scores, sides and the player who deals do not."""
    one, other = line.players
    for player in line.players:
        if player not in table.players:
            raise ImpossibleFact.at("swap", "not-at-table", player)
    if one == other:
        raise ImpossibleFact.at("swap", "swap-with-oneself", one)
    moved = {one: other, other: one}
    players = tuple(moved.get(player, player) for player in table.players)
    # The same sides, each in seat order; where everybody plays alone, the players as they sit now.
    together = tuple(tuple(player for player in players if player in team) for team in table.teams)
    after = replace(
        table,
        players=players,
        teams=together if table.rules.shares_scores else tuple((player,) for player in players),
        scores={player: table.scores[player] for player in players},
    )
    return line_result(table, after, "swap", (why("swapped", line.players),))


def change_dealer(table: Table, line: DealerChange) -> tuple[Table, LineResult]:
    """Let another player deal the next hand; the deal goes on from there."""
    if line.dealer not in table.players:
        raise ImpossibleFact.at("dealer", "not-at-table", line.dealer)
    return line_result(table, replace(table, dealer=line.dealer), "dealer", (why("deals-next", (line.dealer,)),))


def end_game(table: Table, line: End) -> tuple[Table, LineResult]:
    """End the game at these scores: the leaders win it and are paid as after a won game, or nobody is."""
    if line.winner == "nobody":
        return line_result(table, replace(table, ended=True), "end", (why("ended-nobody"),))
    ahead = leaders(table)
    if len(ahead) == len(table.players):
        raise ImpossibleFact.at("end", "nobody-leads")
    after = replace(table, ended=True, winners=ahead)
    return line_result(table, after, "end", (why("ended-leaders", ahead),), end_money(after))


def _restart(table: Table) -> Why:
    """Return why scores start again: the points were settled, or there are none to settle."""
    return why("settled" if table.stakes is not None and table.stakes.point else "restarted")


# ---------------------------------------------------------------- the fold


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
    winners = ended.winners and tuple(player for player in table.players if player in ended.winners)
    after = table.after_hand(dealer=dealer, scores=scores, sets=sets, play_on=ended.play_on, winners=winners)
    stakes = table.stakes
    money = (
        (*hand_parts(stakes, after.players, contract, rules.special.name, made=made), *end_money(after))
        if stakes
        else ()
    )
    whys = (*scored.whys, *_paid_for_special(stakes, money), *ended.whys)
    return line_result(table, after, scored.outcome, whys, money)


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
