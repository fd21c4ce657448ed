"""Apps for tests, made cheaply: one for all tests of a process that leave it as it is."""

import threading
from pathlib import Path

from flask import Flask
from jinja2 import BytecodeCache

from scorekeeper.app import create_app
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import from_environment
from tests.databases import copied, url_of


class CompiledTemplates(BytecodeCache):
    """Jinja's compiled templates, kept in memory for all apps of this process."""

    def __init__(self):
        self._code = {}

    def load_bytecode(self, bucket):
        bucket.code = self._code.get(_key(bucket))

    def dump_bytecode(self, bucket):
        self._code[_key(bucket)] = bucket.code


def _key(bucket):
    """What a compiled template depends on: its name and text, and the settings it was compiled with."""
    settings = bucket.environment
    escapes = settings.autoescape if isinstance(settings.autoescape, bool) else "by its name"
    return bucket.key, bucket.checksum, escapes, settings.trim_blocks, settings.lstrip_blocks


Flask.jinja_options = {"bytecode_cache": CompiledTemplates()}


def app_on(database, folder, **environ):
    """Return an app of one's own on a database, with these settings; its files are kept in `folder`."""
    return create_app(from_environment({"DATABASE_URL": url_of(database), **environ}, folder))


class SharedApp:
    """One app whose database is a fresh copy for every test."""

    def __init__(self, blank, folder):
        self._folder, self._made = folder, 0
        self._make(blank)

    def _make(self, source):
        """Make an app with a database file that no thread of an app before it knows."""
        self._made += 1
        self.database = copied(source, self._folder / f"games-{self._made}.db")
        self.app = app_on(self.database, self._folder)
        self._threads = set(threading.enumerate())

    def on(self, source):
        """Return the app on a fresh copy of `source`."""
        with self.app.app_context():
            db.engine.dispose()
        if set(threading.enumerate()) - self._threads:  # one that follows the database of the test before
            self._make(source)
        else:
            if isinstance(self.database, Path):
                for left in self._folder.glob(f"{self.database.name}*"):
                    left.unlink()
            copied(source, self.database)
        return self.app
