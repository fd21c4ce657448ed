"""The forms of a tournament: what it is played by, who enters and leaves, the next round, a slip, undo."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container
from itertools import zip_longest
from typing import Any, cast

from wtforms import BooleanField, FieldList, FormField, RadioField, SelectMultipleField, TextAreaField
from wtforms.fields import SelectChoice
from wtforms.validators import Length

from scorekeeper.access.permissions import current_access
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import (
    NAME_TOO_LONG,
    ChoiceField,
    DateField,
    Filled,
    Form,
    HiddenNumberField,
    MoneyField,
    ScoreField,
    SubmissionForm,
    TextField,
    UnsignedIntegerField,
)
from scorekeeper.core.money_text import currency_name, likely_currencies
from scorekeeper.core.text import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE, parse_uint
from scorekeeper.league.browse import variants_of
from scorekeeper.league.views import current_league
from scorekeeper.models import HouseRulesVersion
from scorekeeper.rulebook.house_rules import house_rules_of, playable_sizes, read_version, variant_of
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import SheetError
from scorekeeper.tournaments.maths.formats import SEATING_SIX
from scorekeeper.tournaments.maths.places import CRITERIA
from scorekeeper.tournaments.maths.rounds import TABLE_SIZE, Slip
from scorekeeper.tournaments.state import Setup, checked_setup
from scorekeeper.variants.catalogue import listings
from scorekeeper.variants.finder import by_popularity

NO_DAY = "Choose the day of the tournament."
NO_ROUNDS, NO_NUMBER = "Enter a number of rounds.", "Enter a whole number."
NO_MINUTES = "Enter a number of minutes, like 5."
NO_POINTS = "Enter the points of each side, 0 for none."
MONEY_ERRORS = {
    UNREADABLE: "Enter an amount like 10 or 2.50, or 0 for none.",
    NEGATIVE: "Enter zero or more.",
    TOO_MANY_DECIMALS: "Use at most two decimals.",
    TOO_LARGE: "That is more than anybody plays for.",
}
ENDS = (
    ("hands", "hands"),
    ("deals", "deals by each player"),
    ("clock", "minutes, then finish the hand"),
    ("head", "hands at the head table"),
    ("target", "one game to the target (leave the number empty)"),
)
HOUSE = "house:"
"""What the choice of house rules begins with; their number follows."""
TIES = ("first", "second", "third", "fourth")
SIDE_POTS = ("high_game", "sets", "moons")
MAX_SIDES = 3
"""A table has two sides, a table of six three."""


class SetupForm(SubmissionForm):
    name = TextField("Name", longest=MAX_NAME, too_long=NAME_TOO_LONG)
    day = DateField("Day", [Filled(NO_DAY)], unreadable=NO_DAY)
    game = ChoiceField("Game")
    format = RadioField(validate_choice=False)
    rounds = UnsignedIntegerField("Rounds", [Filled(NO_ROUNDS)], unreadable=NO_ROUNDS)
    number = UnsignedIntegerField("Each round lasts", unreadable=NO_NUMBER)
    end = ChoiceField("Counted in", choices=[SelectChoice(*each) for each in ENDS])
    six = BooleanField()
    head_splits = BooleanField()
    blind = BooleanField()
    fee = MoneyField("Entry fee", sentences=MONEY_ERRORS)
    currency = ChoiceField("Currency")
    shares = TextField("Prize shares, %")
    high_game = MoneyField("Highest single round", sentences=MONEY_ERRORS)
    sets = MoneyField("Most sets", sentences=MONEY_ERRORS)
    moons = MoneyField("Most moons", sentences=MONEY_ERRORS)
    first = ChoiceField("Places go by")
    second = ChoiceField("then")
    third = ChoiceField("then")
    fourth = ChoiceField("then")

    def offer(self, games: list[SelectChoice], currencies: list[tuple[str, str]]) -> None:
        """Offer these games and currencies, and every criterion."""
        self.game.choices = games
        self.currency.choices = [SelectChoice(*each) for each in currencies]
        criteria = [SelectChoice(key, words) for key, (words, _) in CRITERIA.items()]
        for tie in TIES:
            usual = "usual for this format" if tie == "first" else "nothing more"
            self[tie].choices = [SelectChoice("", usual), *criteria]

    @classmethod
    def begin(cls, today: dt.date, league: str) -> SetupForm:
        """Return the form of the first tournament of a league with this name, with the usual answers."""
        usual = {"format": "draw-partners", "rounds": 6, "end": "hands", "number": 8}
        return cls(name=f"{league} tournament"[:MAX_NAME], day=today, shares="50, 30, 20", **usual)

    @classmethod
    def change(cls, setup: Setup, day: dt.date) -> SetupForm:
        """Return the form of a tournament as it is."""
        game = f"{HOUSE}{setup.house}" if setup.house else setup.variant
        pots = {key: cents for key, cents in setup.side_pots if cents}
        ties = dict(zip(TIES, setup.ranking, strict=False))
        return cls(
            name=setup.name, day=day, game=game, format=setup.format, rounds=setup.rounds, end=setup.end,
            number=setup.number, six=setup.six, head_splits=setup.head_splits, blind=setup.blind, fee=setup.fee or None,
            currency=setup.currency, shares=", ".join(map(str, setup.shares)), **pots, **ties,
        )  # fmt: skip

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether each field can be read, and the setup is one; everything wrong is shown at once."""
        if super().validate(extra_validators) and not self.form_errors:
            try:
                checked_setup(self.setup("", None))
            except SheetError as error:
                self.add_errors(error)
        return not self.errors

    def setup(self, variant: str, house: int | None) -> Setup:
        """Return what the tournament is played by; each field has to be readable."""
        ranking = tuple(filter(None, (self[tie].data for tie in TIES)))
        return Setup(
            name=self.name.data, day=cast("dt.date", self.day.data).isoformat(), variant=variant, house=house,
            format=self.format.data or "", rounds=self.rounds.data or 0, end=self.end.data or "",
            number=self.number.data or 0, fee=self.fee.data or 0, currency=self.currency.data or "",
            shares=_shares(self.shares.data),
            side_pots=tuple((key, self[key].data) for key in SIDE_POTS if self[key].data), ranking=ranking,
            six=self.six.data and self.format.data in SEATING_SIX, head_splits=self.head_splits.data, seed=0,
            blind=self.blind.data,
        )  # fmt: skip


