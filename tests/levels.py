"""Which tests `make test` leaves to `make test-all` (CONTRIBUTING.md says what belongs where)."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest


def mark_what_no_sample_has(items, seed):
    """Mark as deep all but `count` of the cases of every test marked sampled(count), drawn with the seed of the run.

    Every process of a run draws the same ones, and so does a run with the same --randomly-seed.
    """
    cases = defaultdict(list)
    for item in sorted(items, key=lambda item: item.nodeid):
        for sample in item.iter_markers("sampled"):
            cases[item.nodeid.partition("[")[0], *sample.args].append(item)
    for (test, count), its_cases in cases.items():
        chosen = random.Random(f"{seed} {test}").sample(its_cases, min(count, len(its_cases)))
        for item in its_cases:
            if item not in chosen:
                item.add_marker(pytest.mark.deep)
