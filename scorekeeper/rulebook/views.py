"""The rulebook: the sheet of a table or a game, ask, compare, what if; house rules, and games of a league's own."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode, urljoin

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import (
    ANYONE,
    KEEPER,
    SCORER,
    VIEWER,
    can,
    can_write_game,
    check_founding,
    current_access,
    current_device,
    ensure_device_cookie,
    scoring_league_id,
    share_url,
)
from scorekeeper.access.phones import phones_at_table
from scorekeeper.access.roles import device_access
from scorekeeper.core.extensions import db
from scorekeeper.core.pages import render_page, see_other
from scorekeeper.core.text import MAX_SEARCH, clean_text, parse_uint
from scorekeeper.games.board import game_title
from scorekeeper.games.game_view import played_sheet, read_game
from scorekeeper.league.leagues import leagues_of_device, read_league
from scorekeeper.league.views import current_league, default_league, pop_league
from scorekeeper.models import League
from scorekeeper.rulebook.book import (
    Place,
    ask_page,
    compare,
    differs_page,
    nearest_known,
    nearest_size,
    pad_page,
    rules_book,
    sheet_page,
)
from scorekeeper.rulebook.forms import (
    AskForm,
    GameFileForm,
    OwnGameForm,
    SaveRulesForm,
    own_game_form,
    replayable,
    whatif_form_class,
)
from scorekeeper.rulebook.house_rules import (
    as_own_game,
    house_rules_of,
    playable_sizes,
    read_version,
    save_house_rules,
    save_own_game,
    variant_of,
    version_of_game,
)
from scorekeeper.rulebook.questions import (
    OFTEN,
    changes_in_words,
    find_settings,
    rule_field,
    split_questions,
    value_text,
)
from scorekeeper.rulebook.whatif import replay_outcome, whatif_page
from scorekeeper.rules.documents import decode
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.whatif import what_if
from scorekeeper.sheets.example import worked_hands
from scorekeeper.sheets.phrases import say_refusal, setting_title
from scorekeeper.sheets.rules_sheet import changed_settings, rules_sheet
from scorekeeper.transfer.views import download
from scorekeeper.variants.catalogue import (
    FAMILIES,
    TABLE_SIZES,
    catalogue,
    listings,
    over_base,
    read_own_variant,
    variant_file,
)

bp = Blueprint("rulebook", __name__)
own_games = Blueprint("variants", __name__)
own_games.before_request(pop_league)
own_games.url_defaults(default_league)
AT_TABLE, IN_BOOK = "/t/<code>/rules", "/rules/<variant>/<int:size>"
FIRST_PATH, WRITE_PATH = "/variants/new", "/l/<league>/variants/new"
IN_LEAGUE = "/l/<league>/house-rules/<int(max=999999999):house_id>/rules/<int:size>"


# ---------------------------------------------------------------- whose rules


def table_place(code: str) -> Place:
    """Return the rules a table plays by now.  Raises NotFound."""
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
        league=read_league(db.session, current_access().league_id).code if can("league.home") else "",
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
    variant, house = variant_of(version), version.settings
    sizes = tuple(playable_sizes(variant, house))
    if size not in sizes:
        abort(404)
    key, summary = variant.key, variant.summary
    if version.is_own_game:
        variant, house = over_base(variant, size)
    address: dict[str, Any] = {"league": league, "house_id": house_id}
    return Place(
        variant=replace(variant, name=version.name, summary=summary),
        size=size,
        house=house,
        stakes=None,
        url=url_for("rulebook.league_sheet", **address, size=size),
        keep="",
        title=version.name,
        back="House rules",
        back_url=url_for("league.house_rules_versions", **address),
        league=league,
        play_url=url_for("new_game.seats", variant=key, size=size, rules=house_id, league=league),
        write_url=url_for("variants.write", league=league, rules=house_id, size=size) if access.role >= KEEPER else "",
        standard=variant.name,
        size_urls={each: url_for("rulebook.league_sheet", **address, size=each) for each in sizes},
    )


def place_of(**where: Any) -> Place:
    """Return whose rules an address names: a table's, those that a league stored, or a game's of the book."""
    if "code" in where:
        return table_place(**where)
    return league_place(**where) if "league" in where else book_place(where["variant"], where["size"])


def variant_or_404(key: str | None, size: int | None = None) -> Variant:
    variant = catalogue().get(key or "")
    return variant if variant is not None and (size is None or size in variant.sizes) else abort(404)


# ---------------------------------------------------------------- the sheet, the book


@bp.get(AT_TABLE, endpoint="table_sheet", role=VIEWER)
@bp.get(IN_BOOK, endpoint="variant_sheet", role=ANYONE)
@bp.get(IN_LEAGUE, endpoint="league_sheet", role=VIEWER)
def sheet(**where: Any) -> str:
    address = share_url("rulebook.table_sheet") if "code" in where else ""
    if "variant" in where:
        address = url_for("rulebook.variant_sheet", **where, _external=True)
    return render_template("rulebook/sheet.html", **sheet_page(place_of(**where), address))


@bp.get("/rules", role=ANYONE)
def index() -> Response:
    text, leagues = clean_text(request.args.get("q", ""), MAX_SEARCH), leagues_of_device(db.session, current_device())
    size = parse_uint(request.args.get("size"))
    return render_page("rulebook/book.html", ["games"], book=rules_book(listings(), size, text), leagues=leagues)


# ---------------------------------------------------------------- ask about a rule


@bp.get(f"{AT_TABLE}/ask", endpoint="ask_table", role=VIEWER)
@bp.get(f"{IN_BOOK}/ask", endpoint="ask_variant", role=ANYONE)
@bp.get(f"{IN_LEAGUE}/ask", endpoint="ask_league", role=VIEWER)
def ask(**where: Any) -> Response:
    return render_page("rulebook/ask.html", ["answers"], **ask_page(place_of(**where), AskForm()))


# ---------------------------------------------------------------- compare


@bp.get(f"{AT_TABLE}/compare", endpoint="compare_table", role=VIEWER)
@bp.get(f"{IN_BOOK}/compare", endpoint="compare_variant", role=ANYONE)
@bp.get(f"{IN_LEAGUE}/compare", endpoint="compare_league", role=VIEWER)
def compare_places(**where: Any) -> Response:
    """Show what differs between a place and the one that `with` names, and all it can be compared with."""
    place = place_of(**where)
    other = _named_place(place, request.args.get("with"))
    text = clean_text(request.args.get("q", ""), MAX_SEARCH)
    others = [it for it in listings() if it.variant.key != place.variant.key]
    return render_page(
        "rulebook/compare.html",
        ["games"],
        place=place,
        comparison=compare(place, other) if other else None,
        standard=(place.standard or place.variant.name) if place.sheet.changed else "",
        own_rules=house_rules_of(db.session, current_access().league_id) if place.league else [],
        book=rules_book(others, text=text, usual=place.size),
    )


def _named_place(place: Place, named: str | None) -> Place | None:
    """Return what a place is compared with, at the size of the address or the nearest; None if nothing is named.

    `named` is the key of a game, or the number of the league's rules.
    """
    size = parse_uint(request.args["size"]) or abort(404) if "size" in request.args else None
    if place.league and (house_id := parse_uint(named)):
        version = read_version(db.session, current_access().league_id, house_id)
        sizes = playable_sizes(variant_of(version), version.settings)
        return league_place(place.league, house_id, size or nearest_size(place.size, sizes))
    if not named:
        return None
    variant = variant_or_404(named, size)
    return book_place(variant.key, size or nearest_size(place.size, variant.sizes))


# ---------------------------------------------------------------- what differs, in a few lines


@bp.get(f"{AT_TABLE}/differs", endpoint="differs_table", role=VIEWER)
@bp.get(f"{IN_BOOK}/differs", endpoint="differs_variant", role=ANYONE)
@bp.get(f"{IN_LEAGUE}/differs", endpoint="differs_league", role=VIEWER)
def differs(**where: Any) -> str:
    """Show the card for who knows the game that `with` names, or the nearest of those that many know."""
    place = place_of(**where)
    chosen = request.args.get("with") or nearest_known(place)
    known = _named_place(place, chosen) or abort(404)
    own = house_rules_of(db.session, current_access().league_id) if place.league else []
    page = differs_page(place, known, [(it.house_id, it.name) for it in own])
    return render_template("rulebook/differs.html", **page, chosen=chosen)


# ---------------------------------------------------------------- a blank pad


@bp.get(f"{AT_TABLE}/pad", endpoint="pad_table", role=VIEWER)
@bp.get(f"{IN_BOOK}/pad", endpoint="pad_variant", role=ANYONE)
@bp.get(f"{IN_LEAGUE}/pad", endpoint="pad_league", role=VIEWER)
def pad(**where: Any) -> str:
    """Print a pad; a table's code lets others join, and through a link or a card leads to the link to look on."""
    place = place_of(**where)
    joins = urljoin(request.url_root, place.play_url)
    if "code" in where:
        spoken = phones_at_table(db.session, current_access()).spoken if can("access.invite") else ""
        joins = url_for("access.join_form", code=spoken, _external=True) if spoken else share_url("table.show")
    return render_template("rulebook/pad.html", **pad_page(place, joins))


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


