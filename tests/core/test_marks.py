"""Eight marks: each with a shape, a dash and a color of its own, in every light; labels that never touch."""

import re
from itertools import pairwise

import pytest

from scorekeeper.core.marks import COLORS, DASHES, SHAPES, brief_name, finishing_order, initials, monogram
from scorekeeper.core.settings import resources
from scorekeeper.games.board import BOTTOM, HEIGHT, LABEL, TOP, spread_labels

CSS = (resources("static") / "css" / "scorekeeper.css").read_text()
ALL = [f"s{number}" for number in range(1, 9)]
COLOR = r"--([\w-]+): (?:light-dark\()?(#[0-9a-f]+)(?:, (#[0-9a-f]+)\))?"


def lights():
    """Return the palettes: light, which is paper's too, dark and bar."""
    blocks = CSS.split("}")
    both, *others = [re.findall(COLOR, block) for block in blocks if "--s8:" in block]
    yield {name: light for name, light, _ in both}
    yield {name: dark or light for name, light, dark in both}
    yield from ({name: color for name, color, _ in palette} for palette in others)


LIGHTS = list(lights())


def contrast(one, other):
    """Return the contrast of two colors by WCAG 2: 1 to 21."""

    def luminance(color):
        parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )  # fmt: skip
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_mark_has_a_shape_a_dash_and_a_color_of_its_own():
    for each in (SHAPES, DASHES, COLORS):
        assert list(each) == ALL
        assert len(set(each.values())) == len(ALL)


def test_pages_and_pictures_have_the_same_colors():
    assert {css: LIGHTS[0][css] for css in ALL} == COLORS


@pytest.mark.parametrize("light", LIGHTS)
def test_every_color_can_be_read_on_its_card(light):
    card = light.get("card") if len(light.get("card", "")) == 7 else "#ffffff"
    assert {css: round(contrast(light[css], card), 1) for css in ALL if contrast(light[css], card) < 4.5} == {}
    assert len({light[css] for css in ALL}) == len(ALL)


@pytest.mark.parametrize(
    "ends",
    [
        [100.0], [100.0, 103.0], [120.0] * 8, [16.0] * 8, [268.0] * 8,
        [16.0, 20.0, 260.0, 265.0, 268.0, 150.0, 151.0, 149.0], [50.0, 74.0, 60.0],
    ],
)  # fmt: skip
def test_labels_at_the_ends_of_curves_stand_clear_of_each_other(ends):
    heights = spread_labels(ends)
    assert all(below - above >= LABEL - 0.1 for above, below in pairwise(sorted(heights)))
    places = range(len(ends))
    assert sorted(places, key=lambda each: (ends[each], each)) == sorted(places, key=heights.__getitem__)
    assert TOP <= min(heights) <= max(heights) <= HEIGHT - BOTTOM


def test_no_two_people_have_the_same_letters():
    assert initials(["Ann", "Al", "Bo"]) == {"Ann": "An", "Al": "Al", "Bo": "B"}
    assert initials(["Player 1", "Player 2"]) == {"Player 1": "P1", "Player 2": "P2"}
    alike = initials(["Christine", "Christopher", "Dee", "Christian", "Christa"])
    # The first letter that only the last two have is the same: a.
    assert list(alike.values()) == ["Cn", "Co", "D", "C4", "C5"]


def test_a_chip_has_two_letters():
    names = {"Bob": "Bo", "bo featherstone": "BF", "Mary Ann Lee": "MA", "Mary-Ann": "MA", "Ann-": "An", "O'Neil": "ON"}
    assert {name: monogram(name) for name in [*names, "X"]} == names | {"X": "X"}


@pytest.mark.parametrize(
    ("scores", "winner", "counts_down", "order"),
    [
        ([3, 12, -1, 7], 1, False, [1, 3, 0, 2]),
        ([9, 0, 4], 1, True, [1, 2, 0]),
        ([22, 21, 5], 1, False, [1, 0, 2]),  # the bidder goes out first, with fewer points
        ([4, 4, 10], 2, False, [2, 0, 1]),
    ],
)
def test_who_won_comes_first_then_the_better_score(scores, winner, counts_down, order):
    won = [place == winner for place in range(len(scores))]
    assert finishing_order(scores, won, counts_down=counts_down) == order


@pytest.mark.parametrize(
    ("name", "others", "brief"),
    [
        ("Bartholomew Ames", ["Bartie", "Ann Ames"], "Bartholomew"),
        ("Mary Ann Johnson", ["Mary Ann Smithson"], "Mary J."),
        ("Mary Jane Smithson", ["Mary Sue Summers"], "Mary Jane Smithson"),
        ("Bartholomew (2)", ["Bartholomew"], "Bartholomew (2)"),
    ],
)
def test_a_long_name_is_told_from_all_others_by_as_little_as_will_do(name, others, brief):
    assert brief_name(name, [*others, name]) == brief
