"""What is played for money in these tests, and what is tapped and read on the pages of who owes whom."""

import re

from scorekeeper.core.extensions import db
from scorekeeper.games.store import load_game
from scorekeeper.money.accounts import read_accounts
from scorekeeper.money.ledger import read_entries

STAKES = """
format = "scoresheet/1"
variant = "cutthroat-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
dealer = "Dee"
[stakes]
currency = "USD"
game = "1.00"
set = "0.50"
"""
OPEN = STAKES.replace("[stakes]", '[rules]\n"table.open" = true\n[stakes]\npoint = "0.10"')
NO_STAKES = STAKES.split("[stakes]", maxsplit=1)[0]
SET = """
[[lines]]
bidder = "Bob"
bid = 4
points = { high = "Bob", low = "Bob", jack = "Cy", game = "Bob" }
"""
FOUR = """
[[lines]]
bidder = "Ann"
bid = 4
points = { high = "Ann", low = "Ann", jack = "Ann", game = "Ann" }
"""
ALMOST = STAKES + SET + 5 * FOUR  # Ann 20, of 21


def dues(phone, path):
    """Return the buttons there are: what each would mark paid, in words."""
    return re.findall(r'aria-label="Mark paid: ([^"]+)"', phone.get(path).text)


def marks(phone, path):
    return [form["fields"] for form in phone.page(path).forms if form["action"].endswith("/settle/mark")]


def mark(phone, code, nth=0, *, path=None, headers=None):
    fields = marks(phone, path or f"/t/{code}/settle")[nth]
    return phone.client.post(f"/t/{code}/settle/mark", data=fields, headers=headers)


def take_back(phone, code):
    """Take the newest payment back."""
    return phone.send(f"/t/{code}/settle", f"/t/{code}/settle/back", {})


def note_down(phone, code, **fields):
    path = f"/t/{code}/settle"
    return phone.send(path, f"{path}/pay", {"payer": "2", "payee": "1", "amount": "1.50"} | fields)


def league_of(code):
    return load_game(db.session.connection(), code).row.league_id


def entries(app, code):
    with app.app_context():
        return read_entries(db.session, league_of(code))


def stands(app, code):
    with app.app_context():
        (owing,) = read_accounts(db.session, league_of(code))
        return {account.name: account.cents for account in owing.accounts}


def make_it(phone, code):
    """Correct the first hand: Bob took the jack as well, and made the bid."""
    fields = {"what": "hand", "bidder": "2", "bid": "4", "reason": "The jack was Bob's."}
    taken = {f"point-{point}": "2" for point in ("high", "low", "jack", "game")}
    seq = re.findall(r'href="/t/[\w-]+/lines/(\d+)"', phone.get(f"/t/{code}/log").text)[-1]
    assert phone.send(f"/t/{code}/lines/{seq}", f"/t/{code}/lines/{seq}", fields | taken).status_code == 303
