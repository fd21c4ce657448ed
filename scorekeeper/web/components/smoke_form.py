"""Smoke's hand form: a row a player (sits, or how many tricks), the first trick, and the pickups in their sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted, signed
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.rules.tally import ALL_TRICKS, SmokeState, must_play
from scorekeeper.rules.tally_words import IN_THE_BOX
from scorekeeper.rules.words import sentences
from scorekeeper.web.components.choice import Choice
from scorekeeper.web.components.marks import player_marks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.replay import Preview
    from scorekeeper.web.components.marks import Mark
    from scorekeeper.web.form_values import FormMeta

    Names = Mapping[str, str]

SAT = "sat"
TRICKS = tuple(str(tricks) for tricks in range(ALL_TRICKS + 1))
MUSTIE = "mustie"
MAX_NAMED = 2
"""Up to so many who are still to be tapped are named."""


@dataclass(frozen=True)
class SmokeRow:
    """One player of the hand: `note` is their state, `forced` why they may not sit."""

    key: str
    name: str
    css: str
    note: str
    forced: str
    choices: tuple[Choice, ...]
    error: str


@dataclass(frozen=True)
class Pickups:
    """One player's infractions in this hand."""

    key: str
    name: str
    typed: str
    error: str


@dataclass(frozen=True)
class SmokeForm:
    """The whole form."""

    meta: FormMeta
    rows: tuple[SmokeRow, ...]
    first: tuple[Choice, ...]
    may_sit_all: bool
    """Whether it can be that nobody stayed."""
    pickups: tuple[Pickups, ...]
    picked_up: str
    """Who has pickups on the form already, as the button says it."""
    infraction: str
    """What one costs, with its sign."""
    note: str
    reason: str
    errors: tuple[tuple[str, str], ...] = ()
    """(id of the control, sentence) in the order of the form."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """The same by control."""
    cache_key: None = None
    """No two forms look the same: who must play and who may sit changes with each hand."""


def smoke_form(
    table: Table, names: Names, meta: FormMeta, typed: Mapping[str, str], wrong: Mapping[str, str] | None = None
) -> SmokeForm:
    """Return the form for the next hand of `table`; `typed` and `wrong` as for `hand_form`."""
    marks, wrong = player_marks(table, names), wrong or {}
    said = typed.get("first_trick", "")
    pickups = tuple(_pickups(mark, typed, wrong) for mark in marks)
    return SmokeForm(
        meta=meta,
        rows=tuple(_row(table, mark, typed, wrong) for mark in marks),
        first=(
            *(Choice(mark.key, mark.name, css=mark.css, checked=said == mark.key) for mark in marks),
            Choice("", "Not said", css="unsaid", checked=said not in table.players),
        ),
        may_sit_all=not table.must_play(),
        pickups=pickups,
        picked_up=", ".join(f"{it.name} {it.typed}" for it in pickups if it.typed),
        infraction=signed(table.rules.tally.infraction),
        note=typed.get("note", ""),
        reason=typed.get("reason", ""),
        errors=tuple((key or "hand", sentence) for key, sentence in wrong.items()),
        wrong=wrong,
    )


def _row(table: Table, mark: Mark, typed: Mapping[str, str], wrong: Mapping[str, str]) -> SmokeRow:
    name, forced = f"play-{mark.key}", why_forced(table, mark.key)
    said, sits = typed.get(name), table.sits.get(mark.key, 0)
    return SmokeRow(
        key=mark.key,
        name=mark.name,
        css=mark.css,
        note=f"{forced}: must play" if forced else counted(sits, "sit") if sits else "",
        forced=forced,
        choices=(
            Choice(SAT, "sits", css=SAT, checked=said == SAT and not forced),
            *(Choice(number, number, css="took" if int(number) else "", checked=said == number) for number in TRICKS),
        ),
        error=wrong.get(name, ""),
    )


def why_forced(table: Table, player: str) -> str:
    """Return why a player may not sit out the next hand; of two reasons (A38) the box.  Empty when they may."""
    standing = SmokeState(table.scores, table.sits)
    if table.finished or player not in must_play(table.rules, standing):
        return ""
    return IN_THE_BOX if table.scores[player] <= table.rules.tally.box_at else MUSTIE


def _pickups(mark: Mark, typed: Mapping[str, str], wrong: Mapping[str, str]) -> Pickups:
    name = f"pickup-{mark.key}"
    return Pickups(mark.key, mark.name, typed.get(name, ""), wrong.get(name, ""))


# ---------------------------------------------------------------- what the form says while it is filled in


def missing_players(typed: Mapping[str, str], players: Sequence[str]) -> tuple[str, ...]:
    """Return who has neither tricks nor a sit yet."""
    return tuple(player for player in players if f"play-{player}" not in typed)


def tricks_so_far(typed: Mapping[str, str], players: Sequence[str]) -> int:
    """Add up the tricks tapped up to now."""
    said = (typed.get(f"play-{player}") for player in players)
    return sum(int(tricks) for tricks in said if tricks and tricks in TRICKS)


def say_so_far(typed: Mapping[str, str], table: Table, names: Names) -> str:
    """Return how many tricks are tapped and who is missing: "Tricks so far: 3 of 5. Dee & Eve are still to say."."""
    tricks, missing = tricks_so_far(typed, table.players), missing_players(typed, table.players)
    said = f"Tricks so far: {tricks} of {ALL_TRICKS}."
    if tricks > ALL_TRICKS:
        return f"{said} That is too many."
    if not missing:
        return said
    if tricks == ALL_TRICKS:
        return f"All {ALL_TRICKS} tricks are in. If nobody else stayed, tap “Save, the rest sat”."
    who = (
        join_names([names[player] for player in missing])
        if len(missing) <= MAX_NAMED
        else counted(len(missing), "player")
    )
    return f"{said} {who} still to say."


def say_hand(foreseen: Preview, names: Names) -> str:
    """Return in a few words what a hand does, for the foot: "All 5 tricks. Ann −2, Bob +5."."""
    whys, changes = foreseen.entry.whys, foreseen.entry.changes
    moved = ", ".join(f"{names[player]} {signed(change)}" for player, change in changes.items() if change)
    ends = {why.what: said for why, said in zip(whys, sentences(whys, names.__getitem__), strict=True)}
    said = [
        ends.get("nobody-stayed", f"All {ALL_TRICKS} tricks."),
        f"{moved}." if moved else "",
        ends.get("smoke-won", ""),
    ]
    return " ".join(filter(None, said))
