"""Settling up: who pays whom, mark paid, take it back; every amount opens to the games and hands behind it.

And the pots of the league; the house limit: the most a game of it may be played for.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from sqlalchemy import func, select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, SCORER, VIEWER, current_access, current_game
from scorekeeper.core.clock import today, wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.money_text import currency_name, likely_currencies, money_text
from scorekeeper.core.pages import no_content, render_page, see_other, wants_fragment
from scorekeeper.core.text import parse_uint
from scorekeeper.core.transaction import NotDue, OpIdReused
from scorekeeper.games.board import game_title, winner_names
from scorekeeper.games.game_view import GameView, full_view
from scorekeeper.games.store import OpenGame, load_game
from scorekeeper.league.leagues import read_league
from scorekeeper.league.nights import night_status
from scorekeeper.league.roster import people_by_seat
from scorekeeper.models import League, LedgerEntry, Night
from scorekeeper.money.accounts import (
    SEASON,
    Settlement,
    Settling,
    explained_entries,
    explained_so_far,
    ledger_days,
    money_of_nights,
    not_counted_yet,
    read_accounts,
    say_why,
    unfinished_games,
)
from scorekeeper.money.forms import (
    LimitForm,
    MarkPaidForm,
    PaymentForm,
    PotButtonForm,
    PotForm,
    SettlingForm,
    TakeBackForm,
)
from scorekeeper.money.ledger import (
    pay,
    read_account_names,
    read_entries,
    read_league_stakes,
    reverse_payment,
    set_limit,
)
from scorekeeper.money.pots import close_pot, collect, open_pot, pay_out, read_pots
from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.rules.sheet import written_amount
from scorekeeper.sheets.phrases import say_refusal

bp = Blueprint("money", __name__, url_prefix="/t/<code>")

FORM_REUSED = (
    "This form was already saved with different entries. If this is another payment, save it now; "
    "to change the first one, take that back."
)
"""Shown for an old form that Back leads to without scripts, filled in again.  What was typed is kept."""
PAGE_SIZE = 50
MAX_AMOUNTS = 20
"""Amounts of a person's account on one page, each with the game behind it."""
MAX_OF_A_GAME = 200
"""Entries of one game that its page shows."""


@bp.get("/settle", role=VIEWER)
def index(code: str) -> Response:
    """Show who owes whom; a request with `mark` gets 204 if nothing has changed."""
    of, via, just = request.args.get("of"), parse_uint(request.args.get("via")), parse_uint(request.args.get("just"))
    return _settle_page(
        code, ["stand"], of, via, just=just, known=request.args.get("mark") if wants_fragment() else None
    )


@bp.post("/settle/mark", role=SCORER)
def mark_paid(code: str) -> AnyResponse:
    """Mark a due payment as paid; one that is not due anymore is not paid twice (409)."""
    form = MarkPaidForm()
    if (payment := form.payment()) is not None:
        try:
            return _after_change(code, form, _pay(form, code, **payment, if_due=True, via=form.banker))
        except (NotDue, OpIdReused, SheetError):
            pass
    return _changed(code, form, 409, news=_settling(code, form.of.data, form.banker).why_not_due(payment or {}))


@bp.post("/settle/pay", role=SCORER)
def record_payment(code: str) -> AnyResponse:
    """Record a payment that was not due: more than is owed is credit."""
    form = PaymentForm()
    if (payment := form.payment()) is not None:
        with form.refusals("amount", FORM_REUSED):
            return _after_change(code, form, _pay(form, code, **payment))
    return _settle_page(code, ["settle"], form.of.data, form.banker, status=422, form=form)


@bp.post("/settle/back", role=SCORER)
def take_back(code: str) -> AnyResponse | tuple[str, int]:
    """Take a payment back; a second time changes nothing."""
    form = TakeBackForm()
    entry = form.entry.data
    try:
        reverse_payment(form.submission(), entry)
    except ImpossibleFact as error:
        if form.origin.data in POT_PAGES:
            return pots(code, news=say_refusal(error.refusal)), 409
        return _changed(code, form, 409, news=say_refusal(error.refusal))
    return _after_change(code, form, entry)


