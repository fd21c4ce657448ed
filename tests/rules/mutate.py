"""Break the rules in thousands of small ways, one at a time, and tell which of them no test notices: `make mutate`.

mutmut makes the mutants (`[tool.mutmut]` in pyproject.toml).  Its own `mutmut run` collects the tests anew for each of
them, which takes several times as long; here they are collected once, and each mutant is a fork that runs the tests
reaching its function, quickest first, until one fails.  The verdicts are the same, kept in `mutants/verdicts.json`.

    python tests/rules/mutate.py                    all of them
    python tests/rules/mutate.py "*.hand.*"         those of a module
    python tests/rules/mutate.py --alive            those that survived the last time
    python tests/rules/mutate.py --sample=800       so many of them, drawn by lot: the same ones each time
"""

from __future__ import annotations

import ast
import difflib
import fnmatch
import gc
import json
import os
import random
import resource
import sys
import time
import warnings
from collections import Counter, defaultdict
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from digest import digest_of

warnings.simplefilter("ignore")  # what mutmut imports warns; the tests' own filters hold inside pytest

from mutmut import __main__ as mutmut  # noqa: E402 - only once warnings are silent
from mutmut.configuration import config  # noqa: E402
from mutmut.mutation.trampoline import set_mutant_under_test  # noqa: E402
from mutmut.state import state  # noqa: E402
from mutmut.utils.format_utils import mangled_name_from_mutant_name as function_of  # noqa: E402

VERDICTS = Path("mutants/verdicts.json").resolve()
WHOLE = Path("mutants/whole.json").resolve()
"""What the last whole run came to; `make prove` tells it."""
KILLED, SURVIVED, STOPPED, UNTESTED = "killed", "survived", "stopped", "no test reaches it"
WORKERS = os.cpu_count() or 1


def make_mutants() -> list[str]:
    """Write the mutants of every module into `mutants/`, beside a copy of all else; give their names."""
    set_mutant_under_test("mutant_generation")
    Path("mutants").mkdir(exist_ok=True)
    with redirect_stdout(StringIO()):
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        mutmut.setup_source_paths()
        mutmut.create_mutants(WORKERS)
    names = []
    for path in mutmut.walk_mutatable_files():
        data = mutmut.SourceFileMutationData(path=path)
        data.load()
        names += data.exit_code_by_key
    return names


class Tests:
    """The collected tests, how long each takes, and which of them reach a function."""

    def __init__(self, items: list[pytest.Item]) -> None:
        self.items = {item.nodeid: item for item in items}
        self.seconds: dict[str, float] = {}
        self.reaching: dict[str, list[str]] = defaultdict(list)
        set_mutant_under_test("stats")
        for name in self.items:
            begun = time.process_time()
            if not self.passes(name):
                sys.exit(f"{name} fails without any mutant.")
            self.seconds[name] = time.process_time() - begun
            for function in state()._stats:
                self.reaching[function].append(name)
            state()._stats.clear()
        set_mutant_under_test("")

    def passes(self, name: str) -> bool:
        return not any(report.failed for report in runtestprotocol(self.items[name], log=False, nextitem=None))

    def of(self, mutant: str, likely: Counter[str]) -> list[str]:
        """Return the tests that reach a mutant: those first that killed its neighbours, then the quickest."""
        reaching = self.reaching.get(function_of(mutant), [])
        return sorted(reaching, key=lambda name: (not likely[name], self.seconds[name]))

    def run(self, mutant: str, names: list[str], tell: int) -> None:
        """Run tests in a fork of its own, until one fails; its name goes down the pipe, its end is the verdict."""
        seconds = int(3 + 2 * sum(self.seconds[name] for name in names))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        set_mutant_under_test(mutant)
        killer = next((name for name in names if not self.passes(name)), "")
        os.write(tell, killer.encode())
        os._exit(1 if killer else 0)


