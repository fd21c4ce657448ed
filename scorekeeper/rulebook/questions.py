"""Settings as questions: their words and answers, the answers as a form sends them, and what differs in words.

A setting has the field `rule-finish.target`, and `rule-finish.target-n` for a number that is not among the answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from scorekeeper.core.text import is_integer, parse_integer
from scorekeeper.rules.doubts import settings_doubts
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import SETTINGS, GameKind, belongs_to
from scorekeeper.rules.values import RANKS, CardRanks, Number, OneOf, Switch, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import (
    capped,
    number_text,
    phrase_of,
    say_doubt,
    say_refusal,
    say_setting,
    setting_title,
    short_phrase,
)
from scorekeeper.sheets.questions import ASKED_OF, content_words, likeness
from scorekeeper.sheets.rules_sheet import changed_settings

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
TARGET, SIDES = "finish.target", "seating.sides"
VARIED = (TARGET, "auction.all_pass", "auction.dealer_steals")
"""What tables that play the same game vary most: asked first at every game that has it."""
OFTEN = (
    "finish.target", "auction.min", "auction.max", "auction.dealer_steals", "auction.all_pass", "deck.off_jack",
    "points.off_jack.worth", "deck.jokers", "game.tie", "finish.may_win",
)  # fmt: skip
"""What tables play differently most often."""
WORTHS = (0, 1, 2, 3)
NUMBER_WORDS = {"all": "all of them", "above": "one above", "none": "none", "bid": "its rank"}
"""What a number may be instead, as short as a number."""
OTHER, CALLED = "other", "called-partner"
MAX_ANSWER, MAX_IN_A_ROW, MOST_FOUND = 80, 5, 12

_SETTING = "(?:" + "|".join(sorted(map(re.escape, SETTINGS), key=len, reverse=True)) + ")"
_SETTING_SAID = re.compile(rf'({_SETTING})(?: = (?:"([^"]*)"|(true|false)\b))?(:?)')


def question(key: str, special: str = "none") -> str:
    """Return the question for a setting: "What do you play to?"; `special` is the name of the special bid."""
    phrase, named = phrase_of(key)
    asked = str(phrase.get("question") or ASKED_OF.get(key) or f"{phrase['title']}?")
    return asked.format(it="the special bid" if special == "none" else f"the {special}", **named)


def usual_values(key: str, own: Value) -> list[Value]:
    """Return the values of a setting worth offering, `own` among them, in an order that reads well."""
    allowed, offered = SETTINGS[key][0], phrase_of(key)[0].get("offered", WORTHS)
    if isinstance(allowed, OneOf):
        return list(allowed.words)
    if isinstance(allowed, CardRanks):
        return list(dict.fromkeys([*([own] if own else []), *offered]))
    if isinstance(allowed, Number):
        numbers = {*offered, *([own] if isinstance(own, int) else [])}
        return [*sorted(number for number in numbers if allowed.accepts(number)), *allowed.words]
    return [True, False]


def value_text(value: Value) -> str:
    """Write a value as a form or an address sends it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def short_answer(key: str, value: Value) -> str:
    """Return a value in a word or two: "11", "bidders", "yes"."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number_text(value)
    word = value_text(value)
    return NUMBER_WORDS.get(word, word) if is_numeric(key) else word.replace("-", " ")


def short_sentence(key: str, value: Value) -> str:
    """Return a value as the answer to its question; the whole sentence where there is no shorter answer."""
    word = value_text(value)
    if key == "deck.ranks":
        return _ranks(word)
    if key.startswith("names."):
        return (word if word.startswith("off-") else word.replace("-", " ")).capitalize()
    told = ", ".join(filter(None, ({"yes": "Yes", "no": "No"}.get(word), short_phrase(key, value))))
    return capped(told) or say_setting(key, value)


def _ranks(text: str) -> str:
    """Return which cards a suit has: "A down to 4" if no rank between is missing."""
    ranks = text.split()
    if not ranks:
        return "The usual ones"
    start = RANKS.index(ranks[0])
    whole = ranks == list(RANKS[start : start + len(ranks)])
    return f"{ranks[0]} down to {ranks[-1]}" if whole else text


def is_numeric(key: str) -> bool:
    return isinstance(SETTINGS[key][0], Number)


def settings_by_group(kind: GameKind) -> Iterable[tuple[str, list[str]]]:
    for title, prefixes in GROUPS:
        keys = [key for key in SETTINGS if key.startswith(prefixes) and belongs_to(key, kind)]
        if keys:
            yield title, keys


def find_settings(text: str, kind: GameKind) -> list[str]:
    """Return the settings that `text` may mean, the likeliest first: those with the most of its words.

    A word of a setting's question counts more than one of its answers, as in `likeness`.
    """
    wanted = content_words(text)
    scores = {key: likeness(wanted, *_vocabulary(key)) for key in SETTINGS if belongs_to(key, kind)}
    best = max(scores.values(), default=0)
    likely = [key for key, score in scores.items() if score and 2 * score >= best]
    return sorted(likely, key=lambda key: -scores[key])[:MOST_FOUND]


@cache
def _vocabulary(key: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a setting's question and title, and of its answers."""
    answers = " ".join(say_setting(key, value) for value in usual_values(key, SETTINGS[key][1]))
    asked = f"{question(key)} {setting_title(key)}"
    return frozenset(content_words(asked)), frozenset(content_words(answers))


