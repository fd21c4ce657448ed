"""A database as it was, to be put back again and again while programs have it open."""

import sqlite3
from contextlib import closing

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests.databases import GUARDS_OFF, Postgres

KEEP = """DO $$ DECLARE it name; BEGIN
    DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept;
    FOR it IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', it);
    END LOOP; END $$"""
PUT_BACK = """DO $$ DECLARE it name; BEGIN
    FOR it IN SELECT tablename FROM pg_tables WHERE schemaname = 'kept' LOOP
        EXECUTE format('DELETE FROM public.%I', it);
        EXECUTE format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE TABLE kept.%1$I', it);
    END LOOP; END $$"""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
WRITTEN = "SELECT count(*), max(xmin::text::bigint) FROM "
"""How many rows a table has, and by which transaction its newest row was written."""


def kept_of(database):
    return _OnServer(database) if isinstance(database, Postgres) else _File(database)


class _File:
    def __init__(self, path):
        self.path, self.kept, self.looks_on = path, sqlite3.connect(":memory:"), sqlite3.connect(path)
        self.keep()

    def keep(self):
        self.looks_on.backup(self.kept)

    def version(self):
        """A number that moves with every commit of others."""
        return self.looks_on.execute("PRAGMA data_version").fetchone()[0]

    def put_back(self):
        with closing(sqlite3.connect(self.path)) as target:
            self.kept.backup(target)

    def close(self):
        self.kept.close()
        self.looks_on.close()


class _OnServer:
    def __init__(self, database):
        self.engine = create_engine(database.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self.line = self.engine.connect()
        self.line.exec_driver_sql(GUARDS_OFF)
        tables = self.line.exec_driver_sql(TABLES).scalars()
        self.written = " UNION ALL ".join(WRITTEN + table for table in tables)
        self.keep()

    def keep(self):
        self._do(KEEP)

    def version(self):
        """Something that is another with every commit that wrote."""
        return self.line.exec_driver_sql(self.written).all()

    def put_back(self):
        self._do(PUT_BACK)

    def _do(self, block):
        self.line.exec_driver_sql(block.replace("%", "%%"))

    def close(self):
        self.line.close()
        self.engine.dispose()
