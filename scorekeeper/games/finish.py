"""The end of a game: who won, its story in one sentence, who pays whom, and the card as a picture to send around."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import resvg_py

from scorekeeper.access.permissions import can, current_game, current_guest, current_link, share_url
from scorekeeper.core.clock import day_text, wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.marks import COLORS, DASHES, finishing_order, player_marks
from scorekeeper.core.settings import resources
from scorekeeper.games.board import game_title, score_chart, scores_text, winner_names
from scorekeeper.games.create import rematch_of
from scorekeeper.games.game_view import GameView
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log import PLAYED_KINDS, contract_in, line_kind, line_name
from scorekeeper.league.leagues import read_league
from scorekeeper.league.nights import night_status
from scorekeeper.league.roster import last_players, people_by_seat, scores_by_seat
from scorekeeper.money.accounts import Settling, has_entries
from scorekeeper.rules.hand import SET
from scorekeeper.rules.whatif import turning_hand
from scorekeeper.sheets.phrases import number_text

FONT = "font/rokkitt-800.ttf"
IN_FONT = re.compile("[ -~¢£À-ÿ–’“”…€−]*")  # noqa: RUF001 - what the font has (static/font/README.md)
UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML does not allow in any way of writing it."""
LETTER, WIDE_LETTER = 0.56, 1.0
"""The width of a letter, of its size; that of a wide one, as of Chinese."""
MAX_CACHED = 20
"""Pictures of 40 kB or so, in each process."""


def winner_card(view: GameView) -> dict[str, Any]:
    """Return how a game ended, as its card and its picture show it.

    `mark` is that of who won, of several the first's, for the corners of their card; None if nobody won.  `game` is
    what was played: "Smoke down to 0".  `scores` has each mark and its score, the winners' first, then the better ones.
    """
    table, rules = view.table, view.table.rules
    marks = player_marks(table, view.names)
    won, scores = [mark.key in table.winners for mark in marks], [table.scores[mark.key] for mark in marks]
    places = finishing_order(scores, won, counts_down=rules.counts_down)
    target, to = rules.finish.target, "down to" if rules.counts_down else "to"
    story, turned = game_story(view)
    return {
        "winners": winner_names(view),
        "mark": marks[places[0]] if any(won) else None,
        "game": table.variant.name + ("" if isinstance(target, str) else f" {to} {number_text(target)}"),
        "scores": [(marks[place], number_text(scores[place])) for place in places],
        "story": story,
        "turned": turned,
    }


def read_finish(view: GameView) -> dict[str, Any]:
    """Return what the page of a finished game shows the current phone below its scores (templates/table/_finish.html).

    `shared` says how it ended, with who pays whom, to be sent around; `link` is the game's read link, `preview` what
    a chat shows of that.  `settling` is None without stakes, and for who may not see it; `settles`: other games of the
    league moved money.  `league` is "" for who may not see it.
    """
    row, for_money, sees_money = current_game(view.code).row, view.table.for_money, can("money.index")
    settling = None
    if for_money and sees_money:
        settling = Settling(db.session, view.code, row.league_id, row.night_id)
        settling.keep(people_by_seat(db.session.connection(), row.league_id, row.id, settling.merged).values())
    hands = sum(line_kind(line.facts) in PLAYED_KINDS for line in view.lines if line.entry is not None)
    ended = f"{scores_text(view)} {view.table.variant.name}, {hands} hands."
    return {
        "card": winner_card(view),
        "shared": f"{game_title(view)}: {ended}{f' {settling.spoken}' if settling else ''}",
        "link": share_url("table.show"),
        "preview": ended if current_link() else "",
        "picture": share_url("table.picture") if current_link() else "",
        "next": next_game(view.code),
        "settling": settling,
        "settles": not for_money and sees_money and has_entries(db.session, row.league_id),
        "league": read_league(db.session, row.league_id).code if can("league.home") else "",
        "night": night_status(db.session, row, wall_clock()),
    }


def next_game(code: str) -> str | None:
    """Return the code of this game's rematch, None for none; a read link and a guest's card show one game only."""
    return None if current_link() or current_guest() else rematch_of(db.session, code)


# ---------------------------------------------------------------- its story


