"""Pages about house rules: the league's list, one name and how it changed, the rules of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.settings import SETTINGS
from scorekeeper.services.league.house_rules import playable_sizes
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.rules_sheet import changed_settings
from scorekeeper.variants.own import over_base
from scorekeeper.web.components.board import game_title
from scorekeeper.web.components.house_rules_form import changes_in_words, rules_summary
from scorekeeper.web.house_rules.forms import KeepRulesForm

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.table import Table
    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.games.view import GameView
    from scorekeeper.services.league.house_rules import RulesVersion
    from scorekeeper.services.league.leagues import LeagueHead


@dataclass(frozen=True)
class SavedRules:
    """One name in the list."""

    id: int
    name: str
    summary: str
    variant_key: str
    sizes: tuple[int, ...]
    """How many players these rules go with."""


@dataclass(frozen=True)
class LibraryPage:
    league: LeagueHead
    kept: tuple[SavedRules, ...]
    put_away: tuple[SavedRules, ...]


@dataclass(frozen=True)
class RuleDifference:
    """One rule that differs from the version before; either may be empty if the variant changed."""

    before: str
    after: str


@dataclass(frozen=True)
class ShownVersion:
    number: int
    saved_at: dt.datetime
    phone: str
    variant: str
    """Its name, if it differs from that of the version before; else empty."""
    changes: tuple[RuleDifference, ...]


@dataclass(frozen=True)
class VersionsPage:
    league: LeagueHead
    id: int
    name: str
    variant: str
    variant_key: str
    summary: str
    rules: tuple[str, ...]
    """What differs from the variant now."""
    sizes: tuple[int, ...]
    versions: tuple[ShownVersion, ...]
    archived: bool
    own: bool
    """Whether it is a game the league wrote itself."""
    base: str
    """The game of the catalogue that its rules are compared with."""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameRulesPage:
    """The house rules of one game."""

    title: str
    code: str
    variant: str
    changes: tuple[str, ...]
    version: tuple[str, int] | None
    parted: bool
    """Whether a rule was changed after the game began."""
    finished: bool
    form: KeepRulesForm


def library_page(league: LeagueHead, kept: Sequence[RulesVersion], put_away: Sequence[RulesVersion]) -> LibraryPage:
    return LibraryPage(league, tuple(map(_saved_rules, kept)), tuple(map(_saved_rules, put_away)))


def _saved_rules(version: RulesVersion) -> SavedRules:
    variant, sizes = version.variant, tuple(playable_sizes(version.variant, version.settings))
    summary = variant.summary if version.is_own_variant else rules_summary(variant, sizes[0], version.settings)
    return SavedRules(version.id, version.name, summary, variant.key, sizes)


def smallest_size(version: RulesVersion) -> int:
    """Return the smallest table these rules go with."""
    return next(playable_sizes(version.variant, version.settings))


def versions_page(league: LeagueHead, versions: Sequence[RulesVersion]) -> VersionsPage:
    """Return the page of one name; `versions` come newest first, and there is at least one."""
    newest, befores = versions[0], [*versions[1:], None]
    size = smallest_size(newest)
    base, settings = _compared_with(newest, size)
    return VersionsPage(
        league=league,
        id=newest.id,
        name=newest.name,
        variant=newest.variant.summary if newest.is_own_variant else newest.variant.name,
        variant_key=newest.variant.key,
        summary=newest.variant.summary,
        rules=changes_in_words(base, size, settings),
        sizes=tuple(playable_sizes(newest.variant, newest.settings)),
        versions=tuple(_shown(version, before) for version, before in zip(versions, befores, strict=True)),
        archived=newest.archived,
        own=newest.is_own_variant,
        base=base.name,
        sources=newest.variant.sources if newest.is_own_variant else (),
    )


def _compared_with(version: RulesVersion, size: int) -> tuple[Variant, Mapping[str, Value]]:
    """Return the game of the catalogue that rules are compared with, and the settings that differ from it."""
    return over_base(version.variant, size) if version.is_own_variant else (version.variant, version.settings)


def _shown(version: RulesVersion, before: RulesVersion | None) -> ShownVersion:
    size = smallest_size(version)
    other = before is None or before.variant.key != version.variant.key
    changes = _against_standard(version, size) if other else _between(version, before, size)
    return ShownVersion(
        number=version.number,
        saved_at=version.saved_at,
        phone=version.phone,
        variant=_compared_with(version, size)[0].name if other else "",
        changes=changes,
    )


def _against_standard(version: RulesVersion, size: int) -> tuple[RuleDifference, ...]:
    base, settings = _compared_with(version, size)
    own = base.settings_at(size)
    return tuple(
        RuleDifference(say_setting(key, own.get(key, SETTINGS[key][1])), say_setting(key, settings[key]))
        for key in SETTINGS
        if key in settings
    )


def _between(version: RulesVersion, before: RulesVersion | None, size: int) -> tuple[RuleDifference, ...]:
    """Return what changed from one version to the next, including changes of the variant itself."""
    if before is None:
        return ()
    now = version.variant.settings_at(size, version.settings)
    then = before.variant.settings_at(size, before.settings) if size in before.variant.sizes else now
    pairs = ((key, then.get(key, unsaid), now.get(key, unsaid)) for key, (_, unsaid) in SETTINGS.items())
    return tuple(RuleDifference(say_setting(key, old), say_setting(key, new)) for key, old, new in pairs if old != new)


def own_changes(table: Table) -> dict[str, Value]:
    """Return the house rules in force that differ from the variant."""
    changed = changed_settings(table.variant, len(table.players), table.house)
    return {key: value for key, value in table.house.items() if key in changed}


def game_rules_page(
    view: GameView, version: tuple[str, int] | None, form: KeepRulesForm | None = None
) -> GameRulesPage:
    """Return the page; `form` is one that was refused."""
    table = view.table
    return GameRulesPage(
        title=game_title(view),
        code=view.code,
        variant=table.variant.name,
        changes=changes_in_words(table.variant, len(table.players), table.house),
        version=version,
        parted=dict(table.house) != dict(view.head.rules),
        finished=table.finished,
        form=form or KeepRulesForm(None, save_as=version[0] if version else ""),
    )
