"""The rows that are derived from the games of a league, computed from games alone.  Pure: no statement is sent here.

This is the only place that knows how a game becomes rows of `results`, `partner_games`, `plays`, `person_seasons` and
`pair_seasons`.  `projections` feeds it games that changed, or with a rebuild all of them, and stores what it returns;
`doctor` feeds it all games and compares what it returns with what is stored.

Why a finished game does not compute its whole season again: for a season of 5,000 games that takes 1.9 s of CPU, the
whole transaction of a game's last hand takes 0.011 s (SQLite, November 2026).  Totals are linear, so that a game is
subtracted and added; ratings and runs depend on the order, so that they are computed from the earliest game that
changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.league.counts import add_counts
from scorekeeper.services.league.ratings import rate_game
from scorekeeper.services.league.results import game_result, merge_result, result_to_json
from scorekeeper.services.league.season_rules import season_for_day
from scorekeeper.services.league.totals import PAIR_KEYS
from scorekeeper.services.money.ledger import is_settlement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.services.games.history import LogRow
    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.league.counts import Counts
    from scorekeeper.services.league.ratings import GamePosition, RatingState
    from scorekeeper.services.league.results import GameResult
    from scorekeeper.services.league.season_rules import SeasonSpan


Merges = Mapping[int, int]
"""Who was merged into whom."""

NewRow = dict[str, Any]
"""The values of a row by column, as `insert` takes them."""


@dataclass(frozen=True)
class CountedGame:
    """A game as it counts: when, in which season, and for whom."""

    game_id: int
    day: str
    season_id: int
    result: GameResult
    """As it is stored: with the people who sat there."""
    counts: GameResult
    """The same with merged people replaced by the other."""

    @property
    def place(self) -> GamePosition:
        return self.day, self.game_id


@dataclass(frozen=True)
class LeagueContext:
    """What a league's games are counted by: its seasons, and who was merged into whom."""

    league_id: int
    seasons: Sequence[SeasonSpan]
    merged: Merges

    def season(self, season_id: int) -> SeasonSpan | None:
        return next((span for span in self.seasons if span.season_id == season_id), None)


# ---------------------------------------------------------------- one game


def count_game(
    league: LeagueContext, game: OpenGame, day: str, rows: Sequence[LogRow], person: Mapping[str, int]
) -> CountedGame | None:
    """Return a game as its lines make it count, None if it does not; `person` says who sits at which seat key."""
    table, shown = replay_log(game.head, rows)
    result = game_result(table, shown, {key: person[key] for key in sorted(person, key=int)})
    if result is None:
        return None
    return counted_game(league, game.row.id, day, result)


def counted_game(league: LeagueContext, game_id: int, day: str, result: GameResult) -> CountedGame:
    """Return a game with that result as it counts in the league."""
    season = season_for_day(day, league.seasons)
    return CountedGame(game_id, day, season, result, merge_result(result, league.merged))


def may_count(game: OpenGame, rows: Iterable[LogRow]) -> bool:
    """Return whether a game may count, without playing it: it is finished, or a row of it says it was settled."""
    return game.row.finished_at is not None or any(row.facts is not None and is_settlement(row.facts) for row in rows)


def result_row(league_id: int, game: CountedGame) -> NewRow:
    """Return the row of `results` of a game."""
    return {
        "league_id": league_id, "game_id": game.game_id, "day": game.day, "season_id": game.season_id,
        "variant": game.result.variant, "doc": result_to_json(game.result),
    }  # fmt: skip


def partner_rows(league_id: int, game: CountedGame) -> list[NewRow]:
    """Return the rows of `partner_games` of a game."""
    return [
        {"league_id": league_id, "person_id": one, "other_id": other, "day": game.day, "game_id": game.game_id}
        for side in game.counts.sides
        for one in side
        for other in side
        if one < other
    ]


def play_rows(league_id: int, game: CountedGame, states: dict[int, RatingState]) -> list[NewRow]:
    """Return the rows of `plays` of a game, and update `states` to after it; they have everybody who played."""
    result, before = game.counts, {person: states[person] for person in game.counts.people}
    after = rate_game(result, before)
    states |= after
    return [
        {
            "league_id": league_id, "game_id": game.game_id, "person_id": person, "day": game.day,
            "season_id": game.season_id, "variant": result.variant,
            "won": None if (won := result.won(person)) is None else int(won),
            "currency": result.currency, "cents": result.cents.get(person, 0),
            "mu_before": before[person].mu, "sigma_before": before[person].sigma, **after[person]._asdict(),
        }
        for person in result.people
    ]  # fmt: skip


# ---------------------------------------------------------------- a season, or all time


def person_row(
    league_id: int, season_id: int, person_id: int, counts: Counts, form: Mapping[str, int] | None
) -> NewRow | None:
    """Return the row of `person_seasons` of one person, None for one without games; `form` is None for all time."""
    doc = add_counts(counts, {})
    if not doc:
        return None
    return {"league_id": league_id, "season_id": season_id, "person_id": person_id, "doc": doc, "form": form}


def pair_row(league_id: int, season_id: int, pair: tuple[int, int], counts: Counts) -> NewRow | None:
    """Return the row of `pair_seasons` of one person and another, None for two who had no game together."""
    if not any(counts.values()):
        return None
    one, other = pair
    where = {"league_id": league_id, "season_id": season_id, "person_id": one, "other_id": other}
    return where | {key: counts.get(key, 0) for key in PAIR_KEYS}
