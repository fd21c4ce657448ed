"""Home: play the same again, start a game, go on with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, current_app, render_template

from scorekeeper.access.permissions import ANYONE
from scorekeeper.access.phone_cookie import current_device, known_leagues, recent_tables
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.games.again import LastGame, last_game
from scorekeeper.games.new_game_forms import NewGameForms
from scorekeeper.games.new_game_pages import LeagueChoice, SeatingPage, again_forms, regulars, seating_page
from scorekeeper.games.table_state import ListedGame
from scorekeeper.league.leagues import LeagueRow, scoring_leagues
from scorekeeper.league.nights import is_going_on
from scorekeeper.league.roster import regulars_of
from scorekeeper.money.limits import read_limits
from scorekeeper.rulebook.questions import TARGET, rule_field, rules_summary
from scorekeeper.rules.seats import usual_sides
from scorekeeper.sheets.grammar import join_names, number_text

MAX_FINISHED = 3
"""Finished games on home; the rest are in their league."""


@dataclass(frozen=True)
class SameAgain:
    """The last game as a form that starts the next one; each part of it can be changed."""

    page: SeatingPage
    code: str
    league: str
    sides: str
    """Who plays, partners together; empty while somebody is missing."""
    dealer: str
    rules: str
    target: str
    """What the game is to; empty if that is not a question."""
    hidden: Mapping[str, str]
    """The house rules besides the target: fields of the form."""


@dataclass(frozen=True)
class HomePage:
    """What this phone knows: what it may play again, its tables and its leagues."""

    again: SameAgain | None
    playing: tuple[ListedGame, ...]
    finished: tuple[ListedGame, ...]
    leagues: Sequence[LeagueRow]
    example: str
    """The join code of a league to look at; empty if there is none, and for a phone that is in a league."""


def played_last(
    cards: Iterable[ListedGame], on: set[str], leagues: Iterable[LeagueRow]
) -> tuple[ListedGame, LeagueRow] | None:
    """Return the newest game, and its league, that "Same again" can repeat; None if there is none.

    The phone must keep score in the league, and no newer game of that league may be running.  `cards` come newest
    first; `on` are the codes of the running games.
    """
    kept = {league.id: league for league in leagues}
    newest: dict[int, ListedGame] = {}
    for card in cards:
        newest.setdefault(card.league_id, card)
    found = (card for card in newest.values() if card.code not in on and card.league_id in kept)
    return next(((card, kept[card.league_id]) for card in found), None)


def same_again(last: LastGame, forms: NewGameForms, page: SeatingPage, league: str) -> SameAgain:
    """Return the card; `page` is the seating page of the same forms, `league` a name if there are several."""
    names = list(forms.seating.names)
    house = forms.settings.house
    rules = last.variant.ruleset(len(names), house)
    sides = usual_sides(rules.seating.sides, names)
    target = rule_field(TARGET)
    return SameAgain(
        page=page,
        code=last.code,
        league=league,
        sides=(" · " if max(map(len, sides)) > 1 else ", ").join(map(join_names, sides)) if all(names) else "",
        dealer=last.names[last.dealer],
        rules=last.saved.name if last.saved else rules_summary(last.variant, len(names), house),
        target=number_text(rules.finish.target) if isinstance(rules.finish.target, int) else "",
        hidden={field: text for field, text in forms.settings.typed.items() if field != target},
    )


bp = Blueprint("home", __name__)


@bp.get("/", role=ANYONE)
def index() -> str:
    cards, now, leagues = recent_tables(), wall_clock(), known_leagues()
    on = {card.code for card in cards if is_going_on(card, card.night_closed_at, now)}
    several = len(leagues) > 1
    names = {league.id: league.name for league in leagues if several}
    for card in cards:
        card.league = names.get(card.league_id, "")
    page = HomePage(
        again=_same_again(cards, on, several=several),
        playing=tuple(card for card in cards if card.code in on),
        finished=tuple(card for card in cards if card.code not in on)[:MAX_FINISHED],
        leagues=leagues,
        example="" if leagues else current_app.config["SETTINGS"].example,
    )
    return render_template("home/index.html", page=page)


def _same_again(cards: list[ListedGame], on: set[str], *, several: bool) -> SameAgain | None:
    phone = current_device()
    found = played_last(cards, on, scoring_leagues(db.session.connection(), phone)) if phone and cards else None
    if found is None:
        return None
    card, league = found
    last = last_game(db.session, card.code)
    if last is None:
        return None
    active = [name for _, name in regulars_of(db.session, league.id)]
    forms = again_forms(last, read_limits(db.session, league.id), active)
    choice = LeagueChoice(league.code, league.id, league.name, ())
    page = seating_page(forms, forms.rules_state(), choice, regulars([], active), last.saved)
    return same_again(last, forms, page, league.name if several else "")