def _shares(text: str) -> tuple[int, ...]:
    """Return the shares in "50, 30, 20" or "50/30/20 %"; none if one isn't a number."""
    numbers = [parse_uint(part) for part in text.replace("/", " ").replace(",", " ").replace("%", " ").split()]
    return tuple(number for number in numbers if number is not None) if None not in numbers else ()


def with_choices(form: SetupForm) -> SetupForm:
    """Offer the games for four: the league's own, its house rules and what it has played, then the most played.

    And its own currency, or the likely ones where it has none yet.
    """
    league = current_league()
    games = [
        SelectChoice(f"{HOUSE}{version.house_id}", own_game(version), optgroup="Yours")
        for version in house_rules_of(db.session, league.id)
        if TABLE_SIZE in playable_sizes(variant_of(version), version.settings)
    ]
    played = {key for key, _ in variants_of(db.session, league.id)}
    fitting = [it for it in listings() if TABLE_SIZE in it.variant.sizes]
    for it in sorted(fitting, key=lambda it: (it.variant.key not in played, by_popularity(it))):
        group = "Yours" if it.variant.key in played else "Most played" if it.most_played else "Other games"
        games.append(SelectChoice(it.variant.key, it.variant.name, optgroup=group))
    codes = (league.currency,) if league.currency else likely_currencies()
    form.offer(games, [(code, f"{code} {currency_name(code) or ''}".strip()) for code in codes])
    return form


def own_game(version: HouseRulesVersion) -> str:
    """Return the name of rules a league stored: "Legion rules (Partnership Pitch)", "Legion Pitch (our own game)"."""
    return f"{version.name} ({'our own game' if version.is_own_game else variant_of(version).name})"


def chosen_game(form: SetupForm) -> tuple[str, int | None] | None:
    """Return the variant and the house rules that were chosen, None if it isn't offered."""
    chosen = form.game.data
    if chosen not in {choice.value for choice in form.game.choices}:
        return None
    if not chosen.startswith(HOUSE):
        return chosen, None
    house = int(chosen.removeprefix(HOUSE))
    return variant_of(read_version(db.session, current_access().league_id, house)).key, house


class NewLeagueForm(SubmissionForm):
    """The name of a league to found."""

    name = TextField("Name of your club or league", longest=MAX_NAME, too_long=NAME_TOO_LONG)


