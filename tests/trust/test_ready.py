"""A page that lies ready is what would be printed now, whatever was changed; the forms in it are its phone's own."""

import re

import pytest

from scorekeeper.core import pages
from scorekeeper.core.pages import cached_page
from scorekeeper.games import views as routes
from tests.games.test_hot_path import steady
from tests.trust.ways import WAYS

TABLES = ("code", "counting", "smoke")


@pytest.fixture(autouse=True)
def _nothing_ready():
    pages._pages.clear()
    yield
    pages._pages.clear()


def looks(copy):
    """Return every table as phones see it, and one through its link."""
    values = copy.world.values
    paths = [f"/t/{values[name]}" for name in TABLES] + [f"/s/{values['link']}"]
    return {(role, path): steady(copy.phone(role).get(path).text) for role in ("owner", "viewer") for path in paths}


def looks_made_anew(copy):
    pages._pages.clear()
    return looks(copy)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", list(WAYS))
def test_after_any_form_every_table_is_as_it_would_be_printed_now(copy, rule):
    form = copy.ready(rule)
    looks(copy)
    assert form.send().status_code in (200, 303)
    assert looks(copy) == looks_made_anew(copy)


def test_the_control_a_key_that_leaves_names_out_is_noticed(copy, monkeypatch):
    monkeypatch.setattr(routes, "_cache_key", lambda game, asking, _reviews: (game.row.code, asking))
    form = copy.ready("/l/<league>/people/<int(max=999999999):person>/name")
    looks(copy)
    form.send()
    assert looks(copy) != looks_made_anew(copy)


@pytest.fixture
def phones(copy):
    """Three phones at one table; the third only watches."""
    return copy.phone(), copy.phone(), copy.phone("viewer")


def test_no_two_forms_are_the_same_and_a_token_is_its_phones_own(copy, phones):
    path = f"/t/{copy.world.values['counting']}"
    texts = [phone.get(path).text for phone in phones]
    op_ids = [set(re.findall(r'name="op_id" value="([^"]+)"', text)) for text in texts]
    tokens = [set(re.findall(r'name="csrf_token" value="([^"]+)"', text)) for text in texts]
    assert op_ids[0]
    assert not op_ids[0] & op_ids[1]
    assert [len(found) for found in tokens] == [1, 1, 1]
    assert len(set.union(*tokens)) == 3
    assert not re.findall(r"[0-9a-f]{32}", steady(texts[0])), "no stamp stands anywhere else"


def test_the_oldest_go_when_there_are_too_many(shared_app, blank_database):
    with shared_app.on(blank_database).test_request_context("/"):
        for number in range(250):
            cached_page(("a table", number), lambda number=number: (f"<p>{number}</p>", True))
            assert len(pages._pages) <= 100
            assert cached_page(("a table", number), pytest.fail) == b"<p>%d</p>" % number
