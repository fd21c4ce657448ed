"""Pages of the lines that are no hands: change a rule, the table voted, coming and going."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text, signed
from scorekeeper.rules.phrases import say_setting, setting_title
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.typed import is_number, number
from scorekeeper.web.views.conflict import Conflict
from scorekeeper.web.views.hand import Choice, Stamp
from scorekeeper.web.views.house import At, ask
from scorekeeper.web.views.lines import log_line
from scorekeeper.web.views.marks import marks_of
from scorekeeper.web.views.questions import grouped
from scorekeeper.web.views.table_page import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.idempotency import Stale
    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.views.house import Asked

BEFORE_THE_FIRST_HAND = ("seating.", "finish.start")
KEPT_BACK = ("op_id", "seen", "csrf_token", "step")


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
    asked: Asked
    note: str
    errors: tuple[tuple[str, str], ...]
    stamp: Stamp


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
    stamp: Stamp
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
    join: Stamp
    leave: Stamp
    settle: Stamp
    standing: str


# ---------------------------------------------------------------- a rule


def changeable(key: str) -> bool:
    """Tell whether a rule can change once the game has begun."""
    return not key.startswith(BEFORE_THE_FIRST_HAND)


def rules_page(view: GameView) -> RulesPage:
    at = at_table(view.table)
    first = [key for key in at.variant.asks if _has_choice(at, key)]
    groups = [
        RuleGroup(title, tuple(_link(at, key) for key in keys if key not in first and _has_choice(at, key)))
        for title, keys in grouped(at.variant.kind)
    ]
    return RulesPage(
        title=title_of(view),
        code=view.code,
        first=tuple(_link(at, key) for key in first),
        groups=tuple(group for group in groups if group.links),
    )


def at_table(table: Table, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None) -> At:
    """Give the rules in force now as what to start from."""
    return At(table.variant, len(table.players), table.house, typed or {}, wrong or {})


def _has_choice(at: At, key: str) -> bool:
    """Tell whether a rule may change now, and it would mean something."""
    if not changeable(key) or (key.startswith("call.") and at.now("seating.sides") != "called-partner"):
        return False
    if key.startswith("special.") and key != "special.name" and at.now("special.name") == "none":
        return False
    point = key.split(".")[1] if key.startswith("points.") else ""
    if point and not key.endswith(".worth") and not at.now(f"points.{point}.worth"):
        return False
    asked = ask(at, key)
    return len(asked.answers) > 1 or asked.number is not None


def _link(at: At, key: str) -> RuleLink:
    return RuleLink(key, setting_title(key), say_setting(key, at.now(key)))


def rule_page(
    view: GameView, key: str, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None
) -> RulePage:
    at = at_table(view.table, typed, wrong)
    return RulePage(
        title=title_of(view),
        code=view.code,
        heading=setting_title(key),
        now=say_setting(key, at.now(key)),
        asked=ask(at, key),
        note=at.typed.get("note", ""),
        errors=tuple(at.wrong.items()),
        stamp=_stamp(view, f"rule/{key}"),
    )


# ---------------------------------------------------------------- a vote


def vote_page(
    view: GameView,
    table: Table,
    typed: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    line: PlayedLine | None = None,
) -> VotePage:
    """Give the page of a vote at `table`; of one that stands already, to be corrected, with its `line`."""
    wrong = wrong or {}
    return VotePage(
        title=title_of(view),
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
            for mark in marks_of(table, view.names)
        ),
        reason=typed.get("reason", ""),
        reason_error=wrong.get("reason", ""),
        note=typed.get("note", ""),
        errors=tuple(wrong.items()),
        stamp=_stamp(view, f"vote/{line.seq}" if line else "vote"),
        correcting=line is not None,
    )


def vote_keys(table: Table, names: Mapping[str, str]) -> list[str]:
    """Give the seats that stand for a score each."""
    return [mark.key for mark in marks_of(table, names)]


def _as_change(text: str) -> str:
    """Write a number with its sign; anything else as it was typed."""
    plain = text.removeprefix("+")
    return signed(number(plain)) if is_number(plain) else text


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
        title=title_of(view),
        code=view.code,
        name=typed.get("join", ""),
        regulars=tuple(name for name in regulars if name not in here),
        players=tuple(Choice(key, names[key], checked=key == after) for key in table.players),
        leavers=tuple(Choice(key, names[key], checked=key == typed.get("leave")) for key in table.players),
        wrong=wrong,
        errors=tuple(wrong.items()),
        join=_stamp(view, "seats"),
        leave=_stamp(view, "seats"),
        settle=_stamp(view, "seats"),
        standing=", ".join(f"{names[key]} {number_text(table.scores[key])}" for key in table.players),
    )


# ---------------------------------------------------------------- somebody was first


def conflict_page(view: GameView, stale: Stale, typed: Mapping[str, str], action: str) -> Conflict:
    """Give both versions: what came first, and the line this phone wanted, to be sent again to `action`."""
    return Conflict(
        title=title_of(view),
        code=view.code,
        newer=tuple(log_line(view, line) for line in stale.newer),
        mine=_mine(view, stale.mine or {}),
        mine_points=str((stale.mine or {}).get("note", "")),
        fields=tuple((name, text) for name, text in typed.items() if name not in KEPT_BACK),
        is_undo=False,
        correct=None,
        correct_number=None,
        next_hand=None if view.table.finished else _stamp(view, action),
        again_says="Save mine all the same",
    )


def _mine(view: GameView, facts: Document) -> str:
    names = view.names
    if "rules" in facts:
        return " ".join(say_setting(key, value) for key, value in facts["rules"].items())
    if "adjust" in facts:
        told = [f"{names.get(key, key)} {signed(by)}" for key, by in facts["adjust"].items()]
        return f"{join_names(told)}: {facts['reason']}"
    if "join" in facts:
        return f"{names.get(facts['join'], 'Somebody')} sits down"
    return f"{names.get(facts['leave'], 'Somebody')} leaves" if "leave" in facts else "Settle"


def _stamp(view: GameView, action: str) -> Stamp:
    return Stamp(f"/t/{view.code}/{action}", "", new_op_id(), view.seq)
