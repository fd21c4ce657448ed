"""`scorekeeper doctor`: what it prints, and its exit status."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.cli.maintenance import exit_status
from scorekeeper.operations.doctor import CHECKS, Finding, Verdict
from tests.cli.conftest import scorekeeper
from tests.databases import SERVER, raw_connection, url_of


@pytest.fixture
def kept(database):
    """The settings of a program that keeps its games in a database of this test."""
    return {"DATABASE_URL": url_of(database), "SECRET_KEY": "0" * 32}


def test_doctor_finds_nothing_in_a_sound_database(kept):
    done = scorekeeper("doctor", **kept)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(CHECKS) + 1
    assert all(line.startswith("ok ") for line in lines), done.stdout
    quick = scorekeeper("doctor", "--quick", **kept)
    left_out = sum(check.slow for check in CHECKS)
    assert [line[:8] for line in quick.stdout.splitlines()].count("skipped ") == left_out > 0


def doctor(*options, **settings):
    """Run it in this process, which is quicker by the second that Python takes to start."""
    return CliRunner().invoke(main, ["doctor", *options], env=settings)


def test_doctor_says_what_is_wrong_and_fails(kept, database):
    with raw_connection(database) as raw:
        raw.execute("DROP TRIGGER postings_no_update" + " ON postings" * bool(SERVER))
        raw.commit()
    done = doctor(**kept)
    assert done.exit_code == 1
    wrong, said = (line for line in done.stdout.splitlines() if not line.startswith("ok "))
    assert wrong.startswith("WRONG ")
    missed = "Nothing protects postings against UPDATE." if SERVER else "The trigger postings_no_update is missing."
    assert said.strip() == f"- {missed}"


@pytest.mark.sqlite("a file that is none")
def test_doctor_of_no_database(kept, database):
    database.write_bytes(b"It rained all night, so nobody came to the Legion.")
    done = doctor(**kept)
    sentence = "scorekeeper: The database cannot be opened: file is not a database.\n"
    assert (done.exit_code, done.stderr) == (3, sentence)


def test_doctor_speaks_json_to_programs(kept):
    done = doctor("--quick", "--json", **kept)
    said = json.loads(done.stdout)
    assert (done.exit_code, said["status"]) == (0, 0)
    assert [check["check"] for check in said["checks"]] == [*(check.name for check in CHECKS), "backups"]
    assert {check["verdict"] for check in said["checks"]} == {"ok", "skipped"}


def test_what_could_not_be_looked_at_is_not_wrong():
    check = CHECKS[0]
    unknown, wrong = (Finding(check, verdict) for verdict in (Verdict.UNKNOWN, Verdict.WRONG))
    assert [exit_status(found) for found in ([], [unknown], [unknown, wrong])] == [0, 3, 1]
