"""Row 12: recording a hand and seeing the new board, against ihatemoney adding a bill and showing its list.

Both with a thousand entries, both asked in their own process without a network between: what is left is the server.
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
ENTRIES, FEW = 1_000, 100
NAME = "record and see, 1,000 entries / ihatemoney"
EACH = 5


def rows(folder, quick):
    entries = FEW if quick else ENTRIES
    try:
        python = installed(Path(folder) / "peer")
    except subprocess.CalledProcessError as error:
        yield Row("12", NAME, 0, None, "", 0, 0.01, note=f"not measured: {PEER} does not install ({error.returncode})")
        return
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
        ours, theirs = pairs(lambda: saved(saver), lambda: asked(peer), count=PAIRS + 1)
    finally:
        peer.terminate()
        peer.wait(20)
    yield Row("12", NAME, ours, theirs, "ms", theirs / ours, 100, at_least=True)


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
