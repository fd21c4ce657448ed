"""Pages lie ready for as many tables as there is room for, and no more."""

from __future__ import annotations

import pytest

from scorekeeper.web import ready


@pytest.fixture(autouse=True)
def _nothing_ready():
    ready._ready.clear()
    yield
    ready._ready.clear()


def page(number):
    return ready.ready(("a table", number), lambda: ready.Printed(f"<p>{number}</p>", steady=True))


def test_a_hundred_pages_lie_ready_at_most_and_the_newest_is_among_them(app):
    with app.test_request_context():
        for number in range(250):
            assert page(number) == b"<p>%d</p>" % number
            assert len(ready._ready) <= 100
            assert ready.ready(("a table", number), pytest.fail) == b"<p>%d</p>" % number
