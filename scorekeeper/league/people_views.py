"""The people of a league: their pages, two compared, ratings; rename, merge, archive, erase."""

from collections.abc import Callable
from itertools import groupby

from flask import abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, OWNER, VIEWER, current_access
from scorekeeper.core.extensions import db
from scorekeeper.core.forms import SubmissionForm
from scorekeeper.games.game_view import ListedGame
from scorekeeper.league.browse import GameFilter, list_games
from scorekeeper.league.change_log import read_changes
from scorekeeper.league.charts import MAX_PEOPLE, column_chart, pair_chart, partner_grid, rating_chart, winnings_chart
from scorekeeper.league.forms import ArchiveForm, GuestForm, MergeChoiceForm, MergeForm, NameForm, SplitForm
from scorekeeper.league.people import (
    archive_person,
    erase_guest,
    merge_people,
    merged_names,
    people_of,
    read_person,
    rename_person,
    set_guest,
    split_person,
)
from scorekeeper.league.statistics import (
    MAX_NIGHTS,
    MAX_POINTS,
    PersonStatistics,
    compare_people,
    explain_rating,
    last_meetings,
    money_by_night,
    rating_history,
    read_pair,
    read_partnerships,
    shared_money,
)
from scorekeeper.league.totals import Share, sum_counts
from scorekeeper.league.views import Refused, bp, choose_season, current_league, number_arg
from scorekeeper.models import ALL_TIME, Person
from scorekeeper.rules.documents import name_key
from scorekeeper.sheets.phrases import point_words

PERSON_PATH = "/people/<int(max=999999999):person>"
PAGE_SIZE = 50
LAST_GAMES, LAST_CHANGES = 3, 8


@bp.get("/people", role=VIEWER)
def people() -> str:
    league = current_league()
    everybody = people_of(db.session, league.id)
    partnerships = read_partnerships(db.session, league.id, MAX_PEOPLE)
    won = sum_counts(db.session.connection(), league.id, ("won", "lost"))
    # Those who play most come first, then by name.
    here = sorted(
        (person for person in everybody if not person.archived_at),
        key=lambda person: -sum(won.get(person.id, {}).values()),
    )
    first: dict[str, Person] = {}
    for person in sorted(here, key=lambda person: person.id):
        first.setdefault(name_key(person.name), person)
    return render_template(
        "league/people.html",
        league=league,
        won=won,
        regulars=[person for person in here if not person.guest],
        guests=[person for person in here if person.guest],
        gone=[person for person in everybody if person.archived_at],
        twins=sorted(
            ((person, known) for person in here if (known := first[name_key(person.name)]) is not person),
            key=lambda two: two[0].id,
        ),
        partners=partner_grid(partnerships, {person.id: person.name for person in here}),
    )


@bp.get("/changes", role=VIEWER)
def changes() -> str:
    league, before = current_league(), number_arg("before")
    found = read_changes(db.session, league.id, before=before, most=PAGE_SIZE + 1)
    return render_template(
        "league/changes.html",
        league=league,
        days=[
            (day, list(its))
            for day, its in groupby(found[:PAGE_SIZE], key=lambda change: change[0].made_at.astimezone().date())
        ],
        older=found[PAGE_SIZE - 1][0].id if len(found) > PAGE_SIZE else None,
    )


# ---------------------------------------------------------------- one person


@bp.get(f"{PERSON_PATH}/edit", role=KEEPER)
def edit(person: int, sent: SubmissionForm | MergeChoiceForm | None = None) -> str:
    """Show the page of a person; `sent` is the form that was refused."""
    league, known = current_league(), _person_or_404(person)
    choice = sent if isinstance(sent, MergeChoiceForm) else MergeChoiceForm(None)
    choice.offer(it for it in people_of(db.session, league.id) if it.id != known.id and not it.erased_at)
    return render_template(
        "league/edit.html",
        league=league,
        person=known,
        merged=merged_names(db.session, known),
        name_form=sent if isinstance(sent, NameForm) else NameForm(None, name=known.name),
        merge_form=choice,
        sent=sent,
    )


def _person_or_404(person: int) -> Person:
    """Return a person who may be changed; 404 for one who was erased."""
    known = read_person(db.session, current_access().league_id, person)
    return abort(404) if known.erased_at else known


@bp.post(f"{PERSON_PATH}/name", role=KEEPER)
def set_person_name(person: int) -> AnyResponse | Refused:
    form = NameForm()
    return _apply(person, form, lambda: rename_person(form.submission(), _person_or_404(person).id, form.name.data))


@bp.post(f"{PERSON_PATH}/guest", role=KEEPER)
def make_guest(person: int) -> AnyResponse | Refused:
    """Make a regular a guest, or with `regular` the other way round."""
    form, known = GuestForm(), _person_or_404(person)
    return _apply(person, form, lambda: set_guest(form.submission(), known.id, guest=not form.regular.data))


@bp.post(f"{PERSON_PATH}/archive", role=KEEPER)
def set_person_archived(person: int) -> AnyResponse | Refused:
    """Archive a person, or with `back` restore them."""
    form, known = ArchiveForm(), _person_or_404(person)
    return _apply(person, form, lambda: archive_person(form.submission(), known.id, archived=not form.back.data))


@bp.post(f"{PERSON_PATH}/split", role=KEEPER)
def split(person: int) -> AnyResponse | Refused:
    """Undo a merge: `merged` becomes a person of their own again.  Doing it twice does it once."""
    form = SplitForm()
    return _apply(person, form, lambda: split_person(form.submission(), form.merged.data))


