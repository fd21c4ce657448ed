"""The results of a tournament as a table for a spreadsheet: a line for each side of each round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.tournaments.standings import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.services.tournaments.view import TournamentView

HEADS = ["round", "table", "side", "points", "points_against", "wins", "sets", "moons", "bye"]


def results_table(view: TournamentView) -> Iterator[list[Any]]:
    """Return what each round brought each side, the heads first.  Half a win is 0.5."""
    tournament = view.state.tournament()
    tables = {
        (one.number, player): table.number
        for one in view.state.rounds
        for table in one.tables
        for side in table.sides
        for player in side
    }
    yield HEADS
    for line in lines_of(tournament.played, tournament.sides, tournament.bye):
        table = tables.get((line.round, line.side[0]))
        counted = [line.points, line.against, f"{line.wins:g}", line.sets, line.moons]
        yield [line.round, table, view.side_name(line.side), *counted, int(line.bye)]
