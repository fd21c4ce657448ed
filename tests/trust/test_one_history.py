"""Row 7, all phones see one history: what they were told while workers died, held against what it was in the end."""

from __future__ import annotations

import pytest

from tests.trust.scoring import begin, faults_of, histories, keep_score
from tests.trust.servers import serving_from

DEADLY = {"ODDS": "400", "ANSWERED": "15"}


@pytest.mark.deep
def test_every_phone_saw_the_beginning_of_one_history(database, tmp_path, size, record_property):
    night, faults = night_of(database, tmp_path, size(10, 1), size(15, 8), DEADLY)
    record_property("row 7: saves and looks, and what was told that is not so", told(night, faults))
    assert sum(faults.values()) == 0


@pytest.mark.deep
@pytest.mark.parametrize(
    ("plant", "found"), [("race", "upon what it had not seen"), ("memory", "not a part of the history, or stale")]
)
def test_the_control_a_planted_fault_is_found(database, tmp_path, size, plant, found, record_property):
    night, faults = night_of(database, tmp_path, 1, size(15, 6), {"PLANT": plant})
    record_property(f"row 7, control with a planted {plant}", told(night, faults))
    assert sum(count for fault, count in faults.items() if fault in found) > 0


def night_of(database, folder, games, hands, environ):
    codes, cookies = begin(database, folder, games)
    with serving_from(database, folder, **environ) as server:
        night = keep_score(server, cookies, codes, hands, looking=True)
    return night, faults_of(night, histories(database, codes))


def told(night, faults):
    said = ", ".join(f"{count} {fault}" for fault, count in faults.items())
    return f"{len(night.saves)} and {len(night.looks)}: {said}"
