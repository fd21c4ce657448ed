"""Row 17, imports: whatever is brought in instead of a scoresheet is refused in words, and leaves nothing behind."""

import io
import json
import tomllib
from copy import deepcopy
from urllib.parse import urlencode

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.settings import IMPORT_LIMIT
from scorekeeper.transfer.sheets import MAX_LINES
from tests.databases import everything
from tests.trust.ways import FINISHED, GAME

LARGE = 400_000
"""Bytes above which the tests' client leaves files behind."""
URLENCODED = "application/x-www-form-urlencoded"
NIGHTS = [tomllib.loads(sheet) for sheet in (FINISHED, GAME)]
odd = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=20), st.dates(),
    st.sampled_from([
        "", "\ud800", "a\0b", "1e309", 10**400, "Ann", "Zed", "smoke", "9" * 5_000, [], {}, [[]], {"": ""}, [None] * 50,
    ]),
    st.recursive(st.none() | st.integers(), lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside)),
)  # fmt: skip
edits = st.lists(
    st.tuples(st.sampled_from(["replace", "remove", "add", "twice"]), st.lists(st.integers(0, 30), max_size=4), odd,
              st.text(max_size=8) | st.sampled_from(["bidder", "tricks", "join", "stakes", "lines", "rules", "note"])),
    min_size=1, max_size=3,
)  # fmt: skip


def edited(document, changes):
    """Return a document with something replaced, removed, added or said twice, somewhere."""
    for what, way, value, key in changes:
        place = document
        for step in way:
            inside = list(place.values() if isinstance(place, dict) else place)
            deeper = [each for each in inside if isinstance(each, dict | list) and each]
            if not deeper:
                break
            place = deeper[step % len(deeper)]
        edit(place, what, deepcopy(value), key, sum(way))  # drawn twice, it would come to lie in itself
    return document


def edit(place, what, value, key, number):
    if isinstance(place, dict):
        known = list(place)[number % len(place)] if place else key
        if what == "remove":
            place.pop(known, None)
        else:
            place[known if what == "replace" else key] = place.get(known) if what == "twice" else value
    elif what == "replace" and place:
        place[number % len(place)] = value
    elif what == "remove" and place:
        del place[number % len(place)]
    else:
        place.append(place[number % len(place)] if what == "twice" and place else value)


def as_json(document):
    return json.dumps(document, default=str)


def as_toml(document):
    try:
        return tomli_w.dumps(document)
    except (TypeError, AttributeError, ValueError):  # TOML has no null, and its keys are texts
        return as_json(document)


class Door:
    """The import form, sent again and again."""

    def __init__(self, copy):
        self.form, self.path, self.sent = copy.ready("/import"), copy.path, 0
        self.taken = self.crashed = 0
        self.before = everything(self.path)

    def bring_in(self, data, name="night.toml"):
        """Send a file, a large one as text; it is taken, refused in words with nothing written, or too large."""
        data = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        self.sent += 1
        fields = self.form.fields | {"op_id": f"{self.sent:032x}"}
        if len(data) > LARGE:
            answer = self.form.send(fields | {"sheet": data.decode()})
        else:
            answer = self.form.send(fields | {"sheet": "", "file": (io.BytesIO(data), name)})
        answer.close()
        self.crashed += answer.status_code >= 500
        assert answer.status_code in (303, 413, 422), data[:2_000]
        if answer.status_code == 303:
            self.taken, self.before = self.taken + 1, everything(self.path)
        else:
            assert everything(self.path) == self.before, data[:2_000]
        return answer


@pytest.fixture
def door(copy):
    return Door(copy)


@pytest.mark.deep
def test_sheets_near_good_ones(door, size, record_property):
    @settings(max_examples=size(3_000, 60), database=None)
    @given(st.sampled_from(range(len(NIGHTS))), edits, st.sampled_from([as_json, as_toml]))
    def fuzz(number, changes, written):
        document = edited(json.loads(as_json(NIGHTS[number])), changes)
        name = "night.json" if written is as_json else "night.toml"
        door.bring_in(written(document), name)

    fuzz()
    record_property("row 17, imports: sheets near good ones, taken, 500s", [door.sent, door.taken, door.crashed])
    assert door.taken < door.sent


BOMBS = {
    "deep JSON": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "a little too deep": '{"format": "scoresheet/1", "lines": ' + "[" * 25 + "]" * 25 + "}",
    "deep TOML": "a = " + "[" * 50_000 + "]" * 50_000,
    "deep keys": ".".join("a" * 20_000) + " = 1",
    "NaN": '{"format": "scoresheet/1", "players": NaN}',
    "infinity": '{"format": "scoresheet/1", "players": 1e400}',
    "a huge number": '{"format": "scoresheet/1", "dealer": ' + "9" * 100_000 + "}",
    "a huge number in TOML": f"format = {'9' * 100_000}",
    "a key twice": '{"format": "scoresheet/1", "format": "scoresheet/1"}',
    "half a character": '{"format": "scoresheet/1", "title": "\\ud800"}',
    "NUL": '{"format": "scoresheet/1", "title": "\\u0000"}',
    "UTF-16": GAME.encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "an archive": b"PK\x03\x04" + bytes(1_000),
    "players by the thousand": json.dumps({**NIGHTS[0], "players": [str(n) for n in range(50_000)]}),
    "misdeals by the thousand": json.dumps({**NIGHTS[1], "lines": [{"misdeal": True}] * 50_000}),
}


@pytest.mark.parametrize("bomb", list(BOMBS))
def test_bombs(door, bomb, record_property):
    answer = door.bring_in(BOMBS[bomb], "night.json" if str(BOMBS[bomb])[:1] == "{" else "night.toml")
    assert answer.status_code == 422
    record_property("row 17, imports: bombs, 500s", [door.sent, door.crashed])


def test_two_megabytes_are_read_and_a_byte_more_is_not(door):
    form = urlencode(door.form.fields | {"sheet": ""})
    for more, status in ((0, 422), (1, 413)):
        text = "x" * (IMPORT_LIMIT - len(form) + more)
        answer = door.form.send(form.replace("sheet=", f"sheet={text}"), **{"Content-Type": URLENCODED})
        answer.close()
        assert answer.status_code == status
    assert everything(door.path) == door.before


def test_so_many_lines_and_no_more(door):
    lines = [{"misdeal": True}] * MAX_LINES
    assert door.bring_in(json.dumps({**NIGHTS[1], "lines": lines}), "night.json").status_code == 303
    answer = door.bring_in(json.dumps({**NIGHTS[1], "lines": [*lines, {"misdeal": True}]}), "night.json")
    assert "An imported game has at most 2,000 lines, and this one has 2,001." in answer.text
