"""Lines that are not hands: change a rule in the middle of a night, a vote of the table, coming and going."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.joining import regulars_of
from scorekeeper.access.permissions import SCORER, current_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.error_pages import ErrorPage, render_error
from scorekeeper.core.extensions import db
from scorekeeper.core.htmx import see_other
from scorekeeper.games import lines
from scorekeeper.games.change_forms import (
    ExitsForm,
    RuleForm,
    SeatsForm,
    VoteForm,
    recorded_vote,
    rule_form_class,
    vote_form_class,
)
from scorekeeper.games.change_pages import (
    change_conflict_page,
    changeable,
    rule_page,
    rules_form_state,
    rules_page,
    seats_page,
    vote_keys,
    vote_page,
)
from scorekeeper.games.commands import Stale
from scorekeeper.games.exits import exits_page
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log_lines import line_kind
from scorekeeper.games.table_state import GameView, read_game
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.settings import SETTINGS, belongs_to

ChangingForm = RuleForm | VoteForm | SeatsForm | ExitsForm
Answer = AnyResponse | tuple[str, int]

bp = Blueprint("changes", __name__, url_prefix="/t/<code>")

GAME_OVER = "This game is over. If the last hand was wrong, take it back first."


def _game_over(code: str) -> AnyResponse:
    """Return the page for a game that is over; a form sent all the same is refused by the services."""
    return render_error(ErrorPage(409, "The game is over", GAME_OVER, code))


# ---------------------------------------------------------------- a rule


@bp.get("/rule", role=SCORER)
def rules(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return see_other(url_for("table.show", code=code))
    return render_template("changes/rules.html", page=rules_page(view))


@bp.get("/rule/<key>", role=SCORER)
def rule(code: str, key: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return _game_over(code)
    return render_template("changes/rule.html", page=rule_page(view, _rule_form(view, key)))


@bp.post("/rule/<key>", role=SCORER)
def change_rule(code: str, key: str) -> Answer:
    view = read_game(db.session, code)
    form = _rule_form(view, key)
    if form.validate():
        try:
            return _record(code, form, url_for("changes.change_rule", code=code, key=key))
        except SheetError as error:
            form.add_errors(error)
    return render_template("changes/rule.html", page=rule_page(view, form)), 422


def _rule_form(view: GameView, key: str) -> RuleForm:
    current = rules_form_state(view.table).current(_key_or_404(view, key))
    return rule_form_class(key)(current, view.seq)


def _key_or_404(view: GameView, key: str) -> str:
    """Return the key of a setting that may change now; 404 for one that was fixed before the first hand."""
    if key not in SETTINGS or not belongs_to(key, view.table.variant.kind) or not changeable(key):
        abort(404)
    return key


# ---------------------------------------------------------------- a vote


@bp.get("/vote", role=SCORER)
def vote(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return _game_over(code)
    form = vote_form_class(vote_keys(view.table, view.names))()
    return render_template("changes/vote.html", page=vote_page(view, view.table, form))


@bp.post("/vote", role=SCORER)
def save_vote(code: str) -> Answer:
    return _submit_vote(code, read_game(db.session, code), None)


@bp.get("/vote/<int:seq>", role=SCORER)
def old_vote(code: str, seq: int) -> str:
    view = read_game(db.session, code)
    line = _vote_or_404(view, seq)
    table = line.before or view.table
    form = vote_form_class(vote_keys(table, view.names))(None, **recorded_vote(line.facts))
    return render_template("changes/vote.html", page=vote_page(view, table, form, line))


@bp.post("/vote/<int:seq>", role=SCORER)
def correct_vote(code: str, seq: int) -> Answer:
    view = read_game(db.session, code)
    return _submit_vote(code, view, _vote_or_404(view, seq))


def _submit_vote(code: str, view: GameView, line: PlayedLine | None) -> Answer:
    """Save a vote, new or corrected; a tap on minus or plus changes the form and saves nothing."""
    table = line.before if line and line.before else view.table
    form = vote_form_class(vote_keys(table, view.names))()
    if line is None and form.seen.data < view.seq:  # somebody else may have taken over a seat meanwhile
        table = view.table_at(form.seen.data)
        form = vote_form_class(vote_keys(table, view.names))()
    if form.apply_step():
        return render_template("changes/vote.html", page=vote_page(view, table, form, line)), 200
    if form.validate():
        action = (
            url_for("changes.correct_vote", code=code, seq=line.seq)
            if line
            else url_for("changes.save_vote", code=code)
        )
        try:
            return _record(code, form, action, line)
        except SheetError as error:
            form.add_errors(error)
    return render_template("changes/vote.html", page=vote_page(view, table, form, line)), 422


def _vote_or_404(view: GameView, seq: int) -> PlayedLine:
    line = next((line for line in view.lines if line.seq == seq and not line.struck), None)
    return line if line is not None and line_kind(line.facts) == "adjust" else abort(404)


# ---------------------------------------------------------------- coming and going


@bp.get("/seats", role=SCORER)
def seats(code: str) -> AnyResponse | str:
    view = _open_or_404(code)
    if view.table.finished:
        return _game_over(code)
    return render_template("changes/seats.html", page=seats_page(view, _regulars(), SeatsForm()))


@bp.post("/seats", role=SCORER)
def save_seats(code: str) -> Answer:
    view = _open_or_404(code)
    form = SeatsForm()
    if form.validate():
        try:
            return _record(code, form, url_for("changes.save_seats", code=code))
        except SheetError as error:
            form.add_errors(error)
    return render_template("changes/seats.html", page=seats_page(view, _regulars(), form)), 422


def _regulars() -> list[str]:
    """Return the names of the people of this league."""
    return [name for _, name in regulars_of(db.session, current_access().league_id)]


def _open_or_404(code: str) -> GameView:
    view = read_game(db.session, code)
    return view if view.table.rules.table.open else abort(404)


# ---------------------------------------------------------------- a substitute, a swap, the dealer, the end


@bp.get("/exits", role=SCORER)
def exits(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return _game_over(code)
    form = ExitsForm(view.table.dealer, view.seq)
    return render_template("changes/exits.html", page=exits_page(view, _regulars(), form))


@bp.post("/exits", role=SCORER)
def save_exit(code: str) -> Answer:
    view = read_game(db.session, code)
    form = ExitsForm(view.table.dealer, view.seq)
    if form.validate():
        try:
            return _record(code, form, url_for("changes.save_exit", code=code))
        except SheetError as error:
            form.add_errors(error)
    if view.table.finished:
        return _game_over(code)
    return render_template("changes/exits.html", page=exits_page(view, _regulars(), form)), 422


# ---------------------------------------------------------------- saving


def _record(code: str, form: ChangingForm, action: str, line: PlayedLine | None = None) -> Answer:
    """Save a line, or correct this one; 409 with both versions when another phone was first."""
    facts, submission = form.facts, form.submission()
    try:
        if line is None:
            lines.record_line(db.session, wall_clock, code, facts, submission)
        else:
            lines.correct_line(db.session, wall_clock, code, lines.Correction(line.seq, facts), submission)
    except Stale as stale:
        page = change_conflict_page(read_game(db.session, code), stale, form, action, line)
        return render_template("table/conflict.html", page=page), 409
    return see_other(url_for("table.show", code=code) if line is None else url_for("log.index", code=code))
