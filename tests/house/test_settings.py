"""The environment's settings: what is made, what is taken, what is refused with a sentence."""

import re
import stat
from multiprocessing.pool import ThreadPool
from pathlib import Path

import pytest

from scorekeeper.core import settings
from scorekeeper.core.settings import ConfigurationError, from_environment

GOOD_KEY = "0123456789abcdef" * 2
NAMELESS = "name this server in TRUSTED_HOSTS, like score.example."
NO_FILE = "names no file to keep the games in; write it like sqlite:///league.db."


def test_nothing_set_serves_this_machine_from_a_file_in_the_current_folder(tmp_path):
    chosen = from_environment({}, tmp_path)
    assert chosen.database_url == f"sqlite:///{tmp_path}/instance/scorekeeper.db"
    assert (chosen.port, chosen.lan, chosen.debug) == (8000, False, False)
    assert chosen.trusted_hosts == ("localhost", "127.0.0.1", "[::1]")


def test_empty_is_the_same_as_not_set(tmp_path):
    empty = dict.fromkeys(settings.NAMES, "")
    assert from_environment(empty, tmp_path) == from_environment({}, tmp_path)


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    first, second = from_environment({}, tmp_path), from_environment({}, tmp_path)
    file = tmp_path / "instance" / "secret_key"
    assert first.secret_key == second.secret_key == file.read_text().strip()
    assert len(first.secret_key) == 64
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [path.name for path in file.parent.iterdir()] == ["secret_key"]


def test_processes_that_start_together_agree_on_one_key(tmp_path):
    with ThreadPool(16) as pool:
        keys = set(pool.map(lambda _: from_environment({}, tmp_path).secret_key, range(64)))
    assert len(keys) == 1


def test_a_key_file_that_others_could_read_is_closed(tmp_path):
    from_environment({}, tmp_path)
    file = tmp_path / "instance" / "secret_key"
    file.chmod(0o644)
    from_environment({}, tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_given_key_is_used_and_no_file_made(tmp_path):
    assert from_environment({"SECRET_KEY": GOOD_KEY}, tmp_path).secret_key == GOOD_KEY
    assert from_environment({"SECRET_KEY": "dev", "FLASK_DEBUG": "1"}, tmp_path).secret_key == "dev"
    assert not (tmp_path / "instance" / "secret_key").exists()


def test_a_weak_key_in_the_file_is_refused(tmp_path):
    from_environment({}, tmp_path)
    (tmp_path / "instance" / "secret_key").write_text("")
    with pytest.raises(ConfigurationError, match="secret_key is too short"):
        from_environment({}, tmp_path)


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:///league.db", "sqlite:///{folder}/league.db"),
        ("sqlite:////srv/league.db", "sqlite:////srv/league.db"),
        ("postgres://ann@db/league", "postgresql+psycopg://ann@db/league"),
        ("postgresql://ann:p%40ss@db:5433/league", "postgresql+psycopg://ann:p%40ss@db:5433/league"),
        ("postgresql+psycopg://db/league?sslmode=require", "postgresql+psycopg://db/league?sslmode=require"),
    ],
)
def test_database_url(tmp_path, given, used):
    assert from_environment({"DATABASE_URL": given}, tmp_path).database_url == used.format(folder=tmp_path)


@pytest.mark.parametrize(
    ("given", "file"),
    [
        ("", "instance/scorekeeper.db"), ("sqlite:///league.db", "league.db"),
        ("sqlite:///other/../league.db", "league.db"), ("sqlite:///link.db", "league.db"),
        ("sqlite:////srv/league.db", "/srv/league.db"), ("sqlite:///who%20deals%3F.db", "who deals?.db"),
        ("sqlite:///file:league.db?uri=true", None), ("postgresql://ann@db/league", None),
    ],
)  # fmt: skip
def test_which_file_it_is(tmp_path, given, file):
    (tmp_path / "link.db").symlink_to("league.db")
    chosen = from_environment({"DATABASE_URL": given}, tmp_path)
    assert chosen.database_file == (tmp_path / file if file else None)


