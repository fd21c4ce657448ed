"""Home: play the same again, start a game, go on with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, render_template

from scorekeeper.extensions import db
from scorekeeper.services.access.joining import regulars_of
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.again import last_game
from scorekeeper.services.league.leagues import scoring_leagues
from scorekeeper.services.league.nights import is_going_on
from scorekeeper.services.money.league_limits import read_limits
from scorekeeper.web.devices import current_device, known_leagues, recent_tables
from scorekeeper.web.home.pages import MAX_FINISHED, HomePage, played_last, same_again, table_link
from scorekeeper.web.new_game.again import again_forms
from scorekeeper.web.new_game.pages import regulars, seating_page
from scorekeeper.web.new_game.picker import LeagueChoice

if TYPE_CHECKING:
    from scorekeeper.services.games.view import GameSummary
    from scorekeeper.web.home.pages import SameAgain

bp = Blueprint("home", __name__)


@bp.get("/")
def index() -> str:
    cards, now, leagues = recent_tables(), wall_clock(), known_leagues()
    on = {card.code for card in cards if is_going_on(card, card.night_closed_at, now)}
    several = len(leagues) > 1
    names = {league.id: league.name for league in leagues if several}
    links = {card.code: table_link(card, names.get(card.league_id, "")) for card in cards}
    page = HomePage(
        again=_same_again(cards, on, several=several),
        playing=tuple(links[card.code] for card in cards if card.code in on),
        finished=tuple(links[card.code] for card in cards if card.code not in on)[:MAX_FINISHED],
        leagues=leagues,
        example="" if leagues else current_app.config["SETTINGS"].example,
    )
    return render_template("home/index.html", page=page)


def _same_again(cards: list[GameSummary], on: set[str], *, several: bool) -> SameAgain | None:
    phone = current_device()
    found = played_last(cards, on, scoring_leagues(db.session.connection(), phone)) if phone and cards else None
    if found is None:
        return None
    card, league = found
    last = last_game(db.session, card.code)
    if last is None:
        return None
    active = [name for _, name in regulars_of(db.session, league.id)]
    forms = again_forms(last, read_limits(db.session, league.id), active)
    choice = LeagueChoice(league.code, league.id, league.name, ())
    page = seating_page(forms, forms.rules_state(), choice, regulars([], active), last.saved)
    return same_again(last, forms, page, league.name if several else "")
