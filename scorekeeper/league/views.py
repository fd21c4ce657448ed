"""The pages of a league: standings, nights, games, awards; its name, seasons and house rules.

What pages of other rooms begin with in a league is here too: the league, the season, values of the address.
"""

import datetime as dt
import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, abort, current_app, g, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, OWNER, VIEWER, current_access
from scorekeeper.access.roles import Role
from scorekeeper.core.clock import today, wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.pages import no_content, render_page, see_other, wants_fragment
from scorekeeper.core.text import MAX_SEARCH, clean_text, parse_uint
from scorekeeper.core.transaction import OpIdReused
from scorekeeper.league.awards import NIGHT_MINIMUMS, SEASON_MINIMUMS, night_awards, season_awards, spread_awards
from scorekeeper.league.browse import (
    BIDS,
    GameFilter,
    games_and_people,
    games_going_on,
    games_of_last_night,
    list_games,
    list_nights,
    night_days,
    night_screen,
    nights_beside,
    read_mark,
    read_night,
    search,
    variants_of,
)
from scorekeeper.league.charts import NIGHTS, first_month, money_chart, night_calendar, place_chart
from scorekeeper.league.forms import ArchiveForm, DeletionForm, NameForm, SeasonForm
from scorekeeper.league.leagues import delete_league, league_size, newest_game, read_league, rename_league
from scorekeeper.league.next_night import announced
from scorekeeper.league.people import people_of
from scorekeeper.league.report import night_report
from scorekeeper.league.roster import offered_people, read_people
from scorekeeper.league.seasons import (
    EVERY,
    NONE,
    SeasonChooser,
    all_time_season,
    archive_season,
    begin_season,
    change_season,
    default_season,
    played_in_seasons,
    read_season,
    season_in_play,
    season_key,
    seasons_of,
)
from scorekeeper.league.standings import RankingRule, last_games, read_standings, season_chances
from scorekeeper.league.totals import add_counts, sum_counts
from scorekeeper.models import ALL_TIME, OUTSIDE, League, Play, Season
from scorekeeper.money.accounts import money_of_nights, owed_in_all, read_accounts
from scorekeeper.money.pots import read_pots
from scorekeeper.operations.backup import is_overdue
from scorekeeper.rulebook.house_rules import (
    archive_house_rules,
    changes_and_sizes,
    house_rules_of,
    read_house_rules,
    versions_page,
)

bp = Blueprint("league", __name__, url_prefix="/l/<league>")

MAX_TABLES = 40
TO_SEE_MOVES = 2
Refused = tuple[str, int]
RULES_PATH = "/house-rules/<int(max=999999999):house_id>"


# ---------------------------------------------------------------- what every page begins with


def pop_league() -> None:
    """Move `league` from the view's arguments, if it is there, to `g`; the links of its pages use it."""
    arguments: dict[str, Any] = request.view_args or {}
    if "league" in arguments:
        g.league = arguments.pop("league")


def default_league(_endpoint: str, values: dict[str, Any]) -> None:
    if "league" in g:
        values.setdefault("league", g.league)


bp.before_request(pop_league)
bp.url_defaults(default_league)


def current_league() -> League:
    """Return the league of the address, which this phone has access to."""
    return read_league(db.session, current_access().league_id)


def number_arg(name: str) -> int | None:
    """Return a number in the address, None if there is none; 404 if it is not an integer."""
    text = request.args.get(name, "")
    if not text:
        return None
    number = parse_uint(text)
    return abort(404) if number is None else number


def season_arg(seasons: Sequence[Season], usual: int) -> int:
    """Return the season in the address, the default for none; 404 for one this league does not have."""
    text = request.args.get("season", "")
    if not text:
        return usual
    if text in {EVERY, NONE}:
        return ALL_TIME if text == EVERY else OUTSIDE
    number = parse_uint(text)
    return number if number and any(season.id == number for season in seasons) else abort(404)


def choose_season(*, all_time: bool = False) -> SeasonChooser:
    """Return the season of a page, and the others to choose from."""
    seasons = seasons_of(db.session, current_access().league_id)
    usual = all_time_season(seasons) if all_time else default_season(seasons, today())
    return SeasonChooser(seasons, season_arg(seasons, usual))


# ---------------------------------------------------------------- the league itself


@bp.get("", role=VIEWER)
def home() -> str:
    league, now = current_league(), wall_clock()
    seasons = seasons_of(db.session, league.id)
    chooser = SeasonChooser(seasons, default_season(seasons, today()))
    newest = next(iter(list_nights(db.session, league.id, most=1)[0]), None)
    return render_template(
        "league/home.html",
        league=league,
        no_backup=current_access().role is Role.OWNER and is_overdue(current_app.config["SETTINGS"], now),
        playing=games_going_on(db.session, league.id, newest.id, now) if newest and newest.unfinished else [],
        chooser=chooser,
        nights=played_in_seasons(db.session, league.id).get(chooser.season_id, (0, 0))[0],
        standings=read_standings(db.session, league.id, chooser.season_id, nights=TO_SEE_MOVES),
        lately=last_games(db.session, league.id, chooser.season_id),
        known=offered_people(db.session, league.id).values(),
        table=newest_game(db.session, league.id),
        owed=owed_in_all(db.session, league.id),
        **announced(db.session, league.id, now),
    )


