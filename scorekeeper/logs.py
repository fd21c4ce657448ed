"""Logging, and what is never logged.

Each line names the request it is about.  No line contains a secret that lets somebody in, or a name: an address is
logged as its route, and the message of an error is withheld, as it may quote what somebody typed.  Its type and
traceback are logged; messages of the disk and of the database too.
"""

from __future__ import annotations

import logging
import logging.config
import re
import sqlite3
import traceback
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.settings import Settings

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The number of the request this thread answers, in its response and in the log."""

WITHHELD = "(its words may quote what somebody typed)"
LED_TO = "\n… which led to:\n"
DATABASE_ERRORS = {"OperationalError", "IntegrityError", "InterfaceError", "InternalError"}
"""Errors of psycopg whose first line names tables and files, and no values."""
GUNICORN_QUOTES = re.compile(r"(Error handling request|Invalid request from) .*", re.DOTALL)
ADDRESS = re.compile(r"(/[lst]/)[\w-]+")
PLAIN = "%(asctime)s %(levelname)s %(message)s%(about)s"
PLAIN_LINES = {"()": "scorekeeper.logs.PlainLines"}
JSON_LINES = {
    "()": "pythonjsonlogger.json.JsonFormatter",
    "fmt": ["levelname", "name", "process", "message"],
    "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "trace", "process": "pid"},
    "timestamp": "time",
}
"""One JSON object per line: time (UTC), level, logger, pid, message, the request it is about, the trace of an error."""


def set_up(chosen: Settings) -> None:
    """Set up logging for this process as the settings say."""
    logging.config.dictConfig(configuration(chosen))


def configuration(chosen: Settings) -> dict[str, Any]:
    """Return what `logging.config` and gunicorn take; all of it goes to standard error."""
    discreet = {} if chosen.debug else {"discreet": {"()": "scorekeeper.logs.RedactSecrets"}}
    filters = {**discreet, "request": {"()": "scorekeeper.logs.RequestNumber"}}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": filters,
        "formatters": {"lines": JSON_LINES if chosen.log_json else PLAIN_LINES},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": list(filters),
            }
        },
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "scorekeeper": {"level": "INFO"},
            "gunicorn.error": {"level": "WARNING", "handlers": ["stderr"], "propagate": False},
            "gunicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},  # it quotes addresses
        },
    }


class RequestNumber(logging.Filter):
    """Adds the number of the request to a record that is about one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place; every record passes."""
        if number := request_id.get():
            record.request = number
        return True


class RedactSecrets(logging.Filter):
    """Removes secrets and personal data from a record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place; every record passes."""
        record.msg, record.args = without_secrets(record.getMessage()), ()
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text, record.exc_info = format_error(record.exc_info[1]), None
        return True


class PlainLines(logging.Formatter):
    """For people: a time, a word, a sentence."""

    def __init__(self) -> None:
        super().__init__(PLAIN)

    def format(self, record: logging.LogRecord) -> str:
        number = getattr(record, "request", None)
        record.about = f" (request {number})" if number else ""
        return super().format(record)


def without_secrets(message: str) -> str:
    """Return a message without the codes in its addresses, because the address is all anyone needs to see a game."""
    return ADDRESS.sub(r"\1…", GUNICORN_QUOTES.sub(r"\1 …", message))


def format_error(error: BaseException) -> str:
    """Return the traceback of an error and of its causes, without the values in them."""
    return LED_TO.join(
        f"{''.join(traceback.format_tb(each.__traceback__))}{describe_error(each)}" for each in _causes(error)
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Return an error and its causes, the first cause first."""
    seen: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and at not in seen:
        seen.append(at)
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return reversed(seen)


def describe_error(error: BaseException) -> str:
    """Return the type of an error, and its message if it is one of the disk or the database."""
    kind = type(error)
    inner = getattr(error, "orig", None)  # SQLAlchemy's own message repeats the statement and its values
    if isinstance(inner, BaseException):
        return f"{kind.__qualname__}: {describe_error(inner)}"
    if isinstance(error, OSError):
        words = error.strerror or ""
    elif isinstance(error, sqlite3.Error) or any(map(_is_database_error, kind.__mro__)):
        words = (str(error).splitlines() or [""])[0]
    else:
        words = WITHHELD
    return f"{kind.__module__}.{kind.__qualname__}: {words}"


def _is_database_error(kind: type) -> bool:
    return kind.__module__ == "psycopg" and kind.__name__ in DATABASE_ERRORS
