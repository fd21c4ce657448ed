"""How far the win probability can be trusted: what it foresaw in games held back, against who won them.

    .venv/bin/python -m tests.bench.win_probability [--hands 6000] [--seed 1]

A demo league is made.  Of the games of the same rules and sides, the first half is the pool; of each game of the other
half, everybody's probability before each hand is put into one of ten bins.  With it goes the CPU time for one game, as
the end of a game takes it: with the hands of other games read from the database.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models.tables import games
from scorekeeper.rules.win_probability import WinModel
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.demo.league import make_demo
from scorekeeper.services.games.store import load_game, read_log
from scorekeeper.services.games.view import read_game
from scorekeeper.services.games.win_chances import hands_of, read_pool, turning_hand
from tests.databases import migrate, open_engine

BINS = 10
ENOUGH_GAMES = 12
MAX_TESTED = 60


def finished_games(session, league_id):
    """Return the codes of finished games in piles of the same rules, sides and players."""
    connection, piles = session.connection(), defaultdict(list)
    query = (
        select(games.c.code).where(games.c.league_id == league_id, games.c.status == "finished").order_by(games.c.id)
    )
    for code in connection.scalars(query).all():
        game = load_game(connection, code)
        head = game.head
        piles[head.variant.name, len(head.players), str(head.rules), head.sides].append(code)
    return {key: codes for key, codes in piles.items() if len(codes) >= ENOUGH_GAMES}


def pool_of(session, codes):
    """Return every hand of these games."""
    connection = session.connection()
    opened = [load_game(connection, code) for code in codes]
    return [hand for game in opened for hand in hands_of(game.head, read_log(connection, game))]


def foreseen(view, pool):
    """Return (probability, won) of each side before each hand of a game."""
    tables = [line.before for line in view.lines if line.before is not None]
    model = WinModel(view.table, pool, view.code)
    return [
        (chance, team[0] in view.table.winners)
        for table in tables
        for team, chance in model.probabilities(table).items()
    ]


def measure(hands, seed):
    """Return the predictions of all games held back, by variant, and the CPU milliseconds for one game each."""
    found, cost = defaultdict(list), []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "league.db"
        engine = open_engine(path)
        migrate(engine)
        with Session(engine) as session:
            league = make_demo(session, wall_clock, hands, seed)
            for (name, size, *_), codes in finished_games(session, league.league_id).items():
                half = len(codes) // 2
                pool = pool_of(session, codes[:half])
                for code in codes[half:][:MAX_TESTED]:
                    view = read_game(session, code)
                    if view.table.winners:
                        found[f"{name}, {size} players"] += foreseen(view, pool)
                        cost.append(milliseconds(session, view))
    return found, cost


def milliseconds(session, view):
    """Return the CPU time of what the end of a game asks for."""
    row = load_game(session.connection(), view.code).row
    began = time.process_time()
    turning_hand(view, read_pool(session.connection(), row, view.head))
    return (time.process_time() - began) * 1000


def print_bins(pairs):
    """Print of each tenth how often it was foreseen, the mean of it, and how often that side won."""
    sys.stdout.write("| foreseen | times | mean | won |\n|---|---:|---:|---:|\n")
    for tenth in range(BINS):
        there = [pair for pair in pairs if min(int(pair[0] * BINS), BINS - 1) == tenth]
        if there:
            mean, won = (100 * statistics.fmean(values) for values in zip(*there, strict=True))
            span = f"{tenth * 10} to {tenth * 10 + 10} %"
            sys.stdout.write(f"| {span} | {len(there)} | {mean:.0f} % | {won:.0f} % |\n")


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--hands", type=int, default=6000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    found, cost = measure(given.hands, given.seed)
    print_bins([pair for each in found.values() for pair in each])
    for name, each in sorted(found.items()):
        brier = statistics.fmean((chance - won) ** 2 for chance, won in each)
        sys.stdout.write(f"{name}: {len(each)} predictions, Brier score {brier:.3f}\n")
    median, most = statistics.median(cost), statistics.quantiles(cost, n=20)[-1]
    sys.stdout.write(f"{len(cost)} games; CPU: median {median:.0f} ms, 95 of 100 below {most:.0f} ms\n")


if __name__ == "__main__":
    main()
