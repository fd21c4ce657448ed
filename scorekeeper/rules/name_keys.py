"""When two names are one: a key that is the same for all spellings nobody can tell apart on a page or by ear."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

INVISIBLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""First and last code points of Unicode's Default_Ignorable_Code_Point, which `unicodedata` doesn't have."""
BLANK = {0x2800: " "}
"""A braille pattern without a dot: it counts as visible, and shows nothing."""
_TABLE = dict.fromkeys(code for first, last in INVISIBLE for code in range(first, last + 1)) | BLANK


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return what a name is found by: without invisible characters, width, case and superfluous spaces.

    Unicode's compatibility caseless match (Unicode 3.13, D146).  Empty for a name of which nothing can be seen.
    """
    text = normalize("NFD", name.translate(_TABLE))
    for _ in range(2):
        text = normalize("NFKC", text.casefold())
    return " ".join(text.split())
