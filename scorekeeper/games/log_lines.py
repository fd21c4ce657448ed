"""Lines of a game in words: in the log, below the hand form, and when two phones disagree."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.marks import Mark, player_marks
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.review_pages import ReviewSummary, phone_and_person
from scorekeeper.games.table_state import GameView, LastLine, TableView
from scorekeeper.rules.auction import PASS, winning_bid
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.hand import MADE, SET
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document, Hand
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.sheets.grammar import join_names, number_text, signed
from scorekeeper.sheets.lookup import question_about
from scorekeeper.sheets.phrases import point_name
from scorekeeper.sheets.words import sentences

Names = Mapping[str, str]

OTHER_KINDS = {
    "passed_out": "All passed",
    "misdeal": "Misdeal",
    "adjust": "Score changed",
    "rules": "Rule changed",
    "join": "Somebody sat down",
    "leave": "Somebody left",
    "settle": "Settled",
    "substitute": "Substitute",
    "swap": "Seats swapped",
    "dealer": "Dealer corrected",
    "end": "Game ended",
    "tricks": "Tally",
}
TWO_SIDES = 2
HANDS = ("hand", "tricks", "passed_out", "misdeal")
"""What the hand form can show; a vote or a new rule can only be taken back."""
LINE_NAMES = {
    "passed_out": "the pass",
    "misdeal": "the misdeal",
    "adjust": "the score change",
    "rules": "the rule change",
    "join": "the new player",
    "leave": "the departure",
    "settle": "the settle-up",
    "substitute": "the substitute",
    "swap": "the seat swap",
    "dealer": "the dealer change",
    "end": "the end of the game",
}


@dataclass(frozen=True)
class ScoreChange:
    """What a line did to one score, and the score after it."""

    css: str
    name: str
    initials: str
    change: str
    score: str


@dataclass(frozen=True)
class LastHand:
    """A line in short, below the hand form."""

    seq: int
    number: int
    version: int
    """The `seq` of the row with the line's current text; reviews refer to it."""
    headline: str
    changes: tuple[ScoreChange, ...]
    """Only the scores it moved."""
    hand: bool
    """Whether the hand form can show it; a guest opens no other line."""


@dataclass(frozen=True)
class HistoryStep:
    """One event of a line: a change or a review."""

    what: str
    css: str
    at: dt.datetime
    by: str
    why: str
    was: str
    """What the line said until then, where that changed."""


@dataclass(frozen=True)
class LogLine:
    """A line to be read."""

    seq: int
    number: int | None
    headline: str
    changes: tuple[ScoreChange, ...]
    """Only the scores it moved."""
    scores: tuple[ScoreChange, ...]
    """Every score after it."""
    reasons: tuple[str, ...]
    below_headline: tuple[str, ...]
    """The reasons, without what the headline says already."""
    questions: tuple[str, ...]
    """For each reason, the question whose answer is the rule that decided; empty if no rule did."""
    facts: str
    left_untold: str
    """The part of `facts` that no reason names."""
    struck: bool
    note: str
    recorded_at: dt.datetime
    phone: str
    put_back: int | None
    """The row whose undo brings a struck line back."""
    hand: bool
    """Whether the hand form can show it; a guest opens no other line."""
    money: tuple[tuple[str, int], ...] = ()
    """Name and cents of everybody who won or lost something by it; set, like the rest, only in the log."""
    late: str = ""
    """Why it was added after the close of the night."""
    steps: tuple[HistoryStep, ...] = ()
    omitted: str = ""
    """How many of its first changes are left out, if any are."""
    reviews: ReviewSummary | None = None
    """The reviews of the line as it stands; None if it was taken back."""
    op_id: str = ""
    is_open: bool = False
    """Whether its reasons are shown at once: somebody asked for this line, disputes it, or wants to print."""


