"""Reads documents into typed values: every key known, every value of the right kind.

Whether the facts can have happened is asked in `facts.py` and `tally.py`; here only the form counts.  Errors are
UnreadableSheet with the key's dotted path; a line's number is added by whoever walks through the lines.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import SettingsError, unreadable
from scorekeeper.rules.plain import (
    LARGEST,
    LONGEST_NAME,
    is_name,
    listed,
    nameless,
    read_flag,
    read_integer,
    read_name,
    read_optional_name,
    read_table,
    read_text,
)
from scorekeeper.rules.ruleset import SMOKE, Points
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.sheet import (
    FORMAT,
    Adjust,
    AuctionCall,
    Hand,
    Head,
    Join,
    Leave,
    Line,
    Misdeal,
    Passed,
    RulesChange,
    Settle,
    Sheet,
    SmokeHand,
)
from scorekeeper.rules.stakes import read_stakes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.rules.seats import Side
    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant

HEAD_KEYS = (
    "format", "variant", "players", "dealer", "title", "date", "sides", "opening", "rules", "stakes", "lines",
)  # fmt: skip
BIDDING_KEYS = (
    "bidder", "bid", "points", "counts", "buried", "partner", "alone", "all_tricks", "made", "thrown", "over_throw",
    "auction", "renege", "passed_out", "misdeal", "trump",
)  # fmt: skip
SMOKE_KEYS = ("tricks", "sat", "first_trick", "pickups", "misdeal")
COMPANIONS = {"join": ("after",), "adjust": ("reason",)}
KNOWN_KEYS = (*BIDDING_KEYS, *SMOKE_KEYS, "join", "after", "leave", "adjust", "reason", "rules", "settle", "note")
_OF_A_BIDDING_HAND, _OF_A_SMOKE_HAND = frozenset((*BIDDING_KEYS, "note")), frozenset((*SMOKE_KEYS, "note"))
_POINTS = frozenset(point.name for point in fields(Points))
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TRUMPS = ("hearts", "diamonds", "clubs", "spades")


# ---------------------------------------------------------------- the head


def read_sheet(document: object, find_variant: Callable[[str], Variant]) -> Sheet:
    """Read a whole scoresheet; `find_variant` gives a variant by key or raises KeyError.

    Raises UnreadableSheet (line 0) when the head is wrong; the lines are not looked at yet.
    """
    sheet = read_table(document, "file", "A scoresheet is a table of keys.")
    for key in sheet:
        if key not in HEAD_KEYS:
            raise unreadable(key, f"A scoresheet has no key called {key}.")
    if sheet.get("format") != FORMAT:
        raise unreadable("format", f'A scoresheet says format = "{FORMAT}".')
    variant = _variant(sheet.get("variant"), find_variant)
    players = _players(sheet.get("players"), variant)
    dealer = _dealer(sheet, players)
    read_title_and_date(sheet)
    house = _house_rules(sheet.get("rules", {}), variant, len(players))
    sides = _sides(sheet, variant, players, house)
    opening = _opening(sheet.get("opening", {}), players, sides)
    stakes = read_stakes(sheet["stakes"]) if "stakes" in sheet else None
    lines = sheet.get("lines", [])
    if not isinstance(lines, list):
        raise unreadable("lines", "lines is a list of lines, each a table of keys.")
    return Sheet(Head(variant, players, dealer, sides, house, opening, stakes), tuple(lines))


def _variant(key: object, find_variant: Callable[[str], Variant]) -> Variant:
    if not isinstance(key, str):
        raise unreadable("variant", "variant names the game, by its key in the catalogue.")
    try:
        return find_variant(key)
    except KeyError:
        raise unreadable("variant", f'There is no variant called "{key}".') from None


def _players(names: object, variant: Variant) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise unreadable("players", "players is a list of names, clockwise.")
    players = tuple(read_name(name, "players") for name in names)
    if len(set(players)) != len(players):
        twice = next(name for name in players if players.count(name) > 1)
        raise unreadable("players", f"Two players are called {twice}; give them different names.")
    if len(players) not in variant.sizes:
        sizes = listed([str(size) for size in variant.sizes], "or")
        raise unreadable("players", f"{variant.name} is played by {sizes}, not by {len(players)}.")
    return players


def _dealer(sheet: Mapping[str, Any], players: Sequence[str]) -> str:
    dealer = read_name(sheet.get("dealer", players[-1]), "dealer")
    if dealer not in players:
        raise unreadable("dealer", f"The first dealer, {dealer}, is not at the table.")
    return dealer


def read_title_and_date(sheet: Mapping[str, Any]) -> tuple[str | None, dt.date | None]:
    """Give title and date of a head, which no score depends on.  Raises UnreadableSheet."""
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
    raise unreadable("date", "date is a day like 2026-11-19.")


def _house_rules(value: object, variant: Variant, size: int) -> dict[str, Value]:
    house = read_table(value, "rules", 'rules is a table from setting to value, like "game.tie" = "bidders".')
    try:
        variant.ruleset(size, house)
    except SettingsError as error:
        raise error.in_sheet() from error
    return dict(house)  # what is worked out of it is kept: whoever has the document may go on writing in it


def _sides(
    sheet: Mapping[str, Any], variant: Variant, players: Sequence[str], house: Mapping[str, Value]
) -> tuple[Side, ...]:
    rules = variant.ruleset(len(players), house)
    if "sides" not in sheet:
        return usual_sides(rules.seating.sides, players)
    if not rules.shares_scores:
        raise unreadable("sides", "Sides are named only where partners share a score.")
    value = sheet["sides"]
    if not isinstance(value, list) or not all(isinstance(side, list) for side in value):
        raise unreadable("sides", 'sides is a list of sides, like [["Ann", "Cy"], ["Bob", "Dee"]].')
    named = [name for side in value for name in side]
    if any(not isinstance(name, str) for name in named) or sorted(named) != sorted(players):
        raise unreadable("sides", "Every player belongs to one side, and nobody else does.")
    if len(value) < 2 or len({len(side) for side in value}) != 1:  # noqa: PLR2004 - somebody to play against
        raise unreadable("sides", "There are two sides or more, all of one size.")
    return tuple(tuple(player for player in players if player in side) for side in value)


def _opening(value: object, players: Sequence[str], sides: Sequence[Side]) -> dict[str, int]:
    """Give the opening score of every player whose side has one: any member may stand for the side."""
    given = {
        player: read_integer(score, f"opening.{player}", -LARGEST)
        for player, score in read_table(value, "opening", "opening is a table from player to score.").items()
    }
    for player in given:
        if player not in players:
            raise unreadable(f"opening.{player}", f"{player} is not at the table.")
    opening: dict[str, int] = {}
    for side in sides:
        named = [player for player in given if player in side]
        if any(given[player] != given[named[0]] for player in named):
            message = f"{listed(named, 'and')} share one score, so they open with the same."
            raise unreadable(f"opening.{named[-1]}", message)
        opening |= dict.fromkeys(side, given[named[0]]) if named else {}
    return opening


# ---------------------------------------------------------------- a line


def read_line(document: object, kind: str) -> Line:
    """Read one line of a game of that kind (`ruleset.BIDDING` or `ruleset.SMOKE`).  Raises UnreadableSheet."""
    usual = _OF_A_SMOKE_HAND if kind == SMOKE else _OF_A_BIDDING_HAND
    if isinstance(document, dict) and document.keys() <= usual:
        return _deal(document, kind)  # as nearly every line is
    line = read_table(document, "line", "A line is a table of keys.")
    what = _kind_of_line(line, kind)
    _check_note(line)
    return _OTHER_LINES[what](line)


def _deal(line: Mapping[str, Any], kind: str) -> Line:
    """Read a line about a deal: it was void, nobody bid, or a hand was played."""
    _check_note(line)
    if "misdeal" in line and _says(line, "misdeal"):
        return Misdeal()
    if kind == SMOKE:
        return _smoke_hand(line)
    if "passed_out" in line and _says(line, "passed_out"):
        return Passed()
    return _hand(line)


def _check_note(line: Mapping[str, Any]) -> None:
    if "note" in line:
        read_text(line["note"], "note")


def _says(line: Mapping[str, Any], what: str) -> bool:
    """Tell whether a line says that the deal came to nothing, in which case it says nothing else."""
    if not read_flag(line[what], what):
        return False
    other = next((key for key in KNOWN_KEYS if key in line and key not in (what, "note")), None)
    if other:
        raise unreadable(other, f"Nothing goes with {what} but a note.")
    return True


def _join(line: Mapping[str, Any]) -> Join:
    return Join(read_name(line["join"], "join"), read_optional_name(line, "after"))


def _leave(line: Mapping[str, Any]) -> Leave:
    return Leave(read_name(line["leave"], "leave"))


def _adjust(line: Mapping[str, Any]) -> Adjust:
    changes = read_table(line["adjust"], "adjust", "adjust is a table from player to the change of his score.")
    if not changes:
        raise unreadable("adjust", "Say whose score changes, and by how much.")
    by = {read_name(who, "adjust"): read_integer(by, f"adjust.{who}", -LARGEST) for who, by in changes.items()}
    reason = line.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise unreadable("reason", "Say why the table changed the score.")
    return Adjust(by, read_text(reason, "reason"))


def _rules_change(line: Mapping[str, Any]) -> RulesChange:
    return RulesChange(read_table(line["rules"], "rules", "rules is a table from setting to value."))


def _settle(line: Mapping[str, Any]) -> Settle:
    if line["settle"] is not True:
        raise unreadable("settle", "settle is true, or left out.")
    return Settle()


_OTHER_LINES: dict[str, Callable[[Mapping[str, Any]], Line]] = {
    "join": _join,
    "leave": _leave,
    "adjust": _adjust,
    "rules": _rules_change,
    "settle": _settle,
}


def _kind_of_line(line: Mapping[str, Any], kind: str) -> str:
    """Tell `join`, `leave`, `adjust`, `rules` or `settle`; refuse unknown keys and keys that clash."""
    for key in line:
        if key not in KNOWN_KEYS:
            raise unreadable(key, f"A line has no key called {key}.")
    what = next((key for key in _OTHER_LINES if key in line), "hand")
    usual = SMOKE_KEYS if kind == SMOKE else BIDDING_KEYS
    allowed = usual if what == "hand" else (what, *COMPANIONS.get(what, ()))
    strange = [key for key in KNOWN_KEYS if key in line and key not in (*allowed, "note")]
    if not strange:
        return what
    key = strange[0]
    if what == "hand":
        raise unreadable(key, f"{key} does not belong to a hand of this game.")
    named_first = min(key, what, key=KNOWN_KEYS.index)
    raise unreadable(named_first, f"A line is one thing: {key} and {what} do not go together.")


def _hand(line: Mapping[str, Any]) -> Hand:
    return Hand(
        read_name(line["bidder"], "bidder") if "bidder" in line else None,
        _bid(line["bid"]) if "bid" in line else None,
        _point_takers(line["points"]) if "points" in line else None,
        _numbers(line["counts"], "counts", "card points") if "counts" in line else None,
        read_integer(line["buried"], "buried", 0) if "buried" in line else None,
        read_name(line["partner"], "partner") if "partner" in line else None,
        read_flag(line["alone"], "alone") if "alone" in line else None,
        read_flag(line["all_tricks"], "all_tricks") if "all_tricks" in line else None,
        read_flag(line["made"], "made") if "made" in line else None,
        read_flag(line["thrown"], "thrown") if "thrown" in line else None,
        read_flag(line["over_throw"], "over_throw") if "over_throw" in line else None,
        _auction(line["auction"]) if "auction" in line else None,
        read_name(line["renege"], "renege") if "renege" in line else None,
        _trump(line["trump"]) if "trump" in line else None,
    )


def _smoke_hand(line: Mapping[str, Any]) -> SmokeHand:
    if "tricks" not in line:
        raise unreadable("tricks", "tricks says how many each player took who stayed; {} when nobody stayed.")
    sat = line.get("sat", [])
    if not isinstance(sat, list):
        raise unreadable("sat", "sat is a list of the players who sat out.")
    return SmokeHand(
        tricks=_numbers(line["tricks"], "tricks", "tricks"),
        sat=tuple(read_name(name, "sat") for name in sat),
        first_trick=read_optional_name(line, "first_trick"),
        pickups=_numbers(line.get("pickups", {}), "pickups", "infractions"),
    )


def _bid(value: object) -> int | str:
    return value if isinstance(value, str) else _bid_number(value, "bid")


def _bid_number(value: object, field: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST:
        return value
    raise unreadable(field, "A bid is a whole number, not a huge one, or the name of the special bid.")


def _point_takers(value: object) -> dict[str, str]:
    takers = read_table(value, "points", "points is a table from each point to the player who got it.", _POINTS)
    for key, who in takers.items():  # as in `read_name`, without a call for each point
        if not (isinstance(who, str) and len(who) <= LONGEST_NAME and is_name(who)):
            raise nameless(who, f"points.{key}")
    return takers


def _numbers(value: object, field: str, what: str) -> dict[str, int]:
    counts = read_table(value, field, f"{field} is a table from player to a number of {what}.")
    return {who: read_integer(number, f"{field}.{who}", 0) for who, number in counts.items()}


def _auction(value: object) -> tuple[AuctionCall, ...]:
    if not isinstance(value, list):
        raise unreadable("auction", "auction is a list of who said what, in order.")
    return tuple(_call(call) for call in value)


def _call(value: object) -> AuctionCall:
    match value:
        case [str() as who, str() as said]:
            return (who, said)
        case [str() as who, int() as said]:
            return (who, _bid_number(said, "auction"))
    raise unreadable("auction", 'In an auction each player says one thing, like ["Ann", 2] or ["Bob", "pass"].')


def _trump(value: object) -> str:
    if value in TRUMPS:
        return str(value)
    raise unreadable("trump", f"trump is one of {listed(TRUMPS, 'or')}.")
