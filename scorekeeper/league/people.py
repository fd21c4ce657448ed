"""The people of a league: rename, archive, merge, split and erase them; regulars and guests.

Old games follow automatically: they name people by number.  For whom a person counts is in `people.merged_into`,
one hop.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.core.text import checked_name, name_columns
from scorekeeper.core.transaction import NotFound, Submission, Write, must_exist, writing
from scorekeeper.league.change_log import (
    ARCHIVED,
    ERASED,
    GUEST,
    MERGED,
    RENAMED,
    SPLIT,
    log_change,
)
from scorekeeper.league.results import rate_season
from scorekeeper.models import Change, Device, FormerName, Member, NightAnswer, Person, Play, Seat, TournamentLine
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import impossible
from scorekeeper.sheets.phrases import ERASED_NAME

ERASED_PHONE = "A former guest's phone"


# ---------------------------------------------------------------- who there is


def people_of(session: Session, league_id: int) -> Sequence[Person]:
    """Return everybody by name, archived people last; without those merged into another."""
    everybody = (
        select(Person)
        .where(Person.league_id == league_id, Person.merged_into.is_(None))
        .order_by(Person.archived_at.is_not(None), func.lower(Person.name), Person.id)
    )
    return session.scalars(everybody, execution_options={"populate_existing": True}).all()


def read_person(session: Session, league_id: int, person_id: int) -> Person:
    """Return a person; for a merged one the other.  Raises NotFound."""
    person = must_exist(session.get(Person, (league_id, person_id), populate_existing=True))
    return read_person(session, league_id, person.merged_into) if person.merged_into else person


def read_names(connection: Connection, league_id: int, who: Collection[int]) -> dict[int, str]:
    if not who:
        return {}
    found = connection.execute(select(Person.id, Person.name).where(Person.league_id == league_id, Person.id.in_(who)))
    return {row.id: row.name for row in found}


def _changeable_person(write: Write, person_id: int) -> Person:
    """Return a person who can be changed.  Raises NotFound for merged and erased ones too."""
    person = write.session.get(Person, (write.league_id, person_id), populate_existing=True)
    if person is None or person.merged_into is not None or person.erased_at is not None:
        raise NotFound
    return person


# ---------------------------------------------------------------- names


def rename_person(form: Submission, person_id: int, name: str) -> None:
    """Rename a person, everywhere at once, in old games too.

    Raises NotFound; UnreadableSheet (field "name") if it is empty, ImpossibleFact for somebody else's.
    """
    name = checked_name(name, "A person needs a name.")
    with writing(form) as write:
        if write.answered(RENAMED, person_id, name) or _changeable_person(write, person_id).name == name:
            return
        _check_not_taken(write.connection, write.league_id, name, person_id)
        group = _merged_group(write.connection, write.league_id, person_id)
        _set(write, list(group), **name_columns(name))
        log_change(write, RENAMED, {"person": person_id}, group)


def _check_not_taken(connection: Connection, league_id: int, name: str, person_id: int) -> None:
    others = connection.scalar(
        select(func.count()).where(
            Person.league_id == league_id,
            Person.id != person_id,
            Person.merged_into.is_(None),
            Person.archived_at.is_(None),
            Person.name_key == name_key(name),
        )
    )
    if others:
        sentence = f"{name} is already in the league. Merge the two if they are the same person, or use another name."
        raise impossible("name", sentence)


def _merged_group(connection: Connection, league_id: int, person_id: int) -> dict[int, str]:
    found = connection.execute(
        select(Person.id, Person.name).where(
            Person.league_id == league_id, (Person.id == person_id) | (Person.merged_into == person_id)
        )
    )
    return {row.id: row.name for row in found}


def _set(write: Write, who: Collection[int], **values: object) -> None:
    write.connection.execute(
        update(Person).where(Person.league_id == write.league_id, Person.id.in_(who)).values(values)
    )


# ---------------------------------------------------------------- regulars, guests, those who are gone


def set_guest(form: Submission, person_id: int, *, guest: bool) -> None:
    """Make somebody a guest, who plays and is not placed in standings, or a regular.  Raises NotFound."""
    facts = {"person": person_id, "guest": guest}
    with writing(form) as write:
        if write.answered(GUEST, facts):
            return
        if bool(_changeable_person(write, person_id).guest) != guest:
            _set(write, [person_id], guest=int(guest))
            log_change(write, GUEST, facts)


def archive_person(form: Submission, person_id: int, *, archived: bool) -> None:
    """Archive a person, who is no longer offered for new games, or restore them.  Raises NotFound."""
    facts = {"person": person_id, "archived": archived}
    with writing(form) as write:
        if write.answered(ARCHIVED, facts):
            return
        if (_changeable_person(write, person_id).archived_at is not None) != archived:
            _set(write, [person_id], archived_at=write.now if archived else None)
            log_change(write, ARCHIVED, facts)


def erase_guest(form: Submission, person_id: int) -> None:
    """Erase a guest's name everywhere, for good; their games stay, as those of a former guest.

    The phones they held lose their labels; what was written in notes and titles stays.  Raises NotFound,
    ImpossibleFact (field "person") for a regular.
    """
    facts = {"person": person_id}
    with writing(form) as write:
        if write.answered(ERASED, facts):
            return
        if not _changeable_person(write, person_id).guest:
            raise impossible("person", "Only guests can be erased. Make a regular a guest first, or archive them.")
        group = list(_merged_group(write.connection, write.league_id, person_id))
        _set(write, group, **name_columns(ERASED_NAME), erased_at=write.now, archived_at=write.now)
        theirs = (FormerName.league_id == write.league_id, FormerName.person_id.in_(group))
        write.connection.execute(delete(FormerName).where(*theirs))
        said = (NightAnswer.league_id == write.league_id, NightAnswer.person_id.in_(group))
        write.connection.execute(delete(NightAnswer).where(*said))
        phones = (Member.league_id == write.league_id, Member.person_id.in_(group))
        held = Device.id.in_(select(Member.device_id).where(*phones))
        write.connection.execute(update(Device).where(held).values(name=ERASED_PHONE))
        write.connection.execute(update(Member).where(*phones).values(person_id=None))
        log_change(write, ERASED, facts)


# ---------------------------------------------------------------- two who are one


def merge_people(form: Submission, person_id: int, into: int) -> None:
    """Count everything one person did as another's, because they are the same person; `split_person` undoes it.

    Raises NotFound; ImpossibleFact (field "into") for the same person, and for two who sat in one game.
    """
    facts = {"person": person_id, "into": into}
    with writing(form) as write:
        if write.answered(MERGED, facts):
            return
        connection = write.connection
        _changeable_person(write, person_id)
        other = _changeable_person(write, into)
        group = _merged_group(connection, write.league_id, person_id)
        _check_never_met(
            connection, write.league_id, group, _merged_group(connection, write.league_id, into), other.name
        )
        _set(write, list(group), merged_into=into, **name_columns(other.name))
        _move_games(write, person_id, into, group)
        log_change(write, MERGED, {**facts, "with": [each for each in group if each != person_id]}, group)


def _check_never_met(
    connection: Connection, league_id: int, one: Collection[int], other: Collection[int], name: str
) -> None:
    if set(one) & set(other):
        raise impossible("into", "A person cannot be merged into themselves.")
    there = aliased(Seat)
    met = connection.scalar(
        select(Seat.game_id)
        .join(there, (there.league_id == Seat.league_id) & (there.game_id == Seat.game_id))
        .where(Seat.league_id == league_id, Seat.person_id.in_(one), there.person_id.in_(other))
        .limit(1)
    )
    if met is not None:
        raise impossible("into", f"These two sat at the same table, so {name} is somebody else.")
    if _entered_together(connection, league_id, one, other):
        raise impossible("into", f"These two played in the same tournament, so {name} is somebody else.")


def _entered_together(connection: Connection, league_id: int, one: Collection[int], other: Collection[int]) -> bool:
    """Return whether somebody of each group entered the same tournament."""
    found = connection.execute(
        select(TournamentLine.tournament_id, TournamentLine.facts).where(
            TournamentLine.league_id == league_id, TournamentLine.kind == "enter"
        )
    )
    entered: dict[int, set[int]] = {}
    for row in found:
        entered.setdefault(row.tournament_id, set()).update(player for side in row.facts["sides"] for player in side)
    return any(players.intersection(one) and players.intersection(other) for players in entered.values())


def split_person(form: Submission, person_id: int) -> None:
    """Undo a merge: from now on what the person did counts for themselves again.

    Raises NotFound for somebody who is not merged.
    """
    facts = {"person": person_id}
    with writing(form) as write:
        if write.answered(SPLIT, facts):
            return
        connection = write.connection
        person = write.session.get(Person, (write.league_id, person_id), populate_existing=True)
        if person is None or person.merged_into is None or person.erased_at is not None:
            raise NotFound
        merge, name = _last_merge(connection, write.league_id, person_id)
        back = [
            each for each in merge["with"] if each in _merged_group(connection, write.league_id, person.merged_into)
        ]
        _set(write, [person_id], merged_into=None, **name_columns(name))
        if back:
            _set(write, back, merged_into=person_id, **name_columns(name))
        _move_games(write, person.merged_into, person_id, [person_id, *back])
        former = dict.fromkeys([person_id, *back], person.name)
        log_change(write, SPLIT, {**facts, "from": person.merged_into, "with": back}, former)


def _last_merge(connection: Connection, league_id: int, person_id: int) -> tuple[dict[str, list[int]], str]:
    """Return the change that merged a person, not one that only moved them along, and their name before it."""
    of_the_change = (FormerName.league_id == Change.league_id) & (FormerName.change_id == Change.id)
    found = connection.execute(
        select(Change.facts, FormerName.name)
        .join(FormerName, of_the_change)
        .where(FormerName.league_id == league_id, FormerName.person_id == person_id, Change.what == MERGED)
        .order_by(Change.id.desc())
    )
    return next((row.facts, row.name) for row in found if row.facts["person"] == person_id)


def merged_names(session: Session, person: Person) -> list[tuple[int, str]]:
    """Return who was merged into a person: number, and the name before."""
    connection, league_id = session.connection(), person.league_id
    mine = select(Person.id).where(Person.league_id == league_id, Person.merged_into == person.id)
    return [(number, _last_merge(connection, league_id, number)[1]) for number in connection.scalars(mine).all()]


def _move_games(write: Write, was: int, now: int, sat: Collection[int]) -> None:
    """Count for one person what counted for another, of the games at which one of these sat."""
    connection, league_id = write.connection, write.league_id
    theirs = select(Seat.game_id).where(Seat.league_id == league_id, Seat.person_id.in_(sat))
    moved = (Play.league_id == league_id, Play.person_id == was, Play.game_id.in_(theirs))
    seasons = connection.execute(
        select(Play.season_id, func.min(Play.day)).where(*moved).group_by(Play.season_id)
    ).all()
    connection.execute(update(Play).where(*moved).values(person_id=now))
    for season_id, day in seasons:
        rate_season(connection, league_id, season_id, (day, 0))
