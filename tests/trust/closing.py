"""A process that runs a tournament and says what it was told is saved.

`python -m tests.trust.closing DATABASE LOG LINES CARE` is to a tournament's rounds what tests/trust/saving.py is to
hands: it enters slips and draws the next round whenever one is closed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy.orm import Session

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.tournaments.actions import draw_round, enter_slip
from scorekeeper.tournaments.maths.rounds import Slip
from tests.factories import draft, enrol
from tests.tournaments.conftest import THIRTEEN, Evening
from tests.trust.saving import engine_with


def close_rounds(database, log, lines, care):
    def tell(what):
        sys.stdout.write(f"{what} {log.stat().st_size}\n")
        sys.stdout.flush()

    with Session(engine_with(database, care), expire_on_commit=False) as session:
        phone, _ = enrol(session, wall_clock, "The director's phone")
        create_game(Submission(session, wall_clock, phone), draft())

        def form():
            return Submission(session, wall_clock, phone, league_id=1)

        evening = Evening(session, form)
        evening.enter(*THIRTEEN)
        tell("begun")
        for _ in range(lines):
            sent, state = form(), evening.state
            if state.is_closed:
                draw_round(sent, evening.id, len(state.rounds) + 1)
            else:
                table = state.current.open_tables[0]
                enter_slip(sent, evening.id, (len(state.rounds), table.number), Slip((20, 10)))
            tell(sent.op_id)


if __name__ == "__main__":
    close_rounds(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
