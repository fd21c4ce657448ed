"""The end of a game on the table page: who won, who pays whom, the rematch, the state of the night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import request

from scorekeeper.extensions import db
from scorekeeper.rules.numbers import number_text
from scorekeeper.services.games.create import rematch_of
from scorekeeper.services.games.win_chances import read_turning_hand
from scorekeeper.services.league.leagues import read_league
from scorekeeper.services.money.settle import has_entries
from scorekeeper.web.components.board import game_title, scores_text, winner_names
from scorekeeper.web.components.lines import line_kind
from scorekeeper.web.components.marks import player_marks
from scorekeeper.web.components.night import read_night_info
from scorekeeper.web.components.story import game_story
from scorekeeper.web.form_meta import new_op_id
from scorekeeper.web.guests import current_guest
from scorekeeper.web.money.forms import TONIGHT, AccountsQuery
from scorekeeper.web.money.pages import read_settling
from scorekeeper.web.permissions import can, current_game, current_link
from scorekeeper.web.share_links import share_url

if TYPE_CHECKING:
    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.components.marks import Mark
    from scorekeeper.web.components.night import NightInfo
    from scorekeeper.web.components.story import StoryFact
    from scorekeeper.web.money.settling import Settling

PICTURE, ALLOWED = "picture", "yes"
"""The argument of a read link whose preview may show the picture: the sender decides, as a chat keeps it."""


@dataclass(frozen=True)
class WinnerCard:
    """How a game ended, as its card and its picture show it."""

    winners: str
    mark: Mark | None
    """The mark of who won, for the corners of their card: of several, the first's; None where nobody won."""
    game: str
    """What was played."""
    scores: tuple[str, ...]
    """Everybody's last score, the winners' first."""
    story: tuple[StoryFact, ...]
    seal: str
    """The seal of the game's history as it is now."""


@dataclass(frozen=True)
class FinishedGame:
    """The end of a game."""

    card: WinnerCard
    share: str
    """How it ended and the game's address, to be sent around."""
    preview: str
    """How it ended, for whoever is sent a read link; "" on other pages."""
    picture: str
    """The address of its picture for that preview, where the link that was sent allows one; else ""."""
    share_with_picture: str
    """As `share`, with a link whose preview has the picture; "" where the game has no read link."""
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
    turning = read_turning_hand(db.session.connection(), current_game(view.code).row, view)
    marks = player_marks(view.table, view.names)
    won = [mark for mark in marks if mark.key in view.table.winners]
    return WinnerCard(
        winners=winner_names(view),
        mark=won[0] if won else None,
        game=_game_text(view),
        scores=tuple(
            number_text(view.table.scores[mark.key]) for mark in (*won, *(mark for mark in marks if mark not in won))
        ),
        story=game_story(view, turning.seq if turning else None),
        seal=str(view.seal or ""),
    )


def read_finish(view: GameView) -> FinishedGame:
    """Return the end of this page's game, for the current phone."""
    row, for_money, sees_money = current_game(view.code).row, view.table.for_money, can("money.index")
    settling = read_settling(view.code, row, AccountsQuery(TONIGHT)) if for_money and sees_money else None
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
