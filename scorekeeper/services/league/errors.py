"""What a league does not have."""

from __future__ import annotations

from scorekeeper.services.errors import ServiceError


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
