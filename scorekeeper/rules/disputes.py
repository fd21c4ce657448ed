"""The questions that are argued about at a table, and this table's answer to each.

An answer is made from the settings behind it, so it always agrees with the score.  To add a question, add a row: the
question, other words for it, the settings that answer it, and (where the question may not arise) the answer then.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, assert_never

from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.ruleset import BIDDING, SMOKE
from scorekeeper.rules.settings import belongs_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorekeeper.rules.ruleset import GameKind, Ruleset
    from scorekeeper.rules.variant import Variant


@dataclass(frozen=True)
class Question:
    """Something people argue about: the question, other words for it, the settings that decide it."""

    key: str
    asked: str
    words: str
    settings: tuple[str, ...]
    unless: Callable[[Ruleset], str] = lambda _rules: ""
    """The answer where the question does not arise, or where the settings alone would not answer it; else empty."""
    kind: GameKind | Literal[""] = BIDDING
    """The kind of game in which people ask it; empty for every kind."""


@dataclass(frozen=True)
class Answer:
    """This table's answer to a question."""

    question: Question
    text: str


def answer(question: Question, rules: Ruleset) -> Answer:
    """Return the table's answer to a question."""
    settings = (say_setting(key, rules.value(key)) for key in question.settings)
    unless = _no_bids(rules) if all(key.startswith(OF_BIDS) for key in question.settings) else ""
    return Answer(question, unless or question.unless(rules) or " ".join(settings))


def questions_for(rules: Ruleset) -> tuple[Question, ...]:
    """Return the questions that make sense in this kind of game, in the order people ask them."""
    return tuple(question for question in QUESTIONS if question.kind in (rules.kind, ""))


def look_up(text: str, rules: Ruleset) -> list[Question]:
    """Return the questions that `text` may mean, the likeliest first; all of them for an empty text."""
    asked = _words(text)
    if not asked:
        return list(questions_for(rules))
    scored = [(_likeness(asked, question), question) for question in questions_for(rules)]
    return [question for score, question in sorted(scored, key=lambda pair: -pair[0]) if score]


def _likeness(asked: Sequence[str], question: Question) -> int:
    """Return how well the words match: a whole word counts double, the beginning of one once."""
    known = _words(f"{question.asked} {question.words}")
    whole = sum(2 for word in asked if word in known)
    begun = sum(1 for word in asked if word not in known and any(other.startswith(word) for other in known))
    return whole + begun


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def what_others_do(key: str, variants: Iterable[Variant]) -> dict[str, list[str]]:
    """Return how other games answer a setting: sentence -> the names of the games, the commonest sentence first."""
    by_sentence: Mapping[str, list[str]] = defaultdict(list)
    for variant in variants:
        size = next(iter(variant.sizes))
        if belongs_to(key, variant.kind):
            by_sentence[say_setting(key, variant.ruleset(size).value(key))].append(variant.name)
    return dict(sorted(by_sentence.items(), key=lambda pair: -len(pair[1])))


# ---------------------------------------------------------------- when a question does not arise

OF_BIDS = ("auction.", "scoring.")
"""The settings that mean nothing where nobody bids."""


def _no_bids(rules: Ruleset) -> str:
    return "" if rules.has_bidding else say_setting("auction.rounds", rules.auction.rounds)


def _nobody_stuck(rules: Ruleset) -> str:
    all_pass = rules.auction.all_pass
    match all_pass:
        case "dealer-forced" | "dealer-set":
            return ""
        case "redeal" | "next-dealer":
            return say_setting("auction.all_pass", all_pass)
    assert_never(all_pass)


def _with_bids(rules: Ruleset) -> str:
    return "There is bidding here, so nothing is scored before the hand." if rules.has_bidding else ""


def _no_limit(rules: Ruleset) -> str:
    return "" if rules.has_limit else "There is no limit of hands."


def _no_special(rules: Ruleset) -> str:
    return "" if rules.has_special else "There is no moon or smudge at this table."


def _no_target(rules: Ruleset) -> str:
    return say_setting("finish.target", "none") if rules.finish.target == "none" else ""


