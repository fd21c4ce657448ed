"""Break the rules in thousands of small ways, one at a time, and tell which of them no test notices: `make mutate`.

mutmut makes the mutants (`[tool.mutmut]` in pyproject.toml).  Its own `mutmut run` collects the tests anew for each of
them and sends every call of the rules through a trampoline, which takes many times as long.  Here the tests are
collected once, the functions run as they are, and each mutant is a fork in which one function has the mutant's code.
It meets the tests that run the changed statement (`reach.py`), the quickest and those that have killed most first,
until one fails or what remains would take too long; a mutant given up on counts as alive.

    python tools/mutate.py                    all of them
    python tools/mutate.py "*.hand.*"         those of a module
    python tools/mutate.py --alive            those that survived the last time, and those of new code
    python tools/mutate.py --sample=80        so many of them, drawn by lot
    python tools/mutate.py --sample=80 --lot=2    the second lot of that size; the same lot each time
"""

from __future__ import annotations

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
import sys
import time
import warnings
from collections import Counter, defaultdict
from contextlib import redirect_stdout
from io import StringIO
from itertools import accumulate, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol
from digest import digest_of
from reach import LOADING, measure

warnings.simplefilter("ignore")  # what mutmut imports warns; the tests' own filters hold inside pytest

from mutmut import __main__ as mutmut  # noqa: E402 - only once warnings are silent
from mutmut.configuration import config  # noqa: E402
from mutmut.mutation import trampoline  # noqa: E402
from mutmut.utils.format_utils import mangled_name_from_mutant_name as function_of  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

VERDICTS = Path("mutants/verdicts.json").resolve()
WHOLE = Path("mutants/whole.json").resolve()
"""What the last whole run came to; `make prove` tells it."""
REACH = Path("mutants/reach.pickle").resolve()
KILLED, SURVIVED, STOPPED, UNTESTED = "killed", "survived", "stopped", "no test reaches it"
GIVEN_UP = "(given up)"
"""Stands where a killer would: the tests that remained would have taken too long."""
PATIENCE = 10.0
"""For so many seconds of tests a mutant may live before it is given up on."""
WORKERS = os.cpu_count() or 1


def copy_what_is_not_mutated() -> None:
    """Copy what the tests need; mutmut would copy the rules as well, and make every mutant anew each time."""
    for name in config().also_copy:
        if Path(name).is_file():
            shutil.copy2(name, Path("mutants", name))
        elif Path(name).is_dir():
            shutil.copytree(name, Path("mutants", name), dirs_exist_ok=True, ignore=the_rules)


def forget_other_settings() -> None:
    """Remove the mutants that were made by other settings: mutmut makes them anew only where a rule has changed."""
    now, then = Path("pyproject.toml"), Path("mutants/pyproject.toml")
    if then.exists() and then.read_bytes() != now.read_bytes():
        shutil.rmtree("mutants/scorekeeper/rules", ignore_errors=True)


def the_rules(folder: str, _names: list[str]) -> list[str]:
    return ["rules"] if folder == "scorekeeper" else ["__pycache__"]


def make_mutants() -> list[str]:
    """Write the mutants of every module into `mutants/`, beside a copy of all else; give their names."""
    trampoline.set_mutant_under_test("mutant_generation")
    forget_other_settings()
    Path("mutants").mkdir(exist_ok=True)
    with redirect_stdout(StringIO()):
        mutmut.copy_src_dir()
        copy_what_is_not_mutated()
        mutmut.setup_source_paths()
        mutmut.create_mutants(WORKERS)
    names = []
    for path in mutmut.walk_mutatable_files():
        data = mutmut.SourceFileMutationData(path=path)
        data.load()
        names += data.exit_code_by_key
    return names


# ---------------------------------------------------------------- one mutant in place of a function

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


def caches() -> list[Any]:
    """Return every function of the rules and the variants that remembers: before a mutant is tried, it forgets."""
    kind = type(functools.cache(len))
    return [it for it in gc.get_objects() if isinstance(it, kind) and it.__module__.startswith("scorekeeper.")]


# ---------------------------------------------------------------- which tests it meets


def module_of(mutant: str) -> str:
    return mutant.rpartition(".")[0]


