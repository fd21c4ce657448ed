"""The commands that need the app, and what they share: errors, names of leagues, files.

`scorekeeper create`, `export`, `import`, `delete`; `backup`, `restore`, `doctor`, `rebuild`; `run`, `db upgrade`; and
`demo`, a sample league, added or on a scratch server that Ctrl-C removes.
"""

import datetime as dt
import gzip
import io
import json
import os
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TextIO

import click
import waitress
from flask import Flask
from gunicorn.app import wsgiapp as gunicorn
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from scorekeeper.access.codes import format_join_code, new_device, new_token, short_code_of
from scorekeeper.access.phones import claim_ownership, command_line_form, owner_code
from scorekeeper.app import create_app
from scorekeeper.cli import STREAM, print_error, print_json, read_file
from scorekeeper.core import logs, settings
from scorekeeper.core.clock import Clock, wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import ConfigurationError, Settings
from scorekeeper.core.transaction import NotFound, Submission, one_line
from scorekeeper.league.leagues import all_leagues, begin_league, delete_league, find_league, league_size
from scorekeeper.models import League, utc_text
from scorekeeper.operations import migrating, serving
from scorekeeper.operations.backup import (
    SERVER_LOCK,
    SIDE_FILES,
    atomic_write,
    back_up_file,
    make_backup,
    not_served,
    path_beside,
    restore_file,
)
from scorekeeper.operations.doctor import Finding, Verdict, run_checks
from scorekeeper.operations.doctor import rebuild as rebuild_league
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import SheetError, UnreadableSheet
from scorekeeper.sheets.phrases import counted, say_refusal
from scorekeeper.transfer.league_file import consistent_read, export_league
from scorekeeper.transfer.league_import import import_league


class BadInput(click.ClickException):
    """A file, folder or league name that can't be used: the command ends as for a wrong option."""

    exit_code = 2


def ready_app(*, may_make: bool = False) -> Flask:
    """Return the app with a database of this version, which is made if it `may_make` one.

    Raises ConfigurationError for one of another version, BadInput for none.
    """
    app = create_app()
    if not may_make:
        check_exists(app)
    migrating.prepare_database(app)
    return app


def check_exists(app: Flask) -> None:
    """Raise BadInput if there is no database: a command in another folder would make an empty one."""
    database = app.config["SETTINGS"].database_file
    if database and not database.exists():
        raise BadInput(f"There is no database at {database}: is this the right folder?")


def league_named(wanted: str) -> League:
    """Return the league with that number, address or name.  Raises BadInput with those there are, if not one has it."""
    try:
        return find_league(db.session, wanted)
    except NotFound as error:
        known = all_leagues(db.session)
        named = [each for each in known if name_key(each.name) == name_key(wanted)]
        there = ", ".join(f"{each.name} ({each.id})" for each in (named or known)[:20]) or "none"
        what = f'Several leagues are called "{wanted}"' if named else f'There is no league "{wanted}"'
        raise BadInput(f"{what}. Use a number of these: {there}.") from error


def check_free(target: Path, database: Path | None, *, force: bool) -> None:
    if database and f"{target.resolve()}" in {path_beside(database, end) for end in ("", *SIDE_FILES, SERVER_LOCK)}:
        raise ConfigurationError(f"{target} is part of the database itself: name another file.")
    if target.is_dir():
        raise ConfigurationError(f"{target} is a folder: name a file in it.")
    if target.exists() and not force:
        raise ConfigurationError(f"{target} already exists: name another file, or use --force.")


def print_owner_code(code: str) -> None:
    click.echo(f"The first phone that opens /claim on this server and types this owns it:\n\n    {code}\n")


# ---------------------------------------------------------------- leagues


def create(name: str) -> None:
    with ready_app(may_make=True).app_context():
        form = command_line_form(db.session, wall_clock)
        try:
            address = begin_league(form, name)
        except SheetError as error:
            raise BadInput(say_refusal(error.refusal)) from None
        made = find_league(db.session, address)
    click.echo(f"{made.name} is league {made.id}.")
    print_owner_code(owner_code(form, made.id))


def export(league: str, file: str, *, force: bool) -> None:
    app = ready_app()
    with app.app_context():
        found = league_named(league)
        with (
            _new_file(file, app.config["SETTINGS"].database_file, force=force) as target,
            consistent_read(db.engine, wait=600.0) as connection,  # after the downloads that are being made
        ):
            for piece in export_league(connection, found.id):
                target.write(piece)
    if file != STREAM:
        click.echo(f"{found.name} ({found.id}) is in {file}.")


@contextmanager
def _new_file(path: str, database: Path | None, *, force: bool) -> Iterator[TextIO]:
    if path == STREAM:
        yield sys.stdout
        return
    target = Path(path)
    check_free(target, database, force=force)
    try:
        with atomic_write(target) as draft, draft.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from None


