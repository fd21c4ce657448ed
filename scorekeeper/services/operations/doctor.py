"""The doctor: a table of checks, each a function that yields a sentence for every fault it finds.

A check reads in small pieces and releases the file after each, so it delays nobody who keeps score, and its memory does
not grow with the number of games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING

from sqlalchemy.exc import DatabaseError

from scorekeeper.models.engine import is_away
from scorekeeper.services.errors import one_line
from scorekeeper.services.operations import doctor_games, doctor_league, doctor_projections, doctor_system
from scorekeeper.services.operations.doctor_context import CheckContext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Connection

    from scorekeeper.services.operations.doctor_context import Host, Progress


MAX_FAULTS = 20
"""Faults listed of one check; the others are counted."""


class Verdict(Enum):
    OK = "ok"
    WRONG = "wrong"
    UNKNOWN = "not checked"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Check:
    """One check; `promise` is what it shows when it finds nothing wrong."""

    name: str
    promise: str
    look: Callable[[CheckContext], Iterator[str]]
    slow: bool = False
    """It replays games."""
    vital: bool = False
    """If it finds something, the checks after it are skipped."""


CHECKS = (
    Check("version", "This version of the program made the database.", doctor_system.version, vital=True),
    Check("saving", "Saved data survives a power cut.", doctor_system.saving),
    Check("file", "The file is intact, and every reference in it leads somewhere.", doctor_system.file),
    Check("guards", "Tables, indexes and triggers match the migrations.", doctor_system.guards),
    Check("names", "Everybody can be found by name.", doctor_league.names),
    Check("rules", "The rules stored with the games are unchanged.", doctor_games.rules),
    Check("lines", "No line of any game was changed by hand.", doctor_games.lines),
    Check("seals", "Every given seal belongs to a game.", doctor_games.seals),
    Check("scores", "Every score follows from its lines.", doctor_games.scores, slow=True),
    Check("entries", "The cents of every entry add up to zero, and no entry is missing.", doctor_games.entries_sum),
    Check("sums", "So do the cents of every game, night and league.", doctor_games.sums),
    Check("reversals", "Every reversal mirrors the entry it takes back.", doctor_games.reversals),
    Check("payments", "Every payment is from one person to another.", doctor_games.payments),
    Check("stakes", "Every game moved the money its lines call for.", doctor_games.stakes, slow=True),
    Check(
        "tournaments",
        "Every tournament follows from its lines, and its payout matches the ledger.",
        doctor_league.played_tournaments,
    ),
    Check(
        "standings",
        "Balances, standings, statistics and ratings follow from the games.",
        doctor_projections.projections,
        slow=True,
    ),
)

HOST_CHECKS = (
    Check("disk", "There is free space on the disk.", doctor_system.disk),
    Check("clock", "The clock is not behind the saved data.", doctor_system.clock),
    Check("secrets", "Nobody else on this machine can read the data.", doctor_system.secrets),
    Check("backups", "Backups are up to date.", doctor_system.backups),
)
"""Checks of the machine, for a database in use and not for a copy of it."""


@dataclass(frozen=True)
class Finding:
    """The outcome of one check: the first faults in words, and how many more there are."""

    check: Check
    verdict: Verdict
    faults: tuple[str, ...] = ()
    more: int = 0
    notes: tuple[str, ...] = field(default=())


def run_checks(
    connection: Connection,
    *,
    quick: bool = False,
    progress: Progress = lambda _done, _of: None,
    host: Host | None = None,
    seals: Sequence[str] = (),
) -> Iterator[Finding]:
    """Run the checks, one finding each, in the order of `CHECKS`; `quick` replays no game.

    With a `host` the checks `HOST_CHECKS` follow.  `seals` are looked for in the games.
    """
    context = CheckContext(connection, progress, host, tuple(seals))
    can_go_on = True
    for check in (*CHECKS, *HOST_CHECKS) if host else CHECKS:
        if not can_go_on or (quick and check.slow):
            yield Finding(check, Verdict.SKIPPED)
            continue
        finding = _run_check(check, context)
        can_go_on = not (check.vital and finding.faults)
        yield finding


def _run_check(check: Check, context: CheckContext) -> Finding:
    context.notes.clear()
    found = _faults_in_words(check, context)
    try:
        faults = tuple(islice(found, MAX_FAULTS))
        more = sum(1 for _ in found)
    except _CannotLookError as error:
        return Finding(check, Verdict.UNKNOWN, (str(error),), notes=tuple(context.notes))
    verdict = Verdict.WRONG if faults else Verdict.OK
    return Finding(check, verdict, faults, more, tuple(context.notes))


class _CannotLookError(Exception):
    """A check that could not run, which says nothing about what it checks; the message is a sentence."""


def _faults_in_words(check: Check, context: CheckContext) -> Iterator[str]:
    """Yield the faults of a check; an unreadable database is one of them.

    Raises _CannotLookError for one that does not answer.
    """
    try:
        yield from check.look(context)
    except DatabaseError as error:
        if is_away(error):
            raise _CannotLookError(f"The database does not answer: {one_line(error)}.") from error
        context.connection.rollback()
        yield f"It could not be checked: {one_line(error)}."
    except OSError as error:
        yield f"It could not be checked: {error}."
    except ValueError as error:  # text that is no longer valid JSON
        yield f"It could not be checked: {error}."
