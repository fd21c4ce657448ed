"""The forms of the log and of lines that are not hands.

A correction is the hand form filled in with the recorded line, and the reason for the change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from wtforms import HiddenField, ValidationError

from scorekeeper.core.forms import Filled, LineForm, ScoreField, SubmissionForm, TextField
from scorekeeper.core.transaction import Submission
from scorekeeper.games.forms import build_facts, line_as_form
from scorekeeper.games.log import contract_in
from scorekeeper.rulebook.forms import SettingField
from scorekeeper.rulebook.questions import rule_field, settings_in_words
from scorekeeper.rules.reading import END_WINNERS
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import MAX_NUMBER, Value
from scorekeeper.sheets.phrases import signed

AUCTION_KEYS = ("bidder", "bid", "thrown", "over_throw")
POINT_KEYS = ("points", "counts", "buried", "all_tricks")
CONTRACT_KEYS = ("bidder", "bid", "partner", "alone", "thrown", "over_throw", "made")
STEP_BUTTON = re.compile(r"([0-9]{1,4})([-+])")
MAX_LENGTH = 400
NOT_RESENT = ("op_id", "seen", "late", "step")
LEAVE, SETTLE = "leave", "settle"
"""What somebody does other than sit down."""
EXITS = (SUBSTITUTE, SWAP, DEALER, END) = ("substitute", "swap", "dealer", "end")
"""What is changed in the middle of a game."""


class NightButtonForm(SubmissionForm):
    """A button of the night: `from` is the page it stands on, `then` the address of a form that came too late."""

    origin = HiddenField(name="from", default="")
    then = HiddenField()


class ReviewForm(SubmissionForm):
    """What another phone says of a line: that it was so, or what it was instead."""

    says = HiddenField(default="")
    note = TextField("What should it be?", too_long="A note has at most {longest} characters.")
    origin = HiddenField(name="from", default="")


def corrected_facts(typed: Mapping[str, str], old: Document, table: Table) -> Document:
    """Return the corrected facts.  Facts that only an imported sheet can have are kept where the form has not changed.

    That is the auction, who of a side took a point, the points where the form asks only for made or set, more cards
    turned up than it has room for, and the order of a hand of Smoke.
    """
    new, said = build_facts(typed, table), build_facts(line_as_form(old, table), table)
    if "tricks" in old and new == said:
        return old
    same_contract = all(new.get(key) == said.get(key) for key in CONTRACT_KEYS)
    if "points" in old and "made" in new and same_contract:
        taken = {key: old[key] for key in POINT_KEYS if key in old}
        new = {key: value for key, value in new.items() if key != "made"} | taken
    elif "points" in old and "points" in new and same_contract:  # by the old names where the form, which asks for the
        taken, says = old["points"], said.get("points", {})  # side, says the same as it did
        new["points"] = {
            key: taken[key] if key in taken and says.get(key) == taker else taker
            for key, taker in new["points"].items()
        }
    if "turned" in old and new.get("turned") == said["turned"]:
        new["turned"] = old["turned"]
    if "auction" in old and contract_in(old, table) == contract_in(new, table):
        return {key: value for key, value in new.items() if key not in AUCTION_KEYS} | {"auction": old["auction"]}
    return new


class ChangeForm(LineForm):
    """What every such form has: a note, if somebody likes, and `facts`, the line it says once it was validated."""

    note = TextField("Note (optional)", longest=MAX_LENGTH)

    @property
    def resent(self) -> dict[str, str]:
        """Return control -> text of all that is filled in, to be sent again from another page."""
        typed: dict[str, str] = {}
        for field in self:
            typed |= field.typed if isinstance(field, SettingField) else {field.name: field._value()}  # noqa: SLF001
        return {name: text for name, text in typed.items() if text and name not in NOT_RESENT}

    def with_note(self, facts: Document) -> Document:
        return facts | ({"note": self.note.data} if self.note.data else {})


class RuleForm(ChangeForm):
    """Another value for a setting; `current` is the one in force at row `seq`."""

    answer: SettingField

    def __init__(self, current: Value, seq: int) -> None:
        self.current, self.seq = current, seq
        super().__init__()

    def validate_answer(self, field: SettingField) -> None:
        if field.data == self.current and self.seen.data == self.seq:
            raise ValidationError("That is already the rule.")

    @property
    def facts(self) -> Document:
        return self.with_note({"rules": {self.answer.key: self.answer.data}})

    def add_error(self, name: str, message: str) -> None:
        """Put a message at the answer, whichever rule it names: the page has this one only."""
        super().add_error("answer" if name.startswith("rules") else name, settings_in_words(message))


@lru_cache(maxsize=128)
def rule_form_class(key: str) -> type[RuleForm]:
    answer = SettingField(key, [Filled("Tap one of the answers.")], name=rule_field(key))
    return type("RuleFormOfASetting", (RuleForm,), {"answer": answer})


class ScoreChangeField(ScoreField):
    """By how much a score changes, with its sign; left empty, by nothing."""

    data: int | None

    def parse(self, text: str) -> int:
        return super().parse(text.removeprefix("+"))

    def as_text(self, value: int) -> str:
        return signed(value)

    def _value(self) -> str:
        return self.typed if self.process_errors else signed(self.data or 0)

    def tap(self, by: int) -> None:
        """Change the number by one tap."""
        self.process_data(max(-MAX_NUMBER, min(MAX_NUMBER, (self.data or 0) + by)))
        self.process_errors: list[str] = []


class VoteForm(ChangeForm):
    """By how much each score changes, and why; the fields are `by-1` and so on."""

    reason: TextField
    step: TextField

    @property
    def changes(self) -> dict[str, int]:
        """Return seat key -> change of every score that changes."""
        return {field.name.removeprefix("by-"): field.data for field in self._by if field.data}

    @property
    def _by(self) -> list[ScoreChangeField]:
        return [field for field in self if isinstance(field, ScoreChangeField)]

    def apply_step(self) -> bool:
        """Change a number where a minus or a plus was tapped ("3+" for the third seat); return whether one was."""
        tapped = STEP_BUTTON.fullmatch(self.step.data or "")
        if tapped is None:
            return False
        for field in self._by:
            if field.name == f"by-{tapped[1]}":
                field.tap(1 if tapped[2] == "+" else -1)
        return True

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether some score changes by a number, and there is a reason."""
        valid = super().validate(extra_validators)
        if any(field.errors for field in self._by) or self.changes:
            return bool(valid)
        self.add_error(self._by[0].name, "Say whose score changes, and by how much.")
        return False

    @property
    def facts(self) -> Document:
        return self.with_note({"adjust": self.changes, "reason": self.reason.data})

    def add_error(self, name: str, message: str) -> None:
        """Put a message at its field: `adjust.3` of a line is `by-3`."""
        first, _, key = name.partition(".")
        super().add_error(f"by-{key}" if first == "adjust" and key else name, message)


