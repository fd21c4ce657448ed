"""Forms that change a league, days, and games of one hand."""

import datetime as dt

from scorekeeper.core.transaction import Submission
from tests.factories import POINTS

FIRST = dt.date(2026, 11, 1)


def day_of(number):
    """The first of November is day 0."""
    return FIRST + dt.timedelta(days=number)


def form_of(session, clock, device, **more):
    """A form for the first league of a test."""
    return Submission(session, clock, device, **{"league_id": 1, **more})


def won_by(letter):
    """A hand that takes everything: of the first seat and its partner (A), or of the second (B)."""
    bidder = "1" if letter == "A" else "2"
    return {"bidder": bidder, "bid": 5, "points": dict.fromkeys(POINTS, bidder)}


def duel_won_by(letter):
    """A hand of Smoke for two: all five tricks for the first (A), or for the second (B)."""
    return {"tricks": {"1": 5, "2": 0} if letter == "A" else {"1": 0, "2": 5}}
