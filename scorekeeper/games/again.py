"""A table's last game, to play again: the people, the rules and stakes in force, the next dealer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorekeeper.games.create import saved_rules_of
from scorekeeper.games.store import current_table, load_game
from scorekeeper.rulebook.house_rules import RulesVersion, read_version
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.settings import SETTINGS, WORDS_ALONE
from scorekeeper.rules.stakes import Stakes
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.variants.catalogue import catalogue


@dataclass(frozen=True)
class LastGame:
    """A game to be played again."""

    code: str
    league_id: int
    variant: Variant
    names: tuple[str, ...]
    """Clockwise, so that the partners of the last game are partners."""
    dealer: int
    """Index of the next dealer."""
    house: Mapping[str, Value]
    """The house rules that make `variant` what was played."""
    saved: RulesVersion | None
    """The league's saved rules it began with, unless a rule was changed since."""
    stakes: Stakes | None


def last_game(session: Session, code: str) -> LastGame | None:
    """Return a game as it would be played again; None if its variant no longer has that number of players.

    Raises GameNotFound.
    """
    connection = session.connection()
    game = load_game(connection, code)
    table = current_table(connection, game)
    key = saved_rules_of(connection, game, table)
    saved = read_version(session, game.row.league_id, *key) if key else None
    variant = saved.variant if saved else catalogue().get(table.variant.key)
    size = len(table.players)
    if variant is None or size not in variant.sizes:
        return None
    house = _house_over(variant, table, size)
    players = _as_seated(table, variant.ruleset(size, house))
    return LastGame(
        code=code,
        league_id=game.row.league_id,
        variant=variant,
        names=tuple(game.names[key] for key in players),
        dealer=players.index(table.dealer),
        house=house,
        saved=saved,
        stakes=game.head.stakes,
    )


def _house_over(variant: Variant, table: Table, size: int) -> dict[str, Value]:
    """Return the house rules under which `variant` is what the table plays, though its file was changed since."""
    played = {**table.variant.settings_at(size), **table.house} if size in table.variant.sizes else dict(table.house)
    now = variant.settings_at(size)
    compared = (key for key in SETTINGS if key in table.house or key not in WORDS_ALONE)
    defaults = {key: SETTINGS[key][1] for key in compared}
    return {
        key: played.get(key, default)
        for key, default in defaults.items()
        if played.get(key, default) != now.get(key, default)
    }


def _as_seated(table: Table, rules: Ruleset) -> list[str]:
    """Return the players clockwise, in an order that makes the sides of the table those the game seats by itself."""
    players = list(table.players)
    usual = usual_sides(rules.seating.sides, [str(at) for at in range(len(players))])
    teams = sorted(table.teams, key=lambda team: players.index(team[0]))
    if [len(side) for side in usual] != [len(team) for team in teams]:
        return players
    pairs = (zip(side, team, strict=True) for side, team in zip(usual, teams, strict=True))
    placed = {int(at): player for pair in pairs for at, player in pair}
    return [placed[at] for at in range(len(players))]