def _no_hold(rules: Ruleset) -> str:
    if rules.finish.hold == "none":
        return _no_target(rules) or say_setting("finish.hold", "none")
    return _no_target(rules)


def _no_hole(rules: Ruleset) -> str:
    made = rules.special.made
    match made:
        case "win-or-zero":
            return _no_special(rules)
        case "score" | "win-game" | "none":
            return _no_special(rules) or f"{say_setting('special.made', made)} From below zero it is the same."
    assert_never(made)


def _no_joker(rules: Ruleset) -> str:
    played = [point for point in ("joker", "high_joker", "low_joker") if point in rules.worth]
    return (
        " ".join(say_setting(f"points.{point}.worth", rules.worth[point]) for point in played)
        or "Jokers score nothing."
    )


def _not_played(point: str) -> Callable[[Ruleset], str]:
    return lambda rules: "" if point in rules.worth else say_setting(f"points.{point}.worth", 0)


def _not_counted(rules: Ruleset) -> str:
    by = rules.game.by
    match by:
        case "ten-of-trumps":
            return say_setting("game.by", by)
        case "count":
            return _not_played("game")(rules)
    assert_never(by)


def _no_call(rules: Ruleset) -> str:
    return "" if rules.calls_partner else "Nobody calls a partner at this table."


def _no_throw(rules: Ruleset) -> str:
    return "" if rules.auction.throw_card else say_setting("auction.throw_card", value=False)


