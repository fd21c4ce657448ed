"""What a phone needs to keep score without signal: a worker, a manifest, fresh stamps, answers that say the row."""

import struct
from pathlib import Path

from scorekeeper.core import settings

OUTBOX = {"Outbox": "1"}
STATIC = Path(settings.resources("static"))


def hand(stamp, **fields):
    """Return what the outbox sends for a hand."""
    return {"what": "hand", "bidder": "2", "bid": "5", "seen": stamp["seq"]} | fields | {
        key: stamp[key] for key in ("csrf_token", "op_id")
    }  # fmt: skip


def stamp_of(phone, code):
    answer = phone.get(f"/t/{code}/stamp")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json


def fetched(phone, path):
    """Get a file whole."""
    with phone.get(path) as answer:
        answer.get_data()
    return answer


def test_the_worker_comes_from_the_root_asked_for_anew_each_time(phone):
    answer = fetched(phone, "/sw.js")
    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy  # what the worker itself may fetch


def test_the_manifest_names_icons_that_are_there(phone):
    answer = phone.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    said = answer.json
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    for icon in said["icons"]:
        name = Path(icon["src"]).name
        picture = (STATIC / "img" / name).read_bytes()
        width, height = struct.unpack(">II", picture[16:24])
        assert icon["sizes"] == f"{width}x{height}"
        assert fetched(phone, icon["src"]).mimetype == icon["type"]


def test_sent_again_it_is_told_the_same_row(phone, code):
    first, second = (stamp_of(phone, code) for _ in range(2))
    assert first["op_id"] != second["op_id"]
    sent = hand(first)
    rows = [phone.client.post(f"/t/{code}/hands", data=sent, headers=OUTBOX).headers["Saved-As"] for _ in range(2)]
    later = phone.client.post(f"/t/{code}/hands", data=hand(second, seen=1, bid="6"), headers=OUTBOX)
    again = phone.client.post(f"/t/{code}/hands", data=sent, headers=OUTBOX)
    assert (rows, later.headers["Saved-As"], again.headers["Saved-As"]) == (["1", "1"], "2", "1")


def test_the_same_hand_from_another_phone_is_told_that_phones_row(phone, code):
    mine = stamp_of(phone, code)
    phone.hand(code)
    phone.hand(code, bidder="1")
    answer = phone.client.post(f"/t/{code}/hands", data=hand(mine), headers=OUTBOX)
    assert (answer.status_code, answer.headers["Saved-As"]) == (204, "1")
    other = phone.client.post(f"/t/{code}/hands", data=hand(stamp_of(phone, code), seen=1, bid="7"), headers=OUTBOX)
    assert other.status_code == 409
    assert "Saved-As" not in other.headers
    assert 'class="newer"' in other.text


def test_a_correction_and_an_undo_are_told_their_rows(phone, code):
    phone.hand(code)
    corrected = phone.client.post(f"/t/{code}/lines/1", data=hand(stamp_of(phone, code), bid="6"), headers=OUTBOX)
    undone = phone.client.post(f"/t/{code}/undo", data=hand(stamp_of(phone, code), target="2"), headers=OUTBOX)
    assert [answer.headers["Saved-As"] for answer in (corrected, undone)] == ["2", "3"]
    assert (corrected.status_code, undone.status_code) == (204, 204)
