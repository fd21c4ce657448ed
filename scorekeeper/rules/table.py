"""A game as it stands (`Table`), also as JSON; what one line did to it (`LineResult`), and whose money that moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

from scorekeeper.rules.money import OWN_SETS, SO_FAR, Part, game_parts, point_parts, total_cents
from scorekeeper.rules.ruleset import SMOKE, Ruleset
from scorekeeper.rules.sheet import Head, Side, Stakes, Why, add_money, statically_frozen
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant

Trend = Literal["down", "up", "steady"]


@statically_frozen
class Table:
    """A game as it stands: all the next line depends on.  Players are names, or keys that stand for them."""

    variant: Variant
    rules: Ruleset
    house: Mapping[str, Value]
    stakes: Stakes | None
    players: tuple[str, ...]
    teams: tuple[Side, ...]
    """Who shares a score; where nobody does, each player alone."""
    dealer: str
    """Who deals the next hand."""
    scores: Mapping[str, int]
    sets: Mapping[str, int]
    """Of everybody who ever sat here."""
    balances: Mapping[str, int]
    """Cents, of everybody who ever sat here."""
    sits: Mapping[str, int] = field(default_factory=dict)
    """Smoke: hands sat out in a row."""
    reading: tuple[str, Mapping[str, Trend]] | None = None
    """Smoke: whom the tally begins with, and each player's trend, if the last line was a hand."""
    play_on: bool = False
    """Several were at the target and nobody won: now only a bidder who makes it can (V39)."""
    winners: tuple[str, ...] = ()
    hands: int = 0
    ended: bool = False
    """The table ended the game (`end`); then there may be no winner."""

    @property
    def finished(self) -> bool:
        return self.ended or bool(self.winners)

    @property
    def for_money(self) -> bool:
        """Return whether there are stakes above 0."""
        return self.stakes is not None and self.stakes.some

    @property
    def is_smoke(self) -> bool:
        return self.variant.kind == SMOKE

    @property
    def hands_left(self) -> int | None:
        """Return how many scored hands are still to play, at least 1 until somebody wins; None without a limit."""
        if not self.rules.has_limit:
            return None
        return 0 if self.finished else max(1, self.rules.hands_limit(len(self.players)) - self.hands)

    def must_play(self) -> tuple[str, ...]:
        """Return who may not sit out the next hand: a mustie (`tally.max_sits`), in the box (`tally.box_at`)."""
        if not self.is_smoke or self.finished:
            return ()
        most, box = self.rules.tally.max_sits, self.rules.tally.box_at
        return tuple(player for player in self.scores if self.sits[player] >= most or self.scores[player] <= box)

    def after_hand(
        self,
        *,
        dealer: str,
        scores: Mapping[str, int],
        sets: Mapping[str, int],
        play_on: bool,
        winners: tuple[str, ...],
    ) -> Table:
        """Return the table after a hand: the same people, rules and stakes.

        `dataclasses.replace` would play a sixth fewer hands a second (111,000 -> 91,000), and row 8 of the benchmarks
        has none to spare.
        """
        return Table(
            self.variant, self.rules, self.house, self.stakes, self.players, self.teams, dealer, scores, sets,
            self.balances, self.sits, None, play_on, winners, self.hands + 1,
        )  # fmt: skip


Outcome = Literal[
    "made", "set", "scored", "passed", "misdeal", "tally",
    "join", "leave", "adjust", "rules", "settle", "substitute", "swap", "dealer", "end",
]  # fmt: skip


@statically_frozen
class LineResult:
    """What one line did: its outcome, each player's change, the scores after it, why, and the money it moved."""

    outcome: Outcome
    changes: Mapping[str, int]
    scores: Mapping[str, int]
    whys: tuple[Why, ...]
    money: tuple[Part, ...] = ()


def open_table(head: Head) -> Table:
    """Return the table before its first line: opening scores, no sets, nothing owed."""
    rules = head.ruleset
    return Table(
        variant=head.variant,
        rules=rules,
        house=head.rules,
        stakes=head.stakes,
        players=head.players,
        teams=head.sides,
        dealer=head.dealer,
        scores={player: head.opening.get(player, rules.finish.start) for player in head.players},
        sets=dict.fromkeys(head.players, 0),
        balances=dict.fromkeys(head.players, 0),
        sits=dict.fromkeys(head.players, 0),
    )


def line_result(
    before: Table, after: Table, outcome: Outcome, whys: tuple[Why, ...], money: tuple[Part, ...] = ()
) -> tuple[Table, LineResult]:
    """Return the table after a line and its entry; `after` is that table before the line's money is added."""
    if money:
        after = replace(after, balances=add_money(after.balances, total_cents(money)))
    had, scores = before.scores, after.scores
    changes = {player: score - had[player] if player in had else 0 for player, score in scores.items()}
    return after, LineResult(outcome, changes, scores, whys, money)


def settle_points(table: Table) -> tuple[Part, ...]:
    """Return the money of `stakes.point` on the scores as they stand."""
    return point_parts(table.stakes, table.scores, counts_down=table.rules.counts_down) if table.stakes else ()


