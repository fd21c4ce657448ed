"""The settings, read once from the environment. Nothing else in the project looks at the environment.

=============  =======================================================================================
DATABASE_URL   where the games are kept; default: an SQLite file in ./instance
PORT           the port to serve on; default 8000; 0 takes any free one
LAN            1 serves to every device on the network instead of this machine alone
OPEN           1 lets anybody who reaches the server start a league, 0 nobody; default: 1, but 0 behind a proxy
TRUSTED_HOSTS  the host names this server answers to, with commas; needed behind a proxy
TRUSTED_PROXIES  how many of your own proxies are in front of it; their client addresses are trusted; default 0
SECRET_KEY     signs cookies and forms; default: a random key kept in ./instance/secret_key
BACKUP_EVERY   hours between the server's automatic backups; default 0, which is none
BACKUP_KEEP    how many of them are kept; default 14
BACKUP_FOLDER  where they are; default ./instance/backups
LOG            json logs every request as a line of JSON; default: what happens to the server, in plain words
EXAMPLE        the join code of a league that the empty home page lets people look at; default: none is offered
DEMO_DEVICE    set by `scorekeeper demo --serve` for its scratch server: every visitor is this device
FLASK_DEBUG    1 while developing: templates are reloaded, a weak SECRET_KEY is accepted
=============  =======================================================================================
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper import network

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_PORT = 8000
DEMO_PORT = 8001
"""Not the usual port: a browser keeps waiting hands and pages by address, and the demo's must not mix with yours."""
MAX_PORT = 65_535
THREADS = 32
"""How many requests a process answers at once; half of them may be phones following a game live."""
KEY_FILE = "secret_key"
MIN_KEY = 32  # characters: 128 bits written in hexadecimal
BACKUPS_KEPT = 14
MAX_HOURS = 24 * 366
BODY_LIMIT = 64 * 1024  # bytes; an ordinary form has about two thousand
IMPORT_LIMIT = 2 * 1024 * 1024
NAMES = (
    "DATABASE_URL", "PORT", "LAN", "OPEN", "TRUSTED_HOSTS", "TRUSTED_PROXIES", "SECRET_KEY", "BACKUP_EVERY",
    "BACKUP_KEEP", "BACKUP_FOLDER", "LOG", "EXAMPLE", "DEMO_DEVICE", "FLASK_DEBUG",
)  # fmt: skip
"""Every setting that is read."""
NOT_FOR_A_DEMO = ("LAN", "TRUSTED_HOSTS", "TRUSTED_PROXIES")
"""Settings that let other machines in."""
UNREADABLE_URL = "DATABASE_URL cannot be read; write it like sqlite:///league.db or postgresql://user@host/db."
DEMO_STAYS_HERE = (
    "The demo opens without a passphrase, so it is served to this machine alone: leave out {name}, "
    "or use `scorekeeper run` for your own league."
)
YES = {"1", "true", "yes", "on"}
NO = {"", "0", "false", "no", "off"}


@dataclass(frozen=True)
class NumberSetting:
    """A setting that is a number: its description for messages, its range, and its default."""

    description: str
    least: int
    most: int
    otherwise: int


NUMBERS = {
    "TRUSTED_PROXIES": NumberSetting("how many proxies stand in front", 0, 9, 0),
    "BACKUP_EVERY": NumberSetting("how many hours lie between two backups", 0, MAX_HOURS, 0),
    "BACKUP_KEEP": NumberSetting("how many backups are kept", 1, 9999, BACKUPS_KEPT),
}


class ConfigurationError(Exception):
    """An invalid setting; the message is one sentence for the person who starts the server."""


