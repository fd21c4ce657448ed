"""Home, and a new game: play the same again, choose the rules, sit down, deal."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import (
    ANYONE,
    check_founding,
    current_device,
    ensure_device_cookie,
    known_games,
)
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SENT
from scorekeeper.core.marks import MAX_SHAPES
from scorekeeper.core.money_text import currency_name, likely_currencies, money_text, stake_text
from scorekeeper.core.pages import render_page, see_other, vary_on_htmx, wants_fragment
from scorekeeper.core.text import MAX_SEARCH, clean_text, is_integer, parse_integer, parse_uint
from scorekeeper.core.transaction import NotFound
from scorekeeper.games.create import LastGame, create_game, last_game
from scorekeeper.games.game_view import ListedGame
from scorekeeper.games.new_game_forms import NewGameForm, new_game_form, stake_field
from scorekeeper.league.handicap import takes_head_start
from scorekeeper.league.leagues import DEFAULT_LEAGUE_NAME, leagues_of_device, scoring_leagues
from scorekeeper.league.next_night import next_night, players_on
from scorekeeper.league.nights import is_going_on
from scorekeeper.league.roster import offered_people
from scorekeeper.models import HouseRulesVersion
from scorekeeper.money.ledger import read_league_stakes
from scorekeeper.rulebook.house_rules import house_rules_of, playable_sizes, read_version, variant_of
from scorekeeper.rulebook.questions import (
    TARGET,
    RulesFormState,
    doubts_mark,
    house_doubts,
    house_rules_questions,
    rule_field,
    rules_summary,
    value_text,
)
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.ruleset import SETTINGS, Ruleset
from scorekeeper.rules.sheet import AMOUNT_KEYS, TWO_DECIMALS, Stakes, stakes_for, usual_sides, written_amount
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import join_names, number_text, setting_title, words_of
from scorekeeper.sheets.words import say_example, say_stakes, stake_name
from scorekeeper.variants.catalogue import catalogue, families_of, listings
from scorekeeper.variants.finder import TRAITS, Offer, answer_words, by_popularity, drawn, find_games, offer_of

bp = Blueprint("new_game", __name__, url_prefix="/new")
home = Blueprint("home", __name__)

MAX_PLAYING, MAX_FINISHED = 4, 5
"""Games on home; the others that are played are folded, the finished ones are in their league."""
MAX_QUESTIONS = 2
"""Asked at once: more would push the games they find off a phone's screen."""
MAX_ANSWER = 12
NEW_LEAGUE = "new"
"""In place of a league's code: a league is created with the game."""
SEATING_TEXTS = {
    "partners": "Partners sit across from each other and share a score.",
    "pairs": "Pairs sit across from each other and share a score.",
    "solo": "Everybody plays alone.",
    "called-partner": "The bidder calls a partner each hand; everybody has a score.",
}
USUAL_STAKES: tuple[Mapping[str, int], ...] = (
    {"bid_point": 100},
    {"game": 10, "set": 5},
    {"game": 25, "set": 10},
    {"game": 10},
    {"point": 10},
    {"point": 10, "moon": 100},
)
"""Amounts in cents: "ten cents a game and five cents a set" (catalogue V13), by the point (V44), by the bid (V46)."""
MAX_KINDS = 4
STAKES_SAID = Markup('{}<span id="stakes-said" hx-swap-oob="innerHTML">{}</span>')
"""The example below the amounts as they are typed, and what the head of the step says of them."""


# ---------------------------------------------------------------- home


@home.get("/", endpoint="index", role=ANYONE)
def show_home() -> str:
    """Show what this phone knows: what it may play again, its tables and its leagues."""
    games, now, leagues = known_games(), wall_clock(), leagues_of_device(db.session, current_device())
    on = {game.code for game in games if is_going_on(game, game.night_closed_at, now)}
    newest = sorted(games, key=lambda game: game.touched_at, reverse=True)
    over = [game for game in games if game.finished or (game.settled and game.code not in on)]
    # The table just played at comes first; one without a hand is only shown here if it is the newest.
    playing = [game for game in newest if game.code in on and (game.begun or game is newest[0])][:MAX_PLAYING]
    several = len(leagues) > 1
    names = {league.id: league.name for league in leagues if several}
    for game in games:
        game.league = names.get(game.league_id, "")
    return render_template(
        "home/index.html",
        again=_same_again(games, on, several=several),
        playing=playing,
        left_open=[game for game in newest if game not in [*playing, *over]],
        finished=over[:MAX_FINISHED],
        leagues=leagues,
        nights={league.id: next_night(db.session, league.id, now) for league in leagues},
        # the join code of a league to look at; empty if there is none, and for a phone that is in a league
        example="" if leagues else current_app.config["SETTINGS"].example,
    )


