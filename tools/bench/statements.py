"""Serve the program in this process, and count the SQL statements of its requests, BEGIN and the like aside.

    python -m tools.bench.statements OWNER_CODE

It prints those of a hand, of a winning hand with stakes, and of the league's page that has most, as JSON.
"""

import json
import logging
import sys
import threading
from functools import partial

from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.serving import make_server

from scorekeeper.app import create_app
from tools.bench.league_pages import claimed, pages_of
from tools.bench.phones import Phone

STAKES = {"stake-game": "1", "stake-set": "0.25", "currency": "USD", "rule-finish.target": "52"}
TURNS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")
TWICE = 2
"""The first look at a page may fill what is kept."""


def main(owner_code):
    sent = []
    event.listen(Engine, "before_cursor_execute", lambda *told: sent.append(told[2]))

    def counted(task):
        sent.clear()
        task()
        return sum(not statement.lstrip().upper().startswith(TURNS) for statement in sent)

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, create_app())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.port}"
    phone = Phone(address)
    table = phone.sit_down()
    for _ in range(10):
        table.save()
    hand = counted(table.save)
    winning = last_hand(phone.sit_down(**STAKES), counted)
    phone = Phone(address)
    league = claimed(phone, owner_code)
    looks = ((partial(phone.get, page), page) for page in pages_of(phone, league))
    most, page = max((min(counted(look) for _ in range(TWICE)), page) for look, page in looks)
    print(json.dumps([hand, winning, most, page.removeprefix(league)]))


def last_hand(table, counted):
    """Save hands until the game is over, and count the statements of the last."""
    while True:
        count = counted(lambda: table.save(bidder="1"))
        if '/hands"' not in table.phone.get(table.path):
            return count


if __name__ == "__main__":
    main(sys.argv[1])
