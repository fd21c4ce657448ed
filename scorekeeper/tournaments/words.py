"""Words that the sentences of a tournament share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def joined(words: Sequence[str]) -> str:
    """Join words as a sentence does: "4, 5 and 9"; "" for none."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
