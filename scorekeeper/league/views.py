"""The pages of a league: standings, nights, games, awards; its name, seasons and house rules."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress

from flask import current_app, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, VIEWER, current_access
from scorekeeper.access.roles import Role
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import OpIdReused
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import clean_text
from scorekeeper.core.htmx import see_other
from scorekeeper.games.game_cards import GameCard, game_card
from scorekeeper.league.awards import Award, night_awards, season_awards
from scorekeeper.league.blueprint import (
    bp,
    change_request,
    choose_season,
    current_league,
    number_arg,
    season_arg,
    today,
)
from scorekeeper.league.browse import NightRow, games_going_on, list_nights, night_days, read_night, search
from scorekeeper.league.browse_games import GameFilter, Page, list_games, read_mark, variants_of
from scorekeeper.league.forms import FORM_REUSED, ArchiveForm, NameForm, SeasonForm
from scorekeeper.league.grids import NightCalendar, first_month, night_calendar
from scorekeeper.league.leagues import LeagueHead, newest_game, rename_league
from scorekeeper.league.pages import (
    FEW_AWARDS,
    LAST_NIGHTS,
    GameQuery,
    GamesPage,
    LeaguePage,
    NightCard,
    night_card,
    night_details,
    nights_page,
    search_page,
    spread_awards,
)
from scorekeeper.league.people import people_of
from scorekeeper.league.season_charts import NIGHTS
from scorekeeper.league.season_pages import (
    AwardsPage,
    SeasonFormPage,
    default_season,
    season_chooser,
    season_in_play,
    season_key,
    seasons_page,
    standings_page,
)
from scorekeeper.league.seasons import (
    SeasonView,
    archive_season,
    begin_season,
    change_season,
    played_in_seasons,
    read_season,
    seasons_of,
)
from scorekeeper.league.standings import read_standings
from scorekeeper.money.accounts import has_entries, owed_in_all, read_accounts
from scorekeeper.operations.backup import is_overdue
from scorekeeper.rulebook.house_rules import archive_house_rules, house_rules_of, read_house_rules
from scorekeeper.rulebook.house_rules_pages import summary_and_sizes, versions_page
from scorekeeper.rules.errors import SheetError

MAX_SEARCH = 60
TO_SEE_MOVES = 2
"""The nights that are read to tell how places changed in the last one."""
Refused = tuple[str, int]
RULES_PATH = "/house-rules/<int(max=999999999):house_id>"


# ---------------------------------------------------------------- the league itself


@bp.get("", role=VIEWER)
def home() -> str:
    head = current_league()
    return _render_home(head, NameForm(name=head.name))


def _render_home(head: LeagueHead, form: NameForm) -> str:
    """Return the league's own page, with the form for its name."""
    is_owner = current_access().role is Role.OWNER
    no_backup = is_owner and is_overdue(current_app.config["SETTINGS"], wall_clock())
    return render_template("league/home.html", page=league_page(head), form=form, no_backup=no_backup)


def league_page(head: LeagueHead) -> LeaguePage:
    seasons = seasons_of(db.session, head.id)
    chooser = season_chooser(seasons, default_season(seasons, today()))
    nights = list_nights(db.session, head.id, most=LAST_NIGHTS)
    awarded, table = _last_with_games(nights), newest_game(db.session, head.id)
    money_moved = table is not None and has_entries(db.session, head.id)
    return LeaguePage(
        league=head,
        playing=_games_going_on(head.id, nights),
        standings=standings_page(
            head, chooser, read_standings(db.session, head.id, chooser.season_id, nights=TO_SEE_MOVES)
        ),
        nights=tuple(map(night_card, nights.rows)),
        awards=_few_awards(head.id, awarded, _names_at(nights)),
        awarded=awarded,
        table=table,
        money_moved=money_moved,
        owed=tuple(owed_in_all(db.session, head.id).items()) if money_moved else (),
    )


