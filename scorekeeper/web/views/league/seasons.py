"""Seasons to choose from, to begin and to change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.services.league.season_rules import BEST_NIGHTS, MONEY, POINTS, WIN_RATE, WINS, describe_rule
from scorekeeper.web.stamps import new_op_id

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.league.leagues import LeagueHead
    from scorekeeper.services.league.seasons import SeasonView

EVERY, NONE = "all", "none"
"""All time, and outside of seasons, as addresses say it."""


@dataclass(frozen=True)
class SeasonChoice:
    """One season to go to; `key` is what an address calls it."""

    key: str
    name: str
    chosen: bool


@dataclass(frozen=True)
class Chooser:
    """The season a page is about, and the others."""

    season_id: int
    key: str
    name: str
    choices: tuple[SeasonChoice, ...]


def key_of(season_id: int) -> str:
    """Give what addresses call a season."""
    return {ALL_TIME: EVERY, OUTSIDE: NONE}.get(season_id, str(season_id))


def usual_season(seasons: Sequence[SeasonView], today: dt.date) -> int:
    """Give the season that is on, else the last that was; in a league that has none, all games."""
    begun = [season for season in seasons if season.starts_on <= today and not season.archived]
    return begun[0].id if begun else of_all_time(seasons)


def of_all_time(seasons: Sequence[SeasonView]) -> int:
    """Give what all games are found under: where there are no seasons ratings are of all of them, so not "all time"."""
    return ALL_TIME if seasons else OUTSIDE


def chooser_of(seasons: Sequence[SeasonView], season_id: int) -> Chooser:
    """Give the choices: seasons newest first, those put away after them, then what is of no season."""
    named = [(season.id, season.name) for season in seasons if not season.archived]
    named += [(season.id, f"{season.name} (put away)") for season in seasons if season.archived]
    named += [(ALL_TIME, "All time"), (OUTSIDE, "Outside of seasons")] if seasons else [(season_id, "All games so far")]
    choices = tuple(SeasonChoice(key_of(number), name, number == season_id) for number, name in named)
    name = next(choice.name for choice in choices if choice.chosen)
    return Chooser(season_id, key_of(season_id), name, choices)


# ---------------------------------------------------------------- the list


@dataclass(frozen=True)
class SeasonCard:
    """A season in the list of all."""

    id: int
    key: str
    name: str
    days: tuple[dt.date, dt.date | None]
    rule: str
    archived: bool
    on: bool
    op_id: str
    """For the button that puts it away, or takes it back."""


@dataclass(frozen=True)
class SeasonsPage:
    league: LeagueHead
    seasons: tuple[SeasonCard, ...]


def seasons_page(league: LeagueHead, seasons: Sequence[SeasonView], today: dt.date) -> SeasonsPage:
    """Give the list of seasons, newest first."""
    return SeasonsPage(league, tuple(_card(season, today) for season in seasons))


def _card(season: SeasonView, today: dt.date) -> SeasonCard:
    return SeasonCard(
        id=season.id,
        key=key_of(season.id),
        name=season.name,
        days=(season.starts_on, season.ends_on),
        rule=describe_rule(season.rule),
        archived=season.archived,
        on=season.starts_on <= today and (season.ends_on is None or today <= season.ends_on),
        op_id=new_op_id(),
    )


# ---------------------------------------------------------------- the form


@dataclass(frozen=True)
class ByChoice:
    """One thing standings may go by."""

    value: str
    text: str
    note: str


BY_WORDS = (
    ByChoice(WINS, "Games won", "Whoever won most games leads."),
    ByChoice(WIN_RATE, "Share of games won", "Fair to those who come seldom: set how many games one must play."),
    ByChoice(POINTS, "Points", "Points for less points against."),
    ByChoice(BEST_NIGHTS, "Best nights", "Games won on one's best nights; a missed night costs nothing."),
    ByChoice(MONEY, "Money", "Whoever won most money leads."),
)


@dataclass(frozen=True)
class SeasonForm:
    """A season to begin (`id` None) or to change: what is typed, and what is wrong with it."""

    league: LeagueHead
    id: int | None
    typed: Mapping[str, str]
    wrong: Mapping[str, str]
    op_id: str

    @property
    def choices(self) -> tuple[ByChoice, ...]:
        return BY_WORDS

    @property
    def errors(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.wrong.items())


def season_form(
    league: LeagueHead,
    season_id: int | None,
    typed: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
) -> SeasonForm:
    return SeasonForm(league, season_id, typed, wrong or {}, new_op_id())


def typed_of(season: SeasonView) -> dict[str, str]:
    """Give a season as its form is filled in."""
    return {
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat() if season.ends_on else "",
        "by": season.rule.by,
        "floor": str(season.rule.floor),
        "nights": str(season.rule.nights),
    }


def typed_anew(today: dt.date) -> dict[str, str]:
    """Give the form of a new season as it is first shown."""
    return {"name": "", "starts_on": today.isoformat(), "ends_on": "", "by": WINS, "floor": "0", "nights": "10"}
