"""Page cache: `op_id` and `csrf_token` are put in anew for each request.

Rendering is the larger part of showing a table, and after every hand each phone asks for the same table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable

from flask import request
from flask_wtf.csrf import generate_csrf
from jinja2.runtime import Macro
from markupsafe import Markup

from scorekeeper.core.form_values import new_op_id

MAX_PAGES = 100
"""A megabyte or two for each worker."""
FORM_VALUE = re.compile(rb' name="(op_id|csrf_token)" value="[^"]*"')
NEW_VALUES: dict[bytes, Callable[[], str]] = {b"op_id": new_op_id, b"csrf_token": generate_csrf}
"""What differs in each form and for each phone."""
MAX_MACROS = 500


_pages: dict[Hashable, list[bytes]] = {}


def cached_page(key: Hashable, render: Callable[[], tuple[str, bool]]) -> bytes:
    """Return the page of a key, with a new `op_id` and `csrf_token` in every form; rendered if it is not cached.

    `render` says too whether the page is the same for everybody who asks for it with its key.

    Its links begin with where the program is mounted, whatever the key.
    """
    key = (request.root_path, key)
    pieces = _pages.get(key)
    if pieces is None:
        page, cacheable = render()
        pieces = FORM_VALUE.split(page.encode())
        if cacheable:
            if len(_pages) >= MAX_PAGES:
                _pages.clear()
            _pages[key] = pieces
    return b"".join(_new_field(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def _new_field(name: bytes) -> bytes:
    return b' name="%b" value="%b"' % (name, NEW_VALUES[name]().encode())


_macros: dict[Hashable, Markup] = {}


def cached_macro(key: Hashable | None, macro: Macro, *given: object) -> Markup:
    """Return a macro's output, cached under `key`; None is not cached.

    The output may depend on nothing but the key, the reader's language, and where the program is mounted.
    """
    if key is None:
        return Markup(macro(*given))  # noqa: S704 - a macro escapes what it is given
    place = (macro.name, key, request.root_path)
    found = _macros.get(place)
    if found is None:
        if len(_macros) >= MAX_MACROS:
            _macros.clear()
        found = _macros[place] = Markup(macro(*given))  # noqa: S704 - as above
    return found
