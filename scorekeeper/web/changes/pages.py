"""Pages of the lines that are not hands: change a rule, the table voted, coming and going."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text, signed
from scorekeeper.rules.phrases import say_setting, setting_title
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.web.components.board import game_title
from scorekeeper.web.components.hand_form import Choice
from scorekeeper.web.components.house_rules_form import RulesFormState, setting_question
from scorekeeper.web.components.lines import log_line
from scorekeeper.web.components.marks import player_marks
from scorekeeper.web.components.questions import settings_by_group
from scorekeeper.web.form_meta import FormMeta, new_op_id
from scorekeeper.web.form_values import is_integer, parse_integer
from scorekeeper.web.table.pages import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.idempotency import Stale
    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.components.house_rules_form import SettingQuestion

FIXED_SETTINGS = ("seating.", "finish.start")
NOT_RESENT = ("op_id", "seen", "csrf_token", "step")


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
    note: str
    errors: tuple[tuple[str, str], ...]
    meta: FormMeta


@dataclass(frozen=True)
class Stepper:
    """A score that may be changed."""

    key: str
    css: str
    initials: str
    name: str
    score: str
    by: str
    error: str


@dataclass(frozen=True)
class VotePage:
    title: str
    code: str
    heading: str
    steppers: tuple[Stepper, ...]
    reason: str
    reason_error: str
    note: str
    errors: tuple[tuple[str, str], ...]
    meta: FormMeta
    correcting: bool


@dataclass(frozen=True)
class SeatsPage:
    """Somebody sits down, somebody leaves, settle."""

    title: str
    code: str
    name: str
    regulars: tuple[str, ...]
    players: tuple[Choice, ...]
    leavers: tuple[Choice, ...]
    wrong: Mapping[str, str]
    errors: tuple[tuple[str, str], ...]
    join: FormMeta
    leave: FormMeta
    settle: FormMeta
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


def rule_page(
    view: GameView, key: str, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None
) -> RulePage:
    at = rules_form_state(view.table, typed, wrong)
    return RulePage(
        title=game_title(view),
        code=view.code,
        heading=setting_title(key),
        now=say_setting(key, at.current(key)),
        asked=setting_question(at, key),
        note=at.typed.get("note", ""),
        errors=tuple(at.wrong.items()),
        meta=_form_meta(view, f"rule/{key}"),
    )


# ---------------------------------------------------------------- a vote


def vote_page(
    view: GameView,
    table: Table,
    typed: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    line: PlayedLine | None = None,
) -> VotePage:
    """Return the page of a vote at `table`; of one that stands already, to be corrected, with its `line`."""
    wrong = wrong or {}
    return VotePage(
        title=game_title(view),
        code=view.code,
        heading="What did the table vote?" if line else "The table voted",
        steppers=tuple(
            Stepper(
                key=mark.key,
                css=mark.css,
                initials=mark.initials,
                name=mark.name,
                score=number_text(table.scores[mark.key]),
                by=_as_change(typed.get(f"by-{mark.key}", "0")),
                error=wrong.get(f"by-{mark.key}", ""),
            )
            for mark in player_marks(table, view.names)
        ),
        reason=typed.get("reason", ""),
        reason_error=wrong.get("reason", ""),
        note=typed.get("note", ""),
        errors=tuple(wrong.items()),
        meta=_form_meta(view, f"vote/{line.seq}" if line else "vote"),
        correcting=line is not None,
    )


def vote_keys(table: Table, names: Mapping[str, str]) -> list[str]:
    """Return the seat keys of the sides that have a score."""
    return [mark.key for mark in player_marks(table, names)]


def _as_change(text: str) -> str:
    """Write a number with its sign; anything else as it was typed."""
    plain = text.removeprefix("+")
    return signed(parse_integer(plain)) if is_integer(plain) else text


# ---------------------------------------------------------------- coming and going


def seats_page(
    view: GameView,
    regulars: Sequence[str],
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
) -> SeatsPage:
    table, names, typed, wrong = view.table, view.names, typed or {}, wrong or {}
    here = [names[key] for key in table.players]
    after = typed.get("after", table.players[-1])
    return SeatsPage(
        title=game_title(view),
        code=view.code,
        name=typed.get("join", ""),
        regulars=tuple(name for name in regulars if name not in here),
        players=tuple(Choice(key, names[key], checked=key == after) for key in table.players),
        leavers=tuple(Choice(key, names[key], checked=key == typed.get("leave")) for key in table.players),
        wrong=wrong,
        errors=tuple(wrong.items()),
        join=_form_meta(view, "seats"),
        leave=_form_meta(view, "seats"),
        settle=_form_meta(view, "seats"),
        standing=", ".join(f"{names[key]} {number_text(table.scores[key])}" for key in table.players),
    )


# ---------------------------------------------------------------- somebody was first


def change_conflict_page(view: GameView, stale: Stale, typed: Mapping[str, str], action: str) -> Conflict:
    """Return both versions: what came first, and the line this phone wanted, to be sent again to `action`."""
    return Conflict(
        title=game_title(view),
        code=view.code,
        newer=tuple(log_line(view, line) for line in stale.newer),
        mine=_change_text(view, stale.mine or {}),
        mine_points=str((stale.mine or {}).get("note", "")),
        fields=tuple((name, text) for name, text in typed.items() if name not in NOT_RESENT),
        is_undo=False,
        correct=None,
        correct_number=None,
        next_hand=None if view.table.finished else _form_meta(view, action),
        again_says="Save mine all the same",
    )


def _change_text(view: GameView, facts: Document) -> str:
    names = view.names
    if "rules" in facts:
        return " ".join(say_setting(key, value) for key, value in facts["rules"].items())
    if "adjust" in facts:
        told = [f"{names.get(key, key)} {signed(by)}" for key, by in facts["adjust"].items()]
        return f"{join_names(told)}: {facts['reason']}"
    if "join" in facts:
        return f"{names.get(facts['join'], 'Somebody')} sits down"
    return f"{names.get(facts['leave'], 'Somebody')} leaves" if "leave" in facts else "Settle"


def _form_meta(view: GameView, action: str) -> FormMeta:
    return FormMeta(f"/t/{view.code}/{action}", "", new_op_id(), view.seq)
