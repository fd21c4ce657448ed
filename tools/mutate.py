"""Break the rules in thousands of small ways, one at a time, and tell which of them no test notices: `make mutate`.

mutmut makes the mutants (`[tool.mutmut]` in pyproject.toml).  Its own `mutmut run` collects the tests anew for each of
them and sends every call of the rules through a trampoline, which takes many times as long.  Here the tests are
collected once, the functions run as they are, and each mutant is a fork in which one function has the mutant's code.
It meets the tests that run the changed statement, the quickest and those that have killed most first, until one fails
or what remains would take too long; a mutant given up on counts as alive.

    python tools/mutate.py                    all of them
    python tools/mutate.py "*.hand.*"         those of a module
    python tools/mutate.py --sample=80        so many of them, drawn by lot
"""

import argparse
import ast
import difflib
import fnmatch
import functools
import gc
import json
import os
import random
import resource
import shutil
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import FunctionType
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol
from digest import digest_of

warnings.simplefilter("ignore")  # what mutmut imports warns; the tests' own filters hold inside pytest

from mutmut import __main__ as mutmut  # noqa: E402 - only once warnings are silent
from mutmut.configuration import config  # noqa: E402
from mutmut.mutation import trampoline  # noqa: E402

WHOLE = Path("mutants/whole.json").resolve()
"""What the last whole run came to; `make prove` tells it."""
KILLED, SURVIVED, STOPPED, UNTESTED = "killed", "survived", "stopped", "no test reaches it"
LOADING = "(the catalogue is read)"
"""No test, but what happens once before all of them."""
PATIENCE = 10.0
"""For so many seconds of tests a mutant may live before it is given up on."""
WORKERS = os.cpu_count() or 1


def make_mutants() -> list[str]:
    """Write the mutants of every module into `mutants/`, beside a copy of all else; give their names."""
    trampoline.set_mutant_under_test("mutant_generation")
    shutil.rmtree("mutants/scorekeeper", ignore_errors=True)
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


PLACES: dict[str, list[tuple[FunctionType, dict[str, Any]]]] = defaultdict(list)
"""Module -> its functions, each with its mutants."""
wrap_in_trampoline = trampoline.wrap_in_trampoline


def leave_as_it_is(mutants: dict[str, Any], is_classmethod: bool = False) -> Callable[[Any], Any]:  # noqa: FBT001, FBT002 - mutmut calls it so
    """Take the place of mutmut's decorator: note the function, and put no trampoline before it.

    Where a test imports a module a second time, its functions are not those that were changed: there it has its way.
    """

    def note(function: FunctionType) -> Any:
        if trampoline.get_mutant_under_test().startswith(f"{function.__module__}."):
            return wrap_in_trampoline(mutants, is_classmethod)(function)
        PLACES[function.__module__].append((function, mutants))
        return function

    return note


def put_in_place(mutant: str) -> None:
    trampoline.set_mutant_under_test(mutant)
    module, _, name = mutant.rpartition(".")
    for function, mutants in PLACES[module]:
        if name in mutants:
            changed = getattr(mutants[name], "__func__", mutants[name])
            function.__code__ = changed.__code__
            function.__defaults__, function.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__


