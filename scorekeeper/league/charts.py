"""Drawings of a league: where every bar, line and square lies.

Each function returns what its macro in templates/_macros/league.html draws; `numbers` of it are the drawing's title,
what it says in a sentence, and the same as a table.  A share of few is drawn pale, so that nobody takes it for more
than it is.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from scorekeeper.core.clock import day_text, iso_day_text
from scorekeeper.core.marks import DASHES, SHAPES, brief_name, tint
from scorekeeper.core.money_text import money_text
from scorekeeper.games.board import round_step, shape_at, spread_labels
from scorekeeper.league.standings import Standings, StandingsRow
from scorekeeper.league.totals import Share
from scorekeeper.sheets.phrases import counted, signed

Drawing = dict[str, Any]
Numbers = dict[str, Any]

WIDTH = 320
MAX_LEVELS = 5
COLUMN_TOP, COLUMN_FOOT = 24, 134
WIDEST_COLUMN, COLUMN_GAP = 44, 8
NAMES_WIDTH, PAIR_HEIGHT, BAR_HEIGHT, NUMBERS_WIDTH = 62, 34, 11, 44
WAY_LEFT, WAY_RIGHT, WAY_TOP, WAY_FOOT = 48, 8, 12, 128

SEASON_WIDTH, PLACE_LEFT, MONEY_LEFT, SEASON_RIGHT, SEASON_TOP, SEASON_FOOT = 640, 60, 96, 384, 20, 40
PLACE_HEIGHT, MONEY_HEIGHT = 38, 320
NIGHTS = 10
"""The most nights a curve goes over: on the page of standings, and on the league's own."""
LOWEST_PLACE = 10
"""Lower places are drawn just below it."""
DATES = 4
"""The most days written below a drawing."""

MAX_PEOPLE, FEWEST_PEOPLE = 8, 3
PARTNERS_WIDTH, HEADS_HEIGHT, CELL_HEIGHT, CELL_GAP = 160, 34, 52, 4
LONGEST_NAME, LONGEST_HEAD, LONGEST_LABEL = 11, 7, 14

MONTHS_SHOWN = 12
WEEK, MOST_WEEKS = 7, 6
DAY_STEP, DAY_SIZE = 14, 11
"""The distance from one day of a drawn month to the next, and the width of a day."""


