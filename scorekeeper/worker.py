"""What gunicorn asks of its configuration: a worker about to stop lets the phones go that follow from it."""

from __future__ import annotations

import os
from typing import Any


def post_worker_init(worker: Any) -> None:
    """Called by gunicorn in each worker, once the app is there."""
    worker.wsgi.extensions["notices"].stopping = lambda: not worker.alive or os.getppid() != worker.ppid
