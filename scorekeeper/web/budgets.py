"""What strangers may do on a server that is open to them: found leagues, and send and fetch files, so often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, request

from scorekeeper.extensions import db
from scorekeeper.services.access.rate_limits import FOUNDING, address_key, is_local, spend
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.errors import FoundingClosed
from scorekeeper.web.access_lookup import client_key

if TYPE_CHECKING:
    from scorekeeper.services.access.rate_limits import Budget


def spend_budget(budget: Budget, uses: int = 1, league: int | None = None) -> None:
    """Count uses of a budget by the address of this request, and by a league or else by the server.

    Raises BudgetSpent.
    """
    if not is_local(request.remote_addr):
        together = address_key(current_app.config["SECRET_KEY"], None, f"{budget.what} of {league or 'all'}")
        spend(db.session, wall_clock, budget, (client_key(budget.what), together), uses)


def check_founding() -> None:
    """Check that the sender of this request may make a league.  Raises FoundingClosed, BudgetSpent."""
    if not current_app.config["SETTINGS"].open:
        raise FoundingClosed
    spend_budget(FOUNDING)