# ---------------------------------------------------------------- house rules of a table


@bp.get("/house-rules", role=ANYONE)
def house_rules() -> AnyResponse | str:
    """Redirect to the rules of the league the phone keeps score in; each of several has its own page."""
    if league_id := scoring_league_id():
        return see_other(url_for("league.house_rules", league=read_league(db.session, league_id).code))
    return render_template("rulebook/no_house_rules.html")


@bp.post("/t/<code>/house", role=SCORER)
def save_table_rules(code: str) -> AnyResponse | tuple[str, int]:
    table, form = read_game(db.session, code).table, SaveRulesForm()
    changed = changed_settings(table.variant, len(table.players), table.house)
    house = {key: value for key, value in table.house.items() if key in changed}
    if form.validate():
        try:
            house_id, _ = save_house_rules(form.submission(), form.save_as.data, table.variant, house)
            return to_saved_rules(current_access().league_id, house_id)
        except SheetError as error:
            form.add_error("save_as", say_refusal(error.refusal))
        except SettingsError:
            form.add_error("save_as", "These rules only work with the number of players at this table.")
    return table_house_rules(code, form), 422


@bp.get("/t/<code>/house", role=VIEWER)
def table_house_rules(code: str, form: SaveRulesForm | None = None) -> str:
    view, version = read_game(db.session, code), version_of_game(db.session, code)
    table = view.table
    return render_template(
        "rulebook/table_house_rules.html",
        title=game_title(view),
        code=code,
        table=table,
        changes=changes_in_words(table.variant, len(table.players), table.house),
        version=version,
        parted=dict(table.house) != dict(view.head.rules),
        form=form or SaveRulesForm(None, save_as=version[0] if version else ""),
    )


