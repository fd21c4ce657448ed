"""Rows 2 and 7: "saved" survives kill -9 of any worker, and all phones see one history meanwhile.

Phones send again what was not answered, and it is written once; what they were told is held against what it was in the
end.
"""

import pytest

from tests.trust.scoring import PHONES, begin, faults_of, histories, keep_score
from tests.trust.servers import serving_from

pytestmark = pytest.mark.deep
ANYWHERE = {"ODDS": "400", "ANSWERED": "12"}
"""A hand that is saved and looked at passes many points at which a worker may die: one of some hands kills one."""
OFTEN = {"ODDS": "150", "ANSWERED": "6"}
"""For a short night, in which else too few might die by chance."""


def night_of(database, folder, games, hands, environ, **how):
    codes, cookies = begin(database, folder, games)
    with serving_from(database, folder, **environ) as server:
        night = keep_score(server, cookies, codes, hands, **how)
        deaths = server.deaths
    assert len(night.saves) == PHONES * games * hands
    return night, faults_of(night, histories(database, codes)), deaths


def told(night, faults):
    said = ", ".join(f"{count} {fault}" for fault, count in faults.items())
    return f"{len(night.saves)} and {len(night.looks)}: {said}"


def test_workers_die_and_every_hand_is_written_once_and_seen_alike(database, tmp_path, size, record_property):
    games, hands, deadly = size(20, 1), size(25, 8), size(ANYWHERE, OFTEN)
    night, faults, deaths = night_of(database, tmp_path, games, hands, deadly, looking=True)
    figures = f"{len(night.saves)}, {deaths}, {faults['lost']}, {faults['doubled']}"
    record_property("row 2: hands saved, workers killed, hands lost, doubled", figures)
    record_property("row 7: saves and looks, and what was told that is not so", told(night, faults))
    assert sum(faults.values()) == 0
    assert deaths > len(night.saves) / 20


def test_the_control_without_op_ids_hands_are_doubled(database, tmp_path, size, record_property):
    night, faults, _ = night_of(database, tmp_path, 1, size(25, 8), {"ANSWERED": "3"}, careful=False)
    saved = len(night.saves)
    record_property("row 2, control without op ids: hands saved, written", f"{saved}, {saved + faults['doubled']}")
    assert faults["doubled"] > 0


@pytest.mark.parametrize(
    ("plant", "found"), [("race", "upon what it had not seen"), ("memory", "not a part of the history, or stale")]
)
def test_the_control_a_planted_fault_is_found(database, tmp_path, size, plant, found, record_property):
    codes, cookies = begin(database, tmp_path, 1)
    with serving_from(database, tmp_path, PLANT=plant) as server:
        night = keep_score(server, cookies, codes, size(15, 6), looking=True)
    faults = faults_of(night, histories(database, codes))
    record_property(f"row 7, control with a planted {plant}", told(night, faults))
    assert sum(count for fault, count in faults.items() if fault in found) > 0
