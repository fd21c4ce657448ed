"""Make the database of a version anew: `python -m tests.models.released.make REVISION COMMIT`, in a git checkout.

The program of COMMIT plays play.py on an SQLite file and on PostgreSQL; what it wrote is dumped beside this file, and
what it showed goes into the .json.  Done once a version, when it is released; what stands there is never made again.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from tests.postgres import programs, started

HERE = Path(__file__).parent


def play(checkout, url, folder):
    """Play in a checkout; give what its program showed."""
    environ = {**os.environ, "PYTHONPATH": str(checkout)}
    out = folder / "shown.json"
    subprocess.run([sys.executable, HERE / "play.py", url, out], check=True, cwd=folder, env=environ)
    return out.read_text(encoding="utf-8")


def on_sqlite(checkout, folder):
    file = folder / "games.db"
    told = play(checkout, f"sqlite:///{file}", folder)
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump()) + "\n", told


def on_postgresql(checkout, folder):
    with started() as url:
        told = play(checkout, url, folder)
        address = make_url(url).set(drivername="postgresql").render_as_string()
        pg_dump = (programs() / "initdb").resolve().with_name("pg_dump")
        how = ["--inserts", "--no-owner", "--no-privileges", "--no-comments"]
        dump = subprocess.run([pg_dump, *how, address], check=True, capture_output=True, text=True).stdout
    said = [line for line in dump.splitlines() if not re.match(r"--|\\|SET transaction_timeout", line)]
    return re.sub(r"\n{2,}", "\n", "\n".join(said)).lstrip(), told


def make(revision, commit):
    with tempfile.TemporaryDirectory() as name:
        folder, checkout = Path(name), Path(name) / "checkout"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", checkout, commit], check=True)
        try:
            (dump, shown), (pg_dump, shown_there) = on_sqlite(checkout, folder), on_postgresql(checkout, folder)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", checkout], check=True)
    if shown != shown_there:
        raise SystemExit("The two databases do not show the same.")
    (HERE / f"v{revision}.sqlite.sql").write_text(dump, encoding="utf-8")
    (HERE / f"v{revision}.postgresql.sql").write_text(pg_dump, encoding="utf-8")
    (HERE / f"v{revision}.json").write_text(shown, encoding="utf-8")


if __name__ == "__main__":
    make(*sys.argv[1:])
