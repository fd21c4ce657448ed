"""A tournament's links, and the hands of a table scored on a phone: each table that does so is a game of the league.

The game counts in the league's history, statistics and ratings like any other.  Its scores become the slip of the
table only when the table hands them in.

A link shows the board to anybody; others, the cards, may write the slip and the hands of one table of one round.  A
board's link is 128 random bits, stored, and revoked by being replaced.  A card's is made of the tournament's code, the
line that drew the round and the table, signed with the server's secret: nothing is stored, and drawing
the round again makes all of its links others.  A phone that scores the hands of a table has a pass to their game in a
cookie: its card and when it expires, signed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from itsdangerous import BadSignature, Signer, URLSafeSerializer
from sqlalchemy import ColumnElement, Connection, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import (
    NotFound,
    OpIdReused,
    ReasonRequired,
    ServiceError,
    Submission,
    guest,
    lock_league,
    writing,
)
from scorekeeper.games.create import insert_game
from scorekeeper.games.lines import Stale, record_line, undo
from scorekeeper.games.store import CODE, OpenGame, current_table, load_game
from scorekeeper.models import Answer, Game, Tournament, new_code
from scorekeeper.rulebook.house_rules import read_version, variant_of
from scorekeeper.rules.errors import SheetError, impossible
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.sheet import FORMAT, Head
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import Value
from scorekeeper.tournaments.actions import ROUND_OVER, changing, check_players_may_write, check_slip_open, read_rows
from scorekeeper.tournaments.maths.rounds import Slip, TableSides
from scorekeeper.tournaments.state import (
    GAME,
    RoundState,
    Setup,
    TableState,
    TournamentState,
    find_open_table,
    find_table,
)
from scorekeeper.variants.catalogue import catalogue

NO_END: dict[str, Value] = {
    "finish.target": "none", "finish.may_win": "any", "finish.hold": "none", "finish.instant_win": "none",
    "finish.must_stand_at_target": False, "finish.win_by": 0, "finish.bust": "none", "finish.hands": 0,
    "finish.rounds": 0,
}  # fmt: skip
"""Rules under which no score ends the game: every table plays the same number of hands."""
NOT_ON_A_PHONE = "The hands of this game can't be scored here: enter the totals."
ENDS_BY_ITSELF = ("hands", "deals", "target")
"""The lengths of a round (`Setup.end`) that end the game of a table by its own rules."""


def end_of_round(setup: Setup) -> dict[str, Value]:
    """Return the house rules that end a table's game where its round ends."""
    match setup.end:
        case "hands":
            return {**NO_END, "finish.hands": setup.number, "finish.equal": "play-on"}
        case "deals":
            return {**NO_END, "finish.rounds": setup.number, "finish.equal": "play-on"}
        case "target":
            return {}
        case _:
            return NO_END


def game_head(session: Session, league_id: int, setup: Setup, table: TableSides, dealer: int) -> Head:
    """Return the head of a table's game, with seat keys for names; `dealer` counts the seats clockwise from 0.

    Raises ImpossibleFact for a game whose sides are not those of the table: everybody for themselves, or called
    partners.
    """
    variant, house = catalogue().get(setup.variant), {}
    if setup.house:
        try:
            version = read_version(session, league_id, setup.house)
        except NotFound:
            raise impossible("", NOT_ON_A_PHONE) from None
        variant, house = variant_of(version), dict(version.settings)
    if variant is None:
        raise impossible("", NOT_ON_A_PHONE)
    seats = [str(number) for number in range(1, sum(map(len, table)) + 1)]
    document: dict[str, Any] = {
        "format": FORMAT, "variant": variant.key, "players": seats, "dealer": seats[dealer],
        "sides": [seats[at :: len(table)] for at in range(len(table))], "rules": house | end_of_round(setup),
    }  # fmt: skip
    try:
        return read_sheet(document, {variant.key: variant}.__getitem__).head
    except SheetError:
        raise impossible("", NOT_ON_A_PHONE) from None


def seated(table: TableSides) -> list[int]:
    """Return the players of a table clockwise: partners across, so that the sides take turns."""
    return [player for seat in zip(*table, strict=True) for player in seat]


def may_score_hands(session: Session, league_id: int, setup: Setup, table: TableSides) -> bool:
    """Return whether the hands of a table can be scored on a phone."""
    try:
        game_head(session, league_id, setup, table, 0)
    except SheetError:
        return False
    return True


