"""Reads documents into typed values: every key known, every value of the right kind.

Whether the facts can have happened is checked in `facts.py` and `tally.py`; here only the form counts.  Errors are
UnreadableSheet with the key's dotted path; a line's number is added by the code that walks through the lines.
"""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.documents import (
    COUNT,
    FLAG,
    NAME,
    SCORE,
    TEXT,
    Schema,
    map_schema,
    name_key,
    read_count,
    read_flag,
    read_integer,
    read_name,
    read_names,
    read_table,
    read_text,
    table_schema,
)
from scorekeeper.rules.errors import SettingsError, UnreadableSheet
from scorekeeper.rules.facts import ALL_CARD_POINTS, PASS, THROW
from scorekeeper.rules.ruleset import SETTINGS, SMOKE, GameKind, Ruleset
from scorekeeper.rules.setting_groups import POINT_KEYS, SpecialName
from scorekeeper.rules.sheet import (
    FORMAT,
    Adjust,
    AuctionCall,
    DealerChange,
    End,
    EndWinner,
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
    Side,
    SmokeHand,
    Substitute,
    Swap,
    read_stakes,
    stake_without_bids,
    usual_sides,
)
from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.rules.variant import Variant

Players = Literal["nowhere", "value", "keys", "values", "list", "calls"]
"""Where a value names players: it is one; they are its keys or its values; it lists them, or the calls they made."""

END_WINNERS = get_args(EndWinner)
TRUMPS = ("hearts", "diamonds", "clubs", "spades")


@dataclass(frozen=True)
class LineKey:
    """One key of a line; `read` takes its value and its name, and raises UnreadableSheet."""

    name: str
    read: Callable[[object, str], Any]
    schema: Schema
    players: Players = "nowhere"


# ---------------------------------------------------------------- how the larger values are read


def _bid(value: object, field: str) -> int | str:
    return value if isinstance(value, str) else _bid_number(value, field)


