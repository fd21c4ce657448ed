"""Checks of single values of a league's document, and of the facts of its log: a sentence where one is invalid.

Plain functions, and not cattrs, which reads the variant files: a class for each of the thirteen sections would be
longer than `ROW_CHECKS`, every check would still be needed as a hook, cattrs' own sentences name Python types, it takes
`{}` for an empty list, and it needs four times as long for a row.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any

from scorekeeper.models.ledger import PAYMENT, PRIZES, REVERSAL, STAKES
from scorekeeper.models.line import AGREE, CORRECT, DISPUTE, LINE, UNDO
from scorekeeper.models.types import MAX_ID, utc_text
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT, is_printable, name_key
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.stakes import TWO_DECIMALS
from scorekeeper.services.league import change_log as log
from scorekeeper.services.league.season_rules import ranking_rule, rule_to_json
from scorekeeper.services.text import YEARS, refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container

    Check = Callable[[Any], None]
    """Raises InvalidField, its field left open, for an invalid value."""


MAX_CENTS = 10**15
"""More than all games of a league together move, and far below what a database can store."""
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class InvalidField(ValueError):
    """What is wrong with a row: the key at fault, and a sentence."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message, self.field = message, field


def optional(check: Check) -> Check:
    """Allow null too."""
    return lambda value: None if value is None else check(value)


