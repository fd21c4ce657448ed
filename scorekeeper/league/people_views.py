"""The people of a league: their pages, two compared, ratings; rename, merge, archive, erase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from flask import abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, OWNER, VIEWER, current_access
from scorekeeper.core.errors import OpIdReused, PersonNotFound
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SubmissionForm
from scorekeeper.core.htmx import see_other
from scorekeeper.games.game_cards import GameCard, game_card
from scorekeeper.league.blueprint import bp, change_request, choose_season, current_league, number_arg
from scorekeeper.league.browse import GameFilter, list_games
from scorekeeper.league.change_log import read_changes
from scorekeeper.league.charts import MAX_PEOPLE
from scorekeeper.league.comparison import compare_people, last_meetings, read_partnerships, shared_money
from scorekeeper.league.forms import (
    FORM_REUSED,
    ArchiveForm,
    GuestForm,
    MergeChoiceForm,
    MergeForm,
    NameForm,
    SplitForm,
)
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.people import (
    PersonView,
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
from scorekeeper.league.people_pages import (
    ChangesPage,
    EditPage,
    ErasePage,
    MergePage,
    PairDetails,
    merge_consequences,
    people_page,
)
from scorekeeper.league.person_pages import RatingDetails, person_details
from scorekeeper.league.rating_history import explain_rating, rating_history
from scorekeeper.league.statistics import PersonPage, money_by_night, pair_line, person_page
from scorekeeper.league.views import Refused
from scorekeeper.models.season import ALL_TIME
from scorekeeper.rules.errors import SheetError
from scorekeeper.sheets.grammar import signed

PERSON_PATH = "/people/<int(max=999999999):person>"
PAGE_SIZE = 50
NO_PERSON_CHOSEN = "Choose the other name of this person."
LAST_GAMES = 3


@bp.get("/people", role=VIEWER)
def people() -> str:
    head = current_league()
    partnerships = read_partnerships(db.session.connection(), head.id, MAX_PEOPLE)
    page = people_page(head, people_of(db.session, head.id), partnerships)
    return render_template("league/people.html", page=page)


@bp.get("/changes", role=VIEWER)
def changes() -> str:
    head, before = current_league(), number_arg("before")
    found = read_changes(db.session, head.id, before=before, most=PAGE_SIZE + 1)
    older = found[PAGE_SIZE - 1].id if len(found) > PAGE_SIZE else None
    return render_template("league/changes.html", page=ChangesPage(head, found[:PAGE_SIZE], older))


# ---------------------------------------------------------------- one person


@bp.get(f"{PERSON_PATH}/edit", role=KEEPER)
def edit(person: int) -> str:
    return render_template("league/edit.html", page=_edit_page(person))


def _edit_page(person: int, sent: SubmissionForm | MergeChoiceForm | None = None) -> EditPage:
    """Return the page of a person; `sent` is the form that was refused."""
    head = current_league()
    known = _person_or_404(person)
    choice = sent if isinstance(sent, MergeChoiceForm) else MergeChoiceForm(None)
    choice.offer(other for other in people_of(db.session, head.id) if other.id != known.id and not other.erased)
    return EditPage(
        league=head,
        person=known,
        merged=tuple(_merged(known)),
        name_form=sent if isinstance(sent, NameForm) else NameForm(None, name=known.name),
        merge_form=choice,
        error_list=sent.error_list if sent else [],
    )


def _person_or_404(person: int) -> PersonView:
    """Return a person who may be changed; 404 for one who was erased."""
    known = read_person(db.session, current_access().league_id, person)
    return abort(404) if known.erased else known


def _merged(person: PersonView) -> Iterator[tuple[int, str]]:
    for number in person.merged:
        with suppress(PersonNotFound):
            yield number, name_before_merge(db.session, current_access().league_id, number)


@bp.post(f"{PERSON_PATH}/name", role=KEEPER)
def set_person_name(person: int) -> AnyResponse | Refused:
    form = NameForm()
    return _apply(person, form, lambda: rename_person(change_request(form), _person_or_404(person).id, form.name.data))


@bp.post(f"{PERSON_PATH}/guest", role=KEEPER)
def make_guest(person: int) -> AnyResponse | Refused:
    """Make a regular a guest, or with `regular` the other way round."""
    form = GuestForm()
    guest = not form.regular.data
    return _apply(person, form, lambda: set_guest(change_request(form), _person_or_404(person).id, guest=guest))


@bp.post(f"{PERSON_PATH}/archive", role=KEEPER)
def set_person_archived(person: int) -> AnyResponse | Refused:
    """Archive a person, or with `back` restore them."""
    form = ArchiveForm()
    away = not form.back.data
    return _apply(person, form, lambda: archive_person(change_request(form), _person_or_404(person).id, archived=away))


@bp.post(f"{PERSON_PATH}/split", role=KEEPER)
def split(person: int) -> AnyResponse | Refused:
    """Undo a merge: `merged` becomes a person of their own again.  Doing it twice does it once."""
    form = SplitForm()
    return _apply(person, form, lambda: split_person(change_request(form), form.merged.data))


def _apply(person: int, form: SubmissionForm, act: Callable[[], None]) -> AnyResponse | Refused:
    """Change something about a person and show it, or show the error at its field (422)."""
    if form.validate():
        try:
            act()
        except SheetError as error:
            form.add_errors(error)
        except OpIdReused:
            form.add_error("name", FORM_REUSED)
        else:
            return see_other(url_for("league.edit", person=_person_or_404(person).id))
    return render_template("league/edit.html", page=_edit_page(person, form)), 422


# ---------------------------------------------------------------- two who are one


@bp.get(f"{PERSON_PATH}/merge", role=KEEPER)
def merge_form(person: int) -> str | Refused:
    into = number_arg("into")
    if into is None:
        choice = MergeChoiceForm(request.args)
        choice.add_error("into", NO_PERSON_CHOSEN)
        return render_template("league/edit.html", page=_edit_page(person, choice)), 422
    return _render_merge(person, MergeForm(into=into))


@bp.post(f"{PERSON_PATH}/merge", role=KEEPER)
def merge(person: int) -> AnyResponse | Refused:
    form = MergeForm()
    other = _person_or_404(form.into.data)
    try:
        merge_people(change_request(form), person, other.id)
    except SheetError as error:
        form.add_errors(error)
    except OpIdReused:
        form.add_error("into", FORM_REUSED)
    else:
        return see_other(url_for("league.edit", person=other.id))
    return _render_merge(person, form), 422


def _render_merge(person: int, form: MergeForm) -> str:
    head = current_league()
    one, other = _person_or_404(person), _person_or_404(form.into.data)
    says = merge_consequences(person_page(db.session, head.id, one.id), person_page(db.session, head.id, other.id))
    return render_template("league/merge.html", page=MergePage(head, one, other, says, form))


# ---------------------------------------------------------------- gone for good


@bp.get(f"{PERSON_PATH}/erase", role=OWNER)
def erase_form(person: int) -> str:
    return _render_erase(person, SubmissionForm())


@bp.post(f"{PERSON_PATH}/erase", role=OWNER)
def erase(person: int) -> AnyResponse | Refused:
    form = SubmissionForm()
    try:
        erase_guest(change_request(form), person)
    except SheetError as error:
        form.add_errors(error)
    except OpIdReused:
        form.add_error("person", FORM_REUSED)
    else:
        return see_other(url_for("league.people"))
    return _render_erase(person, form), 422


def _render_erase(person: int, form: SubmissionForm) -> str:
    head, known = current_league(), _person_or_404(person)
    games = person_page(db.session, head.id, known.id).games
    return render_template("league/erase.html", page=ErasePage(head, known, games, form))


@bp.get("/people/<int(max=999999999):person>", role=VIEWER)
def person(person: int) -> str:
    head, chooser = current_league(), choose_season(all_time=True)
    page = person_page(db.session, head.id, person, chooser.season_id)
    rated, rated_in = _rated(page, chooser.name)
    currency = head.currency or next(iter(page.cents), None)  # a league of sheets that were brought in has none yet
    view = person_details(
        head,
        chooser,
        page,
        ratings=rating_history(db.session, head.id, page.person.id, rated) if rated is not None else (),
        rated_in=rated_in,
        currency=currency,
        money=money_by_night(db.session, head.id, page.person.id, currency=currency) if currency else (),
        games=_last_games(head, GameFilter(person_id=page.person.id)),
        pair_pages=_pair_pages(page, chooser.key),
    )
    return render_template("league/person.html", page=view)


def _pair_pages(page: PersonPage, season: str) -> dict[int, str]:
    """Return the address of this person's page with each other person: one is built, the others are made from it."""
    before, after = url_for("league.pair", person=page.person.id, other=0, season=season).rsplit("/with/0", 1)
    return {pair.person_id: f"{before}/with/{pair.person_id}{after}" for pair in (*page.partners, *page.opponents)}


