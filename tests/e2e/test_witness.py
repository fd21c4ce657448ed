"""A phone that followed a game says when the history it saw was rewritten (docs/trust.md, row 22)."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorekeeper.services.access.joining import open_read_link, read_link
from scorekeeper.services.access.roles import game_access
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import Correction, correct_line, record_line, undo
from scorekeeper.services.submission import Submission
from tests.databases import closing_engine, database_in
from tests.e2e.conftest import serving
from tests.e2e.hands import expect_count
from tests.factories import draft, enrol, hand, op_id
from tests.forging import FORGERIES, forge

HANDS = 8
KEPT = "() => localStorage.getItem(`seal:${location.pathname.slice(0, 25)}`)"
ANSWERED = "**/seal?kept=*"
COMPARED = "() => 'witnessed' in document.documentElement.dataset"


class Table:
    """A server with games of eight hands, and phones of the one who keeps score there."""

    def __init__(self, folder, address, new_phone):
        self.database, self.address, self.new_phone = database_in(folder), address, new_phone
        with closing_engine(self.database) as engine, Session(engine, expire_on_commit=False) as session:
            self.device, self.secret = enrol(session, wall_clock, "A phone")

    def games(self, count):
        with closing_engine(self.database) as engine, Session(engine, expire_on_commit=False) as session:
            codes = [create_game(session, wall_clock, self.device, draft(), op_id=op_id()) for _ in range(count)]
            for code in codes:
                for seen in range(HANDS):
                    bids = hand(bidder="12"[seen % 2], bid=4 + seen % 2)
                    record_line(session, wall_clock, code, bids, self.form(seen))
            return codes

    def form(self, seen, **more):
        return Submission(op_id=op_id(), seen=seen, device=self.device, **more)

    def link(self, code):
        with closing_engine(self.database) as engine, Session(engine, expire_on_commit=False) as session:
            access = game_access(session.connection(), code, self.secret)
            open_read_link(session, wall_clock, access, self.device)
            return read_link(session, access)

    def phone(self):
        page = self.new_phone(at=self.address)
        page.context.add_cookies([{"name": "phone", "value": self.secret, "url": self.address}])
        return page


@pytest.fixture(scope="module")
def server_of_ones_own(tmp_path_factory):
    """The folder and the address of a server whose database is changed by hand."""
    folder = tmp_path_factory.mktemp("forged")
    with serving(folder) as address:
        yield folder, address


@pytest.fixture
def table(server_of_ones_own, new_phone):
    return Table(*server_of_ones_own, new_phone)


def follow(page, code, where=""):
    """Open a page of a game; return whether the phone says that the history it saw was changed."""
    with page.expect_response(ANSWERED) as answer:
        page.goto(f"/t/{code}{where}")
    assert answer.value.status == 200
    page.wait_for_function(COMPARED)
    return page.locator("#witness").count() == 1


def test_a_rewritten_hand_is_said_on_every_page_until_somebody_accepts_it(table):
    (code,), page = table.games(1), table.phone()
    assert not follow(page, code)
    kept = page.evaluate(KEPT)
    assert kept.startswith("8-")
    forge(table.database, code, **FORGERIES["other facts in row 4, with hashes"])
    for where in ("", "/log", "/watch"):
        assert follow(page, code, where)
        assert f"Show this seal to the person who runs Scorekeeper: {kept}." in page.locator("#witness").inner_text()
        assert page.evaluate(KEPT) == kept, "the phone keeps what it saw"
    page.locator("#witness button").tap()
    expect_count(page.locator("#witness"), 0)
    assert page.evaluate(KEPT) not in (kept, None)
    assert not follow(page, code)


def test_an_undo_a_correction_and_another_hand_alarm_nobody(table):
    (code,), page = table.games(1), table.phone()
    assert not follow(page, code)
    with closing_engine(table.database) as engine, Session(engine, expire_on_commit=False) as session:
        undo(session, wall_clock, code, 8, table.form(8))
        correct_line(session, wall_clock, code, Correction(3, hand(bid=6)), table.form(9))
        correct_line(session, wall_clock, code, Correction(4, None), table.form(10))
        record_line(session, wall_clock, code, hand(), table.form(11))
    assert not follow(page, code)
    assert page.evaluate(KEPT).startswith("12-")


@pytest.mark.deep
def test_a_page_left_open_asks_again_after_a_hand_however_often_it_asks_for_news(table):
    (code,), page = table.games(1), table.phone()
    page.route("**/stream", lambda route: route.fulfill(status=204))
    page.clock.install()
    assert not follow(page, code)
    with closing_engine(table.database) as engine, Session(engine, expire_on_commit=False) as session:
        record_line(session, wall_clock, code, hand(), table.form(8))
    with page.expect_response("**/seal?kept=8-*"):
        for _ in range(12):
            with page.expect_response("**/board?seen=*"):
                page.clock.run_for(3_000)
    page.wait_for_function(f"() => ({KEPT})().startsWith('9-')")


@pytest.mark.deep
def test_the_alarm_ends_once_the_seals_agree_again(table):
    (code,), page = table.games(1), table.phone()
    assert not follow(page, code)
    kept = page.evaluate(KEPT)
    page.evaluate("() => localStorage.setItem(`seal:${location.pathname.slice(0, 25)}`, '8-K7P4-RWX9-3QMT')")
    assert follow(page, code)
    page.evaluate("(seal) => localStorage.setItem(`seal:${location.pathname.slice(0, 25)}`, seal)", kept)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect_count(page.locator("#witness"), 0)
    assert page.evaluate(KEPT) == kept


def test_whoever_has_the_link_is_a_witness_too(table):
    (code,), page = table.games(1), table.new_phone(at=table.address)
    page.goto(f"/s/{table.link(code)}")
    page.wait_for_function(KEPT)
    forge(table.database, code, **FORGERIES["other facts in row 1, with hashes"])
    page.reload()
    page.locator("#witness").wait_for()


@pytest.mark.deep
def test_every_forged_history_is_noticed_by_a_phone_that_had_followed(table, record_property):
    codes = dict(zip(FORGERIES, table.games(len(FORGERIES)), strict=True))
    witness, newcomer = table.phone(), table.phone()
    assert not any(follow(witness, code) for code in codes.values())
    for how, code in codes.items():
        forge(table.database, code, **FORGERIES[how])
    missed = [how for how, code in codes.items() if not follow(witness, code)]
    noticed = len(codes) - len(missed)
    record_property("row 22: forged histories, noticed by a phone that had followed", f"{len(codes)}, {noticed}")
    assert missed == []
    table_is_empty = codes.pop("every row taken out")
    newcomer.goto(f"/t/{table_is_empty}")  # there is no seal to keep
    noticed = sum(follow(newcomer, code) for code in codes.values())
    record_property("row 22, control: noticed by a phone that had not followed", noticed)
    assert noticed == 0
