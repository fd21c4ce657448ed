"""The log of a game: record a line, undo one, correct one, or see what one would do.

Each write is one immediate transaction: read, check the form's op_id, check what its phone last saw, append, bring the
snapshot up to date.  Adding a line reads no earlier one; undo and correction replay the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.access.roles import Role, check_role
from scorekeeper.core.chain import canonical_json
from scorekeeper.core.text import check_text, checked_op_id, refuse_unwritable
from scorekeeper.core.transaction import GUEST, ServiceError, Submission, Write, lock_league, writing
from scorekeeper.games.history import (
    LogRow,
    PlayedLine,
    current_lines,
    line_histories,
    lines_changed_since,
    replay_log,
    undone_rows,
)
from scorekeeper.games.log import LINE_NAMES, PLAYED_KINDS, line_kind
from scorekeeper.games.reviews import add_agreement
from scorekeeper.games.store import (
    OpenGame,
    Snapshot,
    append_lines,
    current_snapshot,
    current_table,
    load_game,
    load_game_for_update,
    read_log,
    snapshot_of,
)
from scorekeeper.league.nights import require_may_write
from scorekeeper.league.results import changes_results, recompute_game
from scorekeeper.league.roster import distinct_names, find_or_add_person, newcomer_key, people_by_seat, take_seats
from scorekeeper.models import CORRECT, LINE, UNDO, Answer, Game
from scorekeeper.money.ledger import is_settlement, post_change, post_line, settlements_of
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.doubts import Doubt, line_doubts
from scorekeeper.rules.errors import SheetError, impossible
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.sheets.phrases import say_refusal

Newcomer = tuple[str, str]
"""Somebody who sits down in this game for the first time: their new seat key, and their name."""


class Stale(ServiceError):
    """Somebody wrote something first.

    `newer`: the lines that are new or changed since this phone last looked, in order of play;
    `mine`: the facts it sent, None for an undo.
    """

    def __init__(self, newer: tuple[PlayedLine, ...], mine: Document | None) -> None:
        super().__init__("Somebody else saved in this game first.")
        self.newer, self.mine = newer, mine


@dataclass(frozen=True)
class SaveResult:
    """What happened to a form.

    `seq`: the row that holds it; `game`: the game with that row, if this form wrote it and no new player sat down:
    none for a form that was sent before, or a line another phone had already saved.
    """

    seq: int
    game: OpenGame | None = field(default=None, compare=False, repr=False)


def record_line(form: Submission, code: str, facts: Document) -> SaveResult:
    """Add one line of a scoresheet to a game, with seat keys for names; a player who sits down is given by name.

    After the close of the night the form says why.  Raises NotFound, AccessLowered, OpIdReused, Stale,
    ReasonRequired, and SheetError (line 0) if it isn't a line, cannot have happened now, or comes after the close from
    a phone that isn't a keeper.
    """
    check_text(form.reason, "reason")
    with writing(form, game_first=True) as write:
        game = _game_to_score(write, code)
        facts, newcomer = with_seat_keys(game, facts)
        row = LogRow(game.seq + 1, LINE, None, facts, form.reason or None, write.now, write.device.name)
        if saved := check_duplicate_or_stale(write, game, row):
            return saved
        require_may_write(write, game, row)
        before = current_snapshot(write.connection, game)
        table, _ = play_line(game, before.table, facts, newcomer)
        return _save(write, game, [row], before.after(row.seq, facts, table), newcomer)


def record_hands(form: Submission, code: str, hands: Sequence[Document]) -> SaveResult:
    """Add hands that were written on paper, all or none of them; each is a line as if it had been sent alone.

    Raises what `record_line` raises, but ImpossibleFact for a phone that had not seen the last line.
    """
    check_text(form.reason, "reason")
    with writing(form, game_first=True) as write:
        game = _game_to_score(write, code)
        if done := write.answered("hands", game.row.id, [*hands], form.reason):
            return SaveResult(done[1])
        if write.seen != game.seq:
            raise impossible("", "Another phone saved something meanwhile. Look in the log; then save what is missing.")
        after, rows = current_snapshot(write.connection, game), []
        for number, facts in enumerate(hands, start=1):
            row = LogRow(game.seq + number, LINE, None, facts, form.reason or None, write.now, write.device.name)
            require_may_write(write, game, row)
            table, _ = play_line(game, after.table, with_seat_keys(game, facts)[0])
            after = after.after(row.seq, facts, table)
            rows.append(row)
        return _save(write, game, rows, after, None)


def undo(form: Submission, code: str, target: int) -> SaveResult:
    """Take back the row numbered `target`: a line, a correction, or an undo, which puts back what that took.

    Raises NotFound, AccessLowered, OpIdReused, Stale, ReasonRequired; ImpossibleFact with field "target" for a row
    that does not exist or is taken back already, with field "line" when a later line could not have been played then,
    or after the close of the night from a phone that isn't a keeper.
    """
    return correct_line(form, code, target, None)


def correct_line(form: Submission, code: str, target: int, facts: Document | None) -> SaveResult:
    """Replace what the line written as row `target` says; `facts` None takes it back.

    A correction that changes nothing counts as agreement, and nothing is added.  Raises what `undo` raises, and
    SheetError with that line's number for facts that cannot be.
    """
    check_text(form.reason, "reason")
    with writing(form, game_first=True) as write:
        game = _game_to_score(write, code)
        kind, newcomer = UNDO, None
        if facts is not None:
            kind, (facts, newcomer) = CORRECT, with_seat_keys(game, facts)
        row = LogRow(game.seq + 1, kind, target, facts, form.reason, write.now, write.device.name)
        if saved := check_duplicate_or_stale(write, game, row):
            return saved
        require_may_write(write, game, row)
        rows = read_log(write.connection, game)
        old = next((each for each in rows if each.seq == target), None)
        if old is None or (kind == CORRECT and old.kind != LINE):
            raise impossible("target", "That line isn't in this game.")
        if target in undone_rows(rows):
            raise impossible("target", "That was already taken back.")
        line = next((line for line in current_lines(rows) if line.seq == target), None)
        if facts is not None and line is not None and canonical_json(line.facts) == canonical_json(facts):
            return _saved_as(write, game, line.version)
        table, shown = _replay_with_change(game, [*rows, row], newcomer)
        return _save(write, game, [row], snapshot_of(table, shown, [*rows, row]), newcomer, changed=shown)


def _game_to_score(write: Write, code: str) -> OpenGame:
    """Return the game, read together with the role of the phone.

    Raises NotFound for a phone that was shut out meanwhile, AccessLowered for one that only watches now, and what
    the check of a guest raises.
    """
    if check_guest := write.session.info.get(GUEST):
        game = load_game_for_update(write, code, guest=True)
        check_guest(write.connection)  # another request may have ended the game while we waited for the lock
        return game
    game = load_game_for_update(write, code)
    check_role(game.row.role, Role.SCORER)
    return game


def _save(  # noqa: PLR0913 - what is saved together
    write: Write,
    game: OpenGame,
    rows: Sequence[LogRow],
    after: Snapshot,
    newcomer: Newcomer | None,
    *,
    changed: Sequence[PlayedLine] | None = None,
) -> SaveResult:
    """Append rows, and whatever follows from the last: a seat, the result, money; `changed`: the lines after a change.

    Hands that stand before the last of several neither end the game nor settle.
    """
    connection, table, row = write.connection, after.table, rows[-1]
    counts = changes_results(game, table, row.facts if changed is None else None)
    if newcomer or counts:
        lock_league(connection, write.league_id)
    if newcomer:
        person_id = find_or_add_person(connection, write.league_id, newcomer[1])
        take_seats(connection, write.league_id, game.row.id, [(int(newcomer[0]), person_id)])
    saved = append_lines(write, game, rows, after, write.actor)
    write.answer([game.row.id, row.seq])
    if counts:
        person = people_by_seat(connection, write.league_id, game.row.id)
        recompute_game(connection, saved, game.row.day, person)
        if table.stakes is not None and changed is not None:
            post_change(write, game, row.seq, person, settlements_of(table, changed))
        elif table.stakes is not None and (table.finished or is_settlement(row.facts or {})):
            post_line(write, game, row.seq, person, table.balances)
    return SaveResult(row.seq, game=None if newcomer else saved)


def _replay_with_change(
    game: OpenGame, rows: Sequence[LogRow], newcomer: Newcomer | None
) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Return the table and the lines after the last row, which changes one.

    Raises SheetError at the corrected line, or naming the later line that is in the way.
    """
    try:
        return replay_log(game.head, rows)
    except SheetError as error:
        lines = [line for line in current_lines(rows) if not line.struck]
        named, at_fault, change = error.with_names(_player_names(game, newcomer)), lines[error.line - 1], rows[-1]
        if change.kind == CORRECT and at_fault.seq == change.target:
            raise named from error
        hands = sum(line_kind(line.facts) in PLAYED_KINDS for line in lines[: error.line])
        what = LINE_NAMES.get(line_kind(at_fault.facts), f"hand {hands}")
        sentence = f"Then {what} wouldn't work: {say_refusal(named.refusal)}"
        if error.field == "line":
            sentence = f"The game would then end before {what}. Take that one back first."
        raise impossible("line", sentence).at_line(error.line) from error


