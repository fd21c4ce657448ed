"""Metrics for Prometheus; no name, no code and no address is among them.

Each serving process writes its own into files of one folder (gunicorn_config.py); the one that is asked adds them up.
Loaded only where METRICS asks for it.
"""

from __future__ import annotations

import os
import shutil
from hmac import compare_digest
from ipaddress import ip_address
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper import __version__, network
from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.operations.schedule import has_failed, newest_backup, schedule_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from wsgiref.types import WSGIEnvironment

    from flask import Flask
    from sqlalchemy import Engine

    from scorekeeper.settings import Settings

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""How the library is told the folder that the processes share."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SAVE_HAND = ("POST", "/t/<code>/hands")
PROXY_HEADERS = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
"""Headers that a proxy adds: behind one everybody seems to come from this machine."""


class Metrics:
    """The counters of one process; `answer` adds up those of all."""

    def __init__(self, app: Flask, chosen: Settings) -> None:
        with app.app_context():
            self._state = StateCollector(db.engine, chosen)
        self._loopback, self._token = chosen.metrics, chosen.metrics_token
        self._hosts = [*network.LOOPBACK_NAMES, *chosen.trusted_hosts]
        self._own = CollectorRegistry()
        each, here = ("method", "route"), self._own
        self._requests = Counter("scorekeeper_requests", "Requests answered.", (*each, "status"), registry=here)
        self._seconds = Histogram(
            "scorekeeper_request_seconds", "Time until the answer began.", each, buckets=BUCKETS, registry=here
        )
        self._hands = Counter("scorekeeper_hands_saved", "Hands saved, one sent again counted again.", registry=here)
        self.streams = Gauge(
            "scorekeeper_streams_open", "Phones that follow a game live.", registry=here, multiprocess_mode="livesum"
        )

    def note(self, method: str, route: str, status: int, headers: list[tuple[str, str]], seconds: float) -> None:
        """Count a request."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)
        if (method, route) == SAVE_HAND and any(name == "Saved-As" for name, _ in headers):
            self._hands.inc()

    def answer(self, environ: WSGIEnvironment) -> tuple[str, str] | None:
        """Return the metrics; None for a client that may not see them, which is told nothing is there."""
        if environ["REQUEST_METHOD"] != "GET" or not (self._is_local(environ) or self._has_token(environ)):
            return None
        registry = self._own
        if os.environ.get(SHARED_FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return "200 OK", generate_latest(registry).decode() + generate_latest(self._state.registry).decode()

    def _is_local(self, environ: WSGIEnvironment) -> bool:
        """Return whether a program on this machine asks: not a proxy, nor a page under another host name."""
        if not self._loopback or any(name in environ for name in PROXY_HEADERS):
            return False
        try:
            here = ip_address(environ.get("REMOTE_ADDR", "")).is_loopback
        except ValueError:
            return False
        return here and host_is_trusted(environ.get("HTTP_HOST", ""), self._hosts)

    def _has_token(self, environ: WSGIEnvironment) -> bool:
        given = environ.get("HTTP_AUTHORIZATION", "").encode("utf-8", "replace")
        return bool(self._token) and compare_digest(given, f"Bearer {self._token}".encode())


class StateCollector(Collector):
    """What is looked up for each request: the database, the disk, the backups, the version."""

    def __init__(self, engine: Engine, chosen: Settings) -> None:
        self._engine, self._chosen = engine, chosen
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def describe(self) -> list[GaugeMetricFamily]:
        """Return nothing, so that nothing is looked up when the server starts."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Look it up."""
        info = GaugeMetricFamily("scorekeeper_info", "The version that serves.", labels=["version"])
        info.add_metric([__version__], 1)
        yield info
        size = database_size(self._engine)
        yield GaugeMetricFamily("scorekeeper_database_up", "1 where the database answers.", int(size is not None))
        if size is not None:
            yield GaugeMetricFamily("scorekeeper_database_bytes", "How large the database is.", size)
        free = free_space(self._chosen.instance)
        yield GaugeMetricFamily("scorekeeper_disk_free_bytes", "What is free on the disk of ./instance.", free)
        if self._chosen.backup_every:
            yield from self._backups()

    def _backups(self) -> Iterator[GaugeMetricFamily]:
        folder, now = self._chosen.backups, wall_clock()
        failed = int(has_failed(schedule_of(self._chosen), now))
        yield GaugeMetricFamily("scorekeeper_backup_failed", "1 where the last backup failed, or is overdue.", failed)
        if last := newest_backup(folder, now):
            age = (now - last.at).total_seconds()
            yield GaugeMetricFamily("scorekeeper_backup_age_seconds", "How old the newest backup is.", age)


def free_space(folder: Path) -> int:
    """Return the bytes free on the disk of a folder that may not be made yet."""
    return shutil.disk_usage(next(place for place in (folder, *folder.parents) if place.exists())).free


def database_size(engine: Engine) -> int | None:
    """Return the size of the database in bytes; None if it does not answer."""
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            else:
                size = "SELECT pg_database_size(current_database())"
            return int(connection.execute(text(size)).scalar_one())
    except SQLAlchemyError:
        return None
