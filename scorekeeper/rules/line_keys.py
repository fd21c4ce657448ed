"""What may stand on a scoresheet: the keys of its lines, what a hand of each kind of game is, and the JSON Schema.

Of every key: how its value is read, the schema of it, and where it names players.  These lists are the only ones.  The
reader, the check of what may stand together, the schema and the renaming of players are derived from them; a test
compares them with the fields of `Hand` and `SmokeHand`.  Their order is the contract's: where two keys clash the first
is to blame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
from scorekeeper.rules.ruleset import GameKind
from scorekeeper.rules.setting_groups import POINT_KEYS, SpecialName
from scorekeeper.rules.settings import SETTINGS
from scorekeeper.rules.sheet import FORMAT, AuctionCall, EndWinner, Hand, SmokeHand
from scorekeeper.rules.stakes import AMOUNT_KEYS, MAX_AMOUNT, TWO_DECIMALS
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


def _numbers(things: str) -> Callable[[object, str], dict[str, int]]:
    """Return a reader of a table from players to a number of `things`."""

    def read(value: object, field: str) -> dict[str, int]:
        counts = read_table(value, field, "numbers-not-a-table", field=field, things=things)
        return {player: read_integer(number, field, 0, player) for player, number in counts.items()}

    return read


def _auction(value: object, field: str) -> tuple[AuctionCall, ...]:
    if not isinstance(value, list):
        raise UnreadableSheet.at(field, "auction-not-a-list")
    return tuple(_call(call, field) for call in value)


def _call(value: object, field: str) -> AuctionCall:
    match value:
        case [str() as player, str() as bid]:
            return (player, bid)
        case [str() as player, int() as bid]:
            return (player, _bid_number(bid, field))
    raise UnreadableSheet.at(field, "call-not-a-pair")


def _trump(value: object, field: str) -> str:
    if value in TRUMPS:
        return str(value)
    raise UnreadableSheet.at(field, "trump-not-a-suit", suits=TRUMPS)


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


def _end(value: object, field: str) -> str:
    if value in END_WINNERS:
        return str(value)
    raise UnreadableSheet.at(field, "end-unknown")


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
    LineKey("counts", _numbers("card points"), map_schema(_CARD_POINTS), "keys"),
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
    LineKey("trump", _trump, {"enum": list(TRUMPS)}),
    CLAIMED_BY,
    LineKey("turned", _turned, {"type": "array", "items": {"enum": list(TURNED)}}),
    LineKey("gift", read_flag, FLAG),
    LineKey("hung", read_flag, FLAG),
)

SMOKE_HAND = (
    LineKey("tricks", _numbers("tricks"), map_schema({**COUNT, "maximum": ALL_TRICKS}), "keys"),
    LineKey("sat", _sat, {"type": "array", "items": NAME, "uniqueItems": True}, "list"),
    LineKey("first_trick", read_name, NAME, "value"),
    LineKey("pickups", _numbers("infractions"), map_schema(COUNT), "keys"),
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
    "end": (LineKey("end", _end, {"enum": list(END_WINNERS)}),),
}
"""What a line is -> its keys; the first is the one that makes it such a line."""

LINE_KEYS = {
    key.name: key for key in (*BIDDING_HAND, *SMOKE_HAND, *(key for keys in OTHER_LINES.values() for key in keys), NOTE)
}


# ---------------------------------------------------------------- the two kinds of game


@dataclass(frozen=True)
class Kind:
    """A kind of game: what a hand of it is."""

    hand: type[Hand | SmokeHand]
    keys: tuple[LineKey, ...]
    """The keys a line about a deal may have."""
    required: tuple[str, str] | None = None
    """The key that every hand has, if there is one, and the refusal of a hand without it."""
    readers: Mapping[str, Callable[[object, str], Any]] = field(init=False)
    """The keys that are facts of a hand (all but those that say that none was played) -> what reads each."""
    facts: frozenset[str] = field(init=False)
    """The names of these."""

    def __post_init__(self) -> None:
        readers = {key.name: key.read for key in self.keys if key not in (PASSED_OUT, MISDEAL, CLAIMED_BY)}
        object.__setattr__(self, "readers", readers)
        object.__setattr__(self, "facts", frozenset(readers))


KINDS: Mapping[GameKind, Kind] = {
    "bidding": Kind(Hand, BIDDING_HAND),
    "smoke": Kind(SmokeHand, SMOKE_HAND, required=("tricks", "tricks-missing")),
}


# ---------------------------------------------------------------- the schema of a scoresheet


def sheet_schema(variants: Sequence[str]) -> Schema:
    """Return the JSON Schema (2020-12) of a scoresheet whose variant is one of `variants`."""
    head: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "variant": {"enum": list(variants)},
        "players": {"type": "array", "items": NAME, "minItems": 2, "uniqueItems": True},
        "dealer": NAME,
        "title": TEXT,
        "date": {"type": "string", "format": "date"},
        "sides": {"type": "array", "items": {"type": "array", "items": NAME}, "minItems": 2},
        "opening": map_schema(SCORE),
        "rules": RULES,
        "stakes": _stakes(),
        "lines": {"type": "array", "items": {"anyOf": _lines()}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scoresheet",
        "description": "A whole game as facts: who sat where, which rules, what happened, line by line.",
        **table_schema(head, required=("format", "variant", "players")),
    }


def _lines() -> list[Schema]:
    return [
        _line("A hand of a bidding game", KINDS["bidding"].keys),
        _line("A hand of Smoke", (key for key in KINDS["smoke"].keys if key != MISDEAL), "tricks"),
        _line("Somebody sits down", OTHER_LINES["join"], "join"),
        _line("Somebody leaves", OTHER_LINES["leave"], "leave"),
        _line("The table changes a score", OTHER_LINES["adjust"], "adjust", "reason"),
        _line("The table changes a rule", OTHER_LINES["rules"], "rules"),
        _line("Money is settled, scores restart", OTHER_LINES["settle"], "settle"),
        _line("Somebody takes over a seat", OTHER_LINES["substitute"], "substitute", "replaces"),
        _line("Two players swap seats", OTHER_LINES["swap"], "swap"),
        _line("Somebody else deals the next hand", OTHER_LINES["dealer"], "dealer"),
        _line("The table ends the game", OTHER_LINES["end"], "end"),
    ]


def _line(title: str, keys: Iterable[LineKey], *required: str) -> Schema:
    return {"title": title, **table_schema({key.name: key.schema for key in (*keys, NOTE)}, required)}


def _stakes() -> Schema:
    whole = {"type": "integer", "minimum": 0, "maximum": MAX_AMOUNT}
    amount = {"anyOf": [{"type": "string", "pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$"}, whole]}
    amounts = dict.fromkeys(AMOUNT_KEYS, amount)
    return table_schema({"currency": {"enum": sorted(TWO_DECIMALS)}, **amounts}, required=("currency",))
