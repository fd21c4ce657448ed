"""The server's own backups: a thread looks every minute whether one is due, and has a process of its own make it.

Of its own, so that looking through the copy takes no time from whoever saves, and so that a worker may end meanwhile.
Every worker looks; the lock in the folder lets one of them do it.
"""

from __future__ import annotations

import datetime as dt
import logging
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from scorekeeper.services.clock import wall_clock
from scorekeeper.services.schedule import Plan, is_due

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.settings import Settings

log = logging.getLogger(__name__)

LOOK = 60.0
"""Seconds between two looks."""
AGAIN = 15 * 60.0
"""Seconds after one that failed."""
COMMAND = (sys.executable, "-m", "scorekeeper", "backup", "--if-due")


def plan_of(chosen: Settings) -> Plan:
    """Give the schedule that the settings ask for."""
    every = dt.timedelta(hours=chosen.backup_every) if chosen.backup_every else None
    return Plan(chosen.database_file or make_url(chosen.database_url), chosen.backups, every, chosen.backup_keep)


def keep_backing_up(plan: Plan) -> threading.Thread | None:
    """Begin to look, for as long as this process lives; None where no schedule is kept."""
    if plan.every is None:
        return None
    thread = threading.Thread(target=_look, args=[plan], name="backups", daemon=True)
    thread.start()
    return thread


def _look(plan: Plan) -> None:
    rest = threading.Event()
    while True:
        rest.wait(LOOK if back_up_if_due(plan) else AGAIN)


def back_up_if_due(plan: Plan, make: Callable[[], str | None] | None = None) -> bool:
    """Have a backup made if one is due; tell whether all went well.  Whatever goes wrong is said in the log."""
    try:
        if not is_due(plan, wall_clock()):
            return True
        failed = (make or _in_a_process_of_its_own)()
    except Exception:  # a thread that ended would end the backups in silence
        log.exception("No backup was made.")
        return False
    if failed:
        log.error("No backup was made: %s", failed)
    return not failed


def _in_a_process_of_its_own() -> str | None:
    """Give what it said where it failed."""
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    if done.returncode == 0:
        if done.stdout:  # else another worker's was first
            log.info("%s", done.stdout.strip())
        return None
    return (done.stderr.strip().splitlines() or ["it ended without a word"])[-1].removeprefix("Error: ")
