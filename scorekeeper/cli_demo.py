"""`scorekeeper demo`: a league to look at, and how a phone comes to own it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper.cli_carrying import Steps, say_how_to_own
from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.demo.league import ADDING_UP, NAME, PLAYING, make_demo

if TYPE_CHECKING:
    from flask import Flask

STEPS = {PLAYING: "Playing", ADDING_UP: "Adding up"}


def demo(app: Flask, hands: int, seed: int) -> None:
    """Make the league and say what is in it."""
    with app.app_context(), Steps() as steps:
        made = make_demo(db.session, wall_clock, hands, seed, lambda what, done, of: steps.show(STEPS[what], done, of))
    click.echo(f"{NAME} is league {made.league_id}: {made.hands:,} hands in {made.games:,} games.")
    say_how_to_own(made.owner_code)
