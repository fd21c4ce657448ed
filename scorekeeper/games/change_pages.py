"""Pages of the lines that are not hands: change a rule, the table voted, coming and going."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.form_values import FormMeta, new_op_id
from scorekeeper.core.marks import player_marks
from scorekeeper.games.board import game_title
from scorekeeper.games.change_forms import ChangeForm, RuleForm, ScoreChangeField, SeatsForm, VoteForm
from scorekeeper.games.commands import Stale
from scorekeeper.games.conflicts import Conflict, names_others
from scorekeeper.games.hand_form import Choice
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log_lines import exit_text, log_line
from scorekeeper.games.table_state import GameView
from scorekeeper.rulebook.questions import settings_by_group
from scorekeeper.rulebook.rules_form import RulesFormState, SettingQuestion, setting_question
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import Table
from scorekeeper.sheets.grammar import join_names, number_text, signed
from scorekeeper.sheets.phrases import say_setting, setting_title

FIXED_SETTINGS = ("seating.", "finish.start")


@dataclass(frozen=True)
class RuleLink:
    """A rule that may be changed, as it stands."""

    key: str
    title: str
    says: str


@dataclass(frozen=True)
class RuleGroup:
    title: str
    links: tuple[RuleLink, ...]


@dataclass(frozen=True)
class RulesPage:
    """The rules that may change now."""

    title: str
    code: str
    first: tuple[RuleLink, ...]
    """What this game leaves to the table."""
    groups: tuple[RuleGroup, ...]


@dataclass(frozen=True)
class RulePage:
    """One rule and what it may become."""

    title: str
    code: str
    heading: str
    now: str
    asked: SettingQuestion
    form: RuleForm


@dataclass(frozen=True)
class Stepper:
    """A score that may be changed."""

    key: str
    css: str
    initials: str
    name: str
    score: str
    by: ScoreChangeField


@dataclass(frozen=True)
class VotePage:
    title: str
    code: str
    heading: str
    steppers: tuple[Stepper, ...]
    form: VoteForm
    line: int | None
    """The row of the vote that is corrected, None for a new one."""


@dataclass(frozen=True)
class SeatsPage:
    """Somebody sits down, somebody leaves, settle."""

    title: str
    code: str
    form: SeatsForm
    regulars: tuple[str, ...]
    players: tuple[Choice, ...]
    leavers: tuple[Choice, ...]
    standing: str


# ---------------------------------------------------------------- a rule


def changeable(key: str) -> bool:
    """Return whether a rule can change once the game has begun."""
    return not key.startswith(FIXED_SETTINGS)


def rules_page(view: GameView) -> RulesPage:
    at = rules_form_state(view.table)
    first = [key for key in at.variant.asks if _has_choice(at, key)]
    groups = [
        RuleGroup(title, tuple(_link(at, key) for key in keys if key not in first and _has_choice(at, key)))
        for title, keys in settings_by_group(at.variant.kind)
    ]
    return RulesPage(
        title=game_title(view),
        code=view.code,
        first=tuple(_link(at, key) for key in first),
        groups=tuple(group for group in groups if group.links),
    )


def rules_form_state(
    table: Table, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None
) -> RulesFormState:
    """Return the state of the rules form for the rules in force."""
    return RulesFormState(table.variant, len(table.players), table.house, typed or {}, wrong or {})


def _has_choice(at: RulesFormState, key: str) -> bool:
    """Return whether a rule may change now, and it would mean something."""
    if not changeable(key) or (key.startswith("call.") and at.current("seating.sides") != "called-partner"):
        return False
    if key.startswith("special.") and key != "special.name" and at.current("special.name") == "none":
        return False
    point = key.split(".")[1] if key.startswith("points.") else ""
    if point and not key.endswith(".worth") and not at.current(f"points.{point}.worth"):
        return False
    asked = setting_question(at, key)
    return len(asked.answers) > 1 or asked.number is not None


def _link(at: RulesFormState, key: str) -> RuleLink:
    return RuleLink(key, setting_title(key), say_setting(key, at.current(key)))


def rule_page(view: GameView, form: RuleForm) -> RulePage:
    key, answer = form.answer.key, form.answer
    wrong = {answer.name: answer.errors[0]} if answer.errors else {}
    at = rules_form_state(view.table, answer.typed, wrong)
    form.seen.data = view.seq
    return RulePage(
        title=game_title(view),
        code=view.code,
        heading=setting_title(key),
        now=say_setting(key, at.current(key)),
        asked=setting_question(at, key),
        form=form,
    )


# ---------------------------------------------------------------- a vote


def vote_page(view: GameView, table: Table, form: VoteForm, line: PlayedLine | None = None) -> VotePage:
    """Return the page of a vote at `table`; of one that stands already, to be corrected, with its `line`."""
    form.seen.data = view.seq
    return VotePage(
        title=game_title(view),
        code=view.code,
        heading="Adjust score",
        steppers=tuple(
            Stepper(
                key=mark.key,
                css=mark.css,
                initials=mark.initials,
                name=mark.name,
                score=number_text(table.scores[mark.key]),
                by=form[f"by-{mark.key}"],
            )
            for mark in player_marks(table, view.names)
        ),
        form=form,
        line=line.seq if line else None,
    )


def vote_keys(table: Table, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seat keys of the sides that have a score."""
    return tuple(mark.key for mark in player_marks(table, names))


