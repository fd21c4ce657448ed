"""The command among other programs: its standard input, errors in one form, Ctrl-C, a closed pipe, and colors."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.cli.conftest import scorekeeper

COMMAND = [sys.executable, "-m", "scorekeeper"]
SHEET = """format = "scoresheet/1"
variant = "partnership-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
[[lines]]
bidder = "Bob"
bid = 2
points = { high = "Bob", jack = "Bob", low = "Ann", game = "Bob" }
"""
JSON_SHEET = """{"format": "scoresheet/1", "variant": "partnership-pitch", "players": ["Ann", "Bob", "Cy", "Dee"],
"dealer": "Dee", "lines": [{"misdeal": true}]}"""
RULES = '[rules]\n"finish.target" = 11\n'


def say(*words, text=None):
    done = scorekeeper(*words, text=text)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("sheet", [SHEET, JSON_SHEET], ids=["TOML", "JSON"])
def test_a_sheet_comes_from_the_standard_input(sheet):
    status, out, err = say("score", "-", text=sheet)
    assert (status, err, out.startswith("-: Partnership Pitch")) == (0, "", True), (out, err)


def test_rules_and_what_if_read_the_standard_input(tmp_path):
    assert "* The game is to 11." in say("rules", "partnership-pitch", "--rules", "-", text=RULES)[1]
    assert "0 lines of 1 would" in say("whatif", "-", "--rules", "finish.target=11", text=SHEET)[1]
    sheet = tmp_path / "night.toml"
    sheet.write_text(SHEET, encoding="utf-8")
    assert "0 lines of 1 would" in say("whatif", str(sheet), "--rules", "-", text=RULES)[1]


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",), ("score",), ("rules", "partnership-pitch", "--playrs", "3"), ("score", "nowhere.toml"),
        ("check", "nowhere.toml"), ("whatif", "nowhere.toml", "--rules", "finish.target=11"), ("rules", "nowhere"),
        ("ask", "nowhere"), ("draw", "--players", "3"), ("import", "nowhere.json"), ("export", "9", "-"),
        ("rebuild", "9"), ("score", "--variant", "nowhere.toml", "nowhere.toml"),
    ],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.usefixtures("own_folder")
def test_what_is_wrong_with_the_words_is_said_on_one_line_and_ends_with_two(words):
    status, out, err = say(*words)
    assert (status, out, err.count("\n")) == (2, "", 1), (out, err)
    assert err.startswith("scorekeeper: ")
    assert err.endswith((".\n", "?\n"))


def test_every_fault_of_a_sheet_has_a_line_of_its_own():
    status, out, err = say("score", "-", text=SHEET.replace("[[lines]]", "[rules]\nfoo = 1\nbar = 2\n[[lines]]"))
    assert (status, out) == (2, "")
    places = [line.rpartition(": ")[0] for line in err.splitlines()]
    assert places == ["scorekeeper: -: head, rules.foo", "scorekeeper: -: head, rules.bar"]


def test_ctrl_c_ends_without_a_traceback(tmp_path):
    """The command opens a pipe that nobody writes to; once it has, Ctrl-C comes."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    running = subprocess.Popen([*COMMAND, "score", pipe], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    with running, pipe.open("wb"):
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    assert (running.returncode, out, err.strip()) == (130, b"", b"")


def test_a_pipe_that_is_closed_ends_it_quietly():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = subprocess.run([*COMMAND, "variants"], stdout=gone, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_said():
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "variants"], stdout=full, stderr=subprocess.PIPE, check=False)
    said = b"scorekeeper: The disk is full, so not all could be written.\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.parametrize(("no_color", "colored"), [("1", False), ("", True)])
@pytest.mark.usefixtures("own_folder")
def test_colors_go_where_no_color_says(monkeypatch, no_color, colored):
    monkeypatch.setenv("NO_COLOR", no_color)
    scorekeeper("demo")
    done = CliRunner().invoke(main, ["doctor", "--quick"], color=True)
    assert ("\x1b[" in done.stdout) == colored, done.stdout
