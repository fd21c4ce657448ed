"""The actions of a tournament: each is one line in its log, written in one transaction, and can be undone there."""

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, or_, select, update
from sqlalchemy.orm import joinedload

from scorekeeper.core.chain import chain_to, first_hash
from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import Submission, Write, must_exist, writing
from scorekeeper.games.history import undone_rows
from scorekeeper.league.roster import find_or_add_person, merged_people, offered_people
from scorekeeper.models import (
    OPEN,
    OVER,
    PRIZES,
    Device,
    League,
    LedgerEntry,
    Person,
    Tournament,
    TournamentLine,
    new_code,
)
from scorekeeper.money.ledger import CentsByPerson, nonzero, post, reverse
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.sheets.phrases import listed
from scorekeeper.tournaments.maths.places import places_by, totals
from scorekeeper.tournaments.maths.prizes import PayoutError, payouts
from scorekeeper.tournaments.maths.rounds import DrawError, Partners, Slip, flattened
from scorekeeper.tournaments.state import (
    DOOR,
    DRAW,
    ENTER,
    EXTRA,
    FEE,
    FEES,
    FINISH,
    LEAVE,
    RETURN,
    SAYS,
    SETUP,
    SLIP,
    SLIPS_MISSING,
    UNDO,
    LineFacts,
    Setup,
    TableState,
    TournamentRow,
    TournamentState,
    check_cash,
    checked_setup,
    find_table,
    replay,
    setup_to_json,
    with_line,
)

SEEDS = 1_000_000
"""Draws begin with a number below this: short enough to write down."""
ROUND_OVER = "That round is over: only the director can still change its slips."
MAX_TABLE_LINES = 40
"""Lines about one table of a round, after which its players' phones add none: the log has room for everybody."""
MAX_TAPS = 20
"""How often a side can be checked in at the door."""
PARTNERS = re.compile(r"\s*(?:&|\+|/|,|;|\t| and )\s*")
PLAYERS = re.compile(r"[\r\n,;\t]+")
LIST_NUMBER = re.compile(r"^\s*\d+\s*[.):]\s*")
"""What a list from elsewhere has before a name: "1. Ann"."""
NEEDS_NAME = "A player needs a name."


# ---------------------------------------------------------------- the log in the database


def read_rows(connection: Connection, league_id: int, tournament_id: int, since: int = 0) -> list[TournamentRow]:
    """Return the log of a tournament; with `since` its first line, and those from there on.

    Raises NotFound.
    """
    line = TournamentLine
    found = connection.execute(
        select(
            line.seq, line.kind, line.target, line.facts, line.recorded_at,
            Device.name.label("phone"), Person.name.label("actor"), line.hash,
        )
        .join(Device, Device.id == line.device_id)
        .outerjoin(Person, (Person.league_id == line.league_id) & (Person.id == line.actor_id))
        .where(line.league_id == league_id, line.tournament_id == tournament_id)
        .where(or_(line.seq == 1, line.seq >= since))
        .order_by(line.seq)
    )  # fmt: skip
    return must_exist([TournamentRow(*row) for row in found] or None)


class OpenTournament:
    """A tournament in a transaction that may write to it."""

    def __init__(self, write: Write, tournament_id: int) -> None:
        self.write, self.id = write, tournament_id
        self.rows = read_rows(write.connection, write.league_id, tournament_id)
        self.state = replay(self.rows)

    def answered(self, kind: str, *asked: Any) -> bool:
        """Return whether this same form already wrote its line.  Raises OpIdReused if it said something else then."""
        return self.write.answered(kind, self.id, *asked) is not None

    def add(self, kind: str, facts: LineFacts, target: int | None = None) -> TournamentState:
        """Add a line, and return the state after it.  Raises ImpossibleFact if the log does not allow it."""
        row = TournamentRow(len(self.rows) + 1, kind, target, facts, self.write.now)
        after = replay([*self.rows, row]) if kind == UNDO else with_line(self.state, row)
        check_cash(self.state, after)
        self.state = after
        line = _next_line(self.write, self.id, row, self.rows[-1].hash)
        self.rows.append(row._replace(hash=line["hash"]))
        self.write.connection.execute(insert(TournamentLine), line)
        one = update(Tournament).where(Tournament.league_id == self.write.league_id, Tournament.id == self.id)
        self.write.connection.execute(one.values(**_columns(self.state), seq=row.seq, hash=line["hash"]))
        return self.state


