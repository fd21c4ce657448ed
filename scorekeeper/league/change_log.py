"""The log of a league: who renamed whom, who was merged, when a season began.

It names people by their numbers.  Former names are stored beside it and are deleted when somebody is erased, so the
sentences of the log are made when it is read.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.clock import long_day_text, time_text
from scorekeeper.core.transaction import Write
from scorekeeper.league.standings import RankingRule
from scorekeeper.models import Change, Device, FormerName, Person

MAX_CHANGES = 50

RENAMED, GUEST, ARCHIVED, MERGED, SPLIT, ERASED = "renamed", "guest", "archived", "merged", "split", "erased"
SEASON_BEGUN, SEASON_CHANGED, SEASON_ARCHIVED = "season-begun", "season-changed", "season-archived"
LEAGUE_RENAMED, IMPORTED = "league-renamed", "imported"
NIGHT_CLOSED, NIGHT_OPENED = "night-closed", "night-opened"
NIGHT_PLANNED, NIGHT_OFF = "night-planned", "night-off"

ChangeFacts = dict[str, Any]


# ---------------------------------------------------------------- writing


def log_change(write: Write, what: str, facts: ChangeFacts, former: Mapping[int, str] | None = None) -> None:
    """Add a change to the log; `former` are the names people had until now."""
    number = Change.next_id(write.connection, write.league_id)
    write.connection.execute(
        insert(Change),
        {
            "league_id": write.league_id, "id": number, "what": what, "facts": facts, "device_id": write.device.id,
            "actor_id": write.actor, "made_at": write.now,
        },
    )  # fmt: skip
    names = [
        {"league_id": write.league_id, "change_id": number, "person_id": person, "name": name}
        for person, name in (former or {}).items()
    ]
    if names:
        write.connection.execute(insert(FormerName), names)


# ---------------------------------------------------------------- reading


def read_changes(
    session: Session, league_id: int, *, before: int | None = None, most: int = MAX_CHANGES
) -> list[tuple[Row[Any, *tuple[Any, ...]], str]]:
    """Return the log, newest first: each change with its phone and actor, and its sentence.

    `before` is the number of the last one already seen.
    """
    connection = session.connection()
    older = [Change.id < before] if before is not None else []
    found = connection.execute(
        select(Change, Device.name.label("phone"), Person.name.label("actor"))
        .join(Device, Device.id == Change.device_id)
        .outerjoin(Person, (Person.league_id == Change.league_id) & (Person.id == Change.actor_id))
        .where(Change.league_id == league_id, *older)
        .order_by(Change.id.desc())
        .limit(most)
    ).all()
    names = NameHistory(connection, league_id)
    return [(row, _sentence(row.what, row.facts, row.id, names)) for row in found]


class NameHistory:
    """What everybody in a league was called at which time."""

    def __init__(self, connection: Connection, league_id: int) -> None:
        now = connection.execute(select(Person.id, Person.name).where(Person.league_id == league_id))
        self._now = {row.id: row.name for row in now}
        before = connection.execute(
            select(FormerName.person_id, FormerName.change_id, FormerName.name)
            .where(FormerName.league_id == league_id)
            .order_by(FormerName.person_id, FormerName.change_id)
        )
        self._before: dict[int, list[tuple[int, str]]] = {}
        for row in before:
            self._before.setdefault(row.person_id, []).append((row.change_id, row.name))

    def before(self, person: int, change: int) -> str:
        """Return the name somebody had until a change."""
        return self.after(person, change - 1)

    def after(self, person: int, change: int) -> str:
        """Return the name somebody had from a change on."""
        later = (name for number, name in self._before.get(person, ()) if number > change)
        return next(later, self._now.get(person, ""))


def _sentence(what: str, facts: ChangeFacts, change: int, names: NameHistory) -> str:
    values = dict(facts)
    if "person" in facts:
        values |= {"who": names.before(facts["person"], change), "now": names.after(facts["person"], change)}
    if "into" in facts:
        values["into"] = names.before(facts["into"], change)
    if "rule" in facts:
        values["rule"] = RankingRule(**facts["rule"]).text
        values["from"] = long_day_text(facts["starts_on"])
        values["until"] = f" to {long_day_text(facts['ends_on'])}" if facts["ends_on"] else ""
    if "day" in facts:
        values["day"] = long_day_text(facts["day"])
    if "time" in facts:
        values["time"] = time_text(dt.time.fromisoformat(facts["time"]))
    sentence = CHANGE_SENTENCES[what]
    if not isinstance(sentence, str):
        sentence = sentence[next(bool(facts[key]) for key in ("guest", "archived", "off") if key in facts)]
    return sentence.format(**values)


CHANGE_SENTENCES: dict[str, str | tuple[str, str]] = {
    RENAMED: "{who} was renamed {now}.",
    GUEST: ("{who} was made a regular.", "{who} was made a guest."),
    ARCHIVED: ("{who} was restored.", "{who} was archived."),
    MERGED: "{who} was merged into {into}.",
    SPLIT: "{now} and {who} were separated.",
    ERASED: "A guest was erased.",
    SEASON_BEGUN: "Season {name} was started, from {from}{until}. {rule}",
    SEASON_CHANGED: "Season {name} was changed, from {from}{until}. {rule}",
    SEASON_ARCHIVED: ("Season {name} was restored.", "Season {name} was archived."),
    LEAGUE_RENAMED: "The league was renamed {name}.",
    NIGHT_CLOSED: "The night of {day} was ended.",
    NIGHT_OPENED: "The night of {day} was reopened.",
    NIGHT_PLANNED: "The next night was set for {day}, {time}.",
    NIGHT_OFF: ("The night of {day} is on again.", "The night of {day} was called off."),
    IMPORTED: "The league was imported from a file.",
}
"""Two where something can be undone: the one for undone, then the one for done."""
