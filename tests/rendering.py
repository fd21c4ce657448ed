"""What the database is asked while a template is rendered: pages are made of data that was read before."""

from contextlib import contextmanager
from contextvars import ContextVar

from jinja2 import Environment
from sqlalchemy import Engine, event

_rendering = ContextVar("_rendering", default=False)


def _concat(pieces):
    """Join what a template yields, a whole page or a block of it: while this runs, it is being rendered."""
    before = _rendering.set(True)
    try:
        return "".join(pieces)
    finally:
        _rendering.reset(before)


@contextmanager
def noting_statements():
    """Return a list to which every statement is added that any engine sends while any template is rendered."""
    asked = []

    def note(_connection, _cursor, statement, *_):
        if _rendering.get():
            asked.append(statement)

    concat = Environment.concat
    Environment.concat = staticmethod(_concat)
    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)
        Environment.concat = staticmethod(concat)