def _bid_number(value: object, field: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and -MAX_NUMBER <= value <= MAX_NUMBER:
        return value
    raise UnreadableSheet.at(field, "bid-not-a-number", most=MAX_NUMBER)


def _points(value: object, field: str) -> dict[str, str]:
    return read_names(read_table(value, field, "points-not-a-table", _POINTS), field)


_POINTS = frozenset(POINT_KEYS)


def _numbers(code: str, value: object, field: str) -> dict[str, int]:
    """Read a table from players to numbers; `code` refuses anything else."""
    counts = read_table(value, field, code)
    return {player: read_integer(number, field, 0, player) for player, number in counts.items()}


def _auction(value: object, field: str) -> tuple[AuctionCall, ...]:
    if not isinstance(value, list):
        raise UnreadableSheet.at(field, "auction-not-a-list")
    calls: list[AuctionCall] = []
    for call in value:
        match call:
            case [str() as player, str() as bid]:
                calls.append((player, bid))
            case [str() as player, int() as bid]:
                calls.append((player, _bid_number(bid, field)))
            case _:
                raise UnreadableSheet.at(field, "call-not-a-pair")
    return tuple(calls)


def _one_of(words: tuple[str, ...], code: str, value: object, field: str) -> str:
    if value in words:
        return str(value)
    raise UnreadableSheet.at(field, code, words=words)


def _turned(value: object, field: str) -> tuple[str, ...]:
    if not isinstance(value, list) or any(card not in TURNED for card in value):
        raise UnreadableSheet.at(field, "turned-not-cards", cards=TURNED)
    return tuple(value)


def _names(code: str, many: int | None, value: object, field: str) -> tuple[str, ...]:
    """Read a list of so many names, None for any number; `code` refuses anything else."""
    if not isinstance(value, list) or many not in {None, len(value)}:
        raise UnreadableSheet.at(field, code)
    return tuple(read_name(name, field) for name in value)


def _changes(value: object, field: str) -> dict[str, int]:
    changes = read_table(value, field, "adjust-not-a-table")
    if not changes:
        raise UnreadableSheet.at(field, "adjust-empty")
    return {read_name(who, field): read_integer(by, field, -MAX_NUMBER, who) for who, by in changes.items()}


def _reason(value: object, field: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise UnreadableSheet.at(field, "adjust-without-reason")
    return read_text(value, field)


def _rules(value: object, field: str) -> dict[str, Any]:
    return read_table(value, field, "rules-line-not-a-table")


def _true(value: object, field: str) -> bool:
    if value is not True:
        raise UnreadableSheet.at(field, "settle-not-true")
    return value


# ---------------------------------------------------------------- the lists

_SPECIAL_BIDS = [name for name in get_args(SpecialName) if name != "none"]
_BIDS: Schema = {"anyOf": [{"type": "integer"}, {"enum": _SPECIAL_BIDS}]}
_CALLS: Schema = {"anyOf": [{"type": "integer"}, {"enum": [PASS, THROW, *_SPECIAL_BIDS]}]}
_AUCTION: Schema = {
    "type": "array",
    "items": {"type": "array", "prefixItems": [NAME, _CALLS], "minItems": 2, "maxItems": 2},
}
RULES: Schema = table_schema({key: allowed.schema() for key, (allowed, _default) in SETTINGS.items()})
"""The schema of house rules: each setting with its values."""
_CARD_POINTS: Schema = {**COUNT, "maximum": ALL_CARD_POINTS}
SOME_NAMES: Schema = {"type": "array", "items": NAME, "uniqueItems": True}

NOTE = LineKey("note", read_text, TEXT)
MISDEAL = LineKey("misdeal", read_flag, FLAG)
CLAIMED_BY = LineKey("claimed_by", read_name, NAME, "value")
PASSED_OUT = LineKey("passed_out", read_flag, FLAG)

BIDDING_HAND = (
    LineKey("bidder", read_name, NAME, "value"),
    LineKey("bid", _bid, _BIDS),
    LineKey("points", _points, table_schema(dict.fromkeys(POINT_KEYS, NAME)), "values"),
    LineKey("counts", partial(_numbers, "counts-not-a-table"), map_schema(_CARD_POINTS), "keys"),
    LineKey("buried", read_count, _CARD_POINTS),
    LineKey("partner", read_name, NAME, "value"),
    LineKey("alone", read_flag, FLAG),
    LineKey("all_tricks", read_flag, FLAG),
    LineKey("made", read_flag, FLAG),
    LineKey("thrown", read_flag, FLAG),
    LineKey("over_throw", read_flag, FLAG),
    LineKey("auction", _auction, _AUCTION, "calls"),
    LineKey("renege", read_name, NAME, "value"),
    PASSED_OUT,
    MISDEAL,
    LineKey("trump", partial(_one_of, TRUMPS, "trump-not-a-suit"), {"enum": list(TRUMPS)}),
    CLAIMED_BY,
    LineKey("turned", _turned, {"type": "array", "items": {"enum": list(TURNED)}}),
    LineKey("gift", read_flag, FLAG),
    LineKey("hung", read_flag, FLAG),
)

SMOKE_HAND = (
    LineKey("tricks", partial(_numbers, "tricks-not-a-table"), map_schema({**COUNT, "maximum": ALL_TRICKS}), "keys"),
    LineKey("sat", partial(_names, "sat-not-a-list", None), SOME_NAMES, "list"),
    LineKey("first_trick", read_name, NAME, "value"),
    LineKey("pickups", partial(_numbers, "pickups-not-a-table"), map_schema(COUNT), "keys"),
    MISDEAL,
    CLAIMED_BY,
)

TWO_NAMES = {"type": "array", "items": NAME, "minItems": 2, "maxItems": 2, "uniqueItems": True}
OTHER_LINES = {
    "join": (LineKey("join", read_name, NAME, "value"), LineKey("after", read_name, NAME, "value")),
    "leave": (LineKey("leave", read_name, NAME, "value"),),
    "adjust": (LineKey("adjust", _changes, map_schema(SCORE), "keys"), LineKey("reason", _reason, TEXT)),
    "rules": (LineKey("rules", _rules, RULES),),
    "settle": (LineKey("settle", _true, {"const": True}),),
    "substitute": (LineKey("substitute", read_name, NAME, "value"), LineKey("replaces", read_name, NAME, "value")),
    "swap": (LineKey("swap", partial(_names, "swap-not-two", 2), TWO_NAMES, "list"),),
    "dealer": (LineKey("dealer", read_name, NAME, "value"),),
    "end": (LineKey("end", partial(_one_of, END_WINNERS, "end-unknown"), {"enum": list(END_WINNERS)}),),
}
"""What a line is -> its keys; the first is the one that makes it such a line."""

LINE_KEYS = {
    key.name: key for key in (*BIDDING_HAND, *SMOKE_HAND, *(key for keys in OTHER_LINES.values() for key in keys), NOTE)
}


# ---------------------------------------------------------------- the two kinds of game


KINDS: Mapping[GameKind, tuple[type[Hand | SmokeHand], tuple[LineKey, ...]]] = {
    "bidding": (Hand, BIDDING_HAND),
    "smoke": (SmokeHand, SMOKE_HAND),
}
"""Kind of game -> what a hand of it is, and the keys a line about a deal may have."""

READERS: Mapping[GameKind, Mapping[str, Callable[[object, str], Any]]] = {
    kind: {key.name: key.read for key in keys if key not in (PASSED_OUT, MISDEAL, CLAIMED_BY)}
    for kind, (_hand, keys) in KINDS.items()
}
"""Of each the keys that are facts of a hand (all but those that say that none was played) -> what reads each."""


# ---------------------------------------------------------------- a sheet


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
