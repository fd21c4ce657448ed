"""Make a demo league of so many hands in the database of DATABASE_URL; print its number, hands and owner's code.

python -m tools.bench.large_league HANDS
"""

import json
import sys

from scorekeeper.app import create_app
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.operations import migrating
from tools.demo.league import make_demo


def main(hands):
    app = create_app()
    migrating.prepare_database(app)
    with app.app_context():
        made = make_demo(db.session, wall_clock, hands, 1968)
    print(json.dumps([made.league_id, made.hands, made.owner_code]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
