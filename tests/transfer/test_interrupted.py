"""An import that is killed in the middle leaves nothing behind, and stands in nobody's way."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.transfer.league_import import ADDING_UP, WRITING
from tests.databases import open_engine, url_of
from tests.transfer.league_files import brought_in, exported

DIES = """
import sys
from sqlalchemy.orm import Session
from scorekeeper.access.codes import KnownDevice
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.transfer.league_import import import_league
from tests.databases import engine_at

url, document, where = sys.argv[1:]

def progress(what, done, of):
    if what == where and done == of:
        print("there", flush=True)
        sys.stdin.read()

with Session(engine_at(url)) as session, open(document, "rb") as file:
    import_league(Submission(session, wall_clock, KnownDevice(1, "A phone"), op_id="dies"), file, progress=progress)
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("where", [WRITING, ADDING_UP])
def test_killed_in_the_middle(database, engine, clock, alice, everything, tmp_path, where):
    told = exported(engine, everything)
    (tmp_path / "league.json").write_text(told, encoding="utf-8")
    command = [sys.executable, "-c", DIES, url_of(database), str(tmp_path / "league.json"), where]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout.readline() == b"there\n"
        child.kill()
    fresh = open_engine(database)
    with Session(fresh) as session:
        assert session.scalars(text("SELECT id FROM leagues")).all() == [everything]
        assert session.scalar(text("SELECT count(*) FROM lines WHERE league_id <> 1")) == 0
        copy = brought_in(session, clock, alice, told, op_id="dies")
        assert exported(fresh, copy) == told
        findings = {finding.check.name: finding.verdict for finding in run_checks(session.connection())}
    assert findings["file"] is findings["lines"] is findings["scores"] is Verdict.OK
    fresh.dispose()
