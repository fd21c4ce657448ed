"""The end of a game: who won, its story in three figures, who pays whom, and the card as a picture to send around."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import resvg_py

from scorekeeper.access.permissions import can, current_game, current_link, share_url
from scorekeeper.access.phone_cookie import current_guest
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.marks import COLORS, DASHES, finishing_order, player_marks
from scorekeeper.core.settings import resources
from scorekeeper.games.board import game_title, score_chart, scores_text, winner_names
from scorekeeper.games.create import rematch_of
from scorekeeper.games.game_view import GameView
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log import contract_in, line_kind
from scorekeeper.league.leagues import read_league
from scorekeeper.league.nights import night_status
from scorekeeper.league.roster import last_players, scores_by_seat
from scorekeeper.money.accounts import Settling, has_entries
from scorekeeper.rules.whatif import turning_hand
from scorekeeper.sheets.grammar import number_text

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
    what was played: "Smoke down to 0".  `scores` has the winners' first, then the better ones.
    """
    table, rules = view.table, view.table.rules
    marks = player_marks(table, view.names)
    won, scores = [mark.key in table.winners for mark in marks], [table.scores[mark.key] for mark in marks]
    places = finishing_order(scores, won, counts_down=rules.counts_down)
    target, to = rules.finish.target, "down to" if rules.counts_down else "to"
    return {
        "winners": winner_names(view),
        "mark": marks[places[0]] if any(won) else None,
        "game": table.variant.name + ("" if isinstance(target, str) else f" {to} {number_text(target)}"),
        "scores": [number_text(scores[place]) for place in places],
        "story": game_story(view),
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
    hands = sum(line_kind(line.facts) in ("hand", "tricks") for line in view.lines if line.entry is not None)
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


def game_story(view: GameView) -> list[tuple[str, str]]:
    """Return three figures of a game: sets, changes of the lead, and the hand that turned it.

    Where nobody won, or the winners led from the first hand to the last, the biggest bid, if anybody bids; where nobody
    does, the number of hands for the sets.
    """
    table, names = view.table, view.names
    hands = [line for line in view.lines if line.entry is not None and line_kind(line.facts) in ("hand", "tricks")]
    bids = [contract_in(line.facts, line.before or table) for line in hands]
    played = _scores_of_sides(view, hands)
    ahead = ahead_after([after for _, after in played], counts_down=table.rules.counts_down)
    lead = _figure(count_lead_changes(ahead), "lead change")
    somebody_bid = any(bid for _, bid in bids)
    first = _sets(view, hands, bids) if somebody_bid else _figure(len(hands), "hand")

    def told(place: int, verb: str) -> str:
        (bidder, bid), entry = bids[place], hands[place].entry
        return f"{names.get(bidder or '', '')} {verb}{bid}, {entry.outcome if entry else ''}"

    turned = turning_hand(played, table.winners, counts_down=table.rules.counts_down)
    led_all_the_way = all(keys == ahead[0] for keys in ahead) and ahead[0] <= set(table.winners) if ahead else False
    if turned is not None and not led_all_the_way:
        says = f"turned it: {told(turned, 'bid ')}" if bids[turned][1] else "turned it"
        return [first, lead, (f"Hand {hands[turned].number}", says)]
    if not somebody_bid:
        return [first, lead]
    ranks = [(isinstance(bid, str), bid if isinstance(bid, int) else 0) for _, bid in bids]
    biggest = max(range(len(hands)), key=ranks.__getitem__)  # the first of several; a special bid is above every number
    return [first, lead, (f"Hand {hands[biggest].number}", f"biggest bid: {told(biggest, '')}")]


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


def ahead_after(scores: Sequence[Mapping[str, int]], *, counts_down: bool) -> list[set[str]]:
    """Return who has the best score after each hand."""
    best = min if counts_down else max
    return [{key for key, score in after.items() if score == best(after.values())} for after in scores]


def count_lead_changes(ahead: Sequence[set[str]]) -> int:
    """Return how often the lead went from one score to another; a tie alone takes it from nobody."""
    leaders = [leader for leader, *others in ahead if not others]
    return sum(before != after for before, after in pairwise(leaders))


def _sets(
    view: GameView, hands: Sequence[PlayedLine], bids: Sequence[tuple[str | None, int | str | None]]
) -> tuple[str, str]:
    """Return how often a bid was set; where it was always the same side, on whom."""
    last = last_players(view.lines)
    were_set = [
        last[line.seq].get(bidder or "", bidder)
        for line, (bidder, _) in zip(hands, bids, strict=True)
        if line.entry is not None and line.entry.outcome == "set"
    ]
    sides = [mark for mark in player_marks(view.table, view.names) if set(mark.members) & set(were_set)]
    figure, says = _figure(len(were_set), "set")
    return figure, f"{says} on {sides[0].name}" if len(sides) == 1 else says


def _figure(number: int, what: str) -> tuple[str, str]:
    return str(number), what if number == 1 else f"{what}s"


# ---------------------------------------------------------------- its picture


def winner_picture(view: GameView) -> dict[str, Any]:
    """Return what is on the picture of a finished game, 1200 by 630 (templates/table/picture.svg)."""
    card, chart = winner_card(view), score_chart(view)
    first, *others = card["scores"]
    widths = LETTER * (2 * len(first) + sum(len(score) for score in others)) + 0.35 * len(others)
    return {
        "card": card,
        "lines": [*_placed_texts(card)],
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
    yield 600, 104, *_fitted(card["game"], 900, 32), True
    yield 600, 178, *_fitted(card["winners"], 900, 76, after=" won"), False
    left = 110
    for (figure, says), width in zip(card["story"], (250, 250, 440), strict=False):
        yield left + width // 2, 524, *_fitted(figure, width - 16, 44), False
        yield left + width // 2, 560, *_fitted(says, width - 16, 30), True
        left += width


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
