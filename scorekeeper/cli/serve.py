"""`scorekeeper run` and `demo`: the server, and a sample league, added or on a scratch server that Ctrl-C removes.

And `db upgrade`, for the database of an earlier version.
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
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType

import click
import waitress
from gunicorn.app import wsgiapp as gunicorn
from sqlalchemy.orm import Session

from scorekeeper.access.codes import format_join_code, new_device, new_token, short_code_of
from scorekeeper.access.phones import claim_ownership, command_line_device, new_owner_code
from scorekeeper.app import create_app
from scorekeeper.cli.maintenance import print_owner_code, ready_app
from scorekeeper.core import logs, settings
from scorekeeper.core.clock import Clock, wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import Submission
from scorekeeper.models import utc_text
from scorekeeper.operations import migrating, serving
from scorekeeper.operations.backup import not_served
from scorekeeper.transfer.league_import import import_league

THIS_COMPUTER = "This computer"
ENDED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


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


def demo(*, serve: bool, port: int | None) -> None:
    if serve:
        _serve(port)
        return
    with ready_app(may_make=True).app_context():
        league_id, owner_code = add_demo(db.session, wall_clock)
        code = short_code_of(db.session.connection(), league_id)
    click.echo(f"{NAME} is league {league_id}.")
    if code:
        click.echo(f"To offer it on the empty home page, start the server with EXAMPLE={format_join_code(code)}.")
    print_owner_code(owner_code)


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
        environ = settings.demo_environment(os.environ, Path(folder), token, port)
        chosen = settings.from_environment(environ, Path(folder))
        logs.set_up(debug=chosen.debug)
        app, listener = create_app(chosen), serving.listen(chosen)
        migrating.prepare_database(app)
        with app.app_context():
            _, owner_code = add_demo(db.session, wall_clock)
            claim_ownership(
                Submission(db.session, wall_clock, new_device(THIS_COMPUTER, token)), owner_code,
                address=settings.LOOPBACK,
            )  # fmt: skip
        app.extensions["live_updates"].stopping = stopped.is_set
        click.echo(f"The demo is at http://{settings.LOOPBACK}:{listener.getsockname()[1]}")
        click.echo("You own its league, without a passphrase. Ctrl-C stops it and deletes everything.")
        waitress.serve(app, sockets=[listener], threads=settings.THREADS)
    click.echo("\nThe demo has stopped, and its files are deleted.")


FILE = Path(__file__).with_name("demo.json.gz")
NAME = "Thursday at the Legion (demo)"
AN_EVENING = dt.timedelta(hours=3)
DATE = re.compile(r'"(\d{4}-\d\d-\d\d)"|"(\d{4}-\d\d-\d\dT[\d:.]+Z)"')


def add_demo(session: Session, clock: Clock) -> tuple[int, str]:
    now, codes = clock(), list[str]()
    file = io.BytesIO(moved_to(gzip.decompress(FILE.read_bytes()).decode(), now).encode())
    league_id, _ = import_league(
        Submission(session, clock, command_line_device()), file,
        also=lambda connection, league_id: codes.append(new_owner_code(connection, league_id, now)),
    )  # fmt: skip
    return league_id, codes[0]


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