def _pay(form: SettlingForm, code: str, **payment: Any) -> int:
    night = None if form.of.data == SEASON else current_game(code).row.night_id
    return pay(form.submission(), **payment, night_id=night)


def _after_change(code: str, form: SettlingForm, entry: int) -> AnyResponse:
    """Return the page as it is now for htmx, else 303 to the page the form was on."""
    if wants_fragment():
        return _changed(code, form, 200, just=entry)
    if form.at_finish:
        return see_other(url_for("table.show", code=code, _anchor="pays"))
    if form.origin.data in POT_PAGES:
        return _after_pot(code, form.origin.data)
    of = SEASON if form.of.data == SEASON else None
    return see_other(url_for("money.index", code=code, of=of, via=form.banker, just=entry))


def _changed(code: str, form: SettlingForm, status: int, *, just: int | None = None, news: str = "") -> Response:
    """Return the part of a page that the form stood on, as it is now; `news` says why nothing was recorded."""
    of, via = form.of.data, form.banker
    if wants_fragment() and form.at_finish:
        settling = _settling(code, of, via, just=just, news=news)
        settling.keep(db.session.connection(), current_game(code))
        return render_page("money/pays.html", ["pays", "said"], status, settling=settling, fresh=True)
    return _settle_page(code, ["settle", "said"], of, via, status=status, just=just, news=news, fresh=True)


def _settling(code: str, of: str | None, via: int | None, **told: Any) -> Settling:
    row = current_game(code).row
    return Settling(db.session, code, row.league_id, None if of == SEASON else row.night_id, via=via, **told)


def _settle_page(  # noqa: PLR0913 - what may be told beside the accounts
    code: str,
    blocks: Sequence[str],
    of: str | None,
    via: int | None,
    *,
    status: int = 200,
    just: int | None = None,
    news: str = "",
    form: PaymentForm | None = None,
    fresh: bool = False,
    known: str | None = None,
) -> Response:
    """Return the settle page; `form` is that of a payment that was refused.

    204 for a phone that shows it as it is: `known` is the mark of what it shows.
    """
    game = current_game(code)
    night, league, mark = _night_and_mark(game)
    if known == mark:
        return no_content()
    view, settling = full_view(db.session.connection(), game), _settling(code, of, via, just=just, news=news)
    rest = (full_view(db.session.connection(), it) for it in unfinished_games(db.session, night) if it.row.code != code)
    going_on = [(it, game_title(it), moved) for it in (view, *rest) if (moved := not_counted_yet(it)) is not None]
    currencies = [total.currency for total in settling.by_currency]
    if not currencies and view.table.stakes:
        currencies = [view.table.stakes.currency]
    form = form or PaymentForm(formdata=None, of=settling.of, via=via)
    named, here = settling.names.items(), {it.person_id for total in settling.by_currency for it in total.accounts}
    form.offer({who: name for who, name in named if who not in settling.merged and (who or who in here)}, currencies)
    has_state = settling.of != SEASON and not (blocks == ["stand"] and wants_fragment())
    return render_page(
        "money/settle.html",
        blocks,
        status,
        code=code,
        title=game_title(view),
        night=night,
        night_name=_night_name(night),
        settling=settling,
        season=settling.of == SEASON,
        stakes=view.table.stakes is not None,
        league=league,
        today=today(),
        going_on=going_on,
        form=form,
        mark=mark,
        night_status=night_status(db.session, game.row, wall_clock()) if has_state else None,
        fresh=fresh,
    )


def _night_and_mark(game: OpenGame) -> tuple[Night, League, str]:
    """Return the night of a game, its league, and what says whether its settle page changed.

    That is the last entry of the ledger and the last row of the game.
    """
    last = select(func.max(LedgerEntry.id)).where(LedgerEntry.league_id == Night.league_id).scalar_subquery()
    its_league = select(Night, League, last).join(League, League.id == Night.league_id)
    one = its_league.where(Night.league_id == game.row.league_id, Night.id == game.row.night_id)
    night, league, entry = db.session.execute(one).one()
    return night, league, f"{entry or 0}-{game.seq}"


