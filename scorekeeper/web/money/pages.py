"""What the settle pages show, read together: accounts, payments, the games still going on."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.view import read_game
from scorekeeper.services.money.accounts import league_accounts, movements, night_accounts
from scorekeeper.services.money.settle import (
    last_entry,
    league_totals,
    merged_into,
    open_entries_of,
    people_by_name,
    people_in_game,
    unfinished_games,
)
from scorekeeper.web.stamps import new_op_id, whole
from scorekeeper.web.views.money import SEASON, TONIGHT, balance_of, settling_of, share_text
from scorekeeper.web.views.money_account import GamePage, LedgerPage, PersonPage, moved_of, page_of
from scorekeeper.web.views.money_story import settlements_told, to_be_settled
from scorekeeper.web.views.settle_page import (
    FreeForm,
    SettlePage,
    elsewhere,
    going_on,
    night_called,
    nothing_to_settle,
)
from scorekeeper.web.views.table_page import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.games.view import GameView
    from scorekeeper.services.money.accounts import CurrencyAccounts, GameNight, Movement
    from scorekeeper.web.views.money import Settling
    from scorekeeper.web.views.money_account import Moved
    from scorekeeper.web.views.money_story import Settlement
    from scorekeeper.web.views.settle_page import GoingOn

MOST_PAYMENTS = 200
"""So many entries are looked through for payments; the older ones are in the ledger."""
PAGE_SIZE = 50
STORIES = 20
"""Amounts of a person's account on one page, each with the game behind it."""


@dataclass(frozen=True)
class Asked:
    """Which accounts are looked at: `of` a night or the season, everything through `via` or in the fewest payments."""

    of: str
    via: int | None = None

    @property
    def in_address(self) -> dict[str, Any]:
        """Give what keeps this choice in an address."""
        asked = {"of": self.of if self.of == SEASON else None, "via": self.via}
        return {name: value for name, value in asked.items() if value is not None}


def asked_in(values: Mapping[str, str]) -> Asked:
    """Read the choice from an address or a form; anything else is tonight, in the fewest payments."""
    return Asked(SEASON if values.get("of") == SEASON else TONIGHT, whole(values.get("via")))


def night_asked(place: GameNight, asked: Asked) -> int | None:
    """Give the night that is settled, None for the season."""
    return None if asked.of == SEASON else place.night_id


def read_settling(code: str, place: GameNight, asked: Asked, *, just: int | None = None, news: str = "") -> Settling:
    """Give who pays whom; `just` is the payment marked or taken back a moment ago, `news` why nothing changed."""
    night = night_asked(place, asked)
    return settling_of(
        code,
        asked.of,
        _owings(place, asked),
        movements(db.session, place.league_id, night_id=night, most=MOST_PAYMENTS),
        league_totals(db.session, place.league_id),
        via=asked.via,
        just=just,
        news=news,
    )


def settle_page(  # noqa: PLR0913 - what may be told beside the accounts
    view: GameView,
    place: GameNight,
    asked: Asked,
    *,
    just: int | None = None,
    news: str = "",
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
) -> SettlePage:
    """Give the settle page; `typed` and `wrong` are a free-form payment that was refused, and why."""
    settling = read_settling(view.code, place, asked, just=just, news=news)
    people = people_by_name(db.session, place.league_id)
    stakes = view.table.stakes
    currencies = [purse.currency for purse in settling.purses] or ([stakes.currency] if stakes else [])
    still = tuple(_going_on(view, place))
    return SettlePage(
        title=title_of(view),
        day=dt.date.fromisoformat(place.day),
        night=_night_called(place),
        settling=settling,
        stakes=stakes is not None,
        nothing=nothing_to_settle(asked.of, playing=bool(still)),
        elsewhere=elsewhere(settling, league_totals(db.session, place.league_id)),
        bankers=tuple(_everybody_once(settling)),
        going_on=still,
        form=FreeForm(tuple(people.items()), tuple(currencies), typed or {}, wrong or {}, new_op_id()),
        share=share_text(title_of(view), settling),
        mark=mark_of(place, view.seq),
    )


def mark_of(place: GameNight, seq: int) -> str:
    """Give in short what a settle page shows: how far the ledger goes, and the log of the game it belongs to."""
    return f"{last_entry(db.session, place.league_id)}-{seq}"


