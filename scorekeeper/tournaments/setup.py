"""What a tournament is played by: name and day, game, format, rounds, fee and prizes; and who enters, as a list."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import asdict, dataclass, replace
from typing import Any

from scorekeeper.core.text import checked_name
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import Fault, UnreadableSheet, in_words, unreadable
from scorekeeper.rules.stakes import MAX_AMOUNT, TWO_DECIMALS
from scorekeeper.tournaments.maths.formats import FORMATS, MAX_ROUNDS, Format
from scorekeeper.tournaments.maths.prizes import SIDE_PRIZES
from scorekeeper.tournaments.maths.rounds import ROUND_ENDS
from scorekeeper.tournaments.maths.standings import CRITERIA

MAX_SHARES = 20
MAX_COUNTED = 999
"""The range of hands, deals or minutes of a round."""
NUMBERED = ("hands", "deals", "clock", "head")
"""The ends of a round that need a number."""
PARTNERS = re.compile(r"\s*(?:&|\+|/|,|;|\t| and )\s*")
PLAYERS = re.compile(r"[\r\n,;\t]+")
LIST_NUMBER = re.compile(r"^\s*\d+\s*[.):]\s*")
"""What a list from elsewhere has before a name: "1. Ann"."""
NEEDS_NAME = "A player needs a name."


@dataclass(frozen=True)
class Setup:
    """A tournament's settings.

    `house` is the number of the league's house rules, None for the variant's own.  `fee` and `side_pots` are cents,
    `shares` the weights of the places.  An empty `ranking` means the format's own.
    """

    name: str
    day: str
    variant: str
    house: int | None
    format: str
    rounds: int
    end: str
    number: int
    fee: int
    currency: str
    shares: tuple[int, ...]
    side_pots: tuple[tuple[str, int], ...]
    ranking: tuple[str, ...]
    six: bool
    head_splits: bool
    seed: int

    @property
    def wanted(self) -> Format:
        """Return the format."""
        return FORMATS[self.format]

    @property
    def criteria(self) -> tuple[str, ...]:
        """Return the keys of the criteria that the standings go by."""
        return self.ranking or self.wanted.ranking

    @property
    def length(self) -> str:
        """Return in a sentence what ends a round."""
        return ROUND_ENDS[self.end].format(number=self.number)


def setup_to_json(setup: Setup) -> dict[str, Any]:
    """Return a setup as the facts of a line."""
    lists = {
        "shares": list(setup.shares),
        "side_pots": [list(pot) for pot in setup.side_pots],
        "ranking": list(setup.ranking),
    }
    return {**asdict(setup), **lists}


def setup_from_json(facts: dict[str, Any]) -> Setup:
    """Return the setup of a line.  Raises UnreadableSheet, or TypeError, KeyError and ValueError for other facts."""
    fields = {
        **facts,
        "shares": tuple(facts["shares"]),
        "side_pots": tuple((key, cents) for key, cents in facts["side_pots"]),
        "ranking": tuple(facts["ranking"]),
    }
    return checked_setup(Setup(**fields))


def checked_setup(setup: Setup) -> Setup:
    """Return a setup with its name normalized.  Raises UnreadableSheet with every field that is wrong."""
    setup = replace(setup, name=checked_name(setup.name, "A tournament needs a name."))
    dt.date.fromisoformat(setup.day)
    wrong = [Fault(0, field, in_words(sentence)) for field, sentence, right in _promises(setup) if not right]
    if wrong:
        raise UnreadableSheet(wrong)
    return setup


def _promises(setup: Setup) -> list[tuple[str, str, bool]]:
    """Return (field, sentence, whether it holds) for each requirement of a setup."""
    number = setup.number if setup.end in NUMBERED else 1
    pots = sum(cents for _, cents in setup.side_pots)
    return [
        ("format", "Choose how partners are found.", setup.format in FORMATS),
        ("rounds", f"Enter a number of rounds from 1 to {MAX_ROUNDS}.", 1 <= setup.rounds <= MAX_ROUNDS),
        ("end", "Choose what ends a round.", setup.end in ROUND_ENDS),
        ("number", f"Enter a whole number from 1 to {MAX_COUNTED}.", 1 <= number <= MAX_COUNTED),
        ("fee", "That is more than anybody plays for.", 0 <= setup.fee <= MAX_AMOUNT),
        ("currency", "Choose a currency from the list.", setup.currency in TWO_DECIMALS),
        (
            "shares",
            f"Enter the shares of the places, like 50, 30, 20; at most {MAX_SHARES}.",
            0 < len(setup.shares) <= MAX_SHARES
            and all(0 <= share <= MAX_AMOUNT for share in setup.shares)
            and any(setup.shares),
        ),
        (
            "side_pots",
            "A side prize is an amount from zero up.",
            all(key in SIDE_PRIZES and cents >= 0 for key, cents in setup.side_pots) and pots <= MAX_AMOUNT,
        ),
        (
            "ranking",
            "Choose each tie-break once.",
            set(setup.ranking) <= set(CRITERIA) and len(set(setup.ranking)) == len(setup.ranking),
        ),
        ("six", "This format has no table of six.", not setup.six or _may_seat_six(setup.format)),
    ]


def _may_seat_six(key: str) -> bool:
    return key not in FORMATS or FORMATS[key].may_seat_six


def read_names(text: str, *, pairs: bool) -> list[tuple[str, ...]]:
    """Return the sides in a list: one player a line or between commas, or a pair a line, as "Ann & Bob".

    Raises UnreadableSheet with field "names".
    """
    lines = [LIST_NUMBER.sub("", line) for line in (text.splitlines() if pairs else PLAYERS.split(text))]
    sides = [_side(line, pairs=pairs) for line in lines if line.strip()]
    seen: set[str] = set()
    for name in (name for side in sides for name in side):
        if name_key(name) in seen:
            raise unreadable("names", f"{name} is on the list twice: add an initial to tell the two apart.")
        seen.add(name_key(name))
    return sides


def _side(line: str, *, pairs: bool) -> tuple[str, ...]:
    if not pairs:
        return (checked_name(line, NEEDS_NAME, "names"),)
    names = tuple(checked_name(name, NEEDS_NAME, "names") for name in PARTNERS.split(line.strip()) if name.strip())
    if len(names) != 2:  # noqa: PLR2004  a pair
        raise unreadable("names", f"“{' '.join(line.split())[:60]}” isn't a pair. Enter two names, like Ann & Bob.")
    return names
