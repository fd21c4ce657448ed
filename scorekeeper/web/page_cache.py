"""Page cache: `op_id` and `csrf_token` are put in anew for each request.

Rendering is the larger part of showing a table, and after every hand each phone asks for the same table.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.web.form_meta import new_op_id

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from jinja2.runtime import Macro


MAX_PAGES = 100
"""A megabyte or two for each worker."""
FORM_VALUE = re.compile(rb' name="(op_id|csrf_token)" value="[^"]*"')
NEW_VALUES: dict[bytes, Callable[[], str]] = {b"op_id": new_op_id, b"csrf_token": generate_csrf}
"""What is each form's own, and each phone's."""


class RenderedPage(NamedTuple):
    """A page; `steady` where it says the same to everybody who asks for it with its key, as long as that is the key."""

    html: str
    steady: bool


_pages: dict[Hashable, list[bytes]] = {}


def cached_page(key: Hashable, prints: Callable[[], RenderedPage]) -> bytes:
    """Give the page of a key, with stamps of its own in every form; printed anew where it does not lie ready."""
    pieces = _pages.get(key)
    if pieces is None:
        page = prints()
        pieces = FORM_VALUE.split(page.html.encode())
        if page.steady:
            if len(_pages) >= MAX_PAGES:
                _pages.clear()
            _pages[key] = pieces
    return b"".join(_new_field(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def _new_field(name: bytes) -> bytes:
    return b' name="%b" value="%b"' % (name, NEW_VALUES[name]().encode())


MAX_MACROS = 500
_macros: dict[Hashable, Markup] = {}


def cached_macro(key: Hashable | None, macro: Macro, *given: object) -> Markup:
    """Give what a macro makes of `given`; made once for all that have `key` in common.  None: made anew each time.

    What the macro says may depend on nothing else but the reader's language.
    """
    if key is None:
        return Markup(macro(*given))  # noqa: S704 - a macro escapes what it is given
    place = (macro.name, key, str(get_locale()))
    found = _macros.get(place)
    if found is None:
        if len(_macros) >= MAX_MACROS:
            _macros.clear()
        found = _macros[place] = Markup(macro(*given))  # noqa: S704 - as above
    return found