def to_saved_rules(league_id: int, house_id: int) -> AnyResponse:
    code = read_league(db.session, league_id).code
    return see_other(url_for("league.house_rules_versions", league=code, house_id=house_id))


# ---------------------------------------------------------------- a game of a league's own


@own_games.get(FIRST_PATH, role=ANYONE)
def first() -> AnyResponse | str:
    """Show the page to a phone without a league; one that keeps score in some is led to the page of that."""
    if league_id := scoring_league_id():
        code = read_league(db.session, league_id).code
        asked = request.query_string.decode("ascii", "replace")  # no argument of `url_for`, which has words of its own
        return see_other(f"{url_for('variants.write', league=code)}?{asked}")
    ensure_device_cookie()
    return show_own_game(None)


@own_games.post(FIRST_PATH, role=ANYONE)
def save_first() -> AnyResponse | tuple[str, int]:
    """Save a game with a first league; sent again, in the league it made."""
    league_id, device = scoring_league_id(), current_device()
    access = device_access(db.session.connection(), league_id, device) if league_id and device else None
    return answer_own_game(None, may=access is None or access.role >= KEEPER)


@own_games.get(WRITE_PATH, role=KEEPER)
def write() -> str:
    return show_own_game(current_league())


@own_games.post(WRITE_PATH, role=KEEPER)
def save() -> AnyResponse | tuple[str, int]:
    return answer_own_game(current_league())


def show_own_game(league: League | None) -> str:
    form = _own_game_form(league)
    if form is None:
        own = house_rules_of(db.session, league.id) if league else []
        return render_template(
            "rulebook/choose.html", league=league, url=request.path, own=own, book=rules_book(listings())
        )
    form.validate_settings()
    return render_template("rulebook/own_game.html", **_own_game_page(form, league))


def answer_own_game(league: League | None, *, may: bool = True) -> AnyResponse | tuple[str, int]:
    form = _own_game_form(league)
    if form is None:
        return show_own_game(league), 422
    if not may:
        form.form_errors.append("Only the league admin can write games for this league.")
    if form.show.data:
        form.validate_settings()
        parts = ["settings"] if form.show.data == "settings" else ["shown", "notes"]
        return render_page("rulebook/own_game.html", parts, **_own_game_page(form, league))
    if form.validate() and may:
        if league is None and not scoring_league_id():
            check_founding()
        try:
            league_id, house_id, _ = save_own_game(form.submission(), form.to_save)
        except (SheetError, SettingsError) as error:
            form.add_errors(error)
            league = league and current_league()  # as it is, once the refused write is undone
        else:
            return to_saved_rules(league_id, house_id)
    return render_page("rulebook/own_game.html", ["shown", "notes"], 422, **_own_game_page(form, league))


