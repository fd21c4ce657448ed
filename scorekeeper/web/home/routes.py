"""Home: start a game, go on with one, bring in a sheet."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.services.clock import wall_clock
from scorekeeper.services.league.nights import is_going_on
from scorekeeper.web.devices import known_leagues, recent_tables
from scorekeeper.web.home.pages import HomePage, table_link

bp = Blueprint("home", __name__)


@bp.get("/")
def index() -> str:
    cards, now = recent_tables(), wall_clock()
    on = {card.code for card in cards if is_going_on(card, card.night_closed_at, now)}
    playing = tuple(table_link(card) for card in cards if card.code in on)
    finished = tuple(table_link(card) for card in cards if card.code not in on)
    return render_template("home/index.html", page=HomePage(playing, finished, known_leagues()))
