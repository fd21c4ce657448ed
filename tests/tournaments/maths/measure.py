"""How near the schedules of draw partners come to whist tournaments: the table of docs/tournaments/designs.md."""

from collections import Counter
from typing import NamedTuple

from scorekeeper.tournaments.maths.designs import design


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
