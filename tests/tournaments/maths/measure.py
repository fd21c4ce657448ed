"""How near the schedules of draw partners come to whist tournaments: the table of docs/tournaments/designs.md.

`python tests/tournaments/maths/measure.py --write` measures all of them (some seconds) and writes the table into the
page.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from scorekeeper.tournaments.maths.designs import MAX_DESIGN, design

PAGE = Path(__file__).parents[3] / "docs/tournaments/designs.md"
BEGINNING, END = "<!-- the table: tests/tournaments/maths/measure.py -->\n", "<!-- the end of the table -->\n"
SMALLEST = 8
HEAD = (
    "| players | byes a round | rounds | whist tournament | same partner | same opponent in n/2 rounds "
    "| same opponent in n − 1 rounds | second meeting |\n|---|---|---|---|---|---|---|---|\n"
)


class Figures(NamedTuple):
    """What a schedule does, counted by looking at every table of it."""

    players: int
    byes: int
    rounds: int
    partners: int  # the most often that two are partners, in all rounds
    opponents_half: int  # the most often that two are opponents, in n/2 rounds
    opponents: int  # the same in n - 1 rounds
    second_meeting: int  # the first round in which two opponents meet again
    byes_apart: int  # the most that the byes of two players ever differ by


def measure(size):
    """Return the figures of the schedule for so many players."""
    partners, opponents, sat_out = Counter(), Counter(), Counter(dict.fromkeys(range(size), 0))
    half = most = second = apart = 0
    schedule = design(size)
    for number, seats in enumerate(schedule, start=1):
        assert len(set(seats)) == len(seats) == size // 4 * 4
        assert set(seats) <= set(range(size))
        partners.update(frozenset(seats[place : place + 2]) for place in range(0, len(seats), 2))
        for place in range(0, len(seats), 4):
            for one in seats[place : place + 2]:
                opponents.update(frozenset((one, other)) for other in seats[place + 2 : place + 4])
        sat_out.update(set(range(size)).difference(seats))
        apart = max(apart, max(sat_out.values()) - min(sat_out.values()))
        again = max(opponents.values())
        half = again if number <= size // 2 else half
        most = again if number <= size - 1 else most
        second = second or (number if again > 1 else 0)
    return Figures(size, size % 4, len(schedule), max(partners.values()), half, most, second, apart)


def known(size):
    """Return the whist tournament to compare a schedule with, as the table names it."""
    if size % 4 < 2:
        return f"{size} players"
    return f"{size + 1} players, without one" if size % 4 == 3 else "none"


def row(one):
    """Return a row of the table from figures."""
    return (
        f"| {one.players} | {one.byes} | {one.rounds} | {known(one.players)} | {one.partners} | {one.opponents_half} "
        f"| {one.opponents} | round {one.second_meeting} |\n"
    )


def table():
    return HEAD + "".join(row(measure(players)) for players in range(SMALLEST, MAX_DESIGN + 1))


def parts(text):
    """Return a page in three parts: before the table, the table, after it."""
    before, rest = text.split(BEGINNING)
    middle, after = rest.split(END)
    return before, middle, after


def written():
    """Return the page with the table as it is measured now."""
    before, _, after = parts(PAGE.read_text(encoding="utf-8"))
    return f"{before}{BEGINNING}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure the schedules of draw partners.")
    parser.add_argument("--write", action="store_true", help="write the table into docs/tournaments/designs.md")
    if parser.parse_args().write:
        PAGE.write_text(written(), encoding="utf-8")
    else:
        print(table(), end="")  # noqa: T201