@dataclass(frozen=True)
class Settings:
    """The settings of the environment, checked and complete."""

    database_url: str
    secret_key: str
    instance: Path
    port: int = DEFAULT_PORT
    lan: bool = False
    debug: bool = False
    open: bool = True
    """Whether anybody who reaches the server may make a league."""
    trusted_hosts: tuple[str, ...] = network.LOOPBACK_NAMES
    trusted_proxies: int = 0
    backup_every: int = 0
    """Hours; 0 for never."""
    backup_keep: int = BACKUPS_KEPT
    backup_folder: Path | None = None
    """None for "backups" beside the secret key."""
    log_json: bool = False
    example: str = ""
    """The join code of the league that the empty home page offers to look at; "" for none."""
    demo_device: str = ""
    """The secret of the device that every visitor is, on loopback alone; "" outside of the demo."""

    @property
    def database_file(self) -> Path | None:
        """Return the SQLite file, with links resolved; None for a server, and for one in memory or named by a URI."""
        name = _file_in(make_url(self.database_url))
        return Path(name).resolve() if name else None

    @property
    def backups(self) -> Path:
        return self.backup_folder or self.instance / "backups"

    def for_flask(self) -> dict[str, Any]:
        """Return the same under the names of Flask and its extensions."""
        return {
            "DEBUG": self.debug,
            "SECRET_KEY": self.secret_key,
            "TRUSTED_HOSTS": list(self.trusted_hosts),
            "SQLALCHEMY_DATABASE_URI": self.database_url,
            "MAX_CONTENT_LENGTH": BODY_LIMIT,
            "MAX_FORM_MEMORY_SIZE": BODY_LIMIT,
            "SESSION_COOKIE_SAMESITE": "Lax",
            "WTF_CSRF_TIME_LIMIT": None,  # an evening is longer than the usual hour
            "SETTINGS": self,
        }


def from_environment(environ: Mapping[str, str] = os.environ, folder: Path | None = None) -> Settings:
    """Read the settings; ./instance is in `folder` (the current one).  Raises ConfigurationError."""
    folder = folder or Path.cwd()
    instance = folder / "instance"
    debug = _switch(environ, "FLASK_DEBUG")
    lan = _switch(environ, "LAN")
    return Settings(
        database_url=_database_url(environ, folder, instance),
        secret_key=_secret_key(environ, instance, debug=debug),
        instance=instance,
        port=_port(environ),
        lan=lan,
        debug=debug,
        open=_open(environ),
        trusted_hosts=_trusted_hosts(environ, lan=lan),
        trusted_proxies=_number(environ, "TRUSTED_PROXIES"),
        backup_every=_number(environ, "BACKUP_EVERY"),
        backup_keep=_number(environ, "BACKUP_KEEP"),
        backup_folder=_folder(environ, "BACKUP_FOLDER", folder),
        log_json=_log_json(environ),
        example=environ.get("EXAMPLE", "").strip(),
        demo_device=_demo_device(environ),
    )


def demo_environment(environ: Mapping[str, str], folder: Path, device: str, port: int | None) -> dict[str, str]:
    """Return the environment of a demo's server: of the settings in `environ` only where to serve is taken over.

    Its database and its key are new ones, in `folder`.  `from_environment` refuses to serve it to other machines.
    """
    served_at = {name: environ[name] for name in ("PORT", *NOT_FOR_A_DEMO) if environ.get(name, "").strip()}
    return {
        "PORT": str(DEMO_PORT),
        **served_at,
        **({} if port is None else {"PORT": str(port)}),
        "DATABASE_URL": URL.create("sqlite", database=str(folder / "demo.db")).render_as_string(),
        "SECRET_KEY": secrets.token_hex(32),
        "DEMO_DEVICE": device,
    }


def _switch(environ: Mapping[str, str], name: str) -> bool:
    value = environ.get(name, "").strip().lower()
    if value not in YES | NO:
        raise ConfigurationError(f"{name} is {value!r}; it is either 1 or 0.")
    return value in YES


def _open(environ: Mapping[str, str]) -> bool:
    """Return whether strangers may make leagues: on a public server, which has a proxy, only if its owner says so."""
    if environ.get("OPEN", "").strip():
        return _switch(environ, "OPEN")
    return _number(environ, "TRUSTED_PROXIES") == 0


def _port(environ: Mapping[str, str]) -> int:
    text = environ.get("PORT", "").strip() or str(DEFAULT_PORT)
    if not re.fullmatch("[0-9]{1,5}", text) or int(text) > MAX_PORT:
        raise ConfigurationError(f"PORT is {text!r}; it is a number from 0 to {MAX_PORT}.")
    return int(text)