def judge(tests: Tests, mutants: list[str], verdicts: dict[str, list[str]]) -> None:
    """Try each mutant, and write down what became of it and which test killed it."""
    likely: dict[str, Counter[str]] = defaultdict(Counter)
    running: dict[int, tuple[str, int]] = {}

    def wait() -> None:
        child, status = os.wait()
        mutant, pipe = running.pop(child)
        killer = os.read(pipe, 10_000).decode()
        os.close(pipe)
        code = os.waitstatus_to_exitcode(status)
        verdicts[mutant] = [{0: SURVIVED, 1: KILLED}.get(code, STOPPED), killer]
        likely[function_of(mutant)][killer] += 1

    gc.collect()
    gc.freeze()  # what is there already need not be looked at in every child
    for number, mutant in enumerate(mutants, start=1):
        names = tests.of(mutant, likely[function_of(mutant)])
        if not names:
            verdicts[mutant] = [UNTESTED, ""]
            continue
        if len(running) == WORKERS:
            wait()
        pipe, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                tests.run(mutant, names, tell)
            finally:  # not even a test could be run: no memory left, say
                os._exit(1)
        os.close(tell)
        running[child] = (mutant, pipe)
        if number % 100 == 0:
            print(f"{number} of {len(mutants)}", flush=True)  # noqa: T201 - a command of its own
            VERDICTS.write_text(json.dumps(verdicts), encoding="utf-8")
    while running:
        wait()
    VERDICTS.write_text(json.dumps(verdicts), encoding="utf-8")


# ---------------------------------------------------------------- what came out


def report(verdicts: dict[str, list[str]]) -> str:
    """Return the figures of every module, and what each survivor changed."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, (verdict, _killer) in verdicts.items():
        counts[mutant.split(".x")[0].removeprefix("scorekeeper.rules.")][verdict] += 1
    lines = [figures(module, counts[module]) for module in sorted(counts)]
    lines.append(figures("all", sum(counts.values(), Counter())))
    for mutant in sorted(mutant for mutant, verdict in verdicts.items() if verdict[0] in (SURVIVED, UNTESTED)):
        lines += ["", f"{mutant}: {verdicts[mutant][0]}", *change(mutant)]
    return "\n".join(lines)


def summary(verdicts: dict[str, list[str]]) -> dict[str, object]:
    """What a whole run came to, and of which rules."""
    count = Counter(verdict for verdict, _killer in verdicts.values())
    killed, alive = count[KILLED] + count[STOPPED], count[SURVIVED] + count[UNTESTED]
    return {"rules": digest_of(), "day": f"{time.strftime('%d %B %Y')}", "killed": killed, "alive": alive}


def figures(what: str, count: Counter[str]) -> str:
    killed, alive = count[KILLED] + count[STOPPED], count[SURVIVED] + count[UNTESTED]
    share = 100 * killed / (killed + alive)
    return f"{what:20}{killed + alive:6} mutants{killed:6} killed{alive:5} alive{share:7.1f} %"


def change(mutant: str) -> list[str]:
    """Return what a mutant changed, as lines with - and +."""
    module, _, name = mutant.rpartition(".")
    path = Path(*module.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    functions = {
        node.name: node
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    before, after = functions[f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"], functions[name]
    before.name = after.name = "f"
    told = difflib.unified_diff(ast.unparse(before).splitlines(), ast.unparse(after).splitlines(), n=0, lineterm="")
    return [line for line in told if not line.startswith(("---", "+++", "@@"))]


class Judge:
    """The plugin that takes over once pytest has collected the tests."""

    def __init__(self, names: list[str], asked: list[str]) -> None:
        self.names, self.asked = names, asked

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.getplugin("capturemanager").suspend_global_capture(in_=True)
        known = json.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else {}
        verdicts = {name: known[name] for name in self.names if name in known}
        patterns = [pattern for pattern in self.asked if not pattern.startswith("--")] or ["*"]
        chosen = [name for name in self.names if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]
        if "--alive" in self.asked:
            chosen = [name for name in chosen if verdicts.get(name, [SURVIVED])[0] in (SURVIVED, UNTESTED)]
        for option in self.asked:
            if option.startswith("--sample="):
                size = min(len(chosen), int(option.removeprefix("--sample=")))
                chosen, verdicts = sorted(random.Random(size).sample(chosen, size)), {}
        judge(Tests(session.items), chosen, verdicts)
        print(report(verdicts))  # noqa: T201
        if chosen == self.names:
            WHOLE.write_text(json.dumps(summary(verdicts)), encoding="utf-8")
        return True


def main() -> None:
    names = make_mutants()
    os.chdir("mutants")
    os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"
    os.environ["MUTMUT_DEPENDENCY_DEPTH"] = "-1"
    set_mutant_under_test("")
    options = ["--rootdir=.", "--tb=no", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist"]
    chosen = [*config().pytest_add_cli_args_test_selection, *config().pytest_add_cli_args]
    pytest.main([*options, *chosen], plugins=[Judge(names, sys.argv[1:])])


if __name__ == "__main__":
    main()
