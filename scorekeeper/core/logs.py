"""Logging, and what is never logged.

No line contains a secret that lets somebody in, or a name: an address is logged as its route, and the message of an
error is withheld, as it may quote what somebody typed.  Its type and traceback are logged; messages of the disk and of
the database too.
"""

import logging
import logging.config
import re
import sqlite3
import traceback

DATABASE_ERRORS = {"OperationalError", "IntegrityError", "InterfaceError", "InternalError"}
"""Errors of psycopg whose first line names tables and files, and no values."""
SERVER_QUOTES = re.compile(r"(Exception while serving) .*", re.DOTALL)
ADDRESS = re.compile(r"(/[lst]/)[\w-]+")


def set_up(*, debug: bool) -> None:
    """Set up logging for this process; all of it goes to standard error."""
    stderr = {"class": "logging.StreamHandler", "formatter": "lines", "filters": [] if debug else ["discreet"]}
    logging.config.dictConfig({
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"discreet": {"()": RedactSecrets}},
        "formatters": {"lines": {"format": "%(asctime)s %(levelname)s %(message)s"}},
        "handlers": {"stderr": stderr},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "scorekeeper": {"level": "INFO"},
            "gunicorn.error": {"level": "WARNING", "handlers": ["stderr"], "propagate": False},
            "gunicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},  # it quotes addresses
            "waitress.queue": {"level": "ERROR"},  # it warns of each request that waits for a thread
        },
    })  # fmt: skip


class RedactSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place; every record passes.

        No code of an address is left: the address is all anyone needs to see a game.
        """
        record.msg, record.args = ADDRESS.sub(r"\1…", SERVER_QUOTES.sub(r"\1 …", record.getMessage())), ()
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text, record.exc_info = format_error(record.exc_info[1]), None
        return True


def format_error(error: BaseException) -> str:
    """Return the traceback of an error and of its causes, the first cause first, without the values in them."""
    told: list[str] = []
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        told.insert(0, f"{''.join(traceback.format_tb(at.__traceback__))}{describe_error(at)}")
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "\n… which led to:\n".join(told)


def describe_error(error: BaseException) -> str:
    """Return the type of an error, and its message if it is one of the disk or the database."""
    kind = type(error)
    inner = getattr(error, "orig", None)  # SQLAlchemy's own message repeats the statement and its values
    if isinstance(inner, BaseException):
        return f"{kind.__qualname__}: {describe_error(inner)}"
    of_psycopg = any(base.__module__ == "psycopg" and base.__name__ in DATABASE_ERRORS for base in kind.__mro__)
    words = "(its words may quote what somebody typed)"
    if isinstance(error, OSError):
        words = error.strerror or ""
    elif isinstance(error, sqlite3.Error) or of_psycopg:
        words = (str(error).splitlines() or [""])[0]
    return f"{kind.__module__}.{kind.__qualname__}: {words}"
