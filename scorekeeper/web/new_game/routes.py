"""New game: choose the rules, sit down, deal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, abort, make_response, render_template, request, url_for
from markupsafe import escape

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.create import create_game
from scorekeeper.services.league.house_rules import house_rules_of, playable_sizes, read_version
from scorekeeper.services.money.league_limits import read_limits
from scorekeeper.variants.catalogue import catalogue
from scorekeeper.web.house.forms import house_of, rules_typed
from scorekeeper.web.htmx import answer, differs, go_on, wants_fragment
from scorekeeper.web.new_game.forms import draft_of, kept_in, placed, typed_in, wrong_in
from scorekeeper.web.new_game.leagues import for_league, league_chosen
from scorekeeper.web.new_game.stakes import as_on_a_sheet, filled_in, stakes_of, wrong_stakes
from scorekeeper.web.phone import arriving_phone, expect_a_phone, tables_here
from scorekeeper.web.stamps import whole
from scorekeeper.web.views.house import At
from scorekeeper.web.views.setup import picker, regulars, seating_page
from scorekeeper.web.views.stakes_step import USUAL, stakes_step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.league.house_rules import RulesVersion
    from scorekeeper.services.money.league_limits import LeagueLimits
    from scorekeeper.web.views.setup import LeagueChoice, SeatingPage

bp = Blueprint("new_game", __name__, url_prefix="/new")
USUAL_SIZE = 4


@bp.get("")
def index() -> str:
    cards, league = tables_here(), league_chosen()
    size = whole(request.args.get("size")) or (sum(map(len, cards[0].sides)) if cards else USUAL_SIZE)
    played = list(dict.fromkeys(card.variant for card in cards))
    own = house_rules_of(db.session, league.id)
    return render_template("new_game/rules.html", page=picker(catalogue().values(), size, league, played, own))


@bp.get("/<variant>/<int:size>")
def seats(variant: str, size: int) -> str:
    expect_a_phone()
    league = league_chosen()
    kept = _kept(request.args.get("rules"), variant, league)
    game = _variant_or_404(variant, size, kept)
    return _page(At(game, size, _base(game, size, kept), {}, {}), league, kept)


@bp.post("/<variant>/<int:size>")
def deal(variant: str, size: int) -> AnyResponse | tuple[str, int]:
    league = league_chosen()
    kept = _kept(request.form.get("rules"), variant, league)
    game = _variant_or_404(variant, size, kept)
    typed, ruled = typed_in(size), rules_typed()
    base = _base(game, size, kept)
    house, contrary = house_of(ruled, game, size, base)
    terms = read_limits(db.session, league.id)
    wrong = wrong_in(typed, size) | wrong_stakes(typed, terms) | contrary
    at = At(game, size, base if contrary else house, typed | ruled, wrong)
    if asked := _asked_back(at, league, kept, terms):
        return asked
    if at.wrong:
        return _page(at, league, kept), 422
    draft = for_league(league, draft_of(typed, game, size, house, kept.version if kept else None), typed)
    draft = replace(draft, stakes=as_on_a_sheet(stakes_of(typed, terms)))
    try:
        code = create_game(db.session, wall_clock, arriving_phone(), draft, op_id=typed.get("op_id"))
    except SheetError as error:
        return _page(replace(at, wrong=placed(error)), league, kept), 422
    return go_on(url_for("table.show", code=code))


def _asked_back(at: At, league: LeagueChoice, kept: RulesVersion | None, terms: LeagueLimits) -> Response | None:
    """Answer a form that is not to be dealt yet: it asks for every house rule, or taps or types stakes."""
    if "all" in at.typed:
        page = _seating(replace(at, wrong={}, every=True), league, kept)
        return answer("new_game/seats.html", ["every"], page=page)
    if USUAL in at.typed:
        tapped = filled_in(at.typed, terms) | {USUAL: at.typed[USUAL]}
        page = _seating(replace(at, wrong={}, typed=tapped), league, kept)
        return answer("new_game/seats.html", ["money"], page=page)
    if "example" in at.typed and wants_fragment():
        step = stakes_step(at, terms, stakes_of(at.typed, terms))
        return differs(make_response(escape(step.example)))
    return None


def _variant_or_404(key: str, size: int, kept: RulesVersion | None) -> Variant:
    variant = kept.variant if kept else catalogue().get(key)
    return variant if variant is not None and size in variant.sizes else abort(404)


def _kept(asked: str | None, variant: str, league: LeagueChoice) -> RulesVersion | None:
    """Give the league's own rules that are asked for; 404 for rules it does not keep, or not for that game."""
    named = kept_in(asked)
    if named is None:
        return None
    version = read_version(db.session, league.id, *named)
    return version if version.variant.key == variant else abort(404)


def _base(variant: Variant, size: int, kept: RulesVersion | None) -> Mapping[str, Value]:
    """Give the house rules to begin with; those that do not go with so many players are left away."""
    house = kept.settings if kept else {}
    return house if size in playable_sizes(variant, house) else {}


def _page(at: At, league: LeagueChoice, kept: RulesVersion | None) -> str:
    return render_template("new_game/seats.html", page=_seating(at, league, kept))


def _seating(at: At, league: LeagueChoice, kept: RulesVersion | None) -> SeatingPage:
    terms = read_limits(db.session, league.id)
    known = regulars(card for card in tables_here() if card.league_id == league.id)
    return seating_page(at, league, known, stakes_step(at, terms, stakes_of(at.typed, terms)), kept)