def _own_game_form(league: League | None) -> OwnGameForm | None:
    """Return the form for the game or rules that the request names, None if none; 404 if there is no such thing."""
    asked, rules, name = request.values, None, ""
    house: Mapping[str, Value] = {}
    if asked.get("rules") and league:
        rules = parse_uint(asked["rules"]) or abort(404)
        version = read_version(db.session, league.id, rules)
        name = version.name if version.is_own_game else ""
        variant, house = variant_of(version), version.settings
    elif asked.get("from"):
        variant = catalogue().get(asked["from"]) or abort(404)
    else:
        return None
    sizes = list(playable_sizes(variant, house))
    if "size" in asked:
        size = parse_uint(asked["size"]) or 0
    else:
        size = variant.usual_size if variant.usual_size in sizes else sizes[0]
    if size not in sizes:
        abort(404)
    return own_game_form(variant, house, size, name, rules)


def _own_game_page(form: OwnGameForm, league: League | None) -> dict[str, Any]:
    """Return what the page prints; the settings must be validated.

    What differs stands first, or what somebody looks for.  Beside it is the sheet that the rules make, as long as they
    fit together, and what is wrong or doubtful by its control; what was said before and is no more is told too.
    """
    state, find = form.rules_state(), form.find.data
    changed = [key for key in SETTINGS if key in state.base and state.base[key] != state.usual(key)]
    changed += [name.removeprefix("rule-") for name in form.wrong]
    found = find_settings(find, form.variant.kind) if find else []
    often = [*OFTEN, *form.variant.asks] if not (find or changed) else []
    first, groups = split_questions(state, [*found, *changed, *often])
    stands = not (form.wrong or form.sizes.errors)
    doubts = {rule_field(key): sentence for key, sentence in form.doubts.items()} if stands else {}
    said = {**form.wrong, **doubts}
    before = [name for name in form.told.data.split() if name.removeprefix("rule-") in SETTINGS]
    rules = form.variant, form.size, {} if form.wrong else form.house
    return {
        "league": league,
        "url": request.path,
        "form": form,
        "sizes": sorted({*TABLE_SIZES, *form.known_sizes}),
        "families": FAMILIES,
        "found": find,
        "changed": changed,
        "nothing_found": bool(find) and not found,
        "first": first,
        "groups": groups,
        "doubts": doubts,
        "errors": [(name, _in_list(name, sentence)) for name, sentence in form.error_list],
        "sheet": None if form.wrong else rules_sheet(*rules),
        "hands": () if form.wrong else worked_hands(*rules, further=True),
        "changes": changes_in_words(*rules),
        "said": [(name, _in_list(name, sentence)) for name, sentence in said.items()],
        "notes": [(name, said.get(name, "")) for name in dict.fromkeys([*before, *said])],
        "told": " ".join(said),
        "live": True,
    }


def _in_list(name: str, sentence: str) -> str:
    """Return an error as it reads in a list: "Target: A whole number …"."""
    key = name.removeprefix("rule-")
    return f"{setting_title(key)}: {sentence}" if key in SETTINGS else sentence


# ---------------------------------------------------------------- a game as a file


@own_games.get("/l/<league>/variants/<int(max=999999999):house_id>/variant.toml", role=VIEWER)
def variant_toml(house_id: int) -> Response:
    """Return stored rules as a file; house rules too, as the game they come to."""
    variant = as_own_game(read_version(db.session, current_access().league_id, house_id))
    return download(variant_file(variant), "application/toml", f"{variant.key}.toml")


@own_games.get("/l/<league>/variants/import", role=KEEPER)
def import_form() -> str:
    return render_template("rulebook/import.html", league=current_league(), form=GameFileForm())


@own_games.post("/l/<league>/variants/import", role=KEEPER)
def import_variant() -> AnyResponse | tuple[str, int]:
    form = GameFileForm()
    faults: list[tuple[str, str]] = []
    if form.validate():
        try:
            variant = read_own_variant(decode(form.file.data.stream.read()))  # type: ignore[union-attr]
            league_id, house_id, _ = save_own_game(form.submission(), variant)
        except SettingsError as error:
            faults = [(fault.key, say_refusal(fault.refusal)) for fault in error.faults]
        except SheetError as error:
            faults = [(fault.field, say_refusal(fault.refusal)) for fault in error.faults]
        else:
            return to_saved_rules(league_id, house_id)
        form.add_error("file", faults[0][1])
    return render_template("rulebook/import.html", league=current_league(), form=form, faults=faults), 422
