"""Row 17, no input crashes it: every field of every form and address × whatever can be typed, pasted or made up.

The fields are those a view asks for while it takes a good form.  What is refused has written nothing, and what is
taken is shown as the text it is.
"""

import itertools
from functools import partial
from urllib.parse import quote, urlencode

import pytest
from flask import Request
from werkzeug.datastructures import ImmutableMultiDict

from scorekeeper.core import forms
from tests.databases import everything
from tests.keeping import kept_of
from tests.trust.test_every_form import COUNTED
from tests.trust.ways import WAYS, address, from_anywhere, value_at

PLANTED = "<b data-planted>"
SILLY = {
    "empty": "", "blank": " ", "huge": "9" * 400, "long": "x" * 20_000, "past 64 bits": str(2**63), "negative": "-7",
    "float": "2.5", "infinite": "1e309", "no number": "NaN", "NUL": "a\0b", "right to left": "\u202e\u05d0\u05d1",
    "emoji": "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}", "half a character": "\ud800", "HTML": f"{PLANTED}\"'</b>",
    "template": "{{ 7*7 }}{% raw %}", "formula": "=1+1", "other digits": "\N{ARABIC-INDIC DIGIT THREE}",
    "line break": "a\r\nb: c", "path": "../../etc/passwd", "a list": ("1", "2"), "a list of nothing": ("", PLANTED),
}  # fmt: skip
NOT_ENDING, LARGE = "/stream", 60
SHOWN = (
    "/", "/t/{code}", "/t/{code}/log", "/t/{code}/watch", "/t/{code}/rules", "/t/{code}/whatif", "/t/{code}/seats",
    "/t/{code}/exits",
    "/t/{code}/lines/1", "/t/{code}/lines/2", "/t/{code}/vote", "/t/{code}/phones", "/t/{code}/who", "/t/{code}/settle",
    "/t/{code}/settle/ledger", "/t/{code}/house", "/l/{league}/house-rules", "/new", "/new/{variant}/4", "/l/{league}",
    "/l/{league}/people", "/l/{league}/people/1", "/l/{league}/seasons", "/l/{league}/changes",
    "/l/{league}/tournaments", "/l/{league}/tournaments/{tournament}", "/l/{league}/tournaments/{tournament}/log",
    "/l/{league}/tournaments/{tournament}/board", "/c/{card}",
)  # fmt: skip
"""Where what somebody typed may be shown."""


@pytest.fixture
def asked_for(copy, monkeypatch):
    """The names the views ask a form or an address for; growing."""
    names = set()

    class Listened(ImmutableMultiDict):
        def __contains__(self, name):
            names.add(name)
            return super().__contains__(name)

        def __getitem__(self, name):
            names.add(name)
            return super().__getitem__(name)

        def get(self, name, default=None, type=None):  # noqa: A002 - Werkzeug's name for it
            names.add(name)
            return super().get(name, default, type)

        def getlist(self, name, type=None):  # noqa: A002 - Werkzeug's name for it
            names.add(name)
            return super().getlist(name, type)

    class Listening(Request):
        parameter_storage_class = Listened

    monkeypatch.setattr(copy.app, "request_class", Listening)
    return names


def fields_of(form, asked_for):
    """Send a good form; give its fields and what else was asked for."""
    asked_for.clear()
    assert form.send().status_code in (200, 303)
    return sorted((asked_for | set(form.fields)) - {"csrf_token"})


def encoded(fields):
    """Write a form as a browser sends it, what no browser would send too."""
    pairs = [(name, one) for name, value in fields.items() for one in (value if isinstance(value, tuple) else [value])]
    return urlencode(pairs, errors="surrogatepass")


def mixed(fields, size):
    """Return the silly forms: in full each field with each kind, in short with one, of a large form every fifth field.

    And all fields at once, with one kind or with a kind for each.
    """
    kinds = list(SILLY)
    for number, field in size(list(enumerate(fields)), list(enumerate(fields))[:: 5 if len(fields) > LARGE else 1]):
        for kind in size(kinds, [kinds[number % len(kinds)]]):
            yield f"{field}: {kind}", {field: SILLY[kind]}
    for kind in size(kinds, ["empty", "HTML"]):
        yield f"every field: {kind}", dict.fromkeys(fields, SILLY[kind])
    for shift in range(0, len(kinds), size(1, 7)):
        turned = itertools.cycle(kinds[shift:] + kinds[:shift])
        yield f"turn {shift}", {field: SILLY[kind] for field, kind in zip(fields, turned, strict=False)}


class Probe:
    """A copy of the world that is put back whenever something was written, and what was found wrong."""

    def __init__(self, copy, left_out=()):
        self.copy, self.left_out, self.requests, self.crashed, self.wrong = copy, left_out, 0, 0, []
        self.kept = kept_of(copy.path)
        self.before = everything(copy.path, without=left_out)

    def keep(self):
        self.kept.keep()
        self.before = everything(self.copy.path, without=self.left_out)

    def look_at(self, case, send):
        """Send something, and note what is wrong with the answer; tell whether it was taken and written."""
        before = self.kept.version()
        with send() as answer:
            status, text = answer.status_code, answer.get_data().decode(errors="replace")  # a picture is no text
        self.requests += 1
        if status >= 500:
            self.crashed += 1
            self.wrong.append(f"{case}: {status}")
        if PLANTED in text:
            self.wrong.append(f"{case}: HTML as it came, {status}")
        if self.kept.version() == before:
            return False
        if status >= 400 and everything(self.copy.path, without=self.left_out) != self.before:
            self.wrong.append(f"{case}: {status}, and something was written")
        return True

    def put_back(self):
        self.kept.put_back()

    def close(self):
        self.kept.close()


