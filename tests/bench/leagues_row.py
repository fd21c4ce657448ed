"""Row 16: a save and the pages of a league, on a server with a thousand leagues and on one with that league alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tests.bench.league import SMALL, made, served
from tests.bench.measure import Row, cpu_of, pairs
from tests.bench.nights import Caller, Saver, our_app, play_hands

MANY, FEW = 1_000, 50
HANDS = 3
"""Of each of the other leagues."""
SAVES, LOOKS = 40, 15
PAGES = ("/l/{league}", "/l/{league}/standings", "/l/{league}/people/{person}")
TARGET = 1.2


def rows(folder, quick):
    leagues, sides = FEW if quick else MANY, []
    for name, others in (("crowded", leagues - 1), ("alone", 0)):
        place = Path(folder) / name
        place.mkdir()
        sides.append(served_among(place, others))
    crowded, alone = sides
    ours, theirs = pairs(crowded.cpu_of_saves, alone.cpu_of_saves)
    yield Row("16", f"a recorded hand, {leagues:,} leagues / 1", ours, theirs, "ms CPU", ours / theirs, TARGET)
    for page in PAGES:
        ours, theirs = pairs(cpu_of(partial(crowded.see, page), LOOKS), cpu_of(partial(alone.see, page), LOOKS))
        name = page.removeprefix("/l/{league}") or "/"
        yield Row("16", f"{name}, {leagues:,} leagues / 1", ours, theirs, "ms CPU", ours / theirs, TARGET)


class Served:
    """A league of a thousand hands that is served, and a table at which one saves."""

    def __init__(self, league, saver):
        self.league, self.saver = league, saver
        self.cpu_of_saves = cpu_of(saver.save, SAVES)

    def see(self, page):
        self.league.took(page)


def served_among(folder, others):
    """Return a demo league on a server, with so many other leagues that were founded before it."""
    app = our_app(folder)
    for _ in range(others):
        founder = Caller(app)
        play_hands(folder, founder, founder.sit_down(), HANDS)
    league = served(made(folder / "games.db", SMALL), folder)
    phone = Caller(league.phone.client.application)
    return Served(league, Saver(phone, phone.sit_down(), 0))
