"""What the forms of a league send: a name, a season, whom somebody is as well, and the buttons beside a person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, cast

from wtforms import BooleanField, RadioField, SelectField
from wtforms.fields import SelectChoice

from scorekeeper.core.forms import (
    NAME_TOO_LONG,
    DateField,
    Filled,
    Form,
    HiddenNumberField,
    SubmissionForm,
    TextField,
    UnsignedIntegerField,
)
from scorekeeper.league.change_log import Facts
from scorekeeper.league.seasons import season_values
from scorekeeper.league.standings import RankingRule, ranking_rule
from scorekeeper.models import Person, Season
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import SheetError

NO_FIRST_DATE = "Choose the first day."
NO_FLOOR, NO_NIGHTS = "Enter a whole number of games, 0 for none.", "Enter a whole number of nights."
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


class SeasonForm(SubmissionForm):
    """A season: its name, its days, and the rule of its standings."""

    name = TextField("Name", longest=MAX_NAME, too_long=NAME_TOO_LONG)
    starts_on = DateField("First day", [Filled(NO_FIRST_DATE)], unreadable=NO_FIRST_DATE)
    ends_on = DateField("Last day", unreadable="Choose the last day, or leave it empty.")
    by = RadioField(validate_choice=False)
    floor = UnsignedIntegerField("Games needed to be ranked", unreadable=NO_FLOOR)
    nights = UnsignedIntegerField("Best nights that count", unreadable=NO_NIGHTS)

    @classmethod
    def of(cls, season: Season | None, today: dt.date) -> SeasonForm:
        """Return the form of a season as it is, with None of a new one."""
        known = {"name": season.name, "ends_on": season.last_day, **season.rule} if season else asdict(USUAL)
        return cls(starts_on=season.first_day if season else today, **known)

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether each field can be read, and the rule is one; all that is wrong is said at once."""
        super().validate(extra_validators)
        try:
            self._rule()
        except SheetError as error:
            self.add_errors(error)
        return not self.errors

    def _rule(self) -> RankingRule:
        """Return the rule of the standings; an empty number is the usual one.  Raises UnreadableSheet."""
        floor, nights = self.floor.data, self.nights.data
        return ranking_rule(
            self.by.data or "",
            floor=USUAL.floor if floor is None else floor,
            nights=USUAL.nights if nights is None else nights,
        )

    def values(self) -> Facts:
        """Return the season, of a form that was validated.  Raises what `season_values` raises."""
        return season_values(self.name.data, cast("dt.date", self.starts_on.data), self.ends_on.data, self._rule())
