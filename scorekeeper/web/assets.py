"""Static files: served by WhiteNoise in front of Flask, under names that carry their content's digest.

`url_for("static", filename="css/app.css")` gives /static/css/app.1f0c2a9b3d4e.css: browsers keep it for good,
and a changed file has another name. The plain name works too, for a minute; in debugging there is no other.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from whitenoise import WhiteNoise

from scorekeeper.web.security import HEADERS

if TYPE_CHECKING:
    from wsgiref.headers import Headers

    from flask import Flask

DIGITS = 12  # 48 bits of the digest: enough to tell two states of one file apart
DIGESTED = re.compile(rf"\.[0-9a-f]{{{DIGITS}}}\.[^./]+$")


def serve_static(app: Flask) -> None:
    """Put WhiteNoise in front of `app` and let `url_for("static", …)` give the names with digests."""
    folder, prefix = Path(app.static_folder or ""), f"{app.static_url_path}/"
    noise = WhiteNoise(
        app.wsgi_app,
        autorefresh=app.debug,
        allow_all_origins=False,
        add_headers_function=_add_headers,
        immutable_file_test=lambda _path, url: bool(DIGESTED.search(url)),
    )
    digested = {} if app.debug else {name: with_digest(folder, name) for name in _files(folder)}
    noise.add_files(str(folder), prefix)
    for name, other_name in digested.items():
        noise.add_file_to_dictionary(prefix + other_name, str(folder / name))
    app.wsgi_app = noise  # type: ignore[method-assign]

    @app.url_defaults
    def name_with_digest(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = digested.get(values["filename"], values["filename"])


def with_digest(folder: Path, name: str) -> str:
    """The name with the content's digest before the last dot: css/app.css, css/app.1f0c2a9b3d4e.css."""
    digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()[:DIGITS]
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem}.{digest}{path.suffix}"))


def _files(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]


def _add_headers(headers: Headers, _path: str, _url: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