# ---------------------------------------------------------------- coming and going


def seats_page(view: GameView, regulars: Sequence[str], form: SeatsForm) -> SeatsPage:
    table, names = view.table, view.names
    here = [names[key] for key in table.players]
    after, form.seen.data = form.after.data or table.players[-1], view.seq
    return SeatsPage(
        title=game_title(view),
        code=view.code,
        form=form,
        regulars=tuple(name for name in regulars if name not in here),
        players=tuple(Choice(key, names[key], checked=key == after) for key in table.players),
        leavers=tuple(Choice(key, names[key], checked=key == form.leave.data) for key in table.players),
        standing=", ".join(f"{names[key]} {number_text(table.scores[key])}" for key in table.players),
    )


# ---------------------------------------------------------------- somebody was first


def change_conflict_page(
    view: GameView, stale: Stale, form: ChangeForm, action: str, line: PlayedLine | None = None
) -> Conflict:
    """Return both versions: what came first, and the line this phone wanted, to be sent again to `action`.

    `line` is the one to correct; it can be corrected after the end of the game too.
    """
    table = line.before if line and line.before else view.table
    others_sit = names_others(form.resent, [mark.key for mark in player_marks(table, view.names)])
    return Conflict(
        title=game_title(view),
        code=view.code,
        newer=tuple(log_line(view, line) for line in stale.newer),
        mine=_change_text(view, stale.mine or {}),
        mine_points=str((stale.mine or {}).get("note", "")),
        fields=tuple(form.resent.items()),
        is_undo=False,
        correct=None,
        correct_number=None,
        next_hand=None if table.finished or others_sit else FormMeta(action, "", new_op_id(), view.seq),
        again_says="Save mine anyway",
        others_sit=others_sit,
    )


def _change_text(view: GameView, facts: Document) -> str:
    names = view.names
    if "rules" in facts:
        return " ".join(say_setting(key, value) for key, value in facts["rules"].items())
    if "adjust" in facts:
        told = [f"{names.get(key, key)} {signed(by)}" for key, by in facts["adjust"].items()]
        return f"{join_names(told)}: {facts['reason']}"
    if said := exit_text(facts, names):
        return said
    if "join" in facts:
        return f"{names.get(facts['join'], 'Somebody')} sits down"
    return f"{names.get(facts['leave'], 'Somebody')} leaves" if "leave" in facts else "Settle"
