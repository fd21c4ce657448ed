"""The log's page: the lines of a game in words, a page at a time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from scorekeeper.core.marks import Mark, player_marks
from scorekeeper.games.game_view import GameView, LastLine
from scorekeeper.games.history import PlayedLine
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.facts import PASS, winning_bid
from scorekeeper.rules.hand import MADE, SET
from scorekeeper.rules.money import total_cents
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.sheet import Document, Hand
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.sheets.phrases import MINUS, Several, join_names, number_text, point_name, signed
from scorekeeper.sheets.questions import ASKED_ABOUT
from scorekeeper.sheets.words import sentences

Names = Mapping[str, str]
Score = tuple[Mark, int, int]
"""Whose score, what a line did to it, and the score after it."""
PAGE_SIZE = 60
"""Lines on a page: enough for a usual night."""

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
PLAYED_KINDS = ("hand", "tricks")
HANDS = (*PLAYED_KINDS, "passed_out", "misdeal")
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


class LogLine:
    """A line in words: in the log, below the hand form, and when two phones disagree."""

    def __init__(self, view: GameView, line: PlayedLine | LastLine) -> None:
        self.played, self.names = line, view.names
        self.seq, self.number, self.facts, self.entry = line.seq, hand_number(line), line.facts, line.entry
        self.table = line.before or view.table

    @property
    def hand(self) -> bool:
        """Return whether the hand form can show it; a guest opens no other line."""
        return is_hand(self.facts)

    @property
    def headline(self) -> str:
        return headline(self.facts, self.table, self.names, self.entry)

    @cached_property
    def scores(self) -> list[Score]:
        """Return every score after it."""
        return scores_after(self.table, self.entry, self.names) if self.entry else []

    @property
    def changes(self) -> list[Score]:
        """Return only the scores it moved."""
        return [score for score in self.scores if score[1]]

    @cached_property
    def reasons(self) -> list[str]:
        """Return why the scores moved; if the line isn't a hand, the headline says it already."""
        if self.entry is None or line_kind(self.facts) not in HANDS:
            return []
        return list(sentences(self.entry.whys, self.names.__getitem__))

    @property
    def reasons_below(self) -> list[tuple[str, str]]:
        """Return the reasons without who bid what: "Took 5 (high, low): made, +5 for Ann & Cy.".

        Each with the question whose answer is the rule that decided; empty if no rule did.
        """
        told = []
        whys = self.entry.whys if self.entry and self.reasons else ()
        for why, reason in zip(whys, self.reasons, strict=True):
            short = reason
            if why.facts.get("counted"):  # what follows the bid in "Ann bid 5, took 7 …"; a name may be anything
                _, took, rest = reason.removeprefix(self.names[why.by]).partition(", took ")
                short = f"Took {rest}" if took else reason
            told.append((short, ASKED_ABOUT.get(why.what, "")))
        return told

    @property
    def question(self) -> str:
        """Return the first question that explains it, "" if no rule decided."""
        return next(filter(None, (ASKED_ABOUT.get(why.what) for why in self.entry.whys)), "") if self.entry else ""

    @property
    def points(self) -> str:
        return points_text(self.facts, self.table, self.names)

    @property
    def left_untold(self) -> str:
        """Return the points of the sides that the reasons do not name one by one."""
        whys = self.entry.whys if self.entry else ()
        told = {frozenset(why.facts["side"]) for why in whys if "behind" in why.facts}
        return points_text(self.facts, self.table, self.names, told)

    @property
    def money(self) -> list[tuple[str, int]]:
        """Return name and cents of everybody who won or lost something by it."""
        moved = total_cents(self.entry.money) if self.entry else {}
        return [(name, moved[key]) for key, name in self.names.items() if moved.get(key)]

    def said_before(self, facts: Document) -> str:
        """Return in one sentence what it was, by other facts, before it was corrected."""
        points = points_text(facts, self.table, self.names) if line_kind(facts) in PLAYED_KINDS else ""
        said = exit_text(facts, self.names) or headline(facts, self.table, self.names)
        return f"{said}. {points}".strip()


def scores_after(table: Table, entry: LineResult, names: Names) -> list[Score]:
    if entry.outcome == "substitute":  # they have the score now
        seated = dict(zip(table.scores, entry.scores, strict=True))
        teams = tuple(tuple(seated[player] for player in team) for team in table.teams)
        table = replace(table, players=tuple(seated[player] for player in table.players), teams=teams)
    marks = (mark for mark in player_marks(table, names) if mark.key in entry.scores)
    return [(mark, entry.changes.get(mark.key, 0), entry.scores[mark.key]) for mark in marks]


