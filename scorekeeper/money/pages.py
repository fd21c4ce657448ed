"""What the settle pages show, read together: accounts, payments, the games still going on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.games.board import game_title
from scorekeeper.games.night import read_night_info
from scorekeeper.games.table_state import GameView, full_view, read_game
from scorekeeper.league.leagues import read_league
from scorekeeper.league.nights import NightKey
from scorekeeper.money.account_pages import (
    AccountPage,
    GameMoneyPage,
    LedgerPage,
    LedgerRow,
    Settlement,
    ledger_days,
    ledger_row,
    open_settlement,
    page_of,
    settlements_of,
)
from scorekeeper.money.accounts import (
    GameNight,
    MoneyOverview,
    Movement,
    MovementFilter,
    money_overview,
    movements,
)
from scorekeeper.money.forms import SEASON, AccountsQuery, PaymentForm
from scorekeeper.money.settle import (
    merged_into,
    open_entries_of,
    people_by_name,
    people_in_game,
    unfinished_games,
)
from scorekeeper.money.settling_pages import (
    CurrencyTotal,
    SettlePage,
    Settling,
    UnfinishedGame,
    build_settling,
    night_name,
    nothing_to_settle,
    season_difference,
    share_text,
    unfinished_game,
)

MAX_PAYMENTS = 200
"""Entries that are searched for payments; older ones are in the ledger."""
PAGE_SIZE = 50
MAX_AMOUNTS = 20
"""Amounts of a person's account on one page, each with the game behind it."""


def queried_night(place: NightKey, asked: AccountsQuery) -> int | None:
    """Return the night that is settled, None for the season."""
    return None if asked.of == SEASON else place.night_id


def read_settling(
    code: str, place: NightKey, asked: AccountsQuery, *, just: int | None = None, news: str = ""
) -> Settling:
    """Return who pays whom; `just` is the payment marked or taken back a moment ago, `news` why nothing changed."""
    return _settling(code, asked, _overview(place, asked), just=just, news=news)


def _overview(place: NightKey, asked: AccountsQuery) -> MoneyOverview:
    night = queried_night(place, asked)
    return money_overview(db.session, place.league_id, night, via=asked.via, most=MAX_PAYMENTS)


def _settling(code: str, asked: AccountsQuery, money: MoneyOverview, *, just: int | None, news: str) -> Settling:
    return build_settling(
        code,
        asked.of,
        money.accounts,
        money.movements,
        money.league_totals,
        via=asked.via,
        just=just,
        news=news,
    )


def settle_page(  # noqa: PLR0913 - what may be told beside the accounts
    view: GameView,
    place: GameNight,
    asked: AccountsQuery,
    *,
    just: int | None = None,
    news: str = "",
    form: PaymentForm | None = None,
    accounts_only: bool = False,
) -> SettlePage:
    """Return the settle page; `form` is that of a payment that was refused.

    With `accounts_only` the state of the night is not read.
    """
    money = _overview(place, asked)
    settling, people = _settling(view.code, asked, money, just=just, news=news), money.people.by_name()
    stakes = view.table.stakes
    currencies = [currency_total.currency for currency_total in settling.currency_totals] or (
        [stakes.currency] if stakes else []
    )
    still = tuple(_unfinished_games(view, place))
    form = form or PaymentForm(formdata=None, of=asked.of, via=asked.via)
    form.offer(people, currencies)
    return SettlePage(
        title=game_title(view),
        day=dt.date.fromisoformat(place.day),
        night=_night_name(place),
        settling=settling,
        stakes=stakes is not None,
        nothing=nothing_to_settle(asked.of, playing=bool(still)),
        league="" if settling.currency_totals else read_league(db.session, place.league_id).code,
        elsewhere=season_difference(settling, money.league_totals),
        bankers=tuple(_bankers(settling)),
        going_on=still,
        form=form,
        share=share_text(game_title(view), settling),
        mark=page_mark(place, view.seq),
        night_info=None if accounts_only or asked.of == SEASON else read_night_info(place),
    )


def page_mark(place: GameNight, seq: int) -> str:
    """Return a short form of what a settle page shows: the last entry of the ledger and the last row of the game."""
    return f"{place.last_entry}-{seq}"


def _currency_totals(code: str, place: GameNight, asked: AccountsQuery) -> tuple[CurrencyTotal, ...]:
    return _settling(code, asked, _overview(place, asked), just=None, news="").currency_totals


