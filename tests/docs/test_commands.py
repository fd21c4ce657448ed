"""Every command in the README and in docs/ exists; those shown with their output print just that.

A block ```console is run, line by line, in a folder with the files its page says to save.  Of a block ```sh, the
commands of the program, its options and the targets of make must exist.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from scorekeeper.cli import main
from tests.docs.pages import DOCS, ROOT, text_of

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
SAVED = re.compile(r"[Ss]ave this as `([^`]+)`.*?```toml\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
PROMPT = re.compile(r"^\$ ", re.MULTILINE)
PROGRAM = f"{shlex.quote(sys.executable)} -m scorekeeper"


def examples(page):
    """Return the commands of a page with the output it shows for each."""
    blocks = CONSOLE.findall(text_of(page))
    return [tuple(piece.split("\n", 1)) for block in blocks for piece in PROMPT.split(block)[1:]]


def commands(page):
    """Return the commands of a page that nobody runs here, a long one in one line, without its comment."""
    blocks = "".join(SHELL.findall(text_of(page))).replace("\\\n", " ")
    return [line for line in (shlex.split(text, comments=True) for text in blocks.splitlines()) if line]


def check_program(words):
    """Raise click.UsageError if the program has no such command or option."""
    command, name = main, "scorekeeper"
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, *words = words
        command = command.get_command(click.Context(command), name)
        assert command, f"no command {name}"
    context = click.Context(command, info_name=name)
    command.make_parser(context).parse_args(list(words))


@pytest.mark.deep
@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)], ids=lambda page: page.name)
def test_what_a_page_shows_is_what_the_program_prints(page, tmp_path):
    for name, text in SAVED.findall(text_of(page)):
        Path(tmp_path / name).write_text(text, encoding="utf-8")
    for command, shown in examples(page):
        line = re.sub(r"^scorekeeper", lambda _: PROGRAM, command)
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert f"$ {command}\n{done.stdout}{done.stderr}" == f"$ {command}\n{shown}"


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_every_command_of_a_page_exists(page):
    for words in commands(page):
        program, *rest = words
        if program == "scorekeeper":
            check_program(rest)
        elif program == "make":
            subprocess.run(["make", "--dry-run", *rest], cwd=ROOT, capture_output=True, check=True)


def test_the_first_screen_of_the_readme_names_both_commands_that_set_up_everything():
    first_screen = text_of(ROOT / "README.md").partition("<img")[0]
    for command in ("make run", "make test"):
        assert f"```sh\n{command}\n```\n" in first_screen
