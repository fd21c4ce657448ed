"""Reads documents into typed values: every key known, every value of the right kind.

Whether the facts can have happened is checked in `facts.py` and `tally.py`; here only the form counts.  Errors are
UnreadableSheet with the key's dotted path; a line's number is added by the code that walks through the lines.
"""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.rules.documents import name_key, read_flag, read_integer, read_name, read_table, read_text
from scorekeeper.rules.errors import SettingsError, UnreadableSheet
from scorekeeper.rules.line_keys import CLAIMED_BY, KINDS, LINE_KEYS, NOTE, OTHER_LINES, READERS
from scorekeeper.rules.ruleset import SMOKE, GameKind, Ruleset
from scorekeeper.rules.sheet import (
    FORMAT,
    Adjust,
    DealerChange,
    End,
    Head,
    Join,
    Leave,
    Line,
    Misdeal,
    Passed,
    RulesChange,
    Settle,
    Sheet,
    Side,
    Substitute,
    Swap,
    read_stakes,
    stake_without_bids,
    usual_sides,
)
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.rules.variant import Variant

HEAD_KEYS = (
    "format", "variant", "players", "dealer", "title", "date", "sides", "opening", "rules", "stakes", "lines",
)  # fmt: skip
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


# ---------------------------------------------------------------- the head


def read_sheet(document: object, find_variant: Callable[[str], Variant]) -> Sheet:
    """Read a whole scoresheet; `find_variant` returns a variant by key or raises KeyError.

    Raises UnreadableSheet (line 0) when the head is wrong; the lines are not looked at yet.
    """
    sheet = read_table(document, "file", "sheet-not-a-table")
    for key in sheet:
        if key not in HEAD_KEYS:
            raise UnreadableSheet.at(key, "sheet-key-unknown", key=key)
    if sheet.get("format") != FORMAT:
        raise UnreadableSheet.at("format", "format-unknown", format=FORMAT)
    variant_key = sheet.get("variant")
    if not isinstance(variant_key, str):
        raise UnreadableSheet.at("variant", "variant-not-a-key")
    try:
        variant = find_variant(variant_key)
    except KeyError:
        raise UnreadableSheet.at("variant", "variant-unknown", key=variant_key) from None
    players = _players(sheet.get("players"), variant)
    dealer = read_name(sheet.get("dealer", players[-1]), "dealer")
    if dealer not in players:
        raise UnreadableSheet.at("dealer", "dealer-not-at-table", dealer)
    read_title_and_date(sheet)
    house = read_table(sheet.get("rules", {}), "rules", "rules-not-a-table")
    try:
        rules = variant.ruleset(len(players), house)
    except SettingsError as error:
        raise error.in_sheet() from error
    sides = _sides(sheet, players, rules)
    opening = _opening(sheet.get("opening", {}), players, sides)
    stakes = read_stakes(sheet["stakes"]) if "stakes" in sheet else None
    if by_bid := stake_without_bids(rules, stakes):
        raise UnreadableSheet.at(f"stakes.{by_bid}", "stake-needs-bidding", key=by_bid)
    lines = sheet.get("lines", [])
    if not isinstance(lines, list):
        raise UnreadableSheet.at("lines", "lines-not-a-list")
    # Copies: the caller may go on writing in the document.
    return Sheet(Head(variant, players, dealer, sides, dict(house), opening, stakes), tuple(lines))


def _players(names: object, variant: Variant) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise UnreadableSheet.at("players", "players-not-a-list")
    players = tuple(read_name(name, "players") for name in names)
    keys = [name_key(name) for name in players]
    if len(set(keys)) != len(keys):
        twice = next(name for place, name in enumerate(players) if keys[place] in keys[:place])
        raise UnreadableSheet.at("players", "players-same-name", twice)
    if len(players) not in variant.sizes:
        facts = {"variant": variant.name, "sizes": tuple(variant.sizes), "size": len(players)}
        raise UnreadableSheet.at("players", "players-too-many-or-few", **facts)
    return players


def read_title_and_date(sheet: Mapping[str, Any]) -> tuple[str | None, dt.date | None]:
    """Return title and date of a head, which change no score.  Raises UnreadableSheet."""
    title = read_text(sheet["title"], "title") if "title" in sheet else None
    return title, _date(sheet["date"]) if "date" in sheet else None


def _date(value: object) -> dt.date:
    if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        return value
    try:
        if isinstance(value, str) and DAY.fullmatch(value):
            return dt.date.fromisoformat(value)
    except ValueError:
        pass
    raise UnreadableSheet.at("date", "date-not-a-day")


