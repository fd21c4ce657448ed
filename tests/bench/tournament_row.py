"""Row 14: a tournament of forty tables scored at once from forty phones, with 200 that follow and two boards."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.orm import Session

from scorekeeper.services.tournaments.view import read_tournament
from tests.bench.live import Scorer
from tests.bench.measure import Row, p99
from tests.bench.nights import Caller, our_app
from tests.bench.server import OURS, serve
from tests.databases import open_engine

TABLES, FOLLOWERS, BOARDS = 40, 200, 2
HANDS, FEW = 6, 2
SECRET = "x" * 64
TURN = 12  # seconds that a screen of the board stands, as in templates/tournaments/board.html
LINES = 16
"""Connections that the followers' questions go over: each follower asks once in a TURN."""
THINKS = 5.0  # seconds from one hand of a table to the next: a table needs twenty times as long
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
NIGHT = {
    "name": "Hall of forty", "day": "2026-11-19", "game": "minnesota-ten-point", "format": "draw-partners",
    "rounds": "5", "end": "hands", "number": str(HANDS), "fee": "10", "currency": "USD", "shares": "50, 30, 20",
}  # fmt: skip


@dataclass
class Told:
    """Seconds that each answer took, and what was no answer."""

    saves: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def rows(folder, quick):
    hands = FEW if quick else HANDS
    board, cards = hall(folder)
    told, over = Told(), threading.Event()
    with serve(OURS, folder, f"sqlite:///{folder}/games.db") as (port, _):
        Scorer(port).get("/")
        watching = [
            threading.Thread(target=follow, args=(port, board, (FOLLOWERS + BOARDS) / LINES, told, over))
            for _ in range(LINES)
        ]
        playing = [
            threading.Thread(target=play, args=(port, card, hands, number, told)) for number, card in enumerate(cards)
        ]
        for thread in (*watching, *playing):
            thread.start()
        for thread in playing:
            thread.join()
        over.set()
        for thread in watching:
            thread.join()
    written, closed = stored(folder)
    wanted = TABLES * hands
    missing = wanted - written + (0 if closed else 1)
    crowd = f"{TABLES} tables, {FOLLOWERS} followers, {BOARDS} boards"
    yield Row("14", f"{crowd}: failed", len(told.failed), None, "", len(told.failed), 0, note="".join(told.failed[:1]))
    yield Row("14", f"{wanted} hands, {TABLES} slips: missing, doubled", abs(missing), None, "", abs(missing), 0)
    yield Row("14", "a hand saved at a table, p99", p99(told.saves), None, "s", p99(told.saves), 2)
    yield Row("14", "a look at the board, p99", p99(told.looks), None, "s", p99(told.looks), 1)


def hall(folder):
    """Found a tournament of 160 players and draw its first round; give its board and the cards of its tables."""
    app = our_app(folder)
    app.config["SECRET_KEY"] = SECRET
    phone = Caller(app)
    phone.sit_down()
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/")[2].decode())[1]
    listed, one = f"{league}/tournaments", f"{league}/tournaments/1"
    names = "\n".join(f"Player {number}" for number in range(4 * TABLES))
    for path, action, fields in (
        (f"{listed}/new", f"{listed}/new", NIGHT),
        (f"{one}/players", f"{one}/players", {"names": names}),
        (one, f"{one}/draw", {"round": "1"}),
        (one, f"{one}/link", {}),
    ):
        status, _, body = phone.ask("POST", action, phone.form(path, action) | fields)
        if status != 303:
            raise RuntimeError(body.decode())
    board = re.search(r"/b/[\w-]{22}", phone.get(one)[2].decode())[0]
    cards = re.findall(r'href="http://[^/"]+(/c/[^"]+)"', phone.get(f"{one}/cards")[2].decode())
    return board, cards


def ask(line, told, took, method, path, form=None):
    """Ask, and note how long it took and whether it was answered as it should be; give the text."""
    sent = time.perf_counter()
    answer, text = line.ask(method, path, form)
    took.append(time.perf_counter() - sent)
    if answer.status not in {200, 204, 303}:
        told.failed.append(f"{method} {path.partition('?')[0]}: {answer.status} {text[:200]!r}")
    return answer, text


def form_of(page, action):
    found = next(it for it in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'action="{action}"' in it)
    return dict(HIDDEN.findall(found))


def play(port, card, hands, number, told):
    """Score the hands of a table on its phone, and hand in the slip, which another phone confirms."""
    line, other = Scorer(port), Scorer(port)
    time.sleep(THINKS * number / TABLES)
    page = line.get(card)
    answer, _ = ask(line, told, [], "POST", f"{card}/hands", form_of(page, f"{card}/hands") | {"dealer": "1"})
    game = answer.headers.get("HX-Redirect") or answer.headers["Location"]
    for hand in range(hands):
        fields = form_of(line.get(game), f"{game}/hands")
        bid = {"what": "hand", "bidder": "2" if hand == 1 else "1", "bid": "5", "sure": "yes"}
        ask(line, told, told.saves, "POST", f"{game}/hands", fields | bid)
        time.sleep(THINKS)
    points = dict(re.findall(r'name="(points_\d)"[^>]*value="([^"]*)"', page := line.get(card)))
    ask(line, told, [], "POST", card, form_of(page, card) | points | {"side": "1"})
    says = f"{card}/says"
    ask(other, told, [], "POST", says, form_of(other.get(card), says) | {"side": "2", "right": "y"})


def follow(port, board, many, told, over):
    """Ask for screens of the board as so many phones do, one after the other."""
    line, screen = Scorer(port), 0
    while not over.wait(TURN / many):
        screen += 1
        ask(line, told, told.looks, "GET", f"{board}?page={screen % 15 + 1}")


def stored(folder):
    """Return how many hands were written, and whether the round is closed."""
    engine = open_engine(Path(folder) / "games.db")
    with Session(engine) as session:
        hands = session.connection().exec_driver_sql("SELECT count(*) FROM lines").scalar_one()
        closed = read_tournament(session, 1, 1).state.is_closed
    engine.dispose()
    return hands, closed
