"""Links that show a game to anybody who has them."""

import re

from tests.phones import HTMX


def test_a_link_shows_a_game_to_anybody_and_lets_nobody_write(phone, stranger, code):
    phone.hand(code)
    look = re.search(r'href="http://localhost(/s/[\w-]{22})"', phone.get(f"/t/{code}/invite").text)[1]
    page = stranger.page(look)
    assert "You are watching." in page.text
    assert not page.forms
    assert stranger.get(f"{look}/board?seen=0", **HTMX).status_code == 200
    assert stranger.get(f"{look}/board?seen=1", **HTMX).status_code == 204
    assert "Bob bid 5" in stranger.page(f"{look}/log").text
    for path in (look, f"{look}/log", f"{look}/rules", f"{look}/watch"):
        html = stranger.get(path).text
        assert code not in html, f"{path} leads on to where its reader may not go"
        for away in set(re.findall(rf'(?:href|hx-get)="({look}[^"#]*)', html)):
            assert stranger.get(away.replace("&amp;", "&")).status_code in (200, 204), away


def test_a_closed_link_shows_nothing_and_a_new_one_does(phone, stranger, code):
    def look():
        found = re.search(r'href="http://localhost(/s/[\w-]{22})"', phone.get(f"/t/{code}/invite").text)
        return found[1] if found else None

    old = look()
    phone.send(f"/t/{code}/phones", f"/t/{code}/share/close", {})
    assert look() is None
    assert stranger.get(old).status_code == 404
    assert "data:image/svg+xml;" not in phone.get(f"/t/{code}/rules").text.split("<article")[1]
    assert phone.send(f"/t/{code}/rules", f"/t/{code}/share", {}).location == f"/t/{code}/rules"
    assert stranger.get(look()).status_code == 200
    assert look() != old


def test_a_chat_shows_the_picture_of_a_link_only_if_its_sender_said_so(phone, stranger, code):
    for _ in range(6):
        phone.hand(code, bid="10")
    words, pictured = re.findall(r'data-share="[^"]+ http://localhost(/s/[^"]+)"', phone.get(f"/t/{code}").text)
    assert pictured == f"{words}?picture=yes"
    preview = stranger.get(words).text
    assert 'property="og:description" content="Bob &amp; Dee won.' in preview
    assert "og:image" not in preview
    image = re.search(r'property="og:image" content="http://localhost([^"]+)"', stranger.get(pictured).text)[1]
    answer = stranger.get(image)
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.data.startswith(b"\x89PNG")
    assert "og:image" not in phone.get(f"/t/{code}?picture=yes").text, "a member's page is nobody's preview"


def test_whoever_watched_the_end_is_led_to_the_rematch_and_who_looks_through_a_link_is_not(viewer, phone, code):
    look = re.search(r'href="http://localhost(/s/[\w-]{22})"', phone.get(f"/t/{code}/invite").text)[1]
    for _ in range(6):
        phone.hand(code, bid="10")
    asked = f"/t/{code}/watch?next="
    assert f"{asked}table" in viewer.get(f"/t/{code}").text
    assert f"{asked}watch" in viewer.get(f"/t/{code}/watch").text
    assert viewer.get(f"{asked}table", **HTMX).status_code == 204
    new = phone.send(f"/t/{code}", f"/t/{code}/rematch", {}).location
    assert f'href="{new}"' in viewer.get(f"{asked}table", **HTMX).text
    assert viewer.get(f"{asked}watch", **HTMX).headers["HX-Redirect"] == f"{new}/watch"
    for page in ("", "/watch"):
        html = viewer.get(f"/t/{code}{page}").text
        assert "On to the next game" in html
        assert "?next=" not in html, "it is not asked for what is known"
    assert "/rematch" not in phone.get(f"/t/{code}").text
    assert phone.get(f"{look}/watch?next=table", **HTMX).status_code == 204
    assert "On to the next game" not in phone.get(look).text
