"""The actions of a tournament: each is one line in its log, and can be undone there."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select

from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import Submission, writing
from scorekeeper.league.roster import find_or_add_person, merged_people
from scorekeeper.models.tables import people
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.sheets.grammar import listed
from scorekeeper.tournaments.log import OpenTournament, changing, insert_tournament, read_rows
from scorekeeper.tournaments.maths.rounds import DrawError, Side, flattened
from scorekeeper.tournaments.prizes import post_prizes, prizes_of, reverse_prizes
from scorekeeper.tournaments.state import (
    DRAW,
    ENTER,
    FEE,
    FEES,
    FINISH,
    IN,
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
    checked_setup,
    find_table,
    read_slip,
    replay,
    setup_to_json,
    undone_lines,
)

SEEDS = 1_000_000
"""Draws begin with a number below this: short enough to write down."""
SOMEBODY_FIRST = "Somebody entered this slip first. Check it, and correct it if it's wrong."
ROUND_OVER = "That round is over: only the director can still change its slips."
PARTNERS = re.compile(r"\s*(?:&|\+|/|,|;|\t| and )\s*")
PLAYERS = re.compile(r"[\r\n,;\t]+")
LIST_NUMBER = re.compile(r"^\s*\d+\s*[.):]\s*")
"""What a list from elsewhere has before a name: "1. Ann"."""
NEEDS_NAME = "A player needs a name."


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
    """Change a tournament's settings.  Raises UnreadableSheet, ImpossibleFact, TournamentNotFound."""
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
        pairs = tournament.state.setup.wanted.entrants == "pairs"
        sides = read_names(names, pairs=pairs)
        if not sides and not chosen:
            raise unreadable("names", "Enter at least one name.")
        if pairs and chosen:
            raise unreadable("names", "Pairs are entered by name, like Ann & Bob.")
        entered: list[Side] = [(person,) for person in _known(tournament, chosen)]
        entered += [_find_or_add_side(tournament, side) for side in sides]
        _check_new(tournament, entered)
        tournament.add(ENTER, {"sides": [list(side) for side in entered]})


def _known(tournament: OpenTournament, chosen: Sequence[int]) -> list[int]:
    mine = people.c.league_id == tournament.write.league_id
    there = set(tournament.write.connection.scalars(select(people.c.id).where(mine, people.c.merged_into.is_(None))))
    if any(person not in there for person in chosen):
        raise unreadable("names", "That person isn't in this league.")
    return list(dict.fromkeys(chosen))


def _find_or_add_side(tournament: OpenTournament, side: tuple[str, ...]) -> Side:
    league_id = tournament.write.league_id
    return tuple(find_or_add_person(tournament.write.connection, league_id, name, guest=True) for name in side)


def _check_new(tournament: OpenTournament, entered: Sequence[Side]) -> None:
    """Raise ImpossibleFact with the names of those who are in already, or are named twice."""
    merged = merged_people(tournament.write.connection, tournament.write.league_id)
    here = {merged.get(player, player) for player in flattened(tournament.state.sides)}
    again = []
    for player in (player for side in entered for player in side):
        again += [player] if player in here else []
        here.add(player)
    if again:
        names = tournament.write.connection.scalars(
            select(people.c.name).where(people.c.league_id == tournament.write.league_id, people.c.id.in_(again))
        )
        who = listed(sorted(names))
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


def set_left(form: Submission, tournament_id: int, side: Side, *, left: bool) -> None:
    """Record that a side leaves or comes back, from the next round on.  Raises ImpossibleFact."""
    kind, facts = LEAVE if left else RETURN, {"side": list(side)}
    with changing(form, tournament_id) as tournament:
        done = tournament.answered(kind, facts)
        if not done and (side in tournament.state.left) != left:
            tournament.add(kind, facts)


def take_fee(form: Submission, tournament_id: int, side: Side, *, paid: bool) -> None:
    """Record that a side paid its entry fee in cash, or has not after all.  Raises ImpossibleFact."""
    facts = {"side": list(side), "paid": paid}
    with changing(form, tournament_id) as tournament:
        done = tournament.answered(FEE, facts)
        if not done and (side in tournament.state.paid_cash) != paid:
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
        drawn = state.setup.wanted.draw(state.tournament())
    except DrawError as error:
        raise impossible("round", str(error)) from None
    return {
        "round": number,
        "tables": [[list(side) for side in table] for table in drawn.tables],
        "byes": list(drawn.byes),
        "waiting": list(drawn.waiting),
    }


