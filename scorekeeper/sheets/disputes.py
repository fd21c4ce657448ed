"""The questions that are argued about at a table, and this table's answer to each.

An answer is made from the settings behind it, with this table's numbers, by the functions of `explain` that write the
rules sheet too; so it always agrees with both.  To add a question, add a row: the question, other words for it, the
settings that decide it, and the function that answers it (without one, the sentences of the settings do).  `lookup.py`
finds a question.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from scorekeeper.rules.ruleset import BIDDING, SMOKE
from scorekeeper.rules.settings import belongs_to
from scorekeeper.sheets import smoke_sheet
from scorekeeper.sheets.explain import bidding, cards, deal, ending, partners, points
from scorekeeper.sheets.explain.partners import say_others
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.statements import SheetContext
from scorekeeper.sheets.templates import read_sections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scorekeeper.rules.ruleset import GameKind, Ruleset
    from scorekeeper.rules.variant import Variant


@dataclass(frozen=True)
class Question:
    """Something people argue about: the question, other words for it, the settings that decide it."""

    key: str
    asked: str
    words: str
    settings: tuple[str, ...]
    says: Callable[[Ruleset], str] | None = None
    """The answer, where the sentences of the settings alone are not it."""
    unless: Callable[[Ruleset], str] = lambda _rules: ""
    """The answer where the question does not arise; else empty."""
    kind: GameKind | Literal[""] = BIDDING
    """The kind of game in which people ask it; empty for every kind."""


@dataclass(frozen=True)
class Answer:
    """This table's answer to a question."""

    question: Question
    text: str


def answer(question: Question, rules: Ruleset) -> Answer:
    """Return the table's answer to a question."""
    if text := _no_bids(question, rules) or question.unless(rules):
        return Answer(question, text)
    if question.says is not None:
        return Answer(question, question.says(rules))
    return Answer(question, " ".join(say_setting(key, rules.value(key)) for key in question.settings))


def questions_for(rules: Ruleset) -> tuple[Question, ...]:
    """Return the questions that make sense in this kind of game, in the order people ask them."""
    return tuple(question for question in QUESTIONS if question.kind in (rules.kind, ""))


def what_others_do(key: str, variants: Iterable[Variant]) -> dict[str, list[str]]:
    """Return how other games answer a setting: sentence -> the names of the games, the commonest sentence first."""
    by_sentence: Mapping[str, list[str]] = defaultdict(list)
    for variant in variants:
        size = variant.usual_size
        if belongs_to(key, variant.kind):
            by_sentence[say_setting(key, variant.ruleset(size).value(key))].append(variant.name)
    return dict(sorted(by_sentence.items(), key=lambda pair: -len(pair[1])))


# ---------------------------------------------------------------- when a question does not arise


OF_BIDS = ("auction.", "scoring.", "finish.must_stand_at_target")
"""The settings that mean nothing where nobody bids."""
ASKED_WITHOUT_BIDS = frozenset({"trump", "play-out"})
"""Questions about such settings that are asked where nobody bids all the same."""


def _no_bids(question: Question, rules: Ruleset) -> str:
    of_bids = any(key.startswith(OF_BIDS) for key in question.settings) and question.key not in ASKED_WITHOUT_BIDS
    return "" if rules.has_bidding or not of_bids else say_setting("auction.rounds", rules.auction.rounds)


def _with_bids(rules: Ruleset) -> str:
    return "Nothing here: it counts only in a game without bidding." if rules.has_bidding else ""


def _no_limit(rules: Ruleset) -> str:
    return "" if rules.has_limit else "There is no limit of hands."


def _no_special(rules: Ruleset) -> str:
    return "" if rules.has_special else bidding.NO_SPECIAL


def _no_target(rules: Ruleset) -> str:
    return say_setting("finish.target", "none") if rules.finish.target == "none" else ""


def _not_played(point: str) -> Callable[[Ruleset], str]:
    return lambda rules: "" if point in rules.worth else say_setting(f"points.{point}.worth", 0)


def _not_counted(rules: Ruleset) -> str:
    return "" if rules.counts_game else points.say_game(rules)


def _no_call(rules: Ruleset) -> str:
    return "" if rules.calls_partner else partners.NO_CALL


def _no_throw(rules: Ruleset) -> str:
    return "" if rules.auction.throw_card else say_setting("auction.throw_card", value=False)


def _no_steal(rules: Ruleset) -> str:
    return _no_special(rules) or (
        "" if rules.auction.dealer_steals else say_setting("auction.dealer_steals", value=False)
    )


def _no_two_jokers(rules: Ruleset) -> str:
    return "" if rules.deck.jokers > 1 else "There are not two jokers in the deck."


