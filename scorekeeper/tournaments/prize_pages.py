"""The money of a tournament on its pages: fees in the cash box, how the pot is shared, what everybody is paid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.core.money_text import money_text
from scorekeeper.tournaments.maths.prizes import SIDE_PRIZES, side_prize_winners, weighted
from scorekeeper.tournaments.maths.rounds import Side, flattened, joined
from scorekeeper.tournaments.prizes import settled
from scorekeeper.tournaments.reading import TournamentView


@dataclass(frozen=True)
class Prize:
    """One prize: what for, how much, and who wins it as things are."""

    words: str
    amount: str
    winners: str


@dataclass(frozen=True)
class Payment:
    """What one player is paid; `note` says how it is split between cash and the ledger."""

    name: str
    amount: str
    note: str


def prizes(view: TournamentView) -> tuple[Prize, ...]:
    """Return how the pot is shared, and who wins the side prizes as things are."""
    setup = view.setup
    if not view.pot:
        return ()
    whole = sum(setup.shares)
    found = [
        Prize(f"Place {number} · {round(100 * share / whole)}%", amount, "")
        for number, (share, amount) in enumerate(zip(setup.shares, place_amounts(view), strict=True), start=1)
        if share
    ]
    totals = [place.total for place in view.places]
    for key, cents in setup.side_pots:
        winners = side_prize_winners(key, totals)
        words = SIDE_PRIZES[key].words
        found.append(Prize(f"{words[:1].upper()}{words[1:]}", money_text(cents, setup.currency), _names(view, winners)))
    return tuple(found)


def place_amounts(view: TournamentView) -> tuple[str, ...]:
    """Return what each place gets of the pot as it is now, less the side prizes; nothing without a pot."""
    setup = view.setup
    if not view.pot or not any(setup.shares):
        return ()
    left = max(view.pot - sum(cents for _, cents in setup.side_pots), 0)
    return tuple(money_text(cents, setup.currency) for cents in weighted(setup.shares, left))


def _names(view: TournamentView, sides: Iterable[Side]) -> str:
    return joined([view.side_name(side) for side in sides])


def payments(view: TournamentView) -> tuple[Payment, ...]:
    """Return what everybody was paid, the most first."""
    paid = sorted(view.state.paid, key=lambda each: (-each[1], view.names[each[0]]))
    cash = settled(view.state, dict(view.state.paid))[0]
    return tuple(
        Payment(name, money_text(cents, view.setup.currency), _cash_words(view, player, cents, cash.get(player, 0)))
        for player, cents in paid
        for name in [view.names[player]]
    )


def _cash_words(view: TournamentView, player: int, cents: int, cash: int) -> str:
    """Return in words how much of a prize is cash from the box: "" where nobody paid cash."""
    if not view.state.paid_cash:
        return ""
    fee, currency = view.setup.fee, view.setup.currency
    if cash == cents:
        return "in cash"
    if cash == cents - fee and cash and player not in flattened(view.state.paid_cash):
        return f"{money_text(cash, currency)} in cash, after the {money_text(fee, currency)} entry fee"
    return f"{money_text(cash, currency)} of it in cash" if cash else "on the ledger"


def fees_words(view: TournamentView) -> str:
    """Return in words who paid the entry fee in cash: "9 of 13 paid in cash: $90.00 in the box."."""
    if not view.setup.fee:
        return ""
    players, paid = len(flattened(view.state.sides)), len(flattened(view.state.paid_cash))
    over = view.state.finished
    if not paid:
        return "Nobody paid in cash." if over else "Nobody has paid in cash: the fees will be on the ledger."
    box = money_text(paid * view.setup.fee, view.setup.currency)
    return f"{paid} of {players} paid in cash: {box}{'' if over else ' in the box'}."
