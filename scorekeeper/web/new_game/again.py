"""The form of a new game filled in with what was played last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.stakes import AMOUNT_KEYS, written_amount
from scorekeeper.web.components.house_rules_form import value_text
from scorekeeper.web.components.questions import rule_field
from scorekeeper.web.new_game.forms import new_game_forms, stake_field

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scorekeeper.rules.values import Value
    from scorekeeper.services.games.again import LastGame
    from scorekeeper.services.money.league_limits import LeagueLimits
    from scorekeeper.web.new_game.forms import NewGameForms


def again_forms(last: LastGame, limits: LeagueLimits, active: Collection[str]) -> NewGameForms:
    """Return the forms as if somebody had filled them in; who is not among the `active` people has an empty seat."""
    base: Mapping[str, Value] = last.saved.settings if last.saved else {}
    names = {f"name-{seat}": name for seat, name in enumerate(last.names, start=1) if name in active}
    changed = {rule_field(key): value_text(value) for key, value in last.house.items() if value != base.get(key)}
    fields = {**names, "dealer": str(last.dealer + 1), **changed, **_stake_fields(last)}
    forms = new_game_forms(last.variant, len(last.names), base, limits, MultiDict(fields))
    forms.settings.validate()
    return forms


def _stake_fields(last: LastGame) -> dict[str, str]:
    if last.stakes is None:
        return {}
    amounts = {stake_field(key): getattr(last.stakes, key) for key in AMOUNT_KEYS}
    return {key: written_amount(cents) for key, cents in amounts.items() if cents} | {"currency": last.stakes.currency}
