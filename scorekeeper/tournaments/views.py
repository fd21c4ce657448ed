"""The pages of tournaments: a league's own, for its director, and those outside of it, by a link."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from flask import Blueprint, Response, abort, current_app, g, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.forms import PublicLinkForm
from scorekeeper.access.permissions import (
    ANYONE,
    KEEPER,
    READER,
    SCORER,
    VIEWER,
    can,
    check_founding,
    current_access,
    current_device,
    ensure_device_cookie,
    let_in,
    qr_code,
)
from scorekeeper.core.clock import today, wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SubmissionForm
from scorekeeper.core.money_text import money_text
from scorekeeper.core.pages import no_content, render_page, see_other
from scorekeeper.core.text import parse_uint
from scorekeeper.core.transaction import NotFound, Submission
from scorekeeper.league.leagues import begin_league, scoring_leagues
from scorekeeper.league.next_night import coming_on
from scorekeeper.league.people import people_of
from scorekeeper.league.views import Refused, current_league, default_league, pop_league
from scorekeeper.rulebook.house_rules import read_version
from scorekeeper.rules.errors import ImpossibleFact, impossible
from scorekeeper.tournaments.actions import (
    change_setup,
    check_in,
    create_tournament,
    draw_round,
    enter_players,
    enter_slip,
    finish_tournament,
    give_time,
    open_door,
    say_of_slip,
    set_left,
    take_all_fees,
    take_fee,
    undo_line,
)
from scorekeeper.tournaments.forms import (
    EnterForm,
    EntrantForm,
    ExtraForm,
    LineUndoForm,
    NewLeagueForm,
    OpinionForm,
    RoundForm,
    SetupForm,
    SlipForm,
    TableGameForm,
    chosen_game,
    own_game,
    with_choices,
)
from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.rounds import TABLE_SIZE, flattened
from scorekeeper.tournaments.pages import (
    TournamentView,
    board_screen,
    last_line,
    log_rounds,
    place_amounts,
    prizes,
    prizes_paid,
    read_tournament,
    results_table,
    tournaments_of,
)
from scorekeeper.tournaments.state import RoundState, TableState, TournamentState, find_table
from scorekeeper.tournaments.table_games import (
    begin_table_game,
    card_link,
    end_table_game,
    may_score_hands,
    open_board,
    read_table_game,
    seated,
    update_games_after_undo,
    with_hands,
)
from scorekeeper.transfer.csv_tables import as_csv
from scorekeeper.transfer.views import download, spooled
from scorekeeper.variants.catalogue import catalogue

SENT_BEFORE = "This form was already sent. Check what's there now."
MAX_RUNNING = 3
"""The most tournaments whose log is read to say how far they are."""
TOURNAMENT_PATH = "/<int(max=99999):tournament>"
SLIP_PATH = f"{TOURNAMENT_PATH}/slips/<int:number>/<int:at>"

bp = Blueprint("tournaments", __name__, url_prefix="/l/<league>/tournaments")
bp.before_request(pop_league)
bp.url_defaults(default_league)
public = Blueprint("public_tournaments", __name__)


def current_tournament(tournament: int) -> TournamentView:
    """Return the tournament of the address as the current phone may see it.  Raises NotFound."""
    view = read_tournament(db.session, current_access().league_id, tournament)
    return view if can("tournaments.draw") else view.for_hall()


def table_or_404(view: TournamentView, number: int, table: int) -> TableState:
    try:
        return find_table(view.state, number, table)
    except ImpossibleFact:
        abort(404)


# ---------------------------------------------------------------- the list, and the settings


@bp.get("", role=VIEWER)
def index() -> str:
    league = current_league()
    tournaments = tournaments_of(db.session, league.id)
    running = [one.id for one in tournaments if not one.over][:MAX_RUNNING]
    progress = {one: read_tournament(db.session, league.id, one).words for one in running}
    return render_template("tournaments/index.html", league=league, tournaments=tournaments, progress=progress)


@bp.get("/new", role=KEEPER)
def new() -> str:
    """Show the form of a new tournament, filled in with the settings of the league's last one."""
    league = current_league()
    before = tournaments_of(db.session, league.id)
    form = SetupForm.change(current_tournament(before[0].id).setup, today()) if before else None
    return _render_setup(None, with_choices(form or SetupForm.begin(today(), league.name)))


@bp.get(f"{TOURNAMENT_PATH}/settings", role=KEEPER)
def settings(tournament: int) -> str:
    view = current_tournament(tournament)
    return _render_setup(view, with_choices(SetupForm.change(view.setup, view.date)))


