"""What the forms of a league send: a name, a season, whom somebody is as well, and the buttons beside a person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import asdict
from typing import cast
from zoneinfo import ZoneInfo

from wtforms import BooleanField, HiddenField, RadioField, SelectField, TextAreaField, ValidationError
from wtforms.fields import SelectChoice
from wtforms.validators import AnyOf, Length, NumberRange, Optional

from scorekeeper.core.clock import is_zone
from scorekeeper.core.forms import (
    NAME_TOO_LONG,
    DateField,
    Filled,
    Form,
    HiddenNumberField,
    SubmissionForm,
    TextField,
    TimeField,
    UnsignedIntegerField,
)
from scorekeeper.core.text import parse_uint
from scorekeeper.league.change_log import ChangeFacts
from scorekeeper.league.next_night import NextNight
from scorekeeper.league.seasons import season_values
from scorekeeper.league.standings import RANKINGS, RankingRule
from scorekeeper.models import Person, Season
from scorekeeper.rules.documents import MAX_NAME

NO_FIRST_DATE = "Choose the first day."
NO_FLOOR, NO_NIGHTS = "Enter a whole number of games, 0 for none.", "Enter a whole number of nights."
NO_DAY, NO_TIME = "Choose the day.", "Choose the time."
USUAL = RankingRule()


class NameForm(SubmissionForm):
    """Another name: of the league, or of a person."""

    name = TextField("Name", longest=MAX_NAME, too_long=NAME_TOO_LONG)


class DeletionForm(SubmissionForm):
    """The name of the league once more, so that nobody deletes it by one tap."""

    name = TextField("Type the league's name", longest=MAX_NAME, too_long=NAME_TOO_LONG)


class GuestForm(SubmissionForm):
    """The button that makes a regular a guest, or with `regular` the other way round."""

    anchor = "person"
    regular = BooleanField()


class ArchiveForm(SubmissionForm):
    """The button that puts a person, a season or house rules away, or with `back` takes them back."""

    anchor = "person"
    back = BooleanField()


class SplitForm(SubmissionForm):
    """The button that undoes a merge: `merged` is the id of who becomes a person of their own again."""

    anchor = "person"
    merged = HiddenNumberField()


class MergeChoiceForm(Form):
    """Whom a person might be as well: one of the others, before anything is done."""

    into = SelectField(validate_choice=False)

    def offer(self, people: Iterable[Person]) -> None:
        """Offer these people, and nobody as long as none is chosen."""
        self.into.choices = [
            SelectChoice("", "Other name"),
            *(SelectChoice(str(person.id), person.name) for person in people),
        ]


class MergeForm(SubmissionForm):
    """Whom a person is as well, once one has seen what that does: their id."""

    into = HiddenNumberField()


def check_zone(_form: PlanForm, field: TextField) -> None:
    if not is_zone(field.data):
        raise ValidationError("Enter a time zone by its name, like America/Chicago.")


class PlanForm(SubmissionForm):
    """The next night: when and where; `names` adds people who have not played yet."""

    day = DateField("Day", [Filled(NO_DAY)], unreadable=NO_DAY)
    time = TimeField("Time", [Filled(NO_TIME)], unreadable=NO_TIME)
    place = TextField("Place", longest=MAX_NAME, too_long="A place has at most {longest} characters.")
    zone = TextField("Time zone", [check_zone], longest=MAX_NAME)
    weekly = BooleanField("Every week")
    once = BooleanField("Only this week", default=False)
    names = TextAreaField("New people", [Length(max=20_000, message="That list is too long: enter it in parts.")])

    @classmethod
    def of(cls, night: NextNight | None) -> PlanForm:
        """Return the form of a night as it is, with None of a new one."""
        if night is None:
            return cls()
        plan, at = night.plan, night.starts_at
        return cls(day=at.date(), time=at.time(), place=plan.place, zone=plan.zone, weekly=bool(plan.weekly))

    @property
    def starts_at(self) -> dt.datetime:
        """Return when it begins, in its time zone, of a form that was validated."""
        return dt.datetime.combine(
            cast("dt.date", self.day.data), cast("dt.time", self.time.data), ZoneInfo(self.zone.data)
        )


class CallOffForm(SubmissionForm):
    """The button that calls a night off, or with `back` puts it on again; `day` is the one that the page showed."""

    anchor = "night"
    day = HiddenField(default="")
    back = BooleanField()


class AnswerForm(SubmissionForm):
    """The buttons beside people's names: `answer` is the number of a person and what is said of them, "12 in".

    `on` is what the page was about: the day of a night, or the number of a tournament.
    """

    anchor = "people"
    on = HiddenField(default="")
    answer = TextField()

    @property
    def said(self) -> tuple[int, str]:
        """Return the person and what is said of them; 0 for nobody."""
        person, _, says = self.answer.data.partition(" ")
        return parse_uint(person) or 0, says


def optional_number(what: str, least: int) -> list[Optional | NumberRange]:
    """Return the validators of a number of games or nights that may be left empty."""
    return [Optional(), NumberRange(least, 1000, f"Enter a number of {what} from {least} to 1000.")]


class SeasonForm(SubmissionForm):
    """A season: its name, its days, and the rule of its standings."""

    name = TextField("Name", longest=MAX_NAME, too_long=NAME_TOO_LONG)
    starts_on = DateField("First day", [Filled(NO_FIRST_DATE)], unreadable=NO_FIRST_DATE)
    ends_on = DateField("Last day", unreadable="Choose the last day, or leave it empty.")
    by = RadioField(
        validators=[AnyOf(RANKINGS, "Rank by wins, points, win rate, money or best nights.")], validate_choice=False
    )
    floor = UnsignedIntegerField("Games needed to be ranked", optional_number("games", 0), unreadable=NO_FLOOR)
    nights = UnsignedIntegerField("Best nights that count", optional_number("nights", 1), unreadable=NO_NIGHTS)

    @classmethod
    def of(cls, season: Season | None, today: dt.date) -> SeasonForm:
        """Return the form of a season as it is, with None of a new one."""
        known = {"name": season.name, "ends_on": season.last_day, **season.rule} if season else asdict(USUAL)
        return cls(starts_on=season.first_day if season else today, **known)

    def values(self) -> ChangeFacts:
        """Return the season, of a form that was validated; an empty number is the usual one.

        Raises what `season_values` raises.
        """
        floor, nights = self.floor.data, self.nights.data
        asked = {"floor": USUAL.floor if floor is None else floor, "nights": USUAL.nights if nights is None else nights}
        rule = RankingRule(self.by.data, **asked)
        return season_values(self.name.data, cast("dt.date", self.starts_on.data), self.ends_on.data, rule)
