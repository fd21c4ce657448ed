"""Row 9: what a long game costs; row 10: a recorded hand beside ihatemoney, which comes from the package index."""

import secrets
import statistics
import subprocess
import sys
from functools import partial
from pathlib import Path

from tools.bench.measure import Row, beside, pairs
from tools.bench.phones import timed
from tools.bench.servers import ours

PEER = "ihatemoney==7.2.1"
TARGETS = {1_000: 15, 10_000: 100}
"""Entries -> how many times less we take."""
SHORT, EACH = 100, 5


def rows(folder, quick, wanted):
    sizes = {200: 1, 400: 1} if quick else TARGETS
    with ours(folder / "ours") as server:
        phone = server.phone()
        tables = {hands: phone.sit_down().play(hands) for hands in (SHORT, *sizes)}
        if 9 in wanted:
            yield from growth(server, tables[SHORT], tables[max(sizes)])
        if 10 in wanted:
            yield from beside_peer(folder / "peer", sizes, tables)


def growth(server, short, long):
    """Compare the CPU that each line of a game takes: what grows with the square of its lines shows."""
    for name, look in (("its log", see_log), ("a what-if", see_what_if), ("a correction", correct)):
        costs = [statistics.median(server.cpu_of(partial(look, table), 1) / table.seen for _ in range(3))
                 for table in (long, short)]  # fmt: skip
        yield beside(9, f"{name}, CPU a line, {long.seen:,} lines / {short.seen}", costs, "ms CPU", 1.5)


def see_log(table):
    table.phone.get(f"{table.path}/log?every=1")


def see_what_if(table):
    table.phone.get(f"{table.path}/whatif?auction.min=6")


def correct(table):
    """Correct the last hand but ten, another each time."""
    line = f"{table.path}/lines/{table.seen - 10}"
    form = table.hand(reason="A recount.", bid="6") | {"op_id": secrets.token_hex(16)}
    answer, body = table.phone.ask("POST", line, form)
    if answer.status != 303:
        raise RuntimeError(f"{answer.status}: {body[:500]!r}")


def beside_peer(folder, sizes, tables):
    try:
        python = installed(folder)
    except subprocess.CalledProcessError as error:
        note = f"{PEER} does not install ({error.returncode})"
        yield Row(10, "record and see / ihatemoney", 0, None, "", 0, min(sizes.values()), at_least=True, note=note)
        return
    for entries, target in sizes.items():
        mine, other = measured(python, folder / str(entries), tables[entries])
        name = f"record and see, {entries:,} entries / ihatemoney"
        yield Row(10, name, mine, other, "ms", other / mine, target, at_least=True)


def installed(folder):
    """Make the peer's virtual environment; give its Python.  Raises CalledProcessError."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", PEER]
    subprocess.run(pip, check=True, capture_output=True)
    return folder / "bin" / "python"


def measured(python, folder, table):
    """Return the milliseconds of both: ours through its server, the peer in its own process."""
    folder.mkdir()
    program = Path(__file__).with_name("peer_program.py")
    command = [python, "-W", "ignore", program, folder, str(table.seen)]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    peer = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True)

    def asked():
        peer.stdin.write("again\n")
        peer.stdin.flush()
        return float(peer.stdout.readline()) * 1000

    try:
        if peer.stdout.readline() != "ready\n":
            raise RuntimeError(f"{PEER} does not start.")
        return pairs(lambda: timed(lambda: [table.save() for _ in range(EACH)]) / EACH * 1000, asked)
    finally:
        peer.terminate()
        peer.wait(30)
