"""The blueprint of a league's tournaments, and what its pages begin with: the league, the tournament, a table of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, g, request

from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import TournamentNotFound
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.league.leagues import read_league
from scorekeeper.services.tournaments.view import read_tournament
from scorekeeper.web.errors import error_page
from scorekeeper.web.permissions import current_access

if TYPE_CHECKING:
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.tournaments.state import TableState
    from scorekeeper.services.tournaments.view import TournamentView
    from scorekeeper.web.forms import SubmissionForm

bp = Blueprint("tournaments", __name__, url_prefix="/l/<league>/tournaments")
bp.register_error_handler(TournamentNotFound, lambda _error: error_page(404))

ONE = "/<int(max=99999):tournament>"
TABLE = f"{ONE}/slips/<int:number>/<int:at>"


@bp.before_request
def pop_league() -> None:
    """Move `league` from the view's arguments to `g`; the links of its pages use it."""
    g.league = (request.view_args or {}).pop("league")


@bp.url_defaults
def default_league(_endpoint: str, values: dict[str, Any]) -> None:
    if "league" in g:
        values.setdefault("league", g.league)


def current_league() -> LeagueHead:
    """Return the league of the address, which this phone has access to."""
    return read_league(db.session, current_access().league_id)


def change_request(form: SubmissionForm) -> ChangeRequest:
    """Return a form as the services of tournaments want it."""
    return ChangeRequest(db.session, wall_clock, current_access().league_id, form.submission())


def current_tournament(tournament: int) -> TournamentView:
    """Return the tournament of the address.  Raises TournamentNotFound."""
    return read_tournament(db.session, current_access().league_id, tournament)


def find_table(view: TournamentView, number: int, table: int) -> TableState:
    """Return a table of a round; 404 if there is none."""
    if not 1 <= number <= len(view.state.rounds) or not 1 <= table <= len(view.state.rounds[number - 1].tables):
        abort(404)
    return view.state.rounds[number - 1].tables[table - 1]
