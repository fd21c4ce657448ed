"""No line of the log lets anybody in, or names anybody: every form and page there is, and errors nobody foresaw.

What is looked for: every code, name, word and number in the database, on the pages and in the cookies that is
somebody's own.
"""

import io
import logging
import re

import pytest
from sqlalchemy import text

from scorekeeper.core import logs
from scorekeeper.core.extensions import db
from tests.apps import app_on
from tests.databases import asked, copied
from tests.trust.ways import PASSPHRASE, WAYS, Copy, address, from_anywhere

CODE = "AbCdEfGhIjKlMnOpQr-_01"
LOGGERS = ("", "scorekeeper", "gunicorn.error", "gunicorn.access")
KEPT = (
    "SELECT code FROM games", "SELECT code FROM leagues", "SELECT code FROM links", "SELECT name FROM people",
    "SELECT op_id FROM answers",
)  # fmt: skip
TELLING = (
    "/new/<variant>/<int:size>", "/import", "/join", "/claim", "/t/<code>/who", "/t/<code>/hands",
    "/t/<code>/passphrase", "/t/<code>/settle/pay", "/t/<code>/phones/<int:phone>/admit",
    "/l/<league>/people/<int(max=999999999):person>/name",
)  # fmt: skip
"""Where most is typed that is somebody's own; with --prove every form is sent."""
TYPED = (
    "Ann", "Annie", "Gus", "Hal", "Ida", "Zed", "Bob's own", "Quarters", "It was Cy", "I had the jack", "Our rules",
    "Moon pot", "Skunk",
)  # fmt: skip


class Logged(Copy):
    """A copy of the world; `secrets` grows with all that was sent and handed out."""

    def __init__(self, world, folder):
        path = copied(world.path, folder / "world.db")
        super().__init__(world, app_on(path, folder, SECRET_KEY=world.secret_key), path)
        self.chosen = self.app.config["SETTINGS"]
        self.secrets = {PASSPHRASE, self.chosen.secret_key, *TYPED, *filter(None, world.cookies.values())}

    def remember(self, form):
        self.secrets |= {form.fields["csrf_token"], form.fields.get("op_id", "")} - {""}
        for cookie in form.phone.client._cookies.values():
            self.secrets.add(cookie.value)

    def look(self):
        for question in KEPT:
            self.secrets |= {value for (value,) in asked(self.path, question)}


@pytest.fixture
def said():
    """Return a function that logs as the settings say, into a text it gives."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(each, each.level, each.handlers[:], each.propagate) for each in loggers]
    out = io.StringIO()

    def set_up(chosen):
        logs.set_up(debug=chosen.debug)
        logging.getLogger().handlers[0].setStream(out)
        logging.getLogger("gunicorn.error").handlers[0].setStream(out)
        return out

    yield set_up
    for each, level, handlers, propagate in before:
        each.setLevel(level)
        each.handlers[:], each.propagate = handlers, propagate


def leaks(copy, log):
    copy.look()
    return sorted(word for word in copy.secrets if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", log))


def test_no_form_and_no_page_puts_a_secret_in_the_log(world, tmp_path, said, size, record_property):
    out = said(Logged(world, tmp_path).chosen)
    wrong, sent = [], size(tuple(WAYS), TELLING)
    for number, rule in enumerate(sent):
        folder = tmp_path / str(number)
        folder.mkdir()
        copy = Logged(world, folder)
        form = copy.ready(rule)
        copy.remember(form)
        assert form.send().status_code in (200, 303), rule
        wrong += leaks(copy, out.getvalue())
    copy = Logged(world, tmp_path)
    for phone in (copy.phone(), copy.phone("stranger")):
        for rule in copy.routes("GET"):
            with phone.client.get(address(rule, world.values), environ_overrides=from_anywhere()):
                pass
    wrong += leaks(copy, out.getvalue())
    record_property("log: forms sent, secrets in it", [len(sent), len(wrong)])
    assert wrong == []


def test_an_error_nobody_foresaw_is_logged_with_its_number_and_without_anybodys_words(world, tmp_path, said):
    copy = Logged(world, tmp_path)
    name, code = "Ottoline", world.values["code"]

    def look_up(**_):
        try:
            return {}[name]
        except KeyError as error:
            raise ValueError(f"{name} sits nowhere at {code}") from error

    def ask_the_database(**_):
        asked_for = {"name": name, "code": code}
        db.session.execute(text("SELECT * FROM nothing WHERE name = :name AND code = :code"), asked_for)

    copy.app.view_functions["table.show"] = look_up
    copy.app.view_functions["table.board"] = ask_the_database
    out = said(copy.app.config["SETTINGS"])
    answers = [copy.phone().client.get(f"/t/{code}{more}") for more in ("", "/board")]
    assert [answer.status_code for answer in answers] == [500, 500]
    told = out.getvalue()
    assert "Ottoline" not in told
    assert leaks(copy, told) == []
    numbers = [re.search(r"the number ([0-9a-f]{8})\.", answer.text)[1] for answer in answers]
    assert all(number in told for number in numbers)
    assert len(set(numbers)) == 2
    for clue in ("look_up", "builtins.KeyError", "builtins.ValueError", "ask_the_database", "GET /t/<code>", "nothing"):
        assert clue in told


def test_the_control_words_of_an_error_would_be_noticed(world, tmp_path, said):
    copy = Logged(world, tmp_path)
    out = said(copy.chosen)
    logging.getLogger().handlers[0].filters.clear()
    copy.app.view_functions["table.show"] = lambda code: {}[code]
    copy.phone().client.get(f"/t/{world.values['code']}")
    assert leaks(copy, out.getvalue()) == [world.values["code"]]


@pytest.mark.parametrize("kind", ["t", "l", "s"], ids=["a table", "a league", "a link that shows one game"])
def test_the_code_of_an_address_is_not_logged(kind):
    """Whoever knows it may look."""
    said = f"Slow: GET /{kind}/{CODE}/log?line=1, from /{kind}/{CODE}"
    record = logging.LogRecord("scorekeeper", logging.WARNING, __file__, 1, "Slow: GET %s, from %s",
                               (f"/{kind}/{CODE}/log?line=1", f"/{kind}/{CODE}"), None)  # fmt: skip
    assert record.getMessage() == said
    assert logs.RedactSecrets().filter(record)
    assert record.getMessage() == said.replace(CODE, "\N{HORIZONTAL ELLIPSIS}")
