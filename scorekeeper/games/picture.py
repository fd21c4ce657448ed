"""The winner's card as a picture to send around: SVG from a template, made a PNG without a browser."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import resvg_py
from flask import render_template

from scorekeeper.core.marks import COLORS, DASHES, SHAPES
from scorekeeper.core.paths import resources
from scorekeeper.games.chart import score_chart
from scorekeeper.games.finish import WinnerCard, winner_card
from scorekeeper.games.table_state import GameView

FONT = "font/rokkitt-800.ttf"
IN_FONT = re.compile("[ -~¢£À-ÿ–’“”…€−]*")  # noqa: RUF001 - what the font has (static/font/README.md)
UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML does not allow in any way of writing it."""
LETTER, WIDE_LETTER = 0.56, 1.0
"""The width of a letter, of its size; that of a wide one, as of Chinese."""
MAX_CACHED = 20
"""Pictures of 40 kB or so, in each process."""


@dataclass(frozen=True)
class PlacedText:
    """A line of text in the middle of `x`, as large as fits there."""

    text: str
    x: int
    y: int
    size: int
    soft: bool = False


@dataclass(frozen=True)
class PlacedScores:
    """Everybody's last score in one line; the first of them larger, where somebody won."""

    parts: tuple[str, ...]
    first: int
    size: int
    gap: int


def draw_picture(view: GameView) -> str:
    """Return the winner's card of a finished game as SVG, 1200 by 630."""
    card, chart = winner_card(view), score_chart(view)
    svg = render_template(
        "table/picture.svg",
        css=card.mark.css if card.mark else "",
        corner=(card.mark.initials if card.mark else "") or "A",
        shape=SHAPES[card.mark.css] if card.mark else "",
        lines=[*_lines(card)],
        scores=_scores(card.scores, 420 if chart else 980),
        middle=330 if chart else 600,
        chart=chart,
        colors=COLORS,
        dashes=DASHES,
    )
    return UNWRITABLE.sub("", svg)


@lru_cache(maxsize=MAX_CACHED)
def png_of(svg: str) -> bytes:
    """Return a drawing as PNG.  Letters that our font lacks are taken from those of the system, if it has any."""
    font = str(resources("static") / FONT)
    ours = IN_FONT.fullmatch("".join(svg.split())) is not None
    return resvg_py.svg_to_bytes(
        svg_string=svg, font_files=[font], font_family="Rokkitt", sans_serif_family="Rokkitt", skip_system_fonts=ours
    )


def _lines(card: WinnerCard) -> Iterator[PlacedText]:
    yield _fitted(card.game, (600, 104), 900, 32, soft=True)
    yield _fitted(card.winners, (600, 178), 900, 76, after=" won")
    left = 110
    for fact, width in zip(card.story, (250, 250, 440), strict=False):
        yield _fitted(fact.figure, (left + width // 2, 524), width - 16, 44)
        yield _fitted(fact.says, (left + width // 2, 560), width - 16, 30, soft=True)
        left += width


def _fitted(  # noqa: PLR0913 - a text, where, how large, and how
    text: str, at: tuple[int, int], width: int, size: int, *, after: str = "", soft: bool = False
) -> PlacedText:
    """Return a text at most `width` wide: smaller where it is long, and cut where it would be half as large.

    What comes `after` it is never cut.
    """
    while text and _width(text + after) * size / 2 > width:
        text = f"{text.removesuffix('…')[:-1].rstrip()}…" if len(text) > 1 else ""
    whole = text + after
    return PlacedText(whole, *at, min(size, int(width / max(_width(whole), 1))), soft)


def _width(text: str) -> float:
    """Return about how wide a text is, in its size."""
    return sum(WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else LETTER for letter in text)


def _scores(scores: tuple[str, ...], width: int) -> PlacedScores:
    first, *others = scores
    whole = LETTER * (2 * len(first) + sum(len(score) for score in others)) + 0.35 * len(others)
    size = min(92, int(width / whole))
    return PlacedScores(scores, 2 * size, size, int(0.35 * size))