def _same_again(games: list[ListedGame], on: set[str], *, several: bool) -> dict[str, Any] | None:
    """Return the newest game that can be played again as the form of the next one; None if there is none.

    The phone must keep score in its league, and no newer game of that league may be running.  `games` come newest
    first; `on` are the codes of the running games.
    """
    kept = {league.id: league for league in scoring_leagues(db.session.connection(), current_device())}
    newest: dict[int, ListedGame] = {}
    for game in games:
        newest.setdefault(game.league_id, game)
    found = next((it for it in newest.values() if it.code not in on and it.league_id in kept), None)
    last = last_game(db.session, found.code) if found else None
    if last is None:
        return None
    league = kept[last.league_id]
    active = list(offered_people(db.session, league.id).values())
    form = again_form(last, active)
    chosen = {"id": league.id, "code": league.code, "name": league.name, "others": []}
    page = new_game_page(form, form.rules_state(), chosen, last.saved, active)
    rules = last.variant.ruleset(form.size, form.house)
    sides, target = usual_sides(rules.seating.sides, form.names), rules.finish.target
    together = (" · " if max(map(len, sides)) > 1 else ", ").join(map(join_names, sides))
    return {
        **page,
        "code": last.code,
        "in_league": league.name if several else "",
        "sides": together if all(form.names) else "",
        "dealt_by": last.names[last.dealer],
        "played": last.saved.name if last.saved else rules_summary(last.variant, form.size, form.house),
        "target": number_text(target) if isinstance(target, int) else "",
        "hidden": {field: text for field, text in form.typed.items() if field != rule_field(TARGET)},
    }


def again_form(last: LastGame, active: Iterable[str]) -> NewGameForm:
    """Return the form filled in with the last game; the seats of people who are not `active` are empty."""
    base: Mapping[str, Value] = last.saved.settings if last.saved else {}
    fields = {f"name-{seat}": name for seat, name in enumerate(last.names, start=1) if name in active}
    fields |= {rule_field(key): value_text(value) for key, value in last.house.items() if value != base.get(key)}
    if last.stakes is not None:
        amounts = {stake_field(key): getattr(last.stakes, key) for key in AMOUNT_KEYS}
        fields |= {key: written_amount(cents) for key, cents in amounts.items() if cents}
        fields["currency"] = last.stakes.currency
    fields |= {"handicap": "y"} if last.handicap else {}
    known, sent = read_league_stakes(db.session, last.league_id), MultiDict({**fields, "dealer": str(last.dealer + 1)})
    form = new_game_form(last.variant, len(last.names), base, known, sent)
    form.validate_settings()
    return form


# ---------------------------------------------------------------- choose the rules


@bp.get("", role=ANYONE)
def index() -> Response:
    """Return the page to choose the rules on: a search, a few questions, the games that fit, and all of them."""
    games, league, args = known_games(), chosen_league(), request.args
    usual = sum(map(len, games[0].sides)) if games else None
    size = (parse_uint(args["size"]) if "size" in args else usual) or None
    answers = {key: clean_text(args.get(key, ""), MAX_ANSWER) for key in TRAITS}
    given, text = {key: value for key, value in answers.items() if value}, clean_text(args.get("q", ""), MAX_SEARCH)
    questions, fitting, close = find_games(listings(), size, given, text)
    narrowed = bool(given or text)
    here = sorted((it for it in listings() if size is None or size in it.variant.sizes), key=by_popularity)
    played = () if narrowed else dict.fromkeys(game.variant for game in games)
    again = [offer_of(it, size) for name in played for it in here if it.variant.name == name]
    return render_page(
        "new_game/rules.html",
        ["find"],
        league=league,
        size=size,
        text=text,
        narrowed=narrowed,
        address={"size": size, **given, "q": text or None, "league": league["code"] or None},
        sizes=sorted({size for listing in listings() for size in listing.variant.sizes}),
        given=given,
        answer_words=answer_words,
        questions=[(key, TRAITS[key][0], questions[key]) for key in list(questions)[:MAX_QUESTIONS]],
        own=[] if narrowed else own_offers(house_rules_of(db.session, league["id"]), size),
        again=again,
        fitting=[it for it in fitting if it.key not in [known.key for known in again]],
        close=close,
        families=[
            (family, [offer_of(it, size) for it in here if it.variant.family == family])
            for family in families_of(it.variant for it in here)
        ],
    )


