"""`scorekeeper draw` as people type it: a draw without a server."""

import json

import pytest

from tests.cli.conftest import scorekeeper


def drawn(*arguments):
    done = scorekeeper("draw", *arguments, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_a_draw_for_programs_is_one_object():
    report = drawn("--players", 25, "--rounds", 6, "--format", "draw-partners", "--seed", 7)
    assert list(report) == ["rounds"]
    assert len(report["rounds"]) == 6
    for one in report["rounds"]:
        assert list(one) == ["tables", "byes"]
        seats = [player for table in one["tables"] for side in table for player in side]
        assert sorted(seats + one["byes"]) == list(range(1, 26))
        assert all([len(side) for side in table] == [2, 2] for table in one["tables"])
        assert len(one["byes"]) == 1


def test_a_seed_makes_the_same_draw_again_and_without_one_it_is_another():
    assert drawn("--players", 24, "--seed", 7) == drawn("--players", 24, "--seed", 7)
    assert drawn("--players", 24, "--seed", 7) != drawn("--players", 24, "--seed", 8)
    assert drawn("--players", 80) != drawn("--players", 80)


def test_a_draw_for_people():
    done = scorekeeper("draw", "--players", 10, "--format", "knockout", "--seed", 1)
    assert done.stdout == (
        "Knockout, 10 players, seed 1\n\nRound 1\n  Table 1: 7 & 8 against 9 & 10\n  Bye: 1, 2, 3, 4, 5, 6\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", 3], "A tournament has 4 to 160 players, not 3."),
        (["--players", 13, "--format", "round-robin"],
         "Round robin is played by fixed partners, so the number of players must be even."),
        (["--players", 14, "--format", "swiss", "--six"], "Swiss has no table of six."),
        (["--players", 12, "--rounds", 2, "--format", "swiss"],
         "Swiss pairs by results, so only one round can be drawn ahead."),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused_in_one_sentence(arguments, sentence):
    done = scorekeeper("draw", *arguments)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"scorekeeper: {sentence}\n")
