"""Row 4, a full disk loses nothing: hands are saved until there is no room, and again once there is some.

The disk is one of a megabyte, kept in memory, which wants root.
"""

import os
import subprocess
from dataclasses import dataclass

import pytest
from sqlalchemy.exc import DatabaseError

from tests.databases import asked, copied
from tests.trust.disk import keep_mounts_to_ourselves
from tests.trust.scoring import begin, faults_in, histories, stamp
from tests.trust.servers import RealPhone, serving_from

pytestmark = pytest.mark.sqlite("the disk of a PostgreSQL server is another's")
SAID = "No room left"
MOST = 1_000


class OneMegabyte:
    """A disk of its own, full but for some room; a ballast on it is taken away piece by piece."""

    room = 40 * 1024
    """Bytes; the journal of a write needs as many as twenty thousand of them for a while."""

    def __init__(self, folder):
        self.at, self.ballast = folder / "small", folder / "small" / "ballast"
        self.at.mkdir()
        said = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", self.at], check=False, capture_output=True, text=True
        )
        if said.returncode:
            pytest.skip(f"No disk of a megabyte can be mounted here: {said.stderr.strip()}")

    def fill(self):
        there = os.statvfs(self.at)
        self.ballast.write_bytes(bytes(there.f_bavail * there.f_bsize - self.room))

    def make_room(self):
        os.truncate(self.ballast, self.ballast.stat().st_size - self.room)

    def close(self):
        subprocess.run(["umount", "-l", self.at], check=True)


@pytest.fixture
def disk(tmp_path):
    keep_mounts_to_ourselves()
    disk = OneMegabyte(tmp_path)
    yield disk
    disk.close()


@dataclass
class Evening:
    """What a phone was told: notes of hands that were acknowledged, how many were refused, what else went wrong."""

    saved: list[str]
    refused: int = 0
    unread: int = 0
    corrupt: int = 0


def hand_of(phone, code, number):
    note = f"hand {number} " + "of many words " * 8
    return stamp(phone, code) | {"what": "hand", "bidder": "2", "bid": "5", "sure": "yes", "note": note.strip()}


def fill_up(phone, code, evening):
    """Save hands until one is refused; give its form."""
    for _ in range(MOST):
        form = hand_of(phone, code, len(evening.saved))
        answer = phone.once("POST", f"/t/{code}/hands", form, Outbox="1")
        if answer.status != 204:
            assert_refused_in_words(answer)
            evening.refused += 1
            return form
        evening.saved.append(form["note"])
    raise AssertionError("the disk never was full")


def assert_refused_in_words(answer):
    assert answer.status == 507, f"{answer.status} {answer.text}"
    assert SAID in answer.text
    assert "Nothing else changed." in answer.text


def all_can_be_read(phone, code):
    pages = ["/", *(f"/t/{code}{page}" for page in ("", "/log", "/rules", "/lines/1", "/sheet.json"))]
    return all(phone.once("GET", page).status == 200 for page in pages)


def play_on(disk, phone, code, rounds):
    """Fill the disk, look around, make room, and send again what was refused: so many times over."""
    evening = Evening([])
    for _ in range(rounds):
        form = fill_up(phone, code, evening)
        again = phone.once("POST", f"/t/{code}/hands", form)
        if again.status != 303:  # to the last block a tmpfs does not count exactly
            assert_refused_in_words(again)
            evening.refused += 1
        evening.unread += not all_can_be_read(phone, code)
        evening.corrupt += faults_in(disk.at / "games.db") != []
        disk.make_room()
        assert phone.once("POST", f"/t/{code}/hands", form, Outbox="1").status == 204
        evening.saved.append(form["note"])
    return evening


@pytest.mark.deep
def test_a_full_disk_is_survived_and_said(blank_database, disk, tmp_path, size, record_property):
    database = copied(blank_database, disk.at / "games.db")
    [code], cookies = begin(database, tmp_path, 1)
    rounds = size(10, 2)
    with serving_from(database, tmp_path) as server:
        phone = RealPhone(server, cookies[0])
        phone.get(f"/t/{code}")
        disk.fill()
        evening = play_on(disk, phone, code, rounds)
    history = histories(database, [code])[code]
    told = f"{rounds}, {len(evening.saved)}, {evening.refused}, {evening.unread}, {evening.corrupt}"
    record_property("row 4: times full, hands saved, refused, unreadable, corrupt", told)
    assert list(history.notes) == evening.saved
    assert (evening.unread, evening.corrupt) == (0, 0)


@pytest.mark.deep
@pytest.mark.parametrize("plant", ["no journal", "deaf"])
def test_the_control_a_careless_writer_is_found_out(blank_database, disk, tmp_path, plant, record_property):
    """Without a journal a file is left half written; who does not listen to a commit says saved what is not."""
    database = copied(blank_database, disk.at / "games.db")
    [code], cookies = begin(database, tmp_path, 1)
    with serving_from(database, tmp_path, PLANT=plant) as server:
        phone, saved, status = RealPhone(server, cookies[0]), 0, 204
        phone.get(f"/t/{code}")
        disk.fill()
        for number in range(200):
            status = phone.once("POST", f"/t/{code}/hands", hand_of(phone, code, number), Outbox="1").status
            saved += status == 204
            if status >= 500:
                break
    try:
        [(written,)] = asked(database, "SELECT count(*) FROM lines")
        faults, lost = len(faults_in(database)), saved - written
    except DatabaseError:  # it cannot even be opened any more
        faults, lost = 1, saved
    told = f"{faults}, {lost}"
    record_property(f"row 4, control, {plant}: faults the doctor finds, hands said to be saved and not there", told)
    assert faults + lost > 0
