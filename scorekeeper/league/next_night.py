"""The next night of a league: when and where it is, who comes and who is here, and its file for calendars.

A league has one plan in force, for one date or for every week; a single date of a weekly one can be moved, and has a
plan of its own then.  Answers belong to one date: they begin anew with the next one, and when a date is moved to
another day.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import mode
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, and_, func, select
from sqlalchemy.orm import Session

from scorekeeper.access.codes import new_short_link, short_code_of
from scorekeeper.core.transaction import Submission, writing
from scorekeeper.league.change_log import NIGHT_OFF, NIGHT_PLANNED, log_change
from scorekeeper.league.nights import IDLE_LIMIT
from scorekeeper.league.roster import find_or_add_person, offered_people, select_offered
from scorekeeper.models import COMES, DOOR, Game, League, NightAnswer, Person, PlannedNight
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.sheets.rules_sheet import fill

WEEK = dt.timedelta(days=7)
LASTS = dt.timedelta(hours=4)
"""How long a night is in a calendar."""
USUAL_SIZE = 4
"""Players at a table, in a league that has not played yet."""
HERE, GONE = "here", "gone"
"""What is said of a person at the door."""
PASSED = "That time has passed. Choose one to come."
MOVED = "The night was changed meanwhile. Look at it again."
OFF = "This night is called off."
NOBODY = "That name is no longer on the list."


@dataclass(frozen=True)
class NextNight:
    """The next date of a plan; `starts_at` is in the plan's time zone."""

    plan: PlannedNight
    starts_at: dt.datetime

    @property
    def day(self) -> str:
        """Return the day it begins on where it is, "2026-11-26"."""
        return self.starts_at.date().isoformat()

    @property
    def called_off(self) -> bool:
        return self.day in self.plan.called_off

    def is_open(self, now: dt.datetime) -> bool:
        """Return whether people can check in: from twelve hours before it begins, unless it is called off."""
        return now >= self.starts_at - IDLE_LIMIT and not self.called_off


def next_night(session: Session, league_id: int, now: dt.datetime) -> NextNight | None:
    """Return the next night of a league, called off or not; None if none is planned.

    One that began is the next until it has been over by itself, twelve hours later.
    """
    dates = (_date_after(plan, now - IDLE_LIMIT) for plan in _plans(session, league_id))
    return min(filter(None, dates), key=lambda it: (it.called_off, it.starts_at), default=None)


def _plans(session: Session, league_id: int) -> list[PlannedNight]:
    """Return the plans in force: the last one, and the weekly one if that is for a single date of it."""
    last = select(func.max(PlannedNight.id)).where(PlannedNight.league_id == league_id)
    either = [last.scalar_subquery(), last.where(PlannedNight.weekly == 1).scalar_subquery()]
    plans = select(PlannedNight).where(PlannedNight.league_id == league_id, PlannedNight.id.in_(either))
    newest_first = plans.order_by(PlannedNight.id.desc())
    return list(session.scalars(newest_first, execution_options={"populate_existing": True}))


