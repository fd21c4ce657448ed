"""Which test runs which line of the rules, and for how long: so a mutant meets only the tests that can notice it.

Measured once with coverage and kept in `mutants/reach.pickle`; a test is measured anew where its file has changed, or
one of the rules that it ran.
"""

from __future__ import annotations

import hashlib
import pickle
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import coverage

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

LOADING = "(the catalogue is read)"
"""No test, but what happens once before all of them."""
MEASURED_BY = "reach.py"
"""Stands for this file among those whose change makes a measurement stale."""


class Reach(NamedTuple):
    files: dict[str, str]
    """The digest of each file of the rules and of the tests."""
    seconds: dict[str, float]
    lines: dict[str, dict[str, int]]
    """Test -> file -> the lines it runs, a bit each."""

    def tests_of(self, file: str, lines: Iterable[int]) -> set[str]:
        asked = sum(1 << line for line in set(lines))
        return {name for name, by_file in self.lines.items() if by_file.get(file, 0) & asked}


def measure(
    kept: Path,
    names: Collection[str],
    load: Callable[[], object],
    passes: Callable[[str], bool],
    forget: Callable[[], object],
) -> Reach:
    """Return what each test reaches: from the file `kept` where that still holds, else by running the test.

    Before each test the rules `forget` what they remember, so that a cached function counts for every test with it.

    Raises:
        SystemExit: a test fails without any mutant.
    """
    now = {file: digest_of(Path(file)) for file in {name.split("::")[0] for name in names}}
    now[MEASURED_BY] = digest_of(Path(__file__))
    now |= {path.as_posix(): digest_of(path) for path in Path("scorekeeper/rules").rglob("*.py")}
    before = Reach(*pickle.loads(kept.read_bytes())) if kept.exists() else Reach({}, {}, {})  # noqa: S301 - our own
    fresh = {
        name
        for name, by_file in before.lines.items()
        if all(before.files.get(file) == now.get(file) for file in (MEASURED_BY, name.split("::")[0], *by_file))
    }
    seconds, lines = ({name: it[name] for name in fresh} for it in (before.seconds, before.lines))
    todo = [name for name in (LOADING, *names) if name not in fresh]
    if todo:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder, "data")
            watch = coverage.Coverage(data_file=data, config_file=False, include=["scorekeeper/rules/*"])
            watch.start()
            for name in todo:
                forget()
                watch.switch_context(name)
                begun = time.process_time()
                if name == LOADING:
                    load()
                elif not passes(name):
                    raise SystemExit(f"{name} fails without any mutant.")
                seconds[name] = time.process_time() - begun
            watch.stop()
            watch.save()
            lines |= {name: {} for name in todo} | lines_by_context(data)
    reach = Reach(now, seconds, {name: lines[name] for name in seconds})
    kept.write_bytes(pickle.dumps(tuple(reach)))
    return reach


def lines_by_context(data: Path) -> dict[str, dict[str, int]]:
    """Return context -> file -> lines, out of the database that coverage describes in its documentation."""
    found: dict[str, dict[str, int]] = {}
    asked = "select context, path, numbits from line_bits join context on context_id = context.id"
    with sqlite3.connect(data) as database:
        for context, path, bits in database.execute(f"{asked} join file on file_id = file.id"):
            file = Path(path).relative_to(Path.cwd()).as_posix()
            found.setdefault(context, {})[file] = int.from_bytes(bits, "little")
    return found


def digest_of(file: Path) -> str:
    """Return what changes with a file, or with the module that a test file has beside it (`approved.py`)."""
    beside = file.with_name(file.name.removeprefix("test_"))
    return hashlib.sha256(file.read_bytes() + (beside.read_bytes() if beside.exists() else b"")).hexdigest()
