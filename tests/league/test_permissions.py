"""Who looks on is offered nothing, and no address of a league breaks a page."""

from __future__ import annotations

import re

from tests.phones import Page

VALUES = {"size": "4", "season": "1", "night": "1", "person": "1", "other": "2", "house_id": "1", "table": "standings",
          "tournament": "1", "number": "1", "at": "1"}  # fmt: skip
READ = [
    "", "/standings", "/awards", "/seasons", "/nights", "/nights/1", "/games", "/search?q=b", "/people", "/changes",
    "/people/1", "/people/1?season=1", "/people/1/with/2", "/people/1/rating/{game}", "/seasons/new", "/seasons/1",
    "/people/1/edit", "/people/1/merge?into=2", "/people/5/erase", "/house-rules", "/house-rules/1",
    "/tournaments", "/tournaments/new", "/tournaments/1", "/tournaments/1/log", "/tournaments/1/settings",
    "/tournaments/1/players", "/tournaments/1/slips/1/1", "/tournaments/1/board?page=2", "/tournaments/1/results",
    "/tournaments/1/cards", "/delete",
]  # fmt: skip


def address(rule, league, told, **values):
    values = {**VALUES, "game": told.games[0], "league": league.removeprefix("/l/"), **values}
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda match: values[match[1]], rule)


def ask(phone, method, path, data=None):
    form = phone.form("/import", "/import") if method == "POST" else {}
    sent = {"csrf_token": form.get("csrf_token", ""), "op_id": form.get("op_id", ""), **(data or {})}
    return phone.client.open(path, method=method, data=sent if method == "POST" else None)


def test_what_a_league_has_not_is_404(owner, league, told):
    for path in (
        "/seasons/99", "/nights/99", "/people/99", "/people/1/with/99", "/people/99/with/1", "/people/99/edit",
        "/people/1/merge?into=99", "/people/1/rating/{none}", "/people/5/rating/{game}", "/standings?season=99",
        "/standings?season=x", "/games?person=99", "/games?person=x", "/games?season=99", "/people/999999999999",
        "/changes?before=x",
    ):  # fmt: skip
        answer = owner.get(league + path.format(none="A" * 22, game=told.games[0]))
        assert answer.status_code == 404, path
        assert "There is nothing at this address." in answer.text


def test_who_looks_on_is_offered_nothing_to_change(viewer, league):
    for path in ("", "/standings", "/seasons", "/people", "/people/1"):
        html = viewer.get(league + path).text
        assert 'method="post"' not in html, path
        assert not re.search(r"/edit|/seasons/new|/seasons/\d", html), path


def test_nothing_is_inline_ids_are_used_once_and_controls_named(owner, league, told):
    for path in READ:
        html = owner.get(league + path.format(game=told.games[0])).text
        assert Page(html).inline == [], path
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert sorted(ids) == sorted(set(ids)), path
        for control in re.findall(r"<(?:input(?![^>]*hidden)|select)[^>]*>", html):
            identity = re.search(r'id="([^"]+)"', control)
            labelled = identity and f'for="{identity[1]}"' in html
            assert "aria-label" in control or labelled or f">{control}" in html, control
