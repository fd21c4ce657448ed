"""`scorekeeper demo`: a sample league, among the others or on a scratch server that Ctrl-C removes."""

from __future__ import annotations

import http.client
import os
import random
import signal
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper import migrating, network, serving, settings
from scorekeeper.cli.common import Steps, plain_errors, print_owner_code, ready_app
from scorekeeper.extensions import db
from scorekeeper.services.access.devices import find_device, new_device, new_token
from scorekeeper.services.access.links import format_join_code, join_code_of
from scorekeeper.services.access.ownership import OwnershipClaim, claim_ownership
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.demo.league import ADDING_UP, NAME, PLAYING, make_demo, play_tournament
from scorekeeper.settings import ConfigurationError

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from types import FrameType

    from flask import Flask

    from scorekeeper.services.demo.league import DemoLeague

STEPS = {PLAYING: "Playing", ADDING_UP: "Adding up"}
STARTS_WITHIN = 60.0
STOPS_WITHIN = 15.0
"""Seconds; the server itself stops waiting for its phones after five."""
THIS_COMPUTER = "This computer"
ENDED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@click.command()
@click.option("--hands", type=click.IntRange(50, 5_000_000), default=600, show_default=True, help="About how many.")
@click.option("--seed", type=int, default=1968, show_default=True, help="Random seed.")
@click.option("--serve", is_flag=True, help="Serve it on this machine from a scratch database, until Ctrl-C.")
@click.option("--port", type=click.IntRange(0, settings.MAX_PORT), help="With --serve: overrides PORT, or 8001.")
@plain_errors()
def demo(hands: int, seed: int, *, serve: bool, port: int | None) -> None:
    """Make a demo league; other leagues stay as they are.

    With --serve it opens without a passphrase, and nothing of it reaches your own database.
    """
    if serve:
        _serve(hands, seed, port)
        return
    with ready_app(may_make=True).app_context():
        made = _make(hands, seed)
        code = join_code_of(db.session.connection(), made.league_id)
    click.echo(f"{NAME} is league {made.league_id}: {made.hands:,} hands in {made.games:,} games.")
    if code:
        click.echo(f"To offer it on the empty home page, start the server with EXAMPLE={format_join_code(code)}.")
    print_owner_code(made.owner_code)


def _make(hands: int, seed: int) -> DemoLeague:
    with Steps() as bar:
        return make_demo(db.session, wall_clock, hands, seed, lambda step, done, of: bar.show(STEPS[step], done, of))


# ---------------------------------------------------------------- served from a scratch database


def _serve(hands: int, seed: int, port: int | None) -> None:
    """Make the league in a new folder, serve it until a signal comes, and remove the folder.

    Raises ConfigurationError where other machines could reach it, for a port that is taken, and for a server that ends
    by itself.
    """
    with _until_a_signal(), tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as name:
        folder, token = Path(name), new_token()
        environ = settings.demo_environment(os.environ, folder, token, port)
        chosen = settings.from_environment(environ, folder)
        listener = serving.listen(chosen)
        at = listener.getsockname()[1]
        app = migrating.create_app(chosen)
        migrating.prepare_database(app)
        _make_owned(app, token, hands, seed)
        with _server(listener, environ, folder) as server:
            _wait_for_answer(at)
            click.echo(f"The demo is at http://{network.LOOPBACK}:{at}")
            click.echo("You own its league, without a passphrase. Ctrl-C stops it and deletes everything.")
            server.wait()
            raise ConfigurationError("The demo's server stopped unexpectedly.")


@contextmanager
def _until_a_signal() -> Iterator[None]:
    """Leave what is within by KeyboardInterrupt at the first signal, and let it clean up undisturbed by a second."""
    for each in ENDED_BY:
        signal.signal(each, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nThe demo has stopped, and its files are deleted.")


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    for each in ENDED_BY:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def _make_owned(app: Flask, token: str, hands: int, seed: int) -> None:
    """Make the league, owned by the device with this token, and a tournament in it."""
    with app.app_context():
        made = _make(hands, seed)
        claim = OwnershipClaim(made.owner_code, table="", address=network.LOOPBACK)
        claim_ownership(db.session, wall_clock, new_device(THIS_COMPUTER, token), claim)
        device = find_device(db.session, token)
        if device is not None:
            dice = random.Random(seed)  # noqa: S311 - dice for a game, nothing secret
            play_tournament(db.session, wall_clock, made.league_id, device, dice)
        db.engine.dispose()


@contextmanager
def _server(listener: socket.socket, environ: dict[str, str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run gunicorn on `listener`.  Signals of the terminal do not reach it: it is stopped here."""
    others = {name: value for name, value in os.environ.items() if name not in settings.NAMES}
    server = subprocess.Popen(  # noqa: S603 - the arguments are ours, and no shell reads them
        serving.gunicorn_command(listener),
        cwd=folder,
        env=others | environ,
        pass_fds=[listener.fileno()],
        process_group=0,
    )
    listener.close()  # a server that cannot start then refuses connections, instead of leaving them unanswered
    try:
        yield server
    finally:
        server.terminate()
        try:
            server.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_for_answer(port: int) -> None:
    """Wait for the first answer: the port is open already, so the request waits until a worker takes it."""
    connection = http.client.HTTPConnection(network.LOOPBACK, port, timeout=STARTS_WITHIN)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException) as error:
        raise ConfigurationError("The demo's server did not start.") from error
    finally:
        connection.close()
