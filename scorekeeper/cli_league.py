"""`scorekeeper rebuild`: what is known of a league's games, made anew from their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper.extensions import db
from scorekeeper.services.errors import LeagueNotFound
from scorekeeper.services.league.leagues import all_leagues, find_league
from scorekeeper.services.league.rebuild import rebuild_league
from scorekeeper.services.transaction import writing
from scorekeeper.settings import ConfigurationError

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.services.league.leagues import LeagueHead


def rebuild(app: Flask, wanted: str | None) -> None:
    """Rebuild one league, or all of them.  Raises ConfigurationError for a league that is not there."""
    with app.app_context():
        for league in all_leagues(db.session) if wanted is None else [league_asked(wanted)]:
            _rebuild(league)


def league_asked(wanted: str) -> LeagueHead:
    """Give the league somebody names.  Raises ConfigurationError for none."""
    try:
        return find_league(db.session, wanted)
    except LeagueNotFound as error:
        message = f'There is no league "{wanted}": name one by its number, its address or its name.'
        raise ConfigurationError(message) from error


def _rebuild(league: LeagueHead) -> None:
    """Rebuild one league in one transaction: until it is done, everybody sees what was there before."""
    with click.progressbar(length=1, label=f"{league.name} ({league.id})", show_eta=False) as bar:

        def show(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        with writing(db.session) as connection:
            rebuild_league(connection, league.id, show)
    click.echo(f"{league.name} ({league.id}): every sum, rating and result follows from the lines again.")