@pytest.fixture
def probing():
    """Return a function that makes a Probe."""
    made = []

    def make(*arguments):
        made.append(Probe(*arguments))
        return made[-1]

    yield make
    for one in made:
        one.close()


FIGURES = "row 17: fields, requests, answers of 500 and more"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("rule", list(WAYS))
def test_any_form(copy, asked_for, probing, rule, size, record_property):
    form = copy.ready(rule)
    probe, fields = probing(copy, COUNTED.get(rule, ())), fields_of(form, asked_for)
    probe.put_back()
    type_in(probe, form, fields, size)
    record_property(FIGURES, [len(fields), probe.requests, probe.crashed])
    assert probe.wrong == []


def type_in(probe, form, fields, size):
    """Send every silly form; look at what was taken on every page that may show it."""
    urlencoded = {"Content-Type": "application/x-www-form-urlencoded"}
    reader, shown = probe.copy.phone(), [path.format(**form.values) for path in SHOWN]
    for number, (case, silly) in enumerate(mixed(fields, size)):
        headers = urlencoded | ({"HX-Request": "true"} if number % 2 else {})
        sent = encoded(form.fields | silly)
        if probe.look_at(case, lambda sent=sent, headers=headers: form.send(sent, **headers)):
            if PLANTED in str(silly):
                for path in shown:
                    probe.look_at(f"{case}, at {path}", lambda path=path: reader.get(path))
            probe.put_back()


@pytest.mark.deep
def test_any_address(copy, asked_for, probing, size, record_property):
    probe, phone, fields = probing(copy), copy.phone(), 0
    for rule in copy.routes("GET"):
        if rule.endswith(NOT_ENDING):
            continue
        path = address(rule, copy.world.values)
        asked_for.clear()
        phone.get(path).close()
        phone.get(f"{path}?with=smoke&size=4").close()  # what is asked for only when something else is there
        names = sorted(asked_for)
        fields += len(names)
        for case, silly in mixed(names, size):
            probe.look_at(f"{rule} {case}", lambda silly=silly, path=path: phone.get(f"{path}?{encoded(silly)}"))
    record_property(FIGURES, [fields, probe.requests, probe.crashed])
    assert probe.wrong == []


@pytest.mark.deep
def test_any_part_of_an_address(copy, probing, size, record_property):
    probe, phone, arguments = probing(copy, ("failures",)), copy.phone(), 0
    token = phone.form("/join", "/join")["csrf_token"]
    rules = list(copy.app.url_map.iter_rules())
    for rule, argument in [(each, name) for each in rules for name in sorted(each.arguments)]:
        arguments += 1
        for kind, value in list(SILLY.items())[size(0, arguments % 3) :: size(1, 3)]:
            if not value or isinstance(value, tuple):
                continue
            said = quote(value[:2_000], safe="", errors="surrogatepass")
            path = address(rule.rule, copy.world.values | {value_at(rule.rule, argument): said})
            for method in sorted(rule.methods & {"GET", "POST"}):
                ask = partial(phone.client.open, path, method=method, environ_overrides=from_anywhere())
                data = {"csrf_token": token} if method == "POST" else None
                probe.look_at(f"{method} {rule.rule}, {argument}: {kind}", partial(ask, data=data))
    record_property(FIGURES, [arguments, probe.requests, probe.crashed])
    assert probe.wrong == []


@pytest.mark.parametrize("name", ["phone", "session", "screen"])
def test_any_cookie(copy, probing, name, record_property):
    probe = probing(copy)
    for value in SILLY.values():
        stranger = copy.phone("stranger")
        said = quote(value if isinstance(value, str) else value[0], safe="", errors="surrogatepass")
        for path in ("/", f"/t/{copy.world.values['code']}", "/join"):
            for cookie in (said, said.encode().decode("unicode_escape")):
                headers = {"Cookie": f"{name}={cookie}"}
                probe.look_at(f"{name} at {path}", partial(stranger.client.get, path, headers=headers))
    record_property(FIGURES, [1, probe.requests, probe.crashed])
    assert probe.wrong == []


NUMBERS_AND_WORDS = ("note", "reason", "seen")


@pytest.mark.deep
def test_the_control_numbers_read_as_they_come_and_text_put_in_as_it_is(
    own_copy, probing, monkeypatch, record_property
):
    form = own_copy.ready("/t/<code>/vote")
    probe = probing(own_copy)
    monkeypatch.setitem(globals(), "SILLY", {kind: SILLY[kind] for kind in ("huge", "HTML")})
    monkeypatch.setattr(forms, "parse_uint", lambda text: ord(text) - ord("0"))  # TypeError for all but one character
    own_copy.app.jinja_env.autoescape = False
    own_copy.app.jinja_env.cache.clear()
    type_in(probe, form, NUMBERS_AND_WORDS, whole)
    raw = [case for case in probe.wrong if "HTML as it came" in case]
    told = f"{probe.crashed}, {len(raw)}"
    record_property("row 17, control without checks: 500s, pages with HTML in them", told)
    assert probe.crashed
    assert raw


def test_the_control_a_refusal_that_wrote_is_found(copy, probing, monkeypatch):
    form = copy.ready("/t/<code>/hands")
    probe = probing(copy)
    save = copy.app.view_functions["table.save"]
    monkeypatch.setitem(copy.app.view_functions, "table.save", lambda code: (save(code), 422))
    monkeypatch.setitem(globals(), "SILLY", {"blank": " "})
    type_in(probe, form, ["note"], whole)
    assert [case for case in probe.wrong if "422, and something was written" in case]


def whole(full, _short):
    return full