def _few_awards(league_id: int, night: NightCard | None, names: dict[int, str]) -> tuple[Award, ...]:
    """Return the first awards of a night, of as many people as there are."""
    return spread_awards(night_awards(db.session, league_id, night.id, names))[:FEW_AWARDS] if night else ()


def _games_going_on(league_id: int, nights: Page[NightRow]) -> tuple[GameCard, ...]:
    """Return the games of the last night that are going on."""
    if not nights.rows or nights.rows[0].finished == nights.rows[0].games:
        return ()
    return tuple(map(game_card, games_going_on(db.session, league_id, nights.rows[0].id, wall_clock())))


def _names_at(nights: Page[NightRow]) -> dict[int, str]:
    return {person.person_id: person.name for night in nights.rows for person in night.people}


def _last_with_games(nights: Page[NightRow]) -> NightCard | None:
    return next((night_card(night) for night in nights.rows if night.finished), None)


# ---------------------------------------------------------------- standings, awards, seasons


@bp.get("/standings", role=VIEWER)
def standings() -> str:
    head, chooser = current_league(), choose_season()
    found = read_standings(db.session, head.id, chooser.season_id, nights=NIGHTS)
    return render_template("league/standings.html", page=standings_page(head, chooser, found))


@bp.get("/awards", role=VIEWER)
def awards() -> str:
    head, chooser = current_league(), choose_season()
    found = season_awards(db.session, head.id, chooser.season_id)
    return render_template("league/awards.html", page=AwardsPage(head, chooser, spread_awards(found)))


@bp.get("/seasons", role=VIEWER)
def seasons() -> str:
    head = current_league()
    listed, day = seasons_of(db.session, head.id), today()
    current = season_in_play(listed, day)
    standings = read_standings(db.session, head.id, current) if current is not None else None
    page = seasons_page(head, listed, day, played_in_seasons(db.session, head.id), standings)
    return render_template("league/seasons.html", page=page)


# ---------------------------------------------------------------- nights and games


@bp.get("/nights", role=VIEWER)
def nights() -> str:
    head, before = current_league(), _day_arg()
    found = list_nights(db.session, head.id, before=before)
    calendar = _calendar(head.id) if before is None else None
    page = nights_page(head, found, first=before is None, calendar=calendar)
    return render_template("league/nights.html", page=page)


def _calendar(league_id: int) -> NightCalendar | None:
    """Return the nights of the last year."""
    now = today()
    days = night_days(db.session, league_id, since=first_month(now).isoformat())
    return night_calendar([day for day in map(dt.date.fromisoformat, days) if day <= now], now)


def _day_arg() -> str | None:
    mark = read_mark(f"{request.args.get('before', '')}.1")
    return mark.day if mark else None


@bp.get("/nights/<int(max=999999999):night>", role=VIEWER)
def night(night: int) -> str:
    head = current_league()
    found = read_night(db.session, head.id, night)
    accounts = read_accounts(db.session, head.id, night)
    page = night_details(head, found, accounts, night_awards(db.session, head.id, night))
    return render_template("league/night.html", page=page)


@bp.get("/games", role=VIEWER)
def games() -> str:
    head, now = current_league(), today()
    seasons = seasons_of(db.session, head.id)
    season = season_arg(seasons, default_season(seasons, now)) if request.args.get("season") else None
    variants = variants_of(db.session, head.id)
    variant = next((key for key, _ in variants if key == request.args.get("variant")), None)
    person, partner = number_arg("person"), number_arg("partner")
    which = GameFilter(season, variant, person, partner if person else None)
    before = read_mark(request.args.get("before"))
    found = list_games(db.session, head.id, which, before=before)
    page = GamesPage(
        league=head,
        chooser=season_chooser(seasons, default_season(seasons, now) if season is None else season),
        variants=variants,
        people=people_of(db.session, head.id),
        picked=GameQuery(
            season_key(season) if season is not None else "", variant or "", person, partner if person else None
        ),
        games=tuple(map(game_card, found.rows)),
        older=str(found.older) if found.older else None,
        first=before is None,
    )
    return render_template("league/games.html", page=page)


