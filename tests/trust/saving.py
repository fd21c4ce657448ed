"""A process that keeps score and says what it was told is saved.

`python -m tests.trust.saving DATABASE LOG HANDS CARE` writes lines: `begun POSITION`, then `OP_ID POSITION` for every
hand once it is acknowledged; POSITION is how far the disk's log had come by then.  CARE is a key of CARES.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.orm import Session

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from tests.databases import open_engine
from tests.factories import draft, enrol, hand, op_id

CARES = {
    "ours": "",
    "wal-normal": "journal_mode = WAL, synchronous = NORMAL",
    "off": "synchronous = OFF",
    "delete": "journal_mode = DELETE",
}
"""What is said to every connection after the program has fitted it out; the last is what SQLite does by itself."""


def engine_with(database, care):
    engine = open_engine(database)

    def say(connection, _record):
        for setting in filter(None, CARES[care].split(", ")):
            connection.execute(f"PRAGMA {setting}")

    event.listen(engine, "connect", say)
    return engine


def keep_score(database, log, hands, care):
    def tell(what):
        sys.stdout.write(f"{what} {log.stat().st_size}\n")
        sys.stdout.flush()

    engine = engine_with(database, care)
    with Session(engine, expire_on_commit=False) as session:
        phone, _ = enrol(session, wall_clock, "A phone")
        code = create_game(Submission(session, wall_clock, phone), draft(house={"finish.target": "none"}))
        tell("begun")
        for seen in range(hands):
            number = op_id()
            record_line(Submission(session, wall_clock, phone, op_id=number, seen=seen), code, hand())
            tell(number)


if __name__ == "__main__":
    keep_score(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
