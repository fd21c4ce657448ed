"""Rules and tournaments need the standard library alone, and scoring starts light."""

from __future__ import annotations

import subprocess
import sys

import grimp
import pytest


@pytest.mark.parametrize("package", ["scorekeeper.rules", "scorekeeper.tournaments.maths"])
def test_a_pure_package_imports_only_itself_and_the_standard_library(package):
    graph = grimp.build_graph("scorekeeper", include_external_packages=True, cache_dir=None)
    own = {package} | graph.find_descendants(package)
    imported = {name for module in own for name in graph.find_modules_directly_imported_by(module)}
    strangers = {name for name in imported - own if name.split(".")[0] not in sys.stdlib_module_names}
    assert strangers == set()


@pytest.mark.parametrize("command", ["schema", "variants", "score"])
def test_scoring_starts_without_flask_sqlalchemy_and_templates(command, tmp_path):
    """What is loaded when the command is done, whatever became of it."""
    program = (
        "import sys\n"
        "from scorekeeper.cli import main\n"
        "try: main(sys.argv[1:], standalone_mode=False)\n"
        "except BaseException: pass\n"
        "sys.exit(' '.join(sorted({'flask', 'jinja2', 'sqlalchemy', 'werkzeug'} & set(sys.modules))) or 0)\n"
    )
    sheet = tmp_path / "sheet.toml"
    sheet.write_text('format = "scoresheet/1"\nvariant = "minnesota-ten-point"\nplayers = ["A", "B", "C"]\n')
    arguments = [command, "--json", str(sheet)] if command == "score" else [command]
    command_line = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command_line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
