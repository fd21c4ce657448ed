"""The table page: board, hand form, last hands, money, Undo; and what two phones that disagree are shown.

At the end of a game who won, its story in one sentence, who pays whom, and the card as a picture to send around.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import resvg_py

from scorekeeper.access.permissions import can, current_access, current_game, current_guest, current_link, share_url
from scorekeeper.core.clock import day_text, wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.marks import COLORS, finishing_order, player_marks
from scorekeeper.core.money_text import money_text
from scorekeeper.core.settings import resources
from scorekeeper.games.board import Board, game_title, score_chart, scores_text, tally_reading, winner_names
from scorekeeper.games.create import rematch_of
from scorekeeper.games.forms import line_as_form
from scorekeeper.games.game_view import GameView
from scorekeeper.games.hand_form import NONE, HandForm, say_so_far, start_value
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.lines import Stale
from scorekeeper.games.log import (
    HANDS,
    OTHER_KINDS,
    PLAYED_KINDS,
    LogLine,
    call_out,
    contract_in,
    differing_points,
    headline,
    is_hand,
    line_kind,
    line_name,
    points_text,
    result_text,
)
from scorekeeper.games.reviews import LineReviews, review_mark, reviews_on
from scorekeeper.league.leagues import read_league
from scorekeeper.league.nights import night_status
from scorekeeper.league.roster import last_players, scores_by_seat
from scorekeeper.money.accounts import Settling, has_entries
from scorekeeper.money.pots import read_pots
from scorekeeper.rules.hand import SET
from scorekeeper.rules.table import Table, if_it_ended_now
from scorekeeper.rules.whatif import turning_hand
from scorekeeper.sheets.phrases import number_text, point_name
from scorekeeper.sheets.words import say_part

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
        settling.keep(db.session.connection(), current_game(view.code))
    hands = sum(line_kind(line.facts) in PLAYED_KINDS for line in view.lines if line.entry is not None)
    won = f"{winner_names(view)} won. {scores_text(view.table, view.names)}."
    ended = f"{won} {view.table.variant.name}, {hands} hands."
    return {
        "card": winner_card(view),
        "shared": f"{game_title(view)}: {ended}{f' {settling.spoken}' if settling else ''}",
        "link": share_url("table.show"),
        "preview": ended if current_link() else "",
        "picture": share_url("table.picture") if current_link() else "",
        "next": next_game(view.code),
        "settling": settling,
        "pots": read_pots(db.session, row.league_id, row.night_id, wall_clock()) if sees_money else [],
        "settles": not for_money and sees_money and has_entries(db.session, row.league_id),
        "league": read_league(db.session, row.league_id).code if can("league.home") else "",
        "night": night_status(db.session, row, wall_clock()),
        "night_id": row.night_id,
    }


def next_game(code: str) -> str | None:
    """Return the code of this game's rematch, None for none; a read link and a guest's card show one game only."""
    return None if current_link() or current_guest() else rematch_of(db.session, code)


# ---------------------------------------------------------------- its story


def game_story(view: GameView) -> tuple[str, tuple[str, int, bool] | None]:
    """Return a game in one sentence; and whose score after which hand of its chart it tells of, and if that was a set.

    It is the hand that turned the game, or since when the winners were ahead; empty if nobody won.
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
        since = f"Ahead since {line_name(hands[0])}." if view.head.opening else ""
        return since or ("Ahead all the way." if ahead[2:] else f"Won on {line_name(hands[-1])}."), None
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


# ---------------------------------------------------------------- the table


OF_ONE_PLAYER = ("count-", "play-", "pickup-", "by-")
MAX_LINES = 3
"""How many of the last hands the Watch page shows; the newest with its reasons."""
RACE_HEIGHT, FINISH_HEIGHT, FINISH_HEIGHT_OF_TWO = 400, 220, 250
"""The height of the race, for a width of 640: on the Watch page, and on the winner's card, higher for two sides."""


