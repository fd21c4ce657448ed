"""The report of a night for a paper or a chat, in three lengths; its words are in `sheets/text/night/report.txt`."""

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.core.clock import long_day_text
from scorekeeper.core.money_text import money_text
from scorekeeper.games.game_view import ListedGame, read_game
from scorekeeper.games.pages import game_story
from scorekeeper.league.browse import BIDS, games_and_people, nights_beside
from scorekeeper.league.nights import end_of_night
from scorekeeper.league.people import read_names
from scorekeeper.league.seasons import seasons_of
from scorekeeper.league.standings import read_standings
from scorekeeper.league.totals import SPECIALS_MADE, add_counts, sum_counts
from scorekeeper.models import OUTSIDE, POTS, League, Night, Play
from scorekeeper.money.accounts import money_of_nights
from scorekeeper.money.ledger import read_account_names
from scorekeeper.money.pots import read_pots
from scorekeeper.sheets.phrases import listed
from scorekeeper.sheets.rules_sheet import fill, one_line

LENGTHS = ("line", "paragraph", "column")
LAST_TWO = 2
"""The nights that are read to tell how places changed."""
MAX_CLIMBED = 3


def night_report(session: Session, league: League, night: Night, now: dt.datetime) -> dict[str, str]:
    """Return the report by its length, as plain text, its paragraphs apart by an empty line."""
    listed_games, people = games_and_people(session, night)
    over, _ = end_of_night(session.connection(), league.id, night.id, now)
    games = [game for game in listed_games if game.finished]
    left = sum(game.begun and not (game.finished or game.settled) for game in listed_games)
    most = max((each.won for each in people), default=0)
    winners = [each for each in people if each.won == most] if most else []
    facts = {
        "league": league.name, "weekday": night.date.strftime("%A"), "day": long_day_text(night.day),
        "people": sum(it.games > 0 for it in people) or len(people), "games": [_game(game, games) for game in games],
        "settled": sum(game.settled for game in listed_games),
        "playing": 0 if over else left, "unfinished": left if over else 0,
        "winners": [each.name for each in winners], "most": most, "played": winners[0].games if winners else 0,
        "high_game": _high_game(games),
        "money": [money_text(owed, of) for of, (*_, owed)
                  in money_of_nights(session, league.id).get(night.id, {}).items() if owed],
        **_bids(session, night), **_turn(session, games), **_pots(session, night, now), **_moves(session, night),
    }  # fmt: skip
    parts = re.split(r"^# \w+$", fill("night/report.txt", facts), flags=re.MULTILINE)[1:]
    told = (["\n".join(filter(None, map(one_line, it.split("\n- ")))) for it in part.split("\n\n")] for part in parts)
    return {name: "\n\n".join(filter(None, part)) for name, part in zip(LENGTHS, told, strict=True)}


def _game(game: ListedGame, games: Sequence[ListedGame]) -> dict[str, Any]:
    """Return a game as the text takes it: the names and the score of each side, the better ones first, and its label.

    Its label is its title, or on a night of several games the name of what was played; else "".  `began` has the sides
    that were given a head start, and their points.
    """
    head, start = game.head, game.table.rules.finish.start
    given = [(side, head.opening.get(side[0], start) - start) for side in head.sides if head.handicap]
    won = [team[0] in game.table.winners for team in game.table.teams]
    sides = [(listed(names), score) for names, score in zip(game.sides, game.scores, strict=True)]
    best = sorted(zip(sides, won, strict=True), key=lambda it: it[0][1], reverse=not game.table.rules.counts_down)
    several = len({it.variant for it in games}) > 1
    return {
        "label": game.title or (game.variant if several else ""),
        "won": [side for side, has_won in best if has_won],
        "lost": [side for side, has_won in best if not has_won],
        "began": [(listed([game.names[key] for key in side]), points) for side, points in given if points],
    }