def _owings(place: GameNight, asked: Asked) -> tuple[CurrencyAccounts, ...]:
    if asked.of == SEASON:
        return league_accounts(db.session, place.league_id, via=asked.via)
    return night_accounts(db.session, place.league_id, place.night_id, via=asked.via)


def _night_called(place: GameNight) -> str:
    return night_called(dt.date.fromisoformat(place.day), wall_clock().astimezone().date())


def _everybody_once(settling: Settling) -> list[tuple[int, str]]:
    """Give who may be the banker: everybody with an account, by name."""
    people = {it.person: it.name for purse in settling.purses for it in purse.balances}
    return sorted(people.items(), key=lambda named: (named[1].casefold(), named[0]))


def _going_on(view: GameView, place: GameNight) -> list[GoingOn]:
    """Give the games of the night that are still being played for money, this table's first."""
    others = [code for code in unfinished_games(db.session, place.league_id, place.night_id) if code != view.code]
    found = [going_on(view), *(going_on(read_game(db.session, code)) for code in others)]
    return [game for game in found if game is not None]


# ---------------------------------------------------------------- behind an amount


def ledger_page(view: GameView, place: GameNight, before: int | None) -> LedgerPage:
    """Give everything that moved money in a league, newest first, older than entry `before`."""
    found = movements(db.session, place.league_id, before=before, most=PAGE_SIZE + 1)
    shown, older = page_of(found, PAGE_SIZE)
    views = {view.code: view}
    return LedgerPage(view.code, title_of(view), tuple(moved_of(it, views) for it in shown), older)


def person_page(view: GameView, place: GameNight, asked: Asked, person: int, before: int | None) -> PersonPage | None:
    """Give one person's account, newest first, each amount with its reasons; None for nobody of this league."""
    person = merged_into(db.session, place.league_id, person)
    name = people_by_name(db.session, place.league_id).get(person)
    if name is None:
        return None
    night = night_asked(place, asked)
    found = movements(db.session, place.league_id, night_id=night, person_id=person, before=before, most=STORIES + 1)
    shown, older = page_of(found, STORIES)
    views = {view.code: view} | {
        it.game_code: read_game(db.session, it.game_code) for it in shown if it.game_code and it.game_code != view.code
    }
    told = _told_by_entry(views, [it.game_code for it in shown if it.game_code])
    return PersonPage(
        code=view.code,
        title=title_of(view),
        of=asked.of,
        night=_night_called(place),
        name=name,
        person=person,
        stands=tuple(
            (owing.currency, balance_of(account))
            for owing in _owings(place, asked)
            for account in owing.accounts
            if account.person_id == person
        ),
        moved=tuple(_for(person, it, views, told) for it in shown),
        older=older,
    )


def _told_by_entry(views: Mapping[str, GameView], codes: Sequence[str]) -> dict[int, Settlement]:
    """Give the settlement behind every entry of these games that stands: they are posted in the order of play."""
    told: dict[int, Settlement] = {}
    for code in dict.fromkeys(codes):
        settlements = settlements_told(views[code], people_in_game(db.session, code))
        told |= dict(zip(open_entries_of(db.session, code), settlements, strict=False))
    return told


def _for(person: int, movement: Movement, views: Mapping[str, GameView], told: Mapping[int, Settlement]) -> Moved:
    cents = sum(share.cents for share in movement.shares if share.person_id == person)
    settlement = told.get(movement.entry_id)
    share = settlement.of(person) if settlement else None
    return replace(_headed(moved_of(movement, views), settlement), cents=cents, parts=share.parts if share else ())


def _headed(moved: Moved, settlement: Settlement | None) -> Moved:
    """Say at what a game was settled, where that is known better than from the row it was posted with."""
    return replace(moved, why=settlement.heading) if settlement else moved


def game_page(view: GameView, place: GameNight) -> GamePage | None:
    """Give the money of one game; None for one that was not played for money."""
    if view.table.stakes is None:
        return None
    found = movements(db.session, place.league_id, game_code=view.code, most=MOST_PAYMENTS)
    views = {view.code: view}
    told = _told_by_entry(views, [view.code])
    moved = [_headed(moved_of(it, views), told.get(it.entry_id)) for it in found]
    return GamePage(
        code=view.code,
        title=title_of(view),
        now=to_be_settled(view, people_in_game(db.session, view.code)),
        settlements=tuple(told.values()),
        moved=tuple(moved),
        playing=not view.table.finished,
    )
