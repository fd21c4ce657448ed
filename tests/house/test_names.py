"""One name, one thing: no class name twice in a layer, and no two modules that import each other."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict

import grimp
import pytest

LAYERS = ("rules", "tournaments", "services", "models", "web")


def classes_in(folder):
    """Return every class name in the modules of a folder, once for each class."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in folder.rglob("*.py"))
    return [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def repeated(names):
    return {name for name, times in Counter(names).items() if times > 1}


@pytest.mark.parametrize("layer", LAYERS)
def test_no_class_name_stands_for_two_things_in_a_layer(root, layer):
    assert repeated(classes_in(root / "scorekeeper" / layer)) == set()


def test_the_control_a_name_used_twice_is_found(tmp_path):
    (tmp_path / "one.py").write_text("class Entry: ...\nclass Line: ...\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("def make():\n    class Entry: ...\n", encoding="utf-8")
    assert repeated(classes_in(tmp_path)) == {"Entry"}


def circles(imports):
    """Return the sets of modules that import each other, directly or by way of others."""
    reached = {module: reachable(module, imports) for module in imports}
    groups = {frozenset(other for other in reached[module] if module in reached.get(other, ())) for module in imports}
    return {group for group in groups if group}


def reachable(module, imports):
    found, waiting = set(), [module]
    while waiting:
        for other in imports.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def test_no_modules_import_each_other():
    """Imports for types count too: two modules that know each other's types are one."""
    graph = grimp.build_graph("scorekeeper", cache_dir=None)
    imports = defaultdict(set)
    for module in graph.modules:
        imports[module] = graph.find_modules_directly_imported_by(module)
    assert circles(imports) == set()


def test_the_control_a_circle_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == {frozenset("abc")}
