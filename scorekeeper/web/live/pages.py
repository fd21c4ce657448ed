"""The Watch page: the board for a large screen, and what the last hands did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text
from scorekeeper.web.components.board import game_title, scores_text, table_board, winner_names
from scorekeeper.web.components.chart import score_chart
from scorekeeper.web.components.lines import log_line
from scorekeeper.web.components.marks import SHAPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.components.board import Board, SmokeBoard
    from scorekeeper.web.components.chart import Chart
    from scorekeeper.web.components.lines import LogLine
    from scorekeeper.web.components.story import StoryFact

MAX_LINES = 3
"""How many of the last hands are shown; the newest with its reasons."""
RACE_HEIGHT = 460
"""The height of the race, for a width of 640: it stands beside the scores."""


@dataclass(frozen=True)
class WatchPage:
    """Everything on the Watch page."""

    title: str
    code: str
    seq: int
    smoke: bool
    board: Board | SmokeBoard
    digits: str
    """A CSS class for the length of the longest score; it sets the size of all scores."""
    opens: str
    """The lowest bid allowed; empty where nobody bids and after the end."""
    winners: str
    """Names, or "Nobody"; empty while the game is running."""
    crowned: bool
    """Whether somebody won."""
    next: str | None
    """The rematch, once there is one."""
    last: LogLine | None
    before: tuple[LogLine, ...]
    """The hands before the last, newest first."""
    race: Chart | None
    """The score hand by hand; None before the first hand, and where people came and went."""
    shapes: Mapping[str, str]
    """The mark of each score as a path around 0,0, by its CSS class."""
    story: tuple[StoryFact, ...]
    """The game in three figures, once it is over."""
    spoken: str


def watch_page(
    view: GameView, then: str | None = None, story: tuple[StoryFact, ...] = (), *, fresh: bool = False
) -> WatchPage:
    """Return the Watch screen of a game.

    `then`: its rematch, `story`: what it was like, once it is over; `fresh`: the score has just changed.
    """
    live = [line for line in view.lines if line.entry is not None]
    lately = [log_line(view, line) for line in reversed(live[-MAX_LINES:])]
    board = table_board(view, live, fresh=fresh)
    bids = not view.table.is_smoke and view.table.rules.has_bidding and not view.table.finished
    return WatchPage(
        title=game_title(view),
        code=view.code,
        seq=view.seq,
        smoke=view.table.is_smoke,
        board=board,
        digits=f"d{max(len(side.score) for side in board.sides)}",
        opens=f"Bids start at {number_text(view.table.rules.auction.min)}" if bids else "",
        winners=winner_names(view) if view.table.finished else "",
        crowned=bool(view.table.winners),
        next=then,
        last=lately[0] if lately else None,
        before=tuple(lately[1:]),
        race=score_chart(view, RACE_HEIGHT),
        shapes=SHAPES,
        story=story,
        spoken=scores_text(view),
    )