def begin_table_game(form: Submission, tournament_id: int, at: tuple[int, int], dealer: int) -> str:
    """Start the game that the hands of a round's table are scored in; return its code.

    Each table has one: if another phone has begun it already, that one is returned.  Raises ImpossibleFact for a
    round that is over, a slip that is in, and a game that cannot be scored like that; OpIdReused for a form whose game
    was taken from the table since.
    """
    with changing(form, tournament_id) as tournament:
        table = find_table(tournament.state, *at)
        if table.game is not None:
            return str(_load(tournament.write.connection, form.league_id, table.game).row.code)
        if tournament.answered(GAME, at):
            raise OpIdReused
        check_players_may_write(tournament, at[0], table, "line")
        people = seated(table.sides)
        if not 0 <= dealer < len(people):
            raise impossible("dealer", "Say who deals first.")
        setup, write = tournament.state.setup, tournament.write
        game = insert_game(
            write,
            head=game_head(write.session, write.league_id, setup, table.sides, dealer),
            people=people,
            title=f"{setup.name}, round {at[0]}, table {at[1]}",
            date=write.now.astimezone().date(),
        )
        tournament.add(GAME, {"round": at[0], "table": at[1], "game": game.row.id})
        return str(game.row.code)


def check_table_open(connection: Connection, target: LinkedTournament, game_id: int) -> None:
    """Raise ImpossibleFact unless the players of a card's table may still write its hands, in this game.

    Takes the league's lock first, as saving a slip does: a hand and a slip saved at once are handled one by one.
    """
    lock_league(connection, target.league_id)
    rows = read_rows(connection, target.league_id, target.tournament_id, since=target.drawn)
    table = find_open_table(rows, target.drawn, target.table)
    if table is None:
        raise impossible("line", ROUND_OVER)
    check_slip_open(table, "line")
    if table.game != game_id:
        raise impossible("line", "The director took these hands back. Open the link on your table's card again.")


# ---------------------------------------------------------------- what the hands come to


TableGame = tuple[OpenGame, Table, Slip]
"""A table's game, how it stands, and what the slip would say: points, sets, and who won if not the most points."""


def read_table_game(session: Session, league_id: int, table: TableState) -> TableGame | None:
    """Return the game that a table's hands are scored in.

    None if nobody scores them, or if the game has another number of sides than the table: an imported league may name
    any game.
    """
    if table.game is None:
        return None
    connection = session.connection()
    game = _load(connection, league_id, table.game)
    played = current_table(connection, game)
    sides = played.teams
    if len(sides) != len(table.sides):
        return None
    start, scores = played.rules.finish.start, [played.scores[side[0]] for side in sides]
    points = tuple(start - score if played.rules.counts_down else score for score in scores)  # the more, the better
    won = [index for index, side in enumerate(sides) if side[0] in played.winners]
    winner = won[0] if len(won) == 1 and won[0] != Slip(points).winning_side() else None
    return game, played, Slip(points, winner, tuple(played.sets.get(side[0], 0) for side in sides))


def with_hands(slip: Slip, hands: Slip | None) -> Slip:
    """Return a slip from a phone with the winner and the sets of the hands, if its points are those of the hands.

    A phone asks only for points: if they differ from the hands, winner and sets are unknown.
    """
    if hands is None or slip.points != hands.points:
        return replace(slip, winner=None, sets=())
    return replace(slip, winner=hands.winner, sets=hands.sets)


def end_table_game(form: Submission, setup: Setup, table: TableState) -> None:
    """End the game of a table whose slip is in, so that it counts: the clock, or the head table, ended its round.

    Nothing happens if the slip isn't in, or the game is over or has no hand.  A game of a set number of hands, or to a
    target, that stopped early has no winner, unless the slip agrees with its hands.  The slip is saved already: if the
    game can't be ended, because its night is closed and this is a player's phone, it stays open until the director
    saves the slip again.
    """
    if table.game is None or not table.is_in:
        return
    with suppress(ServiceError, SheetError):
        try:
            _end_game(form, setup, table)
        except Stale:  # a hand was saved at the same moment
            _end_game(form, setup, table)


def _end_game(form: Submission, setup: Setup, table: TableState) -> None:
    found = read_table_game(form.session, form.league_id, table)
    if table.slip is None or found is None:
        return
    game, played, hands = found
    if played.finished or not played.hands:
        return
    early = setup.end in ENDS_BY_ITSELF and table.slip.points != hands.points
    end = {"end": "nobody" if early or len(set(played.scores.values())) == 1 else "leaders"}
    _write(form, game, "end", lambda sent: record_line(sent, game.row.code, end))


def _write(form: Submission, game: OpenGame, what: str, write: Callable[[Submission], object]) -> None:
    """Call `write` for a table's game, again with the reason that a keeper has to give if its night is closed.

    What it writes is answered under a number of its own: `_reopen_game` knows by it which end a slip wrote.
    """
    sent = replace(form, op_id=f"{what}-{game.row.id}-{game.seq}", seen=game.seq)
    with guest(form.session, lambda _connection: None):
        try:
            write(sent)
        except ReasonRequired:
            write(replace(sent, reason="The table's slip decides the result."))


