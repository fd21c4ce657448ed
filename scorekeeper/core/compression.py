"""Compression: pages and static files are gzip'd as they are sent.

Gzip and nothing else.  Brotli would save three kilobytes of a first load of twenty-eight, and no browser takes it over
plain HTTP, which is what a kitchen's network speaks; for that it is not worth a compiled package.

Why no secret leaks through the length of an answer (BREACH): that takes another site which makes a browser ask us,
again and again, for pages that repeat its guess beside the secret.  A browser says of such a request that it comes from
another site, and that answer is not compressed.  Where a browser says nothing the session's cookie goes along with a
visit alone (SameSite), and what could be guessed is the inner half of a form's token, which is signed with another
time each second and opens nothing by itself; an `op_id` is new in every answer.
"""

from __future__ import annotations

import gzip
import re
from http import HTTPStatus

from flask import Flask, Response, request

COMPRESSIBLE = re.compile(r"text/(?!event-stream)|application/(?:.+\+)?(?:json|javascript|xml|toml)|image/svg\+xml")
"""The types worth compressing: pictures already are, and a stream is sent line by line."""
MIN_SIZE = 400  # bytes: anything smaller fits in one packet either way
LEVEL = 6
SAME_SITE = {"same-origin", "none"}
"""The values of Fetch Metadata for a request that no other site sent."""


def compress_responses(app: Flask) -> None:
    """Compress the responses of `app` for browsers that accept gzip."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
        response.direct_passthrough = False
        response.make_sequence()
        response.close()  # its file
    if response.status_code == HTTPStatus.NO_CONTENT or response.is_streamed or response.direct_passthrough:
        return response
    if not COMPRESSIBLE.match(response.mimetype or ""):
        return response
    response.vary.add("Accept-Encoding")
    if request.headers.get("Sec-Fetch-Site", "none") not in SAME_SITE or not request.accept_encodings["gzip"]:
        return response
    body = response.get_data()
    if len(body) >= MIN_SIZE and "Content-Encoding" not in response.headers:
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