# ---------------------------------------------------------------- a form sent twice, and a stale one


def check_duplicate_or_stale(write: Write, game: OpenGame, row: LogRow) -> SaveResult | None:
    """Return what this form did before, or the same from another phone; None if it is new.

    Raises OpIdReused; Stale if this phone had not seen what was written last.
    """
    if done := write.answered(row.kind, game.row.id, row.target, row.facts, row.reason):
        return SaveResult(done[1])
    if write.seen == game.seq:
        return None
    rows = read_log(write.connection, game)
    first = next((each for each in rows if each.seq == write.seen + 1), None)  # that this phone has not seen
    if first is not None and _agrees(rows, first, row):
        if first.kind != UNDO:  # as if this phone had tapped Agree
            line = first.target or first.seq
            add_agreement(write, game, line_histories(rows, [line])[line].version)
        return _saved_as(write, game, first.seq)
    since = lines_changed_since(rows, write.seen)
    _, shown = replay_log(game.head, rows)
    raise Stale(tuple(line for line in shown if line.seq in since), row.facts)


def _agrees(rows: Sequence[LogRow], first: LogRow, row: LogRow) -> bool:
    """Return whether the `first` row says the same as the new one, and is in force.

    A note is not part of the hand: a line without one agrees with a line that has one.
    """
    if (first.kind, first.target) != (row.kind, row.target) or first.seq in undone_rows(rows):
        return False
    if row.facts is None:
        return True
    current_facts = next((line.facts for line in current_lines(rows) if line.seq == first.seq), first.facts or {})
    if "note" not in row.facts:
        current_facts = {key: value for key, value in current_facts.items() if key != "note"}
    return canonical_json(current_facts) == canonical_json(row.facts)