def own_offers(own: Iterable[HouseRulesVersion], size: int | None) -> list[Offer]:
    """Return the league's own rules for `size` players, those for any number where that is not known."""
    offers = []
    for version in own:
        variant = variant_of(version)
        sizes = tuple(playable_sizes(variant, version.settings))
        at = size or (variant.usual_size if variant.usual_size in sizes else sizes[0])
        if at in sizes:
            written = variant.summary if version.is_own_game else ""
            summary = written or rules_summary(variant, at, version.settings)
            offer = Offer(variant.key, version.name, summary, at, rules=version.house_id)
            offers.append(drawn(offer, variant, version.settings))
    return offers


# ---------------------------------------------------------------- sit down, deal


@bp.get("/<variant>/<int:size>", role=ANYONE)
def seats(variant: str, size: int) -> str:
    ensure_device_cookie()
    league = chosen_league()
    if "again" in request.args:
        try:
            last = last_game(db.session, request.args["again"])
        except NotFound:
            abort(404)
        if last is None or last.league_id != league["id"]:
            abort(404)
        form = again_form(last, offered_people(db.session, last.league_id).values())
        return _seats_page(form, form.rules_state(), league, last.saved)
    form, saved = _named_form(request.args.get("rules"), variant, size, league["id"], None)
    tonight = _players_tonight(league["id"])
    for field, name in zip(form.seats, tonight if len(tonight) <= size else (), strict=False):
        field.data = name
    return _seats_page(form, form.rules_state(typed=_answered_target(form.variant, size)), league, saved)


def _players_tonight(league_id: int) -> list[str]:
    """Return the names of those who are here, or said that they come, on a night that can begin now."""
    now = wall_clock()
    night = next_night(db.session, league_id, now)
    return [it.name for it in players_on(db.session, night)] if night and night.is_open(now) else []


@bp.post("/<variant>/<int:size>", role=ANYONE)
def deal(variant: str, size: int) -> AnyResponse | tuple[str, int]:
    league = chosen_league()
    form, saved = _named_form(request.form.get("rules"), variant, size, league["id"])
    if asked := _partial_answer(form, league, saved):
        return asked
    if form.validate():
        doubts = house_doubts(form.variant, size, form.house)
        if doubts and doubts_mark(doubts) != form.doubted.data:
            return _seats_page(form, form.rules_state(doubts=doubts), league, saved), 422
        if not league["id"]:
            check_founding()
        is_new = league["code"] == NEW_LEAGUE
        try:
            code = create_game(
                form.submission(),
                form.document,
                handicap=form.handicap.data,
                house_rules=saved.version if saved else None,
                save_as=form.save_as.data or None,
                league=None if is_new else form.league.data or None,  # with neither the phone's first league is created
                new_league=form.league_name.data or DEFAULT_LEAGUE_NAME if is_new else None,
            )
        except SheetError as error:
            form.add_errors(error)
        else:
            return see_other(url_for("table.show", code=code))
    return _seats_page(form, form.rules_state(), league, saved), 422


def _partial_answer(form: NewGameForm, league: Mapping[str, Any], saved: HouseRulesVersion | None) -> Response | None:
    """Answer a form that does not start the game yet: it asks for every house rule, or taps or types stakes."""
    if not (form.every.data or form.usual.data or form.is_seating or (form.example.data and wants_fragment())):
        return None
    form.validate_settings()
    at = form.rules_state(every=bool(form.every.data))
    if not (form.every.data or form.usual.data or form.is_seating):
        step = stakes_step(at.variant.ruleset(at.size, at.base), form)
        return vary_on_htmx(make_response(STAKES_SAID.format(step["example"], step["says"] or "none")))
    for field in form.settings:  # nothing is refused yet
        field.errors = ()
    at = replace(at, wrong={})
    if form.is_seating:
        form.seat_people()
        return make_response(_seats_page(form, replace(at, every=False), league, saved))
    form.fill_in_stakes()
    page = new_game_page(form, at, league, saved)
    return render_page("new_game/seats.html", ["every" if form.every.data else "money"], **page)


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