def import_(file: str) -> None:
    app = ready_app(may_make=True)
    try:
        with app.app_context():
            form = command_line_form(db.session, wall_clock)
            league_id, _ = import_league(form, io.BytesIO(read_file(file)))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.") from None
    except SheetError as error:
        raise BadInput(f"{file} was not imported, and nothing was changed. {say_refusal(error.refusal)}") from None
    click.echo(f"It is now league {league_id}.")
    print_owner_code(owner_code(form, league_id))


def delete(league: str, *, yes: bool) -> None:
    with ready_app().app_context():
        found = league_named(league)
        number, name, who = found.id, found.name, f"{found.name} ({found.id})"  # as they are before it asks
        games, nights, _ = league_size(db.session, number)
        what = f"{who}, {counted(games, 'game')} of {counted(nights, 'night')}"
        if not yes and not click.confirm(f"Delete {what} for good?", err=True):
            raise click.ClickException("Nothing was deleted.")
        try:
            delete_league(command_line_form(db.session, wall_clock, number), name)
        except NotFound:
            raise BadInput(f"{who} was deleted in the meantime.") from None
        except UnreadableSheet:
            raise BadInput(f"{who} was renamed in the meantime, so nothing was deleted.") from None
    click.echo(f"{what}, was deleted.")


# ---------------------------------------------------------------- the database


WRONG, UNKNOWN = 1, 3
"""Exit statuses of the doctor, beside 0 and click's 2 for a wrong option."""
MARKS = {
    Verdict.OK: ("ok", "green"),
    Verdict.WRONG: ("WRONG", "red"),
    Verdict.UNKNOWN: ("?", "yellow"),
    Verdict.SKIPPED: ("skipped", "yellow"),
}


# ---------------------------------------------------------------- backup and restore


def backup(file: Path | None, *, force: bool) -> None:
    chosen: Settings = create_app().config["SETTINGS"]
    if file is None:
        target = make_backup(chosen, wall_clock())
        if target is None:
            raise ConfigurationError("The server is making a backup right now.")
    else:
        database, target = _database_file(chosen), file
        check_free(file, database, force=force)
        back_up_file(database, file)
    click.echo(f"Everything is in {target}, and it is readable.")


def restore(file: Path) -> None:
    app = create_app()
    replaced = restore_file(file, _database_file(app.config["SETTINGS"]), wall_clock())
    click.echo(f"{file} is the database now.")
    if replaced is not None:
        click.echo(f"The old one is kept in {replaced}.")
    if migrating.is_older(migrating.revisions_in(app)):
        click.echo("An earlier version made it: run `scorekeeper db upgrade` before you start the server.")


def _database_file(chosen: Settings) -> Path:
    if chosen.database_file is None:
        raise ConfigurationError(
            "The games are kept in PostgreSQL, which does this itself: pg_dump --format=custom --file=FILE DATABASE "
            "backs up, and so does `scorekeeper backup` without a file; pg_restore --clean --if-exists "
            "--dbname=DATABASE FILE restores."
        )
    return chosen.database_file


# ---------------------------------------------------------------- doctor


def doctor(*, quick: bool, as_json: bool) -> None:
    found = []
    try:
        app = create_app()
        check_exists(app)
        with app.app_context(), db.engine.connect() as connection:
            for finding in run_checks(connection, quick=quick, chosen=app.config["SETTINGS"]):
                found.append(finding)
                if not as_json:
                    print_finding(finding)
    except ConfigurationError as error:
        print_error(str(error))
        sys.exit(UNKNOWN)
    except DatabaseError as error:
        print_error(f"The database cannot be opened: {one_line(error)}.")
        sys.exit(UNKNOWN)
    status = exit_status(found)
    if as_json:
        checks = [
            {
                "check": finding.check.name,
                "promise": finding.check.promise,
                "verdict": finding.verdict.value,
                "faults": list(finding.faults),
                "more": finding.more,
                "notes": list(finding.notes),
            }
            for finding in found
        ]
        print_json(status=status, checks=checks)
    sys.exit(status)


def exit_status(found: Iterable[Finding]) -> int:
    verdicts = {finding.verdict for finding in found}
    if Verdict.WRONG in verdicts:
        return WRONG
    return UNKNOWN if Verdict.UNKNOWN in verdicts else 0


def print_finding(finding: Finding) -> None:
    mark, color = MARKS[finding.verdict]
    notes = f"  ({'; '.join(finding.notes)})" if finding.notes else ""
    click.echo(f"{click.style(f'{mark:<8}', fg=color)} {finding.check.promise}{notes}")
    for fault in finding.faults:
        click.echo(f"         - {fault}")
    if finding.more:
        click.echo(f"         … and {finding.more} more.")