def table_page(  # noqa: PLR0913 - what may be told beside the game itself
    view: GameView,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
    *,
    says: str = "",
    undone: int | None = None,
    fresh: bool = False,
    can_score: bool = True,
    reviews: dict[int, LineReviews] | None = None,
) -> dict[str, Any]:
    """Return what is on the table page of a game (templates/table/show.html).

    `typed`, `wrong`: a hand form that was refused, and why; `undone`: the row that just took something back (then the
    view is of the whole game); `fresh`: the score has just changed; `can_score`: whether the phone may keep score,
    else there is no form; `reviews`: those of the last hands, where they were read already or are not shown.
    """
    table, names = view.table, view.names
    taken_back = ""
    if view.rows and undone is not None:
        taken_back, back_in_form = _taken_back(view, undone)
        if typed is None and back_in_form and not table.finished:
            typed, says = back_in_form, says or "The hand is in the form again. Change it, then save it."
    form = HandForm(table, names, typed or {}, wrong) if can_score and not table.finished else None
    if reviews is None:
        reviews = reviews_on(db.session, current_game(view.code), view.last[::-1], current_access().device_id)
    tally = tally_reading(view)
    height = FINISH_HEIGHT_OF_TWO if len(table.teams) == 2 else FINISH_HEIGHT  # noqa: PLR2004 - two sides
    stands = [line for line in view.lines if line.entry] if view.rows else view.last
    return {
        "title": game_title(view),
        "code": view.code,
        "seq": view.seq,
        "table": table,
        "board": Board(view, stands, fresh=fresh),
        "form": form,
        "refused": [] if form else [("board", sentence) for sentence in (wrong or {}).values()],
        "says": says or _prompt(view, typed or {}, wrong or {}, fresh=fresh),
        "last": [LogLine(view, line) for line in reversed(view.last)],
        "reviews": reviews,
        "review_mark": review_mark(reviews),
        "undo": _undo(view) if can_score else None,
        "undone": (undone, taken_back) if taken_back and can_score else None,
        "finish": read_finish(view) if table.finished else None,
        "chart": score_chart(view, height, from_zero=False, beside=False) if table.finished else None,
        "now": settlement_now(table, names),
        "spoken": " ".join(tally[1]) if tally and not table.finished else call_out(view, view.last, taken_back),
        "tally": tally,
    }


def _prompt(view: GameView, typed: Mapping[str, str], wrong: Mapping[str, str], *, fresh: bool) -> str:
    """Return in words what the last line did until somebody begins the next hand, then what is wrong or to do."""
    if wrong:
        return "If so, save again." if "sure" in wrong else next(iter(wrong.values()))
    if view.last and not typed:
        return f"{'Saved' if fresh else 'Last'}: {result_text(view, view.last[-1])}"
    if view.table.is_smoke:
        return say_so_far(typed, view.table.players)
    rules = view.table.rules
    if not rules.has_bidding:
        return "Tap who got each point."
    out = [point_name(key, rules.names) for key in rules.worth if start_value(view.table, key) == NONE]
    return f"{', '.join(out).capitalize()} not out, rest to the bidder." if out else "Untapped points go to the bidder."


def _undo(view: GameView) -> tuple[int, str] | None:
    """Return the row that Undo takes back, and what that is; None if this phone can take back nothing."""
    line = next((line for line in view.last if line.seq == view.undo), None)
    if view.undo is None or (line and current_guest() is not None and not is_hand(line.facts)):
        return None
    return view.undo, line_name(line) if line else "the correction"


def _taken_back(view: GameView, row: int) -> tuple[str, dict[str, str]]:
    """Say what the last row took back, and return that as values of the hand form; nothing if it took nothing back.

    A hand was meant as it was saved: nobody is asked that again.
    """
    if row != view.seq or any(row == line.seq for line in view.lines):
        return "", {}
    line = next((line for line in view.lines if line.changed_seq == row), None)
    if line is None:
        return "Taken back.", {}
    if not line.struck:
        return "", {}  # the row is a correction
    says = f"Taken back: {LogLine(view, line).headline}."
    return says, line_as_form(line.facts, view.table) | {"sure": "yes"} if line_kind(line.facts) in PLAYED_KINDS else {}


