"""The pages of a league one looks at: itself, its standings, nights, games and awards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template, request

from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.league.awards import night_awards, season_awards
from scorekeeper.services.league.browse import (
    GameFilter,
    list_games,
    list_nights,
    read_mark,
    read_night,
    search,
    variants_of,
)
from scorekeeper.services.league.leagues import leagues_of_device, newest_game, read_league
from scorekeeper.services.league.nights import is_going_on
from scorekeeper.services.league.people import people_of
from scorekeeper.services.league.seasons import seasons_of
from scorekeeper.services.league.standings import read_standings
from scorekeeper.services.money.accounts import night_accounts
from scorekeeper.web.league.asked import (
    bp,
    choose_season,
    league_here,
    number_asked,
    season_asked,
    today,
)
from scorekeeper.web.permissions import standing
from scorekeeper.web.phone import this_phone
from scorekeeper.web.typed import tidy
from scorekeeper.web.views.league.games import (
    GamesPage,
    Picked,
    game_card,
    night_card,
    nights_page,
    of_night,
    search_page,
)
from scorekeeper.web.views.league.home import FEW_AWARDS, LAST_NIGHTS, LeaguePage
from scorekeeper.web.views.league.seasons import chooser_of, key_of, seasons_page, usual_season
from scorekeeper.web.views.league.standings import AwardsPage, standings_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.league.browse import NightRow, Page
    from scorekeeper.services.league.leagues import LeagueLink
    from scorekeeper.web.views.league.games import GameCard, NightCard

LONGEST_SEARCH = 60


# ---------------------------------------------------------------- the league itself


@bp.get("")
def home() -> str:
    return render_template("league/home.html", page=league_page())


def league_page(typed: str | None = None, wrong: Mapping[str, str] | None = None) -> LeaguePage:
    """Give the league's own page; `typed` and `wrong` are a new name that was refused."""
    head, now = league_here(), today()
    seasons = seasons_of(db.session, head.id)
    chooser = chooser_of(seasons, usual_season(seasons, now))
    nights = list_nights(db.session, head.id, most=LAST_NIGHTS)
    awarded = _last_with_games(nights)
    return LeaguePage(
        league=head,
        playing=_playing(head.id, nights),
        standings=standings_page(head, chooser, read_standings(db.session, head.id, chooser.season_id)),
        nights=tuple(map(night_card, nights.rows)),
        awards=night_awards(db.session, head.id, awarded.id)[:FEW_AWARDS] if awarded else (),
        awarded=awarded,
        table=newest_game(db.session, head.id),
        typed=head.name if typed is None else typed,
        wrong=wrong or {},
    )


def _playing(league_id: int, nights: Page[NightRow]) -> tuple[GameCard, ...]:
    """Give the games of the last night that go on."""
    if not nights.rows or nights.rows[0].finished == nights.rows[0].games:
        return ()
    last, now = read_night(db.session, league_id, nights.rows[0].id), wall_clock()
    return tuple(game_card(game) for game in last.games if is_going_on(game, last.closed_at, now))


def _last_with_games(nights: Page[NightRow]) -> NightCard | None:
    return next((night_card(night) for night in nights.rows if night.finished), None)


@bp.app_template_global("known_leagues")
def known_leagues() -> tuple[LeagueLink, ...]:
    """Give the leagues this phone knows."""
    phone = this_phone()
    return leagues_of_device(db.session, phone) if phone else ()


@bp.app_template_global("league_code")
def league_code() -> str:
    """Give the address of the league a page belongs to, for a table's way there."""
    return read_league(db.session, standing().league_id).code


# ---------------------------------------------------------------- standings, awards, seasons


@bp.get("/standings")
def table() -> str:
    head, chooser = league_here(), choose_season()
    found = read_standings(db.session, head.id, chooser.season_id)
    return render_template("league/standings.html", page=standings_page(head, chooser, found))


@bp.get("/awards")
def awards() -> str:
    head, chooser = league_here(), choose_season()
    found = season_awards(db.session, head.id, chooser.season_id)
    return render_template("league/awards.html", page=AwardsPage(head, chooser, found))


@bp.get("/seasons")
def seasons() -> str:
    head = league_here()
    page = seasons_page(head, seasons_of(db.session, head.id), today())
    return render_template("league/seasons.html", page=page)


# ---------------------------------------------------------------- nights and games


@bp.get("/nights")
def nights() -> str:
    head, before = league_here(), _day_asked()
    page = nights_page(head, list_nights(db.session, head.id, before=before), first=before is None)
    return render_template("league/nights.html", page=page)


def _day_asked() -> str | None:
    mark = read_mark(f"{request.args.get('before', '')}.1")
    return mark.day if mark else None


@bp.get("/nights/<int(max=999999999):night>")
def night(night: int) -> str:
    head = league_here()
    found = read_night(db.session, head.id, night)
    accounts = night_accounts(db.session, head.id, night)
    page = of_night(head, found, accounts, night_awards(db.session, head.id, night))
    return render_template("league/night.html", page=page)


@bp.get("/games")
def games() -> str:
    head, now = league_here(), today()
    seasons = seasons_of(db.session, head.id)
    season = season_asked(seasons, usual_season(seasons, now)) if request.args.get("season") else None
    variants = variants_of(db.session, head.id)
    variant = next((key for key, _ in variants if key == request.args.get("variant")), None)
    person, partner = number_asked("person"), number_asked("partner")
    which = GameFilter(season, variant, person, partner if person else None)
    before = read_mark(request.args.get("before"))
    found = list_games(db.session, head.id, which, before=before)
    page = GamesPage(
        league=head,
        chooser=chooser_of(seasons, usual_season(seasons, now) if season is None else season),
        variants=variants,
        people=people_of(db.session, head.id),
        picked=Picked(key_of(season) if season is not None else "", variant or "", person, partner if person else None),
        games=tuple(map(game_card, found.rows)),
        older=str(found.older) if found.older else None,
        first=before is None,
    )
    return render_template("league/games.html", page=page)


@bp.get("/search")
def find() -> str:
    head, text = league_here(), tidy(request.args.get("q", ""), LONGEST_SEARCH)
    page = search_page(head, text, search(db.session, head.id, text))
    return render_template("league/search.html", page=page)