def settle_game(table: Table, winners: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the money of a game that these players win as it stands."""
    if table.stakes is None:
        return ()
    return (*settle_points(table), *game_parts(table.stakes, table.players, winners, table.sets))


def end_money(table: Table) -> tuple[Part, ...]:
    """Return the money of a game that has just been won; one that goes on, or that nobody won, moves none."""
    return settle_game(table, table.winners) if table.winners else ()


def leaders(table: Table) -> tuple[str, ...]:
    """Return the players with the best score, in seat order."""
    scores = [table.scores[player] for player in table.players]
    best = min(scores) if table.rules.counts_down else max(scores)
    return tuple(player for player in table.players if table.scores[player] == best)


# ---------------------------------------------------------------- the parts behind every balance


LinePart = tuple[int, Part, tuple[int, ...]]
"""The line that moved a part (from 1), the part, and the lines in which its player's side was set, if it is of sets."""


def money_story(tables: Sequence[Table], entries: Sequence[LineResult]) -> dict[str, tuple[LinePart, ...]]:
    """Return the parts of everybody's balance, in the order of the lines.  They add up to the balances to the cent.

    `sheets.words` says what each is for.  `entries` is what each line did; `tables` the table before each, and last the
    one after all of them.
    """
    story: dict[str, tuple[LinePart, ...]] = dict.fromkeys(tables[-1].balances, ())
    for line, entry in enumerate(entries, start=1):
        for part in entry.money:
            story[part.player] += (_line_part(line, part, tables),)
    return story


def story_to_now(tables: Sequence[Table], entries: Sequence[LineResult]) -> dict[str, tuple[LinePart, ...]]:
    """Return the same with what would be added if the game ended now (line: the next one)."""
    story = money_story(tables, entries)
    for part in if_it_ended_now(tables[-1]):
        if part.what != SO_FAR:  # the earlier parts are in the story already
            story[part.player] += (_line_part(len(tables), part, tables),)
    return story


def _line_part(line: int, part: Part, tables: Sequence[Table]) -> LinePart:
    return line, part, _set_in(part.player, tables[: line + 1]) if part.what == OWN_SETS else ()


def _set_in(player: str, tables: Sequence[Table]) -> tuple[int, ...]:
    """Return the lines in which a player's side was set, under everyone who had the seat before, too."""
    lines: list[int] = []
    for line in range(len(tables) - 1, 0, -1):
        before, after = tables[line - 1], tables[line]
        new = player in after.players and player not in before.players
        if new and len(before.players) == len(after.players):  # took over somebody's seat
            player = before.players[after.players.index(player)]
        elif after.sets.get(player, 0) > before.sets.get(player, 0):
            lines.append(line)
    return tuple(reversed(lines))


def if_it_ended_now(table: Table) -> tuple[Part, ...]:
    """Return the money of the game if nobody played another hand.

    The side with the best score now wins (the lowest where scores count down), with the bid or without it; sides with
    the same score share, as if they had gone out together.  What was moved already (special bids, bids, points settled
    before) is one part each.  Empty for a game without stakes, or one that is over.
    """
    if table.stakes is None or table.finished:
        return ()
    so_far = (Part(player, SO_FAR, cents) for player, cents in table.balances.items() if cents)
    return (*so_far, *settle_game(table, leaders(table)))


# ---------------------------------------------------------------- a table as JSON


def table_to_json(table: Table) -> dict[str, Any]:
    """Return the changing part of a table: what `table_from_json` needs beside the head.

    It is a cache, so that the next hand can be scored without reading the earlier lines: folding them makes it again.
    """
    return {
        "house": dict(table.house),
        "players": list(table.players),
        "teams": [list(team) for team in table.teams],
        "dealer": table.dealer,
        "scores": dict(table.scores),
        "sets": dict(table.sets),
        "balances": dict(table.balances),
        "sits": dict(table.sits),
        "reading": {"first": table.reading[0], "trends": dict(table.reading[1])} if table.reading else None,
        "play_on": table.play_on,
        "winners": list(table.winners),
        "hands": table.hands,
        **({"ended": True} if table.ended else {}),  # older snapshots have no such key
    }


def table_from_json(head: Head, state: Mapping[str, Any]) -> Table:
    players, house = tuple(state["players"]), state["house"]
    as_begun = len(players) == len(head.players) and house == head.rules
    reading = state["reading"]
    return Table(
        variant=head.variant,
        rules=head.ruleset if as_begun else head.variant.ruleset(len(players), house),
        house=house,
        stakes=head.stakes,
        players=players,
        teams=tuple(tuple(team) for team in state["teams"]),
        dealer=state["dealer"],
        scores=state["scores"],
        sets=state["sets"],
        balances=state["balances"],
        sits=state["sits"],
        reading=(reading["first"], reading["trends"]) if reading else None,
        play_on=state["play_on"],
        winners=tuple(state["winners"]),
        hands=state["hands"],
        ended=state.get("ended", False),
    )