@bp.post("/new", endpoint="found", role=KEEPER)
@bp.post(f"{TOURNAMENT_PATH}/settings", endpoint="save_settings", role=KEEPER)
def save_setup(tournament: int | None = None) -> AnyResponse | Refused:
    view, form = None if tournament is None else current_tournament(tournament), with_choices(SetupForm())
    game = chosen_game(form)
    if form.validate() and game is None:
        form.add_error("game", "Choose a game from the list.")
    if game is not None and not form.errors:
        number = view.id if view else 0
        with form.refusals("name"):
            setup = form.setup(*game)
            if view is None:
                number = create_tournament(form.submission(), setup)
            else:
                change_setup(form.submission(), number, setup)
            return see_other(url_for("tournaments.show" if view else "tournaments.enter_form", tournament=number))
    return _render_setup(view, form), 422


def _render_setup(view: TournamentView | None, form: SetupForm) -> str:
    """Render the settings; changes count from the next round, once one is drawn and unless it was the last."""
    drawn = len(view.state.rounds) if view and not view.state.finished else 0
    return render_template(
        "tournaments/setup.html",
        league=current_league(),
        tournament=view,
        form=form,
        formats=FORMATS,
        pays=[money_text(cents, view.setup.currency) for cents in place_amounts(view)] if view else (),
        next_round=drawn + 1 if view and 0 < drawn < view.setup.rounds else 0,
    )


# ---------------------------------------------------------------- one tournament


@bp.get(TOURNAMENT_PATH, role=VIEWER)
def show(tournament: int) -> AnyResponse | str:
    """Show a tournament; to a page that has `seen` its last line say so (204)."""
    view = current_tournament(tournament)
    if parse_uint(request.args.get("seen")) == view.rows[-1].seq:
        return no_content()
    return _render_tournament(view, RoundForm(formdata=None))


def _render_tournament(view: TournamentView, form: SubmissionForm) -> str:
    """Return the page of a tournament; `form` holds what was refused."""
    state, board = view.state, view.board_code
    link = url_for("public_tournaments.board", board=board, _external=True) if board else ""
    rules, rules_url = _rules(view)
    return render_template(
        "tournaments/show.html",
        league=current_league(),
        tournament=view,
        form=form,
        rules=rules,
        rules_url=rules_url,
        prizes=prizes(view),
        paid=prizes_paid(view),
        can_draw=state.is_closed and not state.finished and len(flattened(state.sides)) >= TABLE_SIZE,
        link=link,
        link_qr=qr_code(link) if link else "",
        last=last_line(view),
    )


def _rules(view: TournamentView) -> tuple[str, str]:
    """Return the name of the rules, and the page to print and pin up."""
    setup = view.setup
    with suppress(NotFound):
        if setup.house:
            version = read_version(db.session, current_access().league_id, setup.house)
            return own_game(version), url_for("league.house_rules_versions", house_id=setup.house)
    variant = catalogue().get(setup.variant)
    if variant is None:
        return setup.variant, ""
    return variant.name, url_for("rulebook.variant_sheet", variant=setup.variant, size=TABLE_SIZE)


@bp.get(f"{TOURNAMENT_PATH}/players", role=KEEPER)
def enter_form(tournament: int) -> str:
    view, league_id = current_tournament(tournament), current_access().league_id
    return _render_enter(view, EnterForm(chosen=coming_on(db.session, league_id, view.setup.day, wall_clock())))


@bp.post(f"{TOURNAMENT_PATH}/players", role=KEEPER)
def enter(tournament: int) -> AnyResponse | Refused:
    form, view = EnterForm(), current_tournament(tournament)
    return form.save(
        lambda: enter_players(form.submission(), view.id, form.names.data or "", form.people()),
        lambda: url_for("tournaments.show", tournament=view.id),
        lambda form: _render_enter(view, form),
        at="names",
    )


def _render_enter(view: TournamentView, form: EnterForm) -> str:
    """Render the list of who plays; people of the league are offered one by one, and not where pairs enter."""
    league, people = current_league(), []
    if view.setup.its_format.entrants == "players":
        inside = set(flattened(view.state.sides))
        people = [it for it in people_of(db.session, league.id) if not (it.archived_at or it.id in inside)]
    return render_template("tournaments/enter.html", league=league, tournament=view, form=form, people=people)