def _high_game(games: Sequence[ListedGame]) -> tuple[int, list[str]] | None:
    """Return the highest score of a side and who had it; None for a single game, and for games that don't compare."""
    alike = {(game.variant, game.table.rules.finish.target, len(game.sides[0])) for game in games}
    if len(games) == 1 or len(alike) != 1 or games[0].table.rules.counts_down:
        return None
    high = max(max(game.scores) for game in games)
    who = [listed(side) for it in games for side, score in zip(it.sides, it.scores, strict=True) if score == high]
    return (high, who) if len(who) == 1 else None


def _bids(session: Session, night: Night) -> dict[str, Any]:
    """Return the bids of the night, its special bids that were made, and who went set most often, with how often."""
    connection = session.connection()
    counts = sum_counts(connection, night.league_id, (*BIDS, *SPECIALS_MADE), Play.day == night.day)
    names = read_names(connection, night.league_id, counts)
    together = add_counts(counts.values())
    sets = {person: its["set"] + its["dealer_set"] for person, its in counts.items()}
    often = [(names[person], times) for person, times in sets.items() if times == max(sets.values()) > 1]
    specials = [
        (names[person], key.removeprefix("made."), its[key])
        for key in SPECIALS_MADE for person, its in counts.items() if its[key]
    ]  # fmt: skip
    return {
        "bids": together.get("bids", 0), "made": together.get("made", 0),
        "sets": together.get("set", 0) + together.get("dealer_set", 0),
        "often": often[0] if len(often) == 1 else None, "specials": sorted(specials),
    }  # fmt: skip


def _turn(session: Session, games: Sequence[ListedGame]) -> dict[str, Any]:
    """Return the closest game that one side won, the later of equals; `ahead` if it led throughout, else the story."""
    margins = []
    for game in games:
        told = _game(game, games)
        if len(told["won"]) == 1 and told["lost"]:
            margins.append((abs(told["won"][0][1] - told["lost"][0][1]), -game.id, game.code, told))
    if not margins:
        return {"closest": None, "ahead": False, "story": ""}
    _, _, code, told = min(margins)
    view = read_game(session, code)
    story, turned = game_story(view) if len(view.lines) > 1 else ("", None)
    return {"closest": told, "ahead": story and not (turned or view.head.opening), "story": story if turned else ""}


def _pots(session: Session, night: Night, now: dt.datetime) -> dict[str, Any]:
    """Return what pots paid to whom that night; on the last night what is in those that were paid into, and not out."""
    names, _ = read_account_names(session.connection(), night.league_id)
    paid, held, is_last = [], [], nights_beside(session, night)[1] is None
    for it in read_pots(session, night.league_id, night.id, now):
        active = [entry for entry in it.entries if entry.is_active]
        out = [entry for entry in reversed(active) if entry.cents_of({POTS}) < 0]
        for entry in out:
            who = listed([names[person] for person in entry.parts if person != POTS])
            paid.append((it.pot.name, money_text(-entry.cents_of({POTS}), entry.currency), who))
        if active and not out and it.cents > 0 and is_last:
            held.append((it.pot.name, money_text(it.cents, it.currency)))
    return {"paid": paid, "held": held}


def _moves(session: Session, night: Night) -> dict[str, Any]:
    """Return who leads the night's season and who climbed, if it is the last night played in it; else nobody."""
    seasons = seasons_of(session, night.league_id)
    season = next((it for it in seasons if it.has(night.date)), None)
    found = read_standings(session, night.league_id, season.id if season else OUTSIDE, nights=LAST_TWO)
    rows = found.rows if found.days[-1:] == (night.day,) and bool(season) == bool(seasons) else ()
    first = [row for row in rows if row.place == 1 and rows[-1].place != 1]  # unless nobody is ahead of anybody
    climbed = [
        (row.name, before - place, place)
        for row in rows if (before := row.place_before or 0) > (place := row.place or before) > 1
    ]  # fmt: skip
    return {
        "season": season.name if season else "",
        "leaders": [row.name for row in first],
        "led_from": (first[0].place_before or 0) if first else 0,
        "still": bool(first) and all(row.place_before == 1 for row in first),
        "climbed": sorted(climbed, key=lambda it: (-it[1], it[2]))[:MAX_CLIMBED],
    }