# ---------------------------------------------------------------- what a form sends, and what is wrong with it


def rule_field(key: str) -> str:
    return f"rule-{key}"


class InvalidAnswer(ValueError):
    """A setting was sent a value it cannot have; the message says what it may be."""


def read_answer(key: str, typed: Mapping[str, str]) -> Value | None:
    """Return the value chosen for a setting, None if there is none.  Raises InvalidAnswer for anything it cannot be."""
    text, own = typed.get(rule_field(key)), typed.get(f"{rule_field(key)}-n")
    if text == OTHER or (text is None and own):
        text = own or ""
    return None if text is None else parse_answer(key, text)


def parse_answer(key: str, text: str) -> Value:
    """Return the value of a setting that a text stands for.  Raises InvalidAnswer for anything it cannot be."""
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


# ---------------------------------------------------------------- the questions of a table


@dataclass(frozen=True)
class SettingQuestion:
    """One setting as a question, with what is chosen."""

    key: str
    question: str
    answers: tuple[tuple[str, str, str], ...]
    """For each value to tap: what the form sends, the answer, and the whole sentence, which stands by itself."""
    chosen: str
    """The value that is chosen, one of the answers or another number."""
    usual: str
    """The value of the variant itself."""
    number: str | None
    """What stands in the field for another number, None if there is none."""
    error: str
    parts: tuple[SettingQuestion, ...] = ()
    """Of a point: which card it is, and who gets it."""
    doubt: str = ""
    """Why the answer chosen is most likely a mistake."""

    @property
    def name(self) -> str:
        return rule_field(self.key)

    @property
    def said(self) -> str:
        sentences = {value: sentence for value, _, sentence in self.answers}
        return sentences.get(self.chosen, self.number or "")

    @property
    def other(self) -> bool:
        """Return whether another number is chosen than those to tap."""
        return self.number is not None and self.chosen not in {value for value, _, _ in self.answers}

    @property
    def wrong(self) -> bool:
        return bool(self.error) or any(part.error for part in self.parts)

    @property
    def has_choice(self) -> bool:
        return len(self.answers) > 1 or self.number is not None

    @property
    def is_signed(self) -> bool:
        return getattr(SETTINGS[self.key][0], "least", 0) < 0

    @property
    def needs(self) -> str:
        """Return a class that hides the question until that answer is chosen; empty for questions always shown."""
        group, _, rest = self.key.partition(".")
        if group == "call":
            return "partner"
        return "special" if group == "special" and rest != "name" else ""

    @property
    def columns(self) -> int:
        every = len(self.answers) + 1
        return every if every <= MAX_IN_A_ROW else (every + 1) // 2