def log_line(view: GameView, line: PlayedLine) -> LogLine:
    """Return one line of the log."""
    table, names = line.before or view.table, view.names
    scores = _scores(table, line.entry, names) if line.entry else ()
    reasons = _reasons(line, names)
    return LogLine(
        seq=line.seq,
        number=line.number,
        headline=headline(line.facts, table, names, line.entry),
        changes=tuple(score for score in scores if score.change),
        scores=scores,
        reasons=reasons,
        below_headline=_below_headline(line.entry, reasons, names) if reasons and line.entry else (),
        questions=tuple(question_about(why.what) for why in line.entry.whys) if line.entry else (),
        facts=points_text(line.facts, table, names),
        left_untold=points_text(line.facts, table, names, _sides_told(line.entry) if line.entry else frozenset()),
        struck=line.struck,
        note=str(line.facts.get("note", "")),
        recorded_at=line.row.recorded_at,
        phone=phone_and_person(line.row.device, line.row.who),
        put_back=line.changed_seq if line.struck else None,
        hand=is_hand(line.facts),
    )


def last_hands(view: TableView) -> tuple[LastHand, ...]:
    """Return the last lines of a table, newest first."""
    return tuple(_last_hand(view, line) for line in reversed(view.last))


def _last_hand(view: TableView, line: LastLine) -> LastHand:
    scores = _scores(line.before, line.entry, view.names)
    return LastHand(
        seq=line.seq,
        number=line.number,
        version=line.version,
        headline=headline(line.facts, line.before, view.names, line.entry),
        changes=tuple(score for score in scores if score.change),
        hand=is_hand(line.facts),
    )


def _reasons(line: PlayedLine, names: Names) -> tuple[str, ...]:
    """Return why the scores moved; if the line isn't a hand, the headline says it already."""
    if line.entry is None or line_kind(line.facts) not in HANDS:
        return ()
    return tuple(sentences(line.entry.whys, names.__getitem__))


def _below_headline(entry: LineResult, reasons: Sequence[str], names: Names) -> tuple[str, ...]:
    """Return the reasons without who bid what: "Took 5 (high, low): made, +5 for Ann & Cy."."""
    whys = zip(entry.whys, reasons, strict=True)
    return tuple(_without_bid(reason, names[why.by]) if why.facts.get("counted") else reason for why, reason in whys)


def _without_bid(reason: str, bidder: str) -> str:
    """Return what follows the bid in "Ann bid 5, took 7 …"; the bidder's name may be anything."""
    _, took, rest = reason.removeprefix(bidder).partition(", took ")
    return f"Took {rest}" if took else reason


def _sides_told(entry: LineResult) -> frozenset[frozenset[str]]:
    """Return the sides whose points the reasons name one by one."""
    return frozenset(frozenset(why.facts["side"]) for why in entry.whys if "behind" in why.facts)


def _scores(table: Table, entry: LineResult, names: Names) -> tuple[ScoreChange, ...]:
    marks = player_marks(_with_substitute(table, entry), names)
    return tuple(_change(mark, entry) for mark in marks if mark.key in entry.scores)


def _with_substitute(table: Table, entry: LineResult) -> Table:
    """Return the table before a line, with the substitute already in the seat, because the score is now theirs."""
    if entry.outcome != "substitute":
        return table
    seated = dict(zip(table.scores, entry.scores, strict=True))
    teams = tuple(tuple(seated[player] for player in team) for team in table.teams)
    return replace(table, players=tuple(seated[player] for player in table.players), teams=teams)


def _change(mark: Mark, entry: LineResult) -> ScoreChange:
    by = entry.changes.get(mark.key, 0)
    return ScoreChange(
        mark.css, mark.name, mark.initials, signed(by) if by else "", number_text(entry.scores[mark.key])
    )


# ---------------------------------------------------------------- what happened, in a few words


def result_text(view: TableView | GameView, line: LastLine) -> str:
    """Return in words what a line did and the scores after it: "Bob made 5: +8 · 1", a dash, "8."."""
    facts, table, names = line.facts, line.before, view.names
    scores = _scores(table, line.entry, names)
    return f"{_result(facts, table, names, line.entry)} · {_standing(scores)}."