def _apply(person: int, form: SubmissionForm, act: Callable[[], None]) -> AnyResponse | Refused:
    """Change something about a person and show it, or show the error at its field (422)."""
    return form.save(
        act, lambda: url_for("league.edit", person=_person_or_404(person).id), lambda form: edit(person, form)
    )


# ---------------------------------------------------------------- two who are one


@bp.get(f"{PERSON_PATH}/merge", role=KEEPER)
def merge_form(person: int) -> str | Refused:
    into = number_arg("into")
    if into is None:
        choice = MergeChoiceForm(request.args)
        choice.add_error("into", "Choose the other name of this person.")
        return edit(person, choice), 422
    return _render_merge(person, MergeForm(into=into))


@bp.post(f"{PERSON_PATH}/merge", role=KEEPER)
def merge(person: int) -> AnyResponse | Refused:
    form = MergeForm()
    other = _person_or_404(form.into.data)
    return form.save(
        lambda: merge_people(form.submission(), person, other.id),
        lambda: url_for("league.edit", person=other.id),
        lambda form: _render_merge(person, form),
        at="into",
    )


def _render_merge(person: int, form: MergeForm) -> str:
    league = current_league()
    one, other = _person_or_404(person), _person_or_404(form.into.data)
    mine, theirs = (PersonStatistics(db.session, league.id, who.id).counts["games"] for who in (one, other))
    return render_template(
        "league/merge.html", league=league, person=one, into=other, games=mine, other_games=theirs, form=form
    )


# ---------------------------------------------------------------- gone for good


@bp.post(f"{PERSON_PATH}/erase", role=OWNER)
def erase(person: int) -> AnyResponse | Refused:
    form = SubmissionForm()
    return form.save(
        lambda: erase_guest(form.submission(), person),
        lambda: url_for("league.people"),
        lambda form: erase_form(person, form),
        at="person",
    )


@bp.get(f"{PERSON_PATH}/erase", role=OWNER)
def erase_form(person: int, form: SubmissionForm | None = None) -> str:
    league, known = current_league(), _person_or_404(person)
    return render_template(
        "league/erase.html",
        league=league,
        person=known,
        games=PersonStatistics(db.session, league.id, known.id).counts["games"],
        form=form or SubmissionForm(),
    )


# ---------------------------------------------------------------- numbers


@bp.get(PERSON_PATH, role=VIEWER)
def person(person: int) -> str:
    league, chooser = current_league(), choose_season(all_time=True)
    found = PersonStatistics(db.session, league.id, person, chooser.season_id)
    who, season_id, rated_in = found.person, found.season_id, chooser.name
    if season_id == ALL_TIME and found.seasons:  # none are rated over all time, so their last season is shown
        season_id, rated_in = found.seasons[0][:2]
    ratings = rating_history(db.session, league.id, who.id, season_id)
    settled = [(day, after.shown, change) for day, _, after, change in ratings if after.is_settled]
    currency = league.currency or next(iter(found.cents), None)  # a league of sheets that were brought in has none yet
    money = money_by_night(db.session, league.id, who.id, chooser.season_id, currency=currency) if currency else []
    made = [(bid.capitalize(), share) for bid, share in found.bids_by_value]
    captures = [(point_words()[point]["title"], *shares) for point, *shares in found.captures]
    # The pages of this person with each other one differ by a number alone: one address is built.
    before, after = url_for("league.pair", person=who.id, other=0, season=chooser.key).rsplit("/with/0", 1)
    return render_template(
        "league/person.html",
        league=league,
        chooser=chooser,
        person=who,
        it=found,
        values=column_chart("Bids made, by bid", "Bid", made) if made else None,
        captures=pair_chart("How often each point is taken", ("bidding", "defending"), captures) if captures else None,
        rating=rating_chart(who.name, settled, MAX_POINTS),
        moved=ratings[: -LAST_CHANGES - 1 : -1],
        rated_in=rated_in,
        money=winnings_chart(who.name, money, currency, MAX_NIGHTS) if currency else None,
        games=_last_games(league.id, GameFilter(person_id=who.id)),
        pair_pages={pair.person_id: f"{before}/with/{pair.person_id}{after}" for pair in found.pairs},
    )


def _last_games(league_id: int, which: GameFilter) -> list[ListedGame]:
    return list_games(db.session, league_id, which, most=LAST_GAMES)[0]


@bp.get(f"{PERSON_PATH}/with/<int(max=999999999):other>", role=VIEWER)
def pair(person: int, other: int) -> str:
    league, chooser = current_league(), choose_season(all_time=True)
    one = read_person(db.session, league.id, person)
    found = read_pair(db.session, league.id, person, other, chooser.season_id)
    compared = (db.session.connection(), league.id, chooser.season_id, one.id, found.person_id)
    mine, theirs = compare_people(*compared)
    return render_template(
        "league/pair.html",
        league=league,
        chooser=chooser,
        person=one,
        pair=found,
        games=_last_games(league.id, GameFilter(person_id=one.id, partner_id=found.person_id)),
        mine=mine,
        theirs=theirs,
        meetings=last_meetings(*compared),
        money=shared_money(*compared),
        share_of=Share,
    )


@bp.get(f"{PERSON_PATH}/rating/<game>", role=VIEWER)
def rating(person: int, game: str) -> str:
    league = current_league()
    one, sides, has_start = explain_rating(db.session, league.id, game, person)
    (played,), _ = list_games(db.session, league.id, GameFilter(code=game))
    return render_template(
        "league/rating.html", league=league, person=one, sides=sides, has_start=has_start, played=played
    )
