"""What if: a night replayed under other rules, and the form that asks for them in sentences."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.core.marks import player_marks
from scorekeeper.games.board import Chart, score_chart
from scorekeeper.games.game_view import GameView
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log import headline, line_name
from scorekeeper.rulebook.book import Place, short_value
from scorekeeper.rulebook.forms import WhatIfForm, replayable
from scorekeeper.rulebook.questions import settings_by_group, short_sentence, value_text
from scorekeeper.rules.ruleset import SETTINGS, Ruleset
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.rules.values import Number, OneOf, Switch, Value
from scorekeeper.rules.whatif import ReplayedLine, WhatIf
from scorekeeper.sheets.phrases import (
    counted,
    join_names,
    number_text,
    say_refusal,
    say_setting,
    say_untold,
    setting_title,
)
from scorekeeper.sheets.words import sentences

TARGET = "finish.target"
MAX_DIFFERENCES = 100
"""Differing lines that are shown: more than any evening has."""


def whatif_page(
    place: Place, rules: Ruleset, form: WhatIfForm, outcome: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return what the page prints; `rules` are those the night began under, `form` the others."""
    keys = [key for key in replayable(rules.kind) if _matters(key, rules, form.typed)]
    asked = [key for key in place.variant.asks if key in keys]
    first = [*asked, *([TARGET] if TARGET not in asked else [])]
    controls = {key: _control(key, rules, form) for key in keys}
    view = place.view
    groups = []
    for title, every in settings_by_group(rules.kind):
        inside = [controls[key] for key in every if key in controls and key not in first]
        if inside:
            groups.append((title, inside, any(it["other"] or it["error"] for it in inside)))
    return {
        "place": place,
        "first": [controls[key] for key in first],
        "groups": groups,
        "errors": [(key, sentence) for key, sentence in form.wrong.items() if key in controls],
        "outcome": outcome,
        "played": view is not None and any(line.entry is not None for line in view.lines),
        # rules changed during the night stay where they were changed
        "changed_since": view is not None and any("rules" in line.facts for line in view.lines if line.entry),
    }


# ---------------------------------------------------------------- the form


def _matters(key: str, rules: Ruleset, typed: Mapping[str, str]) -> bool:
    """Return whether a setting is asked for: not one of a point, or of a special bid, that is not played."""
    if key in typed:
        return True
    if key.startswith("special.") and key != "special.name":
        return typed.get("special.name", rules.special.name) != "none"
    prefix, point, *part = key.split(".")
    if prefix == "points" and part != ["worth"]:
        return typed.get(f"points.{point}.worth", "0") != "0" or point in rules.worth
    return True


def _control(key: str, rules: Ruleset, form: WhatIfForm) -> dict[str, Any]:
    """Return one setting as its control: answers to choose from, or a number to write.

    `played` is what the night was played by, `other` whether it is set otherwise; a `hint` tells what a number says
    now, and what leaving it empty says.
    """
    allowed, now = SETTINGS[key][0], rules.value(key)
    played = value_text(now)
    choices, hint = {}, ""
    if isinstance(allowed, OneOf | Switch):
        values: tuple[Value, ...] = allowed.words if isinstance(allowed, OneOf) else (True, False)
        choices = {value_text(value): short_sentence(key, value) for value in values}
    else:
        if isinstance(now, int):
            played = number_text(now)
        elif isinstance(allowed, Number):
            played = ""  # a word in the place of a number is an empty field
        if key == TARGET:
            hint = f"{f'Played to {played}' if played else 'Played without a target'}. Leave empty for none."
        else:
            said = f"As played: {short_value(key, now)}".rstrip(".")
            empty = [say_setting(key, word) for word in getattr(allowed, "words", ()) if word != now]
            hint = f"{said}. Left empty: {empty[0]}" if empty else f"{said}."
    value = form.typed.get(key, played)
    return {
        "key": key,
        "title": setting_title(key),
        "choices": choices,
        "value": value,
        "played": played,
        "hint": hint,
        "error": form.wrong.get(key, ""),
        "other": value != played,
    }


# ---------------------------------------------------------------- what would have come of it


def replay_outcome(
    view: GameView, night: Sheet, replayed: WhatIf, other: Mapping[str, Value], address: str
) -> dict[str, Any]:
    """Return what would have come of a night; `night` and `replayed` have names where the view has seat keys."""
    lines = [line for line in view.lines if line.entry is not None]
    differing = [pair for pair in zip(lines, replayed.lines, strict=True) if _is_told(pair[1])]
    more = len(differing) - MAX_DIFFERENCES
    return {
        "many": sum(map(_is_told, replayed.lines)),
        "hands": len(lines),
        "untold": list(map(say_untold, replayed.untold)),
        "as_played": _ending(replayed.ours, lines),
        "instead": _ending(replayed.theirs, lines[: replayed.won_at]),
        "rules": [
            (setting_title(key), short_value(key, night.head.ruleset.value(key)), short_value(key, value))
            for key, value in other.items()
        ],
        "differing": [_line_difference(view, line, it) for line, it in differing[:MAX_DIFFERENCES]],
        "left_out": counted(more, "more hand") if more > 0 else "",
        "ours": _chart(view, night, replayed.ours, [it.ours for it in replayed.lines]),
        "theirs": _chart(view, night, replayed.theirs, _entries(replayed, night)),
        "address": address,
    }


def _is_told(it: ReplayedLine) -> bool:
    """Return whether a line would have been different; that there would have been none after the end is said once."""
    return it.differs and not (it.refusal and it.refusal.code == "game-was-over")


def _ending(table: Table, lines: list[PlayedLine]) -> tuple[str, bool, str, str]:
    """Return who won, whether it is over, the scores, and the last of these lines."""
    names = {player: player for player in table.scores}
    scores = ", ".join(f"{it.name} {number_text(table.scores[it.key])}" for it in player_marks(table, names))
    return join_names(list(table.winners)) if table.winners else "", table.finished, scores, line_name(lines[-1])


def _line_difference(view: GameView, line: PlayedLine, it: ReplayedLine) -> tuple[int, str, str, str]:
    """Return the number and the headline of a line that would have been different, and both reasons."""

    def name(player: str) -> str:
        return player

    what = headline(line.facts, line.before or view.table, view.names, line.entry)
    theirs = say_refusal(it.refusal) if it.refusal else " ".join(sentences(it.theirs.whys if it.theirs else (), name))
    return it.number, what, " ".join(sentences(it.ours.whys, name)), theirs


def _entries(replayed: WhatIf, night: Sheet) -> list[LineResult]:
    """Return the entries under the other rules; a line that is left out leaves the scores where they are."""
    start = replayed.theirs.rules.finish.start
    scores: Mapping[str, int] = {player: night.head.opening.get(player, start) for player in night.head.players}
    entries = []
    for it in replayed.lines:
        entry = it.theirs or LineResult("misdeal", {}, scores, ())
        entries.append(entry)
        scores = entry.scores
    return entries


def _chart(view: GameView, night: Sheet, table: Table, entries: list[LineResult]) -> Chart | None:
    lines = [line for line in view.lines if line.entry is not None]
    drawn = replace(
        view,
        head=night.head,
        names={player: player for player in table.scores},
        table=table,
        lines=tuple(replace(line, entry=entry) for line, entry in zip(lines, entries, strict=True)),
    )
    return score_chart(drawn)