def spoken_result(view: TableView | GameView, line: LastLine) -> str:
    """Return what a line did as a sentence that is read aloud: "Bob made 5: +8."."""
    return f"{_result(line.facts, line.before, view.names, line.entry)}."


def _result(facts: Document, table: Table, names: Names, entry: LineResult) -> str:
    bidder, bid = contract_in(facts, table) if line_kind(facts) == "hand" else (None, None)
    if bidder is not None and entry.outcome in (MADE, SET):
        change = entry.changes.get(bidder, 0)
        what = f"the {bid}" if isinstance(bid, str) else bid
        made, was_set = ("made", "were set on") if facts.get("partner") else ("made", "was set on")
        return f"{_bidders(facts, bidder, names)} {made if entry.outcome == MADE else was_set} {what}: {signed(change)}"
    moved = ", ".join(f"{it.name} {it.change}" for it in _scores(table, entry, names) if it.change)
    if line_kind(facts) in ("hand", "tricks"):
        return moved or "Nothing changes"
    return headline(facts, table, names, entry).rstrip(".")


def _standing(scores: Sequence[ScoreChange]) -> str:
    """Write the scores: of two sides as numbers, in the order of the board, else with their names."""
    if len(scores) == TWO_SIDES and not any(it.score.startswith("\N{MINUS SIGN}") for it in scores):
        return "\N{EN DASH}\N{WORD JOINER}".join(it.score for it in scores)
    return ", ".join(f"{it.name} {it.score}" for it in scores)


def line_kind(facts: Document) -> str:
    """Return "hand", or the key that makes a line something else; an auction of passes only is a pass."""
    if "auction" in facts and all(said == PASS for _, said in facts["auction"]):
        return "passed_out"
    if OTHER_KINDS.keys().isdisjoint(facts):
        return "hand"  # as nearly every line is
    return next((kind for kind in OTHER_KINDS if facts.get(kind, False) is not False), "hand")


def is_hand(facts: Document) -> bool:
    """Return whether the hand form can show this line; a vote or a new rule can only be taken back."""
    return line_kind(facts) in HANDS


def line_name(line: PlayedLine | LastLine) -> str:
    """Name a line shortly: "hand 7", "the misdeal"."""
    return LINE_NAMES.get(line_kind(line.facts)) or (f"hand {line.number}" if line.number else "the hand")


def headline(facts: Document, table: Table, names: Names, entry: LineResult | None = None) -> str:
    """Return in words what a line was: "Bob bid 5: set"."""
    kind = line_kind(facts)
    if kind == "hand" and not table.rules.has_bidding:
        return "A hand without bidding"
    if kind == "hand":
        bought = _bought(facts, table, names)
        return f"{bought}: {entry.outcome}" if entry else bought
    if kind == "tricks":
        return smoke_headline(facts, names)
    if entry and kind not in ("passed_out", "misdeal"):
        return " ".join(sentences(entry.whys, names.__getitem__))
    return OTHER_KINDS[kind]


def _bought(facts: Document, table: Table, names: Names) -> str:
    bidder, bid = contract_in(facts, table)
    if bidder is None:
        return OTHER_KINDS["passed_out"]
    alone = " alone" if facts.get("alone") else ""
    thrown = ", a thrown card" if facts.get("thrown") else ""
    return f"{_bidders(facts, bidder, names)} bid {bid}{alone}{thrown}"


def _bidders(facts: Document, bidder: str, names: Names) -> str:
    """Name the bidder, and a called partner."""
    who = [bidder, facts["partner"]] if facts.get("partner") else [bidder]
    return join_names([names.get(player, str(player)) for player in who])


