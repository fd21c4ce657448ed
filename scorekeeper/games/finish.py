"""The end of a game on the table page: who won, its story in three figures, who pays whom, the rematch, the night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import request

from scorekeeper.access.guests import current_guest
from scorekeeper.access.permissions import can, current_game, current_link
from scorekeeper.access.share_links import share_url
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import new_op_id
from scorekeeper.core.marks import Mark, finishing_order, player_marks
from scorekeeper.games.board import game_title, scores_text, winner_names
from scorekeeper.games.create import rematch_of
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log import contract_in, line_kind
from scorekeeper.games.naming import last_players, scores_by_seat
from scorekeeper.games.night import NightInfo, read_night_info
from scorekeeper.games.table_state import GameView
from scorekeeper.league.leagues import read_league
from scorekeeper.money.accounts import Settling, has_entries, read_settling
from scorekeeper.rules.turning import turning_hand
from scorekeeper.sheets.grammar import number_text

PICTURE, ALLOWED = "picture", "yes"
"""The argument of a read link whose preview may show the picture: the sender decides, as a chat keeps it."""
PLAYED = ("hand", "tricks")
NO_BID = (False, 0)


@dataclass(frozen=True)
class StoryFact:
    """One figure and what it says: "4", "lead changes"."""

    figure: str
    says: str


@dataclass(frozen=True)
class WinnerCard:
    """How a game ended, as its card and its picture show it."""

    winners: str
    mark: Mark | None
    """The mark of who won, for the corners of their card: of several, the first's; None if nobody won."""
    game: str
    """What was played."""
    scores: tuple[str, ...]
    """Everybody's last score, the winners' first, then the better ones."""
    story: tuple[StoryFact, ...]


@dataclass(frozen=True)
class FinishedGame:
    """The end of a game."""

    card: WinnerCard
    share: str
    """How it ended and the game's address, to be sent around."""
    preview: str
    """How it ended, for the preview of a read link; "" on other pages."""
    picture: str
    """The address of its picture for that preview, where the link that was sent allows one; else ""."""
    share_with_picture: str
    """As `share`, with a link whose preview has the picture; "" if the game has no read link."""
    op_id: str
    dealer: str
    """Who deals first in a rematch."""
    next: str | None
    """The game they play on with."""
    settling: Settling | None
    """Who pays whom tonight; None without stakes, and for who may not see it."""
    settles: bool
    """Whether other games of the league moved money, where this one has no stakes."""
    league: str
    """The code of the league, "" for who may not see it."""
    night: NightInfo


def winner_card(view: GameView) -> WinnerCard:
    """Return how a finished game ended."""
    marks = player_marks(view.table, view.names)
    won, scores = [mark.key in view.table.winners for mark in marks], [view.table.scores[mark.key] for mark in marks]
    places = finishing_order(scores, won, counts_down=view.table.rules.counts_down)
    return WinnerCard(
        winners=winner_names(view),
        mark=marks[places[0]] if any(won) else None,
        game=_game_text(view),
        scores=tuple(number_text(scores[place]) for place in places),
        story=game_story(view),
    )


def read_finish(view: GameView) -> FinishedGame:
    """Return the end of this page's game, for the current phone."""
    row, for_money, sees_money = current_game(view.code).row, view.table.for_money, can("money.index")
    settling = None
    if for_money and sees_money:
        settling = read_settling(db.session, view.code, row.league_id, row.night_id)
    text, link = _share_text(view, settling), share_url("table.show")
    return FinishedGame(
        card=winner_card(view),
        share=f"{text} {link}",
        preview=_end_text(view) if current_link() else "",
        picture=share_url("table.picture") if current_link() and request.args.get(PICTURE) == ALLOWED else "",
        share_with_picture=f"{text} {link}?{PICTURE}={ALLOWED}" if link else "",
        op_id=new_op_id(),
        dealer=view.names.get(view.table.dealer, ""),
        next=next_game(view.code),
        settling=settling,
        settles=not for_money and sees_money and has_entries(db.session, row.league_id),
        league=read_league(db.session, row.league_id).code if can("league.home") else "",
        night=read_night_info(row),
    )


def _game_text(view: GameView) -> str:
    """Return in words what was played: "Ten-point Smear to 52", "Smoke down to 0"."""
    rules = view.table.rules
    target, to = rules.finish.target, " down to" if rules.counts_down else " to"
    to = "" if isinstance(target, str) else f"{to} {number_text(target)}"
    return f"{view.table.variant.name}{to}"


def _share_text(view: GameView, settling: Settling | None) -> str:
    money = f" {settling.spoken}" if settling else ""
    return f"{game_title(view)}: {_end_text(view)}{money}"


def _end_text(view: GameView) -> str:
    hands = sum(1 for line in view.lines if line.entry is not None and line_kind(line.facts) in ("hand", "tricks"))
    return f"{scores_text(view)} {view.table.variant.name}, {hands} hands."