class Tests:
    """The collected tests, how long each takes, and which of them run a line."""

    def __init__(self, items: list[pytest.Item]) -> None:
        from scorekeeper.variants.catalogue import catalogue  # the copy in `mutants`

        self.items = {item.nodeid: item for item in items}
        self.caches = caches()
        self.forget()
        print("Measuring which tests run which lines …", flush=True)
        self.reach = measure(REACH, self.items, catalogue, self.passes, self.forget_rules)
        self.forget()
        catalogue()  # for all mutants that its reading does not run
        self.killers: Counter[str] = Counter()

    def forget(self) -> None:
        for cache in self.caches:
            cache.cache_clear()

    def forget_rules(self) -> None:
        """Let the rules forget, but not the catalogue: most mutants change nothing that its reading runs (LOADING)."""
        for cache in self.caches:
            if cache.__module__.startswith("scorekeeper.rules."):
                cache.cache_clear()

    def passes(self, name: str) -> bool:
        return not any(report.failed for report in runtestprotocol(self.items[name], log=False, nextitem=None))

    def of(self, mutant: str) -> list[str]:
        """Return the tests that run what a mutant changed: first those that kill most of its kin in the least time."""
        names = set(self.items) if self.is_loaded(mutant) else self.reach.tests_of(*changed_lines(mutant))
        function, module = function_of(mutant), module_of(mutant)

        def promise(name: str) -> float:
            kin = ((function, 20), (module, 5), ("", 1))
            kills = 1 + sum(worth * self.killers[f"{of} {name}"] for of, worth in kin)
            return kills / (self.reach.seconds[name] + 0.005)

        return sorted(names & self.items.keys(), key=promise, reverse=True)

    def is_loaded(self, mutant: str) -> bool:
        """Return whether reading the catalogue runs what a mutant changed."""
        return LOADING in self.reach.tests_of(*changed_lines(mutant))

    def note(self, mutant: str, killer: str) -> None:
        """Remember who killed it, for the sake of its function, its module, and all others."""
        for of in (function_of(mutant), module_of(mutant), ""):
            self.killers[f"{of} {killer}"] += 1

    def patient(self, names: list[str]) -> list[str]:
        spent = accumulate(self.reach.seconds[name] for name in names)
        return [name for name, _ in takewhile(lambda it: it[1] < PATIENCE, zip(names, spent, strict=True))]

    def run(self, mutant: str, names: list[str], tell: int) -> None:
        """Run tests in a fork of its own, until one fails; its name goes down the pipe, its end is the verdict."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        if self.is_loaded(mutant):
            self.forget()
        else:
            self.forget_rules()
        put_in_place(mutant)
        killer = next((name for name in names if not self.passes_in_time(name)), "")
        os.write(tell, killer.encode())
        os._exit(1 if killer else 0)

    def passes_in_time(self, name: str) -> bool:
        used = time.process_time()
        seconds = int(used + config().timeout_constant + config().timeout_multiplier * self.reach.seconds[name])
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
        return self.passes(name)


@functools.cache
def functions_of(module: str) -> tuple[str, list[str], dict[str, ast.FunctionDef]]:
    """Return the file of a module with its mutants, its lines, and its functions by name."""
    path = Path(*module.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    text = file.read_text(encoding="utf-8")
    defined = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
    return file.as_posix(), text.splitlines(), {node.name: node for node in defined}


@functools.cache
def changed_lines(mutant: str) -> tuple[str, set[int]]:
    """Return the file and the lines of the statement that a mutant changes, where the function stands as it is.

    Where it changes the default of an argument these are all lines of the function.
    """
    module, _, name = mutant.rpartition(".")
    file, lines, functions = functions_of(module)
    original = functions[f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"]
    before, after = (lines[node.lineno : node.end_lineno] for node in (original, functions[name]))
    first = next((at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(after))
    same = zip(reversed(before[first:]), reversed(after[first:]), strict=False)
    last = max(first, len(before) - 1 - sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], same)))
    asked = {original.lineno + 1 + at for at in range(first, last + 1)}
    if before == after or original.lineno + 1 + first < original.body[0].lineno:
        asked = set(range(original.body[0].lineno, (original.end_lineno or 0) + 1))
    for node in ast.walk(original):
        if isinstance(node, ast.stmt) and node is not original and (own := own_lines(node)) & asked:
            asked |= own
    # The original is a copy; what runs is the function a few lines above it.
    title = original.lineno
    while not (lines[title - 2].startswith(("@_mutmut_mutated", "    @_mutmut_mutated"))):
        title -= 1
    return file, {title + line - original.lineno for line in asked}


def own_lines(node: ast.stmt) -> set[int]:
    """Return the lines of a statement without those of the statements in it."""
    inside = [child for child in ast.walk(node) if isinstance(child, ast.stmt) and child is not node]
    within = {line for child in inside for line in range(child.lineno, (child.end_lineno or 0) + 1)}
    return set(range(node.lineno, (node.end_lineno or 0) + 1)) - within


# ---------------------------------------------------------------- all of them


def judge(tests: Tests, mutants: list[str], verdicts: dict[str, list[str]]) -> None:
    """Try each mutant, and write down what became of it and which test killed it."""
    running: dict[int, tuple[str, int, str]] = {}

    def wait() -> None:
        child, status = os.wait()
        mutant, pipe, otherwise = running.pop(child)
        killer = os.read(pipe, 10_000).decode()
        os.close(pipe)
        code = os.waitstatus_to_exitcode(status)
        verdicts[mutant] = [{0: SURVIVED, 1: KILLED}.get(code, STOPPED), killer or otherwise]
        if killer:
            tests.note(mutant, killer)

    gc.collect()
    gc.freeze()  # what is there already need not be looked at in every child
    for number, mutant in enumerate(mutants, start=1):
        reaching = tests.of(mutant)
        if not reaching:
            verdicts[mutant] = [UNTESTED, ""]
            continue
        if len(running) == WORKERS:
            wait()
        names = tests.patient(reaching)
        pipe, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                tests.run(mutant, names, tell)
            finally:  # not even a test could be run: no memory left, say
                os._exit(1)
        os.close(tell)
        running[child] = (mutant, pipe, GIVEN_UP if len(names) < len(reaching) else "")
        if number % 20 == 0:
            print(f"{number} of {len(mutants)}", flush=True)
            VERDICTS.write_text(json.dumps(verdicts), encoding="utf-8")
    while running:
        wait()
    VERDICTS.write_text(json.dumps(verdicts), encoding="utf-8")


# ---------------------------------------------------------------- what came out


def report(verdicts: dict[str, list[str]]) -> str:
    """Return the figures of every module, and what each survivor changed."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, (verdict, _killer) in verdicts.items():
        counts[module_of(mutant).removeprefix("scorekeeper.rules.")][verdict] += 1
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
    functions = functions_of(module)[2]
    before, after = functions[f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"], functions[name]
    lines = ("\n".join(map(ast.unparse, node.body)).splitlines() for node in (before, after))
    told = difflib.unified_diff(*lines, n=0, lineterm="")
    return [line for line in told if not line.startswith(("---", "+++", "@@"))]


class Judge:
    """The plugin that takes over once pytest has collected the tests."""

    def __init__(self, names: list[str], asked: list[str]) -> None:
        self.names, self.asked = names, asked

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
        known = json.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else {}
        verdicts = {name: known[name] for name in self.names if name in known}
        patterns = [pattern for pattern in self.asked if not pattern.startswith("--")] or ["*"]
        chosen = [name for name in self.names if any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]
        if "--alive" in self.asked:
            chosen = [name for name in chosen if verdicts.get(name, [UNTESTED])[0] in (SURVIVED, UNTESTED)]
        options = dict(option.split("=") for option in self.asked if "=" in option)
        if "--sample" in options:
            size = min(len(chosen), int(options["--sample"]))
            chosen = random.Random(f"{size} {options.get('--lot', 1)}").sample(chosen, size)
        tests = Tests(session.items)
        for mutant, (_verdict, killer) in verdicts.items():
            tests.note(mutant, killer)
        judge(tests, chosen, verdicts)
        print(report({name: verdicts[name] for name in chosen}))
        if chosen == self.names:
            WHOLE.write_text(json.dumps(summary(verdicts)), encoding="utf-8")
        return True


def main() -> None:
    names = make_mutants()
    os.chdir("mutants")
    os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"
    trampoline.set_mutant_under_test("")
    trampoline.wrap_in_trampoline = leave_as_it_is
    options = ["--rootdir=.", "--tb=no", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist"]
    chosen = [*config().pytest_add_cli_args_test_selection, *config().pytest_add_cli_args]
    pytest.main([*options, *chosen], plugins=[Judge(names, sys.argv[1:])])


if __name__ == "__main__":
    main()
