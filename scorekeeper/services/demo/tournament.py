"""The demo league's tournament of today: two rounds are played, the third is on."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from scorekeeper.services.demo.players import PLAYERS
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.submission import Submission
from scorekeeper.services.tournaments.actions import (
    SlipDraft,
    create_tournament,
    draw_round,
    enter_players,
    enter_slip,
)
from scorekeeper.services.tournaments.setup import Setup
from scorekeeper.services.tournaments.view import read_tournament

if TYPE_CHECKING:
    import random

    from sqlalchemy.orm import Session

    from scorekeeper.services.access.devices import KnownDevice
    from scorekeeper.services.clock import Clock

ENTRANTS = tuple(player.name for player in PLAYERS[:12])
ROUNDS, PLAYED = 4, 2
HANDS = 8
"""Hands of a round."""
POINTS = (12, 60)
"""What a side makes in a round, from and to."""


def play_tournament(session: Session, clock: Clock, league_id: int, device: KnownDevice, dice: random.Random) -> int:
    """Found a tournament, play two rounds of it and a table of the third; return its number in the league."""

    def request() -> ChangeRequest:
        return ChangeRequest(session, clock, league_id, Submission(op_id=secrets.token_hex(16), device=device))

    setup = Setup(
        name="Harvest Smear", day=clock().date().isoformat(), variant="minnesota-ten-point", house=None,
        format="draw-partners", rounds=ROUNDS, end="hands", number=HANDS, fee=500, currency="USD",
        shares=(50, 30, 20), side_pots=(), ranking=(), six=False, head_splits=False, seed=0,
    )  # fmt: skip
    number = create_tournament(request(), setup)
    enter_players(request(), number, "\n".join(ENTRANTS))
    for this in range(1, PLAYED + 2):
        draw_round(request(), number, this)
        tables = read_tournament(session, league_id, number).state.rounds[-1].tables
        for table in tables if this <= PLAYED else tables[:1]:
            points = tuple(dice.sample(range(*POINTS), len(table.sides)))
            enter_slip(request(), number, SlipDraft(this, table.number, points))
    return number
