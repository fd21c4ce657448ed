"""The app that tests share is as it was made for each of them, whatever the test before did."""

from __future__ import annotations

import pytest

from tests.apps import SharedApp
from tests.phones import Phone


@pytest.fixture
def shared(blank_database, tmp_path):
    return SharedApp(blank_database, tmp_path)


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
