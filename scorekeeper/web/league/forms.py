"""What the forms of a league send: a season, a name, whom somebody is as well."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

from flask import request

from scorekeeper.rules.errors import SheetError
from scorekeeper.services.league.season_rules import RankingRule, ranking_rule
from scorekeeper.services.league.seasons import SeasonDraft
from scorekeeper.web.form_values import clean_text, parse_uint

if TYPE_CHECKING:
    from collections.abc import Mapping

SEASON_FIELDS = ("name", "starts_on", "ends_on", "by", "floor", "nights")
MAX_LENGTH = 200
ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

BAD_DATE = "Write a day like 2026-09-01."
NO_FIRST_DATE = "On which day does it begin? Write it like 2026-09-01."
BAD_NUMBER = {"floor": "Write a whole number of games, 0 for none.", "nights": "Write a whole number of nights."}
FORM_REUSED = (
    "This form was saved before and said something else then. "
    "Look at what stands now, and save once more if this is still what you want."
)
"""Shown for an old form that Back leads to without scripts, filled in again.  What was typed is kept."""


def read_fields(*fields: str) -> dict[str, str]:
    """Return the named fields of a form."""
    return {name: clean_text(request.form.get(name, ""), MAX_LENGTH) for name in fields}


def errors_by_field(error: SheetError) -> dict[str, str]:
    """Return field -> error message of a refused form."""
    return {fault.field: fault.message for fault in reversed(error.faults)}


def parse_season(typed: Mapping[str, str]) -> tuple[SeasonDraft | None, dict[str, str]]:
    """Return the season in the form, or field -> error message."""
    wrong: dict[str, str] = {}
    starts = _date(typed["starts_on"])
    if starts is None:
        wrong["starts_on"] = NO_FIRST_DATE
    ends = _date(typed["ends_on"])
    if ends is None and typed["ends_on"]:
        wrong["ends_on"] = BAD_DATE
    rule = _rule(typed, wrong)
    if wrong or starts is None or rule is None:
        return None, wrong
    return SeasonDraft(typed["name"], starts, ends, rule), {}


def _rule(typed: Mapping[str, str], wrong: dict[str, str]) -> RankingRule | None:
    """Return the ranking rule, None if it is wrong; errors are added to `wrong`."""
    usual = RankingRule()
    numbers = {"floor": usual.floor, "nights": usual.nights}
    for name in numbers:
        number = parse_uint(typed[name])
        if number is None and typed[name]:
            wrong[name] = BAD_NUMBER[name]
        elif number is not None:
            numbers[name] = number
    try:
        return ranking_rule(typed["by"], **numbers)
    except SheetError as error:
        wrong.update({name: sentence for name, sentence in errors_by_field(error).items() if name not in wrong})
        return None


def _date(text: str) -> dt.date | None:
    if not ISO_DATE.fullmatch(text):
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None
