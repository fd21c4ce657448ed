"""Lines that are not hands: change a rule in the middle of a night, a vote of the table, coming and going."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import SCORER, current_access
from scorekeeper.core.extensions import db
from scorekeeper.core.marks import player_marks
from scorekeeper.core.money_text import money_text
from scorekeeper.core.pages import render_error, see_other
from scorekeeper.games import lines
from scorekeeper.games.board import game_title, scores_text
from scorekeeper.games.game_view import GameView, read_game
from scorekeeper.games.hand_form import Choice
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.lines import Stale
from scorekeeper.games.log import LogLine, exit_text, line_kind
from scorekeeper.games.log_forms import (
    ChangeForm,
    ExitsForm,
    RuleForm,
    SeatsForm,
    VoteForm,
    recorded_vote,
    rule_form_class,
    vote_form_class,
)
from scorekeeper.games.pages import names_others
from scorekeeper.league.roster import offered_people
from scorekeeper.rulebook.questions import RulesFormState, setting_question, settings_by_group
from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.money import SO_FAR, total_cents
from scorekeeper.rules.ruleset import SETTINGS, belongs_to
from scorekeeper.rules.sheet import Document, End, EndWinner
from scorekeeper.rules.table import Table, if_it_ended_now
from scorekeeper.sheets.phrases import join_names, say_setting, setting_title, signed

ChangingForm = RuleForm | VoteForm | SeatsForm | ExitsForm
Reply = AnyResponse | tuple[str, int]

bp = Blueprint("changes", __name__, url_prefix="/t/<code>")


def game_over(code: str) -> AnyResponse:
    """Return the page for a game that is over; a form sent all the same is refused as well."""
    return render_error(
        409, "The game is over", "This game is over. If the last hand was wrong, take it back first.", code=code
    )


@bp.get("/rule", role=SCORER)
def rules(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return see_other(url_for("table.show", code=code))
    at = rules_form_state(view.table)
    first = [key for key in at.variant.asks if has_choice(at, key)]  # what this game leaves to the table
    groups = [
        (title, [key for key in keys if key not in first and has_choice(at, key)])
        for title, keys in settings_by_group(at.variant.kind)
    ]

    def links(keys: list[str]) -> list[tuple[str, str, str]]:
        return [(key, setting_title(key), say_setting(key, at.current(key))) for key in keys]

    return render_template(
        "changes/rules.html",
        title=game_title(view),
        code=code,
        first=links(first),
        groups=[(title, links(keys)) for title, keys in groups if keys],
    )


@bp.get("/rule/<key>", role=SCORER)
def rule(code: str, key: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    return game_over(code) if view.table.finished else _rule_page(view, _rule_form(view, key))


@bp.post("/rule/<key>", role=SCORER)
def change_rule(code: str, key: str) -> Reply:
    view = read_game(db.session, code)
    form = _rule_form(view, key)
    return save_change(code, form) or (_rule_page(view, form), 422)


def _rule_form(view: GameView, key: str) -> RuleForm:
    """Return the form of a setting; 404 for one that was fixed before the first hand."""
    if key not in SETTINGS or not belongs_to(key, view.table.variant.kind) or key.startswith(FIXED_SETTINGS):
        abort(404)
    return rule_form_class(key)(rules_form_state(view.table).current(key), view.seq)


def _rule_page(view: GameView, form: RuleForm) -> str:
    answer = form.answer
    wrong = {answer.name: answer.errors[0]} if answer.errors else {}
    at = rules_form_state(view.table, answer.typed, wrong)
    form.seen.data = view.seq
    return render_template(
        "changes/rule.html",
        title=game_title(view),
        code=view.code,
        heading=setting_title(answer.key),
        now=say_setting(answer.key, at.current(answer.key)),
        setting=setting_question(at, answer.key),
        form=form,
    )


@bp.get("/vote", role=SCORER)
def vote(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return game_over(code)
    return _vote_page(view, view.table, vote_form_class(_vote_keys(view, view.table))())


@bp.get("/vote/<int:seq>", role=SCORER)
def old_vote(code: str, seq: int) -> str:
    view = read_game(db.session, code)
    line = _vote_or_404(view, seq)
    table = line.before or view.table
    return _vote_page(view, table, vote_form_class(_vote_keys(view, table))(None, **recorded_vote(line.facts)), line)


@bp.post("/vote", endpoint="save_vote", role=SCORER)
@bp.post("/vote/<int:seq>", endpoint="correct_vote", role=SCORER)
def submit_vote(code: str, seq: int | None = None) -> Reply:
    """Save a vote, new or corrected; a tap on minus or plus changes the form and saves nothing."""
    view = read_game(db.session, code)
    line = None if seq is None else _vote_or_404(view, seq)
    table = line.before if line and line.before else view.table
    form = vote_form_class(_vote_keys(view, table))()
    if line is None and form.seen.data < view.seq:  # somebody else may have taken over a seat meanwhile
        table = view.table_at(form.seen.data)
        form = vote_form_class(_vote_keys(view, table))()
    if form.apply_step():
        return _vote_page(view, table, form, line), 200
    return save_change(code, form, line) or (_vote_page(view, table, form, line), 422)


def _vote_or_404(view: GameView, seq: int) -> PlayedLine:
    line = next((line for line in view.lines if line.seq == seq and not line.struck), None)
    return line if line is not None and line_kind(line.facts) == "adjust" else abort(404)


def _vote_keys(view: GameView, table: Table) -> tuple[str, ...]:
    """Return the seat keys of the sides that have a score."""
    return tuple(mark.key for mark in player_marks(table, view.names))


def _vote_page(view: GameView, table: Table, form: VoteForm, line: PlayedLine | None = None) -> str:
    """Return the page of a vote at `table`; of one that stands already, to be corrected, with its `line`."""
    form.seen.data = view.seq
    marks = player_marks(table, view.names)
    return render_template(
        "changes/vote.html",
        title=game_title(view),
        code=view.code,
        form=form,
        steppers=[(mark, table.scores[mark.key], form[f"by-{mark.key}"]) for mark in marks],
        line=line.seq if line else None,
    )


@bp.get("/seats", role=SCORER)
def seats(code: str) -> AnyResponse | str:
    view = _open_or_404(code)
    return game_over(code) if view.table.finished else _seats_page(view, SeatsForm())


@bp.post("/seats", role=SCORER)
def save_seats(code: str) -> Reply:
    view = _open_or_404(code)
    form = SeatsForm()
    return save_change(code, form) or (_seats_page(view, form), 422)


def _seats_page(view: GameView, form: SeatsForm) -> str:
    table, names = view.table, view.names
    form.seen.data = view.seq
    return render_template(
        "changes/seats.html",
        title=game_title(view),
        code=view.code,
        form=form,
        offered=_offered_names(table, names),
        players=seat_choices(table, names, form.after.data or table.players[-1]),
        leavers=seat_choices(table, names, form.leave.data),
        scores=scores_text(table, names),
    )


def _offered_names(table: Table, names: Mapping[str, str]) -> list[str]:
    """Return the people of the league who are not at the table."""
    here = {names[key] for key in table.players}
    return [it for it in offered_people(db.session, current_access().league_id).values() if it not in here]


def _open_or_404(code: str) -> GameView:
    view = read_game(db.session, code)
    return view if view.table.rules.table.open else abort(404)


@bp.get("/exits", role=SCORER)
def exits(code: str) -> AnyResponse | str:
    view = read_game(db.session, code)
    if view.table.finished:
        return game_over(code)
    return render_template("changes/exits.html", **exit_context(view, ExitsForm(view.table.dealer, view.seq)))


@bp.post("/exits", role=SCORER)
def save_exit(code: str) -> Reply:
    view = read_game(db.session, code)
    form = ExitsForm(view.table.dealer, view.seq)
    if saved := save_change(code, form):
        return saved
    if view.table.finished:
        return game_over(code)
    return render_template("changes/exits.html", **exit_context(view, form)), 422


def save_change(code: str, form: ChangingForm, line: PlayedLine | None = None) -> Reply | None:
    """Save a line, or correct this one; None if the form is refused, 409 with both versions if somebody was first."""
    if not form.validate():
        return None
    try:
        if line is None:
            saved = lines.record_line(form.submission(), code, form.facts)
        else:
            saved = lines.correct_line(form.submission(), code, line.seq, form.facts)
    except SheetError as error:
        form.add_errors(error)
        return None
    except Stale as stale:
        return change_conflict(read_game(db.session, code), stale, form, line)
    g.saved_as = saved.seq
    return see_other(url_for("table.show", code=code) if line is None else url_of_line(code, line.seq))


def url_of_line(code: str, seq: int) -> str:
    """Return the address of a line, on whichever page of the log it is."""
    return url_for("log.index", code=code, line=seq, _anchor=f"line-{seq}")


# ---------------------------------------------------------------- what the pages print


FIXED_SETTINGS = ("seating.", "finish.start")
"""What a game cannot change once it has begun."""
WAYS_TO_END: tuple[EndWinner, ...] = ("leaders", "nobody")


def rules_form_state(
    table: Table, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None
) -> RulesFormState:
    return RulesFormState(table.variant, len(table.players), table.house, typed or {}, wrong or {})


def has_choice(at: RulesFormState, key: str) -> bool:
    """Return whether a rule may change now, and it would mean something."""
    if key.startswith(FIXED_SETTINGS) or (key.startswith("call.") and at.current("seating.sides") != "called-partner"):
        return False
    if key.startswith("special.") and key != "special.name" and at.current("special.name") == "none":
        return False
    point = key.split(".")[1] if key.startswith("points.") else ""
    if point and not key.endswith(".worth") and not at.current(f"points.{point}.worth"):
        return False
    return setting_question(at, key).has_choice


def exit_context(view: GameView, form: ExitsForm, line: PlayedLine | None = None) -> dict[str, Any]:
    """Return what `_macros/exits.html` prints; to correct a `line`, as the table was before it."""
    table, names = line.before if line and line.before else view.table, view.names
    form.seen.data = view.seq
    due: dict[str, str] = {}
    if table.stakes is not None and table.for_money:
        parts = total_cents(part for part in if_it_ended_now(table) if part.what != SO_FAR)
        due = {key: money_text(parts.get(key, 0), table.stakes.currency, signed=True) for key in table.players}
    return {
        "title": game_title(view),
        "code": view.code,
        "form": form,
        "line": LogLine(view, line) if line else None,
        "offered": _offered_names(table, names),
        "replaced": [
            Choice(key, names[key], note=due.get(key, ""), checked=key == form.replaces.data) for key in table.players
        ],
        "swapping": seat_choices(table, names, form.swap.data),
        "others": seat_choices(table, names, form.other.data),
        "dealers": seat_choices(table, names, form.dealer.data),
        "deals": names[table.dealer],
        "for_money": table.for_money,
        "open_table": table.rules.table.open,
        "scores": scores_text(table, names),
        "ends": [way for winner in WAYS_TO_END if (way := _end_choice(table, names, winner, form.end.data))],
    }


def seat_choices(table: Table, names: Mapping[str, str], chosen: str) -> list[Choice]:
    return [Choice(key, names[key], checked=key == chosen) for key in table.players]


def _end_choice(table: Table, names: Mapping[str, str], winner: EndWinner, chosen: str) -> Choice | None:
    """Return one way to end a game with what it would pay; None if everybody is level, so that nobody leads."""
    try:
        after, _ = play(table, End(winner))
    except ImpossibleFact:
        return None
    who = join_names([names[key] for key in after.winners])
    wins = f"{who} {'win' if len(after.winners) > 1 else 'wins'}" if who else "Nobody wins"
    pays = ""
    if after.stakes is not None and after.for_money:
        currency = after.stakes.currency
        moved = ", ".join(
            f"{names[key]} {money_text(cents, currency, signed=True)}" for key, cents in after.balances.items() if cents
        )
        earlier = "" if after.winners else "No stakes are paid. Earlier payments stand: "
        pays = f"{earlier}{moved}." if moved else "Nobody pays anything."
    return Choice(winner, wins, note=pays, checked=winner == chosen)


def change_conflict(view: GameView, stale: Stale, form: ChangeForm, line: PlayedLine | None = None) -> tuple[str, int]:
    """Return the page of both versions (409): what came first, and what this phone wanted, with a button to send it.

    `line` is the one to correct; it can be corrected after the end of the game too.
    """
    table = line.before if line and line.before else view.table
    others_sit = names_others(form.resent, [mark.key for mark in player_marks(table, view.names)])
    page = render_template(
        "table/conflict.html",
        title=game_title(view),
        code=view.code,
        seq=view.seq,
        newer=[LogLine(view, line) for line in stale.newer],
        mine=_change_text(view, stale.mine or {}),
        mine_points=(stale.mine or {}).get("note", ""),
        fields=list(form.resent.items()),
        again=None if table.finished or others_sit else url_for(request.endpoint or "", **request.view_args or {}),
        again_says="Save mine anyway",
        others_sit=others_sit,
    )
    return page, 409


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
