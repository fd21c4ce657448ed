"""`python -m tests.e2e.looks.league FOLDER`: serve the demo league as it is on one evening that never passes."""

import datetime as dt
import os
import random
import secrets
import sys
import time
from pathlib import Path

import time_machine
from werkzeug.serving import make_server

from scorekeeper.access.codes import find_device, new_device, new_token
from scorekeeper.access.phones import claim_ownership
from scorekeeper.app import create_app
from scorekeeper.core import settings
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import Submission
from scorekeeper.operations import migrating
from tests.phones import Phone
from tools.demo.league import make_demo, play_tournament

EVENING = dt.datetime(2026, 11, 19, 21, 15, tzinfo=dt.UTC)
HANDS, SEED = 200, 1968
SHEET = """
format = "scoresheet/1"
variant = "minnesota-ten-point"
players = ["Ann", "Bob", "Cy", "Dee"]
date = 2026-11-19
"""
STAKES = 'stakes = { currency = "USD", game = "1.00", set = "0.25" }'
PLAYED = """
[[lines]]
bidder = "Bob"
bid = 5
points = { high = "Bob", low = "Ann", jack = "Dee", off_jack = "Dee", trey = "Bob", game = "Bob" }
[[lines]]
bidder = "Ann"
bid = 6
points = { high = "Ann", low = "Ann", jack = "Bob", off_jack = "Ann", trey = "Ann", game = "Cy" }
[[lines]]
bidder = "Cy"
bid = 4
points = { high = "Cy", low = "Bob", jack = "Ann", off_jack = "Cy", trey = "Dee", game = "Cy" }
"""
GAMES = {
    "fresh": SHEET,
    "begun": f"{SHEET}[opening]\nAnn = 4\nBob = 2\n{PLAYED}",
    "finished": f"{SHEET}{STAKES}\n[opening]\nAnn = 38\nBob = 41\n{PLAYED}",
}
"""Games besides the demo's, as sheets."""


def leave_nothing_to_chance():
    """Draw from a seed what the program asks of the machine."""
    dice = random.Random(SEED)
    secrets.choice, secrets.randbelow = dice.choice, dice.randrange
    secrets.token_bytes = lambda many=32: dice.randbytes(many)
    secrets.token_hex = lambda many=32: dice.randbytes(many).hex()
    symbols = "abcdefghijkmnpqrstuvwxyz"
    secrets.token_urlsafe = lambda many=32: "".join(dice.choices(symbols, k=-(-many * 4 // 3)))


def found(app, token):
    """Make the demo league, its tournament, and GAMES, all owned by the phone with this token; give their codes."""
    with app.app_context():
        made = make_demo(db.session, wall_clock, HANDS, SEED)
        form = Submission(db.session, wall_clock, new_device("Linux computer", token))
        claim_ownership(form, made.owner_code, address="127.0.0.1")
        owner = find_device(db.session, token)
        play_tournament(db.session, wall_clock, made.league_id, owner, random.Random(SEED))
        db.engine.dispose()
    phone = Phone(app, token)
    return {"league": made.code} | {name: phone.bring_in(sheet) for name, sheet in GAMES.items()}


def main(folder):
    os.environ["TZ"] = "UTC"
    time.tzset()
    leave_nothing_to_chance()
    token = new_token()
    with time_machine.travel(EVENING, tick=False):
        app = create_app(settings.demo_settings({}, folder, token, 0))
        migrating.prepare_database(app)
        places = found(app, token)
        server = make_server("127.0.0.1", 0, app, threaded=True)
        print(f"http://127.0.0.1:{server.port}", *(f"{name}={place}" for name, place in places.items()), flush=True)  # noqa: T201 - the test that started it reads this
        server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
