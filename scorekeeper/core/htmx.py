"""One URL, two bodies: the page, or for htmx only the blocks that changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, make_response, redirect, render_template, request
from jinja2_fragments.flask import render_blocks
from werkzeug.wrappers import Response as AnyResponse


def wants_fragment() -> bool:
    """Return whether htmx asks for a part of a page; after "back" it wants the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


def render_page(template: str, blocks: Sequence[str], status: int = 200, **context: Any) -> Response:
    """Return `template` whole, or for htmx only `blocks` of it."""
    if wants_fragment():
        response = make_response("".join(render_blocks(template, list(blocks), **context)), status)
    else:
        response = make_response(render_template(template, **context), status)
    return vary_on_htmx(response)


def no_content() -> Response:
    """Return 204: htmx leaves the page as it is."""
    return vary_on_htmx(Response(status=204))


def see_other(url: str) -> AnyResponse:
    """Return a redirect that the browser follows with a GET, after a POST too (303)."""
    return redirect(url, 303)


def vary_on_htmx(response: Response) -> Response:
    """Add `HX-Request` to `Vary`: this URL has two bodies."""
    response.vary.add("HX-Request")
    return response
