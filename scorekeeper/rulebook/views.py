"""The rulebook: a table's sheet and the book of all games; ask about a rule, compare, replay under other rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import ANYONE, KEEPER, VIEWER, current_access, share_url
from scorekeeper.access.phone_cookie import can_write_game, current_guest
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import clean_text, parse_uint
from scorekeeper.core.htmx import render_page, see_other
from scorekeeper.games.board import game_title
from scorekeeper.games.table_state import played_sheet, read_game
from scorekeeper.league.leagues import read_league
from scorekeeper.rulebook.ask_page import ask_page
from scorekeeper.rulebook.forms import AskForm, replayable, whatif_form_class
from scorekeeper.rulebook.house_rules import house_rules_of, playable_sizes, read_version
from scorekeeper.rulebook.pages import (
    Place,
    compare_page,
    most_played_first,
    nearest_size,
    rules_book,
    search_book,
    sheet_page,
)
from scorekeeper.rulebook.questions import value_text
from scorekeeper.rulebook.whatif_page import replay_outcome, whatif_page
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.whatif import what_if
from scorekeeper.variants.catalogue import catalogue, listings
from scorekeeper.variants.own import over_base

bp = Blueprint("rulebook", __name__)
MAX_TEXT = 60
AT_TABLE, IN_BOOK = "/t/<code>/rules", "/rules/<variant>/<int:size>"
IN_LEAGUE = "/l/<league>/house-rules/<int(max=999999999):house_id>/rules/<int:size>"


# ---------------------------------------------------------------- whose rules


def table_place(code: str) -> Place:
    """Return the rules a table plays by now.  Raises GameNotFound."""
    view = read_game(db.session, code)
    table = view.table
    return Place(
        variant=table.variant,
        size=len(table.players),
        house=table.house,
        stakes=table.stakes,
        url=url_for("rulebook.table_sheet", code=code),
        keep="",
        title=game_title(view),
        back="Table",
        back_url=url_for("table.show", code=code),
        view=view,
    )


def book_place(key: str, size: int) -> Place:
    """Return a game of the book without house rules; 404 if there is none for that number of players.

    For people who came from New game, Back leads there: every address on the way has `from=new`.
    """
    variant = variant_or_404(key, size)
    choosing = request.args.get("from") == "new"
    return Place(
        variant=variant,
        size=size,
        house={},
        stakes=None,
        url=url_for("rulebook.variant_sheet", variant=key, size=size),
        keep="?from=new" if choosing else "",
        title=variant.name,
        back="New game" if choosing else "Rules",
        back_url=url_for("new_game.index" if choosing else "rulebook.index", size=size),
        play_url=url_for("new_game.seats", variant=key, size=size),
        write_url=f"{url_for('variants.first')}?from={key}&size={size}" if can_write_game() else "",
        size_urls={
            each: url_for("rulebook.variant_sheet", variant=key, size=each) + ("?from=new" if choosing else "")
            for each in variant.sizes
        },
    )


def league_place(league: str, house_id: int, size: int) -> Place:
    """Return the rules a league stored under a name; 404 if that number of players can't play by them."""
    access = current_access()
    version = read_version(db.session, access.league_id, house_id)
    sizes = tuple(playable_sizes(version.variant, version.settings))
    if size not in sizes:
        abort(404)
    variant, house = version.variant, version.settings
    if version.is_own_variant:
        variant, house = over_base(variant, size)
    address: dict[str, Any] = {"league": league, "house_id": house_id}
    return Place(
        variant=replace(variant, name=version.name, summary=version.variant.summary),
        size=size,
        house=house,
        stakes=None,
        url=url_for("rulebook.league_sheet", **address, size=size),
        keep="",
        title=version.name,
        back="House rules",
        back_url=url_for("league.house_rules_versions", **address),
        play_url=url_for("new_game.seats", variant=version.variant.key, size=size, rules=house_id, league=league),
        write_url=url_for("variants.write", league=league, rules=house_id, size=size) if access.role >= KEEPER else "",
        standard=variant.name,
        size_urls={each: url_for("rulebook.league_sheet", **address, size=each) for each in sizes},
    )


def variant_or_404(key: str | None, size: int | None = None) -> Variant:
    variant = catalogue().get(key or "")
    return variant if variant is not None and (size is None or size in variant.sizes) else abort(404)


# ---------------------------------------------------------------- the sheet, the book


@bp.get(AT_TABLE, role=VIEWER)
def table_sheet(code: str) -> str:
    return render_sheet(table_place(code), share_url("rulebook.table_sheet"))


@bp.get(IN_BOOK, role=ANYONE)
def variant_sheet(variant: str, size: int) -> str:
    return render_sheet(
        book_place(variant, size), url_for("rulebook.variant_sheet", variant=variant, size=size, _external=True)
    )