def game_story(view: GameView) -> tuple[str, tuple[str, int, bool] | None]:
    """Return a game in one sentence; and whose score after which hand of its chart it tells of, and if that was a set.

    It is the hand that turned the game, or that the winners were ahead all the way; empty if nobody won.
    """
    table = view.table
    live = [line for line in view.lines if line.entry is not None]
    hands = [line for line in live if line_kind(line.facts) in PLAYED_KINDS]
    played = _scores_of_sides(view, hands)
    turned = turning_hand(played, table.winners, counts_down=table.rules.counts_down)
    if turned is None:
        return "", None
    best = min if table.rules.counts_down else max
    ahead = [{key for key, score in after.items() if score == best(after.values())} for _, after in played]
    if all(keys == ahead[0] for keys in ahead) and ahead[0] <= set(table.winners):
        return "Ahead from the first hand to the last.", None
    line = hands[turned]
    bidder, bid = contract_in(line.facts, line.before or table)
    was_set = line.entry is not None and line.entry.outcome == SET
    told, whose = f"It turned on {line_name(line)}", table.winners[0]
    if bidder and bid:
        whose = last_players(view.lines)[line.seq].get(bidder, bidder)
        what = f"the {bid}" if isinstance(bid, str) else bid
        told += f", when {view.names[bidder]} {'went set on' if was_set else 'made'} {what}"
    of_side = next((mark.key for mark in player_marks(table, view.names) if whose in mark.members), whose)
    return f"{told}.", (of_side, live.index(line) + 1, was_set)


def _scores_of_sides(view: GameView, hands: Sequence[PlayedLine]) -> list[tuple[dict[str, int], dict[str, int]]]:
    """Return the scores before and after each hand, by who sits there at the end."""
    last, keys = last_players(view.lines), {mark.key for mark in player_marks(view.table, view.names)}

    def by_mark(scores: Mapping[str, int], line: PlayedLine) -> dict[str, int]:
        return {key: score for key, score in scores_by_seat(scores, last[line.seq]).items() if key in keys}

    return [
        (by_mark(line.before.scores, line), by_mark(line.entry.scores, line))
        for line in hands
        if line.before and line.entry
    ]


# ---------------------------------------------------------------- its picture


def winner_picture(view: GameView) -> dict[str, Any]:
    """Return what is on the picture of a finished game, 1200 by 630 (templates/table/picture.svg)."""
    card, chart, league = winner_card(view), score_chart(view), ""
    if can("league.home"):
        league = read_league(db.session, current_game(view.code).row.league_id).name
    first, *others = (score for _, score in card["scores"])
    widths = LETTER * (2 * len(first) + sum(len(score) for score in others)) + 0.35 * len(others)
    return {
        "card": card,
        "lines": [*_placed_texts(card)],
        "played": _fitted(league, 700, 30, after=f", {day_text(view.date)}" if view.date else ""),
        "score_size": min(92, int((420 if chart else 980) / widths)),
        "chart": chart,
        "colors": COLORS,
        "dashes": DASHES,
    }


@lru_cache(maxsize=MAX_CACHED)
def png_of(svg: str) -> bytes:
    """Return a drawing as PNG.  Letters that our font lacks are taken from those of the system, if it has any."""
    font = str(resources("static") / FONT)
    ours = IN_FONT.fullmatch("".join(svg.split())) is not None
    return resvg_py.svg_to_bytes(
        svg_string=svg, font_files=[font], font_family="Rokkitt", sans_serif_family="Rokkitt", skip_system_fonts=ours
    )


def _placed_texts(card: Mapping[str, Any]) -> Iterator[tuple[int, int, str, int, bool]]:
    """Yield each line of text: where its middle is, what it says and how large, and whether it is less important."""
    yield 600, 180, *_fitted(card["winners"], 900, 76, after=" won"), False
    yield 600, 224, *_fitted(card["game"], 900, 28), True
    yield 600, 506, *_fitted(card["story"], 900, 40), False


def _fitted(text: str, width: int, size: int, *, after: str = "") -> tuple[str, int]:
    """Return a text at most `width` wide, and its size: smaller if it is long, and cut where it would be half as large.

    What comes `after` it is never cut.
    """
    while text and _width(text + after) * size / 2 > width:
        text = f"{text.removesuffix('…')[:-1].rstrip()}…" if len(text) > 1 else ""
    whole = text + after
    return whole, min(size, int(width / max(_width(whole), 1)))


def _width(text: str) -> float:
    """Return about how wide a text is, in its size."""
    return sum(WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else LETTER for letter in text)
