"""The board: scores, dealer, first bidder, what each side still needs; in Smoke the tally with its trends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.marks import Mark, player_marks
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.smoke_form import why_forced
from scorekeeper.games.table_state import GameView, LastLine, TableView
from scorekeeper.rules.outlook import Outlook, outlooks
from scorekeeper.rules.seats import left_of
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.rules.tally import SmokeState, read_tally, trend_of
from scorekeeper.sheets.grammar import counted, join_names, number_text, signed
from scorekeeper.sheets.words import read_out, say_to_go, say_way_out, tally_words

Names = Mapping[str, str]

LONG_SCORE = 4
MAX_ROOMY = 3
"""Up to this many scores there is room below each to say how it goes out."""
IN_A_ROW, SHORT_NAME = (5, 6), 6
"""This many scores fit in one row of a small phone if no name has more letters than this."""
ARROWS = {"down": "\N{DOWNWARDS ARROW}", "up": "\N{UPWARDS ARROW}", "steady": "\N{RIGHTWARDS ARROW}"}
LONG_TALLY = 3


@dataclass(frozen=True)
class BoardSide:
    """One score with its owner."""

    css: str
    name: str
    initials: str
    score: str
    long: bool
    need: str
    track: str
    """How much of the way to the target it has come, 0 to 1; empty if the game ends otherwise."""
    sets: int
    """How often it was set: strokes beside `need`."""
    change: str
    fell: bool
    """Whether its score has just gone down."""
    won: bool


@dataclass(frozen=True)
class Board:
    """The whole board.  `fresh` is true right after a save, when a change of score is to be seen."""

    heading: str
    target: str
    dealer: str
    begins: str
    """Who begins, on the dealer's left: "Ann bids first", without bidding "Ann leads first"."""
    sides: tuple[BoardSide, ...]
    css: str
    way: str
    finished: bool
    fresh: bool


def build_board(
    table: Table, names: Mapping[str, str], hand: int, last: LineResult | None, *, fresh: bool = False
) -> Board:
    """Return the board of a table about to play its `hand`-th hand; `last` is what the last line did."""
    changes = last.changes if last is not None else {}
    marks = player_marks(table, names)
    pairs = list(zip(marks, outlooks(table), strict=True))
    roomy = len(marks) <= MAX_ROOMY
    return Board(
        heading="Finished" if table.finished else f"Hand {hand}",
        target=" · ".join(_ends(table)),
        dealer=names[table.dealer],
        begins=f"{names[left_of(table.dealer, table.players)]} {'bids' if table.rules.has_bidding else 'leads'} first",
        sides=tuple(_side(table, mark, way, changes.get(mark.key, 0), roomy=roomy) for mark, way in pairs),
        css=_columns(marks),
        way="" if roomy or table.finished else _ways_out(pairs),
        finished=table.finished,
        fresh=fresh,
    )


def _columns(marks: Sequence[Mark]) -> str:
    """Return the classes of the scores: how many there are, and whether five or six short names share one row."""
    in_a_row = len(marks) in IN_A_ROW and all(len(mark.name) <= SHORT_NAME for mark in marks)
    return f"n{len(marks)} row" if in_a_row else f"n{len(marks)}"


def _ends(table: Table) -> Iterable[str]:
    """Yield what ends the game: the score, and how many hands are left."""
    target, left = table.rules.finish.target, table.hands_left
    if not isinstance(target, str):
        yield f"to {number_text(target)}"
    if left:
        yield f"{counted(left, 'hand')} to go"


def _side(table: Table, mark: Mark, way: Outlook, change: int, *, roomy: bool) -> BoardSide:
    score = number_text(table.scores[mark.key])
    return BoardSide(
        css=mark.css,
        name=mark.name,
        initials=mark.initials,
        score=score,
        long=len(score) >= LONG_SCORE,
        need=_need(table, way, roomy=roomy),
        track=_track(table, mark),
        sets=table.sets[mark.key],
        change=signed(change) if change else "",
        fell=change < 0,
        won=mark.key in table.winners,
    )


def _need(table: Table, way: Outlook, *, roomy: bool) -> str:
    """Return the line below a score: how it can go out, or how far it is."""
    return "" if table.finished else (_out(way) if roomy else "") or say_to_go(way)


def _track(table: Table, mark: Mark) -> str:
    start, target = table.rules.finish.start, table.rules.finish.target
    if isinstance(target, str) or target == start:
        return ""
    return f"{min(1, max(0, (table.scores[mark.key] - start) / (target - start))):.2f}".removeprefix("0")


def _out(way: Outlook) -> str:
    """Return how a side goes out with the next hand, below its name: "out with 3 points".  Empty when it cannot."""
    _, out, how = say_way_out(way, "").partition(" out")
    return (out + how).strip()


def _ways_out(pairs: Iterable[tuple[Mark, Outlook]]) -> str:
    told = [say_way_out(way, mark.name) for mark, way in pairs]
    return " ".join(f"{sentence}." for sentence in told if sentence)


