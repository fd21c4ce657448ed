"""The gunicorn configuration.

A worker about to stop releases the phones that follow from it; while one lives, `restore` cannot replace its database.
All processes log alike.
"""

from __future__ import annotations

import gc
from typing import Any

from sqlalchemy.orm import configure_mappers

from scorekeeper.core import logs
from scorekeeper.core.money_text import money_text
from scorekeeper.core.settings import from_environment
from scorekeeper.operations.backup import start_backup_thread
from scorekeeper.operations.database_files import hold_server_lock
from scorekeeper.variants.catalogue import catalogue

PRELOADED_TEMPLATES = ("home/index.html", "new_game/seats.html", "table/show.html")

logconfig_dict = logs.configuration(from_environment())


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
    worker.wsgi.extensions["live_updates"].stopping = lambda: not worker.alive
    start_backup_thread(settings)
