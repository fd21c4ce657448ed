"""`scorekeeper draw`: a tournament's rounds on the command line, without Flask or a database."""

import secrets
import sys
from collections.abc import Iterable, Sequence

import click

from scorekeeper.cli import print_error, print_json
from scorekeeper.cli.score import REFUSED
from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.rounds import DrawError, Round


@click.command()
@click.option("--players", type=int, required=True, help="How many play, 4 to 160.")
@click.option("--rounds", type=int, default=1, show_default=True, help="How many rounds to draw.")
@click.option(
    "--format",
    "key",
    type=click.Choice(list(FORMATS)),
    default="draw-partners",
    show_default=True,
    help="How partners and opponents are found.",
)
@click.option("--seed", type=int, help="The same seed gives the same draw.")
@click.option("--six", is_flag=True, help="Seat six at one table, in three pairs, so at most one sits out.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def draw(  # noqa: PLR0913  an argument for each option
    players: int, rounds: int, key: str, seed: int | None, *, six: bool, as_json: bool
) -> None:
    """Draw the rounds of a tournament.

    Players are numbered from 1. Where fixed partners enter, 1 plays with 2, 3 with 4 and so on; in a knockout, 1 and 2
    are the best seeds.
    """
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    chosen = FORMATS[key]
    try:
        drawn = chosen.draw_rounds(chosen.numbered_sides(players), rounds, seed, large_table=six)
    except DrawError as error:
        print_error(str(error))
        sys.exit(REFUSED)
    if as_json:
        print_json(rounds=[{"tables": each.tables, "byes": each.byes} for each in drawn])
    else:
        click.echo("\n".join(_lines(chosen.name, players, drawn, seed)))


def _lines(name: str, players: int, rounds: Sequence[Round], seed: int) -> Iterable[str]:
    yield f"{name}, {players} players, seed {seed}"
    for number, drawn in enumerate(rounds, start=1):
        yield f"\nRound {number}"
        for table, sides in enumerate(drawn.tables, start=1):
            yield f"  Table {table}: {' against '.join(' & '.join(map(str, side)) for side in sides)}"
        if drawn.byes:
            yield f"  Bye: {', '.join(map(str, drawn.byes))}"
