"""The app that tests share is as it was made for each of them, whatever the test before did."""

from __future__ import annotations

import pytest

from tests.apps import SharedApp
from tests.databases import asked
from tests.web.conftest import Phone


@pytest.fixture
def shared(blank_database, tmp_path):
    return SharedApp(blank_database, tmp_path)


def test_every_test_has_a_database_of_its_own(shared, blank_database):
    Phone(shared.on(blank_database)).sit_down()
    assert asked(shared.database, "SELECT count(*) FROM games") == [(1,)]
    assert "Start a game" in Phone(shared.on(blank_database)).get("/").text
    assert asked(shared.database, "SELECT count(*) FROM games") == [(0,)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("view_functions", lambda app: app.view_functions.update({"home.index": lambda: "planted"})),
        ("before_request_funcs", lambda app: app.before_request_funcs[None].clear()),
        ("config", lambda app: app.config.update(WTF_CSRF_ENABLED=False)),
        ("globals", lambda app: app.jinja_env.globals.update(can=lambda _: True)),
    ],
)
def test_who_leaves_it_changed_is_named_and_the_next_one_has_another(shared, blank_database, name, change):
    change(shared.on(blank_database))
    with pytest.raises(AssertionError, match=f"test_who_leaves_it_changed.* left the shared app changed: {name}"):
        shared.on(blank_database)
    assert "Start a game" in Phone(shared.on(blank_database)).get("/").text


def test_a_stream_somebody_left_open_follows_no_database_of_another_test(shared, blank_database):
    phone = Phone(shared.on(blank_database))
    left_open = phone.client.get(f"/t/{phone.sit_down()}/stream", buffered=False)
    told = left_open.iter_encoded()
    next(told)
    next(told)

    phone = Phone(shared.on(blank_database))
    code = phone.sit_down()
    with phone.client.get(f"/t/{code}/stream", buffered=False) as answer:
        said = answer.iter_encoded()
        assert [next(said), next(said)] == [b"retry: 3000\n", b"id: 0\ndata: 0\n\n"]
        phone.hand(code)
        assert next(said) == b"id: 1\ndata: 1\n\n"
    left_open.close()
