"""The house rules form: the questions a variant leaves open, and behind them every other one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from scorekeeper.rulebook.answers import short_sentence
from scorekeeper.rulebook.questions import (
    is_numeric,
    question,
    rule_field,
    settings_by_group,
    short_answer,
    usual_values,
)
from scorekeeper.rules.doubts import settings_doubts
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_setting, setting_title
from scorekeeper.sheets.refusals import say_doubt
from scorekeeper.sheets.rules_sheet import changed_settings

OTHER, CALLED = "other", "called-partner"
TARGET = "finish.target"
VARIED = (TARGET, "auction.all_pass", "auction.dealer_steals")
"""What tables that play the same game vary most: asked first at every game that has it."""
MAX_IN_A_ROW = 5


@dataclass(frozen=True)
class SettingAnswer:
    """One value to tap."""

    value: str
    text: str
    checked: bool
    spoken: str = ""
    """The whole sentence, which stands by itself."""
    usual: bool = False


@dataclass(frozen=True)
class SettingQuestion:
    """One setting as a question."""

    key: str
    name: str
    title: str
    question: str
    answers: tuple[SettingAnswer, ...]
    number: str | None
    """What stands in the field for another number, None if there is none."""
    other: bool
    """Whether another number is chosen."""
    least: int
    most: int
    needs: str
    """A class that hides the question until that answer is chosen; empty for questions always shown."""
    error: str
    parts: tuple[SettingQuestion, ...] = ()
    """Of a point: which card it is, and who gets it."""
    doubt: str = ""
    """Why the answer chosen is most likely a mistake."""

    @property
    def said(self) -> str:
        """Return the answer that is chosen."""
        chosen = next((answer for answer in self.answers if answer.checked), None)
        return (chosen.spoken or chosen.text) if chosen else (self.number or "")

    @property
    def wrong(self) -> bool:
        return bool(self.error) or any(part.error for part in self.parts)

    @property
    def columns(self) -> int:
        every = len(self.answers) + 1
        return every if every <= MAX_IN_A_ROW else (every + 1) // 2


@dataclass(frozen=True)
class QuestionGroup:
    """Questions that belong together; `rest` are the points this game does not play."""

    title: str
    asked: tuple[SettingQuestion, ...]
    rest: tuple[SettingQuestion, ...]
    open: bool
    changed: int


@dataclass(frozen=True)
class HouseRulesForm:
    """The section of the new-game page."""

    target: SettingQuestion | None
    """What the game is to; None if that is not a question."""
    asks: tuple[SettingQuestion, ...]
    groups: tuple[QuestionGroup, ...]
    """Every other setting; empty until somebody asks for them all."""
    changes: tuple[str, ...]
    """What differs from the variant, as sentences."""
    doubts: tuple[str, ...]
    """What this deck cannot give under the rules chosen, to be asked about once; empty once it was."""
    doubted: str
    """The same as a form says that it was asked about."""


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
        return value == self.current(key) or any(self._stands(house | {key: value}) for house in ({}, dict(self.base)))

    def _stands(self, house: Mapping[str, Value]) -> bool:
        try:
            self.variant.ruleset(self.size, house)
        except SettingsError:
            return False
        return True


def house_rules_form(at: RulesFormState) -> HouseRulesForm:
    """Return the form, open if there is an error in it."""
    keys = dict.fromkeys(key for key in (*VARIED, *at.variant.asks) if _has_meaning(at, key))
    questions = [asked for key in keys if (asked := _open_question(at, key))]
    target = next((asked for asked in questions if asked.key == TARGET), None)
    shown = {asked.key for asked in questions}
    groups = _groups(at, shown) if _wants_every(at, shown) else ()
    return HouseRulesForm(
        target=target,
        asks=tuple(asked for asked in questions if asked is not target),
        groups=groups,
        changes=changes_in_words(at.variant, at.size, at.base),
        doubts=tuple(dict.fromkeys(doubt for found in at.doubts.values() for doubt in found)),
        doubted=doubts_mark(at.doubts),
    )


def house_doubts(variant: Variant, size: int, house: Mapping[str, Value]) -> dict[str, tuple[str, ...]]:
    """Return setting -> what this deck cannot give because of it: what would not be doubtful without that house rule.

    Raises SettingsError for rules that contradict each other.
    """
    now = _rules_doubts(variant, size, house)
    found: dict[str, tuple[str, ...]] = {}
    for key in house if now else ():
        with suppress(SettingsError):
            before = _rules_doubts(variant, size, {other: value for other, value in house.items() if other != key})
            if caused := tuple(doubt for doubt in now if doubt not in before):
                found[key] = caused
    return found


def _rules_doubts(variant: Variant, size: int, house: Mapping[str, Value]) -> list[str]:
    return [say_doubt(doubt) for doubt in settings_doubts(variant.ruleset(size, house), size)]


def doubts_mark(doubts: Mapping[str, tuple[str, ...]]) -> str:
    """Return what a form sends to say that somebody read these doubts; another setting in doubt is asked about anew."""
    return " ".join(sorted(doubts))


def _has_meaning(at: RulesFormState, key: str) -> bool:
    """Return whether a setting that tables vary is one of this game's: a target it has, passes where there are bids."""
    if not belongs_to(key, at.variant.kind):
        return False
    if key == TARGET:
        return at.current(key) != "none"
    return not key.startswith("auction.") or at.current("auction.rounds") != "none"


