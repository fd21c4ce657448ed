"""Lines that are not hands: change a rule in the middle of a night, a vote of the table, coming and going."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games import lines
from scorekeeper.services.games.idempotency import Stale
from scorekeeper.services.games.view import read_game
from scorekeeper.services.submission import Submission
from scorekeeper.web.changes.forms import (
    apply_step,
    errors_by_control,
    read_fields,
    rule_facts,
    seat_errors,
    seat_facts,
    vote_as_form,
    vote_errors,
    vote_facts,
    vote_fields,
)
from scorekeeper.web.changes.pages import (
    change_conflict_page,
    changeable,
    rule_page,
    rules_form_state,
    rules_page,
    seats_page,
    vote_keys,
    vote_page,
)
from scorekeeper.web.components.lines import line_kind
from scorekeeper.web.components.questions import InvalidAnswer, read_answer, rule_field, settings_in_words
from scorekeeper.web.devices import recent_tables, require_device
from scorekeeper.web.errors import ErrorPage, render_error
from scorekeeper.web.form_meta import late_reason, read_seen
from scorekeeper.web.htmx import see_other
from scorekeeper.web.new_game.pages import regulars
from scorekeeper.web.permissions import current_access, current_person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.sheet import Document
    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView

    Answer = AnyResponse | tuple[str, int]

bp = Blueprint("changes", __name__, url_prefix="/t/<code>")

GAME_OVER = "Nothing more is said at this table. If the last hand was wrong, take it back first."


def _game_over(code: str) -> AnyResponse:
    """Return the page for a game that is over; a form sent all the same is refused by the services."""
    return render_error(ErrorPage(409, "The game is over", GAME_OVER, code))


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
        return _game_over(code)
    return render_template("changes/rule.html", page=rule_page(view, _key_or_404(view, key)))


@bp.post("/rule/<key>")
def change_rule(code: str, key: str) -> Answer:
    view = read_game(db.session, code)
    name = rule_field(_key_or_404(view, key))
    typed = read_fields([name, f"{name}-n"])

    def refused(wrong: Mapping[str, str]) -> Answer:
        return render_template("changes/rule.html", page=rule_page(view, key, typed, wrong)), 422

    try:
        value = read_answer(key, typed)
    except InvalidAnswer as fault:
        return refused({name: str(fault)})
    if value is None:
        return refused({name: "Tap one of the answers."})
    if value == rules_form_state(view.table).current(key) and read_seen(typed) == view.seq:
        return refused({name: "That is the rule already."})
    try:
        return _record(code, typed, rule_facts(key, value, typed), f"rule/{key}")
    except SheetError as error:
        return refused(
            {_rule_control(field, name): settings_in_words(said) for field, said in errors_by_control(error).items()}
        )


def _key_or_404(view: GameView, key: str) -> str:
    """Return the key of a setting that may change now; 404 for one that was fixed before the first hand."""
    if key not in SETTINGS or not belongs_to(key, view.table.variant.kind) or not changeable(key):
        abort(404)
    return key


def _rule_control(field: str, name: str) -> str:
    """Return the control of a fault; the page has one rule only, whichever of two the fault names."""
    return name if field.startswith("rules") else field


# ---------------------------------------------------------------- a vote


@bp.get("/vote")
def vote(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return _game_over(code)
    return render_template("changes/vote.html", page=vote_page(view, view.table, {}))


@bp.post("/vote")
def save_vote(code: str) -> Answer:
    return _submit_vote(code, read_game(db.session, code), None)


@bp.get("/vote/<int:seq>")
def old_vote(code: str, seq: int) -> str:
    view = read_game(db.session, code)
    line = _vote_or_404(view, seq)
    page = vote_page(view, line.before or view.table, vote_as_form(line.facts), line=line)
    return render_template("changes/vote.html", page=page)


@bp.post("/vote/<int:seq>")
def correct_vote(code: str, seq: int) -> Answer:
    view = read_game(db.session, code)
    return _submit_vote(code, view, _vote_or_404(view, seq))


def _submit_vote(code: str, view: GameView, line: PlayedLine | None) -> Answer:
    """Save a vote, new or corrected; a tap on minus or plus changes the form and saves nothing."""
    table = line.before if line and line.before else view.table
    keys = vote_keys(table, view.names)
    typed = read_fields(vote_fields(keys))

    def page(form: Mapping[str, str], wrong: Mapping[str, str] | None = None) -> str:
        return render_template("changes/vote.html", page=vote_page(view, table, form, wrong, line))

    if (form := apply_step(typed)) is not None:
        return page(form), 200
    if wrong := vote_errors(typed, keys):
        return page(typed, wrong), 422
    action = f"vote/{line.seq}" if line else "vote"
    try:
        return _record(code, typed, vote_facts(typed, keys), action, line.seq if line else None)
    except SheetError as error:
        return page(typed, errors_by_control(error)), 422


def _vote_or_404(view: GameView, seq: int) -> PlayedLine:
    line = next((line for line in view.lines if line.seq == seq and not line.struck), None)
    return line if line is not None and line_kind(line.facts) == "adjust" else abort(404)


# ---------------------------------------------------------------- coming and going


@bp.get("/seats")
def seats(code: str) -> AnyResponse | str:
    view = _open_or_404(code)
    if view.table.finished:
        return _game_over(code)
    return render_template("changes/seats.html", page=seats_page(view, _regulars()))


@bp.post("/seats")
def save_seats(code: str) -> Answer:
    view = _open_or_404(code)
    typed = read_fields(["what", "join", "after", "leave"])
    try:
        return _record(code, typed, seat_facts(typed), "seats")
    except SheetError as error:
        page = seats_page(view, _regulars(), typed, seat_errors(typed, error))
        return render_template("changes/seats.html", page=page), 422


def _regulars() -> list[str]:
    """Return the names of those who sat at the tables of this league."""
    return regulars(card for card in recent_tables() if card.league_id == current_access().league_id)


def _open_or_404(code: str) -> GameView:
    view = read_game(db.session, code)
    return view if view.table.rules.table.open else abort(404)


# ---------------------------------------------------------------- saving


def _record(code: str, typed: Mapping[str, str], facts: Document, action: str, target: int | None = None) -> Answer:
    """Save a line, or with `target` correct one; 409 with both versions when another phone was first."""
    submission = Submission(
        op_id=typed.get("op_id", ""),
        seen=read_seen(typed),
        device=require_device(),
        actor=current_person(),
        reason=late_reason(),
    )
    try:
        if target is None:
            lines.record_line(db.session, wall_clock, code, facts, submission)
        else:
            lines.correct_line(db.session, wall_clock, code, lines.Correction(target, facts), submission)
    except Stale as stale:
        page = change_conflict_page(read_game(db.session, code), stale, typed, action)
        return render_template("table/conflict.html", page=page), 409
    return see_other(url_for("table.show", code=code) if target is None else url_for("log.index", code=code))
