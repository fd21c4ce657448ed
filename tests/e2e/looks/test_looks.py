"""Every screen of the list looks as its reference picture does; `make looks` takes the pictures again."""

import io

import pytest
from PIL import Image, ImageDraw

from tests.e2e.looks.comparison import compare, packed
from tests.e2e.looks.screens import REFERENCES, SCREENS, demo_league, take

BY_NAME = {screen.name: screen for screen in SCREENS}
LARGEST, ALL_TOGETHER = 25_000, 400_000
"""Bytes of a reference picture, and of all."""


@pytest.fixture(scope="session")
def league(tmp_path_factory):
    with demo_league(tmp_path_factory.mktemp("demo")) as league:
        yield league


@pytest.fixture
def looks(chromium, league):
    """Return a function that takes a screen's picture, with another font or a style of its own, packed."""
    return lambda name, **changed: packed(take(chromium, league, BY_NAME[name], **changed))


def expected(name):
    return BY_NAME[name].reference.read_bytes()


def keep(folder, actual, expected, found):
    for name, picture in {"actual": actual, "expected": expected}.items():
        Image.open(io.BytesIO(picture)).save(folder / f"{name}.png")
    found.where.save(folder / "difference.png")


@pytest.mark.parametrize(
    "name", [pytest.param(each.name, marks=[pytest.mark.deep] if each.deep else []) for each in SCREENS]
)
def test_a_screen_looks_as_it_did(name, looks, tmp_path):
    actual = looks(name)
    found = compare(actual, expected(name))
    if not found.alike:
        keep(tmp_path, actual, expected(name), found)
        pytest.fail(
            f"The screen “{name}” looks different: {found}. Look at actual.png, expected.png and difference.png in "
            f"{tmp_path}. If you meant the change, run `make looks` and commit the pictures."
        )


def test_the_references_are_small_and_none_is_left_over():
    sizes = {path: path.stat().st_size for path in REFERENCES.iterdir()}
    assert set(sizes) == {screen.reference for screen in SCREENS}
    assert len(sizes) >= 20
    assert max(sizes.values()) <= LARGEST
    assert sum(sizes.values()) <= ALL_TOGETHER


FELT, CARD, INK, ACCENT, OTHER = "#1b4a38", "#fbf7ec", "#1c2622", "#b1410f", "#0b5aa6"
CARDS = ((12, 100, 348, 220), (12, 240, 348, 420))
BUTTON = (200, 440, 348, 488)


def drawn(cards=CARDS, button=BUTTON, accent=ACCENT, words="the dealer", bold=0):
    """Return a screen of cards with a few words, marks in an accent color, and a button."""
    picture = Image.new("RGB", (360, 640), FELT)
    pen = ImageDraw.Draw(picture)
    for left, top, right, bottom in cards:
        pen.rounded_rectangle((left, top, right, bottom), 12, fill=CARD)
        pen.text((left + 40, top + 20), words, INK, font_size=18, stroke_width=bold)
        pen.ellipse((left + 12, top + 20, left + 32, top + 40), fill=accent)
    pen.rounded_rectangle(button, 12, fill=CARD)
    return packed(picture)


def moved(box, across=0, down=0):
    return box[0] + across, box[1] + down, box[2] + across, box[3] + down


DIFFERENT = {
    "a card 24 pixels lower": {"cards": (CARDS[0], moved(CARDS[1], down=24))},
    "a button 24 pixels further left": {"button": moved(BUTTON, across=-24)},
    "a card less": {"cards": CARDS[:1]},
    "another accent": {"accent": OTHER},
    "no words": {"words": ""},
}
ALIKE = {
    "the same": {},
    "other words": {"words": "the bidder"},
    "bolder letters": {"bold": 0.5},
    "everything a pixel lower": {
        "cards": tuple(moved(card, down=1) for card in CARDS), "button": moved(BUTTON, down=1),
    },
}  # fmt: skip


@pytest.mark.parametrize("changed", DIFFERENT.values(), ids=DIFFERENT)
def test_what_a_person_would_see_at_once_is_a_difference(changed):
    assert not compare(drawn(**changed), drawn()).alike


@pytest.mark.parametrize("changed", ALIKE.values(), ids=ALIKE)
def test_what_letters_look_like_is_none(changed):
    assert compare(drawn(**changed), drawn()).alike


def test_another_size_is_a_difference():
    assert not compare(packed(Image.new("RGB", (360, 640))), packed(Image.new("RGB", (360, 600)))).alike


DEJAVU = 'src: local("DejaVu Sans"), local("Bitstream Vera Sans"), local("Verdana"); size-adjust: 86%'
"""A broader font, made so much smaller that lines break where they did."""


@pytest.mark.deep
@pytest.mark.parametrize("name", ["table", "person", "awards"])
def test_a_screen_in_another_font_is_alike(name, looks):
    ours = looks(name, font=DEJAVU)
    assert ours != looks(name)
    found = compare(ours, expected(name))
    assert found.alike, found
