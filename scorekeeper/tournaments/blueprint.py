"""The blueprint of a league's tournaments, and the tournament and table that an address names."""

from __future__ import annotations

from flask import Blueprint, abort

from scorekeeper.access.permissions import current_access
from scorekeeper.core.error_pages import error_page
from scorekeeper.core.errors import TournamentNotFound
from scorekeeper.core.extensions import db
from scorekeeper.league.blueprint import default_league, pop_league
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.tournaments.reading import TournamentView, read_tournament
from scorekeeper.tournaments.state import TableState, find_table

bp = Blueprint("tournaments", __name__, url_prefix="/l/<league>/tournaments")
bp.before_request(pop_league)
bp.url_defaults(default_league)
bp.register_error_handler(TournamentNotFound, lambda _error: error_page(404))

ONE = "/<int(max=99999):tournament>"
TABLE = f"{ONE}/slips/<int:number>/<int:at>"


def current_tournament(tournament: int) -> TournamentView:
    """Return the tournament of the address.  Raises TournamentNotFound."""
    return read_tournament(db.session, current_access().league_id, tournament)


def table_or_404(view: TournamentView, number: int, table: int) -> TableState:
    """Return a table of a round; 404 if there is none."""
    try:
        return find_table(view.state, number, table)
    except ImpossibleFact:
        abort(404)