def number_between(least: int = 1, most: int = MAX_ID) -> Check:
    def check(value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise InvalidField(f"it must be a whole number from {least} to {most}.")

    return check


def one_of(*words: object) -> Check:
    def check(value: Any) -> None:
        if isinstance(value, bool | float | list | dict) or value not in words:
            raise InvalidField(f"it must be one of {', '.join(map(str, words))}.")

    return check


def check_bool(value: Any) -> None:
    if not isinstance(value, bool):
        raise InvalidField("it must be true or false.")


def check_text(value: Any, most: int = MAX_TEXT) -> None:
    if not isinstance(value, str) or len(value) > most:
        raise InvalidField(f"it must be text of at most {most} characters.")
    try:
        refuse_unwritable(value)
    except SheetError:
        raise InvalidField("it contains an invalid character.") from None


def check_title(value: Any) -> None:
    """Check text that is printed by itself: no control characters, none that reverses the direction of writing."""
    check_text(value)
    if not is_printable(value, also="\n\t"):
        raise InvalidField("it contains a character that cannot be printed.")


def check_name(value: Any) -> None:
    """Check the name of somebody or something."""
    check_text(value, MAX_NAME)
    if not name_key(value) or not is_printable(value):
        raise InvalidField("it must be a name.")


def check_time(value: Any) -> None:
    """Check a time in UTC as `utc_text` writes it."""
    try:
        moment = dt.datetime.fromisoformat(value)
        sound = utc_text(moment) == value and moment.year in YEARS
    except (TypeError, ValueError, OverflowError):
        sound = False
    if not sound:
        raise InvalidField('it must be a time in UTC, like "2026-11-19T20:15:00.000000Z".')


def check_day(value: Any) -> None:
    try:
        sound = DAY.fullmatch(value) is not None and dt.date.fromisoformat(value).year in YEARS
    except (TypeError, ValueError):
        sound = False
    if not sound:
        raise InvalidField('it must be a day, like "2026-11-19".')


def check_currency(value: Any) -> None:
    if not isinstance(value, str) or value not in TWO_DECIMALS:
        raise InvalidField("it must be a currency by its three letters, one that has cents, like USD.")


def check_object(value: Any) -> None:
    if not isinstance(value, dict):
        raise InvalidField("it must be an object with keys.")


def list_of(check: Check) -> Check:
    def every(value: Any) -> None:
        if not isinstance(value, list):
            raise InvalidField("it must be a list.")
        for item in value:
            check(item)

    return every


def check_keys(row: Any, keys: Collection[str]) -> dict[str, Any]:
    """Return a row that has these keys and no other.  Raises InvalidField."""
    if not isinstance(row, dict):
        raise InvalidField("it must be an object with keys.")
    for key in keys:
        if key not in row:
            raise InvalidField("it is missing.", key)
    for key in row:
        if key not in keys:
            raise InvalidField("unknown key.", key)
    return row


def check_values(row: dict[str, Any], checks: dict[str, Check]) -> None:
    """Check every value.  Raises InvalidField with the key."""
    for key, check in checks.items():
        try:
            check(row[key])
        except InvalidField as wrong:
            raise InvalidField(wrong.message, key) from None


SEASON_KEYS = ("ends_on", "name", "rule", "season", "starts_on")
CHANGE_KEYS: dict[str, tuple[str, ...]] = {
    log.RENAMED: ("person",),
    log.GUEST: ("guest", "person"),
    log.ARCHIVED: ("archived", "person"),
    log.MERGED: ("into", "person", "with"),
    log.SPLIT: ("from", "person", "with"),
    log.ERASED: ("person",),
    log.SEASON_BEGUN: SEASON_KEYS,
    log.SEASON_CHANGED: SEASON_KEYS,
    log.SEASON_ARCHIVED: ("archived", "name", "season"),
    log.LEAGUE_RENAMED: ("name",),
    log.NIGHT_CLOSED: ("day", "night"),
    log.NIGHT_OPENED: ("day", "night"),
}
"""The keys of the facts of each kind of change; `imported` is never exported."""

PERSON_KEYS = ("from", "into", "person")


def check_ranking_rule(value: Any) -> None:
    """Check a rule of standings."""
    check_keys(value, ("by", "floor", "nights"))
    check_values(value, {"by": check_text, "floor": number_between(0), "nights": number_between(0)})
    try:
        rule = ranking_rule(value["by"], value["floor"], value["nights"])
    except SheetError as error:
        raise InvalidField(error.message) from None
    if rule_to_json(rule) != value:
        raise InvalidField("this is not a ranking rule.")


FACT_CHECKS: dict[str, Check] = {
    **dict.fromkeys(PERSON_KEYS, number_between()),
    "with": list_of(number_between()),
    "guest": check_bool,
    "archived": check_bool,
    "name": check_name,
    "rule": check_ranking_rule,
    "season": number_between(),
    "night": number_between(),
    "day": check_day,
    "starts_on": check_day,
    "ends_on": optional(check_day),
}


def check_change(what: Any, facts: Any, people: Container[int]) -> None:
    """Check that a change has the facts of its kind, about people who exist.  Raises InvalidField."""
    if not isinstance(what, str) or what not in CHANGE_KEYS:
        raise InvalidField("unknown change.", "what")
    keys = CHANGE_KEYS[what]
    try:
        check_keys(facts, keys)
        check_values(facts, {key: FACT_CHECKS[key] for key in keys})
    except InvalidField as wrong:
        raise InvalidField(wrong.message, f"facts.{wrong.field}" if wrong.field else "facts") from None
    named = [*(facts[key] for key in PERSON_KEYS if key in facts), *facts.get("with", ())]
    for person in named:
        if person not in people:
            raise InvalidField(f"there is no person {person}.", "facts")


# ---------------------------------------------------------------- the keys of each section

CHECK_ID = number_between()
ROW_CHECKS: dict[str, dict[str, Check]] = {
    "devices": {"id": CHECK_ID, "name": check_text},
    "people": {
        "archived_at": optional(check_time), "erased_at": optional(check_time), "guest": one_of(0, 1), "id": CHECK_ID,
        "merged_into": optional(CHECK_ID), "name": check_name,
    },
    "rulebooks": {"id": CHECK_ID, "variant": check_object},
    "house_rules": {"archived_at": optional(check_time), "id": CHECK_ID, "name": check_name},
    "house_versions": {
        "device": CHECK_ID, "house": CHECK_ID, "number": CHECK_ID, "rulebook": CHECK_ID, "saved_at": check_time,
        "settings": check_object,
    },
    "nights": {"closed_at": optional(check_time), "day": check_day, "id": CHECK_ID, "opened_at": check_time},
    "seasons": {
        "archived_at": optional(check_time), "ends_on": optional(check_day), "id": CHECK_ID, "name": check_name,
        "standing": check_ranking_rule, "starts_on": check_day,
    },
    "games": {
        "device": CHECK_ID, "finished_at": optional(check_time), "head": check_object,
        "house": optional(list_of(CHECK_ID)), "id": CHECK_ID, "night": CHECK_ID, "played_on": optional(check_day),
        "rematch_of": optional(CHECK_ID), "rulebook": CHECK_ID, "seats": list_of(CHECK_ID), "started_at": check_time,
        "title": optional(check_title), "touched_at": check_time,
    },
    "lines": {
        "actor": optional(CHECK_ID), "device": CHECK_ID, "facts": check_object, "game": CHECK_ID,
        "recorded_at": check_time, "kind": one_of(LINE, CORRECT, UNDO), "seq": CHECK_ID, "target": optional(CHECK_ID),
    },
    "opinions": {
        "device": CHECK_ID, "game": CHECK_ID, "note": optional(check_text), "person": optional(CHECK_ID),
        "said_at": check_time, "says": one_of(AGREE, DISPUTE), "seq": CHECK_ID,
    },
    "entries": {
        "actor": optional(CHECK_ID), "currency": check_currency, "device": CHECK_ID, "game": optional(CHECK_ID),
        "id": CHECK_ID, "kind": one_of(STAKES, REVERSAL, PAYMENT, PRIZES), "night": optional(CHECK_ID),
        "note": optional(check_text), "posted_at": check_time,
        "postings": list_of(list_of(number_between(-MAX_CENTS, MAX_CENTS))), "reverses": optional(CHECK_ID),
        "seq": optional(CHECK_ID),
    },
    "tournaments": {"founded_at": check_time, "id": CHECK_ID},
    "tournament_lines": {
        "actor": optional(CHECK_ID), "device": CHECK_ID, "facts": check_object, "kind": check_text,
        "recorded_at": check_time, "seq": CHECK_ID, "target": optional(CHECK_ID), "tournament": CHECK_ID,
    },
    "changes": {
        "actor": optional(CHECK_ID), "device": CHECK_ID, "facts": check_object, "id": CHECK_ID, "made_at": check_time,
        "what": check_text,
    },
    "former_names": {"change": CHECK_ID, "name": check_name, "person": CHECK_ID},
}  # fmt: skip
LEAGUE_CHECKS: dict[str, Check] = {
    "created_at": check_time, "currency": optional(check_currency), "name": check_name,
    "stake_limit": optional(CHECK_ID),
}  # fmt: skip
