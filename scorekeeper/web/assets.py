"""Static files: served by WhiteNoise in front of Flask, under names that carry their content's digest.

`url_for("static", filename="css/app.css")` gives /static/css/app.1f0c2a9b3d4e.css: browsers keep it for good,
and a changed file has another name. The plain name works too, for a minute; in debugging there is no other.

What is served is kept in memory, plain and gzip'd, made from the folder when the server starts: nothing is built in
advance, so nothing is older than its source.
"""

from __future__ import annotations

import hashlib
import io
import posixpath
import re
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from wsgiref.headers import Headers

from whitenoise import WhiteNoise
from whitenoise.responders import NOT_ALLOWED_RESPONSE, MissingFileError, Response

from scorekeeper.web.compression import COMPRESSIBLE, gzip_body, minify
from scorekeeper.web.security import HEADERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

DIGEST_LENGTH = 12  # 48 bits of the digest: enough to tell two states of one file apart
DIGEST_IN_NAME = re.compile(rf"\.[0-9a-f]{{{DIGEST_LENGTH}}}\.[^./]+$")
MAX_CACHED_FILES = 200
ACCEPTS_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))")
IMPORT = re.compile(r'''(\bfrom |\bimport )"(\.{1,2}/[^"]+\.js)"''')
"""What a script module imports, as in `import { all } from "./app.js";`."""
FONT = re.compile(r'''(\burl\()"(\.{1,2}/[^"]+\.woff2)"''')
"""The font a style sheet names, as in `src: url("../font/a.woff2")`."""
ENTRY = "js/app.js"
"""The module that every page has in an element of its own."""


def serve_static(app: Flask) -> None:
    """Put WhiteNoise in front of `app` and let its templates name files with their digests.

    They have `url_for("static", …)` for one file and `module_urls(…)` for script modules and all that these import.
    """
    folder, prefix = Path(app.static_folder or ""), f"{app.static_url_path}/"
    files = {} if app.debug else digested_files(folder)
    shelf = StaticFiles(
        app.wsgi_app,
        bodies={str(folder / name): body for name, (_, body) in files.items()},
        autorefresh=app.debug,
        allow_all_origins=False,
        add_headers_function=_add_headers,
        immutable_file_test=lambda _path, url: bool(DIGEST_IN_NAME.search(url)),
    )
    shelf.add_files(str(folder), prefix)
    for name, (digested, _) in files.items():
        shelf.add_file_to_dictionary(prefix + digested, str(folder / name))
    app.wsgi_app = shelf  # type: ignore[method-assign]

    def digested_name(name: str) -> str:
        return files[name][0] if name in files else name

    @app.url_defaults
    def name_with_digest(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = digested_name(values["filename"])

    def module_urls(*modules: str) -> list[str]:
        """Return the addresses of script modules in js/ and of all they import, but for app.js."""
        names = modules_with_imports(folder, [f"js/{module}.js" for module in modules])
        return [prefix + digested_name(name) for name in names if name != ENTRY]

    app.jinja_env.globals["module_urls"] = module_urls if app.debug else lru_cache(module_urls)


class StaticFiles(WhiteNoise):
    """WhiteNoise with its files in memory."""

    def __init__(self, *args: Any, bodies: dict[str, bytes], **options: Any) -> None:
        """Serve `bodies`, by path, in place of what the files hold."""
        self._bodies = bodies
        super().__init__(*args, **options)

    def get_static_file(self, path: str, url: str, stat_cache: object = None) -> StaticFile:
        """Return what answers for the file at `path`. Raises MissingFileError."""
        del stat_cache
        if not Path(path).is_file():
            raise MissingFileError(path)
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        self.add_headers_function(headers, path, url)
        return StaticFile(self._bodies.get(path) or read_minified(path), headers)


class StaticFile:
    """One file in memory, plain, and gzip'd where that makes it smaller.  It has no ranges: none is long enough."""

    def __init__(self, body: bytes, headers: Headers) -> None:
        self._bodies = {"": body}
        self._etag = f'W/"{digest(body)}"'  # weak: it names both
        headers["ETag"] = self._etag
        if COMPRESSIBLE.match(headers["Content-Type"] or ""):
            headers["Vary"] = "Accept-Encoding"
            self._bodies["gzip"] = cached_gzip(body)
        self._headers = headers.items()

    def get_response(self, method: str, environ: dict[str, Any]) -> Response:
        """Answer a request, in WhiteNoise's terms."""
        if method not in {"GET", "HEAD"}:
            return NOT_ALLOWED_RESPONSE
        if self._etag in environ.get("HTTP_IF_NONE_MATCH", ""):
            return Response(HTTPStatus.NOT_MODIFIED, self._headers, None)
        encoding = "gzip" if ACCEPTS_GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", "")) else ""
        encoding = encoding if encoding in self._bodies else ""
        body = self._bodies[encoding]
        headers = [*self._headers, ("Content-Length", str(len(body)))]
        if encoding:
            headers.append(("Content-Encoding", encoding))
        return Response(HTTPStatus.OK, headers, io.BytesIO(body) if method == "GET" else None)


def read_minified(path: Path | str) -> bytes:
    """Return a file's bytes as they are served."""
    return minify(Path(path).name, Path(path).read_bytes())


cached_gzip = lru_cache(MAX_CACHED_FILES)(gzip_body)
"""A file's gzip, made once, however many apps a process makes (the tests make hundreds)."""


def digested_files(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Return the digested name and the served bytes of each file in `folder`, by its plain name.

    A file refers to other files by their digested names, so modules that import one another in a circle can't have any
    (RecursionError).
    """
    files: dict[str, tuple[str, bytes]] = {}

    def digested_name(name: str) -> str:
        if name not in files:
            body = minify(name, rewrite_references(name, (folder / name).read_bytes(), digested_name))
            files[name] = (with_digest(name, body), body)
        return files[name][0]

    for name in _files(folder):
        digested_name(name)
    return files


def rewrite_references(name: str, body: bytes, digested_name: Callable[[str], str]) -> bytes:
    """Return a file's bytes with the modules it imports and the fonts it uses under their digested names."""
    reference = {".js": IMPORT, ".css": FONT}.get(PurePosixPath(name).suffix)
    if reference is None:
        return body

    def renamed(found: re.Match[str]) -> str:
        place = PurePosixPath(digested_name(resolve_path(name, found[2]))).name
        return f'{found[1]}"{posixpath.dirname(found[2])}/{place}"'

    return reference.sub(renamed, body.decode()).encode()


def modules_with_imports(folder: Path, modules: list[str]) -> list[str]:
    """Return the names of these modules and of all they import, each once, after what it imports."""
    found: list[str] = []
    for name in modules:
        imported = [
            resolve_path(name, place) for _, place in IMPORT.findall((folder / name).read_text(encoding="utf-8"))
        ]
        found += [*modules_with_imports(folder, imported), name]
    return list(dict.fromkeys(found))


def resolve_path(name: str, place: str) -> str:
    """Return the name of the file at `place` as seen from the file `name`: js/a/b.js, ../c.js → js/c.js."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), place))


def with_digest(name: str, body: bytes) -> str:
    """Return the name with the content's digest before the last dot: css/app.css, css/app.1f0c2a9b3d4e.css."""
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem}.{digest(body)}{path.suffix}"))


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:DIGEST_LENGTH]


def _files(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]


def _add_headers(headers: Headers, _path: str, _url: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
