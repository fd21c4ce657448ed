"""Row 8, and the import of row 9: a league of 20,000 hands, and one of 1,000."""

import resource
import statistics
import subprocess
from contextlib import ExitStack
from functools import partial

from tools.bench.league_pages import claimed, pages_of
from tools.bench.measure import alone, beside
from tools.bench.servers import PROGRAM, demo_league, environ_of, ours, scorekeeper

MANY, FEW = 20_000, 1_000
LOOKS, CLOSELY = 5, 12
"""Looks at each of the slowest pages; all others are looked at once."""


def rows(folder, quick, wanted):
    sizes = {"large": 2 * FEW if quick else MANY, "small": FEW}
    places = [(folder / name, *demo_league(folder / name, hands)) for name, hands in sizes.items()]
    if 8 in wanted:
        yield from slowest_page(places, 2 if quick else LOOKS)
    if 9 in wanted:
        costs = [import_per_hand(*place) for place in places]
        yield beside(9, f"import, CPU a hand, {places[0][2]:,} hands / {places[1][2]:,}", costs, "ms CPU", 1.5)


def slowest_page(places, looks):
    """Look at every page of both leagues in turn."""
    with ExitStack() as stack:
        sides = []
        for place, _, _, code in places:
            server = stack.enter_context(ours(place))
            phone = server.phone()
            league = claimed(phone, code)
            sides.append((server, phone, {path.removeprefix(league): path for path in pages_of(phone, league)}))
        (large, its_phone, its_pages), (small, other_phone, other_pages) = sides
        once = {page: large.cpu_of(partial(its_phone.get, path), 1) for page, path in its_pages.items()}
        found = []
        for page in sorted(once.keys() & other_pages.keys(), key=once.__getitem__)[-CLOSELY:]:
            turns = [
                (large.cpu_of(partial(its_phone.get, its_pages[page]), 2),
                 small.cpu_of(partial(other_phone.get, other_pages[page]), 2))
                for _ in range(looks)
            ]  # fmt: skip
            found.append((*(statistics.median(each) for each in zip(*turns, strict=True)), page))
    slowest, _, page = max(found)
    yield alone(8, f"the slowest of {len(its_pages)} kinds of league pages", slowest, "ms CPU", 150, note=page)
    mine, other, page = max(found, key=lambda one: one[0] / one[1])
    yield beside(8, "the page that grows most, large league / small", (mine, other), "ms CPU", 5, note=page)


def import_per_hand(place, league, hands, _code):
    """Return the milliseconds of CPU that a hand takes, beside the start of the program."""
    file = place / "league.json"
    scorekeeper(place, "export", league, file)
    refused = place / "empty.json"
    refused.write_text("{}", encoding="utf-8")
    took = [cpu_of_command(place, PROGRAM, "import", each) for each in (refused, file) * 3]
    return (min(took[1::2]) - min(took[::2])) / hands


def cpu_of_command(place, *command):
    """Return the milliseconds of CPU of a program from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=place, env=environ_of(place), check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000