@dataclass(frozen=True)
class SlipDraft:
    """A slip as a form sends it; `seen` is the line of the slip that the form showed, 0 for none."""

    round: int
    table: int
    points: tuple[int, ...]
    winner: int | None = None
    sets: tuple[int, ...] = ()
    moons: tuple[int, ...] = ()
    by: int | None = None
    seen: int = 0

    def facts(self) -> LineFacts:
        """Return it as the facts of a line."""
        return {
            "round": self.round, "table": self.table, "points": list(self.points), "winner": self.winner,
            "sets": list(self.sets), "moons": list(self.moons), "by": self.by,
        }  # fmt: skip


def enter_slip(form: Submission, tournament_id: int, draft: SlipDraft) -> None:
    """Enter the slip of a table, or correct it.

    The director's own counts at once; one that a side enters on a phone (`by`) waits for the others, and comes too
    late once the next round is drawn.  The same totals again add nothing: from the director, or from another side,
    they confirm.  Raises ImpossibleFact with field "points" where somebody else entered other totals since.
    """
    facts = draft.facts()
    with changing(form, tournament_id) as tournament:
        table = find_table(tournament.state, draft.round, draft.table)
        if tournament.answered(SLIP, facts):
            return
        if draft.by is not None:
            check_players_may_write(tournament.state, draft.round, table, "points")
        if table.slip == read_slip(facts):
            _confirm(tournament, draft, table)
            return
        if table.slip is not None and table.slip_line != draft.seen:
            raise impossible("points", SOMEBODY_FIRST)
        tournament.add(SLIP, facts)


def _confirm(tournament: OpenTournament, draft: SlipDraft, table: TableState) -> None:
    if not table.says.get(draft.by):
        facts = {"round": draft.round, "table": draft.table, "slip": table.slip_line, "side": draft.by, "agree": True}
        tournament.add(SAYS, facts)


@dataclass(frozen=True)
class Opinion:
    """What a side says of the slip of its table, None for the director; `slip` is the line of that slip."""

    round: int
    table: int
    slip: int
    side: int | None
    agree: bool


def say_of_slip(form: Submission, tournament_id: int, opinion: Opinion) -> None:
    """Record that a side confirms a slip, or disputes it.

    Raises ImpossibleFact if the slip was changed since, or a side comes too late.
    """
    facts: LineFacts = {
        "round": opinion.round, "table": opinion.table, "slip": opinion.slip, "side": opinion.side,
        "agree": opinion.agree,
    }  # fmt: skip
    with changing(form, tournament_id) as tournament:
        table = find_table(tournament.state, opinion.round, opinion.table)
        if tournament.answered(SAYS, facts):
            return
        if opinion.side is not None:
            check_players_may_write(tournament.state, opinion.round, table, "points")
        if table.slip is None or table.slip_line != opinion.slip or table.says.get(opinion.side) != opinion.agree:
            tournament.add(SAYS, facts)


def check_players_may_write(state: TournamentState, number: int, table: TableState, field: str) -> None:
    """Raise ImpossibleFact at `field` for a round that is over, and for a slip that is in."""
    if state.finished or number != len(state.rounds):
        raise impossible(field, ROUND_OVER)
    check_slip_open(table, field)


def check_slip_open(table: TableState, field: str) -> None:
    """Raise ImpossibleFact at `field` for a slip that is in."""
    if table.status == IN:
        raise impossible(field, "This slip is in and confirmed. The director can correct it.")


# ---------------------------------------------------------------- the end, and taking back


def finish_tournament(form: Submission, tournament_id: int) -> None:
    """End a tournament: pay the pot out, and post fees and prizes to the ledger.  Raises ImpossibleFact."""
    with changing(form, tournament_id) as tournament:
        if tournament.answered(FINISH) or tournament.state.finished:
            return
        paid = prizes_of(tournament.state)
        entry = post_prizes(tournament, paid)
        tournament.add(FINISH, {"paid": [[player, cents] for player, cents in paid.items()], "entry": entry})


def undo_line(form: Submission, tournament_id: int, target: int) -> None:
    """Take a line back, an undo too; what is already taken back stays that way.

    Raises ImpossibleFact if later lines depend on it.
    """
    with changing(form, tournament_id) as tournament:
        if tournament.answered(UNDO, target):
            return
        if not 1 <= target <= len(tournament.rows):
            raise impossible("target", "That line wasn't found.")
        if target in undone_lines(tournament.rows):
            return
        before = tournament.state
        after = tournament.add(UNDO, {}, target)
        _move_money(tournament, before, after)


def _move_money(tournament: OpenTournament, before: TournamentState, after: TournamentState) -> None:
    """Reverse the entry of an end that was undone.  An end that an undo would bring back is refused: end it again."""
    if before.finished and not after.finished:
        reverse_prizes(tournament, before.entry)
    elif after.finished and not before.finished:
        raise impossible("target", "Finish the tournament again instead: the prizes may have changed.")
