"""The people of a league, and what its keeper does about them: rename, merge, put away, erase."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from flask import abort, render_template, request, url_for

from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.errors import OpIdReused, PersonNotFound
from scorekeeper.services.league.change_log import read_changes
from scorekeeper.services.league.people import (
    archive_person,
    erase_guest,
    merge_people,
    name_before_merge,
    people_of,
    read_person,
    rename_person,
    set_guest,
    split_person,
)
from scorekeeper.services.league.statistics import person_page
from scorekeeper.web.htmx import go_on
from scorekeeper.web.league.asked import bp, filled_in, league_here, number_asked
from scorekeeper.web.league.forms import SAID_BEFORE, typed_in, wrong_in
from scorekeeper.web.permissions import standing
from scorekeeper.web.stamps import whole
from scorekeeper.web.views.league.people import (
    ChangesPage,
    EditPage,
    ErasePage,
    MergePage,
    merging_says,
    people_page,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from scorekeeper.services.league.people import PersonView

Refused = tuple[str, int]
PERSON = "/people/<int(max=999999999):person>"
PAGE_SIZE = 50
NOBODY_CHOSEN = "Who is it as well? Choose somebody."


@bp.get("/people")
def people() -> str:
    head = league_here()
    return render_template("league/people.html", page=people_page(head, people_of(db.session, head.id)))


@bp.get("/changes")
def changes() -> str:
    head, before = league_here(), number_asked("before")
    found = read_changes(db.session, head.id, before=before, most=PAGE_SIZE + 1)
    older = found[PAGE_SIZE - 1].id if len(found) > PAGE_SIZE else None
    return render_template("league/changes.html", page=ChangesPage(head, found[:PAGE_SIZE], older))


# ---------------------------------------------------------------- one person


@bp.get(f"{PERSON}/edit")
def edit(person: int) -> str:
    return render_template("league/edit.html", page=_edit_page(person))


def _edit_page(person: int, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None) -> EditPage:
    head = league_here()
    known = _somebody(person)
    others = tuple(other for other in people_of(db.session, head.id) if other.id != known.id and not other.erased)
    return EditPage(head, known, others, tuple(_merged(known)), typed or {"name": known.name}, wrong or {})


def _somebody(person: int) -> PersonView:
    """Give somebody there is something to do about; who was erased is gone (404)."""
    known = read_person(db.session, standing().league_id, person)
    return abort(404) if known.erased else known


def _merged(person: PersonView) -> Iterator[tuple[int, str]]:
    for number in person.merged:
        with suppress(PersonNotFound):
            yield number, name_before_merge(db.session, standing().league_id, number)


@bp.post(f"{PERSON}/name")
def rename_somebody(person: int) -> AnyResponse | Refused:
    typed = typed_in("name")
    return _do(person, lambda: rename_person(filled_in(), _somebody(person).id, typed["name"]), typed)


@bp.post(f"{PERSON}/guest")
def make_guest(person: int) -> AnyResponse | Refused:
    """Make a guest of a regular, or with `regular` the other way round."""
    guest = request.form.get("regular") != "yes"
    return _do(person, lambda: set_guest(filled_in(), _somebody(person).id, guest=guest))


@bp.post(f"{PERSON}/archive")
def put_person_away(person: int) -> AnyResponse | Refused:
    """Put somebody away, or with `back` take him back."""
    archived = request.form.get("back") != "yes"
    return _do(person, lambda: archive_person(filled_in(), _somebody(person).id, archived=archived))


@bp.post(f"{PERSON}/split")
def split(person: int) -> AnyResponse | Refused:
    """Take a merge back: `merged` is who is another again.  Sent twice, it finds that done."""
    return _do(person, lambda: split_person(filled_in(), whole(request.form.get("merged")) or 0))


def _do(person: int, act: Callable[[], None], typed: Mapping[str, str] | None = None) -> AnyResponse | Refused:
    """Change something about somebody and show it, or say at the field why not (422)."""
    try:
        act()
    except SheetError as error:
        wrong = wrong_in(error)
    except OpIdReused:
        wrong = {"name" if typed else "person": SAID_BEFORE}
    else:
        return go_on(url_for("league.edit", person=_somebody(person).id))
    return render_template("league/edit.html", page=_edit_page(person, typed, wrong)), 422


# ---------------------------------------------------------------- two who are one


@bp.get(f"{PERSON}/merge")
def merging(person: int) -> str | Refused:
    into = number_asked("into")
    if into is None:
        return render_template("league/edit.html", page=_edit_page(person, None, {"into": NOBODY_CHOSEN})), 422
    return _merge_page(person, into)


@bp.post(f"{PERSON}/merge")
def merge(person: int) -> AnyResponse | Refused:
    into = whole(request.form.get("into")) or 0
    other = _somebody(into)
    try:
        merge_people(filled_in(), person, other.id)
    except SheetError as error:
        wrong = error.message
    except OpIdReused:
        wrong = SAID_BEFORE
    else:
        return go_on(url_for("league.edit", person=other.id))
    return _merge_page(person, into, wrong), 422


def _merge_page(person: int, into: int, wrong: str = "") -> str:
    head = league_here()
    one, other = _somebody(person), _somebody(into)
    says = merging_says(person_page(db.session, head.id, one.id), person_page(db.session, head.id, other.id))
    return render_template("league/merge.html", page=MergePage(head, one, other, says, wrong))


# ---------------------------------------------------------------- gone for good


@bp.get(f"{PERSON}/erase")
def erasing(person: int) -> str:
    return _erase_page(person)


@bp.post(f"{PERSON}/erase")
def erase(person: int) -> AnyResponse | Refused:
    try:
        erase_guest(filled_in(), person)
    except SheetError as error:
        return _erase_page(person, error.message), 422
    except OpIdReused:
        return _erase_page(person, SAID_BEFORE), 422
    return go_on(url_for("league.people"))


def _erase_page(person: int, wrong: str = "") -> str:
    head, known = league_here(), _somebody(person)
    games = person_page(db.session, head.id, known.id).games
    return render_template("league/erase.html", page=ErasePage(head, known, games, wrong))