def update_games_after_undo(form: Submission, before: TournamentState, after: TournamentState) -> None:
    """Reopen the games whose slips an undo has just taken back, and end those whose slips it put back.

    The undo is saved already: a game that can't be reopened, for example because it has lines after its end, stays as
    it is.
    """
    tables = [[table for one in state.rounds for table in one.tables] for state in (before, after)]
    for old, new in zip(*tables, strict=False):
        if old.game is None or new.game != old.game or old.is_in == new.is_in:
            continue
        if new.is_in:
            end_table_game(form, after.setup, new)
        else:
            with suppress(ServiceError, SheetError):
                _reopen_game(form, old.game)


def _reopen_game(form: Submission, game_id: int) -> None:
    """Undo the end of a game if a slip wrote it."""
    connection = form.session.connection()
    game = _load(connection, form.league_id, game_id)
    ours = (Answer.league_id == form.league_id, Answer.op_id.startswith(f"end-{game_id}-"))
    ends = [seq for _, seq in connection.scalars(select(Answer.answer).where(*ours))]
    if ends:
        _write(form, game, "reopen", lambda sent: undo(sent, game.row.code, max(ends)))


def _load(connection: Connection, league_id: int, game_id: int) -> OpenGame:
    which = (Game.league_id == league_id, Game.id == game_id)
    return load_game(connection, connection.execute(select(Game.code).where(*which)).scalar_one())


# ---------------------------------------------------------------- links


CARD = re.compile(r"[A-Za-z0-9_-]{22}\.[0-9]{1,9}\.[0-9]{1,3}\.[A-Za-z0-9_-]{27}")
CARD_SALT = "tournament card"


class LinkedTournament(NamedTuple):
    """What a link leads to: a tournament's board, or on a card `table` of the round that the line `drawn` drew."""

    league_id: int
    tournament_id: int
    drawn: int = 0
    table: int = 0


def may_be_link(text: str) -> bool:
    """Return whether a text is written as the links are: only such a one counts as a guess."""
    return bool(CODE.fullmatch(text) or CARD.fullmatch(text))


def find_board(connection: Connection, link: str) -> LinkedTournament | None:
    """Return the tournament whose board a link shows, None for an unknown link and for a closed one."""
    return _find(connection, Tournament.board_code == link) if CODE.fullmatch(link) else None


def _find(connection: Connection, which: ColumnElement[bool]) -> LinkedTournament | None:
    row = connection.execute(select(Tournament.league_id, Tournament.id).where(which)).one_or_none()
    return LinkedTournament(*row) if row else None


def open_board(form: Submission, tournament_id: int, *, closed: bool = False) -> None:
    """Make a public link of the board unless there is one; with `closed` revoke the one there is."""
    with writing(form) as write:
        its = (Tournament.league_id == write.league_id, Tournament.id == tournament_id)
        known = write.connection.scalar(select(Tournament.board_code).where(*its))
        if not write.answered("board", tournament_id, closed) and (closed or known is None):
            write.connection.execute(update(Tournament).where(*its).values(board_code=None if closed else new_code()))


def card_link(secret: str, code: str, drawn: RoundState, table: int) -> str:
    """Return what the link of a table's card ends with; `code` is that of the tournament."""
    return Signer(secret, CARD_SALT).sign(f"{code}.{drawn.seq}.{table}").decode()


def find_card(connection: Connection, secret: str, card: str) -> LinkedTournament | None:
    """Return what a card's link leads to, None for one that was never printed."""
    try:
        code, drawn, table = Signer(secret, CARD_SALT).unsign(card.encode(errors="replace")).decode().split(".")
    except BadSignature:
        return None
    tournament = _find(connection, Tournament.code == code)
    return tournament._replace(drawn=int(drawn), table=int(table)) if tournament else None


# ---------------------------------------------------------------- the game of a table


def game_pass(secret: str, card: str, code: str, expires: int) -> str:
    """Return what lets a phone with this card write the game of its table until `expires`, in Unix time."""
    return str(URLSafeSerializer(secret, f"tournament game {code}").dumps([card, expires]))


def card_of_pass(secret: str, given: str, code: str, now: dt.datetime) -> str | None:
    """Return the card that a pass to a game was made of.

    None for a pass to another game, an expired one, and a forged one.
    """
    try:
        card, expires = URLSafeSerializer(secret, f"tournament game {code}").loads(given)
    except BadSignature:
        return None
    return card if expires > now.timestamp() else None
