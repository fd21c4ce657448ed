"""The variants a league wrote itself: stored as house rules are, under a name with versions.

A version has the whole text of the variant and no settings beside it.  A game keeps the text it was begun under, so
nothing that is saved or archived later changes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from scorekeeper.core.text import refuse_unwritable
from scorekeeper.core.transaction import Submission, writing
from scorekeeper.league.leagues import league_for_game
from scorekeeper.rulebook.house_rules import (
    RulesDraft,
    RulesVersion,
    checked_rules_name,
    house_rules_of,
    insert_version,
    playable_sizes,
)
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT, is_printable, name_key
from scorekeeper.rules.errors import SettingsError, unreadable
from scorekeeper.rules.snapshot import variant_to_json
from scorekeeper.rules.variant import Variant
from scorekeeper.variants.catalogue import catalogue, find_variant
from scorekeeper.variants.own import variant_faults, with_house_rules

NAMELESS = "our-game"
"""The key of a variant whose name has no letter or digit that a key may have."""


@dataclass(frozen=True)
class SavedVariant:
    """Where a variant was saved: the league, and id and number of the version."""

    league_id: int
    id: int
    number: int


def save_own_variant(form: Submission, variant: Variant) -> SavedVariant:
    """Save a variant in the form's league; without one in its device's own, or a new one.

    The name decides: a name in use gets a new version, and the variant its key.  A new name keeps the key of the draft
    if nobody has it, else gets one made of the name.
    Raises SettingsError for settings that contradict each other at some size, UnreadableSheet (fields "name",
    "family", "summary", "sources", "notes") for texts that cannot be stored and for the name of house rules,
    OpIdReused.
    """
    wanted = _checked_texts(variant)
    if faults := variant_faults(wanted):
        raise SettingsError(fault for found in faults.values() for fault in found)
    with writing(form) as write:
        if done := write.answered("own game", variant_to_json(wanted)):
            return SavedVariant(*done)
        league_id = write.league_id or league_for_game(write)
        wanted = _with_key(wanted, own_variants(write.session, league_id, archived=None))
        return SavedVariant(*write.answer((league_id, *insert_version(write, RulesDraft(wanted.name, wanted, {})))))


def own_variants(session: Session, league_id: int, *, archived: bool | None = False) -> list[RulesVersion]:
    """Return the last version of each variant a league wrote; `archived` None includes archived ones."""
    wanted = (False, True) if archived is None else (archived,)
    found = [version for each in wanted for version in house_rules_of(session, league_id, archived=each)]
    return [version for version in found if version.is_own_variant]


def as_own_variant(version: RulesVersion) -> Variant:
    """Return stored rules as a variant of the league's own, which house rules can become."""
    if version.is_own_variant:
        return version.variant
    variant = version.variant
    sizes = playable_sizes(variant, version.settings)
    return replace(
        with_house_rules(variant, version.settings, sizes),
        key=plain_key(version.name),
        name=version.name,
        extends=variant.extends if variant.is_own else variant.key,
    )


def variant_finder(session: Session, league_id: int) -> Callable[[str], Variant]:
    """Return the function that finds a variant by its key in the catalogue, then in a league; it raises KeyError."""

    def find(key: str) -> Variant:
        if key in catalogue():
            return find_variant(key)
        return {version.variant.key: version.variant for version in own_variants(session, league_id)}[key]

    return find


def _checked_texts(variant: Variant) -> Variant:
    """Return a variant with its name tidied.  Raises UnreadableSheet for a text that cannot be stored or printed."""
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


def _with_key(variant: Variant, known: list[RulesVersion]) -> Variant:
    """Return a variant with its key among those its league has: the one its name has, else a free one."""
    same = [it for it in known if not it.archived and name_key(it.name) == name_key(variant.name)]
    if same:
        return replace(variant, name=same[0].name, key=same[0].variant.key)
    taken = {*catalogue(), *(it.variant.key for it in known)}
    wanted = plain_key(variant.key or variant.name)
    if wanted in taken:
        wanted = plain_key(variant.name)
    numbered = (wanted if number == 1 else f"{wanted}-{number}" for number in range(1, len(taken) + 2))
    return replace(variant, key=next(key for key in numbered if key not in taken))


def plain_key(name: str) -> str:
    """Return a name as a key: "Legion Pitch" is legion-pitch."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[: MAX_NAME - 5].strip("-") or NAMELESS