# ---------------------------------------------------------------- a page of the log


def lines_of_page(
    view: GameView, *, before: int | None, line: int | None, every: bool
) -> tuple[list[PlayedLine], bool, int | None]:
    """Return the lines of a page, newest first: those `before` a line, those around the row `line`, or `every` one.

    And whether it is the first page, and the line that the next page comes before; None on the last.
    """
    newest_first = view.lines[::-1]
    start = 0
    if before:
        start = next((place for place, it in enumerate(newest_first) if it.seq < before), len(newest_first))
    if line is not None:
        place = next((place for place, it in enumerate(newest_first) if line in {it.seq, it.changed_seq}), 0)
        start = place // PAGE_SIZE * PAGE_SIZE
    end = len(newest_first) if every else start + PAGE_SIZE
    lines = list(newest_first[start:end])
    return lines, start == 0, lines[-1].seq if end < len(newest_first) and lines else None


# ---------------------------------------------------------------- what happened, in a few words


def result_text(view: GameView, line: LastLine) -> str:
    """Return in words what a line did: "Bob made 5: +8."."""
    return f"{_result(line.facts, line.before, view.names, line.entry)}."


def verdict_text(facts: Document, table: Table, names: Names, entry: LineResult, after: Table) -> str:
    """Return what a hand comes to that isn't saved yet, and who wins by it: "Bob is set · took 4 of 7"."""
    bidder, bid = contract_in(facts, table)
    said = _result(facts, table, names, entry)
    if bidder is not None and entry.outcome in (MADE, SET):
        who = _bidders(facts, bidder, names)
        took = next((why.facts["took"] for why in entry.whys if why.by == bidder and why.facts.get("counted")), None)
        if entry.outcome == MADE:
            said = f"{who:make} {f'the {bid}' if isinstance(bid, str) else bid}"
        else:
            said = f"{who:are} set"
        if took is not None:
            said += f" · took {took}" if entry.outcome == MADE else f" · took {took} of {bid}"
    if after.winners:
        who = Several(join_names([names[key] for key in after.winners]), len(after.winners))
        said += f" · {who:win} the game"
    return said


def call_out(view: GameView, lines: Sequence[LastLine | PlayedLine], taken_back: str = "") -> str:
    """Return what a good caller says of the last row: "Set. Bob and Dee down 7, 38 to 4. Cy deals."."""
    table, name, newest = view.table, view.names.__getitem__, lines[-1] if lines else None
    told = "" if newest and newest.seq == view.seq else f"{taken_back or 'Correction.'} "
    if newest and newest.before and newest.entry and newest.version == view.seq:
        moves = _moves_called(newest.facts, newest.before, view.names, newest.entry)
        told += f"{moves}. " if table.finished else f"{moves}, "
    scores = sorted(((table.scores[team[0]], team) for team in table.teams), reverse=not table.rules.counts_down)
    alone = [f"{join_names(list(map(name, team)))} {number_text(score)}" for score, team in scores]
    now = " to ".join(number_text(score) for score, _ in scores) if len(scores) == TWO_SIDES else ", ".join(alone)
    who = Several(join_names([*map(name, table.winners)] or ["Nobody"]), len(table.winners))
    told += f"{who:win}, {now}." if table.finished else f"{now}. {name(table.dealer)} deals."
    return told.replace(MINUS, "minus ").replace(" & ", " and ")


def _moves_called(facts: Document, table: Table, names: Names, entry: LineResult) -> str:
    """Return what a line brought or cost the bidders, or everybody where nobody bid; else what it was."""
    bid = entry.outcome in (MADE, SET)
    scores = [it for it in scores_after(table, entry, names) if not bid or facts.get("bidder") in it[0].members]
    moves = ", ".join(f"{mark.name} {'up' if by > 0 else 'down'} {abs(by)}" for mark, by, _ in scores if by)
    was = f"{entry.outcome.capitalize()}. " if bid else ""
    return f"{was}{moves}" if moves else headline(facts, table, names, entry).rstrip(".")


