"""Why a service said no.  What cannot have happened at the table passes through as `rules.errors.SheetError`."""

from __future__ import annotations


def one_line(error: BaseException) -> str:
    """Give what a database said, or whoever else; the statement it said it of is nothing for people to read."""
    return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


class ServiceError(Exception):
    """Base of what services raise by themselves."""


class GameNotFound(ServiceError):
    """No game has that code."""


class HouseRulesNotFound(ServiceError):
    """This phone's league keeps no such rules."""


class PhoneNotFound(ServiceError):
    """This league has no such phone."""


class NotAllowed(ServiceError):
    """A phone may not do that to another; the message is a sentence for whoever tried."""


class UnknownCode(ServiceError):
    """A code or passphrase that opens nothing: it never did, or does no longer."""


class TooManyFailures(ServiceError):
    """Wrong codes came too often from one address; `seconds` until it may try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__("Too many wrong codes.")
        self.seconds = seconds


class OpIdReused(ServiceError):
    """This form was used before, with other values: what it wrote then stays, this wants a correction."""


class ReasonRequired(ServiceError):
    """The night was closed: whoever keeps the league may change it, and says why.  The message says so."""


class NotDue(ServiceError):
    """What was to be marked paid is not owed any more: somebody else marked it, or a game was corrected since."""


class LeagueNotFound(ServiceError):
    """No league has that code."""


class SeasonNotFound(ServiceError):
    """This league has no such season."""


class PersonNotFound(ServiceError):
    """Nobody of this league has that number."""


class NightNotFound(ServiceError):
    """This league had no such night."""


class ResultNotFound(ServiceError):
    """That game does not count, or that person did not play in it."""
