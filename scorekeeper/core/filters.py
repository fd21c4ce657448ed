"""How templates write numbers, money and times."""

import datetime as dt
import math
import re
from collections.abc import Hashable

from flask import Flask, request
from jinja2.runtime import Macro
from markupsafe import Markup

from scorekeeper.core.clock import day_text, iso_day_text, moment_text, time_text, wall_clock
from scorekeeper.core.marks import brief_name, monogram, tint
from scorekeeper.core.money_text import money_text
from scorekeeper.core.settings import is_loopback
from scorekeeper.core.text import phone_and_person
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import counted, join_names, listed, number_text, say_refusal, signed


def moment(at: dt.datetime, form: str = "") -> Markup:
    """Return a `<time>` element that times.js words in the reader's time zone; else it names the server's.

    `form` is "weekday" for a time to come, with its weekday, in the zone it has; "time" where the page says the day.
    """
    local, utc = at if form == "weekday" else at.astimezone(), at.astimezone(dt.UTC).isoformat()
    zone, day = Markup("<noscript> {:%Z}</noscript>").format(local), f"{local:%a}, " if form == "weekday" else ""
    return Markup('<time datetime="{}" data-moment="{}">{}{}{}</time>').format(
        utc, form, day, time_text(local) if form == "time" else moment_text(local), zone
    )


def appointment(at: dt.datetime) -> Markup:
    """Return the same of a time to come, with its weekday, in the zone it has."""
    return moment(at, "weekday")


PAIR = re.compile(r"(?<!\S)(\S{1,8}) & (?=\S{1,8}(?!\S))")


def unbroken_pairs(text: str) -> str:
    return type(text)(PAIR.sub("\\1\N{NO-BREAK SPACE}&\N{NO-BREAK SPACE}", text))


def seconds_left(until: dt.datetime) -> int:
    return max(0, math.ceil((until - wall_clock()).total_seconds()))


def chance_text(share: float) -> str:
    return f"{100 * share:.0f}%" if share >= 0.005 else "under 1%"  # noqa: PLR2004 - half a percent


def player_counts(variant: Variant) -> str:
    sizes = list(variant.sizes)
    if len(sizes) > 2 and sizes == list(range(sizes[0], sizes[-1] + 1)):  # noqa: PLR2004 - "2 to 4", but "4 or 5"
        return f"{sizes[0]} to {sizes[-1]} players"
    return f"{join_names([str(size) for size in sizes]).replace(' & ', ' or ')} players"


MAX_MACROS = 500
_macros: dict[Hashable, Markup] = {}


def cached_macro(key: Hashable | None, macro: Macro, *given: object) -> Markup:
    """Return a macro's output, cached under `key`; None is not cached.

    The output may depend on nothing but the key, the reader's language, and where the program is mounted.
    """
    if key is None:
        return Markup(macro(*given))  # noqa: S704 - a macro escapes what it is given
    place = (macro.name, key, request.root_path)
    found = _macros.get(place)
    if found is None:
        if len(_macros) >= MAX_MACROS:
            _macros.clear()
        found = _macros[place] = Markup(macro(*given))  # noqa: S704 - as above
    return found


def register_filters(app: Flask) -> None:
    app.jinja_env.filters |= {
        "number": number_text, "signed": signed, "counted": counted, "listed": listed, "names": join_names,
        "money": money_text, "moment": moment, "appointment": appointment, "day": day_text, "iso_day": iso_day_text,
        "seconds_left": seconds_left, "monogram": monogram, "brief": brief_name, "unbroken_pairs": unbroken_pairs,
        "phone_and_person": phone_and_person, "player_counts": player_counts, "tint": tint,
        "chance": chance_text, "refusal": say_refusal,
    }  # fmt: skip
    app.jinja_env.globals["cached_macro"] = cached_macro
    app.jinja_env.tests["loopback"] = is_loopback
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
