"""Row 12: recording a hand and seeing the new board, against ihatemoney adding a bill and showing its list.

Both with a thousand entries, then with ten thousand, both asked in their own process without a network between: what is
left is the server.
The peer comes from the package index into a virtual environment of its own, which goes with the run.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.bench.measure import PAIRS, Row, pairs
from tests.bench.nights import Caller, Saver, our_app, play_hands

PEER = "ihatemoney==7.2.1"
TARGETS = {1_000: 30, 10_000: 150}
"""Entries -> how many times less we take."""
FEW = 100
EACH = 5


def rows(folder, quick):
    try:
        python = installed(Path(folder) / "peer")
    except subprocess.CalledProcessError as error:
        note = f"not measured: {PEER} does not install ({error.returncode})"
        yield Row("12", "record and see / ihatemoney", 0, None, "", 0, 0.01, note=note)
        return
    for entries, target in ({FEW: 1} if quick else TARGETS).items():
        place = Path(folder) / str(entries)
        place.mkdir()
        ours, theirs = measured(python, place, entries)
        name = f"record and see, {entries:,} entries / ihatemoney"
        yield Row("12", name, ours, theirs, "ms", theirs / ours, target, at_least=True)


def measured(python, folder, entries):
    """Return the milliseconds of both."""
    program = Path(__file__).with_name("peer_program.py")
    command = [python, "-W", "ignore", program, folder, str(entries)]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    peer = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True)
    try:
        if peer.stdout.readline() != "ready\n":
            raise RuntimeError(f"{PEER} does not start.")
        phone = Caller(our_app(folder))
        code = phone.sit_down()
        play_hands(folder, phone, code, entries)
        saver = Saver(phone, code, entries)
        return pairs(lambda: saved(saver), lambda: asked(peer), count=PAIRS + 1)
    finally:
        peer.terminate()
        peer.wait(20)


def installed(folder):
    """Make the peer's virtual environment; give its Python.  Raises CalledProcessError."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", PEER]
    subprocess.run(pip, check=True, capture_output=True)
    return folder / "bin" / "python"


def saved(saver):
    """Return the milliseconds a hand takes, with the new board in its answer."""
    began = time.perf_counter()
    for _ in range(EACH):
        saver.save()
    return (time.perf_counter() - began) / EACH * 1000


def asked(peer):
    peer.stdin.write("again\n")
    peer.stdin.flush()
    return float(peer.stdout.readline()) * 1000
