"""What gunicorn asks of its configuration.

A worker about to stop lets the phones go that follow from it; as long as one lives, nobody puts another file in the
place of its database.  All processes log alike, and share one folder of figures where figures are wanted.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from typing import Any

from sqlalchemy.orm import configure_mappers

from scorekeeper import logs
from scorekeeper.services.operations.database_files import hold_server_lock
from scorekeeper.services.operations.schedule import schedule_of, start_backup_thread
from scorekeeper.settings import from_environment
from scorekeeper.web.money_text import money_text

_chosen = from_environment()
_figures = tempfile.mkdtemp(prefix="scorekeeper-") if _chosen.metrics or _chosen.metrics_token else None
if _figures:  # before the library is loaded, which looks there
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _figures

PRELOADED_TEMPLATES = ("home/index.html", "new_game/seats.html", "table/show.html")

logconfig_dict = logs.configuration(_chosen)


def when_ready(server: Any) -> None:
    """Called by gunicorn in its first process, the app loaded and no worker there yet.

    What all workers need is loaded here, and they share it.  It is looked through for garbage once and never again: a
    worker that did would write to all of it, and have it for itself.
    """
    for name in PRELOADED_TEMPLATES:
        server.app.wsgi().jinja_env.get_template(name)
    configure_mappers()
    money_text(1, "USD")
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """Called by gunicorn in each worker, once the app is there."""
    settings = worker.wsgi.config["SETTINGS"]
    if settings.database_file:
        hold_server_lock(settings.database_file)
    worker.wsgi.extensions["live_updates"].stopping = lambda: not worker.alive or os.getppid() != worker.ppid
    start_backup_thread(schedule_of(settings))


def child_exit(_server: Any, worker: Any) -> None:
    """Called in the first process when a worker is gone: the streams it had open are none any more."""
    if _figures:
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - where figures are wanted

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: Any) -> None:
    """Called in the first process at the very end."""
    if _figures:
        shutil.rmtree(_figures, ignore_errors=True)
