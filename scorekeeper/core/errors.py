"""Why a form or command was refused.  What cannot have happened at the table is raised as `rules.errors.SheetError`."""

from __future__ import annotations

from typing import TypeVar

from scorekeeper.sheets.phrases import say_error

T = TypeVar("T")


def one_line(error: BaseException) -> str:
    """Return the first line of an error's message, without the SQL statement that SQLAlchemy adds."""
    return (say_error(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


class ServiceError(Exception):
    """Base of what is raised where something is refused."""


class NotFound(ServiceError):
    """There is no such game, league, person, phone …: 404, and 410 where a league was deleted."""


def must_exist(found: T | None) -> T:
    """Return what was looked up.  Raises NotFound for None."""
    if found is None:
        raise NotFound
    return found


class NotAllowed(ServiceError):
    """A phone may not do that to another one; the message is a sentence for the person who tried."""


class AccessLowered(ServiceError):
    """A phone's role was lowered, or it was shut out, while its form waited: nothing of it was written."""


class UnknownCode(ServiceError):
    """A code or passphrase that never existed or is no longer valid."""


class TooManyFailures(ServiceError):
    """Too many wrong codes from one address; `seconds` until it may try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__("Too many wrong codes.")
        self.seconds = seconds


class BudgetSpent(TooManyFailures):
    """Too many leagues or files from one address, or from all strangers together."""


class FoundingClosed(ServiceError):
    """Only the person who runs this server can start a league."""


class TransferBusy(ServiceError):
    """Another league is being exported or imported; only one can be at a time."""


class OpIdReused(ServiceError):
    """This form was used before with other values.  What it wrote stays; a correction can change it."""


class ReasonRequired(ServiceError):
    """The night is closed: a keeper may still change it, but has to say why.  The message says so."""


class NotDue(ServiceError):
    """The payment to be marked is no longer owed: somebody else marked it, or a game was corrected since."""