def _date_after(plan: PlannedNight, moment: dt.datetime) -> NextNight | None:
    """Return the first date of a plan that begins after a moment; every week at the same time of the clock."""
    first = plan.starts_at.astimezone(ZoneInfo(plan.zone))
    passed = max(0, (moment - plan.starts_at) // WEEK) if plan.weekly else 0
    dates = (first + number * WEEK for number in range(passed, passed + (3 if plan.weekly else 1)))
    return next((NextNight(plan, date) for date in dates if date > moment), None)


# ---------------------------------------------------------------- planned by a keeper


def plan_night(  # noqa: PLR0913 - what a night's form says
    form: Submission, starts_at: dt.datetime, place: str, *, weekly: bool, once: bool = False, names: Iterable[str] = ()
) -> None:
    """Set the next night, or change it; `starts_at` is in a named time zone, `names` are of people to add.

    With `once` only the next date of a weekly night is moved; the others stay.

    The first one makes the code of the league's door.  Raises UnreadableSheet (field "day") for a time that has passed.
    """
    said = {"zone": str(starts_at.tzinfo), "place": place, "weekly": weekly}
    facts = {**said, "day": starts_at.date().isoformat(), "time": f"{starts_at:%H:%M}"}
    values = {**said, "weekly": int(weekly), "starts_at": starts_at.astimezone(dt.UTC)}
    with writing(form) as write:
        if write.answered(NIGHT_PLANNED, facts, names, once):
            return
        session, league_id, now = write.session, write.league_id, write.now
        if starts_at + IDLE_LIMIT <= now:
            raise unreadable("day", PASSED)
        for name in names:
            find_or_add_person(write.connection, league_id, name)
        known = next_night(session, league_id, now)
        if known and known.plan.weekly and once:
            _call_off(known, now)
            known = None
        if known and known.starts_at == starts_at:  # its weeks are counted from the first date
            values["starts_at"] = known.plan.starts_at
        if known and all(getattr(known.plan, key) == value for key, value in values.items()):
            return
        number = PlannedNight.next_id(write.connection, league_id)
        plan = known.plan if known else PlannedNight(league_id=league_id, id=number, called_off=[], sequence=-1)
        _change(plan, now, **values)
        session.add(plan)
        if short_code_of(write.connection, league_id, DOOR) is None:
            new_short_link(write.connection, league_id, write.device.id, now, DOOR)
        log_change(write, NIGHT_PLANNED, facts)


def call_off(form: Submission, day: str, *, off: bool) -> None:
    """Call the next night off, or put it on again.  Raises ImpossibleFact if it is not on that day."""
    facts = {"day": day, "off": off}
    with writing(form) as write:
        if write.answered(NIGHT_OFF, facts):
            return
        night = _night_of(write.session, write.league_id, day, write.now)
        if night.called_off != off:
            _call_off(night, write.now, off=off)
            log_change(write, NIGHT_OFF, facts)


def _call_off(night: NextNight, now: dt.datetime, *, off: bool = True) -> None:
    days = [each for each in night.plan.called_off if each > night.day]
    _change(night.plan, now, called_off=[*days, night.day] if off else days)


def _change(plan: PlannedNight, now: dt.datetime, **values: Any) -> None:
    for key, value in {**values, "sequence": plan.sequence + 1, "changed_at": now}.items():
        setattr(plan, key, value)


def _night_of(session: Session, league_id: int, day: str, now: dt.datetime) -> NextNight:
    """Return the next night.  Raises ImpossibleFact unless it is on that day."""
    night = next_night(session, league_id, now)
    if night is None or night.day != day:
        raise impossible("", MOVED)
    return night


# ---------------------------------------------------------------- who comes, who is here


def answer_night(form: Submission, day: str, person_id: int, says: str) -> None:
    """Save what is said of a person for the next night: whether they come, or are here; the last word counts.

    Raises ImpossibleFact for another day, one that is called off, and a person who is not offered.
    """
    with writing(form) as write:
        if write.answered("night", day, person_id, says):
            return
        night = _night_of(write.session, write.league_id, day, write.now)
        if night.called_off:
            raise impossible("", OFF)
        if says == HERE and not night.is_open(write.now):
            raise impossible("", "Check-in opens twelve hours before.")
        if person_id not in offered_people(write.session, write.league_id):
            raise impossible("", NOBODY)
        key = (write.league_id, night.plan.id, day, person_id)
        known = write.session.get(NightAnswer, key, populate_existing=True)
        if known is None:
            known = NightAnswer(league_id=key[0], plan_id=key[1], day=day, person_id=person_id)
            write.session.add(known)
        if says in {HERE, GONE}:
            known.here_at = (known.here_at or write.now) if says == HERE else None
        else:
            known.says = says or None


def people_for(session: Session, night: NextNight) -> Sequence[Row[*tuple[Any, ...]]]:
    """Return everybody of the league by name: id, name, what was said of them (`says`), and whether they are `here`."""
    plan = night.plan
    said = and_(
        NightAnswer.league_id == plan.league_id,
        NightAnswer.plan_id == plan.id,
        NightAnswer.day == night.day,
        NightAnswer.person_id == Person.id,
    )
    here = NightAnswer.here_at.is_not(None).label("here")
    return session.execute(
        select_offered(plan.league_id).add_columns(NightAnswer.says, here).outerjoin(NightAnswer, said)
    ).all()


def those_coming(people: Sequence[Row[*tuple[Any, ...]]]) -> list[Row[*tuple[Any, ...]]]:
    """Return those who come, and those who are here whatever they said."""
    return [it for it in people if it.here or it.says == COMES]


def players_on(session: Session, night: NextNight) -> list[Row[*tuple[Any, ...]]]:
    """Return who is here on a night; if nobody checked in yet, who comes."""
    people = [] if night.called_off else people_for(session, night)
    return [it for it in people if it.here] or those_coming(people)


def coming_on(session: Session, league_id: int, day: str, now: dt.datetime) -> list[str]:
    """Return the numbers of those who are here, or come, if the next night is on that day."""
    night = next_night(session, league_id, now)
    return [str(it.id) for it in players_on(session, night)] if night and night.day == day else []


def coming_words(session: Session, night: NextNight, people: Sequence[Row[*tuple[Any, ...]]]) -> str:
    """Return how many of `people_for` come, and whether a table is full: "5 in: a full table, 3 more make another".

    A table is as large as those of most of the last twenty games; if two sizes are equally frequent, the later counts.
    """
    heads = select(Game.head).where(Game.league_id == night.plan.league_id).order_by(Game.id.desc()).limit(20)
    sizes = [len(head["players"]) for head in session.scalars(heads)]
    return fill("night/coming.txt", {"coming": len(those_coming(people)), "size": mode(sizes or [USUAL_SIZE])})


def announced(session: Session, league_id: int, now: dt.datetime) -> dict[str, Any]:
    """Return what a page says of the next night: `night` or None, its `people`, `words`, and the code of its `door`."""
    night = next_night(session, league_id, now)
    people = people_for(session, night) if night else []
    words = "" if not night else "Called off" if night.called_off else coming_words(session, night, people)
    return {
        "night": night,
        "people": people,
        "words": words,
        "door": short_code_of(session.connection(), league_id, DOOR),
    }


# ---------------------------------------------------------------- for calendars


def calendar_of(session: Session, league: League, address: str) -> bytes | None:
    """Return the plans of a league as an iCalendar file (RFC 5545); None if there is none.

    An event keeps its UID, and its SEQUENCE rises with every change.  It is in the plan's time zone, which calendars
    turn into the reader's.  Days of a weekly night that are called off are cancelled one by one.
    """
    from icalendar import Calendar  # noqa: PLC0415 - 3 MB of a server that hardly ever makes a calendar's file

    events = [event for plan in _plans(session, league.id) for event in _events(plan, league, address)]
    if not events:
        return None
    calendar = Calendar.new(
        prodid="-//Scorekeeper//next night//EN",
        method="CANCEL" if all(event["STATUS"] == "CANCELLED" for event in events) else "PUBLISH",
        uid=events[0].uid,
        subcomponents=events,
    )
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _events(plan: PlannedNight, league: League, address: str) -> list[Any]:
    starts_at = plan.starts_at.astimezone(ZoneInfo(plan.zone))
    over = not plan.weekly and NextNight(plan, starts_at).called_off
    event = _event(plan, league, address, starts_at, over=over)
    if plan.weekly:
        event.add("rrule", {"freq": "weekly"})
    days = [dt.date.fromisoformat(day) for day in plan.called_off if plan.weekly]
    off = [dt.datetime.combine(day, starts_at.time(), starts_at.tzinfo) for day in days]
    return [event, *(_event(plan, league, address, start, over=True, recurrence_id=start) for start in off)]


def _event(plan: PlannedNight, league: League, address: str, starts_at: dt.datetime, *, over: bool, **more: Any) -> Any:
    from icalendar import STATUS, Event  # noqa: PLC0415

    return Event.new(
        uid=f"{sha256(f'{league.code} {plan.id}'.encode()).hexdigest()[:32]}@scorekeeper",
        sequence=plan.sequence,
        stamp=plan.changed_at,
        summary=f"Cards: {league.name}",
        start=starts_at,
        end=starts_at + LASTS,
        description=f"Say whether you come: {address}",
        url=address,
        location=plan.place or None,
        status=STATUS.CANCELLED if over else STATUS.CONFIRMED,
        **more,
    )
