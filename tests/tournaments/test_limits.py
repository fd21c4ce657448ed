"""A tournament has a limit of rounds and of lines, live and imported; at the limit it can still be ended and undone."""

from __future__ import annotations

import io
import json

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.tournaments import state
from scorekeeper.tournaments.actions import draw_round, finish_tournament, set_left, undo_line
from scorekeeper.tournaments.maths.formats import MAX_ROUNDS
from scorekeeper.tournaments.state import DRAW, LAST_LINES, LEAVE, MAX_LINES, RETURN, SLIP, UNDO
from scorekeeper.transfer.league_file import export_league
from scorekeeper.transfer.league_import import import_league


def document_of(session):
    return json.loads("".join(export_league(session.connection(), 1)))


def lengthened(document, lines):
    """Return a league's file with more lines in its tournament, each like another one but for what is given."""
    seq = len(document["tournament_lines"])
    more = [{**line, "seq": seq + number} for number, line in enumerate(lines, start=1)]
    return {**document, "tournament_lines": [*document["tournament_lines"], *more]}


def bring_in(session, clock, alice, document):
    return import_league(Submission(session, clock, alice), io.BytesIO(json.dumps(document).encode()))


def test_more_rounds_than_anybody_plays_are_not_imported(session, clock, alice, evening):
    """The round of three tables is drawn and handed in again and again."""
    evening.play()
    document = document_of(session)
    played = [line for line in document["tournament_lines"] if line["kind"] in {DRAW, SLIP}]
    rounds = [{**line, "facts": {**line["facts"], "round": number}}
              for number in range(2, MAX_ROUNDS + 2) for line in played]  # fmt: skip
    bring_in(session, clock, alice, lengthened(document, rounds[: -len(played)]))
    with pytest.raises(SheetError, match="A tournament has at most 200 rounds"):
        bring_in(session, clock, alice, lengthened(document, rounds))


def test_no_more_rounds_than_that_are_drawn(evening, form, monkeypatch):
    monkeypatch.setattr(state, "MAX_ROUNDS", 5)
    for _ in range(5):
        evening.play()
    with pytest.raises(ImpossibleFact, match="at most 5 rounds"):
        draw_round(form(), evening.id, 6)


@pytest.mark.usefixtures("evening")
def test_a_longer_log_is_not_imported(session, clock, alice):
    (enter,) = (line for line in document_of(session)["tournament_lines"] if line["kind"] == "enter")
    side = {"side": enter["facts"]["sides"][0]}
    lines = [{**enter, "kind": RETURN if number % 2 else LEAVE, "facts": side} for number in range(MAX_LINES - 2)]
    document = lengthened(document_of(session), lines)
    bring_in(session, clock, alice, document)
    with pytest.raises(SheetError, match="room for 5,000 lines"):
        bring_in(session, clock, alice, lengthened(document, lines[:1]))
    undos = [{**enter, "kind": UNDO, "target": MAX_LINES + number, "facts": {}} for number in range(LAST_LINES + 1)]
    bring_in(session, clock, alice, lengthened(document, undos[:-1]))
    with pytest.raises(SheetError, match="room for 5,000 lines"):
        bring_in(session, clock, alice, lengthened(document, undos))


def test_a_full_log_can_still_be_ended_and_undone(evening, form, monkeypatch):
    evening.play()
    monkeypatch.setattr(state, "MAX_LINES", len(evening.view.rows))
    with pytest.raises(ImpossibleFact, match="this one is full"):
        set_left(form(), evening.id, (1,), left=True)
    finish_tournament(form(), evening.id)
    assert evening.state.finished
    undo_line(form(), evening.id, len(evening.view.rows))
    assert not evening.state.finished