@contextmanager
def changing(form: Submission, tournament_id: int) -> Iterator[OpenTournament]:
    """Change a tournament in one transaction, completely or not at all.  Raises NotFound."""
    with writing(form) as write:
        yield OpenTournament(write, tournament_id)


def insert_tournament(write: Write, first: TournamentRow) -> int:
    """Insert a tournament with its first line; return its number.  The caller holds the league's lock."""
    number, code = Tournament.next_id(write.connection, write.league_id), new_code()
    line = _next_line(write, number, first, first_hash(code=code))
    write.connection.execute(
        insert(Tournament),
        {
            "league_id": write.league_id, "id": number, "code": code, **_columns(replay([first])), "seq": 1,
            "hash": line["hash"], "board_code": None, "founded_at": first.recorded_at,
        },
    )  # fmt: skip
    write.connection.execute(insert(TournamentLine), line)
    return number


def _next_line(write: Write, tournament_id: int, row: TournamentRow, tip: bytes) -> dict[str, Any]:
    """Return the values of a line, chained to the one whose hash is `tip`."""
    line = {
        "league_id": write.league_id, "tournament_id": tournament_id, "seq": row.seq, "kind": row.kind,
        "target": row.target, "facts": row.facts, "actor_id": write.actor, "device_id": write.device.id,
        "recorded_at": row.recorded_at,
    }  # fmt: skip
    chain_to(tip, [line])
    return line


def _columns(state: TournamentState) -> dict[str, str]:
    return {"name": state.setup.name, "day": state.setup.day, "status": OVER if state.finished else OPEN}


# ---------------------------------------------------------------- create it, change its settings


def create_tournament(form: Submission, setup: Setup) -> int:
    """Create a tournament; return its number in the league.  Raises UnreadableSheet with the fields that are wrong."""
    setup = checked_setup(setup)
    with writing(form) as write:
        if done := write.answered("tournament", setup):
            return int(done)
        facts = setup_to_json(replace(setup, seed=secrets.randbelow(SEEDS)))
        return write.answer(insert_tournament(write, TournamentRow(1, SETUP, None, facts, write.now)))


def change_setup(form: Submission, tournament_id: int, setup: Setup) -> None:
    """Change a tournament's settings.  Raises UnreadableSheet, ImpossibleFact, NotFound."""
    setup = checked_setup(setup)
    with changing(form, tournament_id) as tournament:
        facts = setup_to_json(replace(setup, seed=tournament.state.setup.seed))
        if not tournament.answered(SETUP, setup) and facts != setup_to_json(tournament.state.setup):
            tournament.add(SETUP, facts)


# ---------------------------------------------------------------- who plays


def enter_players(form: Submission, tournament_id: int, names: str, chosen: Sequence[int] = ()) -> None:
    """Enter players by a list of names, and people of the league by number.

    New people become guests of the league.  Raises UnreadableSheet or ImpossibleFact with field "names".
    """
    with changing(form, tournament_id) as tournament:
        if tournament.answered(ENTER, names, chosen):
            return
        pairs = tournament.state.setup.its_format.entrants == "pairs"
        sides = read_names(names, pairs=pairs)
        if not sides and not chosen:
            raise unreadable("names", "Enter at least one name.")
        if pairs and chosen:
            raise unreadable("names", "Pairs are entered by name, like Ann & Bob.")
        connection, league_id = tournament.write.connection, tournament.write.league_id
        mine = (Person.league_id == league_id, Person.merged_into.is_(None))
        known = set(connection.scalars(select(Person.id).where(*mine)))
        if not known.issuperset(chosen):
            raise unreadable("names", "That person isn't in this league.")
        entered: list[Partners] = [(person,) for person in dict.fromkeys(chosen)]
        entered += [
            tuple(find_or_add_person(connection, league_id, name, guest=True) for name in side) for side in sides
        ]
        _check_new(tournament, flattened(entered))
        tournament.add(ENTER, {"sides": [list(side) for side in entered]})