@dataclass(frozen=True)
class TallySide:
    """One player's tally on the board.  `trend` and `arrow` are empty before the first hand."""

    css: str
    name: str
    score: str
    long: bool
    trend: str
    arrow: str
    sits: str
    must: str
    """"must play" of a mustie, "in the box"; empty if they may sit."""
    far: str
    """"never, never land", where a score is."""
    change: str
    won: bool


@dataclass(frozen=True)
class SmokeBoard:
    """The whole board; `fresh` is true right after a save, when a change of score is to be seen."""

    heading: str
    target: str
    dealer: str
    eldest: str
    sides: tuple[TallySide, ...]
    css: str
    finished: bool
    fresh: bool


def smoke_board(
    table: Table, names: Names, hand: int, entries: Sequence[LineResult], *, fresh: bool = False
) -> SmokeBoard:
    """Return the board of a Smoke table about to play its `hand`-th hand.

    `entries` is what the last lines did, in order, the last tally among them.
    """
    told = next((entry for entry in reversed(entries) if entry.outcome == "tally"), None)
    target = table.rules.finish.target
    return SmokeBoard(
        heading="Finished" if table.finished else f"Hand {hand}",
        target="" if isinstance(target, str) else f"down to {number_text(target)}",
        dealer=names[table.dealer],
        eldest=names[left_of(table.dealer, table.players)],
        sides=tuple(
            _tally_side(table, mark, told, entries[-1] if entries else None) for mark in player_marks(table, names)
        ),
        css=_columns(player_marks(table, names)),
        finished=table.finished,
        fresh=fresh,
    )


def _tally_side(table: Table, mark: Mark, told: LineResult | None, last: LineResult | None) -> TallySide:
    score, change = table.scores[mark.key], last.changes.get(mark.key, 0) if last else 0
    trend = trend_of(told.changes[mark.key]) if told and mark.key in told.changes else ""
    written, sits = number_text(score), table.sits.get(mark.key, 0)
    return TallySide(
        css=mark.css,
        name=mark.name,
        score=written,
        long=len(written) >= LONG_TALLY,
        trend=tally_words()[trend] if trend else "",
        arrow=ARROWS.get(trend, ""),
        sits="" if table.finished or not sits else counted(sits, "sit"),
        must=_must(table, mark.key),
        far=tally_words()["never-land"] if score >= table.rules.tally.never_land_at else "",
        change=signed(change) if change else "",
        won=mark.key in table.winners,
    )


def _must(table: Table, player: str) -> str:
    """Return why a player may not sit, in short: "in the box", or "must play" of a mustie; "" if they may."""
    why = why_forced(table, player)
    return why if why in ("", tally_words()["in-box"]) else "must play"


# ---------------------------------------------------------------- the tally, written out


@dataclass(frozen=True)
class TallyView:
    """What is read out after a hand, in order, and who reads."""

    heading: str
    reader: str
    lines: tuple[str, ...]

    @property
    def spoken(self) -> str:
        return " ".join((self.heading, *self.lines))


def tally_reading(table: Table, names: Names) -> TallyView | None:
    """Return the tally of the last hand; None if the last line isn't a hand."""
    if table.reading is None:
        return None
    standing = SmokeState(table.scores, table.sits)
    lines = read_tally(table.rules, table.reading, standing, finished=table.finished)
    heading, *told = read_out(lines, names.__getitem__)
    return TallyView(heading, names[table.reading.first], tuple(told))


def table_board(
    view: TableView | GameView, lines: Sequence[LastLine | PlayedLine], *, fresh: bool
) -> Board | SmokeBoard:
    """Return the board of a table; `lines` are the last ones that stand, in Smoke back to the last tally."""
    entries = [line.entry for line in lines if line.entry is not None]
    hand = (lines[-1].number or 0) + 1 if lines else 1
    if view.table.is_smoke:
        return smoke_board(view.table, view.names, hand, entries, fresh=fresh)
    return build_board(view.table, view.names, hand, entries[-1] if entries else None, fresh=fresh)


def game_title(view: TableView | GameView) -> str:
    """Return a game's own title, or who plays against whom."""
    return view.title or " \N{EN DASH} ".join(mark.name for mark in player_marks(view.table, view.names))


def scores_text(view: TableView | GameView) -> str:
    """Return the scores in words: "Ann & Cy 40, Bob & Dee −6.", and who won."""
    marks, scores = player_marks(view.table, view.names), view.table.scores
    told = ", ".join(f"{mark.name} {number_text(scores[mark.key])}" for mark in marks) + "."
    return f"{winner_names(view)} won. {told}" if view.table.finished else told


def winner_names(view: TableView | GameView) -> str:
    """Name who won; a game that the table ended may have no winner."""
    return join_names([view.names[key] for key in view.table.winners]) or "Nobody"