def split_questions(
    at: RulesFormState, first: Sequence[str]
) -> tuple[tuple[SettingQuestion, ...], tuple[QuestionGroup, ...]]:
    """Return the questions of `first`, in that order, and every other one in its group."""
    keys = [key for _, keys in settings_by_group(at.variant.kind) for key in keys]
    chosen = [key for key in dict.fromkeys(first) if key in keys and _has_place(at, key)]
    alone = [key for key in chosen if not _is_part(key, set()) or _worth_of(key) not in chosen]
    asked = tuple(_with_parts(at, key, keys, set()) for key in alone)
    shown = {*alone, *(part.key for one in asked for part in one.parts)}
    return asked, _groups(at, shown)


def _worth_of(key: str) -> str:
    return f"points.{key.split('.')[1]}.worth"


def _wants_every(at: RulesFormState, shown: set[str]) -> bool:
    """Return whether all settings are shown: asked for, or something stands in one that is not among the questions."""
    names = {*at.wrong, *(name.removesuffix("-n") for name in at.typed)}
    names |= {rule_field(key) for key in at.doubts}
    return at.every or any(name.startswith("rule-") and name[len("rule-") :] not in shown for name in names)


def _groups(at: RulesFormState, shown: set[str]) -> tuple[QuestionGroup, ...]:
    every = (_group(at, title, keys, shown) for title, keys in settings_by_group(at.variant.kind))
    return tuple(group for group in every if group.asked or group.rest)


def _open_question(at: RulesFormState, key: str) -> SettingQuestion | None:
    """Return a question the variant leaves open; None if it has no meaning at this size, or only one answer."""
    if key.startswith("call.") and at.current("seating.sides") != CALLED:
        return None
    asked = setting_question(at, key)
    return asked if len(asked.answers) > 1 or asked.number is not None else None


def _group(at: RulesFormState, title: str, keys: Sequence[str], shown: set[str]) -> QuestionGroup:
    left = [key for key in keys if key not in shown and not _is_part(key, shown) and _has_place(at, key)]
    every = [_with_parts(at, key, keys, shown) for key in left]
    asked = [one for one in every if one.parts or len(one.answers) > 1 or one.number is not None or one.error]
    idle = [one for one in asked if _is_idle(at, one)]
    changed = sum(1 for key in keys if key not in shown and at.current(key) != at.usual(key))
    return QuestionGroup(
        title=title,
        asked=tuple(one for one in asked if one not in idle),
        rest=tuple(idle),
        open=any(one.wrong or one.doubt for one in asked),
        changed=changed,
    )


