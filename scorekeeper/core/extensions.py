"""The extensions, not yet bound to an app; import them from here."""

from typing import TYPE_CHECKING

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, scoped_session

from scorekeeper.core.settings import THREADS
from scorekeeper.models import Base
from scorekeeper.models.engine import configure_engine, is_away


class Database(SQLAlchemy):
    if TYPE_CHECKING:
        session: Session  # type: ignore[assignment]  # a proxy of each thread's own

    def init_app(self, app: Flask) -> None:
        # One connection for each thread, so that none waits for another's page.  If the database server was
        # restarted since a connection was last used, the ping replaces it before a request notices.
        on_server = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name() != "sqlite"
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {"pool_size": THREADS, "pool_pre_ping": on_server})
        super().init_app(app)
        app.teardown_appcontext(self._end_reads)  # before Flask-SQLAlchemy's own, which then has nothing to do
        with app.app_context():
            configure_engine(self.engine)

    def _end_reads(self, _error: BaseException | None) -> None:
        """Close the session of a request.

        If the database server is gone by then, the answer is sent all the same: what the request wrote is committed.
        """
        scoped: scoped_session[Session] = self.session  # type: ignore[assignment]  # what it is at run time
        try:
            scoped.remove()
        except DBAPIError as error:
            if not is_away(error):
                raise
            scoped.registry.clear()


# Loaded objects stay readable after the commit, without another query.
# Parameters of a failed statement are not logged: they are names, and secrets that let people in.
db = Database(model_class=Base, session_options={"expire_on_commit": False}, engine_options={"hide_parameters": True})
csrf = CSRFProtect()
