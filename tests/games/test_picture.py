"""The winner's card: the hand that turned the game, and its picture: who gets it, and names in any letters."""

import re
import struct
from xml.etree import ElementTree as ET

import pytest

from scorekeeper.games.pages import png_of

SHORT = {"rule-finish.target": "5"}
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def drawn(monkeypatch):
    """The drawings that were made PNGs."""
    svgs = []

    def noted(svg):
        svgs.append(svg)
        return png_of(svg)

    monkeypatch.setattr("scorekeeper.games.views.png_of", noted)
    return svgs


def finished(phone, names=("Ann", "Bob", "Cy", "Dee"), variant="minnesota-ten-point"):
    code = phone.sit_down(variant, names=names, **SHORT)
    assert phone.hand(code).status_code == 303
    return code


def words_of(svg):
    texts = ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 - our own
    return ["".join(text.itertext()) for text in texts]


def test_the_end_of_a_game_is_a_picture_of_1200_by_630_that_a_browser_keeps(phone):
    path = f"/t/{finished(phone)}/picture.png"
    answer = phone.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.data.startswith(PNG)
    assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    again = phone.get(path, If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")


def test_it_says_who_won_what_and_how(phone, drawn):
    phone.get(f"/t/{finished(phone)}/picture.png")
    words = words_of(drawn[0])
    assert {"Bob & Dee won", "Minnesota ten-point Smear to 5", "Won on hand 1.", "Scorekeeper"} <= set(words)
    assert "100" in words  # 10 and 0, the second in a smaller size
    assert re.search(r", \w{3} \d+, \d{4}$", words[-1])


NAMES = {
    "Cyrillic": "\N{CYRILLIC CAPITAL LETTER DZHE}\u043e\u0440\u0434\u0436",
    "markup": "Al & <b>",
    "right to left": "\u05e2\u05d9\u05d3\u05d5",
    "cards": "\N{BLACK SPADE SUIT}\N{PLAYING CARD ACE OF SPADES}",
    "long": "W" * 40,
    "quotes": '"]]>',
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_in_any_letters_are_drawn(phone, drawn, name):
    code = finished(phone, ("Ann", name, "Cy", "Dee"))
    answer = phone.get(f"/t/{code}/picture.png")
    assert answer.data.startswith(PNG)
    won = next(text for text in words_of(drawn[0]) if text.endswith(" won"))
    assert won.removesuffix(" won").rstrip("…").startswith(name[:5])


@pytest.mark.parametrize(
    ("bidders", "before", "says"),
    [
        ("1112221", "", "It turned on hand 7, when Ann made 4."),  # of hands that bring as much the last one counts
        ("1111", "", "Ahead all the way."), ("111", "3", "Ahead since hand 1."),
    ],
)  # fmt: skip
def test_the_card_tells_the_hand_that_turned_the_game(phone, bidders, before, says):
    """Whoever bids 4 makes it; to 15."""
    code = phone.sit_down("fort-frances-sneak-out", opening_1=before)
    for bidder in bidders:
        phone.hand(code, bidder=bidder, bid="4", point_jack=bidder)
    assert says in phone.page(f"/t/{code}").text
    assert ('class="ring' in phone.get(f"/t/{code}").text) == ("turned" in says)