def _has_place(at: RulesFormState, key: str) -> bool:
    """Return whether a setting can have a meaning here: a call needs a seating with called partners."""
    sides = "seating.sides"
    return not key.startswith("call.") or at.current(sides) == CALLED or at.goes(sides, CALLED)


def _is_part(key: str, shown: set[str]) -> bool:
    """Return whether a setting is asked together with the worth of its point."""
    group, _, rest = key.partition(".")
    return group == "points" and not rest.endswith(".worth") and f"points.{rest.split('.')[0]}.worth" not in shown


def _with_parts(at: RulesFormState, key: str, keys: Sequence[str], shown: set[str]) -> SettingQuestion:
    asked = setting_question(at, key)
    if not key.endswith(".worth"):
        return asked
    point = key.removesuffix("worth")
    parts = [
        setting_question(at, part) for part in keys if part.startswith(point) and part != key and part not in shown
    ]
    return replace(asked, parts=tuple(parts))


def _is_idle(at: RulesFormState, asked: SettingQuestion) -> bool:
    """Return whether a point is not played here, and nobody wants it."""
    wanted = asked.other or any(answer.checked and answer.value != "0" for answer in asked.answers)
    return asked.key.endswith(".worth") and not at.current(asked.key) and not asked.wrong and not wanted


def setting_question(at: RulesFormState, key: str) -> SettingQuestion:
    """Return one setting with its answers; what was typed is chosen, else what is in force."""
    name, allowed = f"rule-{key}", SETTINGS[key][0]
    values = [value for value in usual_values(key, at.current(key)) if at.goes(key, value)]
    if is_numeric(key) and at.usual(key) not in values:
        values = sorted([*values, at.usual(key)], key=lambda value: (isinstance(value, str), value))
    chosen = at.typed.get(name, value_text(at.current(key)))
    own = at.typed.get(f"{name}-n", "")
    answers = tuple(_answer(at, key, value, chosen) for value in values)
    other = is_numeric(key) and (chosen == OTHER or not any(answer.checked for answer in answers))
    return SettingQuestion(
        key=key,
        name=name,
        title=setting_title(key),
        question=question(key, str(at.current("special.name"))),
        answers=answers,
        number=(own or (chosen if other and chosen != OTHER else "")) if is_numeric(key) else None,
        other=other,
        least=getattr(allowed, "least", 0),
        most=getattr(allowed, "most", 0),
        needs=_needs(key),
        error=at.wrong.get(name, ""),
        doubt=" ".join(at.doubts.get(key, ())),
    )


def _answer(at: RulesFormState, key: str, value: Value, chosen: str) -> SettingAnswer:
    text, sentence = value_text(value), say_setting(key, value)
    usual = value == at.usual(key)
    if is_numeric(key):
        return SettingAnswer(text, short_answer(key, value), chosen == text, sentence, usual)
    return SettingAnswer(text, short_sentence(key, value), chosen == text, sentence, usual)


def value_text(value: Value) -> str:
    """Write a value as the form sends it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _needs(key: str) -> str:
    group, _, rest = key.partition(".")
    if group == "call":
        return "partner"
    if group == "special" and rest != "name":
        return "special"
    return ""


# ---------------------------------------------------------------- what differs, in words


def changes_in_words(variant: Variant, size: int, house: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the sentences of the settings that differ from the variant."""
    changed = changed_settings(variant, size, house)
    return tuple(say_setting(key, house[key]) for key in SETTINGS if key in changed)


def rules_summary(variant: Variant, size: int, house: Mapping[str, Value]) -> str:
    """Return in one line what rules are: "Partnership Pitch to 11 · a tied game: bidders"."""
    target = variant.ruleset(size, house).value("finish.target")
    to = f" to {short_answer('finish.target', target)}" if isinstance(target, int) else ""
    changed = changed_settings(variant, size, house) - {"finish.target"}
    told = [f"{_lowered(setting_title(key))}: {short_answer(key, house[key])}" for key in SETTINGS if key in changed]
    return " · ".join([variant.name + to, *told])


def _lowered(title: str) -> str:
    return title[:1].lower() + title[1:]
