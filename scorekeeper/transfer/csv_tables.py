"""A league's tables for a spreadsheet: CSV with commas, line ends as RFC 4180 has them, UTF-8.

It begins with a byte order mark: without one Excel reads names in the encoding of its own country, and every program
people open tables with (Excel, LibreOffice, Numbers, Google Sheets) understands it.  A text that a spreadsheet would
take for a formula gets an apostrophe in front; numbers and amounts stay numbers, with a plain minus.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session, joinedload, selectinload

from scorekeeper.games.history import PlayedLine, replay_log
from scorekeeper.games.store import SELECT_GAMES, OpenGame, game_from_row, read_log
from scorekeeper.league.roster import distinct_names, read_people, rename_facts
from scorekeeper.league.standings import read_standings
from scorekeeper.league.totals import Counts, add_counts, in_season
from scorekeeper.models import Game, LedgerEntry, Night, Play
from scorekeeper.money.ledger import read_account_names
from scorekeeper.rules.table import Table

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Characters by which a spreadsheet takes a cell for a formula; Japanese and Chinese ones know the wide forms too."""
INNER_FORMULA = re.compile("([;\t])([=+\\-@\uff1d\uff0b\uff0d\uff20])")
"""A formula after what separates cells where Excel takes a comma for the decimal sign, as in much of Europe."""
BATCH = 200


def amount(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)


# ---------------------------------------------------------------- writing


def as_csv(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Return rows as the text of a file, one piece per row, the mark first."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\r\n")
    page.write("\N{BYTE ORDER MARK}")
    for row in rows:
        writer.writerow([written_cell(value) for value in row])
        yield page.getvalue()
        page.seek(0)
        page.truncate()


def written_cell(value: Any) -> Any:
    """Return a value as it is written: no text is a formula."""
    if not isinstance(value, str):
        return value
    text = INNER_FORMULA.sub(r"\1'\2", value)
    return f"'{text}" if text.startswith(FORMULA) else text


# ---------------------------------------------------------------- people


def standings_table(session: Session, league_id: int, season_id: int) -> Iterator[list[Any]]:
    """Return a season's standings in order, then people without a place."""
    yield ["place", "name", "guest", "games", "won", "decided", "points for", "points against", "money", "rating"]
    found = read_standings(session, league_id, season_id)
    for row in (*found.rows, *found.unplaced):
        rating = row.strength.shown if row.strength else None
        yield [
            row.place, row.name, int(row.guest), row.games, row.win.part, row.win.of, row.points_for,
            row.points_against, amount(row.cents), rating,
        ]  # fmt: skip


FIRST_COUNTS = ("games", "won", "lost", "for", "against", "hands", "bids", "made", "set", "bid_sum")


def people_table(session: Session, league_id: int, season_id: int) -> Iterator[list[Any]]:
    """Return every count for everybody, as `league/totals.py` explains them."""
    connection = session.connection()
    docs: dict[int, list[Counts]] = {}
    which = select(Play.person_id, Play.counts, Play.details)
    for person, *both in connection.execute(which.where(Play.league_id == league_id, *in_season(season_id))):
        docs.setdefault(person, []).extend(both)
    found = {person: add_counts(counts) for person, counts in docs.items()}
    names, _ = read_people(connection, league_id)
    every = {key for counts in found.values() for key in counts if not key.startswith("with")}
    keys = [*(key for key in FIRST_COUNTS if key in every), *sorted(every - set(FIRST_COUNTS))]
    yield ["name", *keys]
    for person in sorted(found, key=lambda person: (names[person].casefold(), person)):
        yield [names[person], *(found[person].get(key, 0) for key in keys)]


# ---------------------------------------------------------------- games and hands


def _played_games(
    connection: Connection, league_id: int
) -> Iterator[tuple[str, OpenGame, dict[str, str], Table, tuple[PlayedLine, ...]]]:
    """Yield every game in the order of their numbers: its day, the game, its people, its table and its lines."""
    found = connection.execute(
        SELECT_GAMES.add_columns(Night.day)
        .join(Night, (Night.league_id == Game.league_id) & (Night.id == Game.night_id))
        .where(Game.league_id == league_id)
        .order_by(Game.id)
        .execution_options(yield_per=BATCH)
    )
    for row in found:
        game = game_from_row(row)
        table, shown = replay_log(game.head, read_log(connection, game))
        yield row.day, game, distinct_names(game.names), table, shown


def games_table(session: Session, league_id: int, _season_id: int) -> Iterator[list[Any]]:
    connection = session.connection()
    yield ["day", "game", "title", "variant", "person", "side", "score", "won", "finished", "money", "currency"]
    for day, game, names, table, _lines in _played_games(connection, league_id):
        for key in names:
            side = next((number for number, team in enumerate(table.teams, start=1) if key in team), None)
            won = int(key in table.winners) if table.winners and side else None
            money = amount(table.balances.get(key, 0)) if table.for_money else None
            yield [
                day, game.row.id, game.row.title, game.head.variant.name, names[key], side,
                table.scores.get(key), won, int(table.finished), money,
                table.stakes.currency if table.for_money and table.stakes else None,
            ]  # fmt: skip


def hands_table(session: Session, league_id: int, _season_id: int) -> Iterator[list[Any]]:
    """Return a row for each line in force: what was recorded, and what it did to each score."""
    yield [
        "day", "game", "line", "entered at", "dealer", "outcome", "bidder", "bid", "partner", "points", "changes",
        "note",
    ]  # fmt: skip
    for day, game, names, _table, lines in _played_games(session.connection(), league_id):
        for line in lines:
            if line.entry is None or line.before is None:
                continue
            facts, at = rename_facts(line.facts, names.__getitem__), line.row.recorded_at.isoformat(timespec="seconds")
            points = ", ".join(f"{point} {who}" for point, who in facts.get("points", {}).items())
            changes = ", ".join(f"{names[key]} {change:+d}" for key, change in line.entry.changes.items() if change)
            yield [
                day, game.row.id, line.number, at, names[line.before.dealer], line.entry.outcome, facts.get("bidder"),
                facts.get("bid"), facts.get("partner"), points, changes, facts.get("note"),
            ]  # fmt: skip


# ---------------------------------------------------------------- money


def ledger_table(session: Session, league_id: int, _season_id: int) -> Iterator[list[Any]]:
    """Return a row for each person's part of each entry, and for the pots': plus is owed to them."""
    names, _ = read_account_names(session.connection(), league_id)
    yield ["entry", "day", "posted at", "kind", "takes back", "game", "person", "money", "currency", "phone", "note"]
    found = session.scalars(
        select(LedgerEntry)
        .where(LedgerEntry.league_id == league_id)
        .order_by(LedgerEntry.id)
        .options(selectinload(LedgerEntry.postings), joinedload(LedgerEntry.night), joinedload(LedgerEntry.device))
        .execution_options(yield_per=BATCH)
    )
    for row in found:
        for account, cents in sorted(row.parts.items()):
            yield [
                row.id, row.night and row.night.day, row.posted_at.isoformat(timespec="seconds"), row.kind,
                row.reverses, row.game_id, names[account], amount(cents), row.currency, row.device.name, row.note,
            ]  # fmt: skip


TABLES: dict[str, Callable[[Session, int, int], Iterator[list[Any]]]] = {
    "standings": standings_table,
    "people": people_table,
    "games": games_table,
    "hands": hands_table,
    "ledger": ledger_table,
}