QUESTIONS: tuple[Question, ...] = (
    Question("tie-for-game", "Tie for game?", "tied card points count equal pips", ("game.tie",), _not_counted),
    Question("who-gets-game", "Who gets game?", "count card points ten pips most", ("game.by",), _not_played("game")),
    Question("buried-cards", "Do buried cards count?", "blinds discards kitty game", ("game.buried_to_bidder",), _not_counted),
    Question("both-over", "Both over?", "cross several target same hand win who two sides there 21 52", ("finish.crossing",), _no_target),
    Question("who-gets-low", "Who gets low?", "two deuce lowest holder taker captured", ("points.low.to",), _not_played("low")),
    Question("which-low", "Which card is low?", "two lowest not dealt fixed", ("points.low.card",), _not_played("low")),
    Question("which-high", "Which card is high?", "ace highest not dealt fixed", ("points.high.card",), _not_played("high")),
    Question("who-gets-high", "Who gets high?", "ace highest holder taker", ("points.high.to",), _not_played("high")),
    Question("jack", "Who gets the jack?", "right bower bauer captured", ("points.jack.to", "points.jack.worth"), _not_played("jack")),
    Question("jick", "Does the jick count?", "off jack left bower bauer", ("points.off_jack.worth", "deck.off_jack")),
    Question("joker", "Does a joker count?", "jokers point", ("points.joker.worth", "points.high_joker.worth", "points.low_joker.worth"), _no_joker),
    Question("trey", "What is the three worth?", "trey three", ("points.trey.worth",)),
    Question("dealer-steal", "May the dealer steal?", "equal take same bid last", ("auction.dealer_steals",)),
    Question("all-pass", "Everybody passed?", "all pass nobody bid stuck forced dealer redeal", ("auction.all_pass",)),
    Question("lowest-bid", "What is the lowest bid?", "minimum least", ("auction.min",)),
    Question("highest-bid", "What is the highest bid?", "maximum most top", ("auction.max",)),
    Question("bid-again", "May I bid again?", "rounds twice second once", ("auction.rounds",)),
    Question("throw", "May I throw a card to bid?", "pitch thrown", ("auction.throw_card",)),
    Question("throw-double", "Does a set over a thrown card count double?", "loses dealer take", ("auction.double_if_over_throw_set",), _no_throw),
    Question("moon-needs", "What does the moon need?", "smudge special every trick points shoot", ("special.needs",), _no_special),
    Question("moon-when", "When may the moon be bid?", "smudge special over four", ("special.over",), _no_special),
    Question("moon-made", "What does a made moon bring?", "smudge special win score", ("special.made",), _no_special),
    Question("moon-failed", "What does a failed moon cost?", "smudge special lose missed", ("special.failed",), _no_special),
    Question("moon-hole", "Moon from the hole?", "smudge special below zero negative minus exactly", ("special.made", "special.zero_is_good"), _no_hole),
    Question("moon-sets", "How many sets is a failed moon?", "smudge special", ("special.counts_sets",), _no_special),
    Question("over-the-bid", "Do we score more than we bid?", "made taken extra points above", ("scoring.made",)),
    Question("defenders-score", "Do the others score too?", "defenders set opponents points", ("scoring.others",)),
    Question("sneak-out", "Can you win without bidding?", "sneak out defend bid out set", ("finish.may_win",), _no_target),
    Question("target", "What do we play to?", "target game score end", ("finish.target",)),
    Question("held", "Is a score held at the target?", "cap stop stuck eleven", ("finish.hold", "finish.hold_who"), _no_hold),
    Question("stand", "Must you stand at the target first?", "bid out from", ("finish.must_stand_at_target",), _no_target),
    Question("win-at-once", "Can you win at once?", "instant four all points sweep", ("finish.instant_win",)),
    Question("bust", "Can you go bust?", "too low minus lose out", ("finish.bust",)),
    Question("set-costs", "What does a set cost?", "lose double twice given others go up", ("scoring.set",)),
    Question("sold", "Is the bid sold?", "seller buy paid eldest left", ("auction.seller_scores",)),
    Question("stuck-with", "What is a dealer stuck with?", "forced lowest pass minimum", ("auction.forced_bid",), _nobody_stuck),
    Question("turned-up", "What does turning up a card bring?", "dealer turned ace jack six deuce trump", ("turn.ace", "turn.jack", "turn.six", "turn.deuce"), _with_bids),
    Question("begging", "What does begging bring?", "beg gift give eldest stand", ("turn.gift",), _with_bids),
    Question("hung-jack", "What is a hung jack worth?", "hang capture taken partner three", ("points.jack.hung",), _not_played("jack")),
    Question("how-many-hands", "How many hands do we play?", "limit rounds deals last", ("finish.hands", "finish.rounds"), _no_limit),
    Question("equal-at-the-end", "Equal after the last hand?", "tie limit together play on", ("finish.equal",), _no_limit),
    Question("win-by", "How far ahead must you be to win?", "lead win by two", ("finish.win_by",), _no_target),
    Question("dealer-plays", "Does the dealer play?", "sit out sits", ("dealing.sits_out",)),
    Question("renege", "Somebody reneged?", "revoke misplay penalty follow suit", ("penalty.renege",)),
    Question("who-deals", "Who deals next?", "deal left racehorse", ("dealing.next",)),
    Question("follow", "Must I follow suit?", "trump play lead", ("play.follow",)),
    Question("first-lead", "What may be led first?", "lead trump pitcher", ("play.first_lead", "play.no_trump_first_trick")),
    Question("only-trumps", "Are only trumps played?", "suit fail", ("play.only_trumps",)),
    Question("call-what", "What may be called?", "partner called card own trey", ("call.what", "call.not"), _no_call),
    Question("called-when", "When is the partner known?", "show called card reveal", ("call.reveal",), _no_call),
    Question("alone", "May the bidder play alone?", "lone hand choice kitty", ("call.alone_by_choice",), _no_call),
    Question("come-and-go", "May somebody join or leave?", "sit down open table", ("table.open",), kind=""),
    Question("smoke-sits", "How often may I sit?", "sits mustie out row", ("tally.max_sits",), kind=SMOKE),
    Question("smoke-box", "When am I in the box?", "must play two", ("tally.box_at",), kind=SMOKE),
    Question("smoke-none", "What does no trick cost?", "stay five none", ("tally.no_trick",), kind=SMOKE),
    Question("smoke-pickup", "What does an infraction cost?", "pickup renege misplay exposed jargon five", ("tally.infraction",), kind=SMOKE),
    Question("smoke-never", "What is never, never land?", "fourteen high", ("tally.never_land_at",), kind=SMOKE),
    Question("smoke-target", "What do we play to?", "target zero win end", ("finish.target",), kind=SMOKE),
)  # fmt: skip
