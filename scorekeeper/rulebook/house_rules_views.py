"""House rules of a game, to be saved under a name of its league; the way to a league's saved ones."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import ANYONE, SCORER, VIEWER, current_access
from scorekeeper.access.phone_cookie import scoring_league_id
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.htmx import see_other
from scorekeeper.games.board import game_title
from scorekeeper.games.table_state import read_game
from scorekeeper.league.leagues import read_league
from scorekeeper.rulebook.house_rules import RulesDraft, save_house_rules, version_of_game
from scorekeeper.rulebook.house_rules_forms import KeepRulesForm
from scorekeeper.rulebook.house_rules_pages import own_changes
from scorekeeper.rulebook.questions import changes_in_words
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.sheets.refusals import say_refusal

bp = Blueprint("house_rules", __name__)


@bp.get("/house-rules", role=ANYONE)
def index() -> AnyResponse | str:
    """Redirect to the rules of the league the phone keeps score in; each of several has its own page."""
    kept = scoring_league_id()
    if kept:
        return see_other(url_for("league.house_rules", league=read_league(db.session, kept).code))
    return render_template("house_rules/index.html")


@bp.get("/t/<code>/house", role=VIEWER)
def game_rules(code: str) -> str:
    return _render_game_rules(code)


@bp.post("/t/<code>/house", role=SCORER)
def save_rules(code: str) -> AnyResponse | tuple[str, int]:
    table, form = read_game(db.session, code).table, KeepRulesForm()
    if not form.validate():
        return _render_game_rules(code, form), 422
    try:
        house_id, _ = save_house_rules(
            db.session,
            wall_clock,
            RulesDraft(form.save_as.data, table.variant, own_changes(table)),
            form.submission(),
            league_id=current_access().league_id,
        )
    except SheetError as error:
        form.add_error("save_as", say_refusal(error.refusal))
        return _render_game_rules(code, form), 422
    except SettingsError:
        form.add_error("save_as", "These rules only work with the number of players at this table.")
        return _render_game_rules(code, form), 422
    league = read_league(db.session, current_access().league_id).code
    return see_other(url_for("league.house_rules_versions", league=league, house_id=house_id))


def _render_game_rules(code: str, form: KeepRulesForm | None = None) -> str:
    view, version = read_game(db.session, code), version_of_game(db.session, code)
    table = view.table
    return render_template(
        "house_rules/game.html",
        title=game_title(view),
        code=code,
        table=table,
        changes=changes_in_words(table.variant, len(table.players), table.house),
        version=version,
        parted=dict(table.house) != dict(view.head.rules),
        form=form or KeepRulesForm(None, save_as=version[0] if version else ""),
    )