@lru_cache(maxsize=64)
def vote_form_class(keys: tuple[str, ...]) -> type[VoteForm]:
    how_much = f"Enter a whole number from −{MAX_NUMBER} to {MAX_NUMBER}."
    by = {f"by-{key}": ScoreChangeField(unreadable=how_much, default=0) for key in keys}
    reason = TextField("Why?", [Filled("Say why, for the log.")], longest=MAX_LENGTH)
    return type("VoteFormOfSeats", (VoteForm,), {**by, "reason": reason, "step": TextField()})


def recorded_vote(facts: Document) -> dict[str, int | str]:
    by = {f"by-{key}": change for key, change in facts["adjust"].items()}
    return by | {key: str(facts[key]) for key in ("reason", "note") if key in facts}


class FilledFor(Filled):
    """Refuse a field that nobody filled in, for one kind of change alone: where `what` says that one."""

    def __init__(self, what: str, sentence: str) -> None:
        self.what = what
        super().__init__(sentence)

    def __call__(self, form: SeatsForm | ExitsForm, field: TextField) -> None:
        if form.what.data == self.what:
            super().__call__(form, field)


class SeatsForm(ChangeForm):
    """Somebody sits down on the left of somebody, somebody leaves, or the points are settled: `what` says which."""

    what = TextField()
    join = TextField("Somebody sits down", longest=MAX_LENGTH)
    after = TextField("On whose left?")
    leave = TextField("Somebody leaves", [FilledFor(LEAVE, "Who leaves? Tap a name.")])
    settle = TextField("Settle")
    """Never filled in: the place of an error."""

    def validate_join(self, field: TextField) -> None:
        if self.what.data not in {LEAVE, SETTLE} and not field.data:
            raise ValidationError("Who sits down? Enter a name.")

    @property
    def facts(self) -> Document:
        if self.what.data == LEAVE:
            return self.with_note({"leave": self.leave.data})
        if self.what.data == SETTLE:
            return self.with_note({"settle": True})
        return self.with_note({"join": self.join.data} | ({"after": self.after.data} if self.after.data else {}))