@bp.get("/more", role=VIEWER)
def more(form: NameForm | None = None) -> str:
    """Show what the bar has no place for; `form` is the refused one for the league's name."""
    league = current_league()
    return render_template(
        "league/more.html",
        league=league,
        form=form or NameForm(name=league.name),
        table=newest_game(db.session, league.id),
        owed=owed_in_all(db.session, league.id),
    )


# ---------------------------------------------------------------- standings, awards, seasons


@bp.get("/standings", role=VIEWER)
def standings() -> str:
    league, chooser = current_league(), choose_season()
    found = read_standings(db.session, league.id, chooser.season_id, nights=NIGHTS)
    known = offered_people(db.session, league.id).values()
    return render_template(
        "league/standings.html",
        league=league,
        chooser=chooser,
        standings=found,
        lately=last_games(db.session, league.id, chooser.season_id),
        possible=season_chances(found, today()),
        known=known,
        places=place_chart(found, known),
        money=money_chart(found, league.currency, known) if league.currency else None,
    )


@bp.get("/awards", role=VIEWER)
def awards() -> str:
    league, chooser = current_league(), choose_season()
    return render_template(
        "league/awards.html",
        league=league,
        chooser=chooser,
        awards=spread_awards(season_awards(db.session, league.id, chooser.season_id)),
        minimums=SEASON_MINIMUMS,
    )


@bp.get("/seasons", role=VIEWER)
def seasons() -> str:
    league, day = current_league(), today()
    listed = seasons_of(db.session, league.id)
    current = season_in_play(listed, day)
    return render_template(
        "league/seasons.html",
        league=league,
        seasons=listed,
        rules={season.id: RankingRule(**season.rule).text for season in listed},
        played=played_in_seasons(db.session, league.id),
        standings=read_standings(db.session, league.id, current) if current is not None else None,
        today=day,
    )


# ---------------------------------------------------------------- nights and games


@bp.get("/nights", role=VIEWER)
def nights() -> str:
    league, now = current_league(), today()
    before = read_mark(f"{request.args.get('before', '')}.1")
    found, older = list_nights(db.session, league.id, before=before.day if before else None)
    days = map(dt.date.fromisoformat, night_days(db.session, league.id, since=first_month(now).isoformat()))
    return render_template(
        "league/nights.html",
        league=league,
        nights=found,
        older=older,
        money=money_of_nights(db.session, league.id),
        calendar=None if before else night_calendar([day for day in days if day <= now], now),
        first=before is None,
        announced={} if before else announced(db.session, league.id, wall_clock()),
    )


@bp.get("/nights/<int(max=999999999):night>", role=VIEWER)
def night(night: int) -> str:
    league = current_league()
    found = read_night(db.session, league.id, night)
    games, people = games_and_people(db.session, found)
    return render_template(
        "league/night.html",
        league=league,
        night=found,
        games=games,
        people=people,
        bids=add_counts(sum_counts(db.session.connection(), league.id, BIDS, Play.day == found.day).values()),
        accounts=read_accounts(db.session, league.id, night),
        money=money_of_nights(db.session, league.id).get(night, {}),
        pots=read_pots(db.session, league.id, night, wall_clock()),
        awards=spread_awards(night_awards(db.session, league.id, night)),
        minimums=NIGHT_MINIMUMS,
        beside=nights_beside(db.session, found),
    )


@bp.get("/nights/<int(max=999999999):night>/report", role=VIEWER)
def report(night: int) -> str:
    """Show the night as text to copy, in three lengths."""
    league = current_league()
    found = read_night(db.session, league.id, night)
    return render_template(
        "league/report.html", league=league, night=found, report=night_report(db.session, league, found, wall_clock())
    )


@bp.get("/games", role=VIEWER)
def games() -> str:
    league, now = current_league(), today()
    seasons = seasons_of(db.session, league.id)
    chooser = SeasonChooser(seasons, season_arg(seasons, default_season(seasons, now)))
    variants = variants_of(db.session, league.id)
    variant = next((key for key, _ in variants if key == request.args.get("variant")), None)
    person, partner = number_arg("person"), number_arg("partner")
    season = chooser.season_id if request.args.get("season") else None
    which = GameFilter(season, variant, person, partner if person else None)
    before = read_mark(request.args.get("before"))
    found, older = list_games(db.session, league.id, which, before=before)
    asked = {
        "season": None if season is None else chooser.key,
        "variant": variant,
        "person": person,
        "partner": which.partner_id,
    }
    return render_template(
        "league/games.html",
        league=league,
        seasons=[(key, name) for key, name in chooser.choices if key != EVERY],
        variants=variants,
        people=[(it.id, it.name) for it in people_of(db.session, league.id) if not it.erased_at],
        picked={name: value for name, value in asked.items() if value},
        games=found,
        older=str(older) if older else None,
        first=before is None,
    )


