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
from scorekeeper.services.league.leagues import DEFAULT_LEAGUE_NAME, scoring_leagues
from scorekeeper.services.money.league_limits import read_limits
from scorekeeper.variants.catalogue import catalogue
from scorekeeper.web.components.house_rules_form import RulesFormState
from scorekeeper.web.components.questions import parse_house_rules, read_rule_fields
from scorekeeper.web.devices import current_device, current_or_new_device, ensure_device_cookie, recent_tables
from scorekeeper.web.form_values import parse_uint
from scorekeeper.web.htmx import render_page, see_other, vary_on_htmx, wants_fragment
from scorekeeper.web.new_game.forms import build_draft, errors_by_control, find_errors, parse_rules_version, read_fields
from scorekeeper.web.new_game.pages import NEW_LEAGUE, LeagueChoice, regulars, rules_picker, seating_page
from scorekeeper.web.new_game.stakes import (
    USUAL,
    fill_in_usual,
    read_stakes,
    stake_errors,
    stakes_document,
    stakes_step,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.games.create import GameDraft
    from scorekeeper.services.league.house_rules import RulesVersion
    from scorekeeper.services.money.league_limits import LeagueLimits
    from scorekeeper.web.new_game.pages import SeatingPage

bp = Blueprint("new_game", __name__, url_prefix="/new")
DEFAULT_SIZE = 4


@bp.get("")
def index() -> str:
    cards, league = recent_tables(), chosen_league()
    size = parse_uint(request.args.get("size")) or (sum(map(len, cards[0].sides)) if cards else DEFAULT_SIZE)
    played = list(dict.fromkeys(card.variant for card in cards))
    own = house_rules_of(db.session, league.id)
    return render_template("new_game/rules.html", page=rules_picker(catalogue().values(), size, league, played, own))


@bp.get("/<variant>/<int:size>")
def seats(variant: str, size: int) -> str:
    ensure_device_cookie()
    league = chosen_league()
    kept = _rules_version(request.args.get("rules"), variant, league)
    game = _variant_or_404(variant, size, kept)
    return _render_seating(RulesFormState(game, size, _starting_rules(game, size, kept), {}, {}), league, kept)


@bp.post("/<variant>/<int:size>")
def deal(variant: str, size: int) -> AnyResponse | tuple[str, int]:
    league = chosen_league()
    kept = _rules_version(request.form.get("rules"), variant, league)
    game = _variant_or_404(variant, size, kept)
    typed, ruled = read_fields(size), read_rule_fields()
    base = _starting_rules(game, size, kept)
    house, contrary = parse_house_rules(ruled, game, size, base)
    terms = read_limits(db.session, league.id)
    wrong = find_errors(typed, size) | stake_errors(typed, terms) | contrary
    at = RulesFormState(game, size, base if contrary else house, typed | ruled, wrong)
    if asked := _partial_answer(at, league, kept, terms):
        return asked
    if at.wrong:
        return _render_seating(at, league, kept), 422
    draft = with_league(league, build_draft(typed, game, size, house, kept.version if kept else None), typed)
    draft = replace(draft, stakes=stakes_document(read_stakes(typed, terms)))
    try:
        code = create_game(db.session, wall_clock, current_or_new_device(), draft, op_id=typed.get("op_id"))
    except SheetError as error:
        return _render_seating(replace(at, wrong=errors_by_control(error)), league, kept), 422
    return see_other(url_for("table.show", code=code))


def _partial_answer(
    at: RulesFormState, league: LeagueChoice, kept: RulesVersion | None, terms: LeagueLimits
) -> Response | None:
    """Answer a form that does not start the game yet: it asks for every house rule, or taps or types stakes."""
    if "all" in at.typed:
        page = _seating_page(replace(at, wrong={}, every=True), league, kept)
        return render_page("new_game/seats.html", ["every"], page=page)
    if USUAL in at.typed:
        tapped = fill_in_usual(at.typed, terms) | {USUAL: at.typed[USUAL]}
        page = _seating_page(replace(at, wrong={}, typed=tapped), league, kept)
        return render_page("new_game/seats.html", ["money"], page=page)
    if "example" in at.typed and wants_fragment():
        step = stakes_step(at, terms, read_stakes(at.typed, terms))
        return vary_on_htmx(make_response(escape(step.example)))
    return None


def _variant_or_404(key: str, size: int, kept: RulesVersion | None) -> Variant:
    variant = kept.variant if kept else catalogue().get(key)
    return variant if variant is not None and size in variant.sizes else abort(404)


def _rules_version(asked: str | None, variant: str, league: LeagueChoice) -> RulesVersion | None:
    """Return the league's saved rules that the request names; 404 for rules it does not have, or not for that game."""
    named = parse_rules_version(asked)
    if named is None:
        return None
    version = read_version(db.session, league.id, *named)
    return version if version.variant.key == variant else abort(404)


def _starting_rules(variant: Variant, size: int, kept: RulesVersion | None) -> Mapping[str, Value]:
    """Return the house rules to begin with; none if they do not fit so many players."""
    house = kept.settings if kept else {}
    return house if size in playable_sizes(variant, house) else {}


def _render_seating(at: RulesFormState, league: LeagueChoice, kept: RulesVersion | None) -> str:
    return render_template("new_game/seats.html", page=_seating_page(at, league, kept))


def _seating_page(at: RulesFormState, league: LeagueChoice, kept: RulesVersion | None) -> SeatingPage:
    terms = read_limits(db.session, league.id)
    known = regulars(card for card in recent_tables() if card.league_id == league.id)
    return seating_page(at, league, known, stakes_step(at, terms, read_stakes(at.typed, terms)), kept)


def chosen_league() -> LeagueChoice:
    """Return the league of the request; 404 for one the phone does not keep score in.

    A phone that keeps score in none creates one with its first game, and is not asked.
    """
    phone, asked = current_device(), request.values.get("league")
    kept = scoring_leagues(db.session.connection(), phone) if phone else ()
    if asked == NEW_LEAGUE:
        return LeagueChoice(NEW_LEAGUE, 0, "", kept)
    if not kept and not asked:
        return LeagueChoice("", 0, "", ())
    chosen = next((league for league in kept if asked in ("", None, league.code)), None) or abort(404)
    return LeagueChoice(chosen.code, chosen.id, chosen.name, tuple(league for league in kept if league != chosen))


def with_league(league: LeagueChoice, draft: GameDraft, typed: Mapping[str, str]) -> GameDraft:
    """Return the draft with its league.

    A form that named none creates the phone's first league.
    """
    if league.is_new:
        return replace(draft, new_league=typed.get("league_name", DEFAULT_LEAGUE_NAME))
    return replace(draft, league=typed.get("league"))
