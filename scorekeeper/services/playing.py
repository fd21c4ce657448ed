"""Lines tried at a table: played in seat keys, refused in names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.table import play
from scorekeeper.services.naming import telling_apart
from scorekeeper.services.text import refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Callable

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
        raise error.with_names(player_names(game, arrival)) from error


def player_names(game: OpenGame, arrival: Arrival | None) -> Callable[[str], str]:
    """Return the function that names the players of a game, who just arrived included."""
    names = telling_apart(game.names | {arrival.key: arrival.name} if arrival else game.names)
    return lambda key: names.get(key, key)