@bp.post(f"{TOURNAMENT_PATH}/door", role=KEEPER)
def begin_check_in(tournament: int) -> AnyResponse | Refused:
    """Begin check-in at the door, or save that the side of a `player` is here; doing it twice does it once."""
    form, door = EntrantForm(), open_door
    if form.player.data:
        door = partial(check_in, player=form.player.data, here=True)
    return _change(tournament, form, lambda sent: door(sent, tournament), "players")


@bp.post(f"{TOURNAMENT_PATH}/leave", role=KEEPER)
def leave(tournament: int) -> AnyResponse | Refused:
    """Save that a side leaves, or with `back` comes back; doing it twice does it once."""
    form, view = EntrantForm(), current_tournament(tournament)
    side = next((side for side in view.state.sides if form.player.data in side), ())
    return _change(view.id, form, lambda sent: set_left(sent, view.id, side, left=not form.back.data))


@bp.post(f"{TOURNAMENT_PATH}/fee", role=KEEPER)
def fee(tournament: int) -> AnyResponse | Refused:
    """Save that a side, or everybody, paid the fee in cash, or with `back` has not; doing it twice does it once."""
    form = EntrantForm()
    if form.everybody.data:
        return _change(tournament, form, lambda sent: take_all_fees(sent, tournament, form.everybody.data), "players")
    side = next((side for side in current_tournament(tournament).state.sides if form.player.data in side), ())
    return _change(tournament, form, lambda sent: take_fee(sent, tournament, side, paid=not form.back.data), "players")


@bp.post(f"{TOURNAMENT_PATH}/draw", role=KEEPER)
def draw(tournament: int) -> AnyResponse | Refused:
    form = RoundForm()
    return _change(tournament, form, lambda sent: draw_round(sent, tournament, form.round.data))


@bp.post(f"{TOURNAMENT_PATH}/undo", role=KEEPER)
def undo(tournament: int) -> AnyResponse | Refused:
    form = LineUndoForm()

    def undone(sent: Submission) -> None:
        update_games_after_undo(sent, *undo_line(sent, tournament, form.target.data))

    return _change(tournament, form, undone)


@bp.post(f"{TOURNAMENT_PATH}/finish", role=KEEPER)
def finish(tournament: int) -> AnyResponse | Refused:
    return _change(tournament, RoundForm(), lambda sent: finish_tournament(sent, tournament))


def _change(
    tournament: int, form: SubmissionForm, change: Callable[[Submission], None], anchor: str | None = None
) -> AnyResponse | Refused:
    """Make the change of a button and show the tournament, at `anchor`; if it is refused, with the reason."""
    return form.save(
        lambda: change(form.submission()),
        lambda: url_for("tournaments.show", tournament=tournament, _anchor=anchor),
        lambda form: _render_tournament(current_tournament(tournament), form),
        at="",
    )


@bp.get(f"{TOURNAMENT_PATH}/log", role=VIEWER)
def log(tournament: int) -> str:
    view = current_tournament(tournament)
    return render_template(
        "tournaments/log.html", league=current_league(), tournament=view, rounds=log_rounds(view), last=last_line(view)
    )


# ---------------------------------------------------------------- the slip of a table


@bp.get(SLIP_PATH, role=SCORER)
def slip(tournament: int, number: int, at: int) -> str:
    view = current_tournament(tournament)
    found = table_or_404(view, number, at)
    return _render_slip(view, number, found, SlipForm.of(found.slip, found.slip_line))


@bp.post(SLIP_PATH, role=SCORER)
def save_slip(tournament: int, number: int, at: int) -> AnyResponse | Refused:
    """Save the slip of a table; if that is the end of its round, end the game that its hands are scored in."""
    form = SlipForm()
    if form.validate():
        sent = form.submission()
        with form.refusals(""):
            state = enter_slip(sent, tournament, (number, at), form.slip())
            end_table_game(sent, state.setup, find_table(state, number, at))
            return see_other(url_for("tournaments.show", tournament=tournament, _anchor=f"table-{number}-{at}"))
    view = current_tournament(tournament)
    return _render_slip(view, number, table_or_404(view, number, at), form), 422


@bp.post(f"{SLIP_PATH}/says", role=SCORER)
def confirm_slip(tournament: int, number: int, at: int) -> AnyResponse | Refused:
    """Save that the director confirms a slip from a phone."""
    form = OpinionForm()

    def confirmed(sent: Submission) -> None:
        state = say_of_slip(sent, tournament, (number, at), None, agree=form.right.data)
        end_table_game(sent, state.setup, find_table(state, number, at))

    return _change(tournament, form, confirmed)