class EnterForm(SubmissionForm):
    """Players to enter: a list that is typed or pasted, and people of the league."""

    names = TextAreaField("Names", [Length(max=20_000, message="That list is too long: enter it in parts.")])
    chosen = SelectMultipleField(validate_choice=False)

    def people(self) -> list[int]:
        """Return the people of the league who were chosen; 0 for what isn't a number."""
        return [parse_uint(text) or 0 for text in self.chosen.data or []]


class EntrantForm(SubmissionForm):
    """The buttons that let a side leave or mark its fee as paid in cash, or with `back` the opposite.

    `player` is the first of the side; `everybody`, the number of sides that the page showed as unpaid, marks all.
    """

    anchor = "players"
    player = HiddenNumberField()
    everybody = HiddenNumberField()
    back = BooleanField()


class RoundForm(SubmissionForm):
    """The button that draws a round, and the one that ends the tournament."""

    anchor = "next"
    round = HiddenNumberField()


class LineUndoForm(SubmissionForm):
    """The button that takes a line of the log back."""

    anchor = "log"
    target = HiddenNumberField()


class ExtraForm(SubmissionForm):
    """The minutes a table plays on after the others."""

    minutes = UnsignedIntegerField("Extra minutes", [Filled(NO_MINUTES)], unreadable=NO_MINUTES)


class SideForm(Form):
    """What one side has on the slip of its table."""

    points = ScoreField("Points", [Filled(NO_POINTS)], unreadable=NO_POINTS)
    sets = UnsignedIntegerField("Sets", unreadable=NO_NUMBER)
    moons = UnsignedIntegerField("Moons", unreadable=NO_NUMBER)


class SideRows(FieldList):
    """A row for each side: two, or three at a table of six.  What is sent under another number is no row."""

    def _extract_indices(self, prefix: str, formdata: Container[str]) -> list[int]:
        return [number for number in range(MAX_SIDES) if f"{prefix}-{number}-points" in formdata]


class SlipForm(SubmissionForm):
    """The slip of a table: points, sets and moons of each side, and who won if that is another one."""

    seen = HiddenNumberField()
    sides = SideRows(FormField(SideForm), min_entries=2)
    winner = ChoiceField("Who won?")
    side = HiddenNumberField()
    """On a phone: which side enters it, from 1."""

    def offer(self, names: list[str]) -> None:
        """Ask about these sides."""
        for _ in names[len(self.sides) :]:
            self.sides.append_entry()
        sides = [SelectChoice(str(number), name) for number, name in enumerate(names, start=1)]
        self.winner.choices = [SelectChoice("", "The side with more points"), *sides]

    @classmethod
    def of(cls, slip: Slip | None, seen: int = 0) -> SlipForm:
        """Return the form of a slip as it is, empty for none; `seen` is the line that says it."""
        if slip is None:
            return cls(formdata=None)
        rows = zip_longest(slip.points, slip.sets, slip.moons)
        sides = [{"points": points, "sets": sets, "moons": moons} for points, sets, moons in rows]
        winner = None if slip.winner is None else str(slip.winner + 1)
        return cls(formdata=None, seen=seen, sides=sides, winner=winner)

    def slip(self) -> Slip:
        """Return the slip, of a form that was validated."""
        winner = parse_uint(self.winner.data) or 0
        return Slip(
            tuple(row.points.data for row in self.sides),
            winner - 1 if 1 <= winner <= len(self.sides) else None,
            _counted([row.sets.data for row in self.sides]),
            _counted([row.moons.data for row in self.sides]),
        )


def _counted(numbers: list[int | None]) -> tuple[int, ...]:
    """Return how many of a kind each side had; nothing if nobody counted."""
    return tuple(number or 0 for number in numbers) if any(number is not None for number in numbers) else ()


class TableGameForm(SubmissionForm):
    """The button that begins the hands of a table on a phone; `dealer` counts the seats clockwise from 1."""

    anchor = "hands"
    dealer = HiddenNumberField()


class OpinionForm(SubmissionForm):
    """The buttons of a side that say whether the slip of its table is right; the director's where `side` is 0."""

    anchor = "slip"
    seen = HiddenNumberField()
    """The line that says the slip."""
    side = HiddenNumberField()
    right = BooleanField()
