"""The gunicorn configuration.

A worker about to stop releases the phones that follow from it; while one lives, `restore` cannot replace its database.
All processes log alike, and share a folder of metrics if metrics are on.
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
from scorekeeper.variants.catalogue import catalogue
from scorekeeper.web.money_text import money_text

_chosen = from_environment()
_metrics_folder = tempfile.mkdtemp(prefix="scorekeeper-") if _chosen.metrics or _chosen.metrics_token else None
if _metrics_folder:  # before the library is imported, which reads it
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _metrics_folder

PRELOADED_TEMPLATES = ("home/index.html", "new_game/seats.html", "table/show.html")

logconfig_dict = logs.configuration(_chosen)


def when_ready(server: Any) -> None:
    """Called by gunicorn in its first process, after loading the app and before there are workers.

    What all workers need is loaded here and shared.  It is garbage collected once and then frozen: a worker
    that collected it would copy all of its memory.
    """
    for name in PRELOADED_TEMPLATES:
        server.app.wsgi().jinja_env.get_template(name)
    configure_mappers()
    money_text(1, "USD")
    catalogue()
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
    """Called in the first process when a worker has ended: its open streams are no longer counted."""
    if _metrics_folder:
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - only where metrics are on

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: Any) -> None:
    """Called in the first process at the very end."""
    if _metrics_folder:
        shutil.rmtree(_metrics_folder, ignore_errors=True)
