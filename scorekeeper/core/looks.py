"""`/dev/looks`: what screens are built from, by name.  Only a debugging app has it (app.py)."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Blueprint, current_app, render_template

from scorekeeper.access.permissions import ANYONE
from scorekeeper.core.marks import DASHES, SHAPES

bp = Blueprint("looks", __name__, url_prefix="/dev")
TOKEN = re.compile(r"--([\w-]+): (?:light-dark\()?(?:#|rgb)")
SIZE, SPACE = re.compile(r"--(t\d+): ([\d.]+rem)"), re.compile(r"--(g\d+): (\d+px)")
SYMBOL = re.compile(r'symbol id="(\w+)"')
PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


@bp.get("/looks", role=ANYONE)
def show() -> str:
    """Return the page.  Names of colors, sizes, spaces and marks are read from the files that define them."""
    static = Path(current_app.static_folder or "")
    palette = (static / "css/scorekeeper.css").read_text(encoding="utf-8").partition("}")[0]
    sprite = (static / "img/marks.svg").read_text(encoding="utf-8")
    return render_template(
        "looks/show.html",
        colors=TOKEN.findall(palette),
        sizes=SIZE.findall(palette),
        spaces=SPACE.findall(palette),
        symbols=SYMBOL.findall(sprite),
        marks=[(css, SHAPES[css], DASHES[css], name) for css, name in zip(SHAPES, PLAYERS, strict=True)],
    )
