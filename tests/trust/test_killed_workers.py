"""Row 2, "saved" survives kill -9 of any worker: phones send again what was not answered, and it is written once."""

from __future__ import annotations

import pytest

from tests.trust.scoring import PHONES, begin, faults_of, histories, keep_score
from tests.trust.servers import serving_from

ANYWHERE = {"ODDS": "300", "ANSWERED": "12"}
"""A hand that is saved passes about forty points at which a worker may die: one of six hands kills one."""
OFTEN = {"ODDS": "150", "ANSWERED": "6"}
"""For a short night, in which else too few might die by chance."""


@pytest.mark.deep
def test_workers_die_and_every_hand_is_written_once(database, tmp_path, size, record_property):
    night, faults, deaths = night_of(database, tmp_path, size(20, 1), size(25, 15), size(ANYWHERE, OFTEN))
    told = f"{len(night.saves)}, {deaths}, {faults['lost']}, {faults['doubled']}"
    record_property("row 2: hands saved, workers killed, hands lost, doubled", told)
    assert sum(faults.values()) == 0
    assert deaths > len(night.saves) / 20


@pytest.mark.deep
def test_the_control_without_op_ids_hands_are_doubled(database, tmp_path, size, record_property):
    night, faults, _ = night_of(database, tmp_path, size(20, 1), size(25, 8), {"ANSWERED": "3"}, careful=False)
    saved = len(night.saves)
    record_property("row 2, control without op ids: hands saved, written", f"{saved}, {saved + faults['doubled']}")
    assert faults["doubled"] > 0


def night_of(database, folder, games, hands, deadly, *, careful=True):
    codes, cookies = begin(database, folder, games)
    with serving_from(database, folder, **deadly) as server:
        night = keep_score(server, cookies, codes, hands, careful=careful)
        deaths = server.deaths
    assert len(night.saves) == PHONES * games * hands
    return night, faults_of(night, histories(database, codes)), deaths
