"""The settings, read once from the environment; docs/configuration.md describes them.

Nothing else in the project looks at the environment.  One more is not for people who run a server: with FLASK_DEBUG=1,
while developing, templates are reloaded and a weak SECRET_KEY is accepted.
"""

import os
import re
import secrets
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

PACKAGE = Path(__file__).resolve().parents[1]
MIGRATIONS = PACKAGE / "migrations"
LOOPBACK = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # noqa: S104  only with LAN=1
LOOPBACK_NAMES = ("localhost", LOOPBACK, "[::1]")
THREADS = 32
"""How many requests a process answers at once; half of them may be phones following a game live."""
MIN_KEY = 32  # characters: 128 bits written in hexadecimal
BODY_LIMIT = 64 * 1024  # bytes; an ordinary form has about two thousand
IMPORT_LIMIT = 2 * 1024 * 1024
NAMES = (
    "DATABASE_URL", "PORT", "LAN", "OPEN", "TRUSTED_HOSTS", "TRUSTED_PROXIES", "SECRET_KEY", "BACKUP_EVERY",
    "BACKUP_KEEP", "BACKUP_FOLDER", "EXAMPLE", "FLASK_DEBUG",
)  # fmt: skip
NOT_FOR_A_DEMO = ("LAN", "TRUSTED_HOSTS", "TRUSTED_PROXIES")
"""Settings that let other machines in."""
JOIN_CODE = re.compile(r"\w{3}-?\w{4}")
SWITCH = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("", "0", "false", "no", "off"), False)


class ConfigurationError(Exception):
    """An invalid setting, or what else the person who runs the server has to mend; the message is one sentence."""


@dataclass(frozen=True)
class Settings:
    database_url: str
    secret_key: str
    instance: Path
    backups: Path
    port: int = 8000
    lan: bool = False
    debug: bool = False
    open: bool = True
    """Whether anybody who reaches the server may make a league."""
    trusted_hosts: tuple[str, ...] = LOOPBACK_NAMES
    trusted_proxies: int = 0
    backup_every: int = 0
    """Hours; 0 for never."""
    backup_keep: int = 14
    example: str = ""
    """The join code of the league that the empty home page offers to look at; "" for none."""
    demo_device: str = ""
    """The secret of the device that every visitor is, on loopback alone; "" outside of the demo."""

    @property
    def database_file(self) -> Path | None:
        """Return the SQLite file, with links resolved; None for a server, and for one named by a URI."""
        name = _file_in(make_url(self.database_url))
        return Path(name).resolve() if name else None


def from_environment(environ: Mapping[str, str] = os.environ, folder: Path | None = None) -> Settings:
    """Read the settings; ./instance is in `folder` (the current one).  Raises ConfigurationError."""
    folder = folder or Path.cwd()
    instance = folder / "instance"
    given = {name: environ.get(name, "").strip() for name in NAMES}
    debug, lan = _switch(given, "FLASK_DEBUG"), _switch(given, "LAN")
    proxies = _number(given, "TRUSTED_PROXIES", "how many proxies stand in front", (0, 9))
    hosts = tuple(name.strip() for name in given["TRUSTED_HOSTS"].split(",") if name.strip())
    if wrong := next((name for name in hosts if "/" in name), None):
        raise ConfigurationError(f"TRUSTED_HOSTS has {wrong!r}; it is names like score.example, with commas.")
    if given["EXAMPLE"] and not JOIN_CODE.fullmatch(given["EXAMPLE"]):
        raise ConfigurationError(f"EXAMPLE is {given['EXAMPLE']!r}; it is a join code, like K7P-4RWX.")
    if proxies and not hosts:
        raise ConfigurationError("TRUSTED_PROXIES is set, so name this server in TRUSTED_HOSTS, like score.example.")
    return Settings(
        database_url=_database_url(given["DATABASE_URL"], folder, instance),
        secret_key=_secret_key(given["SECRET_KEY"], instance / "secret_key", debug=debug),
        instance=instance,
        backups=folder / (given["BACKUP_FOLDER"] or instance / "backups"),
        port=_number(given, "PORT", "the port to serve on", (0, 65_535), Settings.port),
        lan=lan,
        debug=debug,
        open=_switch(given, "OPEN") if given["OPEN"] else proxies == 0,
        trusted_hosts=hosts or (LOOPBACK_NAMES + lan_names() if lan else LOOPBACK_NAMES),
        trusted_proxies=proxies,
        backup_every=_number(given, "BACKUP_EVERY", "how many hours lie between two backups", (0, 24 * 366)),
        backup_keep=_number(given, "BACKUP_KEEP", "how many backups are kept", (1, 9999), Settings.backup_keep),
        example=given["EXAMPLE"],
    )


