"""Static files and compression.

Static files are served by Flask under an address with a digest of all of them, so that browsers keep them for good.

A changed file changes the address of each.  That way modules find what they import, and style sheets their font, as in
the folder, and nothing is built in advance.  While developing there is no digest, and nothing is kept.
"""

import gzip
import hashlib
import posixpath
import re
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, request

IMPORT = re.compile(r'''\b(?:from|import) "(\.{1,2}/[^"]+\.js)"''')
"""What a script module imports, as in `import { all } from "./app.js";`."""
ENTRY = "js/app.js"
"""The module that every page has in an element of its own."""


@lru_cache
def digest_of(folder: str) -> str:
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    each = [f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in files]
    return hashlib.sha256("\n".join(each).encode()).hexdigest()[:12]  # enough to tell two states of the folder apart


def init_app(app: Flask) -> None:
    """Compress what is sent, and have browsers keep the static files.

    Templates get `module_urls(…)` for script modules and all these import.
    """
    folder = Path(app.static_folder or "")

    def module_urls(*modules: str) -> list[str]:
        names = modules_with_imports(folder, [f"js/{module}.js" for module in modules])
        return [f"{app.static_url_path}/{name}" for name in names if name != ENTRY]

    app.after_request(compress)
    app.jinja_env.globals["module_urls"] = module_urls if app.debug else lru_cache(module_urls)
    if not app.debug:
        app.after_request(_keep_for_good)


def _keep_for_good(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code < HTTPStatus.BAD_REQUEST:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def modules_with_imports(folder: Path, modules: list[str]) -> list[str]:
    """Return the names of these modules and of all they import, each once, after what it imports."""
    found: list[str] = []
    for name in modules:
        places = IMPORT.findall((folder / name).read_text(encoding="utf-8"))
        imported = [posixpath.normpath(posixpath.join(posixpath.dirname(name), place)) for place in places]
        found += [*modules_with_imports(folder, imported), name]
    return list(dict.fromkeys(found))


COMPRESSIBLE = re.compile(r"text/(?!event-stream)|application/(?:.+\+)?(?:json|javascript|xml|toml)|image/svg\+xml")
"""The types worth compressing: pictures already are, and a stream is sent line by line."""
MIN_SIZE = 400  # bytes: anything smaller fits in one packet either way


def compress(response: Response) -> Response:
    """Compress a response by gzip, for browsers that accept it.

    Brotli would save three kilobytes of a first load of twenty-eight, and no browser takes it over plain HTTP, which is
    what a kitchen's network speaks.  Why no secret leaks through the length of an answer (BREACH): that takes another
    site which makes a browser ask us, again and again, for pages that repeat its guess beside the secret.  A browser
    says of such a request that it comes from another site, and that answer is not compressed.  Where a browser says
    nothing the session's cookie goes along with a visit alone (SameSite), and what could be guessed is the inner half
    of a form's token, which is signed with another time each second; an `op_id` is new in every answer.
    """
    if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
        response.direct_passthrough = False
        response.make_sequence()
        response.close()  # its file
    if response.status_code == HTTPStatus.NO_CONTENT or response.is_streamed or response.direct_passthrough:
        return response
    if not COMPRESSIBLE.match(response.mimetype or ""):
        return response
    response.vary.add("Accept-Encoding")
    from_here = request.headers.get("Sec-Fetch-Site", "none") in {"same-origin", "none"}
    if not from_here or not request.accept_encodings["gzip"]:
        return response
    body = response.get_data()
    if len(body) >= MIN_SIZE and "Content-Encoding" not in response.headers:
        response.set_data(gzip.compress(body, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