@dataclass(frozen=True)
class RulesFormState:
    """A table for which rules are chosen, with the values and errors of the form."""

    variant: Variant
    size: int
    base: Mapping[str, Value]
    """House rules it starts from."""
    typed: Mapping[str, str]
    wrong: Mapping[str, str]
    every: bool = False
    """Whether every setting is wanted, not only those the variant leaves open."""
    doubts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Setting -> what is doubtful about the answer chosen."""

    def current(self, key: str) -> Value:
        return self.base.get(key, self.usual(key))

    def usual(self, key: str) -> Value:
        return self.variant.settings_at(self.size).get(key, SETTINGS[key][1])

    def goes(self, key: str, value: Value) -> bool:
        """Return whether a value can be chosen: by itself, or with the rules it starts from."""
        if value == self.current(key):
            return True
        for house in ({}, dict(self.base)):
            with suppress(SettingsError):
                self.variant.ruleset(self.size, house | {key: value})
                return True
        return False


def setting_question(at: RulesFormState, key: str) -> SettingQuestion:
    """Return one setting with its answers; what was typed is chosen, else what is in force."""
    name, numeric = rule_field(key), is_numeric(key)
    values = [value for value in usual_values(key, at.current(key)) if at.goes(key, value)]
    if numeric and at.usual(key) not in values:
        values = sorted([*values, at.usual(key)], key=lambda value: (isinstance(value, str), value))
    shorten = short_answer if numeric else short_sentence
    answers = tuple((value_text(value), shorten(key, value), say_setting(key, value)) for value in values)
    chosen, own = at.typed.get(name, value_text(at.current(key))), at.typed.get(f"{name}-n", "")
    if not own and chosen != OTHER and chosen not in {value for value, _, _ in answers}:
        own = chosen
    return SettingQuestion(
        key=key,
        question=question(key, str(at.current("special.name"))),
        answers=answers,
        chosen=chosen,
        usual=value_text(at.usual(key)),
        number=own if numeric else None,
        error=at.wrong.get(name, ""),
        doubt=" ".join(at.doubts.get(key, ())),
    )


def house_rules_questions(at: RulesFormState) -> dict[str, Any]:
    """Return what a new game asks: its target apart, then what its variant leaves open, and every other setting.

    The others come in their groups, if they are wanted or something stands in one of them.  `changes` are the
    sentences of what differs from the variant; `doubts` what this deck cannot give under the rules chosen, to be asked
    about once, and `doubted` how the form says that it was.
    """
    asked = {}
    for key in dict.fromkeys(key for key in (*VARIED, *at.variant.asks) if belongs_to(key, at.variant.kind)):
        # a target it has, passes where there are bids, calls where partners are called
        if key == TARGET:
            meant = at.current(TARGET) != "none"
        elif key.startswith("auction."):
            meant = at.current("auction.rounds") != "none"
        else:
            meant = not key.startswith("call.") or at.current(SIDES) == CALLED
        if meant and (one := setting_question(at, key)).has_choice:
            asked[key] = one
    named = {name.removesuffix("-n") for name in (*at.wrong, *at.typed)} | {rule_field(key) for key in at.doubts}
    hidden = {name for name in named if name.startswith("rule-") and name.removeprefix("rule-") not in asked}
    return {
        "target": asked.get(TARGET),
        "asks": [one for key, one in asked.items() if key != TARGET],
        "groups": _groups(at, set(asked)) if at.every or hidden else [],
        "changes": changes_in_words(at.variant, at.size, at.base),
        "doubts": list(dict.fromkeys(doubt for found in at.doubts.values() for doubt in found)),
        "doubted": doubts_mark(at.doubts),
    }


def split_questions(at: RulesFormState, first: Sequence[str]) -> tuple[list[SettingQuestion], list[dict[str, Any]]]:
    """Return the questions of `first`, in that order, and every other one in its group."""
    keys = [key for _, keys in settings_by_group(at.variant.kind) for key in keys]
    chosen = [key for key in dict.fromkeys(first) if key in keys and _has_place(at, key)]
    alone = [key for key in chosen if not _is_part(key, set()) or f"points.{key.split('.')[1]}.worth" not in chosen]
    asked = [_with_parts(at, key, keys, set()) for key in alone]
    return asked, _groups(at, {*alone, *(part.key for one in asked for part in one.parts)})


def _groups(at: RulesFormState, shown: set[str]) -> list[dict[str, Any]]:
    """Return the questions besides those `shown` by their groups; `rest` are the points this game does not play."""
    groups = []
    for title, keys in settings_by_group(at.variant.kind):
        left = [key for key in keys if key not in shown and not _is_part(key, shown) and _has_place(at, key)]
        every = [_with_parts(at, key, keys, shown) for key in left]
        asked = [one for one in every if one.parts or one.has_choice or one.error]
        # a point that is not played here, and nobody wants
        rest = [
            one
            for one in asked
            if one.key.endswith(".worth")
            and not at.current(one.key)
            and not one.wrong
            and not one.other
            and one.chosen == "0"
        ]
        if asked:
            groups.append(
                {
                    "title": title,
                    "asked": [one for one in asked if one not in rest],
                    "rest": rest,
                    "open": any(one.wrong or one.doubt for one in asked),
                    "changed": sum(key not in shown and at.current(key) != at.usual(key) for key in keys),
                }
            )
    return groups


def _has_place(at: RulesFormState, key: str) -> bool:
    """Return whether a setting can have a meaning here: a call needs a seating with called partners."""
    return not key.startswith("call.") or at.current(SIDES) == CALLED or at.goes(SIDES, CALLED)


def _is_part(key: str, shown: set[str]) -> bool:
    """Return whether a setting is asked together with the worth of its point."""
    group, _, rest = key.partition(".")
    return group == "points" and not rest.endswith(".worth") and f"points.{rest.split('.')[0]}.worth" not in shown


def _with_parts(at: RulesFormState, key: str, keys: Sequence[str], shown: set[str]) -> SettingQuestion:
    asked = setting_question(at, key)
    if not key.endswith(".worth"):
        return asked
    point = key.removesuffix("worth")
    parts = [part for part in keys if part.startswith(point) and part != key and part not in shown]
    return replace(asked, parts=tuple(setting_question(at, part) for part in parts))


# ---------------------------------------------------------------- what is doubtful, and what differs


def house_doubts(variant: Variant, size: int, house: Mapping[str, Value]) -> dict[str, tuple[str, ...]]:
    """Return setting -> what this deck cannot give because of it: what would not be doubtful without that house rule.

    Raises SettingsError for rules that contradict each other.
    """

    def doubts(rules: Mapping[str, Value]) -> list[str]:
        return [say_doubt(doubt) for doubt in settings_doubts(variant.ruleset(size, rules), size)]

    now = doubts(house)
    found: dict[str, tuple[str, ...]] = {}
    for key in house if now else ():
        with suppress(SettingsError):
            before = doubts({other: value for other, value in house.items() if other != key})
            if caused := tuple(doubt for doubt in now if doubt not in before):
                found[key] = caused
    return found


def doubts_mark(doubts: Mapping[str, tuple[str, ...]]) -> str:
    """Return what a form sends to say that somebody read these doubts; another setting in doubt is asked about anew."""
    return " ".join(sorted(doubts))


def changes_in_words(variant: Variant, size: int, house: Mapping[str, Value]) -> list[str]:
    """Return the sentences of the settings that differ from the variant."""
    changed = changed_settings(variant, size, house)
    return [say_setting(key, house[key]) for key in SETTINGS if key in changed]


def rules_summary(variant: Variant, size: int, house: Mapping[str, Value]) -> str:
    """Return in one line what rules are: "Partnership Pitch to 11 · a tied game: bidders"."""
    target = variant.ruleset(size, house).value(TARGET)
    said = [variant.name + (f" to {short_answer(TARGET, target)}" if isinstance(target, int) else "")]
    changed = changed_settings(variant, size, house) - {TARGET}
    for key in SETTINGS:
        if key in changed:
            title = setting_title(key)
            said.append(f"{title[:1].lower()}{title[1:]}: {short_answer(key, house[key])}")
    return " · ".join(said)
