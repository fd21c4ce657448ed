"""Log lines for programs, each an object of JSON; loaded only where LOG asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pythonjsonlogger.json import JsonFormatter

from scorekeeper.logs import request_id

if TYPE_CHECKING:
    import logging

NAMES = {"levelname": "level", "name": "logger", "exc_info": "trace", "process": "pid"}


class JsonLines(JsonFormatter):
    """time (UTC), level, logger, pid, message; request where it is about one; trace of an error; what else is said."""

    def __init__(self) -> None:
        super().__init__(["levelname", "name", "process", "message"], rename_fields=NAMES, timestamp="time")

    def format(self, record: logging.LogRecord) -> str:
        number = request_id.get()
        if number:
            record.request = number
        return super().format(record)
