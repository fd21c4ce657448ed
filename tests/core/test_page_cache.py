"""The page cache keeps pages of as many tables as there is room for, and no more."""

from __future__ import annotations

import pytest

from scorekeeper.core import page_cache
from scorekeeper.core.page_cache import cached_page


@pytest.fixture(autouse=True)
def _empty_cache():
    page_cache._pages.clear()
    yield
    page_cache._pages.clear()


def page(number):
    return cached_page(("a table", number), lambda: (f"<p>{number}</p>", True))


def test_a_hundred_pages_are_kept_at_most_and_the_newest_is_among_them(app):
    with app.test_request_context():
        for number in range(250):
            assert page(number) == b"<p>%d</p>" % number
            assert len(page_cache._pages) <= 100
            assert cached_page(("a table", number), pytest.fail) == b"<p>%d</p>" % number


def test_a_page_is_kept_for_where_the_program_is_mounted(phone, stranger, code):
    """A proxy may mount it elsewhere; its links must not reach those who come by the usual way."""
    stranger.join(phone, code)  # a table without other phones shows its own address
    moved = phone.client.get(f"/t/{code}", base_url="http://localhost/elsewhere")
    assert "/elsewhere/t/" in moved.text
    assert "/elsewhere" not in phone.get(f"/t/{code}").text
