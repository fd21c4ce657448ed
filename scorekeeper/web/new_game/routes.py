"""New game: choose the rules, sit down, deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games import create_game, tables_of
from scorekeeper.variants.catalogue import catalogue
from scorekeeper.web.htmx import go_on
from scorekeeper.web.new_game.forms import draft_of, placed, typed_in, wrong_in
from scorekeeper.web.phone import this_phone, writing_phone
from scorekeeper.web.stamps import whole
from scorekeeper.web.views.setup import picker, seating_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.games import TableCard

bp = Blueprint("new_game", __name__, url_prefix="/new")
USUAL_SIZE = 4


@bp.get("")
def index() -> str:
    cards = _cards()
    size = whole(request.args.get("size")) or (sum(map(len, cards[0].sides)) if cards else USUAL_SIZE)
    played = list(dict.fromkeys(card.variant for card in cards))
    return render_template("new_game/rules.html", page=picker(catalogue().values(), size, played))


@bp.get("/<variant>/<int:size>")
def seats(variant: str, size: int) -> str:
    return _page(_variant_or_404(variant, size), size, {})


@bp.post("/<variant>/<int:size>")
def deal(variant: str, size: int) -> AnyResponse | tuple[str, int]:
    game, typed = _variant_or_404(variant, size), typed_in(size)
    if wrong := wrong_in(typed, size):
        return _page(game, size, typed, wrong), 422
    try:
        code = create_game(
            db.session, wall_clock, writing_phone(), draft_of(typed, game, size), op_id=typed.get("op_id")
        )
    except SheetError as error:
        return _page(game, size, typed, placed(error)), 422
    return go_on(url_for("table.show", code=code))


def _variant_or_404(key: str, size: int) -> Variant:
    variant = catalogue().get(key)
    return variant if variant is not None and size in variant.sizes else abort(404)


def _page(variant: Variant, size: int, typed: Mapping[str, str], wrong: Mapping[str, str] | None = None) -> str:
    page = seating_page(variant, size, regulars(_cards()), typed, wrong)
    return render_template("new_game/seats.html", page=page)


def _cards() -> list[TableCard]:
    phone = this_phone()
    return tables_of(db.session, phone) if phone else []


def regulars(cards: list[TableCard]) -> list[str]:
    """Give everybody who sat at these tables, who played last first."""
    return list(dict.fromkeys(name for card in cards for side in card.sides for name in side))
