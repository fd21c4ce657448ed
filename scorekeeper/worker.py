"""What gunicorn asks of its configuration.

A worker about to stop lets the phones go that follow from it; as long as one lives, nobody puts another file in the
place of its database.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from scorekeeper.services.backup import mark_in_use


def post_worker_init(worker: Any) -> None:
    """Called by gunicorn in each worker, once the app is there."""
    url = make_url(worker.wsgi.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() == "sqlite" and url.database:
        mark_in_use(Path(url.database))
    worker.wsgi.extensions["notices"].stopping = lambda: not worker.alive or os.getppid() != worker.ppid
