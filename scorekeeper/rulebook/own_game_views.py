"""A variant of a league's own: written from another one, brought in from a file, taken along as a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import ANYONE, KEEPER, VIEWER, check_founding, current_access
from scorekeeper.access.phone_cookie import (
    current_device,
    current_or_new_device,
    ensure_device_cookie,
    scoring_league_id,
)
from scorekeeper.access.roles import device_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import parse_uint
from scorekeeper.core.htmx import render_page, see_other
from scorekeeper.league.blueprint import current_league, default_league, pop_league
from scorekeeper.league.leagues import read_league
from scorekeeper.models import League
from scorekeeper.rulebook.house_rules import house_rules_of, playable_sizes, read_version
from scorekeeper.rulebook.own_game_forms import (
    StartingPoint,
    VariantFileForm,
    VariantForms,
    starting_point,
    variant_forms,
)
from scorekeeper.rulebook.own_game_pages import variant_page
from scorekeeper.rulebook.own_variants import VariantDraft, as_own_variant, save_own_variant
from scorekeeper.rulebook.pages import most_played_first, rules_book
from scorekeeper.rules.documents import decode
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.refusals import say_refusal
from scorekeeper.transfer.views import download
from scorekeeper.variants.catalogue import catalogue, listings
from scorekeeper.variants.own import read_own_variant, variant_file

bp = Blueprint("variants", __name__)
bp.before_request(pop_league)
bp.url_defaults(default_league)
FIRST_PATH, PATH = "/variants/new", "/l/<league>/variants/new"


# ---------------------------------------------------------------- written


@bp.get(FIRST_PATH, role=ANYONE)
def first() -> AnyResponse | str:
    """Show the page to a phone without a league; one that keeps score in some is led to the page of that."""
    league_id = scoring_league_id()
    if league_id:
        code = read_league(db.session, league_id).code
        asked: dict[str, Any] = request.args.to_dict()
        return see_other(url_for("variants.write", league=code, **asked))
    ensure_device_cookie()
    return _form_page(None)


@bp.post(FIRST_PATH, role=ANYONE)
def save_first() -> AnyResponse | tuple[str, int]:
    """Save a variant with a first league; sent again, in the league it made."""
    league_id, device = scoring_league_id(), current_device()
    access = device_access(db.session.connection(), league_id, device) if league_id and device else None
    return _save(None, may=access is None or access.role >= KEEPER)


@bp.get(PATH, role=KEEPER)
def write() -> str:
    return _form_page(current_league())


@bp.post(PATH, role=KEEPER)
def save() -> AnyResponse | tuple[str, int]:
    return _save(current_league())


def _form_page(league: League | None) -> str:
    at = _starting_point(league)
    if at is None:
        own = list(house_rules_of(db.session, league.id)) if league else []
        book = most_played_first(rules_book(catalogue().values(), None), listings())
        return render_template("variants/choose.html", league=league, url=request.path, own=own, book=book)
    forms = variant_forms(at)
    forms.validate_settings()
    return render_template("variants/write.html", **variant_page(forms, league, request.path), live=True)


def _save(league: League | None, *, may: bool = True) -> AnyResponse | tuple[str, int]:
    at = _starting_point(league)
    if at is None:
        return _form_page(league), 422
    forms = variant_forms(at)
    if not may:
        forms.about.form_errors.append("Only the league admin can write games for this league.")
    if forms.about.show.data:
        forms.validate_settings()
        return _write_page(forms, league, 200)
    if forms.validate() and may:
        draft = VariantDraft(forms.to_save, forms.about.op_id.data, league.id if league else None)
        if league is None and not scoring_league_id():
            check_founding()
        try:
            saved = save_own_variant(db.session, wall_clock, current_or_new_device(), draft)
        except (SheetError, SettingsError) as error:
            forms.add_errors(error)
        else:
            return _saved(saved.league_id, saved.id)
    return _write_page(forms, league, 422)


def _write_page(forms: VariantForms, league: League | None, status: int) -> Response:
    parts = ["settings"] if forms.about.show.data == "settings" else ["shown", "notes"]
    return render_page("variants/write.html", parts, status, **variant_page(forms, league, request.path), live=True)


def _saved(league_id: int, house_id: int) -> AnyResponse:
    code = read_league(db.session, league_id).code
    return see_other(url_for("league.house_rules_versions", league=code, house_id=house_id))


def _starting_point(league: League | None) -> StartingPoint | None:
    """Return the variant or rules that the address or the form names, None if none; 404 if there is no such thing."""
    asked = request.values
    if asked.get("rules") and league:
        version = read_version(db.session, league.id, parse_uint(asked["rules"]) or abort(404))
        name = version.name if version.is_own_variant else ""
        size = _size(version.variant, version.settings, asked.get("size"))
        return starting_point(version.variant, version.settings, size, name, rules=version.id)
    if not asked.get("from"):
        return None
    variant = catalogue().get(asked["from"]) or abort(404)
    return starting_point(variant, {}, _size(variant, {}, asked.get("size")))


def _size(variant: Variant, house: Mapping[str, Value], asked: str | None) -> int:
    """Return the size asked for, or the one it is most played at; 404 for one that these rules do not fit."""
    sizes = list(playable_sizes(variant, house))
    if asked is None:
        return variant.usual_size if variant.usual_size in sizes else sizes[0]
    size = parse_uint(asked)
    return size if size in sizes else abort(404)


# ---------------------------------------------------------------- as a file


@bp.get("/l/<league>/variants/<int(max=999999999):house_id>/variant.toml", role=VIEWER)
def variant_toml(house_id: int) -> Response:
    """Return stored rules as a variant file; house rules too, as the variant they come to."""
    variant = as_own_variant(read_version(db.session, current_access().league_id, house_id))
    return download(variant_file(variant), "application/toml", f"{variant.key}.toml")


@bp.get("/l/<league>/variants/import", role=KEEPER)
def import_form() -> str:
    return render_template("variants/import.html", league=current_league(), form=VariantFileForm())


@bp.post("/l/<league>/variants/import", role=KEEPER)
def import_variant() -> AnyResponse | tuple[str, int]:
    form, league = VariantFileForm(), current_league()
    faults: list[tuple[str, str]] = []
    if form.validate():
        try:
            variant = read_own_variant(decode(form.file.data.stream.read()))  # type: ignore[union-attr]
            draft = VariantDraft(variant, form.op_id.data, league.id)
            saved = save_own_variant(db.session, wall_clock, current_or_new_device(), draft)
        except SettingsError as error:
            faults = [(fault.key, say_refusal(fault.refusal)) for fault in error.faults]
        except SheetError as error:
            faults = [(fault.field, say_refusal(fault.refusal)) for fault in error.faults]
        else:
            return _saved(saved.league_id, saved.id)
        form.add_error("file", faults[0][1])
    return render_template("variants/import.html", league=league, form=form, faults=faults), 422
