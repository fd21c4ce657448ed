"""Rules a league saved under a name: house rules over some game, or a game of its own; each saving a new version.

No version ever changes, and a game keeps the text it was begun under.  A game of the league's own has its whole text in
its version, and no settings beside it.  The id of a name and the number of a version count within the league.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, and_, exists, insert, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.core.chain import canonical_json
from scorekeeper.core.text import checked_name, refuse_unwritable
from scorekeeper.core.transaction import Submission, Write, must_exist, writing
from scorekeeper.games.store import find_or_add_rulebook, load_game
from scorekeeper.league.leagues import league_for_game
from scorekeeper.models import GameHouseRules, HouseRules, HouseRulesVersion
from scorekeeper.rulebook.questions import changes_in_words
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT, is_printable, name_key
from scorekeeper.rules.errors import SettingsError, unreadable
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant, variant_from_json, variant_to_json
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.variants.catalogue import catalogue, find_variant, over_base, variant_faults, with_changes

# ---------------------------------------------------------------- save


def save_house_rules(form: Submission, name: str, variant: Variant, settings: Mapping[str, Value]) -> tuple[int, int]:
    """Save rules under a name in a league, the device's own where none is given; return the version's id and number.

    A name in use gets a new version, unless its last one says exactly this.  Raises UnreadableSheet (field "name") for
    an invalid name and that of a game the league wrote itself, SettingsError for settings that fit no size of the
    variant, OpIdReused for the same op_id with other rules.
    """
    name = checked_rules_name(name)
    if not list(playable_sizes(variant, settings)):
        variant.ruleset(next(iter(variant.sizes)), settings)  # says what is wrong
    with writing(form) as write:
        if done := write.answered("house rules", name, variant_to_json(variant), settings):
            return done[0], done[1]
        if not write.league_id:
            league_for_game(write)
        return write.answer(insert_version(write, name, variant, settings))


def save_own_game(form: Submission, variant: Variant) -> tuple[int, int, int]:
    """Save a game in the form's league, else in its device's own or a new one; return the league and the version.

    The name decides: a name in use gets a new version, and the game its key.  A new name keeps the key of the draft if
    nobody has it, else gets one made of the name.
    Raises SettingsError for settings that contradict each other at some size, UnreadableSheet (fields "name",
    "family", "summary", "sources", "notes") for texts that cannot be stored and for the name of house rules,
    OpIdReused.
    """
    wanted = _checked_texts(variant)
    if faults := variant_faults(wanted):
        raise SettingsError(fault for found in faults.values() for fault in found)
    with writing(form) as write:
        if done := write.answered("own game", variant_to_json(wanted)):
            return done[0], done[1], done[2]
        league_id = write.league_id or league_for_game(write)
        wanted = _with_key(wanted, own_games_of(write.session, league_id, archived=None))
        return write.answer((league_id, *insert_version(write, wanted.name, wanted, {})))


def insert_version(write: Write, name: str, variant: Variant, settings: Mapping[str, Value]) -> tuple[int, int]:
    """Insert a version inside a transaction that holds the league already; return its id and number."""
    connection, league_id = write.connection, write.league_id
    rulebook_id = find_or_add_rulebook(connection, league_id, variant)
    known = sorted(house_rules_of(write.session, league_id), key=lambda version: version.house_id)
    last = next((it for it in known if name_key(it.name) == name_key(name)), None)
    if last is None:
        house_id, number = HouseRules.next_id(connection, league_id), 1
        connection.execute(insert(HouseRules), {"league_id": league_id, "id": house_id, "name": name})
    else:
        is_own = variant.is_own and variant.name == last.name
        if last.is_own_game and (settings or not is_own):
            raise unreadable("name", f"{last.name} is a game your league wrote. Give these rules another name.")
        if is_own and not last.is_own_game:
            raise unreadable("name", f"You have house rules called {last.name}. Give the game another name.")
        if last.rulebook_id == rulebook_id and canonical_json(last.settings) == canonical_json(dict(settings)):
            return last.version
        house_id, number = last.house_id, last.number + 1
    connection.execute(
        insert(HouseRulesVersion),
        {
            "league_id": league_id,
            "house_id": house_id,
            "number": number,
            "rulebook_id": rulebook_id,
            "settings": dict(settings),
            "device_id": write.device.id,
            "saved_at": write.now,
        },
    )
    return house_id, number


def checked_rules_name(name: str) -> str:
    """Return a name with its white space normalized.  Raises UnreadableSheet (field "name")."""
    return checked_name(name, "Give these rules a name.")


def _checked_texts(variant: Variant) -> Variant:
    """Return a game with its name tidied.  Raises UnreadableSheet for a text that cannot be stored or printed."""
    texts: Mapping[str, tuple[str, ...]] = {
        "family": (variant.family,),
        "summary": (variant.summary,),
        "sources": variant.sources,
        "notes": tuple(sentence for sentences in variant.notes.values() for sentence in sentences),
    }
    for field, values in texts.items():
        for value in values:
            refuse_unwritable(value, field)
            if len(value) > MAX_TEXT or not is_printable(value, also="\n\t"):
                raise unreadable(field, f"Use at most {MAX_TEXT} printable characters.")
    return replace(variant, name=checked_rules_name(variant.name), extends=variant.extends or "")


def _with_key(variant: Variant, known: Sequence[HouseRulesVersion]) -> Variant:
    """Return a game with its key among those its league has: the one its name has, else a free one."""
    for version in known:
        if version.house.archived_at is None and name_key(version.name) == name_key(variant.name):
            return replace(variant, name=version.name, key=variant_of(version).key)
    taken = {*catalogue(), *(variant_of(version).key for version in known)}
    wanted = plain_key(variant.key or variant.name)
    if wanted in taken:
        wanted = plain_key(variant.name)
    numbered = (wanted if number == 1 else f"{wanted}-{number}" for number in range(1, len(taken) + 2))
    return replace(variant, key=next(key for key in numbered if key not in taken))


def plain_key(name: str) -> str:
    """Return a name as a key: "Legion Pitch" is legion-pitch; "our-game" if no letter or digit of it may be in one."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[: MAX_NAME - 5].strip("-") or "our-game"