@bp.get(IN_LEAGUE, role=VIEWER)
def league_sheet(league: str, house_id: int, size: int) -> str:
    return render_sheet(league_place(league, house_id, size), "")


def render_sheet(place: Place, address: str) -> str:
    return render_template("rulebook/sheet.html", **sheet_page(place, address))


@bp.get("/rules", role=ANYONE)
def index() -> Response:
    text = clean_text(request.args.get("q", ""), MAX_TEXT)
    size = parse_uint(request.args.get("size"))
    if text:
        book = search_book(listings(), text)
    else:
        book = most_played_first(rules_book(catalogue().values(), size), listings())
    return render_page("rulebook/book.html", ["games"], page=book)


# ---------------------------------------------------------------- ask about a rule


@bp.get(f"{AT_TABLE}/ask", role=VIEWER)
def ask_table(code: str) -> Response:
    return render_answers(table_place(code))


@bp.get(f"{IN_BOOK}/ask", role=ANYONE)
def ask_variant(variant: str, size: int) -> Response:
    return render_answers(book_place(variant, size))


@bp.get(f"{IN_LEAGUE}/ask", role=VIEWER)
def ask_league(league: str, house_id: int, size: int) -> Response:
    return render_answers(league_place(league, house_id, size))


def render_answers(place: Place) -> Response:
    return render_page("rulebook/ask.html", ["answers"], **ask_page(place, AskForm()))


# ---------------------------------------------------------------- compare


@bp.get(f"{AT_TABLE}/compare", role=VIEWER)
def compare_table(code: str) -> Response:
    access = current_access()
    # Who only has a link to look on, or a table's card, sees this table, and nothing else of its league.
    member = access.device is not None and current_guest() is None
    league = read_league(db.session, access.league_id).code if member else ""
    return render_comparison(table_place(code), league)


@bp.get(f"{IN_BOOK}/compare", role=ANYONE)
def compare_variant(variant: str, size: int) -> Response:
    return render_comparison(book_place(variant, size))


@bp.get(f"{IN_LEAGUE}/compare", role=VIEWER)
def compare_league(league: str, house_id: int, size: int) -> Response:
    return render_comparison(league_place(league, house_id, size), league)


def render_comparison(place: Place, league: str = "") -> Response:
    """Return the page that compares a place with the one the address names; `league` is whose rules are offered too."""
    own = house_rules_of(db.session, current_access().league_id) if league else []
    text = clean_text(request.args.get("q", ""), MAX_TEXT)
    shown = compare_page(place, _compared_place(place, league), own, listings(), text)
    return render_page("rulebook/compare.html", ["games"], **shown)


def _compared_place(place: Place, league: str) -> Place | None:
    """Return what the address compares a place with, at its own size or the nearest; None if it names nothing."""
    asked = request.args
    size = parse_uint(asked["size"]) or abort(404) if "size" in asked else None
    if "rules" in asked and league:
        house_id = parse_uint(asked["rules"]) or abort(404)
        version = read_version(db.session, current_access().league_id, house_id)
        sizes = playable_sizes(version.variant, version.settings)
        return league_place(league, house_id, size or nearest_size(place.size, sizes))
    if "with" not in asked:
        return None
    variant = variant_or_404(asked["with"], size)
    return book_place(variant.key, size or nearest_size(place.size, variant.sizes))


# ---------------------------------------------------------------- what if


@bp.get("/t/<code>/whatif", role=VIEWER)
def whatif(code: str) -> str | AnyResponse | tuple[str, int]:
    """Replay a night under the rules of the address.  Nothing is stored; an address that says too much is shortened."""
    place = table_place(code)
    view = place.view
    assert view is not None  # noqa: S101 - a table's place has its game
    rules = view.head.variant.ruleset(len(view.head.players), view.head.rules)
    night = played_sheet(view)
    form = whatif_form_class(rules.kind)(rules)
    valid, changes = form.validate(), form.changes
    if valid and not changes:
        return render_template("rulebook/whatif.html", **whatif_page(place, rules, form))
    short = {key: value_text(changes[key]) for key in replayable(rules.kind) if key in changes}
    try:
        replayed = what_if(night, changes) if valid else None
    except SheetError as error:
        form.add_errors(error)
        replayed = None
    if replayed is None:
        return render_template("rulebook/whatif.html", **whatif_page(place, rules, form)), 422
    if short.keys() != form.typed.keys():
        return see_other(f"{url_for('rulebook.whatif', code=code)}?{urlencode(short)}")
    address = f"{url_for('rulebook.whatif', code=code, _external=True)}?{urlencode(short)}"
    outcome = replay_outcome(view, night, replayed, changes, address)
    return render_template("rulebook/whatif.html", **whatif_page(place, rules, form, outcome))
