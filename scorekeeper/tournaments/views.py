"""The pages of a league's tournaments: the list, enter players, draw rounds, enter slips, pay out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from flask import render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, SCORER, VIEWER, current_access
from scorekeeper.access.phone_cookie import require_device
from scorekeeper.access.share_links import qr_code
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import HouseRulesNotFound, OpIdReused
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SubmissionForm
from scorekeeper.core.htmx import see_other
from scorekeeper.core.money_text import money_text
from scorekeeper.league.blueprint import change_request, current_league
from scorekeeper.league.change_log import ChangeRequest
from scorekeeper.league.people import people_of
from scorekeeper.rulebook.house_rules import read_version
from scorekeeper.rules.errors import SheetError
from scorekeeper.tournaments.actions import (
    draw_round,
    enter_players,
    enter_slip,
    finish_tournament,
    say_of_slip,
    set_left,
    take_all_fees,
    take_fee,
    undo_line,
)
from scorekeeper.tournaments.blueprint import ONE, TABLE, bp, current_tournament, table_or_404
from scorekeeper.tournaments.forms import (
    FORM_REUSED,
    EnterForm,
    FeeForm,
    LeaveForm,
    LineUndoForm,
    OpinionForm,
    RoundForm,
    SlipForm,
)
from scorekeeper.tournaments.log import PhoneRequest
from scorekeeper.tournaments.log_lines import TournamentLogPage, last_line, log_rounds, sentence
from scorekeeper.tournaments.maths.rounds import TABLE_SIZE, flattened
from scorekeeper.tournaments.pages import (
    EnterPage,
    SlipPage,
    TournamentPage,
    TournamentsPage,
    about,
    entrants,
    entrants_words,
    has_standings,
    playing_words,
    progress_words,
    round_card,
    standings_card,
    status_words,
    table_card,
)
from scorekeeper.tournaments.prize_pages import fees_words, payments, prizes
from scorekeeper.tournaments.reading import TournamentView, read_tournament, tournaments_of
from scorekeeper.tournaments.setup_views import own_game
from scorekeeper.tournaments.state import TableState
from scorekeeper.tournaments.table_games import end_table_game, read_table_game, update_games_after_undo
from scorekeeper.variants.catalogue import catalogue

Refused = tuple[str, int]
MAX_RUNNING = 3
"""The most tournaments whose log is read to say how far they are."""


# ---------------------------------------------------------------- the list


@bp.get("", role=VIEWER)
def index() -> str:
    head = current_league()
    listed = tournaments_of(db.session, head.id)
    running = [one.id for one in listed if not one.over][:MAX_RUNNING]
    progress = {one: progress_words(read_tournament(db.session, head.id, one)) for one in running}
    page = TournamentsPage(head, listed, progress)
    return render_template("tournaments/index.html", page=page)


# ---------------------------------------------------------------- one tournament


@bp.get(ONE, role=VIEWER)
def show(tournament: int) -> str:
    return render_tournament(current_tournament(tournament), RoundForm(formdata=None))


def render_tournament(view: TournamentView, form: SubmissionForm) -> str:
    """Return the page of a tournament; `form` holds what was refused."""
    return render_template("tournaments/show.html", page=tournament_page(view), form=form)


def tournament_page(view: TournamentView) -> TournamentPage:
    """Return a tournament as its director and everybody else sees it."""
    state, last = view.state, last_line(view)
    link = url_for("public_tournaments.board", board=view.board_code, _external=True) if view.board_code else ""
    cards = tuple(round_card(view, one) for one in reversed(state.rounds))
    rules, rules_url = _rules(view)
    return TournamentPage(
        league=current_league(),
        id=view.id,
        seq=view.seq,
        name=view.setup.name,
        day=dt.date.fromisoformat(view.setup.day),
        rules=rules,
        rules_url=rules_url,
        about=about(view),
        status=status_words(view),
        current=cards[0] if cards else None,
        earlier=cards[1:],
        playing=playing_words(view),
        standings=standings_card(view),
        entrants=entrants(view),
        entrants_words=entrants_words(view),
        pot=_money(view.pot, view),
        fees=fees_words(view),
        owing=len(state.owing),
        prizes=prizes(view),
        payments=payments(view),
        finished=state.finished,
        has_standings=has_standings(view),
        can_draw=state.is_closed and not state.finished and len(flattened(state.sides)) >= TABLE_SIZE,
        next_round=len(state.rounds) + 1,
        all_played=state.all_played,
        link=link,
        link_qr=qr_code(link) if link else "",
        last=sentence(view, last) if last else "",
        last_seq=last.seq if last else 0,
    )


def _money(cents: int, view: TournamentView) -> str:
    return money_text(cents, view.setup.currency) if cents else ""


def _rules(view: TournamentView) -> tuple[str, str]:
    """Return the name of the rules, and the page to print and pin up."""
    setup = view.setup
    variant = catalogue().get(setup.variant)
    name = variant.name if variant else setup.variant
    sheet = url_for("rulebook.variant_sheet", variant=setup.variant, size=TABLE_SIZE) if variant else ""
    if setup.house:
        try:
            version = read_version(db.session, current_access().league_id, setup.house)
        except HouseRulesNotFound:
            return name, sheet
        return own_game(version), url_for("league.house_rules_versions", house_id=setup.house)
    return name, sheet


# ---------------------------------------------------------------- who plays


@bp.get(f"{ONE}/players", role=KEEPER)
def enter_form(tournament: int) -> str:
    return _render_enter(current_tournament(tournament), EnterForm())


@bp.post(f"{ONE}/players", role=KEEPER)
def enter(tournament: int) -> AnyResponse | Refused:
    form = EnterForm()
    view = current_tournament(tournament)
    if form.validate():
        try:
            enter_players(change_request(form), view.id, form.names.data or "", form.people())
        except SheetError as error:
            form.add_errors(error)
        except OpIdReused:
            form.add_error("names", FORM_REUSED)
        else:
            return see_other(url_for("tournaments.show", tournament=view.id))
    return _render_enter(view, form), 422


def _render_enter(view: TournamentView, form: EnterForm) -> str:
    head = current_league()
    inside = set(flattened(view.state.sides))
    known = tuple(person for person in people_of(db.session, head.id) if not (person.archived or person.id in inside))
    pairs = view.setup.wanted.entrants == "pairs"
    there = tuple(view.side_name(side) for side in view.state.present)
    late, people = bool(view.state.rounds), () if pairs else known
    page = EnterPage(head, view.id, view.setup.name, pairs, late, form, people, there)
    return render_template("tournaments/enter.html", page=page)


@bp.post(f"{ONE}/leave", role=KEEPER)
def leave(tournament: int) -> AnyResponse | Refused:
    """Save that a side leaves, or with `back` comes back; doing it twice does it once."""
    form, view = LeaveForm(), current_tournament(tournament)
    side = next((side for side in view.state.sides if form.player.data in side), ())
    return _change(view, form, lambda change: set_left(change, view.id, side, left=not form.back.data))


@bp.post(f"{ONE}/fee", role=KEEPER)
def fee(tournament: int) -> AnyResponse | Refused:
    """Save that a side, or everybody, paid the fee in cash, or with `back` has not; doing it twice does it once."""
    form, view = FeeForm(), current_tournament(tournament)
    if form.everybody.data:
        return _change(view, form, lambda change: take_all_fees(change, view.id, form.everybody.data), "players")
    side = next((side for side in view.state.sides if form.player.data in side), ())
    return _change(view, form, lambda change: take_fee(change, view.id, side, paid=not form.back.data), "players")


# ---------------------------------------------------------------- rounds, undo, the end


@bp.post(f"{ONE}/draw", role=KEEPER)
def draw(tournament: int) -> AnyResponse | Refused:
    form, view = RoundForm(), current_tournament(tournament)
    return _change(view, form, lambda change: draw_round(change, view.id, form.round.data))


@bp.post(f"{ONE}/undo", role=KEEPER)
def undo(tournament: int) -> AnyResponse | Refused:
    form, view = LineUndoForm(), current_tournament(tournament)
    answer = _change(view, form, lambda change: undo_line(change, view.id, form.target.data))
    if not form.form_errors:
        update_games_after_undo(_phone_request(form), view.state, view.id)
    return answer


@bp.post(f"{ONE}/finish", role=KEEPER)
def finish(tournament: int) -> AnyResponse | Refused:
    form, view = RoundForm(), current_tournament(tournament)
    return _change(view, form, lambda change: finish_tournament(change, view.id))


def _change(
    view: TournamentView, form: SubmissionForm, change: Callable[[ChangeRequest], None], anchor: str | None = None
) -> AnyResponse | Refused:
    """Make the change of a button and show the tournament, at `anchor`; if it is refused, with the reason."""
    try:
        change(change_request(form))
    except SheetError as error:
        form.add_errors(error)
    except OpIdReused:
        form.form_errors.append(FORM_REUSED)
    else:
        return see_other(url_for("tournaments.show", tournament=view.id, _anchor=anchor))
    return render_tournament(current_tournament(view.id), form), 422


@bp.get(f"{ONE}/log", role=VIEWER)
def log(tournament: int) -> str:
    view = current_tournament(tournament)
    newest = last_line(view)
    page = TournamentLogPage(current_league(), view.id, view.setup.name, log_rounds(view), newest.seq if newest else 0)
    return render_template("tournaments/log.html", page=page)


# ---------------------------------------------------------------- the slip of a table


@bp.get(TABLE, role=SCORER)
def slip(tournament: int, number: int, at: int) -> str:
    view = current_tournament(tournament)
    found = table_or_404(view, number, at)
    return _render_slip(view, number, found, SlipForm.of(found))


@bp.post(TABLE, role=SCORER)
def save_slip(tournament: int, number: int, at: int) -> AnyResponse | Refused:
    form, view = SlipForm(), current_tournament(tournament)
    found = table_or_404(view, number, at)
    if form.validate() and form.check_points(len(found.sides)):
        try:
            enter_slip(change_request(form), view.id, form.draft(number, found))
        except SheetError as error:
            form.add_errors(error)
            found = table_or_404(current_tournament(tournament), number, at)
        except OpIdReused:
            form.form_errors.append(FORM_REUSED)
        else:
            _end_hands(form, view.id, number, at)
            return see_other(url_for("tournaments.show", tournament=view.id, _anchor=f"table-{number}-{at}"))
    return _render_slip(view, number, found, form), 422


@bp.post(f"{TABLE}/says", role=SCORER)
def settle_slip(tournament: int, number: int, at: int) -> AnyResponse | Refused:
    """Save that the director confirms a slip from a phone."""
    form, view = OpinionForm(), current_tournament(tournament)
    table_or_404(view, number, at)
    answer = _change(view, form, lambda change: say_of_slip(change, view.id, form.opinion(number, at, None)))
    _end_hands(form, view.id, number, at)
    return answer


def _end_hands(form: SubmissionForm, tournament: int, number: int, at: int) -> None:
    """End the game of a table if its slip is in now."""
    view = current_tournament(tournament)
    end_table_game(_phone_request(form), view.setup, table_or_404(view, number, at))


def _phone_request(form: SubmissionForm) -> PhoneRequest:
    return PhoneRequest(db.session, wall_clock, current_access().league_id, require_device(), form.op_id.data)


def _render_slip(view: TournamentView, number: int, table: TableState, form: SlipForm) -> str:
    form.offer([view.side_name(side) for side in table.sides])
    page = SlipPage(
        league=current_league(),
        id=view.id,
        name=view.setup.name,
        round=number,
        table=table_card(view, table),
        form=form,
        entered=table.entered is not None,
        late=number < len(view.state.rounds),
        slip=table.entered.seq if table.entered else 0,
        hands=read_table_game(db.session, current_access().league_id, table),
    )
    return render_template("tournaments/slip.html", page=page)