@bp.get("/watch", role=VIEWER)
def watch() -> Response:
    """Return all tables of the last night on one large screen, nothing to a screen that shows them already."""
    league = current_league()
    games, waiting = games_of_last_night(db.session, league.id, most=MAX_TABLES)
    closed_at = read_night(db.session, league.id, games[0].night_id).closed_at if games else None
    names, _ = read_people(db.session.connection(), league.id)
    page = parse_uint(request.args.get("page")) or 1
    shown: dict[str, Any] = {
        "date": games[0].date if games else None,
        "waiting": waiting,
        **night_screen(games, names.values(), closed_at, wall_clock(), page),
    }
    version = hashlib.sha256(repr((league.name, shown)).encode()).hexdigest()[:16]
    if wants_fragment() and request.args.get("seen") == version:
        return no_content()
    return render_page("league/watch.html", ["tables", "turn"], league=league, version=version, **shown)


@bp.get("/search", role=VIEWER)
def find() -> str:
    league, text = current_league(), clean_text(request.args.get("q", ""), MAX_SEARCH)
    people, nights, games = search(db.session, league.id, text)
    return render_template("league/search.html", league=league, text=text, people=people, nights=nights, games=games)


@bp.post("/name", role=KEEPER)
def rename() -> AnyResponse | Refused:
    form = NameForm()
    return form.save(lambda: rename_league(form.submission(), form.name.data), lambda: url_for("league.home"), more)


# ---------------------------------------------------------------- seasons


@bp.get("/seasons/new", endpoint="new_season", role=KEEPER)
@bp.get("/seasons/<int(max=999999999):season>", endpoint="edit_season", role=KEEPER)
def season_form(season: int | None = None, form: SeasonForm | None = None) -> str:
    """Show the form of a season, or of a new one; `form` is the refused one."""
    known = None if season is None else read_season(db.session, current_access().league_id, season)
    form = form or SeasonForm.of(known, today())
    return render_template("league/season.html", league=current_league(), season=known, form=form)


@bp.post("/seasons/new", endpoint="create_season", role=KEEPER)
@bp.post("/seasons/<int(max=999999999):season>", endpoint="update_season", role=KEEPER)
def save_season(season: int | None = None) -> AnyResponse | Refused:
    form, number = SeasonForm(), season
    if form.validate():
        with form.refusals("name"):
            if number is None:
                number = begin_season(form.submission(), form.values())
            else:
                change_season(form.submission(), number, form.values())
            return see_other(url_for("league.standings", season=season_key(number)))
    return season_form(season, form), 422


@bp.post("/seasons/<int(max=999999999):season>/archive", role=KEEPER)
def set_season_archived(season: int) -> AnyResponse:
    """Archive a season, or with `back` restore it; a form that did the other before changes nothing."""
    form = ArchiveForm()
    with suppress(OpIdReused):
        archive_season(form.submission(), season, archived=not form.back.data)
    return see_other(url_for("league.seasons"))


@bp.get("/house-rules", role=VIEWER)
def house_rules() -> str:
    league = current_league()
    saved = list(map(changes_and_sizes, house_rules_of(db.session, league.id)))
    archived = list(map(changes_and_sizes, house_rules_of(db.session, league.id, archived=True)))
    return render_template("league/house_rules.html", league=league, saved=saved, archived=archived)


@bp.get(RULES_PATH, role=VIEWER)
def house_rules_versions(house_id: int) -> str:
    league = current_league()
    return render_template(
        "league/saved_rules.html", league=league, **versions_page(read_house_rules(db.session, league.id, house_id))
    )


@bp.post(f"{RULES_PATH}/archive", role=KEEPER)
def archive_rules(house_id: int) -> AnyResponse:
    """Archive house rules, or with `back` restore them.  Doing it twice does it once."""
    form = ArchiveForm()
    archive_house_rules(form.submission(), house_id, archived=not form.back.data)
    return see_other(url_for("league.house_rules_versions", house_id=house_id))


# ---------------------------------------------------------------- gone for good


@bp.post("/delete", role=OWNER)
def delete() -> AnyResponse | Refused:
    """Delete the league, once its owner has typed its name."""
    form = DeletionForm()
    return form.save(
        lambda: delete_league(form.submission(), form.name.data), lambda: url_for("home.index"), delete_form
    )


@bp.get("/delete", role=OWNER)
def delete_form(form: DeletionForm | None = None) -> str:
    league = current_league()
    games, nights, people = league_size(db.session, league.id)
    return render_template(
        "league/delete.html", league=league, form=form or DeletionForm(None), games=games, nights=nights, people=people
    )
