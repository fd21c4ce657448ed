"""Play the demo league again, and write it to the file that comes with the program: `make demo-league`."""

import datetime as dt
import gzip
import json
import random
import tempfile
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from scorekeeper.access.codes import find_device, new_device, new_token
from scorekeeper.access.phones import claim_ownership
from scorekeeper.app import create_app
from scorekeeper.cli.server import AN_EVENING, FILE
from scorekeeper.core import settings
from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import Submission
from scorekeeper.league.next_night import answer_night, plan_night
from scorekeeper.models import COMES, STAYS_AWAY
from scorekeeper.operations import migrating
from scorekeeper.transfer.league_file import export_league
from tools.demo.league import make_demo, open_a_pot, play_tournament

EVENING = dt.datetime(2026, 11, 19, 21, 15, tzinfo=dt.UTC)
HANDS, SEED = 600, 1968
ANSWERS = (COMES, COMES, STAYS_AWAY, COMES, COMES)
"""What the first people say of tonight."""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, token = Path(name), new_token()
        app = create_app(settings.demo_settings({}, folder, token, 0))
        migrating.prepare_database(app)
        with app.app_context():
            made = make_demo(db.session, lambda: EVENING, HANDS, SEED)
            device = new_device("This computer", token)
            claim_ownership(Submission(db.session, lambda: EVENING, device), made.owner_code, address="127.0.0.1")
            owner = find_device(db.session, token)
            if owner is None:
                raise RuntimeError("The phone that claimed the league was not found.")
            open_a_pot(db.session, lambda: EVENING, made.league_id, owner)
            play_tournament(db.session, lambda: EVENING, made.league_id, owner, random.Random(SEED))
            begins = (EVENING - AN_EVENING).astimezone(ZoneInfo("UTC"))
            form = partial(Submission, db.session, lambda: EVENING, owner, league_id=made.league_id)
            plan_night(form(), begins, "Legion Hall", weekly=True)
            for person, says in enumerate(ANSWERS, start=1):
                answer_night(form(), begins.date().isoformat(), person, says)
            text = "".join(export_league(db.session.connection(), made.league_id))
            db.session.close()
            db.engine.dispose()
    for season in json.loads(text)["seasons"]:  # when its dates are moved, spring may be autumn
        text = text.replace(f'"{season["name"]}"', f'"Season {season["id"]}"')
    FILE.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{made.hands:,} hands in {made.games:,} games, {FILE.stat().st_size // 1000} kB packed: {FILE.name}")


if __name__ == "__main__":
    main()
