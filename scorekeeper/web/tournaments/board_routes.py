"""What a tournament shows: its board and the board's public link, cards and results to print, results to take along."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from flask import abort, current_app, render_template, request, url_for

from scorekeeper.services.tournaments.links import card_link, open_board
from scorekeeper.services.transfer.csv_tables import as_csv
from scorekeeper.web.form_values import parse_uint
from scorekeeper.web.htmx import render_page, see_other
from scorekeeper.web.share_links import qr_code
from scorekeeper.web.tournaments.blueprint import ONE, bp, change_request, current_league, current_tournament
from scorekeeper.web.tournaments.board_pages import (
    BoardPage,
    CardsPage,
    PrintedCard,
    ResultsPage,
    board_page,
    results_table,
)
from scorekeeper.web.tournaments.forms import BoardLinkForm
from scorekeeper.web.tournaments.pages import round_card, standings_card, table_card
from scorekeeper.web.tournaments.prize_pages import payments
from scorekeeper.web.transfer.routes import download, spooled

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.services.tournaments.view import TournamentView


@bp.get(f"{ONE}/board")
def board(tournament: int) -> Response:
    page = requested_screen(current_tournament(tournament))
    address = url_for("tournaments.board", tournament=tournament)
    return render_page("tournaments/board.html", ["board"], page=page, address=address, tournament=tournament)


def requested_screen(view: TournamentView) -> BoardPage:
    """Return the screen of the board that `page` in the address asks for, the first one if it asks for none."""
    return board_page(view, parse_uint(request.args.get("page")) or 1)


@bp.post(f"{ONE}/link")
def set_link(tournament: int) -> AnyResponse:
    """Make a public address of the board, or with `close` close it; doing it twice does it once."""
    form, view = BoardLinkForm(), current_tournament(tournament)
    open_board(change_request(form), view.id, closed=form.close.data)
    return see_other(url_for("tournaments.show", tournament=view.id, _anchor="link"))


# ---------------------------------------------------------------- to print, to take along


@bp.get(f"{ONE}/cards")
def cards(tournament: int) -> str:
    """Show a card for each table of the round, with the square that leads a phone to its slip."""
    view = current_tournament(tournament)
    current = view.state.current or abort(404)
    secret = current_app.config["SECRET_KEY"]
    printed = []
    for table in current.tables:
        card = card_link(secret, view, current, table.number)
        address = url_for("public_tournaments.card", card=card, _external=True)
        printed.append(PrintedCard(table_card(view, table), qr_code(address), address))
    shown = round_card(view, current)
    page = CardsPage(current_league(), view.id, view.setup.name, shown, view.setup.length.words(), tuple(printed))
    return render_template("tournaments/cards.html", page=page)


@bp.get(f"{ONE}/results")
def results(tournament: int) -> str:
    view = current_tournament(tournament)
    page = ResultsPage(
        league=current_league(),
        id=view.id,
        name=view.setup.name,
        day=dt.date.fromisoformat(view.setup.day),
        standings=standings_card(view),
        rounds=tuple(round_card(view, one) for one in view.state.rounds),
        payments=payments(view),
    )
    return render_template("tournaments/results.html", page=page)


@bp.get(f"{ONE}/results.csv")
def results_csv(tournament: int) -> Response:
    view = current_tournament(tournament)
    return download(spooled(as_csv(results_table(view))), "text/csv", f"tournament-{view.setup.day}-{view.id}.csv")