@functools.cache
def functions_of(module: str) -> tuple[str, list[str], dict[str, ast.FunctionDef]]:
    """Return the file of a module with its mutants, its lines, and its functions by name."""
    path = Path(*module.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    text = file.read_text(encoding="utf-8")
    defined = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
    return file.as_posix(), text.splitlines(), {node.name: node for node in defined}


def versions_of(mutant: str) -> tuple[ast.FunctionDef, ast.FunctionDef]:
    """Return the function as it was, and as the mutant has it."""
    module, _, name = mutant.rpartition(".")
    functions = functions_of(module)[2]
    return functions[f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"], functions[name]


def changed_lines(mutant: str) -> tuple[str, range]:
    """Return the file and the lines of the smallest statement around what a mutant changes, where the function runs."""
    file, lines, _functions = functions_of(mutant.rpartition(".")[0])
    original, changed = versions_of(mutant)
    before, after = (lines[node.lineno : node.end_lineno] for node in (original, changed))
    first = next((at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), 0)
    at = original.lineno + 1 + first
    nodes = (node for node in ast.walk(original) if isinstance(node, ast.stmt))
    around = [node for node in nodes if node.lineno <= at <= (node.end_lineno or 0)]
    smallest = min(around, key=lambda node: (node.end_lineno or 0) - node.lineno)
    # The original is a copy; what runs is the function a few lines above it.
    title = original.lineno
    while not lines[title - 2].strip().startswith("@_mutmut_mutated"):
        title -= 1
    up = original.lineno - title
    return file, range(smallest.lineno - up, (smallest.end_lineno or 0) + 1 - up)


class Tests:
    """The collected tests, how long each takes, and which of them run a line."""

    def __init__(self, items: list[pytest.Item]) -> None:
        self.items = {item.nodeid: item for item in items}
        self.seconds: dict[str, float] = {}
        self.reaching: dict[tuple[str, int], set[str]] = defaultdict(set)
        """(File, line) -> the tests that run it, LOADING among them."""
        self.killers: Counter[tuple[str, str]] = Counter()
        """(Module or function, test) -> how many mutants of it the test has killed."""
        kind = type(functools.cache(len))
        remembering = [it for it in gc.get_objects() if isinstance(it, kind)]
        self.caches = [it for it in remembering if it.__module__.startswith("scorekeeper.")]

    def measure(self) -> None:
        """Run every test once, and note what it runs.  Raises SystemExit if one fails without any mutant."""
        from scorekeeper.variants.catalogue import catalogue  # the copy in `mutants`

        self.forget("scorekeeper.")
        watch = coverage.Coverage(data_file=None, config_file=False, include=["scorekeeper/rules/*"])
        watch.start()
        for name in (LOADING, *self.items):
            self.forget("scorekeeper.rules.")  # so that a cached function counts for every test with it
            watch.switch_context(name)
            begun = time.process_time()
            if name == LOADING:
                catalogue()
            elif not self.passes(name):
                raise SystemExit(f"{name} fails without any mutant.")
            self.seconds[name] = time.process_time() - begun
        watch.stop()
        found = watch.get_data()
        for path in found.measured_files():
            for line, names in found.contexts_by_lineno(path).items():
                self.reaching[os.path.relpath(path), line] |= set(names)
        self.forget("scorekeeper.")
        catalogue()  # for all mutants that its reading does not run

    def forget(self, package: str) -> None:
        """Let every cached function of a package forget what it remembers."""
        for cache in self.caches:
            if cache.__module__.startswith(package):
                cache.cache_clear()

    def passes(self, name: str) -> bool:
        return not any(report.failed for report in runtestprotocol(self.items[name], log=False, nextitem=None))

    def of(self, mutant: str) -> tuple[list[str], bool]:
        """Return the tests that run what a mutant changed, and whether the catalogue's reading does."""
        file, lines = changed_lines(mutant)
        names = set().union(*(self.reaching[file, line] for line in lines))
        function, module = kin_of(mutant)

        def promise(name: str) -> float:
            kills = 1 + 20 * self.killers[function, name] + 5 * self.killers[module, name]
            return kills / (self.seconds[name] + 0.005)

        chosen = self.items if LOADING in names else names & self.items.keys()
        return sorted(chosen, key=promise, reverse=True), LOADING in names

    def run(self, mutant: str, tell: int) -> None:
        """Run tests in a fork of its own, until one fails; its name goes down the pipe, its end is the verdict."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        names, is_loaded = self.of(mutant)
        self.forget("scorekeeper." if is_loaded else "scorekeeper.rules.")
        put_in_place(mutant)
        spent = 0.0
        for name in names:
            spent += self.seconds[name]
            if spent >= PATIENCE:
                break
            used = time.process_time() + config().timeout_constant + config().timeout_multiplier * self.seconds[name]
            resource.setrlimit(resource.RLIMIT_CPU, (int(used), resource.RLIM_INFINITY))
            if not self.passes(name):
                os.write(tell, name.encode())
                os._exit(1)
        os._exit(0)


def kin_of(mutant: str) -> tuple[str, str]:
    """Return the function and the module that a mutant changes."""
    return mutant.rpartition("__mutmut_")[0], mutant.rpartition(".")[0]


def judge(tests: Tests, mutants: list[str]) -> dict[str, str]:
    """Try each mutant; return what became of it."""
    running: dict[int, tuple[str, int]] = {}
    verdicts: dict[str, str] = {}

    def wait() -> None:
        child, status = os.wait()
        mutant, pipe = running.pop(child)
        killer = os.read(pipe, 10_000).decode()
        os.close(pipe)
        verdicts[mutant] = {0: SURVIVED, 1: KILLED}.get(os.waitstatus_to_exitcode(status), STOPPED)
        if killer:
            tests.killers.update((kin, killer) for kin in kin_of(mutant))

    gc.collect()
    gc.freeze()  # what is there already need not be looked at in every child
    for number, mutant in enumerate(mutants, start=1):
        if not tests.of(mutant)[0]:
            verdicts[mutant] = UNTESTED
            continue
        if len(running) == WORKERS:
            wait()
        pipe, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                tests.run(mutant, tell)
            finally:  # not even a test could be run: no memory left, say
                os._exit(1)
        os.close(tell)
        running[child] = mutant, pipe
        if number % 100 == 0:
            print(f"{number} of {len(mutants)}", flush=True)
    while running:
        wait()
    return verdicts


def killed_and_alive(verdicts: list[str]) -> tuple[int, int]:
    alive = sum(verdict in (SURVIVED, UNTESTED) for verdict in verdicts)
    return len(verdicts) - alive, alive


def report(verdicts: dict[str, str]) -> str:
    """Return the figures of every module, and what each survivor changed."""
    by_module: dict[str, list[str]] = defaultdict(list)
    for mutant, verdict in verdicts.items():
        by_module[kin_of(mutant)[1].removeprefix("scorekeeper.rules.")].append(verdict)
    lines = []
    for module, found in [*sorted(by_module.items()), ("all", list(verdicts.values()))]:
        killed, alive = killed_and_alive(found)
        share = 100 * killed / len(found)
        lines.append(f"{module:20}{len(found):6} mutants{killed:6} killed{alive:5} alive{share:7.1f} %")
    for mutant, verdict in sorted(verdicts.items()):
        if verdict in (SURVIVED, UNTESTED):
            bodies = ("\n".join(map(ast.unparse, node.body)).splitlines() for node in versions_of(mutant))
            told = difflib.unified_diff(*bodies, n=0, lineterm="")
            lines += ["", f"{mutant}: {verdict}"]
            lines += [line for line in told if not line.startswith(("---", "+++", "@@"))]
    return "\n".join(lines)


class Judge:
    """The plugin that takes over once pytest has collected the tests."""

    def __init__(self, names: list[str], chosen: list[str]) -> None:
        self.names, self.chosen = names, chosen

    def pytest_configure(self) -> None:
        """Let Hypothesis neither shrink what fails nor remember it: that it fails is enough."""
        import hypothesis  # only once pytest can rewrite it

        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        here = hypothesis.settings.get_profile("here")
        hypothesis.settings.register_profile("mutants", parent=here, phases=phases, database=None, derandomize=True)
        hypothesis.settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.getplugin("capturemanager").suspend_global_capture(in_=True)
        tests = Tests(session.items)
        print("Measuring which tests run which lines …", flush=True)
        tests.measure()
        verdicts = judge(tests, self.chosen)
        print(report(verdicts))
        if self.chosen == self.names:
            killed, alive = killed_and_alive(list(verdicts.values()))
            run = {"rules": digest_of(), "day": f"{time.strftime('%d %B %Y')}", "killed": killed, "alive": alive}
            WHOLE.write_text(json.dumps(run), encoding="utf-8")
        return True


def main() -> None:
    words = argparse.ArgumentParser(description="Break the rules in small ways, and tell what no test notices.")
    words.add_argument("pattern", nargs="?", default="*", help="such as *.hand.*")
    words.add_argument("--sample", type=int, help="so many of them, drawn by lot")
    asked = words.parse_args()
    names = make_mutants()
    chosen = [name for name in names if fnmatch.fnmatch(name, asked.pattern)]
    if not chosen:
        words.error(f"No mutant is called {asked.pattern}.")
    if asked.sample:
        chosen = random.sample(chosen, min(len(chosen), asked.sample))
    os.chdir("mutants")
    os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"
    trampoline.set_mutant_under_test("")
    trampoline.wrap_in_trampoline = leave_as_it_is
    options = ["--rootdir=.", "--tb=no", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist"]
    tests = [*config().pytest_add_cli_args_test_selection, *config().pytest_add_cli_args]
    pytest.main([*options, *tests], plugins=[Judge(names, chosen)])


if __name__ == "__main__":
    main()
