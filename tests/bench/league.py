"""Row 7: every page of a league of many hands, against the same page of a league of a thousand.

    .venv/bin/python -m tests.bench.league [--hands 20000] [--database FILE]

Both leagues are made by `scorekeeper demo`; with --database a large one is taken that is there already (a
phone is made its owner, so give a copy).  Pages are asked for in this process, A B A B …, in CPU time, which other
programs on the machine do not lengthen; of each the median.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.services.access.ownership import new_owner_code
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.transaction import writing
from scorekeeper.settings import from_environment
from tests.databases import migrate, open_engine
from tests.web.conftest import Phone
from tests.web.who_may import WHO_MAY
from tools.demo.league import make_demo

SMALL, MANY, MILLION = 1_000, 20_000, 1_000_000
PAIRS = 7
DEEP = 500
"""Games from which on half of them fill every page there is."""
TARGET, GROWTH = 150, 5
"""Milliseconds of CPU for the slowest page, and how many times those of the small league it may take."""
SHOWN = (200, 422)
"""A page that asks for somebody is shown as well when nobody is named."""
WHOLE_TABLES = ("/files/league.json", "/files/<table>.csv")
"""They send every row there is."""
ASKED = {
    "/standings": ("?season=all",),
    "/awards": ("?season=2",),
    "/nights": ("?before={day}",),
    "/games": (
        "?person=1", "?person=1&partner=3", "?variant=minnesota-ten-point", "?season=2", "?before={day}.{middle}",
    ),
    "/search": ("?q=Ann", "?q=Legion", "?q=2"),
    "/people/{person}": ("?season=all", "?season=2"),
}  # fmt: skip
"""Pages that are asked more than one thing."""


class League(NamedTuple):
    """A demo league that is served, and its owner's phone; `values` are what its addresses are made of."""

    hands: int
    phone: Phone
    values: dict[str, object]

    def took(self, path):
        """Return the milliseconds of CPU a page takes."""
        began = time.process_time()
        answer = self.phone.get(path.format(**self.values))
        spent = (time.process_time() - began) * 1000
        if answer.status_code not in SHOWN:
            raise RuntimeError(f"{path.format(**self.values)} is answered {answer.status_code}.")
        return spent


def made(path, hands):
    """Make a demo league in a file of its own."""
    engine = open_engine(path, hasty=True)
    migrate(engine)
    with Session(engine, expire_on_commit=False) as session:
        make_demo(session, wall_clock, hands, 1968)
    engine.dispose()
    return path


def served(path, folder):
    """Serve the newest league of a file, to a phone that is made its owner."""
    engine = open_engine(path)
    with Session(engine, expire_on_commit=False) as session, writing(session) as connection:
        league_id, code = connection.execute(text("SELECT id, code FROM leagues ORDER BY id DESC")).first()
        owner_code = new_owner_code(connection, league_id, wall_clock())
        of_it = {"league": league_id}
        last = "SELECT max(id) FROM games WHERE league_id = :league"
        games = connection.scalar(text(last), of_it)
        rated = "SELECT g.code FROM games g JOIN plays p ON p.league_id = g.league_id AND p.game_id = g.id WHERE "
        game = connection.scalar(
            text(f"{rated} g.league_id = :league AND p.person_id = 1 ORDER BY g.id DESC LIMIT 1"), of_it
        )
        middle, day = connection.execute(
            text(
                "SELECT g.id, n.day FROM games g JOIN nights n ON n.league_id = g.league_id AND n.id = g.night_id"
                " WHERE g.league_id = :league AND g.id = :middle"
            ),
            {**of_it, "middle": games // 2 if games > DEEP else games - 3},
        ).one()
        night = connection.scalar(text("SELECT max(id) FROM nights WHERE league_id = :league"), of_it)
        seqs = connection.scalar(text("SELECT sum(seq) FROM games WHERE league_id = :league"), of_it)
    engine.dispose()
    phone = Phone(create_app(from_environment({"DATABASE_URL": f"sqlite:///{path}"}, folder)))
    if phone.send("/claim", "/claim", {"printed": owner_code}).status_code != 303:
        raise RuntimeError("The phone was not made the owner.")
    house = f"/t/{game}/house"
    kept = phone.send(house, house, {"save_as": "Legion rules"})
    values = {
        "league": code, "night": night - 1, "person": 1, "other": 3, "season": 1, "game": game, "day": day,
        "middle": middle, "house_id": kept.location.rpartition("/")[2], "size": 4,
    }  # fmt: skip
    return League(seqs, phone, values)


def pages():
    """Return every page of a league there is a rule for, as paths to be filled in."""
    for method, rule in WHO_MAY:
        one_night = "<tournament>" in rule  # as large as its hall, however large the league
        if method == "GET" and rule.startswith("/l/<league>") and not rule.endswith(WHOLE_TABLES) and not one_night:
            path = re.sub(r"<(\w+)>", r"{\1}", rule)
            yield path
            room = path.removeprefix("/l/{league}")
            yield from (path + asked for asked in ASKED.get(room, ()))


class Page(NamedTuple):
    path: str
    large: float
    small: float

    @property
    def ratio(self):
        return self.large / self.small


def compared(large, small):
    """Return every page with what it takes in both leagues, the slowest of the large one last."""
    found = []
    for path in pages():
        both = [(large.took(path), small.took(path)) for _ in range(PAIRS + 1)][1:]  # the first fills the caches
        found.append(Page(path, *(statistics.median(each) for each in zip(*both, strict=True))))
    return sorted(found, key=lambda page: page.large)


def leagues(folder, hands, database=None):
    """Return the large league and the small one."""
    small, large = Path(folder) / "small", Path(folder) / "large"
    for each in (small, large):
        each.mkdir()
    return (
        served(database or made(large / "games.db", hands), large),
        served(made(small / "games.db", SMALL), small),
    )


def main():
    words = argparse.ArgumentParser(prog="python -m tests.bench.league", description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--hands", type=int, default=MANY, help=f"of the large league ({MILLION} for the row itself)")
    words.add_argument("--database", type=Path, help="a copy of one that is made already")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        large, small = leagues(folder, asked.hands, asked.database)
        sys.stdout.write(f"ms CPU a page, {large.hands:,} and {small.hands:,} lines\n")
        found = compared(large, small)
        for page in found:
            sys.stdout.write(f"{page.ratio:6.2f} {page.large:8.1f} {page.small:8.1f}  {page.path}\n")
    grown, slowest = max(found, key=lambda page: page.ratio), found[-1]
    sys.stdout.write(f"the page that grows most, {grown.ratio:.2f} times: {grown.path}\n")
    sys.stdout.write(f"row 7: the slowest page, {slowest.large:.0f} ms (≤ {TARGET}), {slowest.ratio:.2f} times\n")
    sys.exit(0 if slowest.large <= TARGET and slowest.ratio <= GROWTH else 1)


if __name__ == "__main__":
    main()