def archive_house_rules(form: Submission, house_id: int, *, archived: bool = True) -> None:
    """Archive a name, so that it is no longer offered, or bring it back; its versions stay.

    Doing it again changes nothing.  Raises NotFound.
    """
    with writing(form) as write:
        if write.answered("archive", house_id, archived):
            return
        house = must_exist(write.session.get(HouseRules, (write.league_id, house_id), populate_existing=True))
        house.archived_at = (house.archived_at or write.now) if archived else None


# ---------------------------------------------------------------- read


def house_rules_of(session: Session, league_id: int, *, archived: bool | None = False) -> list[HouseRulesVersion]:
    """Return the last version under each name of a league, the one saved last first; None for archived ones as well."""
    later = aliased(HouseRulesVersion)
    newer = exists().where(
        later.league_id == HouseRulesVersion.league_id,
        later.house_id == HouseRulesVersion.house_id,
        later.number > HouseRulesVersion.number,
    )
    found = session.scalars(_versions(league_id).where(~newer)).all()
    wanted = [it for it in found if archived is None or (it.house.archived_at is not None) == archived]
    return sorted(wanted, key=lambda version: (version.saved_at, version.house_id), reverse=True)


def own_games_of(session: Session, league_id: int, *, archived: bool | None = False) -> list[HouseRulesVersion]:
    """Return the same of the games a league wrote."""
    return [version for version in house_rules_of(session, league_id, archived=archived) if version.is_own_game]


def read_house_rules(session: Session, league_id: int, house_id: int) -> Sequence[HouseRulesVersion]:
    """Return every version under a name, the newest first.  Raises NotFound."""
    which = _versions(league_id).where(HouseRulesVersion.house_id == house_id)
    return must_exist(session.scalars(which.order_by(HouseRulesVersion.number.desc())).all() or None)


def read_version(session: Session, league_id: int, house_id: int, number: int | None = None) -> HouseRulesVersion:
    """Return one version, the last where no number is given.  Raises NotFound."""
    versions = read_house_rules(session, league_id, house_id)
    return must_exist(next((version for version in versions if number in (None, version.number)), None))


def _versions(league_id: int) -> Select[HouseRulesVersion]:
    """Return the statement for a league's versions, as they are now: a session may have seen them before a change."""
    which = select(HouseRulesVersion).where(HouseRulesVersion.league_id == league_id)
    return which.execution_options(populate_existing=True)


