"""Fewer bytes: who gets them, who does not, and that what comes out is what was put in."""

import gzip
import re

import pytest

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def styles(phone, code):
    """The address of the style sheet, as a page names it."""
    return re.search(r'href="(/static/[0-9a-f]{12}/css/scorekeeper\.css)"', phone.get(f"/t/{code}").text)[1]


def test_a_page_is_packed_for_whoever_takes_it(phone, code):
    plain, packed = phone.get(f"/t/{code}"), phone.client.get(f"/t/{code}", headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 3
    assert 'id="hand"' in gzip.decompress(packed.data).decode()
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_other_site_learns_how_long_a_page_is(phone, code, site):
    """BREACH: a guess beside a secret makes a packed page shorter; what another site asks for is not packed."""
    answer = phone.client.get(f"/t/{code}", headers=GZIP | {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"})
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("refused", ["gzip;q=0", "gzip; q=0.0, br", "br", "identity"])
def test_who_refuses_gets_it_plain(phone, code, styles, refused):
    for path in (f"/t/{code}", styles):
        assert "Content-Encoding" not in phone.client.get(path, headers={"Accept-Encoding": refused}).headers


def test_a_stream_is_said_line_by_line(phone, code):
    answer = phone.client.get(f"/t/{code}/stream", headers=GZIP, buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert "Content-Encoding" not in answer.headers
    answer.close()


def test_a_static_file_is_packed_kept_for_good_and_the_same(phone, styles):
    plain, packed = phone.client.get(styles), phone.client.get(styles, headers=GZIP)
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 3
    for answer in (plain, packed):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["Cache-Control"]
        assert int(answer.headers["Content-Length"]) == len(answer.data)
    with phone.client.get(styles, headers=GZIP | {"If-None-Match": packed.headers["ETag"]}) as again:
        assert (again.status_code, again.data) == (304, b"")
    assert phone.client.post(styles).status_code == 405
    assert phone.client.head(styles, headers=GZIP).data == b""
