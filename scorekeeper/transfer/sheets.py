"""Export a game as a scoresheet, and import a scoresheet as a game."""

from collections.abc import Sequence
from typing import cast

import tomli_w
from sqlalchemy.orm import Session

from scorekeeper.core.text import YEARS, refuse_unwritable
from scorekeeper.core.transaction import Submission, writing
from scorekeeper.games.create import insert_game
from scorekeeper.games.history import LogRow, current_lines
from scorekeeper.games.store import Snapshot, append_lines, load_game, read_log
from scorekeeper.league.leagues import league_for_game, scoring_league
from scorekeeper.league.results import night_day, recompute_game
from scorekeeper.league.roster import (
    distinct_names,
    find_or_add_person,
    newcomer_key,
    rename_facts,
    rename_head,
    rename_table,
    seat_keys,
)
from scorekeeper.models import LINE
from scorekeeper.money.ledger import is_settlement, post_change, set_first_currency, settlements
from scorekeeper.rulebook.house_rules import variant_finder
from scorekeeper.rules.documents import name_key, parse_document
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet, read_title_and_date
from scorekeeper.rules.sheet import AMOUNT_KEYS, FORMAT, Document, Head, usual_sides, written_amount
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.transfer.league_import import MAX_LINES
from scorekeeper.variants.catalogue import differing, find_variant

# ---------------------------------------------------------------- out


def export_sheet(session: Session, code: str) -> Document:
    """Return a game as a scoresheet, names for seat keys, dates as text: the lines in force.  Raises NotFound."""
    connection = session.connection()
    game = load_game(connection, code)
    lines = [line.facts for line in current_lines(read_log(connection, game)) if not line.struck]
    names = distinct_names(game.names)
    about = {"title": game.row.title, "date": game.row.played_on}
    return {
        **_head_document(rename_head(game.head, names.__getitem__), about),
        "lines": [rename_facts(facts, names.__getitem__) for facts in lines],
    }


def _head_document(head: Head, about: Document) -> Document:
    """Return the keys of a sheet above its lines, in the order of the format; usual values are left out."""
    rules = head.variant.ruleset(len(head.players), head.rules)
    usual = head.sides == usual_sides(rules.seating.sides, head.players)
    given = {
        "sides": None if usual else [list(side) for side in head.sides],
        "opening": dict(head.opening),
        "rules": _settings_when_played(head.variant, len(head.players)) | dict(head.rules),
        "stakes": head.stakes
        and {
            "currency": head.stakes.currency,
            **{key: written_amount(cents) for key in AMOUNT_KEYS if (cents := getattr(head.stakes, key))},
        },
    }
    return {
        "format": FORMAT,
        "variant": head.variant.key,
        "players": list(head.players),
        "dealer": head.dealer,
        **{key: value for key, value in (about | given).items() if value},
    }


def _settings_when_played(variant: Variant, size: int) -> dict[str, Value]:
    """Return the settings in which this game's rules differ from today's catalogue, so that the sheet scores the same.

    A sheet names its variant by key alone, and a variant's file may have changed since the game was played.  Settings
    of words alone, which no score follows from, are left to the catalogue where the game did not know them.
    """
    try:
        today = find_variant(variant.key).settings_at(size)
    except KeyError:  # no longer in the catalogue, or not for so many players
        return {}
    then = variant.settings_at(size)
    return differing(then, today, words=then)


def sheet_as_toml(document: Document, why: str = "") -> str:
    """Return a scoresheet as TOML, one [[lines]] a line; `why` is why it begins with these scores, as a comment."""
    return f"{f'# {why}{chr(10)}' if why else ''}{tomli_w.dumps(document)}"


# ---------------------------------------------------------------- in


def import_sheet(form: Submission, text: str, *, is_json: bool = False, league: str | None = None) -> str:
    """Import a scoresheet's text as a game, all of it or nothing; return its code.

    `league` is the address of the league it is for, None for the usual one.  Raises SheetError naming line and field as
    `scorekeeper score` does, NotFound for a league the device keeps no score in, OpIdReused for the same op_id
    with another text or league.
    """
    document = parse_document(text, is_json=is_json)
    device, session = form.device, form.session
    plays_in = scoring_league(session.connection(), device, league)
    sheet = read_sheet(document, variant_finder(session, plays_in or 0))
    if len(sheet.lines) > MAX_LINES:
        message = f"An imported game has at most {MAX_LINES:,} lines, and this one has {len(sheet.lines):,}."
        raise unreadable("lines", message)
    after, played = fold(sheet)
    refuse_unwritable(document)
    title, date = read_title_and_date(cast("Document", document))
    if date is not None and date.year not in YEARS:
        raise unreadable("date", f"date is a day from {YEARS[0]} to {YEARS[-1]}, like 2026-11-19.")
    lines = cast("Sequence[Document]", sheet.lines)
    newcomers = [line[sits_down] for line in lines if (sits_down := newcomer_key(line))]
    everybody = tuple(dict.fromkeys([*sheet.head.players, *newcomers]))
    _check_spelled_alike(everybody)
    key = seat_keys(everybody).__getitem__
    head = rename_head(sheet.head, key)
    with writing(form) as write:
        if done := write.answered("sheet", text, league):
            return str(done)
        connection, league_id = write.connection, league_for_game(write, code=league)
        set_first_currency(connection, league_id, head.stakes)
        people = [find_or_add_person(connection, league_id, name) for name in everybody]
        game = insert_game(write, head, people, title=title or None, date=date)
        new = [
            LogRow(seq, LINE, None, rename_facts(line, key), None, write.now, write.device.name)
            for seq, line in enumerate(lines, start=1)
        ]
        game = append_lines(write, game, new, Snapshot(rename_table(after, head, key)), actor=None)
        moved = settlements(zip(lines, played, strict=True), finished=after.finished)
        if moved:
            person = dict(zip(everybody, people, strict=True))
            post_change(write, game, game.seq, person, moved)
        if after.finished or any(map(is_settlement, lines)):
            seated = {key(name): who for name, who in zip(everybody, people, strict=True)}
            recompute_game(connection, game, night_day(connection, league_id, game.row.night_id), seated)
        return write.answer(str(game.row.code))


def _check_spelled_alike(names: Sequence[str]) -> None:
    """Raise UnreadableSheet (field "lines") for somebody who sits down under another spelling of a player's name."""
    spelled: dict[str, str] = {}
    for name in names:
        before = spelled.setdefault(name_key(name), name)
        if before != name:
            raise unreadable("lines", f"“{before}” and “{name}” are the same name. Write it one way throughout.")
