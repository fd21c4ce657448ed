"""Whatever headers a stranger sends, others get their own pages: no link leads elsewhere."""

from __future__ import annotations

import re

import pytest
from sqlalchemy.orm import Session

from scorekeeper.access.links import open_read_link, read_link
from scorekeeper.access.roles import game_access
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from tests.factories import draft, enrol
from tests.trust.servers import WORKERS, RealPhone, serving_from

EVIL = "//evil.example"
GAMES = (
    {"SCRIPT_NAME": EVIL},
    {"SCRIPT-NAME": EVIL},
    {"PATH_INFO": f"{EVIL}/x"},
    {"X-Forwarded-Prefix": EVIL},
    {"X-Forwarded-Host": "evil.example"},
    {"X-Forwarded-Proto": "https"},
    {"X-Original-URL": EVIL},
    {"Forwarded": "host=evil.example;proto=https"},
)


@pytest.fixture
def table(engine):
    """Return a game's address for a member, one for anybody with its link, and the member's secret."""
    with Session(engine, expire_on_commit=False) as session:
        device, secret = enrol(session, wall_clock, "Alice's phone")
        code = create_game(Submission(session, wall_clock, device), draft())
        access = game_access(session.connection(), code, secret)
        open_read_link(Submission(session, wall_clock, device, league_id=access.league_id), access.game_id)
        return f"/t/{code}", f"/s/{read_link(session.connection(), access.league_id, access.game_id)}", secret


def steady(html):
    return re.sub(r'name="(csrf_token|op_id)" value="[^"]*"', "", html)


def play_games(server, paths, cookies):
    """Ask for each page with every header, under both addresses it may then have; refusals are as good as pages."""
    for path in paths:
        for headers in GAMES:
            for asked in (path, f"{EVIL}{path}"):
                for _ in range(2 * WORKERS):
                    RealPhone(server, cookies).once("GET", asked, **headers)


def pages(server, paths, cookies):
    return [steady(RealPhone(server, cookies).get(path)) for path in paths for _ in range(4 * WORKERS)]


@pytest.mark.deep
def test_header_games_change_no_page(database, tmp_path, table, record_property):
    member, linked, secret = table
    cookies = {"phone": secret}
    with serving_from(database, tmp_path) as server:
        play_games(server, [member, linked], cookies)
        seen = pages(server, [member], cookies) + pages(server, [linked], {})
    assert not [page for page in seen if "evil" in page]
    assert len(set(seen)) == 2, "one page for members and one for readers, whoever asks"
    record_property("row 21: pages after header games, and those that differ", f"{len(seen)}, 0")


@pytest.mark.deep
def test_control_an_app_that_believes_a_header_moves_its_links(database, tmp_path, table, record_property):
    _, linked, _ = table
    with serving_from(database, tmp_path, PLANT="gullible") as server:
        moved = RealPhone(server, {}).once("GET", linked, **{"X-Forwarded-Prefix": EVIL})
    assert f'="{EVIL}/' in moved.text
    record_property("row 21, control: links that a header moves when the app believes it", moved.text.count(EVIL))