def _check_new(tournament: OpenTournament, entered: Sequence[int]) -> None:
    """Raise ImpossibleFact with the names of those who are in already, or are named twice."""
    connection, league_id = tournament.write.connection, tournament.write.league_id
    merged = merged_people(connection, league_id)
    here = {merged.get(player, player) for player in flattened(tournament.state.sides)}
    if again := {player for player in entered if player in here or entered.count(player) > 1}:
        named = select(Person.name).where(Person.league_id == league_id, Person.id.in_(again))
        who = listed(sorted(connection.scalars(named)))
        raise impossible("names", f"{who} {'is' if len(again) == 1 else 'are'} already in. Take the name off the list.")


def read_names(text: str, *, pairs: bool) -> list[tuple[str, ...]]:
    """Return the sides in a list: one player a line or between commas, or a pair a line, as "Ann & Bob".

    Raises UnreadableSheet with field "names".
    """
    lines = [LIST_NUMBER.sub("", line) for line in (text.splitlines() if pairs else PLAYERS.split(text))]
    sides = [_side(line, pairs=pairs) for line in lines if line.strip()]
    seen: set[str] = set()
    for name in (name for side in sides for name in side):
        if name_key(name) in seen:
            raise unreadable("names", f"{name} is on the list twice: add an initial to tell the two apart.")
        seen.add(name_key(name))
    return sides


def _side(line: str, *, pairs: bool) -> tuple[str, ...]:
    if not pairs:
        return (checked_name(line, NEEDS_NAME, "names"),)
    names = tuple(checked_name(name, NEEDS_NAME, "names") for name in PARTNERS.split(line.strip()) if name.strip())
    if len(names) != 2:  # noqa: PLR2004  a pair
        raise unreadable("names", f"“{' '.join(line.split())[:60]}” isn't a pair. Enter two names, like Ann & Bob.")
    return names


def set_left(form: Submission, tournament_id: int, side: Partners, *, left: bool) -> None:
    """Record that a side leaves or comes back, from the next round on.  Raises ImpossibleFact."""
    kind, facts = LEAVE if left else RETURN, {"side": list(side)}
    with changing(form, tournament_id) as tournament:
        if not tournament.answered(kind, facts) and (side in tournament.state.left) != left:
            tournament.add(kind, facts)


def open_door(form: Submission, tournament_id: int) -> None:
    """Begin check-in at the door: who is on the list is expected until they come.  Raises ImpossibleFact."""
    with changing(form, tournament_id) as tournament:
        if not tournament.answered(DOOR):
            tournament.add(DOOR, {})


def check_in(form: Submission, tournament_id: int, player: int, *, here: bool) -> None:
    """Enter the side of a player who came, by their own tap or the director's; without `here` take such a tap back.

    Somebody of the league who was not expected is a latecomer.  Raises ImpossibleFact for a tap that can't be taken
    back, because a round was drawn since or the director entered them.
    """
    with changing(form, tournament_id) as tournament:
        state, undone = tournament.state, undone_rows(tournament.rows)
        known = (*state.sides, *state.expected)
        side = next((side for side in known if player in side), (player,))
        if tournament.answered("check in", player, here) or here == (side in state.present):
            return
        if side not in known and player not in offered_people(tournament.write.session, tournament.write.league_id):
            raise impossible("", "That name is no longer on the list.")
        taps = [row for row in tournament.rows if row.kind == ENTER and row.facts["sides"] == [list(side)]]
        if here and len(taps) >= MAX_TAPS:
            raise impossible("", "This name was tapped too often. Ask the director.")
        if not here:
            line = next((row.seq for row in reversed(taps) if row.seq not in undone), 0)
            if line <= (state.rounds[-1].seq if state.rounds else 0):
                raise impossible("", "Only the director can take this name off the list now.")
            tournament.add(UNDO, {}, line)
        elif side in state.left:
            tournament.add(RETURN, {"side": list(side)})
        else:
            tournament.add(ENTER, {"sides": [list(side)]})


def take_fee(form: Submission, tournament_id: int, side: Partners, *, paid: bool) -> None:
    """Record that a side paid its entry fee in cash, or has not after all.  Raises ImpossibleFact."""
    facts = {"side": list(side), "paid": paid}
    with changing(form, tournament_id) as tournament:
        if not tournament.answered(FEE, facts) and (side in tournament.state.paid_cash) != paid:
            tournament.add(FEE, facts)