class ExitsForm(ChangeForm):
    """A substitute, two who swap seats, another dealer, or the end of the game: `what` says which.

    `now_deals` is the seat key of the dealer at row `seq`.
    """

    what = TextField()
    substitute = TextField("Who steps in?", [FilledFor(SUBSTITUTE, "Who steps in? Enter a name.")], longest=MAX_LENGTH)
    replaces = TextField("Who leaves?", [FilledFor(SUBSTITUTE, "Who leaves? Tap a name.")])
    swap = TextField("Who changes seats?", [FilledFor(SWAP, "Who changes seats? Tap a name.")])
    other = TextField("With whom?", [FilledFor(SWAP, "With whom? Tap a name.")])
    dealer = TextField("Who deals the next hand?", [FilledFor(DEALER, "Who deals? Tap a name.")])
    end = TextField("End the game here")

    def __init__(self, now_deals: str, seq: int, **kwargs: Any) -> None:
        self.now_deals, self.seq = now_deals, seq
        super().__init__(**kwargs)

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether the form says what is changed, and to what."""
        valid = super().validate(extra_validators)
        if self.what.data in EXITS:
            return bool(valid)
        self.form_errors.append("Tap one of the buttons.")
        return False

    def validate_dealer(self, field: TextField) -> None:
        if self.what.data == DEALER and field.data == self.now_deals and self.seen.data == self.seq:
            raise ValidationError("They already deal the next hand.")

    def validate_end(self, field: TextField) -> None:
        if self.what.data == END and field.data not in END_WINNERS:
            raise ValidationError("How does it end? Tap one of the answers.")

    @property
    def facts(self) -> Document:
        what = self[self.what.data]
        if what.name == SWAP:
            return self.with_note({SWAP: sorted([self.swap.data, self.other.data])})  # so that two phones agree
        replaces = {"replaces": self.replaces.data} if what.name == SUBSTITUTE else {}
        return self.with_note({what.name: what.data} | replaces)


class ExitCorrectionForm(ExitsForm):
    """What a line of this kind should have said, and why it is corrected."""

    reason = TextField("Why correct it?")

    def submission(self, **_: Any) -> Submission:
        return super().submission(reason=self.reason.data)


def recorded_exit(facts: Document, names: Mapping[str, str]) -> dict[str, str]:
    """Return a recorded line as values of the form; `names`: seat key -> name."""
    said = {key: str(facts[key]) for key in (*EXITS, "replaces") if key in facts}
    if SWAP in facts:
        said[SWAP], said["other"] = facts[SWAP]
    if SUBSTITUTE in facts:
        said[SUBSTITUTE] = names[facts[SUBSTITUTE]]
    return said
