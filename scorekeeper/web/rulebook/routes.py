"""The rulebook: a table's sheet and the book of all games; ask about a rule, compare, replay under other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.whatif import what_if
from scorekeeper.services.games.view import played_sheet, read_game
from scorekeeper.variants.catalogue import catalogue
from scorekeeper.web.htmx import answer
from scorekeeper.web.looking import address_to_look
from scorekeeper.web.rulebook.forms import other_rules, question_in, typed_in, wrong_in
from scorekeeper.web.stamps import whole
from scorekeeper.web.views.asking import ask_page
from scorekeeper.web.views.comparing import compare_page
from scorekeeper.web.views.rulebook import Place, book, sheet_page
from scorekeeper.web.views.table_page import title_of
from scorekeeper.web.views.whatif_page import outcome_of, replayable, whatif_page, written

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.variant import Variant

bp = Blueprint("rulebook", __name__)
AT_TABLE, IN_BOOK = "/t/<code>/rules", "/rules/<variant>/<int:size>"


# ---------------------------------------------------------------- whose rules


def place_at_table(code: str) -> Place:
    """Give the rules a table plays by now.  Raises GameNotFound."""
    view = read_game(db.session, code)
    table = view.table
    return Place(
        variant=table.variant,
        size=len(table.players),
        house=table.house,
        stakes=table.stakes,
        url=url_for("rulebook.of_table", code=code),
        keep="",
        title=title_of(view),
        back="Table",
        back_url=url_for("table.show", code=code),
        view=view,
    )


def place_in_book(key: str, size: int) -> Place:
    """Give a game out of the book as nobody has changed it; 404 where there is none for so many.

    Whoever came from New game goes back there, with `from=new` in every address on the way.
    """
    variant = variant_or_404(key, size)
    choosing = request.args.get("from") == "new"
    return Place(
        variant=variant,
        size=size,
        house={},
        stakes=None,
        url=url_for("rulebook.of_variant", variant=key, size=size),
        keep="?from=new" if choosing else "",
        title=variant.name,
        back="New game" if choosing else "The book",
        back_url=url_for("new_game.index" if choosing else "rulebook.index", size=size),
    )


def variant_or_404(key: str | None, size: int | None = None) -> Variant:
    variant = catalogue().get(key or "")
    return variant if variant is not None and (size is None or size in variant.sizes) else abort(404)


# ---------------------------------------------------------------- the sheet, the book


@bp.get(AT_TABLE)
def of_table(code: str) -> str:
    return show_sheet(place_at_table(code), address_to_look("rulebook.of_table"))


@bp.get(IN_BOOK)
def of_variant(variant: str, size: int) -> str:
    return show_sheet(
        place_in_book(variant, size), url_for("rulebook.of_variant", variant=variant, size=size, _external=True)
    )


def show_sheet(place: Place, address: str) -> str:
    return render_template("rulebook/sheet.html", page=sheet_page(place, address))


@bp.get("/rules")
def index() -> str:
    return render_template("rulebook/book.html", page=book(catalogue().values(), whole(request.args.get("size"))))


# ---------------------------------------------------------------- ask about a rule


@bp.get(f"{AT_TABLE}/ask")
def ask_table(code: str) -> Response:
    return ask(place_at_table(code))


@bp.get(f"{IN_BOOK}/ask")
def ask_variant(variant: str, size: int) -> Response:
    return ask(place_in_book(variant, size))


def ask(place: Place) -> Response:
    return answer("rulebook/ask.html", ["answers"], page=ask_page(place, question_in(request.args)))


# ---------------------------------------------------------------- compare


@bp.get(f"{AT_TABLE}/compare")
def compare_table(code: str) -> str:
    return compare(place_at_table(code))


@bp.get(f"{IN_BOOK}/compare")
def compare_variant(variant: str, size: int) -> str:
    return compare(place_in_book(variant, size))


def compare(place: Place) -> str:
    size = whole(request.args["size"]) or abort(404) if "size" in request.args else None
    other = variant_or_404(request.args["with"], size) if "with" in request.args else None
    return render_template("rulebook/compare.html", page=compare_page(place, other, size, catalogue().values()))


# ---------------------------------------------------------------- what if


@bp.get("/t/<code>/whatif")
def whatif(code: str) -> str | AnyResponse | tuple[str, int]:
    """Replay a night under the rules of the address.  Nothing is stored; an address that says too much is shortened."""
    place = place_at_table(code)
    view = place.view
    assert view is not None  # noqa: S101 - a table's place has its game
    rules = view.head.variant.ruleset(len(view.head.players), view.head.rules)
    night = played_sheet(view)
    typed = typed_in(request.args, rules.kind)
    wanted, wrong = other_rules(typed, rules)
    if not wanted and not wrong:
        return render_template("rulebook/whatif.html", page=whatif_page(place, rules, typed, wrong))
    short = {key: written(wanted[key]) for key in replayable(rules.kind) if key in wanted}
    try:
        replayed = None if wrong else what_if(night, wanted)
    except SheetError as error:
        wrong, replayed = wrong_in(error), None
    if replayed is None:
        return render_template("rulebook/whatif.html", page=whatif_page(place, rules, typed, wrong)), 422
    if short.keys() != typed.keys():
        return redirect(f"{url_for('rulebook.whatif', code=code)}?{urlencode(short)}", 303)
    address = f"{url_for('rulebook.whatif', code=code, _external=True)}?{urlencode(short)}"
    outcome = outcome_of(view, night, replayed, wanted, address)
    return render_template("rulebook/whatif.html", page=whatif_page(place, rules, typed, wrong, outcome))
