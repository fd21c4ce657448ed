"""New game: choose the rules, sit down, deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from markupsafe import escape
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import ANYONE, check_founding
from scorekeeper.access.phone_cookie import current_device, current_or_new_device, ensure_device_cookie, recent_tables
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import GameNotFound
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import clean_text, is_integer, parse_integer, parse_uint
from scorekeeper.core.htmx import render_page, see_other, vary_on_htmx, wants_fragment
from scorekeeper.games.again import last_game
from scorekeeper.games.create import GameDraft, create_game
from scorekeeper.games.new_game_forms import NewGameForms, SeatingForm, new_game_forms, parse_rules_version
from scorekeeper.games.new_game_pages import NEW_LEAGUE, LeagueChoice, SeatingPage, again_forms, regulars, seating_page
from scorekeeper.games.new_game_stakes import stakes_step
from scorekeeper.league.leagues import DEFAULT_LEAGUE_NAME, scoring_leagues
from scorekeeper.league.roster import regulars_of
from scorekeeper.money.limits import read_limits
from scorekeeper.rulebook.house_rules import RulesVersion, house_rules_of, playable_sizes, read_version
from scorekeeper.rulebook.questions import TARGET, RulesFormState, doubts_mark, house_doubts, rule_field, rules_summary
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.settings import SETTINGS
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.variants.catalogue import catalogue, families_of, listings
from scorekeeper.variants.finder import TRAITS, Offer, answer_words, by_popularity, find_games, offer_of

bp = Blueprint("new_game", __name__, url_prefix="/new")


MAX_QUESTIONS = 2
"""Asked at once: more would push the games they find off a phone's screen."""
MAX_TEXT, MAX_ANSWER = 60, 12


@bp.get("", role=ANYONE)
def index() -> Response:
    """Return the page to choose the rules on: a search, a few questions, the games that fit, and all of them."""
    cards, league, args = recent_tables(), chosen_league(), request.args
    usual = sum(map(len, cards[0].sides)) if cards else None
    size = (parse_uint(args["size"]) if "size" in args else usual) or None
    answers = {key: clean_text(args.get(key, ""), MAX_ANSWER) for key in TRAITS}
    given, text = {key: value for key, value in answers.items() if value}, clean_text(args.get("q", ""), MAX_TEXT)
    found, narrowed = find_games(listings(), size, given, text), bool(given or text)
    here = sorted((it for it in listings() if size is None or size in it.variant.sizes), key=by_popularity)
    played = () if narrowed else dict.fromkeys(card.variant for card in cards)
    again = [offer_of(it, size) for name in played for it in here if it.variant.name == name]
    return render_page(
        "new_game/rules.html",
        ["find"],
        league=league,
        size=size,
        text=text,
        narrowed=narrowed,
        address={"size": size, **given, "q": text or None, "league": league.code or None},
        sizes=sorted({size for listing in listings() for size in listing.variant.sizes}),
        given=given,
        answer_words=answer_words,
        questions=[(key, TRAITS[key][0], found.questions[key]) for key in list(found.questions)[:MAX_QUESTIONS]],
        own=[] if narrowed else own_offers(house_rules_of(db.session, league.id), size),
        again=again,
        fitting=[it for it in found.fitting if it.key not in [known.key for known in again]],
        close=found.close,
        families=[
            (family, [offer_of(it, size) for it in here if it.variant.family == family])
            for family in families_of(it.variant for it in here)
        ],
    )


def own_offers(own: Iterable[RulesVersion], size: int | None) -> list[Offer]:
    """Return the league's own rules for `size` players, those for any number where that is not known."""
    offers = []
    for version in own:
        variant, sizes = version.variant, tuple(playable_sizes(version.variant, version.settings))
        at = size or (variant.usual_size if variant.usual_size in sizes else sizes[0])
        if at in sizes:
            written = variant.summary if version.is_own_variant else ""
            summary = written or rules_summary(variant, at, version.settings)
            offers.append(Offer(variant.key, version.name, summary, at, rules=version.id))
    return offers


@bp.get("/<variant>/<int:size>", role=ANYONE)
def seats(variant: str, size: int) -> str:
    ensure_device_cookie()
    league = chosen_league()
    if "again" in request.args:
        return _seats_again(request.args["again"], league)
    kept = _rules_version(request.args.get("rules"), variant, league)
    game = _variant_or_404(variant, size, kept)
    limits = read_limits(db.session, league.id)
    forms = new_game_forms(game, size, _starting_rules(game, size, kept), limits, None)
    forms.stakes.fill_in_last()
    at = replace(forms.rules_state(), typed=_answered_target(game, size))
    return render_template("new_game/seats.html", page=_seating_page(forms, at, league, kept))


