"""Count the pieces the program is made of, and fail where there are more than agreed on: part of `make lint`.

A number is raised only in a commit of its own that says why, and lowered whenever it can be.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

AGREED = {
    "lines of the program": 36_300,
    "statements of the program": 20_960,
    "files of the program": 155,
    "record classes": 134,
    "functions of up to six lines with one use, in 1,000": 60,
    "lines of the longest file": 595,
    "functions of more than 60 lines": 0,
    "lines of tests and tools": 36_592,
    "files of golden sheets": 65,
    "lines of the Makefile": 119,
    "lines of text about rules and scores": 2_250,
}
RECORDS = {"NamedTuple", "TypedDict", "Protocol"}
LONG, SMALL = 60, 6


def main() -> int:
    """Print each count that is over what was agreed on; return the exit status."""
    counts = count()
    over = {what: number for what, number in counts.items() if number > AGREED[what]}
    for what, number in (counts if "--all" in sys.argv else over).items():
        print(f"{what}: {number:,} (agreed: {AGREED[what]:,})")
    return 1 if over else 0


def count() -> dict[str, int]:
    program, checked = tracked("scorekeeper/*.py"), tracked("tests/*.py", "tools/*.py")
    nodes = {path: list(ast.walk(ast.parse(path.read_text(encoding="utf-8")))) for path in program}
    functions = [node for each in nodes.values() for node in each if isinstance(node, ast.FunctionDef)]
    said = [*program, *tracked("templates/*", "scorekeeper/*.txt", "pyproject.toml")]
    words = Counter(word for path in said for word in re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8")))
    small = [node for node in functions if words[node.name] == 2 and is_small(node)]
    lines = {path: length(path) for path in program}
    return {
        "lines of the program": sum(lines.values()),
        "statements of the program": sum(isinstance(node, ast.stmt) for each in nodes.values() for node in each),
        "files of the program": len(program),
        "record classes": sum(is_record(node) for each in nodes.values() for node in each),
        "functions of up to six lines with one use, in 1,000": round(1000 * len(small) / len(functions)),
        "lines of the longest file": max(lines.values()),
        "functions of more than 60 lines": sum(node.end_lineno - node.lineno >= LONG for node in functions),
        "lines of tests and tools": sum(map(length, checked)),
        "files of golden sheets": len(tracked("tests/cases/*.toml")),
        "lines of the Makefile": length(Path("Makefile")),
        "lines of text about rules and scores": sum(map(length, tracked("scorekeeper/sheets/text/*"))),
    }


def tracked(*patterns: str) -> list[Path]:
    """Return the files that git knows and that match."""
    found = subprocess.run(["git", "ls-files", *patterns], capture_output=True, text=True, check=True).stdout
    return [path for path in map(Path, found.splitlines()) if path.is_file()]


def length(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def is_record(node: ast.AST) -> bool:
    if not isinstance(node, ast.ClassDef):
        return False
    bases = {ast.unparse(base).split("[")[0].rpartition(".")[2] for base in node.bases}
    return bool(bases & RECORDS) or any(
        "dataclass" in ast.unparse(one) or "frozen" in ast.unparse(one) for one in node.decorator_list
    )


def is_small(node: ast.FunctionDef) -> bool:
    """Return whether a function is a few lines that nothing but its name holds together."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
    return not node.decorator_list and not node.name.startswith("__") and lines <= SMALL


if __name__ == "__main__":
    sys.exit(main())