def take_all_fees(form: Submission, tournament_id: int, expected: int) -> None:
    """Record that everybody who is here, and has not paid yet, paid the entry fee in cash.

    Raises ImpossibleFact unless there are as many of these sides as the director saw, `expected`.
    """
    with changing(form, tournament_id) as tournament:
        owing = [list(side) for side in tournament.state.owing]
        if tournament.answered(FEES, expected) or not owing:
            return
        if len(owing) != expected:
            raise impossible("players", "The player list has changed. Check it again, then tap Everybody paid.")
        tournament.add(FEES, {"sides": owing})


# ---------------------------------------------------------------- rounds


def draw_round(form: Submission, tournament_id: int, number: int) -> None:
    """Draw round `number`.  A round that is already drawn stays as it is: a second tap changes nothing.

    Raises ImpossibleFact if a slip is missing, or the format cannot draw.
    """
    rows = read_rows(form.session.connection(), form.league_id, tournament_id)
    drawn = _drawn(replay(rows), number)  # takes up to a second: before anybody has to wait for it
    with changing(form, tournament_id) as tournament:
        if tournament.answered(DRAW, number) or number <= len(tournament.state.rounds):
            return
        facts = drawn if len(tournament.rows) == len(rows) and drawn else _drawn(tournament.state, number)
        if facts is None:
            raise impossible("round", "Draw one round at a time.")
        tournament.add(DRAW, facts)


def _drawn(state: TournamentState, number: int) -> LineFacts | None:
    """Return the facts of a round drawn now; None if it is not the next one."""
    if number != len(state.rounds) + 1:
        return None
    if not state.is_closed:
        raise impossible("round", SLIPS_MISSING)
    try:
        drawn = state.setup.its_format.draw(state.tournament())
    except DrawError as error:
        raise impossible("round", str(error)) from None
    return {
        "round": number,
        "tables": [[list(side) for side in table] for table in drawn.tables],
        "byes": list(drawn.byes),
        "waiting": list(drawn.waiting),
    }


def enter_slip(
    form: Submission, tournament_id: int, at: tuple[int, int], slip: Slip, by: int | None = None
) -> TournamentState:
    """Enter the slip of a round's table, or correct it; return the tournament after that.

    The director's own counts at once; one that a side enters on a phone (`by`) waits for the others, and comes too
    late once the next round is drawn.  The same totals again add nothing: from the director, or from another side,
    they confirm.  Raises ImpossibleFact with field "points" where somebody else entered other totals than those that
    the form showed, of the line `form.seen`.
    """
    number, table_number = at
    facts = {
        "round": number, "table": table_number, "points": list(slip.points), "winner": slip.winner,
        "sets": list(slip.sets), "moons": list(slip.moons), "by": by,
    }  # fmt: skip
    with changing(form, tournament_id) as tournament:
        table = find_table(tournament.state, number, table_number)
        if tournament.answered(SLIP, facts):
            return tournament.state
        if by is not None:
            check_players_may_write(tournament, number, table, "points")
        if table.slip == slip:
            if not table.says.get(by):
                line = {"round": number, "table": table_number, "slip": table.slip_line, "side": by, "agree": True}
                tournament.add(SAYS, line)
        elif table.slip is not None and table.slip_line != form.seen:
            raise impossible("points", "Somebody entered this slip first. Check it, and correct it if it's wrong.")
        else:
            tournament.add(SLIP, facts)
        return tournament.state


def say_of_slip(
    form: Submission, tournament_id: int, at: tuple[int, int], side: int | None, *, agree: bool
) -> TournamentState:
    """Record that a side, or the director (None), confirms the slip of a round's table, or disputes it.

    Return the tournament after that.  Raises ImpossibleFact if the slip, of the line `form.seen`, was changed since,
    or a side comes too late.
    """
    number, table_number = at
    facts: LineFacts = {"round": number, "table": table_number, "slip": form.seen, "side": side, "agree": agree}
    with changing(form, tournament_id) as tournament:
        table = find_table(tournament.state, number, table_number)
        if not tournament.answered(SAYS, facts):
            if side is not None:
                check_players_may_write(tournament, number, table, "points")
            if table.slip is None or table.slip_line != form.seen or table.says.get(side) != agree:
                tournament.add(SAYS, facts)
        return tournament.state