def next_game(code: str) -> str | None:
    """Return the code of this game's rematch, None for none; a read link and a guest's card show one game only."""
    return None if current_link() or current_guest() else rematch_of(db.session, code)


def game_story(view: GameView) -> tuple[StoryFact, ...]:
    """Return three figures of a game: sets, changes of the lead, and the hand that turned it.

    Where nobody won, or the winners led from the first hand to the last, the biggest bid, if anybody bids; where nobody
    does, the number of hands for the sets.
    """
    hands = [line for line in view.lines if line.entry is not None and line_kind(line.facts) in PLAYED]
    keys = [mark.key for mark in player_marks(view.table, view.names)]
    last, counts_down = last_players(view.lines), view.table.rules.counts_down

    def of_sides(scores: Mapping[str, int], line: PlayedLine) -> dict[str, int]:
        return {key: score for key, score in scores_by_seat(scores, last[line.seq]).items() if key in keys}

    played = [
        (of_sides(line.before.scores, line), of_sides(line.entry.scores, line))
        for line in hands
        if line.before and line.entry
    ]
    after = [scores for _, scores in played]
    lead = _counted(count_lead_changes(after, counts_down=counts_down), "lead change")
    biggest = _biggest_bid(hands)
    first = _counted(len(hands), "hand") if biggest is None else _sets(view, hands)
    turned = turning_hand(played, view.table.winners, counts_down=counts_down)
    if turned is not None and not _led_all_the_way(view, after):
        return (first, lead, _turn_text(view, hands[turned]))
    return (first, lead) if biggest is None else (first, lead, _biggest_text(view, biggest))


def _led_all_the_way(view: GameView, scores: Sequence[Mapping[str, int]]) -> bool:
    """Return whether one score that won was alone ahead after every hand."""
    best = min if view.table.rules.counts_down else max
    ahead = [[key for key, score in after.items() if score == best(after.values())] for after in scores]
    return bool(ahead) and all(keys == ahead[0] for keys in ahead) and set(ahead[0]) <= set(view.table.winners)


def count_lead_changes(scores: Iterable[Mapping[str, int]], *, counts_down: bool) -> int:
    """Return how often the lead went from one score to another; a tie alone takes it from nobody."""
    best = min if counts_down else max
    leader, changes = "", 0
    for after in scores:
        top = best(after.values(), default=0)
        ahead = [key for key, score in after.items() if score == top]
        if len(ahead) == 1:
            changes += leader not in {"", ahead[0]}
            leader = ahead[0]
    return changes


def _biggest_bid(hands: Sequence[PlayedLine]) -> PlayedLine | None:
    """Return the hand of the highest bid, the first of several: a special bid is above every number."""
    return max((line for line in hands if _rank(line) > NO_BID), key=_rank, default=None)


def _rank(line: PlayedLine) -> tuple[bool, int]:
    """Return how high the bid of a hand was, to compare it; `NO_BID` where nobody bid."""
    bid = contract_in(line.facts, line.before)[1] if line.before else None
    return (isinstance(bid, str), bid if isinstance(bid, int) else 0)


def _turn_text(view: GameView, line: PlayedLine) -> StoryFact:
    if _rank(line) == NO_BID:
        return StoryFact(f"Hand {line.number}", "turned it")
    bid = _bid_text(view, line)
    return StoryFact(bid.figure, f"turned it: {bid.says}")


def _biggest_text(view: GameView, line: PlayedLine) -> StoryFact:
    bidder, bid = contract_in(line.facts, line.before or view.table)
    outcome = line.entry.outcome if line.entry else ""
    return StoryFact(f"Hand {line.number}", f"biggest bid: {view.names.get(bidder or '', '')} {bid}, {outcome}")


def _bid_text(view: GameView, line: PlayedLine) -> StoryFact:
    bidder, bid = contract_in(line.facts, line.before or view.table)
    outcome = line.entry.outcome if line.entry else ""
    return StoryFact(f"Hand {line.number}", f"{view.names.get(bidder or '', '')} bid {bid}, {outcome}")


def _sets(view: GameView, hands: Sequence[PlayedLine]) -> StoryFact:
    """Return how often a bid was set; where it was always the same side, on whom."""
    last = last_players(view.lines)
    bids = ((line, contract_in(line.facts, line.before or view.table)[0] or "") for line in hands if _is_set(line))
    bidders = [last[line.seq].get(bidder, bidder) for line, bidder in bids]
    sides = [mark for mark in player_marks(view.table, view.names) if set(mark.members) & set(bidders)]
    total = _counted(len(bidders), "set")
    on = f" on {sides[0].name}" if len(sides) == 1 else ""
    return StoryFact(total.figure, total.says + on)


def _is_set(line: PlayedLine) -> bool:
    return line.entry is not None and line.entry.outcome == "set"


def _counted(number: int, what: str) -> StoryFact:
    return StoryFact(str(number), what if number == 1 else f"{what}s")