def _named_form(
    asked: str | None, key: str, size: int, league_id: int, formdata: Any = SENT
) -> tuple[NewGameForm, HouseRulesVersion | None]:
    """Return the form of the game of the address, and the league's saved rules that the request names ("3", "3.2").

    It begins with these, or with none if they do not fit so many players.  404 for rules the league does not have, or
    not for that game and so many players.
    """
    house_id, _, number = (asked or "").partition(".")
    saved = None
    if (named := parse_uint(house_id)) is not None:
        saved = read_version(db.session, league_id, named, parse_uint(number))
    variant = variant_of(saved) if saved else catalogue().get(key)
    if variant is None or variant.key != key or size not in variant.sizes:
        abort(404)
    house = saved.settings if saved else {}
    base = house if size in playable_sizes(variant, house) else {}
    return new_game_form(variant, size, base, read_league_stakes(db.session, league_id), formdata), saved


def _seats_page(
    form: NewGameForm, at: RulesFormState, league: Mapping[str, Any], saved: HouseRulesVersion | None
) -> str:
    return render_template("new_game/seats.html", **new_game_page(form, at, league, saved))


def chosen_league() -> dict[str, Any]:
    """Return the league of the request and the `others` it could be; 404 for one the phone does not keep score in.

    A league that is not there yet has the id 0.  A phone that keeps score in none creates one with its first game, and
    is not asked.  `can_write` says whether the phone may write a game for it.
    """
    asked, known = request.values.get("league"), scoring_leagues(db.session.connection(), current_device())
    if asked == NEW_LEAGUE:
        return {"id": 0, "code": NEW_LEAGUE, "name": "", "others": known, "can_write": False}
    if not known and not asked:
        return {"id": 0, "code": "", "name": "", "others": [], "can_write": True}
    chosen = next((league for league in known if asked in ("", None, league.code)), None) or abort(404)
    others = [league for league in known if league != chosen]
    return {"id": chosen.id, "code": chosen.code, "name": chosen.name, "others": others, "can_write": chosen.is_kept}


# ---------------------------------------------------------------- the page of the seats


def new_game_page(
    form: NewGameForm,
    at: RulesFormState,
    league: Mapping[str, Any],
    saved: HouseRulesVersion | None,
    active: list[str] | None = None,
) -> dict[str, Any]:
    """Return what the page prints; `at` are the rules as chosen, `saved` the league's own if it starts from some.

    Regulars are people to tap: those who come tonight, else those of this phone's last table in the league as they sat,
    so that tapped from left to right they sit down where they sat; and those of the tables before.
    """
    variant, size, rules = at.variant, at.size, at.variant.ruleset(at.size, at.base)
    sides = usual_sides(rules.seating.sides, [str(seat) for seat in range(1, size + 1)])
    shared = rules.shares_scores and len(sides) <= MAX_SHAPES
    css = {int(key): f"s{place}" if shared else "" for place, side in enumerate(sides, start=1) for key in side}
    seated: list[list[str]] = []
    if active is None:
        active = list(offered_people(db.session, league["id"]).values())
        tables = [game for game in known_games() if game.league_id == league["id"]]
        seated = [[name for name in game.players if name in active] for game in tables]
        if tonight := _players_tonight(league["id"]):
            seated.insert(0, tonight)
    last = seated[0] if seated else []
    openings = form.openings
    return {
        "variant": variant.key,
        "name": saved.name if saved else variant.name,
        "summary": rules_summary(variant, size, at.base) if saved else variant.summary,
        "size": size,
        "league": league,
        "form": form,
        "seated": SEATING_TEXTS[rules.seating.sides],
        "seats": [(seat, css[seat], seat_position(seat, size), name) for seat, name in enumerate(form.seats, start=1)],
        "empty": 0 if form.error_list else next((seat for seat, name in enumerate(form.names, start=1) if not name), 0),
        "dealer": size if form.dealer.data is None else form.dealer.data,
        "last": last,
        "others": list(dict.fromkeys(name for players in seated for name in players if name not in last)),
        "active": active,
        "openings": [
            (css[int(side[0])], join_names([form.names[int(key) - 1] or f"seat {key}" for key in side]),
             openings[int(side[0])])
            for side in sides
        ],
        "paper": any(score.typed for score in openings.values()),
        "house": house_rules_questions(at),
        "money": stakes_step(rules, form),
        "takes_head_start": takes_head_start(rules),
        "rules": f"{saved.house_id}.{saved.number}" if saved else "",
        "errors": [(name, _in_list(name, sentence, rules)) for name, sentence in form.error_list],
    }  # fmt: skip