def _saved_as(write: Write, game: OpenGame, seq: int) -> SaveResult:
    """Return, also for the next time the form is sent, the row that said the same already."""
    write.answer([game.row.id, seq])
    return SaveResult(seq)


SAVED = (
    select(Game.id, Answer.answer)
    .join(Answer, Answer.league_id == Game.league_id)
    .where(Game.code == bindparam("code"), Answer.op_id == bindparam("op_id"))
)


def find_saved_row(session: Session, code: str, op_id: str) -> int | None:
    """Return the row a form was saved as, even if its response was lost; None if it was not saved."""
    try:
        asked = {"code": code, "op_id": checked_op_id(op_id)}
    except SheetError:
        return None
    found = session.execute(SAVED, asked).one_or_none()
    if found is None or not isinstance(found.answer, list) or found.answer[0] != found.id:
        return None
    return int(found.answer[1])


# ---------------------------------------------------------------- one line


def with_seat_keys(game: OpenGame, facts: Document) -> tuple[Document, Newcomer | None]:
    """Return facts in seat keys throughout: a player who sits down is given by name, which becomes a key here.

    Players who sat in this game before get their old key back, however the name is spelled.  Raises UnreadableSheet if
    it isn't a line at all.
    """
    refuse_unwritable(facts)
    read_line(facts, game.head.variant.kind)
    sits_down = newcomer_key(facts)
    if sits_down is None:
        return facts, None
    name, keys = facts[sits_down], {name_key(name): key for key, name in reversed(game.names.items())}
    if known := keys.get(name_key(name)):
        return {**facts, sits_down: known}, None
    key = str(len(game.names) + 1)
    return {**facts, sits_down: key}, (key, name)


def preview_line(
    session: Session, code: str, facts: Document, *, target: int | None = None
) -> tuple[Table, LineResult, tuple[Doubt, ...]]:
    """Play a line without saving it: the next one, or in place of the line written as row `target`.

    Return the table after it, what it would do, and what is doubtful about it; players are seat keys.  Raises
    NotFound; SheetError as `record_line` does; ImpossibleFact (field "target") for a line that is not there.
    """
    connection = session.connection()
    game = load_game(connection, code)
    facts, newcomer = with_seat_keys(game, facts)
    before: Table | None
    if target is None:
        before = current_table(connection, game)
    else:
        _, shown = replay_log(game.head, read_log(connection, game))
        before = next((line.before for line in shown if line.seq == target), None)
    if before is None:
        raise impossible("target", "That line isn't in this game.")
    table, entry = play_line(game, before, facts, newcomer)
    return table, entry, line_doubts(before, read_line(facts, table.variant.kind), table)


def play_line(
    game: OpenGame, table: Table, facts: Document, newcomer: Newcomer | None = None
) -> tuple[Table, LineResult]:
    """Play one line.  Raises SheetError: fields in seat keys, as the form has them; sentences in names."""
    try:
        return play(table, read_line(facts, table.variant.kind))
    except SheetError as error:
        raise error.with_names(_player_names(game, newcomer)) from error


def _player_names(game: OpenGame, newcomer: Newcomer | None) -> Callable[[str], str]:
    names = distinct_names(game.names | dict([newcomer] if newcomer else []))
    return lambda key: names.get(key, key)