def _night_name(night: Night) -> str:
    """Name a night: one that began today or yesterday is still tonight to those who sit there."""
    return "Tonight" if abs(today() - night.date) <= dt.timedelta(days=1) else "That night"


# ---------------------------------------------------------------- behind an amount


@bp.get("/settle/people/<int:person>", role=VIEWER)
def person(code: str, person: int) -> str:
    """Show one person's account, newest first, each amount with its reasons."""
    this, connection = current_game(code), db.session.connection()
    settling = _settling(code, request.args.get("of"), parse_uint(request.args.get("via")))
    names, merged = settling.names, settling.merged
    person = merged.get(person, person)
    if person not in names:
        abort(404)
    night, league, _ = _night_and_mark(this)
    same = [person, *(one for one, other in merged.items() if other == person)]
    shown, older = _page_of(
        read_entries(
            db.session,
            night.league_id,
            night_id=None if settling.of == SEASON else night.id,
            people=same,
            before=parse_uint(request.args.get("before")),
            most=MAX_AMOUNTS + 1,
        ),
        MAX_AMOUNTS,
    )
    views: dict[str, GameView] = {}
    settlements: dict[int, Settlement] = {}
    for its in dict.fromkeys(entry.game.code for entry in shown if entry.game):
        game = this if its == code else load_game(connection, its)
        views[its] = full_view(connection, game)
        seats = people_by_seat(connection, night.league_id, game.row.id, merged)
        settlements |= explained_entries(connection, game, views[its], seats)
    accounts = [(each.currency, it) for each in settling.by_currency for it in each.accounts if it.person_id == person]
    return render_template(
        "money/person.html",
        code=code,
        league=league,
        season=settling.of == SEASON,
        night_name=_night_name(night),
        person=person,
        names=names,
        accounts=accounts,
        rows=[
            (entry, *_words(entry, views, settlements), entry.cents_of(same), settlements.get(entry.id))
            for entry in shown
        ],
        older=older,
    )


@bp.get("/settle/game", role=VIEWER)
def game(code: str) -> str:
    """Show the money of one game: every settlement with its reasons, and what the ledger says about it."""
    game, connection = current_game(code), db.session.connection()
    view = full_view(connection, game)
    if view.table.stakes is None:
        abort(404)
    names, merged = read_account_names(connection, game.row.league_id)
    seats = people_by_seat(connection, game.row.league_id, game.row.id, merged)
    settlements = explained_entries(connection, game, view, seats)
    return render_template(
        "money/game.html",
        code=code,
        league=read_league(db.session, game.row.league_id),
        title=game_title(view),
        now=explained_so_far(view, seats),
        settlements=settlements.values(),
        names=names,
        rows=[
            (entry, *_words(entry, {code: view}, settlements))
            for entry in read_entries(db.session, game.row.league_id, game_id=game.row.id, most=MAX_OF_A_GAME)
        ],
        playing=not view.table.finished,
    )


@bp.get("/settle/ledger", role=VIEWER)
def ledger(code: str) -> str:
    """Show everything that moved money in a league, newest first."""
    game, before = current_game(code), parse_uint(request.args.get("before"))
    connection, league_id = db.session.connection(), game.row.league_id
    shown, older = _page_of(read_entries(db.session, league_id, before=before, most=PAGE_SIZE + 1), PAGE_SIZE)
    view = full_view(connection, game)
    return render_template(
        "money/ledger.html",
        code=code,
        league=read_league(db.session, league_id),
        title=game_title(view),
        days=list(ledger_days(shown, money_of_nights(db.session, league_id))),
        names=read_account_names(connection, league_id)[0],
        why={entry.id: _words(entry, {code: view})[1] for entry in shown},
        totals=read_accounts(db.session, league_id),
        older=older,
    )


def _words(
    entry: LedgerEntry,
    views: Mapping[str, GameView],
    settlements: Mapping[int, Settlement] = MappingProxyType({}),
) -> tuple[str, str]:
    """Return who won an entry's game, and why it is there; `views` are the games that were looked at, by code."""
    view = views.get(entry.game.code) if entry.game else None
    why = settlements[entry.id].heading if entry.id in settlements else say_why(entry, view)
    return f"{winner_names(view)} won" if view and view.table.finished else "", why