def _rated(page: PersonPage, chosen: str) -> tuple[int | None, str]:
    """Return the season whose ratings are shown, and its name: none are over all time, so it is their last one."""
    if page.season_id != ALL_TIME:
        return page.season_id, chosen
    last = page.seasons[0] if page.seasons else None
    return (last.season_id, last.name or "Outside seasons") if last else (None, "")


def _last_games(head: LeagueHead, which: GameFilter) -> tuple[GameCard, ...]:
    return tuple(map(game_card, list_games(db.session, head.id, which, most=LAST_GAMES)[0]))


@bp.get("/people/<int(max=999999999):person>/with/<int(max=999999999):other>", role=VIEWER)
def pair(person: int, other: int) -> str:
    head, chooser = current_league(), choose_season(all_time=True)
    one = read_person(db.session, head.id, person)
    found = pair_line(db.session, head.id, person, other, chooser.season_id)
    together = GameFilter(person_id=one.id, partner_id=found.person_id)
    compared = (db.session.connection(), head.id, chooser.season_id, one.id, found.person_id)
    page = PairDetails(
        league=head,
        chooser=chooser,
        person=one.id,
        name=one.name,
        pair=found,
        games=_last_games(head, together),
        records=compare_people(*compared),
        meetings=last_meetings(*compared),
        money=shared_money(*compared),
    )
    return render_template("league/pair.html", page=page)


@bp.get("/people/<int(max=999999999):person>/rating/<game>", role=VIEWER)
def rating(person: int, game: str) -> str:
    head = current_league()
    change = explain_rating(db.session, head.id, game, person)
    moved = signed(change.person.change) if change.person.after.is_settled else ""
    return render_template("league/rating.html", page=RatingDetails(head, change, game, moved))
