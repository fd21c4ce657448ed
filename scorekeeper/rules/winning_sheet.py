"""The part of a rules sheet that says who wins the game, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.explain import ending

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.statements import SheetContext, Statement


def winning(page: SheetContext) -> Iterable[Statement | None]:
    """Yield who wins, and when."""
    finish = page.rules.finish
    yield page.tell(ending.say_target, "finish.target", "finish.start")
    if finish.target != "none":
        yield from _at_the_target(page)
    if finish.instant_win != "none":
        yield page.tell(ending.say_instant_win, "finish.instant_win")
    if finish.bust != "none":
        yield page.tell(ending.say_bust, "finish.bust")
    if page.rules.has_limit:
        yield page.say("finish.hands" if finish.hands else "finish.rounds", "finish.equal")
    yield from page.note("winning")


def _at_the_target(page: SheetContext) -> Iterable[Statement | None]:
    finish = page.rules.finish
    yield page.tell(ending.say_may_win, "finish.may_win")
    if finish.win_by:
        yield page.say("finish.win_by")
    if finish.must_stand_at_target:
        yield page.say("finish.must_stand_at_target")
    if _several_may_cross(page.rules):
        yield page.tell(ending.say_both_over, "finish.crossing")
    if finish.hold != "none":
        yield page.tell(ending.say_hold, "finish.hold", "finish.hold_who")


def _several_may_cross(rules: Ruleset) -> bool:
    """Return whether several who may win can be at the target: with `bid-made` only a bidder and the called partner."""
    may_win = rules.finish.may_win
    match may_win:
        case "bid-made":
            return rules.calls_partner
        case "any" | "bid-made-or-opponents-set":
            return True
    assert_never(may_win)
