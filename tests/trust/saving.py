"""A process that says what it was told is saved: it keeps score, or runs a tournament.

`python -m tests.trust.saving WHAT DATABASE LOG LINES CARE` writes lines: `begun POSITION`, then `OP_ID POSITION` for
every hand, slip or drawn round once it is acknowledged; POSITION is how far the disk's log had come by then.  WHAT is
`hands` or `rounds`, CARE a key of CARES.
"""

import sys
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.orm import Session

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.tournaments.actions import draw_round, enter_slip
from scorekeeper.tournaments.maths.rounds import Slip
from tests.databases import open_engine
from tests.factories import draft, enrol, hand
from tests.tournaments.conftest import THIRTEEN, Evening

CARES = {
    "ours": "",
    "wal-normal": "journal_mode = WAL, synchronous = NORMAL",
    "off": "synchronous = OFF",
    "delete": "journal_mode = DELETE",
}
"""What is said to every connection after the program has fitted it out; the last is what SQLite does by itself."""


def hands(_session, form):
    """Record a hand, again and again."""
    code = create_game(form(), **draft(house={"finish.target": "none"}))
    seen = 0
    while True:
        sent = form(seen=seen)
        yield sent.op_id
        record_line(sent, code, hand())
        seen += 1


def rounds(session, form):
    """Enter a slip, or draw the next round whenever one is closed."""
    create_game(form(), **draft())
    evening = Evening(session, lambda: form(league_id=1))
    evening.enter(*THIRTEEN)
    while True:
        sent, state = form(league_id=1), evening.state
        yield sent.op_id
        if state.is_closed:
            draw_round(sent, evening.id, len(state.rounds) + 1)
        else:
            table = state.current.open_tables[0]
            enter_slip(sent, evening.id, (len(state.rounds), table.number), Slip((20, 10)))


def save(what, database, log, lines, care):
    def tell(what):
        sys.stdout.write(f"{what} {log.stat().st_size}\n")
        sys.stdout.flush()

    def say(connection, _record):
        for setting in filter(None, CARES[care].split(", ")):
            connection.execute(f"PRAGMA {setting}")

    engine = open_engine(database)
    event.listen(engine, "connect", say)
    with Session(engine, expire_on_commit=False) as session:
        phone, _ = enrol(session, wall_clock, "A phone")
        saving = what(session, lambda **more: Submission(session, wall_clock, phone, **more))
        op_id = next(saving)
        tell("begun")
        for _ in range(lines):
            saved, op_id = op_id, next(saving)
            tell(saved)


if __name__ == "__main__":
    save({"hands": hands, "rounds": rounds}[sys.argv[1]], *map(Path, sys.argv[2:4]), int(sys.argv[4]), sys.argv[5])