def _seats_again(code: str, league: LeagueChoice) -> str:
    """Return the page filled in as in that game; 404 for a game of another league."""
    try:
        last = last_game(db.session, code)
    except GameNotFound:
        abort(404)
    if last is None or last.league_id != league.id:
        abort(404)
    active = [name for _, name in regulars_of(db.session, league.id)]
    forms = again_forms(last, read_limits(db.session, league.id), active)
    page = _seating_page(forms, forms.rules_state(), league, last.saved)
    return render_template("new_game/seats.html", page=page)


@bp.post("/<variant>/<int:size>", role=ANYONE)
def deal(variant: str, size: int) -> AnyResponse | tuple[str, int]:
    league = chosen_league()
    kept = _rules_version(request.form.get("rules"), variant, league)
    game = _variant_or_404(variant, size, kept)
    limits = read_limits(db.session, league.id)
    forms = new_game_forms(game, size, _starting_rules(game, size, kept), limits)
    if asked := _partial_answer(forms, league, kept):
        return asked
    if forms.validate():
        form, house = forms.seating, forms.settings.house
        doubts = house_doubts(game, size, house)
        if doubts and doubts_mark(doubts) != form.doubted.data:
            page = _seating_page(forms, replace(forms.rules_state(), doubts=doubts), league, kept)
            return render_template("new_game/seats.html", page=page), 422
        draft = with_league(league, form.draft(game, house, kept.version if kept else None), form)
        draft = replace(draft, stakes=forms.stakes.document)
        if league.is_new or not league.id:
            check_founding()
        try:
            code = create_game(db.session, wall_clock, current_or_new_device(), draft, op_id=form.op_id.data or None)
        except SheetError as error:
            forms.add_errors(error)
        else:
            return see_other(url_for("table.show", code=code))
    page = _seating_page(forms, forms.rules_state(), league, kept)
    return render_template("new_game/seats.html", page=page), 422


def _partial_answer(forms: NewGameForms, league: LeagueChoice, kept: RulesVersion | None) -> Response | None:
    """Answer a form that does not start the game yet: it asks for every house rule, or taps or types stakes."""
    form, stakes = forms.seating, forms.stakes
    if not (form.every.data or stakes.usual.data or form.is_seating or (form.example.data and wants_fragment())):
        return None
    forms.settings.validate()
    at = forms.rules_state()
    if form.is_seating:
        form.seat_people()
        forms.settings.clear_errors()
        page = _seating_page(forms, replace(at, wrong={}), league, kept)
        return make_response(render_template("new_game/seats.html", page=page))
    if form.every.data or stakes.usual.data:
        stakes.fill_in_usual()
        forms.settings.clear_errors()
        page = _seating_page(forms, replace(at, wrong={}, every=bool(form.every.data)), league, kept)
        return render_page("new_game/seats.html", ["every" if form.every.data else "money"], page=page)
    example = stakes_step(at.variant.ruleset(at.size, at.base), stakes).example
    return vary_on_htmx(make_response(escape(example)))


def _answered_target(variant: Variant, size: int) -> Mapping[str, str]:
    """Return the target that was typed in the search as its field; empty if the game can't have it."""
    text = request.args.get("to", "")
    if not is_integer(text) or not SETTINGS[TARGET][0].accepts(parse_integer(text)):
        return {}
    try:
        variant.ruleset(size, {TARGET: parse_integer(text)})
    except SettingsError:
        return {}
    return {rule_field(TARGET): text}


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


def _seating_page(
    forms: NewGameForms, at: RulesFormState, league: LeagueChoice, kept: RulesVersion | None
) -> SeatingPage:
    active = [name for _, name in regulars_of(db.session, league.id)]
    known = regulars((card for card in recent_tables() if card.league_id == league.id), active)
    return seating_page(forms, at, league, known, kept)


def chosen_league() -> LeagueChoice:
    """Return the league of the request; 404 for one the phone does not keep score in.

    A phone that keeps score in none creates one with its first game, and is not asked.
    """
    phone, asked = current_device(), request.values.get("league")
    kept = scoring_leagues(db.session.connection(), phone) if phone else ()
    if asked == NEW_LEAGUE:
        return LeagueChoice(NEW_LEAGUE, 0, "", kept)
    if not kept and not asked:
        return LeagueChoice("", 0, "", (), can_write=True)
    chosen = next((league for league in kept if asked in ("", None, league.code)), None) or abort(404)
    others = tuple(league for league in kept if league != chosen)
    return LeagueChoice(chosen.code, chosen.id, chosen.name, others, can_write=chosen.is_kept)


def with_league(league: LeagueChoice, draft: GameDraft, form: SeatingForm) -> GameDraft:
    """Return the draft with its league.

    A form that named none creates the phone's first league.
    """
    if league.is_new:
        return replace(draft, new_league=form.league_name.data or DEFAULT_LEAGUE_NAME)
    return replace(draft, league=form.league.data or None)
