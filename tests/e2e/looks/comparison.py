"""Whether a screen still looks as its reference picture does, whatever font its letters are drawn with.

Two pictures are compared by what a font leaves alone:

- Surfaces: the median of a neighborhood. Letters and lines are too thin to be one; cards, buttons and their
  colors stay.
- Ink: how much of a neighborhood is not its surface, smoothed over about a line of text. Where something is written or
  drawn stays, what it says does not.
- Colors: how many pixels have a bright color of a certain hue, in the whole picture.
"""

import io
from dataclasses import dataclass
from itertools import starmap

from PIL import Image, ImageChops, ImageFilter

WITHOUT_LETTERS = ImageFilter.MedianFilter(5)
WITHOUT_EDGES = ImageFilter.MinFilter(5)
A_LINE = ImageFilter.GaussianBlur(6)
SURFACE = 10
"""Levels of 255 by which a surface may differ."""
INK, INK_SHARE = 4, 0.35
"""Ink may differ by so many levels and by this part of itself: fonts are lighter or bolder, and longer or shorter."""
MOST = 0.004
"""The part of a picture that may differ.

The same screen taken again comes to 0.0000, in another font to 0.0016 (0.0038 where lines break elsewhere); a button
moved by 24 pixels to 0.0056 and more, a row gone to 0.02.
"""
SATURATED, BRIGHT = 100, 120
HUES, HUE_STEP = 24, 8
"""Width of a range of hues, and from one range to the next, of 256."""
A_MARK = 90
"""Pixels of one color, in the halved picture, that may come or go."""
COLOR_LEFT = 0.33
"""The part of a color's pixels that must be left."""
QUALITY = 40  # WebP's, of 100


@dataclass(frozen=True)
class Comparison:
    """What differs: the part of the picture, where (white on black), and whether a color came or went."""

    share: float
    where: Image.Image
    recolored: bool = False

    @property
    def alike(self) -> bool:
        return self.share <= MOST and not self.recolored

    def __str__(self) -> str:
        said = f"{self.share:.2%} of the picture differ, {MOST:.2%} may"
        return f"{said}; a color came or went" if self.recolored else said


def packed(picture: Image.Image) -> bytes:
    """Return a picture as it is kept: WebP, with losses."""
    file = io.BytesIO()
    picture.save(file, "WEBP", quality=QUALITY, method=6)
    return file.getvalue()


def compare(actual: bytes, expected: bytes) -> Comparison:
    """Return what differs between two packed pictures; everything where their sizes do."""
    ours, theirs = (Image.open(io.BytesIO(each)).convert("RGB").reduce(2) for each in (actual, expected))
    if ours.size != theirs.size:
        return Comparison(1.0, Image.new("L", ours.size, 255))
    our_surfaces, their_surfaces = ours.filter(WITHOUT_LETTERS), theirs.filter(WITHOUT_LETTERS)
    difference = _strongest(ImageChops.difference(our_surfaces, their_surfaces))
    moved = _white_above(difference, SURFACE).filter(WITHOUT_EDGES)
    our_ink, their_ink = _ink(ours, our_surfaces), _ink(theirs, their_surfaces)
    allowed = ImageChops.lighter(our_ink, their_ink).point([INK + round(INK_SHARE * level) for level in range(256)])
    written = _white_above(ImageChops.subtract(ImageChops.difference(our_ink, their_ink), allowed), 0)
    where = ImageChops.lighter(moved, written)
    share = where.histogram()[255] / (where.width * where.height)
    return Comparison(share, where, any(starmap(_came_or_went, zip(_colors(ours), _colors(theirs), strict=True))))


def _strongest(picture: Image.Image) -> Image.Image:
    """Return the strongest of the three channels of each pixel."""
    red, green, blue = picture.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _white_above(picture: Image.Image, level: int) -> Image.Image:
    return picture.point([255 * (value > level) for value in range(256)])


def _ink(picture: Image.Image, surfaces: Image.Image) -> Image.Image:
    return _strongest(ImageChops.difference(picture, surfaces)).filter(A_LINE)


def _colors(picture: Image.Image) -> list[int]:
    """Return how many pixels are bright and of a hue in each range; neighboring ranges overlap."""
    hue, saturation, value = picture.convert("HSV").split()
    bright = ImageChops.darker(_white_above(saturation, SATURATED), _white_above(value, BRIGHT))
    counts = 2 * hue.histogram(bright)
    return [sum(counts[start : start + HUES]) for start in range(0, 256, HUE_STEP)]


def _came_or_went(one: int, other: int) -> bool:
    fewer, more = sorted((one, other))
    return more > A_MARK and fewer < COLOR_LEFT * more