@bp.post(f"{SLIP_PATH}/time", role=KEEPER)
def add_time(tournament: int, number: int, at: int) -> AnyResponse | Refused:
    """Save that a table plays on for some minutes after the others."""
    form, view = ExtraForm(), current_tournament(tournament)
    table = table_or_404(view, number, at)
    return form.save(
        lambda: give_time(form.submission(), tournament, (number, at), form.minutes.data or 0),
        lambda: url_for("tournaments.show", tournament=tournament, _anchor=f"table-{number}-{at}"),
        lambda form: _render_slip(view, number, table, SlipForm.of(table.slip, table.slip_line), form),
        at="minutes",
    )


def _render_slip(
    view: TournamentView, number: int, table: TableState, form: SlipForm, extra: ExtraForm | None = None
) -> str:
    """Render the slip of a table; `extra` is the refused form for more minutes."""
    form.offer([view.side_name(side) for side in table.sides])
    game, hands, counted = read_table_game(db.session, current_access().league_id, table) or (None, None, None)
    return render_template(
        "tournaments/slip.html",
        league=current_league(),
        tournament=view,
        round=number,
        table=table,
        form=form,
        extra=extra or ExtraForm(None),
        game=game,
        hands=hands,
        counted=counted,
    )


# ---------------------------------------------------------------- the board, paper, a spreadsheet


@bp.get(f"{TOURNAMENT_PATH}/board", role=VIEWER)
def board(tournament: int) -> Response:
    address = url_for("tournaments.board", tournament=tournament)
    return _render_board(current_tournament(tournament), address, url_for("tournaments.show", tournament=tournament))


def _render_board(view: TournamentView, address: str, way_back: str) -> Response:
    """Render the screen of the board that `page` in the address asks for, the first one if it asks for none."""
    view = view.for_hall()
    screen = board_screen(view, parse_uint(request.args.get("page")) or 1)
    return render_page(
        "tournaments/board.html", ["board", "turn"], tournament=view, address=address, way_back=way_back, **screen
    )


@bp.post(f"{TOURNAMENT_PATH}/link", role=KEEPER)
def set_link(tournament: int) -> AnyResponse:
    """Make a public address of the board, or with `close` close it; doing it twice does it once."""
    form, view = PublicLinkForm(), current_tournament(tournament)
    open_board(form.submission(), view.id, closed=form.close.data)
    return see_other(url_for("tournaments.show", tournament=view.id, _anchor="link"))


@bp.get(f"{TOURNAMENT_PATH}/cards", role=SCORER)
def cards(tournament: int) -> str:
    """Show a card for each table of the round, with the square that leads a phone to its slip."""
    view = current_tournament(tournament)
    current = view.state.current or abort(404)
    secret, printed = current_app.config["SECRET_KEY"], []
    for table in current.tables:
        card = card_link(secret, view.code, current, table.number)
        address = url_for("public_tournaments.card", card=card, _external=True)
        printed.append((table, address, qr_code(address)))
    return render_template(
        "tournaments/cards.html", league=current_league(), tournament=view, round=current, cards=printed
    )


@bp.get(f"{TOURNAMENT_PATH}/results", role=VIEWER)
def results(tournament: int) -> str:
    view = current_tournament(tournament)
    return render_template(
        "tournaments/results.html",
        league=current_league(),
        tournament=view,
        prizes=prizes(view),
        paid=prizes_paid(view),
    )


@bp.get(f"{TOURNAMENT_PATH}/results.csv", role=VIEWER)
def results_csv(tournament: int) -> Response:
    view = current_tournament(tournament)
    return download(spooled(as_csv(results_table(view))), "text/csv", f"tournament-{view.setup.day}-{view.id}.csv")


# ---------------------------------------------------------------- outside a league


@public.get("/tournaments/new", endpoint="begin", role=ANYONE)
def begin() -> AnyResponse | str:
    """Lead to a new tournament of the league this phone keeps; a phone without one founds its own first."""
    leagues = scoring_leagues(db.session.connection(), current_device())
    if kept := next((league.code for league in leagues if league.is_kept), None):
        return see_other(url_for("tournaments.new", league=kept))
    ensure_device_cookie()
    return render_template("tournaments/begin.html", form=NewLeagueForm())


@public.post("/tournaments/new", endpoint="found_league", role=ANYONE)
def found_own_league() -> AnyResponse | Refused:
    form = NewLeagueForm()
    if form.validate():
        check_founding()
        with form.refusals("name", "This form already started another league. Send it again to start a new one."):
            return see_other(url_for("tournaments.new", league=begin_league(form.submission(), form.name.data)))
    return render_template("tournaments/begin.html", form=form), 422