def _night_name(place: GameNight) -> str:
    return night_name(dt.date.fromisoformat(place.day), wall_clock().astimezone().date())


def _bankers(settling: Settling) -> list[tuple[int, str]]:
    """Return who may be the banker: everybody with an account, by name."""
    people = {it.person: it.name for currency_total in settling.currency_totals for it in currency_total.balances}
    return sorted(people.items(), key=lambda named: (named[1].casefold(), named[0]))


def _unfinished_games(view: GameView, place: GameNight) -> list[UnfinishedGame]:
    """Return the games of the night that are still being played for money, this table's first."""
    playing = unfinished_games(db.session, place.league_id, place.night_id)
    others = [full_view(db.session.connection(), game) for game in playing if game.row.code != view.code]
    found = [unfinished_game(it) for it in (view, *others)]
    return [game for game in found if game is not None]


# ---------------------------------------------------------------- behind an amount


def ledger_page(view: GameView, place: GameNight, before: int | None) -> LedgerPage:
    """Return everything that moved money in a league, newest first, older than entry `before`."""
    found = movements(db.session, place.league_id, MovementFilter(before=before), most=PAGE_SIZE + 1)
    shown, older = page_of(found, PAGE_SIZE)
    views = {view.code: view}
    rows = (ledger_row(it, views) for it in shown)
    days = ledger_days(rows, has_newer=before is not None, has_older=older is not None)
    return LedgerPage(view.code, game_title(view), days, older)


def account_page(
    view: GameView, place: GameNight, asked: AccountsQuery, person: int, before: int | None
) -> AccountPage | None:
    """Return one person's account, newest first, each amount with its reasons; None if they aren't in this league."""
    person = merged_into(db.session, place.league_id, person)
    name = people_by_name(db.session, place.league_id).get(person)
    if name is None:
        return None
    which = MovementFilter(night_id=queried_night(place, asked), person_id=person, before=before)
    found = movements(db.session, place.league_id, which, most=MAX_AMOUNTS + 1)
    shown, older = page_of(found, MAX_AMOUNTS)
    views = {view.code: view} | {
        it.game_code: read_game(db.session, it.game_code) for it in shown if it.game_code and it.game_code != view.code
    }
    told = _settlements_by_entry(views, [it.game_code for it in shown if it.game_code])
    return AccountPage(
        code=view.code,
        title=game_title(view),
        of=asked.of,
        night=_night_name(place),
        name=name,
        person=person,
        balances=tuple(
            (total.currency, balance)
            for total in _currency_totals(view.code, place, asked)
            for balance in total.balances
            if balance.person == person
        ),
        moved=tuple(_account_row(person, it, views, told) for it in shown),
        older=older,
    )


def _settlements_by_entry(views: Mapping[str, GameView], codes: Sequence[str]) -> dict[int, Settlement]:
    """Return the settlement behind every entry of these games that stands: they are posted in the order of play."""
    told: dict[int, Settlement] = {}
    for code in dict.fromkeys(codes):
        settlements = settlements_of(views[code], people_in_game(db.session, code))
        told |= dict(zip(open_entries_of(db.session, code), settlements, strict=False))
    return told


def _account_row(
    person: int, movement: Movement, views: Mapping[str, GameView], told: Mapping[int, Settlement]
) -> LedgerRow:
    cents = sum(share.cents for share in movement.shares if share.person_id == person)
    settlement = told.get(movement.entry_id)
    share = settlement.of(person) if settlement else None
    return replace(
        _with_heading(ledger_row(movement, views), settlement), cents=cents, parts=share.parts if share else ()
    )


def _with_heading(moved: LedgerRow, settlement: Settlement | None) -> LedgerRow:
    """Return the row with the heading of its settlement, if there is one."""
    return replace(moved, why=settlement.heading) if settlement else moved


def game_money_page(view: GameView, place: GameNight) -> GameMoneyPage | None:
    """Return the money of one game; None if it was not played for money."""
    if view.table.stakes is None:
        return None
    found = movements(db.session, place.league_id, MovementFilter(game_code=view.code), most=MAX_PAYMENTS)
    views = {view.code: view}
    told = _settlements_by_entry(views, [view.code])
    moved = [_with_heading(ledger_row(it, views), told.get(it.entry_id)) for it in found]
    return GameMoneyPage(
        code=view.code,
        title=game_title(view),
        now=open_settlement(view, people_in_game(db.session, view.code)),
        settlements=tuple(told.values()),
        moved=tuple(moved),
        playing=not view.table.finished,
    )