def _in_list(name: str, sentence: str, rules: Ruleset) -> str:
    """Return an error as it reads in a list: "Seat 3: Who sits here?", "Target: A whole number …"."""
    field, _, which = name.partition("-")
    if field == "rule":
        return f"{setting_title(which)}: {sentence}"
    if field == "stake":
        return f"{stake_name(which, rules)}: {sentence}"
    return f"Seat {which}: {sentence}" if field == "name" else sentence


def seat_position(seat: int, size: int) -> str:
    """Return column and row of a seat: the first at the top, then down the right side and up the left."""
    if seat == 1 or (size % 2 == 0 and seat == size // 2 + 1):
        return "middle"
    return f"right r{seat}" if seat <= (size + 1) // 2 else f"left r{size + 2 - seat}"


# ---------------------------------------------------------------- what is played for


def stakes_step(rules: Ruleset, form: NewGameForm) -> dict[str, Any]:
    """Return what the step prints for a table with these rules: usual stakes to tap, each amount, an example."""
    known, stakes, amounts = form.known, form.stakes, form.amounts
    code = form.currency_code or (known.last.currency if known.last else "")
    likely = likely_currencies()
    chosen = code if currency_name(code) else likely[0]
    offered = stakes_for(rules)
    kinds = _usual_stakes(form, offered, rules, chosen)
    typed = form.was_sent and any(field.typed for field in amounts.values())
    wrong = any(field.errors for field in amounts.values())
    return {
        "form": form,
        "open": bool(form.stakes_wrong or form.usual.data or typed),
        "says": say_stakes(stakes, rules, lambda cents: stake_text(cents, chosen)) if stakes else "",
        "kinds": kinds,
        "none": stakes is None,
        # they are none of those kinds, or one of them is wrong
        "own_amounts": wrong or not (stakes is None or any(pressed for _, _, pressed, _ in kinds)),
        "settled": f"{currency_name(known.currency)} ({known.currency})" if known.currency else "",
        "chosen": chosen,
        "likely": {it: f"{currency_name(it)} ({it})" for it in dict.fromkeys([chosen, *likely]) if currency_name(it)},
        "others": sorted(f"{currency_name(it)} ({it})" for it in TWO_DECIMALS - {chosen, *likely}),
        "fields": [
            (key, stake_name(key, rules), words_of("money")["hint"][key], field)
            for key, field in amounts.items()
            if key in offered or field.typed
        ],
        "example": say_example(stakes, rules, lambda cents: stake_text(cents, chosen)) if stakes else "",
        "limit": f"The house limit is {money_text(known.limit, chosen)} a game." if known.limit is not None else "",
    }


def _usual_stakes(
    form: NewGameForm, offered: Iterable[str], rules: Ruleset, currency: str
) -> list[tuple[str, str, bool, bool]]:
    """Return what this league played for last, then what tables usually play for.

    Each with what its button sends, what it says, whether it is chosen, and whether it is last time's.  By the point
    play only tables where everybody has their own score.
    """
    last = form.known.last
    again = {key: getattr(last, key) for key in offered if last and getattr(last, key)}
    fitting = [it for it in USUAL_STAKES if {*it} <= {*offered} and not ("point" in it and rules.shares_scores)]
    usual = [it for it in fitting[:MAX_KINDS] if it != again]
    played = {key: cents for key in AMOUNT_KEYS if form.stakes and (cents := getattr(form.stakes, key))}
    kinds = []
    for amounts in [*([again] if again else []), *usual]:
        says = say_stakes(Stakes(currency, **amounts), rules, lambda cents: stake_text(cents, currency))
        sent = "-".join(f"{key}.{cents}" for key, cents in amounts.items())
        kinds.append((sent, says, amounts == played, amounts is again))
    return kinds
