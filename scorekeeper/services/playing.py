"""Lines tried at a table: played in seat keys, refused in names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.errors import Fault, SheetError
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.table import fold, play
from scorekeeper.services.naming import rename_facts, rename_head, rename_table, telling_apart
from scorekeeper.services.text import refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.services.book import OpenGame


@dataclass(frozen=True)
class Arrival:
    """Somebody who sits down for the first time in this game: the seat key he gets, and his name."""

    key: str
    name: str


def with_seats(game: OpenGame, facts: Document) -> tuple[Document, Arrival | None]:
    """Give facts in seat keys throughout: `join` names somebody by name, and here that becomes a key.

    Whoever sat in this game before comes back to his key.  Raises UnreadableSheet when it is no line at all.
    """
    refuse_unwritable(facts)
    read_line(facts, game.head.variant.kind)
    if "join" not in facts:
        return facts, None
    name, keys = facts["join"], {name: key for key, name in reversed(game.names.items())}
    if name in keys:
        return {**facts, "join": keys[name]}, None
    arrival = Arrival(str(len(game.names) + 1), name)
    return {**facts, "join": arrival.key}, arrival


def play_line(game: OpenGame, table: Table, facts: Document, arrival: Arrival | None = None) -> tuple[Table, Entry]:
    """Play one line.  Raises SheetError: fields in seat keys, as the form has them; sentences in names."""
    try:
        return play(table, read_line(facts, table.variant.kind))
    except SheetError as error:
        name = _caller(game, arrival)
        named = rename_table(table, game.head, name)
        line = rename_facts(facts, name)
        raise _said_again(error, lambda: play(named, read_line(line, table.variant.kind))) from error


def in_names(
    game: OpenGame, error: SheetError, lines: Sequence[Document], arrival: Arrival | None = None
) -> SheetError:
    """Say the error that stopped a whole game again, in names."""
    name = _caller(game, arrival)
    sheet = Sheet(rename_head(game.head, name), tuple(rename_facts(facts, name) for facts in lines))
    return _said_again(error, lambda: fold(sheet))


def _said_again(error: SheetError, once_more: Callable[[], object]) -> SheetError:
    """Give the error with the sentences the same mistake gets when it is made in names."""
    try:
        once_more()
    except SheetError as named:
        faults = zip(error.faults, named.faults, strict=False)
        return type(error)(Fault(fault.line, fault.field, said.message) for fault, said in faults)
    return error


def _caller(game: OpenGame, arrival: Arrival | None) -> Callable[[str], str]:
    told = telling_apart(game.names | {arrival.key: arrival.name} if arrival else game.names)
    return lambda key: told.get(key, key)
