"""Create a tournament and change its settings; the games and currencies to choose from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container

from flask import render_template, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms.fields import SelectChoice

from scorekeeper.access.permissions import KEEPER, current_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import OpIdReused
from scorekeeper.core.extensions import db
from scorekeeper.core.htmx import see_other
from scorekeeper.core.money_text import currency_name, likely_currencies
from scorekeeper.league.blueprint import change_request, current_league
from scorekeeper.league.browse_games import variants_of
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.rulebook.house_rules import RulesVersion, house_rules_of, playable_sizes, read_version
from scorekeeper.rules.errors import SheetError
from scorekeeper.tournaments.actions import change_setup, create_tournament
from scorekeeper.tournaments.blueprint import ONE, bp, current_tournament
from scorekeeper.tournaments.forms import FORM_REUSED, HOUSE, SetupForm
from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.rounds import TABLE_SIZE
from scorekeeper.tournaments.pages import SetupPage
from scorekeeper.tournaments.prize_pages import place_amounts
from scorekeeper.tournaments.reading import TournamentView, tournaments_of
from scorekeeper.variants.catalogue import Listing, listings
from scorekeeper.variants.finder import by_popularity

YOURS, MOST_PLAYED, OTHERS = "Yours", "Most played", "Other games"
"""The groups that games are offered in."""


@bp.get("/new", role=KEEPER)
def new() -> str:
    """Show the form of a new tournament, filled in with the settings of the league's last one."""
    head, today = current_league(), wall_clock().astimezone().date()
    before = tournaments_of(db.session, head.id)
    form = SetupForm.change(current_tournament(before[0].id).setup, today) if before else None
    return _render_setup(None, _with_choices(form or SetupForm.begin(today, head.name)))


@bp.post("/new", role=KEEPER)
def found() -> AnyResponse | tuple[str, int]:
    return _save_setup(None)


@bp.get(f"{ONE}/settings", role=KEEPER)
def settings(tournament: int) -> str:
    view = current_tournament(tournament)
    return _render_setup(view, _with_choices(SetupForm.change(view.setup, dt.date.fromisoformat(view.setup.day))))


@bp.post(f"{ONE}/settings", role=KEEPER)
def save_settings(tournament: int) -> AnyResponse | tuple[str, int]:
    return _save_setup(current_tournament(tournament))


def _save_setup(view: TournamentView | None) -> AnyResponse | tuple[str, int]:
    form = _with_choices(SetupForm())
    game = _chosen_game(form)
    if form.validate() and game is None:
        form.add_error("game", "Choose a game from the list.")
    if game is not None and not form.errors:
        number = view.id if view else 0
        try:
            setup = form.setup(*game)
            if view is None:
                number = create_tournament(change_request(form), setup)
            else:
                change_setup(change_request(form), number, setup)
        except SheetError as error:
            form.add_errors(error)
        except OpIdReused:
            form.add_error("name", FORM_REUSED)
        else:
            return see_other(url_for("tournaments.show" if view else "tournaments.enter_form", tournament=number))
    return _render_setup(view, form), 422


def _render_setup(view: TournamentView | None, form: SetupForm) -> str:
    formats = tuple((key, one.name, one.summary) for key, one in FORMATS.items())
    pays = ", ".join(place_amounts(view)) if view else ""
    number, name = (view.id, view.setup.name) if view else (None, "")
    page = SetupPage(current_league(), number, name, form, formats, pays, _next_round(view) if view else 0)
    return render_template("tournaments/setup.html", page=page)


def _next_round(view: TournamentView) -> int:
    """Return the round that changes count from; 0 before the first draw and after the last."""
    drawn = len(view.state.rounds)
    return drawn + 1 if 0 < drawn < view.setup.rounds and not view.state.finished else 0


def _with_choices(form: SetupForm) -> SetupForm:
    """Return the form after offering the league's games and currencies in it."""
    head = current_league()
    form.offer(_games(head.id), _currencies(head))
    return form


def _games(league_id: int) -> list[SelectChoice]:
    """Return the games for four: the league's own, its house rules and what it has played, then the most played."""
    own = [
        SelectChoice(f"{HOUSE}{version.id}", own_game(version), optgroup=YOURS)
        for version in house_rules_of(db.session, league_id)
        if TABLE_SIZE in playable_sizes(version.variant, version.settings)
    ]
    played = {key for key, _ in variants_of(db.session, league_id)}
    fitting = [it for it in listings() if TABLE_SIZE in it.variant.sizes]
    fitting.sort(key=lambda it: (it.variant.key not in played, by_popularity(it)))
    return own + [SelectChoice(it.variant.key, it.variant.name, optgroup=_group(it, played)) for it in fitting]


def _group(listing: Listing, played: Container[str]) -> str:
    return YOURS if listing.variant.key in played else MOST_PLAYED if listing.most_played else OTHERS


def own_game(version: RulesVersion) -> str:
    """Return the name of rules a league stored: "Legion rules (Partnership Pitch)", "Legion Pitch (our own game)"."""
    return f"{version.name} ({'our own game' if version.is_own_variant else version.variant.name})"


def _currencies(head: LeagueHead) -> list[tuple[str, str]]:
    """Return the league's own currency, or the likely ones where it has none yet."""
    codes = (head.currency,) if head.currency else likely_currencies()
    return [(code, f"{code} {currency_name(code) or ''}".strip()) for code in codes]


def _chosen_game(form: SetupForm) -> tuple[str, int | None] | None:
    """Return the variant and the house rules that were chosen, None if it isn't offered."""
    chosen = form.game.data
    if chosen not in {choice.value for choice in form.game.choices}:
        return None
    if not chosen.startswith(HOUSE):
        return chosen, None
    house = int(chosen.removeprefix(HOUSE))
    return read_version(db.session, current_access().league_id, house).variant.key, house