# ---------------------------------------------------------------- rebuild


def rebuild(league: str | None) -> None:
    with ready_app().app_context():
        for each in all_leagues(db.session) if league is None else [league_named(league)]:
            rebuild_league(db.session, each.id)
            click.echo(f"{each.name} ({each.id}): every snapshot, result and rating was rebuilt from the lines.")


# ---------------------------------------------------------------- the server


def run(port: int | None) -> None:
    chosen = settings.from_environment()
    chosen = chosen if port is None else replace(chosen, port=port)
    logs.set_up(debug=chosen.debug)
    if chosen.backup_every:
        settings.make_folder(chosen.backups)
    listener = serving.listen(chosen)
    migrating.prepare_database(create_app())
    if "alembic" in sys.modules:  # the database is new: begin again without what only made it, 11 MB of each worker
        listener.close()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same command once more
    click.echo(serving.announcement(listener.getsockname()[1], lan=chosen.lan, terminal=sys.stdout.isatty()))
    sys.argv = serving.gunicorn_command(listener)[2:]
    gunicorn.run()


def upgrade() -> None:
    app = create_app()
    file = app.config["SETTINGS"].database_file
    with not_served(file) if file else nullcontext():
        copy = migrating.upgrade(app)
    if copy is not None:
        click.echo(f"Done. A copy from before is in {copy}.")


# ---------------------------------------------------------------- the demo


ENDED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def demo(*, serve: bool, port: int | None) -> None:
    if serve:
        _serve(port)
        return
    with ready_app(may_make=True).app_context():
        league_id, its_owners = add_demo(db.session, wall_clock)
        code = short_code_of(db.session.connection(), league_id)
    click.echo(f"{NAME} is league {league_id}.")
    if code:
        click.echo(f"To offer it on the empty home page, start the server with EXAMPLE={format_join_code(code)}.")
    print_owner_code(its_owners)


def _serve(port: int | None) -> None:
    """Add the league to a database in a new folder, serve it until a signal comes, and remove the folder.

    Raises ConfigurationError where other machines could reach it, and for a port that is taken.
    """
    stopped = threading.Event()

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        stopped.set()
        for each in ENDED_BY:
            signal.signal(each, signal.SIG_IGN)  # a second one does not disturb the cleaning up
        raise KeyboardInterrupt

    for each in ENDED_BY:
        signal.signal(each, interrupt)
    with suppress(KeyboardInterrupt), tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        token = new_token()
        chosen = settings.demo_settings(os.environ, Path(folder), token, port)
        app, listener = create_app(chosen), serving.listen(chosen)
        migrating.prepare_database(app)
        with app.app_context():
            _, code = add_demo(db.session, wall_clock)
            form = Submission(db.session, wall_clock, new_device("Demo browser", token))
            claim_ownership(form, code, address=settings.LOOPBACK)
        app.extensions["live_updates"].stopping = stopped.is_set
        click.echo(f"The demo is at http://{settings.LOOPBACK}:{listener.getsockname()[1]}")
        click.echo("You own its league, without a passphrase. Ctrl-C stops it and deletes everything.")
        logs.set_up(debug=chosen.debug)
        waitress.serve(app, sockets=[listener], threads=settings.THREADS)
    click.echo("\nThe demo has stopped, and its files are deleted.")


FILE = Path(__file__).with_name("demo.json.gz")
NAME = "Thursday at the Legion (demo)"
AN_EVENING = dt.timedelta(hours=3)
DATE = re.compile(r'"(\d{4}-\d\d-\d\d)"|"(\d{4}-\d\d-\d\dT[\d:.]+Z)"')


def add_demo(session: Session, clock: Clock) -> tuple[int, str]:
    document = moved_to(gzip.decompress(FILE.read_bytes()).decode(), clock())
    form = command_line_form(session, clock)
    league_id, _ = import_league(form, io.BytesIO(document.encode()))
    return league_id, owner_code(form, league_id)


def moved_to(document: str, now: dt.datetime) -> str:
    """Return the file of a league with all its dates moved, so that what was just said is said `now`.

    Days, and what happened on earlier evenings, move by whole days and keep their hours.
    """
    then = dt.datetime.fromisoformat(json.loads(document)["league"]["created_at"])
    days = (now - AN_EVENING).date() - (then - AN_EVENING).date()

    def move(found: re.Match[str]) -> str:
        day, moment = found.groups()
        if day:
            return f'"{dt.date.fromisoformat(day) + days}"'
        at = dt.datetime.fromisoformat(moment)
        return f'"{utc_text(at + (days if then - at > AN_EVENING else now - then))}"'

    return DATE.sub(move, document)