@bp.get("/search", role=VIEWER)
def find() -> str:
    head, text = current_league(), clean_text(request.args.get("q", ""), MAX_SEARCH)
    page = search_page(head, text, search(db.session, head.id, text))
    return render_template("league/search.html", page=page)


@bp.post("/name", role=KEEPER)
def rename() -> AnyResponse | Refused:
    form = NameForm()
    if form.validate():
        try:
            rename_league(change_request(form), form.name.data)
        except SheetError as error:
            form.add_errors(error)
        except OpIdReused:
            form.add_error("name", FORM_REUSED)
        else:
            return see_other(url_for("league.home"))
    return _render_home(current_league(), form), 422


# ---------------------------------------------------------------- seasons


@bp.get("/seasons/new", role=KEEPER)
def new_season() -> str:
    return _render_season(None, SeasonForm.begin(today()))


@bp.post("/seasons/new", role=KEEPER)
def create_season() -> AnyResponse | Refused:
    return _save_season(None)


@bp.get("/seasons/<int(max=999999999):season>", role=KEEPER)
def edit_season(season: int) -> str:
    known = read_season(db.session, current_access().league_id, season)
    return _render_season(known, SeasonForm.change(known))


@bp.post("/seasons/<int(max=999999999):season>", role=KEEPER)
def update_season(season: int) -> AnyResponse | Refused:
    return _save_season(read_season(db.session, current_access().league_id, season))


def _save_season(known: SeasonView | None) -> AnyResponse | Refused:
    form = SeasonForm()
    if form.validate():
        try:
            season = _begin_or_change(known.id if known else None, form)
        except SheetError as error:
            form.add_errors(error)
        except OpIdReused:
            form.add_error("name", FORM_REUSED)
        else:
            return see_other(url_for("league.standings", season=season_key(season)))
    return _render_season(known, form), 422


def _begin_or_change(season: int | None, form: SeasonForm) -> int:
    """Begin a season, or change the one there is; return its id."""
    if season is None:
        return begin_season(change_request(form), form.draft())
    change_season(change_request(form), season, form.draft())
    return season


def _render_season(known: SeasonView | None, form: SeasonForm) -> str:
    page = SeasonFormPage(current_league(), known.id if known else None, form, bool(known and known.archived))
    return render_template("league/season.html", page=page)


@bp.post("/seasons/<int(max=999999999):season>/archive", role=KEEPER)
def set_season_archived(season: int) -> AnyResponse:
    """Archive a season, or with `back` restore it; a form that did the other before changes nothing."""
    form = ArchiveForm()
    with suppress(OpIdReused):
        archive_season(change_request(form), season, archived=not form.back.data)
    return see_other(url_for("league.seasons"))


@bp.get("/house-rules", role=VIEWER)
def house_rules() -> str:
    head = current_league()
    kept = list(map(summary_and_sizes, house_rules_of(db.session, head.id)))
    put_away = list(map(summary_and_sizes, house_rules_of(db.session, head.id, archived=True)))
    return render_template("league/house_rules.html", page={"league": head, "kept": kept, "put_away": put_away})


@bp.get(RULES_PATH, role=VIEWER)
def house_rules_versions(house_id: int) -> str:
    head = current_league()
    page = versions_page(head, read_house_rules(db.session, head.id, house_id))
    return render_template("league/kept_rules.html", page=page)


@bp.post(f"{RULES_PATH}/archive", role=KEEPER)
def archive_rules(house_id: int) -> AnyResponse:
    """Archive house rules, or with `back` restore them.  Doing it twice does it once."""
    archived = not ArchiveForm().back.data
    archive_house_rules(db.session, wall_clock, current_access().league_id, house_id, archived=archived)
    return see_other(url_for("league.house_rules_versions", house_id=house_id))
