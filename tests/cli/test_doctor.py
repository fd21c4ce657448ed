"""`scorekeeper doctor` and `rebuild`: what they print, their exit status, and what is made again."""

import json

import pytest

from scorekeeper.cli.server import exit_status
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.operations.doctor import CHECKS, Finding, Verdict
from tests.cli.conftest import scorekeeper
from tests.databases import SERVER, asked, by_hand, raw_connection, url_of
from tests.factories import draft, hand


@pytest.fixture
def kept(database):
    """The settings of a program that keeps its games in a database of this test."""
    return {"DATABASE_URL": url_of(database), "SECRET_KEY": "0" * 32}


def test_doctor_finds_nothing_in_a_sound_database(kept):
    done = scorekeeper("doctor", **kept)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(CHECKS) + 1
    assert all(line.startswith("ok ") for line in lines), done.stdout
    quick = scorekeeper("doctor", "--quick", **kept)
    left_out = sum(check.slow for check in CHECKS)
    assert [line[:8] for line in quick.stdout.splitlines()].count("skipped ") == left_out > 0


def test_doctor_says_what_is_wrong_and_fails(kept, database):
    with raw_connection(database) as raw:
        raw.execute("DROP TRIGGER postings_no_update" + " ON postings" * bool(SERVER))
        raw.commit()
    done = scorekeeper("doctor", **kept)
    assert done.exit_code == 1
    wrong, said = (line for line in done.stdout.splitlines() if not line.startswith("ok "))
    assert wrong.startswith("WRONG ")
    missed = "Nothing protects postings against UPDATE." if SERVER else "The trigger postings_no_update is missing."
    assert said.strip() == f"- {missed}"


@pytest.mark.sqlite("a file that is none")
def test_doctor_of_no_database(kept, database):
    database.write_bytes(b"It rained all night, so nobody came to the Legion.")
    done = scorekeeper("doctor", **kept)
    sentence = "scorekeeper: The database cannot be opened: file is not a database.\n"
    assert (done.exit_code, done.stderr) == (3, sentence)


def test_doctor_speaks_json_to_programs(kept):
    done = scorekeeper("doctor", "--quick", "--json", **kept)
    said = json.loads(done.stdout)
    assert (done.exit_code, said["status"]) == (0, 0)
    assert [check["check"] for check in said["checks"]] == [*(check.name for check in CHECKS), "backups"]
    assert {check["verdict"] for check in said["checks"]} == {"ok", "skipped"}


def test_what_could_not_be_looked_at_is_not_wrong():
    check = CHECKS[0]
    unknown, wrong = (Finding(check, verdict) for verdict in (Verdict.UNKNOWN, Verdict.WRONG))
    assert [exit_status(found) for found in ([], [unknown], [unknown, wrong])] == [0, 3, 1]


@pytest.fixture
def played(session, clock, alice, database):
    """A league of one finished game; give its database."""
    code = create_game(Submission(session, clock, alice), **draft(house={"finish.target": 5}))
    record_line(Submission(session, clock, alice), code, hand("1", 5))
    return database


@pytest.mark.parametrize(
    "lost",
    [
        ["DELETE FROM plays WHERE person_id > 1", "UPDATE plays SET mu = 0"],
        pytest.param(["DELETE FROM results"], marks=pytest.mark.sqlite("a server lets no row refer to nothing")),
        ["UPDATE games SET state = replace(state, '\"scores\"', '\"scored\"')"],
    ],
    ids=["plays", "results", "a snapshot"],
)
def test_what_was_lost_or_changed_is_made_again(played, lost):
    def rows():
        kept = ("* FROM plays ORDER BY 1, 2, 3", "* FROM results", "state FROM games")
        return [asked(played, f"SELECT {what}") for what in kept]

    before = rows()
    assert len(before[0]) == 4
    by_hand(played, *lost)
    assert rows() != before
    done = scorekeeper("rebuild", DATABASE_URL=url_of(played))
    assert (done.exit_code, done.stderr, rows()) == (0, "", before)
    assert done.stdout == "Our league (1): every snapshot, result and rating was rebuilt from the lines.\n"
