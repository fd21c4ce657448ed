"""Settings as questions: their words, the usual answers, and the answers as a form sends them.

A setting has the field `rule-finish.target`, and `rule-finish.target-n` for a number that is not among the answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scorekeeper.core.form_values import is_integer, parse_integer
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import GameKind
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.rules.values import CardRanks, Number, OneOf, Switch, Value
from scorekeeper.sheets.grammar import number_text
from scorekeeper.sheets.phrases import say_setting, setting_title
from scorekeeper.sheets.refusals import say_refusal

QUESTIONS = {
    "seating.sides": "Who plays with whom?",
    "call.what": "What does the bidder call?",
    "call.not": "What may not be called?",
    "call.reveal": "When is the partner known?",
    "call.alone_by_choice": "May the bidder choose to play alone?",
    "deck.ranks": "Which cards are in the deck?",
    "deck.jokers": "How many jokers are in the deck?",
    "deck.off_jack": "Is the other jack of the same color trump?",
    "deck.trump_order": "Which trump is the highest?",
    "deck.joker_tie": "Which of two jokers in one trick wins?",
    "names.jack": "What is the jack of trump called?",
    "names.off_jack": "What is the other jack of the same color called?",
    "names.high_joker": "What is the high joker called?",
    "names.low_joker": "What is the low joker called?",
    "names.five": "What is the five of trump called?",
    "names.off_five": "What is the other five of the same color called?",
    "names.nine": "What is the nine of trump called?",
    "deal.cards": "How many cards are dealt to each?",
    "deal.hand": "How many cards does each play with?",
    "deal.exchange": "Are cards exchanged?",
    "deal.exchange_size": "How many cards are exchanged?",
    "deal.packets": "How many cards are dealt at a time?",
    "deal.misdeal": "When is it a misdeal?",
    "deal.may_discard": "What may be discarded?",
    "play.follow": "Must you follow suit?",
    "play.first_lead": "What is led first?",
    "play.only_trumps": "Is only trump played?",
    "play.no_trump_first_trick": "May the first trick be trumped?",
    "dealing.next": "Who deals next?",
    "dealing.first": "Who deals first?",
    "dealing.sits_out": "Does the dealer play?",
    "table.open": "May people come and go?",
    "auction.min": "What is the lowest bid?",
    "auction.max": "What is the highest bid?",
    "auction.rounds": "How many times around does the bidding go?",
    "auction.dealer_steals": "May the dealer steal the bid?",
    "auction.all_pass": "What if everybody passes?",
    "auction.trump": "How is trump made?",
    "auction.throw_card": "Can you bid by throwing a card?",
    "auction.double_if_over_throw_set": "Does a dealer lose double over a thrown card?",
    "auction.forced_bid": "What is a dealer stuck with?",
    "auction.seller_scores": "Is the bid sold?",
    "special.name": "Is there a bid above the numbers?",
    "special.bid": "What does {it} rank as?",
    "special.needs": "What does {it} need?",
    "special.over": "Over which bid may {it} be bid?",
    "special.made": "What does making {it} do?",
    "special.made_score": "How much does {it} score when made?",
    "special.zero_is_good": "Does {it} win from exactly zero?",
    "special.failed": "What if {it} fails?",
    "special.failed_score": "How much does {it} cost when it fails?",
    "special.counts_sets": "How many sets is {it} when it fails?",
    "turn.ace": "What does turning up an ace bring?",
    "turn.jack": "What does turning up a jack bring?",
    "turn.six": "What does turning up a six bring?",
    "turn.deuce": "What does turning up a deuce bring?",
    "turn.gift": "What does begging bring?",
    "points.jack.hung": "What is a hung jack worth?",
    "points.off_jack.worth": "What is the off-jack (jick) worth?",
    "points.high.card": "Which card is high?",
    "points.low.card": "Which card is low?",
    "game.by": "Who gets game?",
    "game.tie": "What if card points are tied?",
    "game.buried_to_bidder": "Do buried cards count?",
    "scoring.made": "What does a made bid score?",
    "scoring.others": "What do the other sides score?",
    "scoring.set": "What does a set cost?",
    "penalty.renege": "What does a renege cost?",
    "finish.start": "What does everybody start at?",
    "finish.direction": "Do scores go up or down?",
    "finish.target": "What do you play to?",
    "finish.may_win": "Who may win?",
    "finish.hold": "Is anybody stopped at the target?",
    "finish.hold_who": "Who is stopped?",
    "finish.crossing": "What if several reach the target?",
    "finish.instant_win": "Can the game be won at once?",
    "finish.must_stand_at_target": "Must a winner have stood at the target?",
    "finish.bust": "How low is bust?",
    "finish.hands": "How many hands are played?",
    "finish.rounds": "How many times does everybody deal?",
    "finish.equal": "What if it's tied after the last hand?",
    "finish.win_by": "How far ahead must a winner be?",
    "tally.trick": "What is a trick worth?",
    "tally.no_trick": "What does no trick cost?",
    "tally.infraction": "What does an infraction cost?",
    "tally.max_sits": "How many hands in a row can you sit?",
    "tally.box_at": "Where does the box begin?",
    "tally.never_land_at": "Where does never-never land begin?",
}
"""Those of the other points are made from their names."""

GROUPS = (
    ("Seats and the deal", ("seating.", "call.", "dealing.", "table.")),
    ("The deck, the deal and the play", ("deck.", "names.", "deal.", "play.")),
    ("Bidding and trump", ("auction.", "turn.")),
    ("The points", ("points.", "game.")),
    ("What a hand scores", ("scoring.", "penalty.")),
    ("Smudge and moon", ("special.",)),
    ("Winning the game", ("finish.",)),
    ("The tally", ("tally.",)),
)

USUAL_NUMBERS: Mapping[str, tuple[int, ...]] = {
    "deal.cards": (6, 7, 8, 9, 10),
    "deal.hand": (0, 6, 9),
    "deal.exchange_size": (0, 2, 3, 4, 6),
    "deal.packets": (0, 1, 3, 5),
    "deck.jokers": (0, 1, 2),
    "auction.min": (1, 2, 3, 4, 5),
    "auction.max": (4, 5, 6),
    "special.bid": (5, 11, 15),
    "special.over": (3, 4),
    "special.made_score": (4, 5, 10),
    "special.failed_score": (4, 5, 10),
    "special.counts_sets": (0, 1, 2),
    "auction.forced_bid": (1, 2, 3),
    "turn.ace": (0, 1),
    "turn.jack": (0, 1),
    "turn.six": (0, 2),
    "turn.deuce": (0, 1, 2),
    "turn.gift": (0, 1),
    "points.jack.hung": (0, 3),
    "finish.hands": (0, 8, 12, 16),
    "finish.rounds": (0, 1, 2, 3, 4),
    "finish.win_by": (0, 1, 2),
    "finish.start": (0,),
    "finish.target": (11, 15, 21, 31, 52),
    "finish.bust": (-11, -15, -21, -31, -52),
    "tally.trick": (-1,),
    "tally.no_trick": (0, 3, 5),
    "tally.infraction": (0, 3, 5),
    "tally.max_sits": (1, 2, 3),
    "tally.box_at": (0, 1, 2, 3),
    "tally.never_land_at": (11, 14, 17, 21),
}
WORTHS = (0, 1, 2, 3)

DECKS = (
    "A K Q J 10 9 8 7 6 5 4 3 2",
    "A K Q J 10 9 8 7 6 5 4",
    "A K Q J 10 9 8 7 6 5",
    "A K Q J 10 9 8 7",
    "A K Q J 10 9",
)

NUMBER_WORDS = {"all": "all of them", "above": "one above", "none": "none", "bid": "its rank"}
"""What a number may be instead, as short as a number."""

_SETTING = "(?:" + "|".join(sorted(map(re.escape, SETTINGS), key=len, reverse=True)) + ")"
_SETTING_SAID = re.compile(rf'({_SETTING})(?: = (?:"([^"]*)"|(true|false)\b))?(:?)')
OTHER = "other"
MAX_ANSWER = 80


def question(key: str, special: str = "none") -> str:
    """Return the question for a setting: "What do you play to?"; `special` is the name of the special bid."""
    if key in QUESTIONS:
        return QUESTIONS[key].format(it="the special bid" if special == "none" else f"the {special}")
    point = setting_title(key).partition(":")[0]
    return f"{point}: who gets it?" if key.endswith(".to") else f"What is {point.lower()} worth?"


def usual_values(key: str, own: Value) -> list[Value]:
    """Return the values of a setting worth offering, `own` among them, in an order that reads well."""
    allowed = SETTINGS[key][0]
    if isinstance(allowed, OneOf):
        return list(allowed.words)
    if isinstance(allowed, CardRanks):
        return list(dict.fromkeys([*([own] if own else []), *DECKS]))
    if isinstance(allowed, Number):
        numbers = {*USUAL_NUMBERS.get(key, WORTHS), *([own] if isinstance(own, int) else [])}
        return [*sorted(number for number in numbers if allowed.accepts(number)), *allowed.words]
    return [True, False]


def short_answer(key: str, value: Value) -> str:
    """Return a value in a word or two: "11", "bidders", "yes"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return number_text(value)
    return NUMBER_WORDS.get(value, value) if isinstance(SETTINGS[key][0], Number) else value.replace("-", " ")


