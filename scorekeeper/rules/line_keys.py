"""What may stand on a scoresheet: the keys of its lines, and what a hand of each kind of game is.

Of every key: how its value is read, the schema of it, and where it names players.  These lists are the only ones.  The
reader, the check of what may stand together, the JSON Schema (`sheets/report.py`) and the renaming of players are
derived from them; a test compares them with the fields of `Hand` and `SmokeHand`.  Their order is the contract's: where
two keys clash the first is to blame.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

from scorekeeper.rules.auction import PASS, THROW
from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.documents import (
    COUNT,
    FLAG,
    NAME,
    SCORE,
    TEXT,
    Schema,
    map_schema,
    read_count,
    read_flag,
    read_integer,
    read_name,
    read_names,
    read_table,
    read_text,
    table_schema,
)
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.ruleset import SETTINGS, GameKind
from scorekeeper.rules.setting_groups import POINT_KEYS, SpecialName
from scorekeeper.rules.sheet import AuctionCall, EndWinner, Hand, SmokeHand
from scorekeeper.rules.taken import ALL_CARD_POINTS
from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.rules.values import MAX_NUMBER

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


def _sat(value: object, field: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise UnreadableSheet.at(field, "sat-not-a-list")
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


def _two(value: object, field: str) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 - two seats
        raise UnreadableSheet.at(field, "swap-not-two")
    return tuple(read_name(name, field) for name in value)


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
    LineKey("sat", _sat, {"type": "array", "items": NAME, "uniqueItems": True}, "list"),
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
    "swap": (LineKey("swap", _two, TWO_NAMES, "list"),),
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
