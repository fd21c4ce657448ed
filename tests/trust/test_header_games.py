"""Row 21: whatever headers a stranger sends, others get their own pages, and no link leads elsewhere."""

import re

import pytest

from tests.trust.scoring import begin
from tests.trust.servers import WORKERS, RealPhone, serving_from

pytestmark = pytest.mark.deep
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


def link_of(server, code, cookies):
    return re.search(r"/s/[\w-]{22}", RealPhone(server, cookies).get(f"/t/{code}/invite"))[0]


def pages(server, path, cookies):
    found = [RealPhone(server, cookies).get(path) for _ in range(4 * WORKERS)]
    return [re.sub(r'name="(csrf_token|op_id)" value="[^"]*"', "", page) for page in found]


def test_header_games_change_no_page(database, tmp_path, record_property):
    """Each page is asked for with every header, under both addresses it may then have, by a member and by a reader."""
    [code], [cookies, *_] = begin(database, tmp_path, 1)
    with serving_from(database, tmp_path) as server:
        linked = link_of(server, code, cookies)
        for path in (f"/t/{code}", linked):
            for headers in GAMES:
                for asked in 2 * WORKERS * (path, f"{EVIL}{path}"):
                    RealPhone(server, cookies).once("GET", asked, **headers)  # a refusal is as good as a page
        seen = pages(server, f"/t/{code}", cookies) + pages(server, linked, {})
    assert not [page for page in seen if "evil" in page]
    assert len(set(seen)) == 2, "one page for members and one for readers, whoever asks"
    record_property("row 21: pages after header games, and those that differ", f"{len(seen)}, 0")


def test_control_an_app_that_believes_a_header_moves_its_links(database, tmp_path, record_property):
    [code], [cookies, *_] = begin(database, tmp_path, 1)
    with serving_from(database, tmp_path, PLANT="gullible") as server:
        linked = link_of(server, code, cookies)
        moved = RealPhone(server, {}).once("GET", linked, **{"X-Forwarded-Prefix": EVIL})
    assert f'="{EVIL}/' in moved.text
    record_property("row 21, control: links that a header moves when the app believes it", moved.text.count(EVIL))
