"""The figures that tests record with `record_property`, like the taps a hand needs."""

from __future__ import annotations

import re


def figures_of(reports):
    """Return each figure as (name, value), by number: row 2 comes before row 16.

    Counts, given as a list, are added up over all tests that recorded them under one name.
    """
    found = {}
    for report in reports:
        for name, value in report.user_properties:
            found.setdefault(name, []).append(value)
    return [(name, value) for name in sorted(found, key=_by_number) for value in _added_up(found[name])]


def _added_up(values):
    if not isinstance(values[0], list):
        return values
    return [", ".join(str(sum(counts)) for counts in zip(*values, strict=True))]


def _by_number(name):
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split("([0-9]+)", name)]
