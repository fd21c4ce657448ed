"""Smoke, 1968: tricks count down, sitting is rationed, and the tally is read aloud (catalogue V48)."""

from dataclasses import dataclass, replace

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.sheet import SmokeHand, left_of, starting_with, why
from scorekeeper.rules.table import LineResult, Table, Trend, end_money, line_result

ALL_TRICKS = 5


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


def play_smoke(table: Table, hand: SmokeHand) -> tuple[Table, LineResult]:
    """Score a hand of Smoke; the player left of the dealer reads the tally if the sheet names no first trick.

    At the target or below the lowest score wins, and equal scores win together (A32, A33).

    Raises ImpossibleFact: tricks that do not add up to five, somebody neither playing nor sitting, a mustie who sat.
    """
    _check_people(table, hand)
    _check_tricks(table, hand)
    rules, reasons, changes = table.rules, [], dict.fromkeys(table.scores, 0)
    for player in table.scores:
        if player in hand.tricks:
            tricks = hand.tricks[player]
            changes[player] = tricks * rules.tally.trick if tricks else rules.tally.no_trick
            reasons.append(why("tricks" if tricks else "no-trick", (player,), tricks=tricks, change=changes[player]))
    if not reasons:
        reasons.append(why("nobody-stayed"))
    for player in table.scores:
        if times := hand.pickups.get(player, 0):
            change = times * rules.tally.infraction
            changes[player] += change
            reasons.append(why("pickup", (player,), times=times, change=change))
    scores = {player: score + changes[player] for player, score in table.scores.items()}
    lowest, winners = min(scores.values()), tuple[str, ...]()
    if rules.finish.target != "none" and lowest <= rules.finish.target:
        winners = tuple(player for player, score in scores.items() if score == lowest)
        reasons.append(why("smoke-won", winners, score=lowest))
    eldest = left_of(table.dealer, table.players)
    trends = {player: trend_of(change) for player, change in changes.items()}
    after = replace(
        table,
        dealer=eldest if hand.tricks else table.dealer,
        scores=scores,
        sits={player: table.sits[player] + 1 if player in hand.sat else 0 for player in scores},
        reading=(hand.first_trick or eldest, trends),
        winners=winners,
    )
    return line_result(table, after, "tally", tuple(reasons), end_money(after))


def _check_people(table: Table, hand: SmokeHand) -> None:
    """Refuse a hand in which somebody is a stranger, is missing, or both stayed and sat."""
    for field, named in (("tricks", hand.tricks), ("sat", hand.sat), ("pickups", hand.pickups)):
        for player in named:
            if player not in table.scores:
                raise ImpossibleFact.at(field, "not-at-table", player)
    if len(set(hand.sat)) != len(hand.sat):
        raise ImpossibleFact.at("sat", "sat-twice")
    for player in table.scores:
        if player in hand.tricks and player in hand.sat:
            raise ImpossibleFact.at("tricks", "stayed-and-sat", player)
        if player not in hand.tricks and player not in hand.sat:
            raise ImpossibleFact.at("tricks", "stayed-or-sat", player)


def _check_tricks(table: Table, hand: SmokeHand) -> None:
    """Refuse tricks that do not add up, and somebody who sat and may not."""
    total = sum(hand.tricks.values())
    if hand.tricks and total != ALL_TRICKS:
        raise ImpossibleFact.at("tricks", "tricks-not-five", total=total, all=ALL_TRICKS)
    if hand.first_trick is not None and not hand.tricks.get(hand.first_trick):
        raise ImpossibleFact.at("first_trick", "first-trick-without-trick", hand.first_trick)
    for player in table.must_play():
        if player in hand.sat:
            in_box = table.scores[player] <= table.rules.tally.box_at
            raise ImpossibleFact.at("sat", "in-the-box" if in_box else "mustie", player)


def trend_of(change: int) -> Trend:
    """Return a player's trend after a change of their score: the tally counts down."""
    if change == 0:
        return "steady"
    return "down" if change < 0 else "up"


def read_tally(table: Table) -> tuple[TallyLine, ...]:
    """Return the tally in the order it is read: clockwise from the player who took the first trick (A34).

    Empty where the last line was no hand of Smoke.
    """
    if table.reading is None:
        return ()
    first, trends = table.reading
    forced, tally, scores = table.must_play(), table.rules.tally, table.scores
    return tuple(
        TallyLine(
            player=player,
            score=scores[player],
            trend=trends[player],
            sits=table.sits[player],
            must_play=player in forced,
            in_box=not table.finished and scores[player] <= tally.box_at,
            never_land=scores[player] >= tally.never_land_at,
        )
        for player in starting_with(first, tuple(scores))
    )
