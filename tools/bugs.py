"""Would the tests notice?  Make the mistakes of `bugs.toml`, one at a time, in a copy; BUGS.md says which are noticed.

A mistake meets the tests it names, whatever their marks.
"""

import argparse
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from contextlib import suppress
from pathlib import Path

import flask_sqlalchemy  # noqa: F401 - loaded once, for every run
import pytest

ROOT = Path(__file__).resolve().parent.parent
TABLE, LOG = ROOT / "tools/BUGS.md", ROOT / "mutants/bugs.log"
COLUMNS, NOBODY = ["before", "after"], "**none**"
LONGEST = 600  # seconds after which a mistake counts as noticed: with it the tests may run for ever
PYTEST = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider"]


def read_bugs() -> list[dict]:
    """Return the mistakes.  Raises SystemExit where one cannot be made."""
    bugs, wrong = tomllib.loads((ROOT / "tools/bugs.toml").read_text(encoding="utf-8"))["bug"], []
    names = Counter(bug["name"] for bug in bugs)
    for bug in bugs:
        path = ROOT / bug["file"]
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text.count(bug["old"]) != 1 or names[bug["name"]] > 1:
            wrong.append(f"{bug['file']}: {bug['name']}: its text stands {text.count(bug['old'])} times")
    if wrong:
        raise SystemExit("\n".join(wrong))
    return bugs


class Chosen:
    """A plugin of pytest that runs only the tests chosen, by their names or those of their files, and notes them."""

    def __init__(self, chosen: list[str]) -> None:
        self.chosen, self.ran, self.failed = tuple(chosen), set(), set()

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if item.nodeid.startswith(self.chosen)]

    def pytest_runtest_logreport(self, report):
        self.ran.add(report.nodeid)
        self.failed |= {report.nodeid} if report.failed else set()

    def pytest_collectreport(self, report):
        self.failed |= {report.nodeid} if report.failed else set()


def run(copy: Path, chosen: list[str], args: list[str]) -> tuple[set[str], set[str]]:
    """Run tests in the copy, in a process of its own, and stop what that leaves behind; return who ran and failed."""
    if chosen[0].endswith(".js"):
        if not (modules := copy / "node_modules").exists():
            modules.symlink_to((ROOT / modules.name).resolve(strict=True))
        failed = subprocess.run(["node", *chosen], cwd=copy, check=False, capture_output=True).returncode
        return set(chosen), set(chosen[: failed > 0])

    def run_here() -> None:
        os.setsid()
        os.chdir(copy)
        os.environ["PYTHONPATH"] = str(copy)
        sys.path[:] = [str(copy), *(path for path in sys.path if Path(path).resolve() not in (ROOT, ROOT / "tools"))]
        with LOG.open("w") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
            plugin = Chosen(chosen)
            status = pytest.main([*PYTEST, *args], plugins=[plugin])
        is_broken = status in {pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR}
        there.send((plugin.ran, plugin.failed or ({"pytest itself"} if is_broken else set())))

    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=run_here)
    process.start()
    there.close()
    try:
        noted = here.recv() if here.poll(LONGEST) else (set(), {"they never end"})
    except EOFError:
        raise SystemExit(f"pytest did not even start: see {LOG}") from None
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    process.join()
    return noted


def write_table(bugs: list[dict], column: str, found: dict[str, str]) -> None:
    """Write the rows of the table anew, below its head; what is not `found` stays."""
    head, _, rows = TABLE.read_text(encoding="utf-8").partition("| mistake |")
    old = {row[0]: row[2:] for row in (line.strip("| ").split(" | ") for line in rows.splitlines()) if len(row) > 2}
    text = f"{head}| mistake | file | before | after |\n|---|---|---|---|\n"
    for bug in bugs:
        cells = dict(zip(COLUMNS, [*old.get(bug["name"], []), "?", "?"], strict=False))
        cells[column] = found.get(bug["name"], cells[column])
        text += f"| {bug['name']} | `{bug['file']}` | {cells['before']} | {cells['after']} |\n"
    TABLE.write_text(text, encoding="utf-8")


def main() -> None:
    """Do what the command line says."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("words", nargs="*", default=[""], help="only those with one of these in their file or name")
    asked.add_argument("--check", action="store_true", help="only see whether every mistake can still be made")
    asked.add_argument("--tests", nargs="+", help="let them meet these tests instead")
    asked.add_argument("--count", action="store_true", help="go on after the first test that fails")
    asked.add_argument("--column", choices=COLUMNS, help="write it into this column of BUGS.md")
    say, bugs, found = asked.parse_args(), read_bugs(), {}
    if say.check:
        print(f"All {len(bugs)} mistakes can be made.")
        return
    os.nice(5)
    LOG.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for file in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines():
            if (ROOT / file).is_file():
                (Path(folder) / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, Path(folder) / file)
        for bug in (bug for bug in bugs if any(word in f"{bug['file']} {bug['name']}" for word in say.words)):
            chosen, place = say.tests or bug["tests"], Path(folder) / bug["file"]
            text = place.read_text(encoding="utf-8")
            place.write_text(text.replace(bug["old"], bug["new"]), encoding="utf-8")
            parts = sorted({part for part, _, _ in (name.partition("::") for name in chosen) if (ROOT / part).exists()})
            ran, failed = run(Path(folder), chosen, [*parts, *([] if say.count else ["--exitfirst"])])
            place.write_text(text, encoding="utf-8")
            found[bug["name"]] = f"{(len(failed) if say.count else 'some') if failed else NOBODY} of {len(ran)}"
            print(f"{found[bug['name']]:16} {bug['file']}: {bug['name']} {sorted(failed)[:4]}", flush=True)
            if say.column:
                write_table(bugs, say.column, found)


if __name__ == "__main__":
    main()