def settlement_now(
    table: Table, names: Mapping[str, str]
) -> tuple[str, list[tuple[str, int, list[tuple[str, int]]]]] | None:
    """Return what a game would come to if it ended now; None if it is over, or not played for money.

    The currency, then for everybody who ever sat here, in seat order, their name, cents, and what these are for.
    """
    stakes = table.stakes
    if stakes is None or not stakes.some or table.finished:
        return None

    def money(cents: int) -> str:
        return money_text(cents, stakes.currency)

    parts = if_it_ended_now(table)
    reasons = {
        key: [(say_part(part, names.__getitem__, money), part.cents) for part in parts if part.player == key]
        for key in names
    }
    return stakes.currency, [(names[key], sum(cents for _, cents in why), why) for key, why in reasons.items()]


def watch_page(view: GameView, *, fresh: bool = False) -> dict[str, Any]:
    """Return what is on the Watch page of a game (templates/table/watch.html); `fresh`: the score has just changed."""
    live = [line for line in view.lines if line.entry is not None]
    finished = view.table.finished
    return {
        "title": game_title(view),
        "code": view.code,
        "seq": view.seq,
        "board": Board(view, live, fresh=fresh),
        "winners": winner_names(view) if finished else "",
        "next": next_game(view.code) if finished else None,
        "lately": [LogLine(view, line) for line in reversed(live[-MAX_LINES:])],
        "race": None if view.table.is_smoke else score_chart(view, RACE_HEIGHT, from_zero=False),
        "story": game_story(view)[0] if finished else "",
        "spoken": call_out(view, live),
    }


# ---------------------------------------------------------------- another phone was first


def conflict_page(view: GameView, stale: Stale, typed: Mapping[str, str], line: int | None = None) -> dict[str, Any]:
    """Return both versions (templates/table/conflict.html).

    `typed`: what this phone sent; `line`: the line it wanted to correct or take back.  `correct` is where to save it in
    place of the newest hand, or of the line it corrects; `again` where to save it as the next hand, or undo all the
    same.  Both are None where that makes no sense.
    """
    lines = stale.newer if line is None else [it for it in view.lines if it.seq == line]
    old = next((it for it in reversed(lines) if it.entry is not None and line_kind(it.facts) in HANDS), None)
    is_undo, kind = stale.mine is None, line_kind(stale.mine or {})
    others_sit = names_others(typed, view.table.players)
    correctable = old and not is_undo and not (old.before and names_others(typed, old.before.players))
    again = None
    if is_undo and line is not None:
        again = f"lines/{line}"
    elif not is_undo and not view.table.finished and line is None:
        again = "hands"
    mine = OTHER_KINDS.get(kind, "")
    target = next((it for it in view.lines if str(it.seq) == typed.get("target", str(line))), None)
    if is_undo:
        mine = f"Take back {line_name(target)}: {LogLine(view, target).headline}" if target else "Take back"
    elif stale.mine is not None and kind in PLAYED_KINDS:
        mine = headline(stale.mine, view.table, view.names)
    return {
        "title": game_title(view),
        "code": view.code,
        "seq": view.seq,
        "newer": [LogLine(view, it) for it in stale.newer],
        "mine": mine,
        "differs": differing_points(old.facts, stale.mine, view.table, view.names) if old and stale.mine else [],
        "target": target if is_undo and not again else None,
        "mine_points": points_text(stale.mine, view.table, view.names) if stale.mine and kind in PLAYED_KINDS else "",
        "fields": list(typed.items()),
        "is_undo": is_undo,
        "correct": f"/t/{view.code}/lines/{old.seq}" if old and correctable else None,
        "correct_name": line_name(old) if old else "",
        "again": f"/t/{view.code}/{again}" if again and not others_sit else None,
        "again_says": "Take it back anyway" if is_undo else "Mine is the next hand",
        "others_sit": others_sit,
    }


def names_others(typed: Mapping[str, str], keys: Collection[str]) -> bool:
    """Return whether a form has a field for somebody whose seat key is not among these: it would be lost unread."""
    return any(
        text and name.startswith(OF_ONE_PLAYER) and name.partition("-")[2] not in keys for name, text in typed.items()
    )
