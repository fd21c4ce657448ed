"""Ratings and runs, followed from game to game through a season and written down with each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, func, insert, select, tuple_

from scorekeeper.models.tables import person_seasons, plays, results
from scorekeeper.services.league.calendar import spans
from scorekeeper.services.league.results import counted_for, thaw_result
from scorekeeper.services.league.rule import BEST_NIGHTS
from scorekeeper.services.league.summaries import Form, after_game
from scorekeeper.services.league.sums import set_forms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sqlalchemy import Connection

    from scorekeeper.services.league.results import Result

PORTION = 500
"""Games read and written at a time."""

Place = tuple[str, int]


def follow_forms(  # noqa: PLR0913 - where it begins and whom it concerns
    connection: Connection,
    league_id: int,
    season_id: int,
    *,
    since: Place,
    touched: Iterable[int],
    whom: Mapping[int, int],
) -> None:
    """Rate the games of a season anew from the one at `since` on.

    `touched` are those whose games changed, who may have none left; `whom` says into whom somebody was merged.
    """
    forms: dict[int, Form] = {}
    for portion in games_since(connection, league_id, season_id, since):
        rows = []
        for game_id, day, doc in portion:
            result = counted_for(thaw_result(doc), whom)
            for person in result.people:
                if person not in forms:
                    forms[person] = form_before(connection, league_id, season_id, person, since)
            rows += play_rows(league_id, season_id, (day, game_id), result, forms)
        _write_plays(connection, league_id, [game_id for game_id, _, _ in portion], rows)
    for person in set(touched) - forms.keys():
        forms[person] = form_before(connection, league_id, season_id, person, since)
    set_forms(connection, league_id, season_id, kept_forms(connection, league_id, season_id, forms))


def games_since(
    connection: Connection, league_id: int, season_id: int, since: Place
) -> Iterator[list[tuple[int, str, dict[str, Any]]]]:
    """Give the results of a season from a place on, in order, in portions: number, day and document."""
    at, first = since, True
    order = tuple_(results.c.day, results.c.game_id)
    while True:
        found = connection.execute(
            select(results.c.game_id, results.c.day, results.c.doc)
            .where(
                results.c.league_id == league_id,
                results.c.season_id == season_id,
                order >= at if first else order > at,
            )
            .order_by(results.c.day, results.c.game_id)
            .limit(PORTION)
        ).all()
        if found:
            yield [(row.game_id, row.day, row.doc) for row in found]
        if len(found) < PORTION:
            return
        at, first = (found[-1].day, found[-1].game_id), False


def form_before(connection: Connection, league_id: int, season_id: int, person_id: int, before: Place) -> Form:
    """Give where somebody stood in a season before the game at a place."""
    row = connection.execute(
        select(plays.c.mu, plays.c.sigma, plays.c.run, plays.c.longest, plays.c.drought, plays.c.season_id)
        .where(
            plays.c.league_id == league_id,
            plays.c.person_id == person_id,
            plays.c.season_id == season_id,
            tuple_(plays.c.day, plays.c.game_id) < before,
        )
        .order_by(plays.c.day.desc(), plays.c.game_id.desc())
        .limit(1)
    ).one_or_none()
    return Form(row.mu, row.sigma, row.run, row.longest, row.drought) if row else Form()


def play_rows(
    league_id: int, season_id: int, place: Place, result: Result, forms: dict[int, Form]
) -> list[dict[str, Any]]:
    """Give the rows of one game, and bring `forms` up to after it."""
    before = {person: forms[person] for person in result.people}
    after = after_game(result, before)
    forms |= after
    day, game_id = place
    return [
        {
            "league_id": league_id, "game_id": game_id, "person_id": person, "day": day, "season_id": season_id,
            "variant": result.variant, "won": None if (won := result.won(person)) is None else int(won),
            "currency": result.currency, "cents": result.cents.get(person, 0),
            "mu_before": before[person].mu, "sigma_before": before[person].sigma, **after[person]._asdict(),
        }
        for person in result.people
    ]  # fmt: skip


def _write_plays(connection: Connection, league_id: int, game_ids: list[int], rows: list[dict[str, Any]]) -> None:
    connection.execute(delete(plays).where(plays.c.league_id == league_id, plays.c.game_id.in_(game_ids)))
    if rows:
        connection.execute(insert(plays), rows)


def kept_forms(
    connection: Connection, league_id: int, season_id: int, forms: Mapping[int, Form]
) -> dict[int, dict[str, int]]:
    """Give forms as they are kept: where best nights decide, with what those come to."""
    span = next((each for each in spans(connection, league_id) if each.season_id == season_id), None)
    if span is None or span.rule.by != BEST_NIGHTS:
        return {person: form._asdict() for person, form in forms.items()}
    best = {
        person: sum(sorted(_won_by_night(connection, league_id, season_id, person), reverse=True)[: span.rule.nights])
        for person in forms
    }
    return {person: {**form._asdict(), "best": best[person]} for person, form in forms.items()}


def _won_by_night(connection: Connection, league_id: int, season_id: int, person_id: int) -> list[int]:
    found = connection.execute(
        select(func.sum(plays.c.won).label("won"))
        .where(and_(plays.c.league_id == league_id, plays.c.person_id == person_id, plays.c.season_id == season_id))
        .group_by(plays.c.day)
    )
    return [int(row.won or 0) for row in found]


def score_best_nights(connection: Connection, league_id: int, season_id: int) -> None:
    """Bring what everybody's best nights come to in line with the season's rule."""
    rows = connection.execute(
        select(person_seasons.c.person_id, person_seasons.c.form).where(
            person_seasons.c.league_id == league_id, person_seasons.c.season_id == season_id
        )
    ).all()
    forms = {row.person_id: Form(**{key: row.form[key] for key in Form._fields}) for row in rows}
    set_forms(connection, league_id, season_id, kept_forms(connection, league_id, season_id, forms))
