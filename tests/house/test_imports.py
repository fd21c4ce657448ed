"""Scoring starts light: what is imported at all, beside the contracts of import-linter in pyproject.toml."""

from __future__ import annotations

import subprocess
import sys


def test_scoring_starts_without_flask_sqlalchemy_and_templates(tmp_path):
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
    command_line = [sys.executable, "-c", program, "score", "--json", str(sheet)]
    done = subprocess.run(command_line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
