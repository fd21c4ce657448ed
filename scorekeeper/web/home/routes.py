"""Home: start a game, go on with one, bring in a sheet."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from flask import Blueprint, render_template

from scorekeeper.services.clock import wall_clock
from scorekeeper.web.phone import tables_here
from scorekeeper.web.views.home import table_link

if TYPE_CHECKING:
    from scorekeeper.services.games import TableCard

bp = Blueprint("home", __name__)

A_NIGHT = dt.timedelta(hours=12)


@bp.get("/")
def index() -> str:
    cards = tables_here()
    playing = [table_link(card) for card in cards if not _is_over(card)]
    finished = [table_link(card) for card in cards if _is_over(card)]
    return render_template("home/index.html", playing=playing, finished=finished)


def _is_over(card: TableCard) -> bool:
    """An open table that was settled goes on, but not on another night."""
    return card.finished or (card.settled and wall_clock() - card.touched_at > A_NIGHT)