def table_of(title: str, description: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Numbers:
    return {"title": title, "description": description, "heads": list(heads), "rows": [list(row) for row in rows]}


def short_name(name: str, known: Sequence[str], longest: int = LONGEST_NAME) -> str:
    """Return a name in so many letters; where others would be cut alike, with as much of its end as tells it apart."""
    brief, *briefs = (brief_name(each, known, longest) for each in (name, *known))
    if len(brief) <= longest:
        return brief
    cuts = [(brief[: longest - 1 - kept], brief[len(brief) - kept :]) for kept in range(longest - 1)]
    alone = (cut for cut in cuts if sum(it.startswith(cut[0]) and it.endswith(cut[1]) for it in briefs) == 1)
    return "\N{HORIZONTAL ELLIPSIS}".join(next(alone, cuts[0]))


# ---------------------------------------------------------------- shares


def column_chart(title: str, head: str, shares: Sequence[tuple[str, Share]]) -> Drawing:
    """Stand shares side by side, as high as they are large."""
    room = WIDTH / max(len(shares), 1)
    width = min(WIDEST_COLUMN, room - COLUMN_GAP)
    columns = []
    for number, (label, share) in enumerate(shares):
        height, middle = round(share.rate * (COLUMN_FOOT - COLUMN_TOP), 1), round((number + 0.5) * room, 1)
        columns.append({
            "x": round(middle - width / 2, 1), "y": COLUMN_FOOT - height, "width": round(width, 1), "height": height,
            "middle": middle, "label": label, "share": share,
        })  # fmt: skip
    described = ", ".join(f"{label}: {share.part} of {share.of}" for label, share in shares)
    rows = [(label, str(share.part), str(share.of), share.text) for label, share in shares]
    few = any(share.small for _, share in shares)
    return {"columns": columns, "few": few, "numbers": table_of(title, described, (head, "Made", "Of", "Share"), rows)}


def pair_chart(title: str, legend: tuple[str, str], shares: Sequence[tuple[str, Share, Share]]) -> Drawing:
    """Lay two shares of each thing below one another."""
    room = WIDTH - NAMES_WIDTH - NUMBERS_WIDTH
    pairs = []
    for number, (label, *both) in enumerate(shares):
        y = number * PAIR_HEIGHT + 4
        bars = [
            (at, round(share.rate * room, 1), share) for at, share in zip((y, y + BAR_HEIGHT + 2), both, strict=True)
        ]
        pairs.append({"label": label, "y": y + BAR_HEIGHT + 4, "bars": bars})
    described = "; ".join(
        f"{label}: {first.part} of {first.of} {legend[0]}, {second.part} of {second.of} {legend[1]}"
        for label, first, second in shares
    )
    rows = (
        (label, *(f"{share.text} ({share.part} of {share.of})" if share.of else share.text for share in both))
        for label, *both in shares
    )
    numbers = table_of(title, described, ("Point", *(word.capitalize() for word in legend)), rows)
    few = any(share.small for _, *both in shares for share in both)
    return {"height": len(shares) * PAIR_HEIGHT + 4, "legend": legend, "pairs": pairs, "few": few, "numbers": numbers}


# ---------------------------------------------------------------- one person over time


def way_chart(numbers: Numbers, values: Sequence[int], base: int, written: Callable[[int], str]) -> Drawing | None:
    """Draw a number over time, the oldest to the left; None for fewer than two.

    `base` is where everybody begins, `written` says a value.  The numbers' rows are named by their first column.
    """
    if len(values) < 2:  # noqa: PLR2004 - a line has two ends
        return None
    lowest, highest = min(base, *values), max(base, *values)
    step = round_step(highest - lowest, MAX_LEVELS - 1)
    lowest, highest = lowest // step * step, -(-highest // step) * step

    def y(value: int) -> float:
        return round(WAY_FOOT - (value - lowest) / max(highest - lowest, 1) * (WAY_FOOT - WAY_TOP), 1)

    across = (WIDTH - WAY_LEFT - WAY_RIGHT) / (len(values) - 1)
    levels = [(y(value), written(value), value == base) for value in range(lowest, highest + 1, step)]
    if lowest < base < highest and not any(is_base for _, _, is_base in levels):
        levels.append((y(base), "", True))
    dots = [(round(WAY_LEFT + number * across, 1), y(value)) for number, value in enumerate(values)]
    return {"points": " ".join(f"{x},{y}" for x, y in dots), "dots": dots, "levels": levels, "numbers": numbers}


def rating_chart(name: str, points: Sequence[tuple[str, int, int]], most: int) -> Drawing | None:
    """Return the ratings of a person as a line: day, rating, change of each; `most` were asked for."""
    if not points:
        return None
    values = [rating for _, rating, _ in points]
    described = f"{name}'s rating went from {values[0] - points[0][2]} to {values[-1]}."
    rows = [(iso_day_text(day), str(rating), signed(change)) for day, rating, change in points]
    numbers = table_of(_lately("Rating", "game", len(points), most), described, ("Day", "Rating", "Change"), rows)
    return way_chart(numbers, values, 1500, str)


def winnings_chart(name: str, points: Sequence[tuple[str, int, int]], currency: str, most: int) -> Drawing | None:
    """Return the money of a person as a line: day, that night's cents and their total of each."""
    if not points:
        return None
    rows = [
        (iso_day_text(day), *(money_text(each, currency, signed=True) for each in (cents, total)))
        for day, cents, total in points
    ]
    described = f"{name} was at {rows[-1][-1]} after the last night."
    numbers = table_of(_lately("Money", "night", len(points), most), described, ("Night", "That night", "Total"), rows)
    return way_chart(numbers, [total for _, _, total in points], 0, lambda cents: money_text(cents, currency))


def _lately(what: str, thing: str, drawn: int, most: int) -> str:
    """Return in words what a drawing over time has in it: of many only the last."""
    return f"{what}, {thing} by {thing}" if drawn < most else f"{what}, the last {counted(drawn, thing)}"


# ---------------------------------------------------------------- everybody over a season


def place_chart(found: Standings, known: Iterable[str] = ()) -> Drawing | None:
    """Return the places of those who lead now, told apart from those `known`; None before there are two nights."""
    placed = [row for row in found.rows if row.place]
    rows = placed[: len(SHAPES)]
    ways = [[place for place, _ in row.after] for row in rows]
    first = next((night for night in range(len(found.days)) if any(way[night] for way in ways)), len(found.days))
    days, ways = found.days[first:], [way[first:] for way in ways]
    if len(days) < 2:  # noqa: PLR2004 - a curve has two ends
        return None
    deepest = min(max(place for way in ways for place in way if place), LOWEST_PLACE + 1)
    height = SEASON_TOP + max(deepest - 1, 2) * PLACE_HEIGHT + SEASON_FOOT
    up = [
        (SEASON_TOP + (place - 1) * PLACE_HEIGHT, f"{place}+" if place > LOWEST_PLACE else str(place))
        for place in range(1, deepest + 1)
    ]
    names = [row.name for row in rows]
    told = [[place for place in way if place is not None] for way in ways]
    numbers = table_of(
        _last_nights("Places, night by night", found),
        " ".join(f"{name} went from {way[0]} to {way[-1]}." for name, way in zip(names, told, strict=True)),
        ("Night", *names),
        (
            (iso_day_text(day), *("\N{EN DASH}" if way[night] is None else str(way[night]) for way in ways))
            for night, day in enumerate(days)
        ),
    )
    return {
        "numbers": numbers, "whose": "The eight who lead" if len(placed) > len(rows) else "", "height": height,
        "left": PLACE_LEFT, "right": SEASON_RIGHT, "up": up, "base": None, "across": _days_below(days, PLACE_LEFT),
        "curves": _curves(rows, ways, known, (PLACE_LEFT, height), lambda place: up[min(place, deepest) - 1][0]),
    }  # fmt: skip


def money_chart(found: Standings, currency: str, known: Iterable[str] = ()) -> Drawing | None:
    """Return what people won or lost, night by night: the eight whose money moved furthest.

    None before there are two nights to tell of, and where no money moved.
    """
    played = [row for row in (*found.rows, *found.unplaced) if any(cents for _, cents in row.after)]
    if len(found.days) < 2 or not played:  # noqa: PLR2004 - a curve has two ends
        return None
    most = sorted(played, key=lambda row: -abs(row.cents))[: len(SHAPES)]
    rows = sorted(most, key=lambda row: -row.cents)
    ways = [[cents for _, cents in row.after] for row in rows]
    every = [0, *(cents for way in ways for cents in way)]
    step = round_step(max(every) - min(every), MAX_LEVELS - 1)
    lowest, highest = min(every) // step * step, -(-max(every) // step) * step
    room = MONEY_HEIGHT - SEASON_TOP - SEASON_FOOT

    def y(cents: int) -> float:
        return round(SEASON_TOP + (highest - cents) / (highest - lowest) * room, 1)

    names = [row.name for row in rows]
    numbers = table_of(
        _last_nights("Money, night by night", found),
        " ".join(f"{row.name} is at {money_text(row.cents, currency, signed=True)}." for row in rows),
        ("Night", *names),
        (
            (iso_day_text(day), *(money_text(way[night], currency, signed=True) for way in ways))
            for night, day in enumerate(found.days)
        ),
    )
    return {
        "numbers": numbers, "whose": "The eight whose money moved most" if len(played) > len(rows) else "",
        "height": MONEY_HEIGHT, "left": MONEY_LEFT, "right": SEASON_RIGHT,
        "up": [(y(cents), money_text(cents, currency)) for cents in range(lowest, highest + 1, step)],
        "base": y(0), "across": _days_below(found.days, MONEY_LEFT),
        "curves": _curves(rows, ways, known, (MONEY_LEFT, MONEY_HEIGHT), y),
    }  # fmt: skip


def _last_nights(title: str, found: Standings) -> str:
    return f"{title}: the last {counted(NIGHTS, 'night')}" if len(found.days) == NIGHTS else title


def _night_x(night: int, nights: int, left: int) -> float:
    return round(left + night * (SEASON_RIGHT - left) / max(nights - 1, 1), 1)


def _days_below(days: Sequence[str], left: int) -> list[tuple[float, str]]:
    """Return the days that are written below a drawing: the first, the last, and some between."""
    last = len(days) - 1
    shown = {round(number * last / (DATES - 1)) for number in range(DATES)} if last >= DATES else range(len(days))
    dates = [(night, dt.date.fromisoformat(days[night])) for night in sorted(shown)]
    return [(_night_x(night, len(days), left), f"{date:%b} {date.day}") for night, date in dates]


def _curves(
    rows: Sequence[StandingsRow], ways: Sequence[Sequence[int | None]], known: Iterable[str], box: tuple[int, float],
    y: Callable[[int], float],
) -> list[dict[str, Any]]:  # fmt: skip
    """Return everybody's way as lines and dots, with a gap wherever they had none, and the name at its end.

    Each has the color of their chip, and a shape and dashes of their own among those of that color.
    """
    left, height = box
    ends = [next(y(value) for value in reversed(way) if value is not None) for way in ways]
    labels = spread_labels(ends, top=SEASON_TOP, foot=height - SEASON_FOOT, apart=26)
    names, curves = [*known, *(row.name for row in rows)], []
    for row, way, label in zip(rows, ways, labels, strict=True):
        shape = tint(row.person_id + row.person_id // len(SHAPES))
        at = [None if value is None else (_night_x(night, len(way), left), y(value)) for night, value in enumerate(way)]
        parts = [list(part) for drawn, part in groupby(at, key=lambda point: point is not None) if drawn]
        curves.append({
            "css": tint(row.person_id), "dashes": DASHES[shape], "name": short_name(row.name, names, LONGEST_LABEL),
            "label": label, "mark": shape_at(shape, SEASON_RIGHT + 22, label),
            "parts": [" ".join(f"{point[0]},{point[1]}" for point in part if point) for part in parts if len(part) > 1],
            "dots": [shape_at(shape, *point) for point in at if point], "end": at[-1],
        })  # fmt: skip
    return curves


# ---------------------------------------------------------------- who wins with whom


def partner_grid(pairs: Sequence[tuple[int, int, Share]], names: Mapping[int, str]) -> Drawing | None:
    """Return the games won together, as `statistics.read_partnerships` does; None for fewer than three people."""
    shown = [
        (one, other, share, f"{names[one]} & {names[other]}")
        for one, other, share in pairs
        if one in names and other in names
    ]
    partners = {person for one, other, *_ in shown for person in (one, other)}
    people = sorted(partners, key=lambda person: names[person].casefold())
    known = [names[person] for person in people]
    if len(people) < FEWEST_PEOPLE:
        return None
    size = (SEASON_WIDTH - PARTNERS_WIDTH) / len(people)
    one, other, share, _ = max(shown, key=lambda pair: (pair[2].of, pair[2].rate))
    numbers = table_of(
        "Games won together",
        f"{names[one]} and {names[other]} played together most: won {share.part} of {share.of}.",
        ("Partners", "Won", "Of", "Share"),
        ((both, str(share.part), str(share.of), share.text) for _, _, share, both in shown),
    )
    cells = []
    for one, other, share, both in shown:
        for row, column in ((one, other), (other, one)):
            x = PARTNERS_WIDTH + people.index(column) * size
            cells.append({
                "x": round(x + CELL_GAP / 2, 1), "middle": round(x + size / 2, 1),
                "y": HEADS_HEIGHT + people.index(row) * CELL_HEIGHT + CELL_GAP / 2,
                "shade": round(0.04 + 0.28 * share.rate, 2), "share": share,
                "title": f"{both}: won {share.part} of {share.of}",
            })  # fmt: skip
    best = sorted(shown, key=lambda pair: (-pair[2].part, -pair[2].rate))
    return {
        "numbers": numbers,
        "best": [(both, f"{share.part} of {share.of}") for _, _, share, both in best if share.part],
        "whose": "The eight who partnered most." if len(people) == MAX_PEOPLE else "",
        "height": HEADS_HEIGHT + len(people) * CELL_HEIGHT,
        "size": round(size - CELL_GAP, 1),
        "people": [
            {
                "x": round(PARTNERS_WIDTH + (number + 0.5) * size, 1), "y": HEADS_HEIGHT + (number + 0.5) * CELL_HEIGHT,
                "head": short_name(names[person], known, LONGEST_HEAD), "name": short_name(names[person], known),
            }
            for number, person in enumerate(people)
        ],
        "cells": cells,
    }  # fmt: skip


# ---------------------------------------------------------------- the days a league met


def first_month(last: dt.date) -> dt.date:
    """Return the first day of the year of months that ends with the month of a day."""
    return dt.date(last.year - (last.month < MONTHS_SHOWN), last.month % MONTHS_SHOWN + 1, 1)


def night_calendar(nights: Sequence[dt.date], last: dt.date) -> Drawing | None:
    """Return the days a league met, month by month from the first one with a night; None if there is none.

    `nights` are those since `first_month(last)`, in any order.  A month has a row for each week, and its days without
    and with a night as paths of squares.
    """
    if not nights:
        return None
    month, months, rows = min(nights).replace(day=1), [], []
    while month <= last:
        after = (month + dt.timedelta(days=31)).replace(day=1)
        every = [month + dt.timedelta(days=number) for number in range((after - month).days)]
        met = sorted(day for day in nights if month <= day < after)
        months.append({
            "name": f"{month:%b}", "days": _squares(day for day in every if day not in met), "nights": _squares(met),
            "count": str(len(set(met)) or ""),
        })  # fmt: skip
        rows.append((f"{month:%b} {month.year}", str(len(met)), ", ".join(map(day_text, met))))
        month = after
    described = f"{counted(len(nights), 'night')} from {rows[0][0]} to {rows[-1][0]}."
    return {
        "numbers": table_of("Calendar", described, ("Month", "Nights", "Days"), rows), "months": months,
        "width": WEEK * DAY_STEP - (DAY_STEP - DAY_SIZE), "height": MOST_WEEKS * DAY_STEP - (DAY_STEP - DAY_SIZE),
    }  # fmt: skip


def _squares(days: Iterable[dt.date]) -> str:
    """Return the days of a month as a path; weeks begin on Sunday, as on an American calendar."""
    path = ""
    for day in days:
        before = (day.replace(day=1).weekday() + 1) % WEEK
        week, weekday = divmod(before + day.day - 1, WEEK)
        path += f"M{weekday * DAY_STEP},{week * DAY_STEP}h{DAY_SIZE}v{DAY_SIZE}h-{DAY_SIZE}z"
    return path