@pytest.mark.parametrize("url", ["league.db", "mysql://secret@db/league", "postgresql://ann:secret@db:port/x"])
def test_another_database_url_is_refused_without_repeating_a_password(tmp_path, url):
    with pytest.raises(ConfigurationError, match=r"^DATABASE_URL ") as refusal:
        from_environment({"DATABASE_URL": url}, tmp_path)
    assert "secret" not in str(refusal.value)


def test_postgresql_without_its_driver_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("scorekeeper.core.settings.find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match=r"pip install 'smear-scorekeeper\[postgres\]'"):
        from_environment({"DATABASE_URL": "postgresql://db/league"}, tmp_path)


def test_for_the_network_it_answers_to_this_machines_names(tmp_path, monkeypatch):
    monkeypatch.setattr("scorekeeper.core.settings.lan_address", lambda: "10.0.0.7")
    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen")
    hosts = from_environment({"LAN": "1"}, tmp_path).trusted_hosts
    assert hosts[-3:] == ("10.0.0.7", "kitchen", "kitchen.local")


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({"LAN": "yes"}, {"lan": True}),
        ({"LAN": "0"}, {"lan": False}),
        ({"TRUSTED_HOSTS": "score.example, .league.example"}, {"trusted_hosts": ("score.example", ".league.example")}),
        ({}, {"backup_every": 0, "backup_keep": 14, "backups": Path("instance/backups")}),
        ({"BACKUP_EVERY": "6", "BACKUP_KEEP": "3", "BACKUP_FOLDER": "/mnt/stick"},
         {"backup_every": 6, "backup_keep": 3, "backups": Path("/mnt/stick")}),
        ({"BACKUP_FOLDER": "copies"}, {"backups": Path("copies")}),
    ],
)  # fmt: skip
def test_what_is_chosen(tmp_path, given, chosen):
    made = from_environment(given, tmp_path)
    wanted = {key: tmp_path / value if isinstance(value, Path) else value for key, value in chosen.items()}
    assert {key: getattr(made, key) for key in chosen} == wanted


def test_a_folder_one_may_not_write_to_is_said(tmp_path):
    (tmp_path / "instance").write_text("in the way")
    with pytest.raises(ConfigurationError, match="cannot be made"):
        from_environment({}, tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("BACKUP_EVERY", "daily", "BACKUP_EVERY is 'daily'; it is how many hours lie between two backups, 0 to 8784."),
        ("BACKUP_KEEP", "0", "BACKUP_KEEP is '0'; it is how many backups are kept, 1 to 9999."),
        ("TRUSTED_PROXIES", "1", f"TRUSTED_PROXIES is set, so {NAMELESS}"),
        ("TRUSTED_PROXIES", "10", "TRUSTED_PROXIES is '10'; it is how many proxies stand in front, 0 to 9."),
        ("EXAMPLE", "nonsense", "EXAMPLE is 'nonsense'; it is a join code, like K7P-4RWX."),
        ("DATABASE_URL", "sqlite://", f"DATABASE_URL {NO_FILE}"),
        ("DATABASE_URL", "sqlite:///:memory:", f"DATABASE_URL {NO_FILE}"),
        *(("PORT", port, f"PORT is {port[:20]!r}; it is the port to serve on, 0 to 65535.")
          for port in ("abc", "-1", "65536", "8000.0", "٨٠٠٠")),
        ("LAN", "maybe", "LAN is 'maybe'; it is either 1 or 0."),
        *(("SECRET_KEY", key, "SECRET_KEY is too short to be safe; it takes 32 characters.")
          for key in ("dev", GOOD_KEY[:-1])),
        ("TRUSTED_HOSTS", "http://x", "TRUSTED_HOSTS has 'http://x'; it is names like score.example, with commas."),
        ("DATABASE_URL", "sqlite:////no/x.db", "DATABASE_URL names a file in /no, but there is no such folder."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(tmp_path, name, value, sentence):
    with pytest.raises(ConfigurationError) as refusal:
        from_environment({name: value}, tmp_path)
    assert str(refusal.value) == sentence


def test_the_page_about_configuration_names_every_setting(root):
    page = (root / "docs/configuration.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`[A-Z_`, ]+`) \|", page, re.MULTILINE)
    documented = {name for row in table for name in re.findall("[A-Z_]+", row)}
    assert documented == {*settings.NAMES} - {"FLASK_DEBUG"}
