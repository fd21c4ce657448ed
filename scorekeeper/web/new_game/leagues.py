"""For which league a new game is: the one its phone played in last, unless the address or the form names another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import abort, request

from scorekeeper.extensions import db
from scorekeeper.services.league.leagues import DEFAULT_LEAGUE_NAME, scoring_leagues
from scorekeeper.web.phone import this_phone
from scorekeeper.web.views.setup import FOUNDS, LeagueChoice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.games.create import GameDraft


def league_chosen() -> LeagueChoice:
    """Give the league that is asked for; 404 for one the phone keeps no score in.

    A phone that keeps score in none founds one with its first game, and is not asked.
    """
    phone, asked = this_phone(), request.values.get("league")
    kept = scoring_leagues(db.session.connection(), phone) if phone else ()
    if asked == FOUNDS:
        return LeagueChoice(FOUNDS, 0, "", kept)
    if not kept and not asked:
        return LeagueChoice("", 0, "", ())
    chosen = next((league for league in kept if asked in ("", None, league.code)), None) or abort(404)
    return LeagueChoice(chosen.code, chosen.id, chosen.name, tuple(league for league in kept if league != chosen))


def for_league(league: LeagueChoice, draft: GameDraft, typed: Mapping[str, str]) -> GameDraft:
    """Give the draft of a game of that league.

    A form that named none founds the phone's first league; sent again it says no more than it did.
    """
    if league.founds:
        return replace(draft, new_league=typed.get("league_name", DEFAULT_LEAGUE_NAME))
    return replace(draft, league=typed.get("league"))