def contract_in(facts: Document, table: Table) -> tuple[str | None, int | str | None]:
    """Return who bought the bid and for how much, as written or, where only the auction says so, as heard."""
    bidder, bid = facts.get("bidder"), facts.get("bid")
    if "auction" not in facts or (bidder is not None and bid is not None):
        return bidder, bid
    try:
        line = read_line(facts, table.variant.kind)
        auction = line.auction if isinstance(line, Hand) else None
        heard = winning_bid(auction or (), table.rules, table.players, table.dealer)
    except SheetError:
        return bidder, bid
    if heard is None:
        return bidder, bid
    return heard.player, table.rules.special.name if heard.special else heard.rank


def points_text(
    facts: Document, table: Table, names: Names, sides_told: Collection[frozenset[str]] = frozenset()
) -> str:
    """Return who got which point: "Bob & Dee: high, jack. Ann & Cy: low. Not out: high joker."; in Smoke the rest.

    The sides in `sides_told` are left out.
    """
    if table.is_smoke:
        return smoke_in_words(facts, names)
    if "renege" in facts:
        return f"{names.get(facts['renege'], '')} reneged."
    if "made" in facts:
        return ""
    points = facts.get("points") or {}
    got = [
        (mark.name, _points_of(points, mark.members, table))
        for mark in player_marks(table, names)
        if frozenset(mark.members) not in sides_told
    ]
    counted = facts.get("counts")
    nobody = [key for key in table.rules.worth if key not in points and not (key == "game" and counted is not None)]
    if points or counted is not None:
        got.append(("Nobody", [key for key in nobody if key == "game"]))
        got.append(("Not out", [key for key in nobody if key != "game"]))
    told = [f"{who}: {', '.join(point_name(key, table.rules.names) for key in keys)}." for who, keys in got if keys]
    if counted:
        told.append("Counted: " + ", ".join(f"{names.get(key, key)} {number}" for key, number in counted.items()) + ".")
    return " ".join(told)


def _points_of(points: Mapping[str, str], members: Sequence[str], table: Table) -> list[str]:
    return [key for key in table.rules.worth if points.get(key) in members]


def line_text(facts: Document, table: Table, names: Names) -> str:
    """Return a line in one sentence, as it was before it was corrected."""
    points = points_text(facts, table, names) if line_kind(facts) in ("hand", "tricks") else ""
    return f"{exit_text(facts, names) or headline(facts, table, names)}. {points}".strip()


def exit_text(facts: Document, names: Names) -> str:
    """Return a substitute, a swap, another dealer or an end in words; "" for any other line."""
    if "substitute" in facts:
        new, old = (names.get(facts[key], "Somebody") for key in ("substitute", "replaces"))
        return f"{new} takes over for {old}"
    if "swap" in facts:
        return f"{join_names([names.get(key, 'Somebody') for key in facts['swap']])} swap seats"
    if "dealer" in facts:
        return f"{names.get(facts['dealer'], 'Somebody')} deals the next hand"
    if "end" in facts:
        return f"The game ends here: {'the leaders win' if facts['end'] == 'leaders' else 'nobody wins'}"
    return ""


def smoke_headline(facts: Document, names: Names) -> str:
    """Return in words who took how many tricks and who sat: "Ann 2, Bob 1, Cy 2; Dee & Eve sat"."""
    took = ", ".join(f"{names.get(player, player)} {tricks}" for player, tricks in facts["tricks"].items())
    if not took:
        return "Nobody stayed"
    sat = join_names([names.get(player, player) for player in facts.get("sat", ())])
    return f"{took}; {sat} sat" if sat else took


def smoke_in_words(facts: Document, names: Names) -> str:
    """Return the rest of a hand in words: "First trick: Cy. Pickups: Bob 1."."""
    told = []
    if first := facts.get("first_trick"):
        told.append(f"First trick: {names.get(first, first)}.")
    pickups = [f"{names.get(who, who)} {count}" for who, count in facts.get("pickups", {}).items() if count]
    if pickups:
        told.append(f"Pickups: {', '.join(pickups)}.")
    return " ".join(told)
