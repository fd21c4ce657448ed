"""Home: start a game, go on with one, bring in a sheet."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.web.phone import tables_here
from scorekeeper.web.views.home import table_link

bp = Blueprint("home", __name__)


@bp.get("/")
def index() -> str:
    cards = tables_here()
    playing = [table_link(card) for card in cards if not card.finished]
    finished = [table_link(card) for card in cards if card.finished]
    return render_template("home/index.html", playing=playing, finished=finished)
