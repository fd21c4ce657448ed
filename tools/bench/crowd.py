"""Rows 11 to 13: many who write, many who follow, and saves beside the heaviest work of a server."""

import itertools
import re
import resource
import selectors
import socket
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from tools.bench.measure import alone, percentile
from tools.bench.phones import at_once, timed
from tools.bench.servers import demo_league, ours, scorekeeper

WRITERS, HANDS = 32, 20_000
FOLLOWERS, SAVES, PAUSE, IDLE = 500, 40, 0.15, 20.0
SLOW, TRICKLE, BESIDE = 200, 0.25, 8.0
"""Slow connections, seconds between two bytes of theirs, and seconds of saves beside each task."""


def rows(folder, quick, wanted):
    if 11 in wanted:
        yield from writers(folder / "writers", HANDS // 20 if quick else HANDS)
    if 12 in wanted:
        yield from followers(folder / "followers", *((50, 8, 5.0) if quick else (FOLLOWERS, SAVES, IDLE)))
    if 13 in wanted:
        yield from busy_server(folder / "busy", *((1_000, 2.0) if quick else (5_000, BESIDE)))


def writers(folder, hands):
    took, failed = [], []

    def write(table, line):
        for _ in range(hands // WRITERS):
            try:
                took.append(timed(partial(table.save, line)))
            except RuntimeError as error:
                failed.append(error)

    with ours(folder) as server:
        phone = server.phone()
        tables = [phone.sit_down() for _ in range(WRITERS)]
        at_once([partial(write, table, phone.another()) for table in tables])
    note = str(failed[0])[:100] if failed else ""
    yield alone(11, f"{WRITERS} writers: failed of {hands:,} hands", len(failed), "", 0, note=note)
    yield alone(11, "a hand of theirs, p99", percentile(took, 99), "s", 1)


class Followers:
    """So many phones that follow a game by a stream; `told` has what each was told and when."""

    def __init__(self, table, count):
        self.told, self.selector, self.open = [], selectors.DefaultSelector(), True
        host, _, port = table.phone.address.removeprefix("http://").partition(":")
        cookie = "; ".join(f"{name}={text}" for name, text in table.phone.cookies.items())
        asked = f"GET {table.path}/stream HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\n\r\n"
        for _ in range(count):
            line = socket.create_connection((host, int(port)))
            line.sendall(asked.encode())
            self.selector.register(line, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()
        until = time.monotonic() + 60
        while len(self.told) < count and time.monotonic() < until:
            time.sleep(0.01)

    def listen(self):
        while self.open:
            for key, _ in self.selector.select(0.1):
                now, said = time.perf_counter(), key.fileobj.recv(4096).decode()
                self.told += [(int(seq), now) for seq in re.findall(r"data: (\d+)", said)]
                if not said or "204 No Content" in said:
                    self.selector.unregister(key.fileobj)

    def hang_up(self):
        self.open = False
        self.thread.join()


def followers(folder, count, saves, idle):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8 * count + 1000)), hard))
    with ours(folder, streams=count) as server:
        table, sent = server.phone().sit_down().play(5), {}
        phones = Followers(table, count)
        before = server.cpu()
        time.sleep(idle)
        spent = (server.cpu() - before) / idle
        for _ in range(saves):
            sent[table.seen + 1] = time.perf_counter()
            table.save()
            time.sleep(PAUSE)
        time.sleep(2)
        phones.hang_up()
    late = [when - sent[seq] for seq, when in phones.told if seq in sent]
    missed = count * saves - len(late)
    yield alone(12, f"{count} phones follow: never told, of {count * saves:,}", missed, "", 0)
    yield alone(12, "a saved hand on all of them, p99", percentile(late or [60, 60], 99), "s", 0.6)
    yield alone(12, "CPU of the server while nothing happens", 100 * spent, "% a core", 5)


def busy_server(folder, hands, seconds):
    number, *_ = demo_league(folder, hands)
    scorekeeper(folder, "export", number, folder / "league.json")
    names = itertools.count()
    with ours(folder) as server:
        table = server.phone().sit_down()
        for name, busy in {
            "an import": repeated(lambda: scorekeeper(folder, "import", folder / "league.json")),
            "an export": repeated(lambda: scorekeeper(folder, "export", number, folder / f"{next(names)}.json")),
            "a backup": repeated(lambda: scorekeeper(folder, "backup", folder / f"{next(names)}.db")),
            f"{SLOW} slow connections": trickling(server),
        }.items():
            took, until = [timed(table.save)], time.monotonic() + seconds
            with busy:
                while time.monotonic() < until:
                    took.append(timed(table.save))
            yield alone(13, f"the longest of {len(took)} saves beside {name}", max(took), "s", 1)


@contextmanager
def repeated(task):
    """Do it again and again in a thread until the block ends."""
    over = threading.Event()

    def work():
        while not over.is_set():
            task()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    over.set()
    thread.join()


@contextmanager
def trickling(server):
    """Hold connections that send a request byte by byte."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(SLOW)]
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")

        def send():
            for line in lines:
                with suppress(OSError):  # the server waits for none for ever
                    line.send(b"x")
            time.sleep(TRICKLE)

        with repeated(send):
            yield