def give_time(form: Submission, tournament_id: int, at: tuple[int, int], minutes: int) -> None:
    """Let a table play on for so many minutes after the others, once more or again.

    Raises ImpossibleFact with field "minutes" for a table that is not playing a round by the clock.
    """
    number, table_number = at
    facts = {"round": number, "table": table_number, "minutes": minutes}
    with changing(form, tournament_id) as tournament:
        state, table = tournament.state, find_table(tournament.state, number, table_number)
        if tournament.answered(EXTRA, facts):
            return
        if not state.setup.by_clock or number != len(state.rounds) or table.is_in:
            raise impossible("minutes", "Only a table that still plays a round by the clock can get more minutes.")
        tournament.add(EXTRA, facts)


def check_players_may_write(tournament: OpenTournament, number: int, table: TableState, field: str) -> None:
    """Raise ImpossibleFact at `field` for a round that is over, a slip that is in, and one changed too often."""
    state, at = tournament.state, (number, table.number)
    if state.finished or number != len(state.rounds):
        raise impossible(field, ROUND_OVER)
    check_slip_open(table, field)
    if sum((row.facts.get("round"), row.facts.get("table")) == at for row in tournament.rows) >= MAX_TABLE_LINES:
        raise impossible(field, "This slip has been changed too often: only the director can still change it.")


def check_slip_open(table: TableState, field: str) -> None:
    """Raise ImpossibleFact at `field` for a slip that is in."""
    if table.is_in:
        raise impossible(field, "This slip is in and confirmed. The director can correct it.")


# ---------------------------------------------------------------- the end, and taking back


def finish_tournament(form: Submission, tournament_id: int) -> None:
    """End a tournament: pay the pot out, and post fees and prizes to the ledger.  Raises ImpossibleFact."""
    with changing(form, tournament_id) as tournament:
        state = tournament.state
        if tournament.answered(FINISH) or state.finished:
            return
        paid: CentsByPerson = {}
        if state.pot:
            places = places_by(totals(state.tournament()), state.setup.criteria)
            try:
                paid = payouts(state.pot, state.setup.shares, places, dict(state.setup.side_pots))
            except PayoutError as error:
                raise impossible("", str(error)) from None
        entry = _post_prizes(tournament, nonzero(state.cash_and_ledger(paid)[1]))
        tournament.add(FINISH, {"paid": [[player, cents] for player, cents in paid.items()], "entry": entry})


def _post_prizes(tournament: OpenTournament, cents: CentsByPerson) -> int | None:
    """Post fees and prizes, where they were not cash, as one entry; return its number, None if nobody owes anything.

    Raises ImpossibleFact if the league plays for other money.
    """
    if not cents:
        return None
    setup, write = tournament.state.setup, tournament.write
    known = write.connection.scalar(select(League.currency).where(League.id == write.league_id))
    if known is None:
        write.connection.execute(update(League).where(League.id == write.league_id).values(currency=setup.currency))
    elif known != setup.currency:
        raise impossible("", f"This league plays for {known}: change the tournament's currency.")
    return post(write, PRIZES, setup.currency, cents, note=setup.name)


def undo_line(form: Submission, tournament_id: int, target: int) -> tuple[TournamentState, TournamentState]:
    """Take a line back, an undo too; return the tournament before and after.  What is taken back already stays so.

    Raises ImpossibleFact if later lines depend on it.
    """
    with changing(form, tournament_id) as tournament:
        before = tournament.state
        if tournament.answered(UNDO, target):
            return before, before
        if not 1 <= target <= len(tournament.rows):
            raise impossible("target", "That line wasn't found.")
        if target not in undone_rows(tournament.rows):
            after = tournament.add(UNDO, {}, target)
            if after.finished and not before.finished:
                raise impossible("target", "Finish the tournament again instead: the prizes may have changed.")
            if before.finished and not after.finished and before.entry is not None:
                write, postings = tournament.write, [joinedload(LedgerEntry.postings)]
                entry = write.session.get_one(LedgerEntry, (write.league_id, before.entry), options=postings)
                reverse(write, entry, entry.note)
        return before, tournament.state