def _page_of(found: Sequence[LedgerEntry], size: int) -> tuple[Sequence[LedgerEntry], int | None]:
    """Return a page of entries, of which one more than fits was asked for, and where the next goes on."""
    return (found[:size], found[size - 1].id) if len(found) > size else (found, None)


# ---------------------------------------------------------------- pots

POT_PAGES = ("pots", "night", "won")
"""Where the buttons of a pot stand: its own page, that of the night, the end of a game."""


@bp.post("/pots", role=KEEPER)
def add_pot(code: str) -> AnyResponse | tuple[str, int]:
    form = PotForm()
    return form.save(
        lambda: open_pot(form.submission(), form.pot(), form.currency.data or ""),
        lambda: url_for("money.pots", code=code),
        lambda form: pots(code, form),
    )


@bp.post("/pots/<int:pot>/collect", role=SCORER)
def collect_pot(code: str, pot: int) -> AnyResponse:
    form = PotButtonForm()
    collect(form.submission(), pot, current_game(code).row.night_id)
    return _after_pot(code, form.origin.data)


@bp.post("/pots/<int:pot>/pay", role=SCORER)
def pay_pot(code: str, pot: int) -> AnyResponse | tuple[str, int]:
    """Pay a pot out for what the button said; nothing if the log has changed, or another phone was first (409)."""
    form = PotButtonForm()
    try:
        pay_out(form.submission(), pot, current_game(code).row.night_id, form.says.data or "")
    except NotDue:
        return pots(code, news="It was paid out or corrected in the meantime. Here is how it stands now."), 409
    return _after_pot(code, form.origin.data)


@bp.post("/pots/<int:pot>/close", role=KEEPER)
def close(code: str, pot: int) -> AnyResponse:
    form = PotButtonForm()
    close_pot(form.submission(), pot, current_game(code).row.night_id)
    return _after_pot(code, form.origin.data)


def _after_pot(code: str, origin: str | None) -> AnyResponse:
    """Lead back to the page the button stood on."""
    if origin == "won":
        return see_other(url_for("table.show", code=code, _anchor="pots"))
    if origin == "night":
        night, league, _ = _night_and_mark(current_game(code))
        return see_other(url_for("league.night", league=league.code, night=night.id, _anchor="pots"))
    return see_other(url_for("money.pots", code=code))


@bp.get("/pots", role=VIEWER)
def pots(code: str, form: PotForm | None = None, news: str = "") -> str:
    """Return the page of the pots; `form` is that of a new one that was refused, `news` why nothing was done."""
    night, league, _ = _night_and_mark(current_game(code))
    form = form or PotForm(None, name="Moon pot", amount=25)
    form.currency.choices = [(it, f"{currency_name(it)} ({it})") for it in likely_currencies() if currency_name(it)]
    return render_template(
        "money/pots.html",
        code=code,
        league=league,
        night=night,
        night_name=_night_name(night),
        pots=read_pots(db.session, league.id, night.id, wall_clock()),
        form=form,
        news=news,
    )


# ---------------------------------------------------------------- the house limit


@bp.post("/limit", role=KEEPER)
def save_limit(code: str) -> AnyResponse | tuple[str, int]:
    form = LimitForm()
    return form.save(
        lambda: set_limit(form.submission(), form.limit.data),
        lambda: url_for("money.limit", code=code),
        lambda form: limit(code, form),
        at="limit",
    )


@bp.get("/limit", role=KEEPER)
def limit(code: str, form: LimitForm | None = None) -> str:
    """Show the limit, one without a currency as a plain amount."""
    known = read_league_stakes(db.session, current_access().league_id)
    currency, plain = known.currency, "" if known.limit is None else written_amount(known.limit)
    return render_template(
        "money/limit.html",
        code=code,
        money=f"{currency_name(currency)} ({currency})" if currency else "",
        limit=money_text(known.limit, currency) if known.limit is not None and currency else plain,
        form=form or LimitForm(limit=known.limit),
    )
