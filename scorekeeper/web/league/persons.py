"""One person's page, two people's, and why a rating moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template, url_for

from scorekeeper.extensions import db
from scorekeeper.models.season import ALL_TIME
from scorekeeper.rules.numbers import signed
from scorekeeper.services.league.browse import GameFilter, list_games
from scorekeeper.services.league.people import read_person
from scorekeeper.services.league.rating_history import explain_rating, rating_history
from scorekeeper.services.league.statistics import money_by_night, pair_line, person_page
from scorekeeper.web.league.asked import bp, choose_season, league_here
from scorekeeper.web.views.league.games import game_card
from scorekeeper.web.views.league.person import PairView, RatingView, person_view

if TYPE_CHECKING:
    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.league.statistics import PersonPage
    from scorekeeper.web.views.league.games import GameCard

LAST_GAMES = 5


@bp.get("/people/<int(max=999999999):person>")
def person(person: int) -> str:
    head, chooser = league_here(), choose_season(all_time=True)
    page = person_page(db.session, head.id, person, chooser.season_id)
    rated, rated_in = _rated(page, chooser.name)
    currency = head.currency or next(iter(page.cents), None)  # a league of sheets that were brought in has none yet
    view = person_view(
        head,
        chooser,
        page,
        ratings=rating_history(db.session, head.id, page.person.id, rated) if rated is not None else (),
        rated_in=rated_in,
        currency=currency,
        money=money_by_night(db.session, head.id, page.person.id, currency=currency) if currency else (),
        games=_last_games(head, GameFilter(person_id=page.person.id)),
        pair_pages=_pair_pages(page, chooser.key),
    )
    return render_template("league/person.html", page=view)


def _pair_pages(page: PersonPage, season: str) -> dict[int, str]:
    """Give the address of the page of him and each other: fifty, so one is put together and the others follow it."""
    before, after = url_for("league.pair", person=page.person.id, other=0, season=season).rsplit("/with/0", 1)
    return {pair.person_id: f"{before}/with/{pair.person_id}{after}" for pair in (*page.partners, *page.opponents)}


def _rated(page: PersonPage, chosen: str) -> tuple[int | None, str]:
    """Give the season whose ratings are shown, and its name: over all time there are none, so it is his last."""
    if page.season_id != ALL_TIME:
        return page.season_id, chosen
    last = page.seasons[0] if page.seasons else None
    return (last.season_id, last.name or "Outside of seasons") if last else (None, "")


def _last_games(head: LeagueHead, which: GameFilter) -> tuple[GameCard, ...]:
    return tuple(map(game_card, list_games(db.session, head.id, which, most=LAST_GAMES).rows))


@bp.get("/people/<int(max=999999999):person>/with/<int(max=999999999):other>")
def pair(person: int, other: int) -> str:
    head, chooser = league_here(), choose_season(all_time=True)
    one = read_person(db.session, head.id, person)
    found = pair_line(db.session, head.id, person, other, chooser.season_id)
    together = GameFilter(person_id=one.id, partner_id=found.person_id)
    view = PairView(head, chooser, one.id, one.name, found, _last_games(head, together))
    return render_template("league/pair.html", page=view)


@bp.get("/people/<int(max=999999999):person>/rating/<game>")
def rating(person: int, game: str) -> str:
    head = league_here()
    change = explain_rating(db.session, head.id, game, person)
    return render_template("league/rating.html", page=RatingView(head, change, game, signed(change.person.change)))
