"""Whole evenings that chance makes up: who enters, comes late and leaves, and what every slip says."""

from dataclasses import replace

from hypothesis import strategies as st

from scorekeeper.tournaments.maths.formats import FORMATS, losses
from scorekeeper.tournaments.maths.rounds import Slip

LOSSES_ALLOWED = {"knockout": 0, "double-knockout": 1}
KEYS = list(FORMATS)


def sides_of(key, numbers):
    """Return entrants of a format: players, or pairs of players who follow each other."""
    if FORMATS[key].entrants == "players":
        return tuple((number,) for number in numbers)
    return tuple((2 * number - 1, 2 * number) for number in numbers)


def slips_for(drawn, rng, *, may_tie=False):
    """Return slips of a table each, with sets and moons; a tie only where it may be."""
    return tuple(random_slip(rng, may_tie=may_tie) for _ in drawn.tables)


def random_slip(rng, *, may_tie):
    points = [rng.randint(-5, 40), rng.randint(-5, 40)]
    if points[0] == points[1] and not may_tie:
        points[rng.randint(0, 1)] += 1
    pairs = [(rng.randint(0, 3), rng.randint(0, 3)) for _ in range(2)]
    return Slip(tuple(points), sets=pairs[0], moons=pairs[1])


def play(tournament, its_format, rng, *, may_tie=False):
    """Draw the next round and hand in its slips."""
    drawn = its_format.draw(tournament)
    return replace(
        tournament, rounds=(*tournament.rounds, replace(drawn, slips=slips_for(drawn, rng, may_tie=may_tie)))
    )


def evening(key, entrants, rounds, changes, rng):
    """Iterate over a tournament after each round; `changes` are (round, comes, who) before rounds counted from 0."""
    its_format = FORMATS[key]
    least = 4 if its_format.entrants == "players" else 2
    tournament = its_format.start(sides_of(key, range(1, entrants + 1)), seed=rng.randint(0, 999))
    for number in range(rounds):
        for _, comes, who in (change for change in changes if change[0] == number):
            here = [side for side in tournament.sides if side not in tournament.left]
            if comes and tournament.left and who % 2:
                tournament = replace(tournament, left=tournament.left - {min(tournament.left)})
            elif comes:
                new = sides_of(key, [len(tournament.sides) + 1])
                tournament = replace(tournament, sides=(*tournament.sides, *new))
            elif len(here) > least:
                tournament = replace(tournament, left=tournament.left | {here[who % len(here)]})
        if over(key, tournament):
            return
        tournament = play(tournament, its_format, rng)
        yield tournament


def alive(key, tournament):
    """Return the sides that are here, and in a knockout not out yet."""
    here = [side for side in tournament.sides if side not in tournament.left]
    beaten = losses(tournament.rounds)
    return [side for side in here if key not in LOSSES_ALLOWED or beaten[side] <= LOSSES_ALLOWED[key]]


def over(key, tournament):
    return key in LOSSES_ALLOWED and len(alive(key, tournament)) < 2


EVENINGS = {
    "entrants": st.integers(4, 26),
    "rounds": st.integers(1, 9),
    "changes": st.lists(st.tuples(st.integers(0, 8), st.booleans(), st.integers(0, 99)), max_size=6),
    "rng": st.randoms(use_true_random=False),
}
"""What an evening is made of; rounds and changes are few enough to shrink to something one can read."""
