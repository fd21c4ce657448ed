"""Playing a line: the next one of a game, or one that is only previewed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorekeeper.core.text import refuse_unwritable
from scorekeeper.games.history import replay_log
from scorekeeper.games.naming import distinct_names, newcomer_key
from scorekeeper.games.store import OpenGame, current_table, load_game, read_log
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.doubts import Doubt, line_doubts
from scorekeeper.rules.errors import SheetError, impossible
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import LineResult, Table


@dataclass(frozen=True)
class Newcomer:
    """Somebody who sits down in this game for the first time: their new seat key, and their name."""

    key: str
    name: str


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
    newcomer = Newcomer(str(len(game.names) + 1), name)
    return {**facts, sits_down: newcomer.key}, newcomer


def play_line(
    game: OpenGame, table: Table, facts: Document, newcomer: Newcomer | None = None
) -> tuple[Table, LineResult]:
    """Play one line.  Raises SheetError: fields in seat keys, as the form has them; sentences in names."""
    try:
        return play(table, read_line(facts, table.variant.kind))
    except SheetError as error:
        raise error.with_names(player_names(game, newcomer)) from error


def player_names(game: OpenGame, newcomer: Newcomer | None) -> Callable[[str], str]:
    """Return the function that names the players of a game, a newcomer included."""
    names = distinct_names(game.names | {newcomer.key: newcomer.name} if newcomer else game.names)
    return lambda key: names.get(key, key)


@dataclass(frozen=True)
class Preview:
    """What the line would do, the table after it, and what is doubtful about it.  Players are seat keys."""

    entry: LineResult
    table: Table
    doubts: tuple[Doubt, ...]


def preview_line(session: Session, code: str, facts: Document, *, target: int | None = None) -> Preview:
    """Play a line without saving it: the next one, or in place of the line written as row `target`.

    Raises GameNotFound; SheetError as `record_line` does; ImpossibleFact (field "target") for a line that is not there.
    """
    connection = session.connection()
    game = load_game(connection, code)
    facts, newcomer = with_seat_keys(game, facts)
    before = current_table(connection, game) if target is None else _before(connection, game, target)
    table, entry = play_line(game, before, facts, newcomer)
    line = read_line(facts, table.variant.kind)
    return Preview(entry, table, line_doubts(before, line, table))


def _before(connection: Connection, game: OpenGame, target: int) -> Table:
    _, shown = replay_log(game.head, read_log(connection, game))
    before = next((line.before for line in shown if line.seq == target), None)
    if before is None:
        raise impossible("target", "That line isn't in this game.")
    return before
