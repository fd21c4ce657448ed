"""Import a league's document: checked as a whole, then written in one transaction, or not at all.

It always becomes a league of its own.  Nothing is ever replaced: a league that somebody has a link to keeps its
addresses and its log, and people who want the copy instead continue in the copy.  A file cannot prove that it is newer
than what it would overwrite, and one wrong file would cost a season.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from sqlalchemy import select

from scorekeeper.models.tables import changes, leagues, members
from scorekeeper.models.types import utc_text
from scorekeeper.rules.snapshot import variant_from_json
from scorekeeper.services.access.devices import KnownDevice, enroll
from scorekeeper.services.errors import OpIdReused
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.snapshots import head_from_json
from scorekeeper.services.league.change_log import IMPORTED
from scorekeeper.services.league.counted_games import league_context
from scorekeeper.services.league.projection_rows import counted_game
from scorekeeper.services.league.projections import apply_changes
from scorekeeper.services.league.results import GameResult, game_result
from scorekeeper.services.money.balances import rebuild_balances
from scorekeeper.services.spool import Spool
from scorekeeper.services.text import checked_op_id
from scorekeeper.services.transaction import writing
from scorekeeper.services.transfer.game_checks import log_row, read_games
from scorekeeper.services.transfer.league_checks import check_document
from scorekeeper.services.transfer.league_document import LeagueDocument
from scorekeeper.services.transfer.league_writer import ImportedLeague, LeagueWriter
from scorekeeper.services.transfer.tournament_checks import lines_by_tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.services.access.devices import AnyDevice
    from scorekeeper.services.clock import Clock
    from scorekeeper.services.league.projection_rows import CountedGame
    from scorekeeper.services.transfer.league_document import JsonRow

    Progress = Callable[[str, int, int], None]
    """Called with the step, how many games are done, and how many there are."""


CHECKING, WRITING, ADDING_UP = "looking", "writing", "adding up"
ONE_BY_ONE = ("devices", "house_rules", "rulebooks", "house_versions", "nights", "seasons")
AFTER_TOURNAMENTS = ("changes", "former_names")


class PlayedGame(NamedTuple):
    """The result of a game that counts; its season is looked up once the league is in the database."""

    game_id: int
    day: str
    result: GameResult


def import_league(  # noqa: PLR0913 - what a form carries
    session: Session,
    clock: Clock,
    device: AnyDevice,
    file: BinaryIO,
    *,
    op_id: str,
    progress: Progress = lambda _what, _done, _of: None,
    also: Callable[[Connection, int], None] = lambda _connection, _league_id: None,
) -> ImportedLeague:
    """Import a document as a new league, owned by the device; `also` is called in the same transaction.

    The same op_id with the same file returns the same league.  Raises UnreadableSheet, with the place in its sentence,
    for an invalid document; OpIdReused for the same op_id with another file.
    """
    checked_op_id(op_id)
    document = LeagueDocument(file)
    of = sum(1 for _ in document.rows("games"))
    session.commit()  # checking takes a while: no transaction stays open meanwhile
    check_document(document, lambda done: progress(CHECKING, done, of))
    facts, now = {"digest": _digest(file)}, clock()
    with LeagueWriter(_row(document.league), now) as writer, Spool[PlayedGame]() as played:
        last = _make_rows(writer, document, played, lambda done: progress(WRITING, done, of))
        note: JsonRow = {"id": last + 1, "what": IMPORTED, "facts": facts, "actor": None, "made_at": utc_text(now)}
        writer.changes(note, op_id)
        with writing(session) as connection:
            device = enroll(connection, device, now)
            if known := _find_imported(connection, device, op_id, facts):
                return known
            made = writer.insert(connection, device)
            _add_up(connection, made.league_id, played.read(), lambda done: progress(ADDING_UP, done, of))
            progress(ADDING_UP, of, of)
            also(connection, made.league_id)
            return made


def _digest(file: BinaryIO) -> str:
    file.seek(0)
    digest = sha256()
    while piece := file.read(1024 * 1024):
        digest.update(piece)
    return digest.hexdigest()


def _make_rows(
    writer: LeagueWriter, document: LeagueDocument, played: Spool[PlayedGame], progress: Callable[[int], None]
) -> int:
    """Make the rows of everything in a document, and play its games; return the number of its last change."""
    everybody = list(_rows(document, "people"))
    for person in everybody:
        writer.people({**person, "merged_into": None})
    writer.merges([person for person in everybody if person["merged_into"] is not None])
    for section in ONE_BY_ONE:
        for row in _rows(document, section):
            getattr(writer, section)(row)
    variants = {row["id"]: variant_from_json(row["variant"]) for row in _rows(document, "rulebooks")}
    day = {row["id"]: row["day"] for row in _rows(document, "nights")}
    for done, game in enumerate(read_games(document), start=1):
        row = _row(game.row)
        log_rows, reviews = ([_row(row) for _, row in rows] for rows in (game.lines, game.opinions))
        table, shown = replay_log(head_from_json(variants[row["rulebook"]], row["head"]), list(map(log_row, log_rows)))
        writer.game(row, log_rows, reviews, table)
        person = {str(number): who for number, who in enumerate(row["seats"], start=1)}
        if result := game_result(table, shown, person):
            played.add(PlayedGame(row["id"], day[row["night"]], result))
        progress(done)
    for row in _rows(document, "entries"):
        writer.entries(row)
    lines = lines_by_tournament(document)
    for row in _rows(document, "tournaments"):
        writer.tournament(row, lines[row["id"]])
    last = 0
    for section in AFTER_TOURNAMENTS:
        for row in _rows(document, section):
            getattr(writer, section)(row)
            last = row["id"] if section == "changes" else last
    return last


def _add_up(
    connection: Connection, league_id: int, played: Iterable[PlayedGame], progress: Callable[[int], None]
) -> None:
    """Compute what is derived from the games of a new league; `rebuild_league` computes the same from their lines."""
    rebuild_balances(connection, league_id)
    league = league_context(connection, league_id)

    def counted() -> Iterator[CountedGame]:
        for game in played:
            progress(game.game_id)
            yield counted_game(league, *game)

    apply_changes(connection, league, ((None, game) for game in counted()))


def _rows(document: LeagueDocument, section: str) -> Iterator[JsonRow]:
    return (_row(row) for _, row in document.rows(section))


def _row(row: object) -> JsonRow:
    """Return a row with its type, once `check_document` has checked it."""
    return cast("JsonRow", row)


def _find_imported(connection: Connection, device: KnownDevice, op_id: str, facts: JsonRow) -> ImportedLeague | None:
    """Return the league this form made already.  Raises OpIdReused if it was of another file."""
    done = connection.execute(
        select(leagues.c.id, leagues.c.code, changes.c.facts)
        .select_from(members.join(leagues, leagues.c.id == members.c.league_id))
        .join(changes, (changes.c.league_id == leagues.c.id) & (changes.c.op_id == op_id))
        .where(members.c.device_id == device.id, changes.c.what == IMPORTED)
    ).one_or_none()
    if done is None:
        return None
    if done.facts != facts:
        raise OpIdReused
    return ImportedLeague(done.id, done.code)
