"""The part of a rules sheet that says who wins the game, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.finish import holds_everyone, points_short
from scorekeeper.rules.numbers import number_text
from scorekeeper.rules.phrases import say_setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.statements import SheetContext, Statement

OF_BIDS = ", with the bid or without it"
"""Words that nobody needs where there is no bidding."""


def winning(page: SheetContext) -> Iterable[Statement | None]:
    """Yield who wins, and when."""
    finish = page.rules.finish
    yield _target(page)
    if finish.target != "none":
        yield from _at_the_target(page, finish.target)
    if page.rules.has_limit:
        yield page.say("finish.hands" if finish.hands else "finish.rounds", "finish.equal")


def _at_the_target(page: SheetContext, target: int) -> Iterable[Statement | None]:
    finish = page.rules.finish
    yield _may_win(page)
    if finish.win_by:
        yield page.say("finish.win_by")
    if finish.must_stand_at_target:
        yield page.say("finish.must_stand_at_target")
    if _several_may_cross(page.rules):
        yield page.say("finish.crossing")
    if finish.hold != "none":
        yield _hold(page, target, points_short(finish.hold))
    if finish.instant_win != "none":
        said = say_setting("finish.instant_win", finish.instant_win)
        yield page.state(said if page.rules.has_bidding else said.replace(OF_BIDS, ""), "finish.instant_win")
    if finish.bust != "none":
        yield page.say("finish.bust")


def _may_win(page: SheetContext) -> Statement:
    said = say_setting("finish.may_win", page.value("finish.may_win"))
    return page.state(said if page.rules.has_bidding else said.replace(OF_BIDS, ""), "finish.may_win")


def _several_may_cross(rules: Ruleset) -> bool:
    """Tell whether several who may win can be at the target: with `bid-made` only a bidder and the called partner."""
    may_win = rules.finish.may_win
    match may_win:
        case "bid-made":
            return rules.calls_partner
        case "any" | "bid-made-or-opponents-set":
            return True
    assert_never(may_win)


def _target(page: SheetContext) -> Statement:
    finish = page.rules.finish
    if finish.target == "none":
        return page.say("finish.target")
    start, target = number_text(finish.start), number_text(finish.target)
    if page.rules.counts_down:
        text = f"Everybody starts at {start} and counts down; the game is to {target}."
    elif finish.start:
        text = f"Everybody starts at {start}; the game is to {target}."
    else:
        text = f"The game is to {target}."
    return page.state(text, "finish.target", "finish.start")


def _hold(page: SheetContext, target: int, short: int) -> Statement:
    """Say at which score one stops: one short of the target is 1 where scores count down to zero."""
    stop = number_text(target + short if page.rules.counts_down else target - short)
    if holds_everyone(page.rules.finish.hold_who):
        text = f"Scores stop at {stop}: what you make beyond it is not written, even when you win."
    else:
        text = f"Whoever did not bid, and would get there without being allowed to win, stops at {stop}."
    return page.state(text, "finish.hold", "finish.hold_who")