def _sides(sheet: Mapping[str, Any], players: Sequence[str], rules: Ruleset) -> tuple[Side, ...]:
    if "sides" not in sheet:
        return usual_sides(rules.seating.sides, players)
    if not rules.shares_scores:
        raise UnreadableSheet.at("sides", "sides-not-shared")
    value = sheet["sides"]
    if not isinstance(value, list) or not all(isinstance(side, list) for side in value):
        raise UnreadableSheet.at("sides", "sides-not-lists")
    named = [name for side in value for name in side]
    if any(not isinstance(name, str) for name in named) or sorted(named) != sorted(players):
        raise UnreadableSheet.at("sides", "sides-not-everybody")
    if len(value) < 2 or len({len(side) for side in value}) != 1:  # noqa: PLR2004 - somebody to play against
        raise UnreadableSheet.at("sides", "sides-not-equal")
    return tuple(tuple(player for player in players if player in side) for side in value)


def _opening(value: object, players: Sequence[str], sides: Sequence[Side]) -> dict[str, int]:
    """Return the opening score of every player whose side has one: any member may stand for the side."""
    given = {
        player: read_integer(score, "opening", -MAX_NUMBER, player)
        for player, score in read_table(value, "opening", "opening-not-a-table").items()
    }
    for player in given:
        if player not in players:
            raise UnreadableSheet.at(f"opening.{player}", "not-at-table", player)
    opening: dict[str, int] = {}
    for side in sides:
        named = [player for player in given if player in side]
        if any(given[player] != given[named[0]] for player in named):
            raise UnreadableSheet.at(f"opening.{named[-1]}", "opening-differs", *named)
        opening |= dict.fromkeys(side, given[named[0]]) if named else {}
    return opening


# ---------------------------------------------------------------- a line


def read_line(document: object, kind: GameKind) -> Line:
    """Read one line of a game of that kind.  Raises UnreadableSheet."""
    if isinstance(document, dict) and document.keys() <= READERS[kind].keys():
        return _read_hand(document, kind)  # as nearly every line is
    line = read_table(document, "line", "line-not-a-table")
    what = _kind_of_line(line, kind)
    if "note" in line:
        NOTE.read(line["note"], "note")
    if what is None:
        return _read_deal(line, kind)
    # The keys of such a line are the fields of its record, and all are needed but one.
    keys = [key for key in OTHER_LINES[what] if key.name in line or key.name != "after"]
    values = [key.read(line.get(key.name), key.name) for key in keys]
    return Settle() if what == "settle" else _OTHER_LINES[what](*values)


def _read_deal(line: Mapping[str, Any], kind: GameKind) -> Line:
    """Read a line about a deal: it was void, nobody bid, or a hand was played."""
    if "misdeal" in line and _says(line, "misdeal", CLAIMED_BY.name):
        return Misdeal(CLAIMED_BY.read(line["claimed_by"], "claimed_by") if "claimed_by" in line else None)
    if "passed_out" in line and _says(line, "passed_out"):
        return Passed()
    if CLAIMED_BY.name in line:
        raise UnreadableSheet.at(CLAIMED_BY.name, "claim-without-misdeal")
    return _read_hand({name: value for name, value in line.items() if name in READERS[kind]}, kind)


def _read_hand(facts: Mapping[str, Any], kind: GameKind) -> Line:
    """Read a hand from its facts; of several that cannot be read the first of the contract is to blame."""
    (hand, _), readers = KINDS[kind], READERS[kind]
    if kind == SMOKE and "tricks" not in facts:
        raise UnreadableSheet.at("tricks", "tricks-missing")
    try:
        return hand(**{name: readers[name](value, name) for name, value in facts.items()})
    except UnreadableSheet:
        for name, read in readers.items():
            if name in facts:
                read(facts[name], name)
        raise


def _says(line: Mapping[str, Any], what: str, *beside: str) -> bool:
    """Return whether a line says that the deal came to nothing, in which case it says little else."""
    if not read_flag(line[what], what):
        return False
    other = next((key for key in LINE_KEYS if key in line and key not in (what, "note", *beside)), None)
    if other:
        raise UnreadableSheet.at(other, "void-deal-with-facts", key=what)
    return True


_OTHER_LINES: Mapping[str, Callable[..., Line]] = {
    "join": Join,
    "leave": Leave,
    "adjust": Adjust,
    "rules": RulesChange,
    "substitute": Substitute,
    "swap": Swap,
    "dealer": DealerChange,
    "end": End,
}


def _kind_of_line(line: Mapping[str, Any], kind: GameKind) -> str | None:
    """Return `join`, `leave` … or `settle`, None for a deal; refuse unknown keys and keys that clash."""
    for key in line:
        if key not in LINE_KEYS:
            raise UnreadableSheet.at(key, "line-key-unknown", key=key)
    what = next((key for key in OTHER_LINES if key in line), None)
    allowed = KINDS[kind][1] if what is None else OTHER_LINES[what]
    strange = next((name for name, key in LINE_KEYS.items() if name in line and key not in (*allowed, NOTE)), None)
    if strange is None:
        return what
    if what is None:
        raise UnreadableSheet.at(strange, "key-of-another-game", key=strange)
    first = min(strange, what, key=list(LINE_KEYS).index)
    raise UnreadableSheet.at(first, "line-two-things", key=strange, other=what)
