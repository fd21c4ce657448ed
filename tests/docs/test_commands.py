"""Every command in the README and in docs/ exists; those shown with their output print just that.

A block ```console is run, line by line, in a folder with the files its page says to save.  Of a block ```sh, the
commands of the program, its options and the targets of make must exist; those that look after a server are run, too.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from scorekeeper.cli import main
from tests.docs.pages import DOCS, ROOT, blocks, section, text_of
from tests.needs import has_postgres, miss
from tests.postgres import started

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
    """Return the commands of a page, a long one in one line, without its comment."""
    written = "".join(SHELL.findall(text_of(page))).replace("\\\n", " ")
    return [line for line in (shlex.split(text, comments=True) for text in written.splitlines()) if line]


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
def test_every_command_of_a_page_exists(page, tmp_path):
    """What `make` starts gets the settings of its command line: here a program that says what it was given."""
    for name, says in (("pip", ""), ("scorekeeper", 'echo "$* LAN=$LAN PORT=$PORT"')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{says}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    for program, *rest in commands(page):
        if program in {"scorekeeper", "keeper"}:
            check_program(rest)
        elif program == "make" and rest[0] in {"run", "demo"}:
            given = dict(word.split("=") for word in rest[1:])
            make = ["make", "--silent", "--old-file=.venv/run", *rest, f"BIN={tmp_path}"]
            said = subprocess.run(make, cwd=ROOT, capture_output=True, check=True, text=True).stdout
            does = {"run": "run", "demo": "demo --serve"}[rest[0]]
            assert said == f"{does} LAN={given.get('LAN', '')} PORT={given.get('PORT', '')}\n"
        elif program == "make":
            subprocess.run(["make", "--dry-run", *rest], cwd=ROOT, capture_output=True, check=True)


@pytest.mark.deep
def test_what_the_page_about_hosting_says_of_the_database_is_done_in_its_order(tmp_path):
    """Back up and restore, move to PostgreSQL, upgrade; the program and pip's packages are those of the tests."""
    if not has_postgres():
        miss("postgres", "There is no PostgreSQL here.")

    def do(script, **environ):
        here = script.replace("/var/lib/scorekeeper", f"{tmp_path}").replace("/opt/scorekeeper/bin/pip", "pip")
        here = here.replace("CHECKOUT", f"{ROOT}").replace("systemctl", "echo")
        ours = f'keeper() {{ {PROGRAM} "$@"; }}; scorekeeper() {{ keeper "$@"; }}; pip() {{ echo "$*"; }}\n'
        environ = {"PATH": os.environ["PATH"], **environ}
        command = ["bash", "-euo", "pipefail", "-c", ours + here]
        done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{script}{done.stdout}{done.stderr}"
        return done.stdout

    page = DOCS / "hosting.md"
    parts = "From SQLite to PostgreSQL", "5. Try a restore", "6. Upgrade"
    (out, into), (restore, _), (upgrade,) = ([*SHELL.findall(section(page, part))] for part in parts)
    do("keeper demo")
    do(out)
    upgraded = do(upgrade)
    assert upgraded.splitlines()[0::4] == ["stop scorekeeper", "start scorekeeper"]
    [backup] = (tmp_path / "instance" / "backups").glob("*.db")
    do(restore.replace("FILE", f"{backup}"))
    with started() as url:
        moved = do(into, DATABASE_URL=url, SECRET_KEY="0" * 32)
        again = do("keeper export 1 -", DATABASE_URL=url, SECRET_KEY="0" * 32)
    assert "It is now league 1." in moved
    assert again.count('"code"') == (tmp_path / "league-1.json").read_text(encoding="utf-8").count('"code"')


def test_completion_works_as_the_page_says():
    [line] = blocks(DOCS / "cli.md", "sh")
    asks = 'COMP_WORDS=(scorekeeper doc); COMP_CWORD=1; _scorekeeper_completion scorekeeper; echo "$COMPREPLY"'
    environ = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", f"{line}\n{asks}"], env=environ, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("doctor\n", "")


def test_the_first_screen_of_the_readme_leads_from_nothing_to_the_tests():
    """All of it stands before the one picture, which is not higher than 400 pixels."""
    first_screen, picture = text_of(ROOT / "README.md").partition("\n## ")[0].split("<img ")
    assert int(re.search(r'height="(\d+)"', picture)[1]) <= 400
    for commands in ("git clone ADDRESS scorekeeper\ncd scorekeeper", "make run", "make test"):
        assert f"```sh\n{commands}\n```\n" in first_screen