def _number(environ: Mapping[str, str], name: str) -> int:
    about = NUMBERS[name]
    text = environ.get(name, "").strip() or str(about.otherwise)
    if not re.fullmatch("[0-9]{1,4}", text) or not about.least <= int(text) <= about.most:
        raise ConfigurationError(f"{name} is {text!r}; it is {about.description}, {about.least} to {about.most}.")
    return int(text)


def _folder(environ: Mapping[str, str], name: str, base: Path) -> Path | None:
    text = environ.get(name, "").strip()
    return base / text if text else None


def _log_json(environ: Mapping[str, str]) -> bool:
    value = environ.get("LOG", "").strip().lower()
    if value not in {"", "plain", "json"}:
        raise ConfigurationError(f"LOG is {value!r}; it is either plain or json.")
    return value == "json"


def _demo_device(environ: Mapping[str, str]) -> str:
    """Return the device that everybody is in the demo.  Raises ConfigurationError where others could reach it."""
    device = environ.get("DEMO_DEVICE", "").strip()
    others = {
        "LAN": _switch(environ, "LAN"),
        "TRUSTED_HOSTS": not set(_trusted_hosts(environ, lan=False)) <= set(network.LOOPBACK_NAMES),
        "TRUSTED_PROXIES": _number(environ, "TRUSTED_PROXIES") > 0,
    }
    if device and any(others.values()):
        raise ConfigurationError(DEMO_STAYS_HERE.format(name=next(name for name, wanted in others.items() if wanted)))
    return device


def _trusted_hosts(environ: Mapping[str, str], *, lan: bool) -> tuple[str, ...]:
    named = tuple(name.strip() for name in environ.get("TRUSTED_HOSTS", "").split(",") if name.strip())
    return named or (network.LOOPBACK_NAMES + network.lan_names() if lan else network.LOOPBACK_NAMES)


# ------------------------------------------------------------------------------------- the database's address


def _database_url(environ: Mapping[str, str], folder: Path, instance: Path) -> str:
    text = environ.get("DATABASE_URL", "").strip()
    if not text:
        _make_folder(instance)
        return _absolute(URL.create("sqlite", database="instance/scorekeeper.db"), folder)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # The address is not in the message: it may hold a password, and this goes to the log.
        raise ConfigurationError(UNREADABLE_URL) from None
    if url.drivername in {"postgres", "postgresql"}:
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        kind = url.get_backend_name()
        raise ConfigurationError(f"DATABASE_URL names {kind!r}; games are kept in sqlite or postgresql.")
    if url.get_backend_name() == "postgresql" and find_spec("psycopg") is None:
        raise ConfigurationError("PostgreSQL needs its driver: pip install 'psycopg[binary]'.")
    return _absolute(url, folder)


def _absolute(url: URL, folder: Path) -> str:
    """Return the URL with an absolute path: Flask-SQLAlchemy would look for a relative one in its instance folder."""
    name = _file_in(url)
    return (url.set(database=str(folder / name)) if name else url).render_as_string(hide_password=False)


def _file_in(url: URL) -> str | None:
    name = url.database or ":memory:"
    in_a_file = url.get_backend_name() == "sqlite" and name != ":memory:" and not name.startswith("file:")
    return name if in_a_file else None


# ------------------------------------------------------------------------------------------- the secret key


def _secret_key(environ: Mapping[str, str], instance: Path, *, debug: bool) -> str:
    given = environ.get("SECRET_KEY", "")
    key = given or _key_from_file(instance / KEY_FILE)
    if len(key) < MIN_KEY and not debug:
        whose = "SECRET_KEY" if given else str(instance / KEY_FILE)
        raise ConfigurationError(f"{whose} is too short to be safe; it takes {MIN_KEY} characters.")
    return key


def _key_from_file(path: Path) -> str:
    """Return the key stored in `path`, readable by its owner alone; made at the first run."""
    try:
        if not path.exists():
            _make_folder(path.parent)
            _write_once(path, secrets.token_hex(32))
        path.chmod(0o600)
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"The secret key cannot be kept in {path}: {error}.") from None


def _write_once(path: Path, text: str) -> None:
    """Write a file completely or not at all; of two processes that start together the second takes the first one's."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key")  # mkstemp makes it 0600
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigurationError(f"The folder {path} cannot be made: {error.strerror}.") from None