def version_of_game(session: Session, code: str) -> tuple[str, int] | None:
    """Return the name and the number of the version a game was begun under, or None.  Raises NotFound."""
    game = load_game(session.connection(), code)
    its_house = and_(GameHouseRules.league_id == HouseRules.league_id, GameHouseRules.house_id == HouseRules.id)
    row = session.execute(
        select(HouseRules.name, GameHouseRules.number)
        .join(GameHouseRules, its_house)
        .where(GameHouseRules.league_id == game.row.league_id, GameHouseRules.game_id == game.row.id)
    ).one_or_none()
    return (row.name, row.number) if row else None


# ---------------------------------------------------------------- what they say


def variant_of(version: HouseRulesVersion) -> Variant:
    """Return the game of a version, as it was when that was saved."""
    return variant_from_json(version.rulebook.variant)


def variant_finder(session: Session, league_id: int) -> Callable[[str], Variant]:
    """Return the function that finds a game by its key in the catalogue, then in a league; it raises KeyError."""

    def find(key: str) -> Variant:
        if key in catalogue():
            return find_variant(key)
        return {own.key: own for own in map(variant_of, own_games_of(session, league_id))}[key]

    return find


def as_own_game(version: HouseRulesVersion) -> Variant:
    """Return stored rules as a game of the league's own, which house rules can become."""
    variant = variant_of(version)
    if version.is_own_game:
        return variant
    return replace(
        with_changes(variant, None, version.settings, playable_sizes(variant, version.settings)),
        key=plain_key(version.name),
        name=version.name,
        extends=variant.extends if variant.is_own else variant.key,
    )


def playable_sizes(variant: Variant, settings: Mapping[str, Value]) -> Iterator[int]:
    """Return the table sizes these rules can be played at: a setting may suit six and not four."""
    for size in variant.sizes:
        with suppress(SettingsError):
            variant.ruleset(size, settings)
            yield size


def changes_and_sizes(version: HouseRulesVersion) -> tuple[HouseRulesVersion, str, list[str], list[int]]:
    """Return a name of the list with its game and what differs from it, and how many players its rules go with."""
    variant = variant_of(version)
    sizes = list(playable_sizes(variant, version.settings))
    changes = [] if version.is_own_game else changes_in_words(variant, sizes[0], version.settings)
    return version, variant.summary if version.is_own_game else variant.name, changes, sizes


def versions_page(versions: Sequence[HouseRulesVersion]) -> dict[str, Any]:
    """Return what the page of one name prints; `versions` come newest first, and there is at least one."""
    newest = versions[0]
    sizes = list(playable_sizes(variant_of(newest), newest.settings))
    base, settings = _compared_with(newest, sizes[0])
    return {
        "newest": newest,
        "rules": changes_in_words(base, sizes[0], settings),  # what differs from the game of the catalogue now
        "sizes": sizes,
        "versions": [
            _changes(version, before) for version, before in zip(versions, [*versions[1:], None], strict=True)
        ],
        "base": base.name,
    }


def _compared_with(version: HouseRulesVersion, size: int) -> tuple[Variant, Mapping[str, Value]]:
    """Return the game of the catalogue that rules are compared with, and the settings that differ from it."""
    variant = variant_of(version)
    return over_base(variant, size) if version.is_own_game else (variant, version.settings)


def _changes(
    version: HouseRulesVersion, before: HouseRulesVersion | None
) -> tuple[HouseRulesVersion, str, list[tuple[str, str]]]:
    """Return a version, its game where the one before had another, and (before, after) of each rule that changed.

    Changes of the game itself are among them; the first version of a game is compared with the standard.
    """
    variant, earlier = variant_of(version), variant_of(before) if before else None
    size = next(playable_sizes(variant, version.settings))
    if before is None or earlier is None or earlier.key != variant.key:
        base, changed = _compared_with(version, size)
        own = base.settings_at(size)
        keys = [(key, own.get(key, unsaid), changed[key]) for key, (_, unsaid) in SETTINGS.items() if key in changed]
        return version, base.name, [(say_setting(key, old), say_setting(key, new)) for key, old, new in keys]
    now = variant.settings_at(size, version.settings)
    then = earlier.settings_at(size, before.settings) if size in earlier.sizes else now
    pairs = ((key, then.get(key, unsaid), now.get(key, unsaid)) for key, (_, unsaid) in SETTINGS.items())
    return version, "", [(say_setting(key, old), say_setting(key, new)) for key, old, new in pairs if old != new]