def _result(facts: Document, table: Table, names: Names, entry: LineResult) -> str:
    bidder, bid = contract_in(facts, table) if line_kind(facts) == "hand" else (None, None)
    if bidder is not None and entry.outcome in (MADE, SET):
        change = entry.changes.get(bidder, 0)
        what = f"the {bid}" if isinstance(bid, str) else bid
        who = _bidders(facts, bidder, names)
        did = f"{who} made" if entry.outcome == MADE else f"{who:were} set on"
        return f"{did} {what}: {signed(change)}"
    moved = ", ".join(f"{mark.name} {signed(by)}" for mark, by, _ in scores_after(table, entry, names) if by)
    if line_kind(facts) in PLAYED_KINDS:
        return moved or "Nothing changes"
    return headline(facts, table, names, entry).rstrip(".")


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


def hand_number(line: PlayedLine | LastLine) -> int | None:
    """Return which hand of its game a line is; None if it is no hand, or a deal that was not played."""
    if line.before is None or line_kind(line.facts) not in PLAYED_KINDS:
        return None
    return line.number if line.before.is_smoke else line.before.hands + 1


def line_name(line: PlayedLine | LastLine) -> str:
    """Name a line shortly: "hand 7", "the misdeal"."""
    number = hand_number(line)
    return LINE_NAMES.get(line_kind(line.facts)) or (f"hand {number}" if number else "the hand")


def headline(facts: Document, table: Table, names: Names, entry: LineResult | None = None) -> str:
    """Return in words what a line was: "Bob bid 5: set"."""
    kind = line_kind(facts)
    if kind == "hand" and not table.rules.has_bidding:
        return "A hand without bidding"
    if kind == "hand":
        bidder, bid = contract_in(facts, table)
        bought = OTHER_KINDS["passed_out"]
        if bidder is not None:
            alone = " alone" if facts.get("alone") else ""
            thrown = ", a thrown card" if facts.get("thrown") else ""
            bought = f"{_bidders(facts, bidder, names)} bid {bid}{alone}{thrown}"
        return f"{bought}: {entry.outcome}" if entry else bought
    if kind == "tricks":  # "Ann 2, Bob 1, Cy 2; Dee & Eve sat"
        took = ", ".join(f"{names.get(player, player)} {tricks}" for player, tricks in facts["tricks"].items())
        sat = join_names([names.get(player, player) for player in facts.get("sat", ())])
        return (f"{took}; {sat} sat" if sat else took) if took else "Nobody stayed"
    if entry and kind not in ("passed_out", "misdeal"):
        return " ".join(sentences(entry.whys, names.__getitem__))
    return OTHER_KINDS[kind]


def _bidders(facts: Document, bidder: str, names: Names) -> Several:
    who = [bidder, facts["partner"]] if facts.get("partner") else [bidder]
    return Several(join_names([names.get(player, str(player)) for player in who]), len(who))


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


def points_text(facts: Document, table: Table, names: Names, sides_told: Collection[frozenset[str]] = ()) -> str:
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
        (name, [key for key in table.rules.worth if points.get(key) in members])
        for name, members in _sides_of_hand(facts, table, names)
        if frozenset(members) not in sides_told
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


def _sides_of_hand(facts: Document, table: Table, names: Names) -> list[tuple[str, tuple[str, ...]]]:
    """Return the sides of a hand; where a partner is called, a point's seat stands for a side."""
    bidder = contract_in(facts, table)[0]
    if not table.rules.calls_partner or bidder is None:
        return [(mark.name, mark.members) for mark in player_marks(table, names)]
    own = tuple(filter(None, (bidder, facts.get("partner"))))
    return [(_bidders(facts, bidder, names), own), ("The others", tuple(set(table.players).difference(own)))]


def differing_points(one: Document, other: Document, table: Table, names: Names) -> list[tuple[str, str, str]]:
    """Return each point that two versions of a hand give to different sides: its name, and who has it in each."""

    def taker(facts: Document, key: str) -> str:
        holder = (facts.get("points") or {}).get(key)
        return next((name for name, members in _sides_of_hand(facts, table, names) if holder in members), "nobody")

    pairs = ((key, taker(one, key), taker(other, key)) for key in table.rules.worth)
    return [(point_name(key, table.rules.names), mine, theirs) for key, mine, theirs in pairs if mine != theirs]


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


def smoke_in_words(facts: Document, names: Names) -> str:
    """Return the rest of a hand in words: "First trick: Cy. Pickups: Bob 1."."""
    told = []
    if first := facts.get("first_trick"):
        told.append(f"First trick: {names.get(first, first)}.")
    pickups = [f"{names.get(who, who)} {count}" for who, count in facts.get("pickups", {}).items() if count]
    if pickups:
        told.append(f"Pickups: {', '.join(pickups)}.")
    return " ".join(told)
