"""Rows 4 to 7: the bytes, statements and CPU of single requests, and hands saved on eight connections."""

import re
from functools import partial

from tools.bench.measure import PAIRS, alone, beside, pairs
from tools.bench.phones import at_once, unpacked
from tools.bench.servers import demo_league, inside, ours, theirs

CONNECTIONS = 8
BEGUN = 25
ASSETS = re.compile(r'<(?:link rel="stylesheet" href|script src)="([^"]+)"')
WITHOUT_SCRIPTS = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)
GZIP = {"Accept_Encoding": "gzip"}
BILL = {"game": "1", "who": "Ann & Cy", "amount": "5", "note": ""}


def rows(folder, quick, wanted):
    if wanted & {4, 5, 7}:
        with ours(folder / "ours") as mine, theirs(folder / "theirs", folder / "ours") as other:
            if 4 in wanted:
                yield from sizes(mine)
            if 5 in wanted:
                yield recorded_hands(mine, other, 4 if quick else 20)
            if 7 in wanted:
                yield table_page(mine, other, 20 if quick else 100)
    if 6 in wanted:
        yield from statements(folder / "statements")


def sizes(server):
    phone = server.phone()
    table = phone.sit_down().play(30)
    answer, page = phone.ask("GET", table.path, **GZIP)
    seen = WITHOUT_SCRIPTS.sub("", unpacked(answer, page).decode())
    assets = [phone.ask("GET", path, **GZIP)[1] for path in ASSETS.findall(seen)]
    total = len(page) + sum(map(len, assets))
    yield alone(4, "first load of the table, packed", total / 1000, "kB", 40)
    yield alone(4, "requests for it", 1 + len(assets), "", 5)
    yield alone(4, "back for a recorded hand, packed", len(table.save()) / 1000, "kB", 2.5)


def recorded_hands(mine, other, each):
    """Save `each` hands on every connection at a table of its own, and as many bills."""
    phone = mine.phone()
    tables = [phone.sit_down().play(BEGUN) for _ in range(CONNECTIONS)]
    lines = [phone.another() for _ in tables]
    others = [other.phone() for _ in tables]

    def save(table, line):
        for _ in range(each):
            table.save(line)

    def insert(line):
        for _ in range(each):
            answer, body = line.ask("POST", "/insert", BILL)
            if answer.status != 200:
                raise RuntimeError(f"{answer.status}: {body[:300]!r}")

    def a_second(tasks):
        return CONNECTIONS * each / at_once(tasks)

    saves = [partial(save, *both) for both in zip(tables, lines, strict=True)]
    inserts = [partial(insert, line) for line in others]
    a_second(saves), a_second(inserts)
    found = pairs(lambda: a_second(saves), lambda: a_second(inserts), 2 * PAIRS)
    return beside(5, "a recorded hand / an ORM insert, 8 connections", found, "a second", 0.5, at_least=True)


def table_page(mine, other, times):
    phone, stick = mine.phone(), other.phone()
    path = phone.sit_down().play(30).path
    found = pairs(
        lambda: mine.cpu_of(lambda: phone.get(path), times), lambda: other.cpu_of(lambda: stick.get("/page"), times)
    )
    return beside(7, "the table page, 30 hands in / 60-row page", found, "ms CPU", 2)


def statements(folder):
    """Count in a process of its own, which serves the program itself (statements.py)."""
    *_, code = demo_league(folder, 1000)
    hand, winning, most, page = inside(folder, "tools.bench.statements", code)
    yield alone(6, "statements of a recorded hand", hand, "", 8)
    yield alone(6, "statements of a winning hand with stakes", winning, "", 40)
    yield alone(6, "statements of the league page with most", most, "", 25, note=page)
