"""What a league shows other programs, such as its club's web page: its next night, games, standings (docs/events.md).

Regulars have their names as the league's pages show them; nobody asked a guest, so guests have none.  It has no money.
"""

import datetime as dt
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, and_, func, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.games.game_view import ListedGame
from scorekeeper.league.browse import list_games
from scorekeeper.league.next_night import next_night
from scorekeeper.league.seasons import SeasonChooser
from scorekeeper.league.standings import MONEY, read_standings
from scorekeeper.models import League, Person, Seat


def league_events(session: Session, league: League, chooser: SeasonChooser, now: dt.datetime) -> dict[str, Any]:
    """Return the document: the league's name, its next night, a season's standings, its last finished games."""
    games = [game for game in list_games(session, league.id)[0] if game.finished]
    guests = _guests(session.connection(), league.id, [game.id for game in games])
    found, night = read_standings(session, league.id, chooser.season_id), next_night(session, league.id, now)
    rows = [
        {"place": row.place, "name": row.name, "games": row.games, "won": row.win.part, "points": row.points}
        for row in found.rows
    ]
    coming = night and {
        "starts_at": night.starts_at.isoformat(timespec="minutes"),
        "place": night.plan.place,
        "called_off": night.called_off,
    }
    return {
        "format": "scorekeeper-events/1",
        "league": league.name,
        "next": coming,
        "standings": (
            None if found.rule.by == MONEY else {"season": chooser.name, "rule": found.rule.text, "rows": rows}
        ),
        "games": [_game(game, guests) for game in games],
    }


def _game(game: ListedGame, guests: Collection[tuple[int, str]]) -> dict[str, Any]:
    sides = [
        {
            "players": ["A guest" if (game.id, seat) in guests else game.names[seat] for seat in team],
            "score": score,
            "won": team[0] in game.table.winners,
        }
        for team, score in zip(game.table.teams, game.scores, strict=True)
    ]
    return {"day": game.day, "game": game.variant, "sides": sides}


def _guests(connection: Connection, league_id: int, games: Collection[int]) -> set[tuple[int, str]]:
    """Return game and seat key of every guest of these games; who was merged into a regular is none."""
    counts_for = aliased(Person)
    found = connection.execute(
        select(Seat.game_id, Seat.number)
        .join(Person, and_(Person.league_id == Seat.league_id, Person.id == Seat.person_id))
        .join(
            counts_for,
            and_(
                counts_for.league_id == Person.league_id, counts_for.id == func.coalesce(Person.merged_into, Person.id)
            ),
        )
        .where(Seat.league_id == league_id, Seat.game_id.in_(games), counts_for.guest == 1)
    )
    return {(game_id, str(number)) for game_id, number in found}
