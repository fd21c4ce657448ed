"""One line of the log, with the form that corrects it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.views.hand import Stamp, hand_form
from scorekeeper.web.views.lines import HANDS, kind_of, log_line, noun
from scorekeeper.web.views.smoke import smoke_form
from scorekeeper.web.views.table_page import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.views.hand import HandForm
    from scorekeeper.web.views.lines import LogLine
    from scorekeeper.web.views.smoke import SmokeForm


@dataclass(frozen=True)
class LinePage:
    """One line and, where it stands and is a hand, the form that corrects it."""

    title: str
    code: str
    heading: str
    line: LogLine
    smoke: bool
    form: HandForm | SmokeForm | None
    stamp: Stamp
    errors: tuple[tuple[str, str], ...]
    passed: bool
    misdeal: bool
    vote: bool = False
    """Whether the table voted: then the numbers can be corrected."""


def line_page(
    view: GameView, line: PlayedLine, typed: Mapping[str, str], wrong: Mapping[str, str] | None = None
) -> LinePage:
    """Give the page of one line; `typed` is what the form shows, `wrong` what is wrong with it."""
    stamp = _stamp(view, f"lines/{line.seq}", line.seq)
    kind = kind_of(line.facts)
    hand = line.before is not None and kind in HANDS
    fill_in = smoke_form if view.table.is_smoke else hand_form
    form = fill_in(line.before, view.names, stamp, typed, wrong) if hand and line.before else None
    what = noun(line)
    return LinePage(
        title=title_of(view),
        code=view.code,
        heading=f"{what[:1].upper()}{what[1:]}",
        line=log_line(view, line),
        smoke=view.table.is_smoke,
        form=form,
        stamp=stamp,
        errors=form.errors if form else tuple(("never", sentence) for sentence in (wrong or {}).values()),
        passed=kind == "passed_out",
        misdeal=kind == "misdeal",
        vote=kind == "adjust",
    )


def _stamp(view: GameView, action: str, line: int | None = None) -> Stamp:
    base = f"/t/{view.code}"
    return Stamp(f"{base}/{action}", f"{base}/preview", new_op_id(), view.seq, line)
