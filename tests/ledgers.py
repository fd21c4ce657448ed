"""The ledger as it stands in the database, read anew and not by the code that writes it."""

from collections import defaultdict

from sqlalchemy import text

from scorekeeper.games.history import replay_log
from scorekeeper.games.store import load_game, read_log
from scorekeeper.money.ledger import total_due

MOVED = (
    "(SELECT league_id, entry_id, cents FROM postings UNION ALL"
    " SELECT league_id, id, pot_cents FROM entries WHERE pot_cents IS NOT NULL)"
)
"""What people have of each entry, and the pots."""


def kept(session):
    """Every entry in order: its kind, the row of the log behind it, what it reverses, and cents by person."""
    rows = session.execute(
        text(
            "SELECT e.id, e.kind, e.seq, e.reverses, p.person_id, p.cents FROM entries e JOIN postings p"
            " ON p.league_id = e.league_id AND p.entry_id = e.id ORDER BY e.id, p.person_id"
        )
    ).all()
    found = {}
    for number, kind, seq, reverses, person, cents in rows:
        found.setdefault(number, (kind, seq, reverses, {}))[3][person] = cents
    return list(found.values())


def sums(session, of):
    """Sums of all parts by a column of their entries ("game_id", "night_id", "id") and by currency."""
    return session.execute(
        text(
            f"SELECT e.{of}, e.currency, sum(p.cents) FROM entries e JOIN {MOVED} p"  # noqa: S608 - a column's name
            f" ON p.league_id = e.league_id AND p.entry_id = e.id GROUP BY e.league_id, e.{of}, e.currency"
        )
    ).all()


def of_the_game(session, code):
    """What the entries of a game add up to without pots, by seat key; nobody with nothing."""
    rows = session.execute(
        text(
            "SELECT s.number, p.cents FROM games g JOIN entries e ON e.league_id = g.league_id AND e.game_id = g.id"
            " JOIN postings p ON p.league_id = e.league_id AND p.entry_id = e.id"
            " JOIN seats s ON s.league_id = g.league_id AND s.game_id = g.id AND s.person_id = p.person_id"
            " WHERE g.code = :code AND e.pot_id IS NULL"
        ),
        {"code": code},
    ).all()
    cents = defaultdict(int)
    for number, amount in rows:
        cents[str(number)] += amount
    return {key: amount for key, amount in cents.items() if amount}


def due(session, code):
    """What a game's entries should add up to, played anew from its first line."""
    connection = session.connection()
    game = load_game(connection, code)
    return total_due(*replay_log(game.head, read_log(connection, game)))