def demo_settings(environ: Mapping[str, str], folder: Path, device: str, port: int | None = None) -> Settings:
    """Return the settings of a demo's server, where every visitor is that device: all but its port is new, in `folder`.

    It opens without a passphrase.  Raises ConfigurationError where other machines should reach it.
    """
    for name in NOT_FOR_A_DEMO:
        if SWITCH.get(environ.get(name, "").strip().lower(), True):
            raise ConfigurationError(
                "The demo opens without a passphrase, so it is served to this machine alone: leave out "
                f"{name}, or use `scorekeeper run` for your own league."
            )
    # Not the usual port: a browser keeps waiting hands and pages by address, and the demo's must not mix with yours.
    at = environ.get("PORT", "").strip() or "8001"
    return replace(from_environment({"PORT": at if port is None else str(port)}, folder), demo_device=device)


def _switch(given: Mapping[str, str], name: str) -> bool:
    if given[name].lower() not in SWITCH:
        raise ConfigurationError(f"{name} is {given[name]!r}; it is either 1 or 0.")
    return SWITCH[given[name].lower()]


def _number(given: Mapping[str, str], name: str, what: str, between: tuple[int, int], otherwise: int = 0) -> int:
    text, (least, most) = given[name] or str(otherwise), between
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    if not (is_number and least <= int(text) <= most):
        raise ConfigurationError(f"{name} is {text!r}; it is {what}, {least} to {most}.")
    return int(text)


def _database_url(text: str, folder: Path, instance: Path) -> str:
    """Return the URL with an absolute path: Flask-SQLAlchemy would look for a relative one in its instance folder."""
    if not text:
        make_folder(instance)
    try:
        url = make_url(text) if text else URL.create("sqlite", database="instance/scorekeeper.db")
    except (ArgumentError, ValueError):
        # The address is not in the message: it may hold a password, and this goes to the log.
        raise ConfigurationError(
            "DATABASE_URL cannot be read; write it like sqlite:///league.db or postgresql://user@host/db."
        ) from None
    if url.drivername in {"postgres", "postgresql"}:
        url = url.set(drivername="postgresql+psycopg")
    kind, name = url.get_backend_name(), _file_in(url)
    if kind not in {"sqlite", "postgresql"}:
        raise ConfigurationError(f"DATABASE_URL names {kind!r}; games are kept in sqlite or postgresql.")
    if kind == "postgresql" and find_spec("psycopg") is None:
        raise ConfigurationError("PostgreSQL needs its driver: pip install 'smear-scorekeeper[postgres]'.")
    if kind == "sqlite" and url.database in {None, "", ":memory:"}:
        raise ConfigurationError("DATABASE_URL names no file to keep the games in; write it like sqlite:///league.db.")
    if name and not (place := (folder / name).resolve().parent).is_dir():
        raise ConfigurationError(f"DATABASE_URL names a file in {place}, but there is no such folder.")
    return (url.set(database=str(folder / name)) if name else url).render_as_string(hide_password=False)


def _file_in(url: URL) -> str | None:
    name = url.database or ""
    return name if url.get_backend_name() == "sqlite" and not name.startswith("file:") else None


def _secret_key(given: str, file: Path, *, debug: bool) -> str:
    """Return the key: the given one, or that in `file`, readable by its owner alone; it is made at the first run."""
    try:
        if not given and not file.exists():
            make_folder(file.parent)
            _write_once(file, secrets.token_hex(32))
        if not given:
            file.chmod(0o600)
        key = given or file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"The secret key cannot be kept in {file}: {error}.") from None
    if len(key) < MIN_KEY and not debug:
        whose = "SECRET_KEY" if given else file
        raise ConfigurationError(f"{whose} is too short to be safe; it takes {MIN_KEY} characters.")
    return key


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


def make_folder(path: Path) -> None:
    """Make a folder for this user alone, if it is not there.  Raises ConfigurationError."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigurationError(f"The folder {path} cannot be made: {error.strerror}.") from None


def is_loopback(host: str) -> bool:
    """Return whether a host, with or without a port, is a name that only leads a machine to itself."""
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return name in LOOPBACK_NAMES


def lan_address() -> str | None:
    """Return the address other devices on the same network reach this machine by; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A datagram socket only picks its own address here: nothing is sent to this one, kept for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") or address == ALL_INTERFACES else address


def lan_names() -> tuple[str, ...]:
    """Return every name people on the network may type: the address, the machine's name, and its Bonjour name."""
    name = socket.gethostname().lower()
    return tuple(host for host in (lan_address(), name, f"{name}.local") if host)


# ---------------------------------------------------------------- where the non-Python files are


def resources(name: str) -> Path:
    """Return the folder `name` ("templates", "static"): the one packed into the wheel, or else the checkout's."""
    packed = PACKAGE / name
    return packed if packed.is_dir() else PACKAGE.parent / name


def revisions() -> list[str]:
    """Return the revisions of the migrations, the newest last: the numbers of their files."""
    return sorted(script.name[1:5] for script in (MIGRATIONS / "versions").glob("v*.py"))