def is_numeric(key: str) -> bool:
    return isinstance(SETTINGS[key][0], Number)


def settings_by_group(kind: GameKind) -> Iterable[tuple[str, list[str]]]:
    """Return the settings of that kind of game, in their groups."""
    for title, prefixes in GROUPS:
        keys = [key for key in SETTINGS if key.startswith(prefixes) and belongs_to(key, kind)]
        if keys:
            yield title, keys


def settings_in_words(message: str) -> str:
    """Return a message about contradicting settings in words: each setting by its title, each value by its sentence."""
    said = message.replace("points.*.worth", "the points").replace(" (tally.*)", "").replace(" (tally.trick)", "")
    return _SETTING_SAID.sub(_named, said)


def _named(found: re.Match[str]) -> str:
    key, word, switch, colon = found.groups()
    value = word if switch is None else switch == "true"
    if value is None:
        return f"“{setting_title(key)}”{colon}"
    try:
        sentence = say_setting(key, value)
    except KeyError:
        return f"“{setting_title(key)}: {value}”{colon}"
    return f"“{setting_title(key)}: {sentence[:1].lower()}{sentence[1:].rstrip('.')}”{colon}"


def faults_by_setting(error: SettingsError) -> dict[str, str]:
    """Return setting -> error message; several messages of one setting are joined."""
    told: dict[str, str] = {}
    for fault in error.faults:
        before = f"{told[fault.key]} " if fault.key in told else ""
        told[fault.key] = before + settings_in_words(say_refusal(fault.refusal))
    return told


class InvalidAnswer(ValueError):
    """A setting was sent a value it cannot have; the message says what it may be."""


def rule_field(key: str) -> str:
    """Return the name of a setting's field."""
    return f"rule-{key}"


def read_answer(key: str, typed: Mapping[str, str]) -> Value | None:
    """Return the value chosen for a setting, None if there is none.  Raises InvalidAnswer for anything it cannot be."""
    chosen, own = typed.get(rule_field(key)), typed.get(f"{rule_field(key)}-n")
    if chosen == OTHER or (chosen is None and own):
        chosen = own or ""
    return None if chosen is None else _value(key, chosen)


def _value(key: str, text: str) -> Value:
    allowed = SETTINGS[key][0]
    value: Value = text
    if isinstance(allowed, Switch):
        value = {"yes": True, "no": False}.get(text, text)
    elif isinstance(allowed, Number) and is_integer(text):
        value = parse_integer(text)
    if allowed.accepts(value):
        return value
    if isinstance(allowed, Number):
        raise InvalidAnswer(f"Enter a whole number from {allowed.least} to {allowed.most}.".replace("-", "−"))
    raise InvalidAnswer("Tap one of the answers.")
