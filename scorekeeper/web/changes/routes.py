"""Lines that are no hands: change a rule in the middle of a night, a vote of the table, coming and going."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games import lines
from scorekeeper.services.games.idempotency import Stale
from scorekeeper.services.games.view import read_game
from scorekeeper.web.changes.forms import (
    rule_facts,
    seat_facts,
    stepped,
    typed_among,
    vote_facts,
    vote_fields,
    vote_typed,
    wrong_in,
    wrong_in_seats,
    wrong_in_vote,
)
from scorekeeper.web.errors import Notice, show
from scorekeeper.web.house.forms import NoAnswer, answer_to, field_of
from scorekeeper.web.htmx import go_on
from scorekeeper.web.permissions import standing, this_person
from scorekeeper.web.phone import tables_here, writing_phone
from scorekeeper.web.stamps import seen_in, why_late
from scorekeeper.web.views.changes import (
    at_table,
    changeable,
    conflict_page,
    rule_page,
    rules_page,
    seats_page,
    vote_keys,
    vote_page,
)
from scorekeeper.web.views.lines import kind_of
from scorekeeper.web.views.questions import in_words
from scorekeeper.web.views.setup import regulars

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.sheet import Document
    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView

    Answer = AnyResponse | tuple[str, int]

bp = Blueprint("changes", __name__, url_prefix="/t/<code>")

OVER = "Nothing more is said at this table. If the last hand was wrong, take it back first."


def _over(code: str) -> AnyResponse:
    """Say that there is nothing to fill in after the end of a game; what is sent all the same the services refuse."""
    return show(Notice(409, "The game is over", OVER, code))


# ---------------------------------------------------------------- a rule


@bp.get("/rule")
def rules(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return redirect(url_for("table.show", code=code), 303)
    return render_template("changes/rules.html", page=rules_page(view))


@bp.get("/rule/<key>")
def rule(code: str, key: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return _over(code)
    return render_template("changes/rule.html", page=rule_page(view, _key_or_404(view, key)))


@bp.post("/rule/<key>")
def change_rule(code: str, key: str) -> Answer:
    view = read_game(db.session, code)
    name = field_of(_key_or_404(view, key))
    typed = typed_among([name, f"{name}-n"])

    def refused(wrong: Mapping[str, str]) -> Answer:
        return render_template("changes/rule.html", page=rule_page(view, key, typed, wrong)), 422

    try:
        value = answer_to(key, typed)
    except NoAnswer as fault:
        return refused({name: str(fault)})
    if value is None:
        return refused({name: "Tap one of the answers."})
    if value == at_table(view.table).now(key) and seen_in(typed) == view.seq:
        return refused({name: "That is the rule already."})
    try:
        return _record(code, typed, rule_facts(key, value, typed), f"rule/{key}")
    except SheetError as error:
        return refused({_rule_control(field, name): in_words(said) for field, said in wrong_in(error).items()})


def _key_or_404(view: GameView, key: str) -> str:
    """Give a setting that may change now; what was settled before the first hand is no page."""
    if key not in SETTINGS or not belongs_to(key, view.table.variant.kind) or not changeable(key):
        abort(404)
    return key


def _rule_control(field: str, name: str) -> str:
    """Give the control of a fault: of a rule the one rule there is, whichever of two is blamed."""
    return name if field.startswith("rules") else field


# ---------------------------------------------------------------- a vote


@bp.get("/vote")
def vote(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return _over(code)
    return render_template("changes/vote.html", page=vote_page(view, view.table, {}))


@bp.post("/vote")
def save_vote(code: str) -> Answer:
    return _voted(code, read_game(db.session, code), None)


@bp.get("/vote/<int:seq>")
def old_vote(code: str, seq: int) -> str:
    view = read_game(db.session, code)
    line = _vote_or_404(view, seq)
    page = vote_page(view, line.before or view.table, vote_typed(line.facts), line=line)
    return render_template("changes/vote.html", page=page)


@bp.post("/vote/<int:seq>")
def correct_vote(code: str, seq: int) -> Answer:
    view = read_game(db.session, code)
    return _voted(code, view, _vote_or_404(view, seq))


def _voted(code: str, view: GameView, line: PlayedLine | None) -> Answer:
    """Save a vote, new or corrected; a tap on minus or plus changes the form and saves nothing."""
    table = line.before if line and line.before else view.table
    keys = vote_keys(table, view.names)
    typed = typed_among(vote_fields(keys))

    def page(form: Mapping[str, str], wrong: Mapping[str, str] | None = None) -> str:
        return render_template("changes/vote.html", page=vote_page(view, table, form, wrong, line))

    if (form := stepped(typed)) is not None:
        return page(form), 200
    if wrong := wrong_in_vote(typed, keys):
        return page(typed, wrong), 422
    action = f"vote/{line.seq}" if line else "vote"
    try:
        return _record(code, typed, vote_facts(typed, keys), action, line.seq if line else None)
    except SheetError as error:
        return page(typed, wrong_in(error)), 422


def _vote_or_404(view: GameView, seq: int) -> PlayedLine:
    line = next((line for line in view.lines if line.seq == seq and not line.struck), None)
    return line if line is not None and kind_of(line.facts) == "adjust" else abort(404)


# ---------------------------------------------------------------- coming and going


@bp.get("/seats")
def seats(code: str) -> AnyResponse | str:
    view = _open_or_404(code)
    if view.table.finished:
        return _over(code)
    return render_template("changes/seats.html", page=seats_page(view, _regulars()))


@bp.post("/seats")
def save_seats(code: str) -> Answer:
    view = _open_or_404(code)
    typed = typed_among(["what", "join", "after", "leave"])
    try:
        return _record(code, typed, seat_facts(typed), "seats")
    except SheetError as error:
        page = seats_page(view, _regulars(), typed, wrong_in_seats(typed, error))
        return render_template("changes/seats.html", page=page), 422


def _regulars() -> list[str]:
    """Give who sat at the tables of this league."""
    return regulars(card for card in tables_here() if card.league_id == standing().league_id)


def _open_or_404(code: str) -> GameView:
    view = read_game(db.session, code)
    return view if view.table.rules.table.open else abort(404)


# ---------------------------------------------------------------- saving


def _record(code: str, typed: Mapping[str, str], facts: Document, action: str, target: int | None = None) -> Answer:
    """Save a line, or with `target` correct one; 409 with both versions when another phone was first."""
    op_id, seen, device, actor = typed.get("op_id", ""), seen_in(typed), writing_phone(), this_person()
    form: dict[str, Any] = {"op_id": op_id, "seen": seen, "device": device, "actor": actor, "reason": why_late()}
    try:
        if target is None:
            lines.record_line(db.session, wall_clock, code, facts, **form)
        else:
            lines.correct_line(db.session, wall_clock, code, target=target, facts=facts, **form)
    except Stale as stale:
        page = conflict_page(read_game(db.session, code), stale, typed, action)
        return render_template("table/conflict.html", page=page), 409
    return go_on(url_for("table.show", code=code) if target is None else url_for("log.index", code=code))
