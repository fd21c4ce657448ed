"""A finished night replayed under other rules: which lines differ, who would have won, and when."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from scorekeeper.rules.errors import Refusal, SettingsError, SheetError, UnreadableSheet
from scorekeeper.rules.facts import OF_BIDDING
from scorekeeper.rules.fold import fold, play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import Hand, Head, Line, Sheet, Side, stake_without_bids
from scorekeeper.rules.table import LineResult, Table, open_table
from scorekeeper.rules.values import Value

ANOTHER_NIGHT = frozenset({"seating", "call", "deck", "names", "deal", "play"})
"""Groups of settings that would have made it other cards or other seats."""
OTHER_FACTS = frozenset({"auction.trump", "dealing.first", "dealing.sits_out", "game.by"})


@dataclass(frozen=True)
class ReplayedLine:
    """One line under both rules.  `theirs` is None when it cannot be played there: `refusal` says why."""

    number: int
    ours: LineResult
    theirs: LineResult | None
    refusal: Refusal | None = None
    ends_otherwise: bool = False
    """Whether it ends the game under one set of rules and not under the other."""

    @property
    def differs(self) -> bool:
        """Return whether the line did something else: another outcome, other changes, or an end of the game."""
        theirs = self.theirs
        if theirs is None or self.ends_otherwise:
            return True
        return (theirs.outcome, theirs.changes) != (self.ours.outcome, self.ours.changes)


@dataclass(frozen=True)
class WhatIf:
    """A night under its own rules (`ours`) and under others (`theirs`); line numbers count from 1."""

    ours: Table
    theirs: Table
    lines: tuple[ReplayedLine, ...]
    won_at: int | None
    """The line that ends the game under the other rules; None when it goes on."""
    untold: tuple[str, ...] = ()
    """The settings among the other rules that a sheet cannot be replayed under, since they ask for other facts."""


def what_if(sheet: Sheet, other: Mapping[str, Value]) -> WhatIf:
    """Replay a sheet with the house rules `other` laid over its own.

    What a line says of points that are worth nothing there is ignored, and so are card points where none are counted.
    A line that is impossible all the same is left out, with the reason; nothing after the end counts.
    Raises SheetError when the sheet itself cannot be scored, or (field `rules.KEY`) when the rules do not go together.
    """
    ours, entries = fold(sheet)
    theirs = open_table(_under(sheet.head, other))
    lines, won_at = [], None
    for number, (document, entry) in enumerate(zip(sheet.lines, entries, strict=True), start=1):
        if theirs.finished:
            lines.append(ReplayedLine(number, entry, None, Refusal("game-was-over")))
            continue
        try:
            theirs, replayed = play(theirs, _without_idle_facts(read_line(document, theirs.variant.kind), theirs.rules))
        except SheetError as error:
            lines.append(ReplayedLine(number, entry, None, error.faults[0].refusal))
            continue
        ends = ours.finished and number == len(entries)
        lines.append(ReplayedLine(number, entry, replayed, ends_otherwise=ends != theirs.finished))
        won_at = number if theirs.finished else None
    return WhatIf(ours, theirs, tuple(lines), won_at, _untold(sheet.head, other))


def _untold(head: Head, other: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the settings among the other rules whose effect does not follow from what a sheet says.

    It says who got a point, not who was dealt the card or took it in a trick, nor who would have got a point that was
    not played; and it does not say how other cards would have been dealt, bid and played.
    """
    before = head.ruleset
    return tuple(key for key, value in other.items() if before.value(key) != value and _is_untold(key, before))


def _is_untold(key: str, before: Ruleset) -> bool:
    group, name, *part = key.split(".")
    if group == "turn" or part == ["hung"]:
        return not before.value(key)
    if group == "points":
        return name in before.worth if part != ["worth"] else name not in before.worth
    return group in ANOTHER_NIGHT or key in OTHER_FACTS


def _without_idle_facts(line: Line, rules: Ruleset) -> Line:
    """Return a line without facts that mean nothing under these rules.

    Those are points that are worth nothing, card points where none are counted, what was taken where a renege alone is
    scored, the bid where nobody bids, and what was turned up, given or hung where that brings nothing.
    """
    if not isinstance(line, Hand):
        return line
    line = _without_idle_gains(line, rules)
    if not rules.has_bidding:
        line = replace(line, **dict.fromkeys(OF_BIDDING))
    if line.renege is not None and rules.scores_renege:
        return replace(line, points=None, counts=None, buried=None, made=None)
    if line.counts is not None and not rules.counts_game:
        line = replace(line, counts=None, buried=None)
    if line.points is None or line.points.keys() <= rules.worth.keys():
        return line
    return replace(line, points={point: who for point, who in line.points.items() if point in rules.worth})


def _without_idle_gains(line: Hand, rules: Ruleset) -> Hand:
    if line.turned:
        line = replace(line, turned=tuple(rank for rank in line.turned if getattr(rules.turn, rank)))
    if line.gift and not rules.turn.gift:
        line = replace(line, gift=None)
    if line.hung and not (rules.points.jack.hung and "jack" in rules.worth):
        line = replace(line, hung=None)
    return line


def _under(head: Head, other: Mapping[str, Value]) -> Head:
    house = {**head.rules, **other}
    try:
        rules = head.variant.ruleset(len(head.players), house)
    except SettingsError as error:
        raise error.in_sheet() from error
    if by_bid := stake_without_bids(rules, head.stakes):
        raise UnreadableSheet.at("rules.auction.rounds", "stake-needs-bidding", key=by_bid)
    return replace(head, rules=house)


Scores = Mapping[str, int]
Way = Literal["points", "made-bid", "made-bid-or-set", "not-yet"]


Outlook = tuple[Side, int | None, Way]
"""A team, the points it has to go (0 at the target, None where there is no target), and its cheapest way out.

The way is what must happen: "points" (any bidder), "made-bid", "made-bid-or-set" (a made bid, or the bidders are set),
or "not-yet" when no ordinary hand can be enough.  `words.say_way_out` puts it into a sentence.
"""


def outlooks(table: Table) -> tuple[Outlook, ...]:
    """Return every team's outlook in seat order (catalogue V14, V24, V40: a bid may be needed to win)."""
    return tuple(_outlook(table, team) for team in table.teams)


def _outlook(table: Table, team: Side) -> Outlook:
    finish, rules = table.rules.finish, table.rules
    if finish.target == "none":
        return team, None, "not-yet"
    score = table.scores[team[0]]
    missing = score - finish.target if rules.counts_down else finish.target - score
    to_go = max(0, missing)
    if table.is_smoke or to_go > rules.on_offer or (finish.must_stand_at_target and to_go):
        return team, to_go, "not-yet"
    return team, to_go, _way(table)


def _way(table: Table) -> Way:
    if table.play_on:
        return "made-bid"
    may_win = table.rules.finish.may_win
    match may_win:
        case "any":
            return "points"
        case "bid-made":
            return "made-bid"
        case "bid-made-or-opponents-set":
            return "made-bid-or-set"
    assert_never(may_win)


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