@public.get("/b/<board>", endpoint="board", role=READER)
def public_board(board: str) -> Response:
    found = g.tournament_link
    view = read_tournament(db.session, found.league_id, found.tournament_id)
    return _render_board(view, url_for("public_tournaments.board", board=board), "")


@public.get("/c/<card>", endpoint="card", role=READER)
def card(card: str) -> str:
    ensure_device_cookie()
    return _render_phone(card, None)


@public.post("/c/<card>", endpoint="save_card", role=READER)
def save_card(card: str) -> AnyResponse | Refused:
    """Save the slip that a side entered."""
    form = SlipForm()
    view, drawn, table = _table_of_card()
    at, side = (drawn.number, table.number), form.side.data
    if form.validate():
        hands = read_table_game(db.session, g.tournament_link.league_id, table)
        slip = with_hands(form.slip(), hands[2] if hands else None)
        if _done(form, table, at, lambda sent: enter_slip(sent, view.id, at, slip, side - 1)):
            return see_other(url_for("public_tournaments.card", card=card, side=side))
    return _render_phone(card, form), 422


@public.post("/c/<card>/says", endpoint="say", role=READER)
def say(card: str) -> AnyResponse | Refused:
    """Save that a side confirms the slip of its table, or disputes it."""
    form = OpinionForm()
    view, drawn, table = _table_of_card()
    at, side = (drawn.number, table.number), form.side.data - 1
    if _done(form, table, at, lambda sent: say_of_slip(sent, view.id, at, side, agree=form.right.data)):
        return see_other(url_for("public_tournaments.card", card=card))
    return _render_phone(card, form), 422


@public.post("/c/<card>/hands", endpoint="score_hands", role=READER)
def score_hands(card: str) -> AnyResponse | Refused:
    """Begin the game that the hands of a table are scored in, and let this phone write it; or lead to it."""
    form = TableGameForm()
    view, drawn, table = _table_of_card()
    with form.refusals("", SENT_BEFORE):
        code = begin_table_game(form.submission(), view.id, (drawn.number, table.number), form.dealer.data - 1)
        return let_in(see_other(url_for("table.show", code=code)), card, code)
    return _render_phone(card, form), 422


def _table_of_card() -> tuple[TournamentView, RoundState, TableState]:
    """Return the table of the card in the address; 404 if its round was undone since."""
    found = g.tournament_link
    view = read_tournament(db.session, found.league_id, found.tournament_id).for_hall()
    drawn = next((one for one in view.state.rounds if one.seq == found.drawn), None)
    if drawn is None or not 1 <= found.table <= len(drawn.tables):
        abort(404)
    return view, drawn, drawn.tables[found.table - 1]


def _done(
    form: SlipForm | OpinionForm,
    table: TableState,
    at: tuple[int, int],
    change: Callable[[Submission], TournamentState],
) -> bool:
    """Make the change of a side at a table; return False, with the reason at the form, if it is refused."""
    sent = form.submission()
    with form.refusals("", SENT_BEFORE):
        if not 1 <= form.side.data <= len(table.sides):
            raise impossible("", "Say which side you are.")
        state = change(sent)
        end_table_game(sent, state.setup, find_table(state, *at))
    return not form.form_errors


def _render_phone(card: str, form: SubmissionForm | None) -> str:
    """Render a table's page; `form` is one that was refused.  A slip begins with the totals of the hands."""
    league_id = g.tournament_link.league_id
    view, drawn, table = _table_of_card()
    _, hands, counted = read_table_game(db.session, league_id, table) or (None, None, None)
    current = drawn.number == len(view.state.rounds) and not view.state.finished
    can_begin = table.game is None and may_score_hands(db.session, league_id, view.setup, table.sides)
    slip_form = form if isinstance(form, SlipForm) else SlipForm.of(counted if hands and hands.hands else None)
    slip_form.offer([view.side_name(side) for side in table.sides])
    side = parse_uint(request.args.get("side")) or 0
    return render_template(
        "tournaments/phone.html",
        card=card,
        tournament=view,
        round=drawn,
        table=table,
        form=slip_form,
        refused=form or slip_form,
        open=current and not table.is_in,
        chosen=side if side <= len(table.sides) else 0,
        asked=[number for number in range(1, len(table.sides) + 1) if not table.says.get(number - 1)],
        hands=hands,
        counted=counted,
        dealers=seated(table.sides) if can_begin else (),
        now=None if current or view.state.finished else view.state.current,
    )