def _sheet(name: str, key: str) -> Callable[[Ruleset], str]:
    """Return an answer that the rules sheet gives: the statement about `key` in a section."""

    def says(rules: Ruleset) -> str:
        [section] = read_sections(SheetContext(rules, rules, 0, frozenset()), name)
        return next(it.text for it in section.statements if it.keys[:1] == (key,))

    return says


def _same(text: str) -> Callable[[Ruleset], str]:
    """Return an answer that no setting changes."""
    return lambda _rules: text


PLAYED_FOR = (
    "What you play for is agreed before the first deal. Where something is agreed, the table's page and its rules "
    "sheet say "
    "what a game, a set or a bid brings."
)


# ---------------------------------------------------------------- the questions


def _settings(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _ranking(rules: Ruleset) -> str:
    said = (
        say_setting("deck.trump_order", rules.deck.trump_order),
        cards.say_extra_trumps(rules),
        cards.say_plain_suits(rules),
    )
    return " ".join(text for text in said if text)


def _discarding(rules: Ruleset) -> str:
    return deal.say_may_discard(rules) or deal.say_exchange(rules)


def _set(rules: Ruleset) -> str:
    """Return in words what a set costs, with the lowest bid for an example."""
    bid, taken, lost = rules.auction.min, rules.auction.min - 1, rules.times_lost * rules.auction.min
    off = f"{lost or 'nothing'} {'goes onto' if rules.counts_down else 'comes off'} your score"
    given = f", and {say_others(rules)} scores {bid}" if rules.gives_sets else ""
    usual = rules.times_lost == 1 and not rules.gives_sets
    said = say_setting("finish.direction", rules.finish.direction) if usual else bidding.say_set(rules)
    return f"{said} Bid {bid} and take {taken}, and {off}{given}."


def _limit(rules: Ruleset) -> str:
    """Return in words after how many hands or deals the game ends; only one of the two can be set."""
    key = "finish.hands" if rules.finish.hands else "finish.rounds"
    return say_setting(key, rules.value(key))


def _follow_trumps(rules: Ruleset) -> str:
    return deal.say_follow(rules) if rules.play.only_trumps else ""


def _lead_trumps(rules: Ruleset) -> str:
    return deal.say_first_lead(rules) if rules.play.only_trumps else ""


def _infraction(rules: Ruleset) -> str:
    return f"{smoke_sheet.INFRACTIONS} {say_setting('tally.infraction', rules.tally.infraction)}"


FIRST_ROUND = "In the first round, the first trick, you must follow suit; after that you may play smoke at any time."


QUESTIONS: tuple[Question, ...] = (
    Question("tie-for-game", "Tie for game?", "card points count equal pips eighty", _settings("game.tie"), None, _not_counted),
    Question("who-gets-game", "Who gets game?", "count counting card points ten pips most", _settings("game.by"), points.say_game, _not_played("game")),
    Question("buried-cards", "Do buried cards count?", "blinds kitty game sleepers discards left deck", _settings("game.buried_to_bidder"), points.say_buried, _not_counted),
    Question("both-over", "Both over?", "several target same hand win both two sides there 11 15 21 52 tie", _settings("finish.crossing finish.may_win"), ending.say_both_over, _no_target),
    Question("who-gets-low", "Who gets low?", "two lowest holder taker captured", _settings("points.low.to"), partial(points.say_owner, "low"), _not_played("low")),
    Question("which-low", "Which card is low?", "two lowest dealt fixed joker", _settings("points.low.card"), points.say_low, _not_played("low")),
    Question("which-high", "Which card is high?", "ace highest dealt fixed", _settings("points.high.card"), points.say_high, _not_played("high")),
    Question("who-gets-high", "Who gets high?", "ace highest holder taker", _settings("points.high.to"), partial(points.say_owner, "high"), _not_played("high")),
    Question("jack", "Who gets the jack?", "right captured", _settings("points.jack.to points.jack.worth"), partial(points.say_point, "jack"), _not_played("jack")),
    Question("jick", "Does the jick count?", "off jack left other", _settings("points.off_jack.worth deck.off_jack"), points.say_off_jack),
    Question("joker", "Does a joker count?", "jokers point high low", _settings("points.joker.worth points.high_joker.worth points.low_joker.worth"), points.say_jokers),
    Question("two-jokers", "Two jokers in one trick?", "beats first second high low equal", _settings("deck.joker_tie"), cards.say_jokers_together, _no_two_jokers),
    Question("trey", "What is the three worth?", "trey points", _settings("points.trey.worth"), partial(points.say_point, "trey")),
    Question("trump", "How is trump made?", "named names chosen choose suit decided declared first card led lead", _settings("auction.trump"), cards.say_trump_made),
    Question("plain-suits", "How do the cards rank?", "order highest plain suits rank ranking best ace", _settings("deck.trump_order"), _ranking),
    Question("misdeal", "Misdeal?", "exposed wrong number cards claim call void deal faulty non-scoring", _settings("deal.misdeal"), _sheet("deal", "deal.misdeal")),
    Question("first-dealer", "Who deals first?", "cut draw first dealer high start begin", _settings("dealing.first")),
    Question("discard", "What may be discarded?", "thrown away allowed trumps scoring keep change exchange", _settings("deal.may_discard"), _discarding),
    Question("kitty", "Who gets the kitty?", "kitty change exchange draw cards undealt stock takes", _settings("deal.exchange deal.exchange_size"), deal.say_exchange),
    Question("dealer-steal", "May the dealer steal?", "equal take same bid last", _settings("auction.dealer_steals"), bidding.say_stealing),
    Question("all-pass", "Everybody passed?", "all pass nobody bid stuck forced dealer redeal", _settings("auction.all_pass auction.min auction.forced_bid"), bidding.say_all_pass),
    Question("lowest-bid", "What is the lowest bid?", "minimum least", _settings("auction.min"), bidding.say_lowest_bid),
    Question("highest-bid", "What is the highest bid?", "maximum most top", _settings("auction.max"), bidding.say_highest_bid),
    Question("bid-again", "May I bid again?", "rounds round twice second once", _settings("auction.rounds"), bidding.say_rounds),
    Question("throw", "May I throw a card to bid?", "pitch back", _settings("auction.throw_card"), bidding.say_throw),
    Question("throw-double", "Does a set over a thrown card count double?", "loses dealer take", _settings("auction.double_if_over_throw_set"), None, _no_throw),
    Question("moon-needs", "What does the moon need?", "every trick points", _settings("special.needs"), bidding.say_needs, _no_special),
    Question("moon-when", "When may the moon be bid?", "over four", _settings("special.over"), bidding.say_when_special, _no_special),
    Question("moon-steal", "May the dealer steal the moon?", "equal take", _settings("auction.dealer_steals"), bidding.say_when_special, _no_steal),
    Question("moon-made", "What does a made moon bring?", "win score worth", _settings("special.made special.made_score"), bidding.say_special_made, _no_special),
    Question("moon-failed", "What does a failed moon cost?", "lose missed failed", _settings("special.failed special.failed_score"), bidding.say_special_failed, _no_special),
    Question("moon-jack", "What if the jack was not dealt and the moon is bid?", "jack play missing", _settings("special.needs"), bidding.say_needs, _no_special),
    Question("moon-hole", "Moon from the hole?", "below zero exactly", _settings("special.made special.zero_is_good"), bidding.say_from_below_zero, _no_special),
    Question("moon-sets", "How many sets is a failed moon?", "count", _settings("special.counts_sets"), bidding.say_special_sets, _no_special),
    Question("over-the-bid", "Do we score more than we bid?", "made taken extra points above", _settings("scoring.made")),
    Question("set", "What does a set cost?", "lose below back bidder miss short", _settings("finish.direction auction.min scoring.set"), _set),
    Question("defenders-score", "Do the others score too?", "defenders set opponents points", _settings("scoring.others")),
    Question("sneak-out", "Can you win without bidding?", "sneak defend target bid", _settings("finish.may_win"), ending.say_may_win, _no_target),
    Question("target", "What do we play to?", "target game score end", _settings("finish.target"), ending.say_target),
    Question("held", "Is a score held at the target?", "cap stop stuck eleven", _settings("finish.hold finish.hold_who"), ending.say_hold, _no_target),
    Question("stand", "Must you stand at the target first?", "bid from", _settings("finish.must_stand_at_target"), None, _no_target),
    Question("win-at-once", "Can you win at once?", "instant four points sweep", _settings("finish.instant_win"), ending.say_instant_win),
    Question("bust", "Can you go bust?", "low minus lose", _settings("finish.bust"), ending.say_bust),
    Question("sold", "Is the bid sold?", "seller sell buy paid eldest left", _settings("auction.seller_scores"), bidding.say_sold),
    Question("turned-up", "What does turning up a card bring?", "dealer turned ace jack six deuce trump", _settings("turn.ace turn.jack turn.six turn.deuce"), None, _with_bids),
    Question("begging", "What does begging bring?", "beg gift give eldest stand", _settings("turn.gift"), None, _with_bids),
    Question("hung-jack", "What is a hung jack worth?", "hang capture taken partner three", _settings("points.jack.hung"), None, _not_played("jack")),
    Question("how-many-hands", "How many hands do we play?", "limit rounds deals last", _settings("finish.hands finish.rounds"), _limit, _no_limit),
    Question("equal-at-the-end", "Equal after the last hand?", "tie limit together", _settings("finish.equal"), None, _no_limit),
    Question("win-by", "How far ahead must you be to win?", "lead two margin", _settings("finish.win_by"), None, _no_target),
    Question("dealer-plays", "Does the dealer play?", "sit out sits", _settings("dealing.sits_out")),
    Question("renege", "Somebody reneged?", "misplay penalty follow", _settings("penalty.renege"), ending.say_renege),
    Question("who-deals", "Who deals next?", "left racehorse", _settings("dealing.next")),
    Question("follow", "Must I follow suit?", "play lead void", _settings("play.follow"), deal.say_follow, _follow_trumps),
    Question("win-trick", "Who wins a trick?", "takes highest beats leads next", _settings("play.only_trumps"), deal.say_trick),
    Question("first-lead", "What may be led first?", "pitcher opening", _settings("play.first_lead play.no_trump_first_trick"), deal.say_first_lead, _lead_trumps),
    Question("only-trumps", "Are only trumps played?", "fail", _settings("play.only_trumps")),
    Question("play-out", "Must the hand be played out?", "stop early decided rest continue", _settings("scoring.made scoring.others"), deal.say_play_out),
    Question("call-what", "What may be called?", "partner own trey", _settings("call.what call.not"), partners.say_call, _no_call),
    Question("called-when", "When is the partner known?", "show called reveal", _settings("call.reveal"), partners.say_reveal, _no_call),
    Question("called-gone", "The called card was discarded?", "called nobody holds kitty thrown away own hand alone", _settings("call.alone_by_choice"), partners.say_alone, _no_call),
    Question("alone", "May the bidder play alone?", "lone hand choice kitty", _settings("call.alone_by_choice"), partners.say_alone, _no_call),
    Question("partner-set", "Does the partner lose too?", "set called cost both", _settings("finish.direction"), partners.say_result, _no_call),
    Question("stakes", "What do we play for?", "money game cents dollar owe", _settings(""), _same(PLAYED_FOR)),
    Question("come-and-go", "May somebody join or leave?", "sit open table", _settings("table.open"), kind=""),
    Question("smoke-sits", "How often may I sit?", "mustie row", _settings("tally.max_sits"), kind=SMOKE),
    Question("smoke-box", "When am I in the box?", "must play two", _settings("tally.box_at"), kind=SMOKE),
    Question("smoke-none", "What does no trick cost?", "stay five none", _settings("tally.no_trick"), kind=SMOKE),
    Question("smoke-pickup", "What does an infraction cost?", "pickup misplay exposed jargon five", _settings("tally.infraction"), kind=SMOKE),
    Question("smoke-infraction", "What is an infraction?", "renege misplay turn exposed jargon wrong word", _settings("tally.infraction"), _infraction, kind=SMOKE),
    Question("smoke-vote", "Who decides about an infraction?", "vote thumbs marginal argue", _settings(""), _same(smoke_sheet.VOTE), kind=SMOKE),
    Question("smoke-reader", "Who reads the tally?", "reads reader tally aloud first trick", _settings(""), _same(smoke_sheet.READER), kind=SMOKE),
    Question("smoke-never", "What is never, never land?", "fourteen high", _settings("tally.never_land_at"), kind=SMOKE),
    Question("smoke-follow", "Must I follow suit in the first round?", "follow play smoke", _settings(""), _same(FIRST_ROUND), kind=SMOKE),
    Question("smoke-lead", "Who leads first?", "highest smoke gun none", _settings("play.first_lead"), smoke_sheet.say_first_lead, kind=SMOKE),
    Question("smoke-trump", "What is smoke?", "trump suit turned", _settings(""), _same(smoke_sheet.TRUMP), kind=SMOKE),
    Question("smoke-trick", "Who wins a trick?", "takes highest leads next", _settings(""), _same(smoke_sheet.TRICKS), kind=SMOKE),
    Question("smoke-two", "Two at zero?", "both tie zero several", _settings("finish.target"), smoke_sheet.say_ending, kind=SMOKE),
    Question("smoke-nobody", "Nobody stays?", "all sit everybody", _settings(""), _same(smoke_sheet.NOBODY_STAYS), kind=SMOKE),
    Question("smoke-one", "Only one stays?", "alone single lone", _settings(""), _same(smoke_sheet.ONE_STAYS), kind=SMOKE),
    Question("smoke-misdeal", "Misdeal?", "exposed wrong number tickets", _settings(""), _same(smoke_sheet.MISDEAL), kind=SMOKE),
    Question("smoke-talk", "May we talk across the table?", "talk lie lying", _settings(""), _same(smoke_sheet.TALK), kind=SMOKE),
    Question("smoke-target", "What do we play to?", "target zero win end", _settings("finish.target"), smoke_sheet.say_ending, kind=SMOKE),
    Question("smoke-deals", "Who deals next?", "left", _settings(""), _same(smoke_sheet.DEALER), kind=SMOKE),
)  # fmt: skip
