"""Every golden sheet goes in, scores as it should, and comes out as a sheet that says the same."""

import contextlib
import json
import random
import tomllib
from dataclasses import replace

import pytest
import tomli_w
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.league.roster import rename_table
from scorekeeper.operations import league_checks
from scorekeeper.rules.errors import SheetError, UnreadableSheet
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.report import report_game
from scorekeeper.sheets.words import sentences
from scorekeeper.transfer import sheets
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from scorekeeper.variants.catalogue import find_variant
from tests.databases import copied, open_engine
from tests.factories import TickingClock, any_exit, any_line, draft, enrol, hand
from tests.golden import cases

SCORED = [name for name, case in cases().items() if "error_line" not in case["expect"]]
REFUSED = [name for name, case in cases().items() if "error_line" in case["expect"]]


@pytest.fixture(scope="module")
def library(blank_database, tmp_path_factory):
    """One database that all the golden sheets of this module go into: a session, a clock and a phone."""
    engine = open_engine(copied(blank_database, tmp_path_factory.mktemp("library") / "games.db"), hasty=True)
    clock = TickingClock()
    with Session(engine, expire_on_commit=False) as session:
        yield session, clock, enrol(session, clock, "A phone")[0]
        assert list(league_checks.lines(session.connection(), 1)) == []
    engine.dispose()


def score(document):
    return report_game("sheet", *fold(read_sheet(document, find_variant)))


def bring_in(library, document, *, is_json):
    session, clock, device = library
    text = json.dumps(document, default=str) if is_json else tomli_w.dumps(document)
    return import_sheet(Submission(session, clock, device), text, is_json=is_json)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", SCORED)
def test_a_golden_sheet_goes_in_and_comes_out(library, name):
    session, sheet = library[0], cases()[name]["sheet"]
    code = bring_in(library, sheet, is_json=False)
    out = export_sheet(session, code)
    assert score(out) == score(sheet)
    assert tomllib.loads(sheet_as_toml(out)) == out
    assert export_sheet(session, bring_in(library, out, is_json=True)) == out
    view = read_game(session, code)
    table, entries = fold(read_sheet(sheet, find_variant))
    keys = {name: key for key, name in view.names.items()}
    assert rename_table(table, view.head, keys.__getitem__) == view.table
    told = [sentences(line.entry.whys, view.names.__getitem__) for line in view.lines]
    assert told == [sentences(entry.whys) for entry in entries]


@pytest.mark.parametrize("number", range(12))
def test_a_random_night_comes_back_from_its_own_sheet(library, number):
    """Substitutes, swaps, other dealers and early ends among the hands; a game that ended takes no more lines."""
    (session, clock, device), dice = library, random.Random(number)
    variant = ("minnesota-ten-point", "money-pitch", "smoke")[number % 3]
    house = {"table.open": True} if variant == "money-pitch" else {}
    stakes = {"currency": "USD", "game": "1"}
    code = create_game(Submission(session, clock, device), **draft(variant=variant, house=house, stakes=stakes))
    for act in (any_exit, any_line) * 12:
        view = read_game(session, code)
        facts = act(view.table, dice)
        if "end" not in facts:
            with contextlib.suppress(SheetError):
                record_line(Submission(session, clock, device, seen=view.seq), code, facts)
    out = export_sheet(session, code)
    assert {"substitute", "swap", "dealer"} & {key for line in out["lines"] for key in line}
    again = bring_in(library, out, is_json=True)
    assert export_sheet(session, again) == out
    view, other = read_game(session, code), read_game(session, again)
    told, other_told = ([sentences(line.entry.whys, it.names.__getitem__) for line in it.lines] for it in (view, other))
    assert told == other_told
    keys = {name: key for key, name in other.names.items()}
    assert rename_table(view.table, view.head, lambda key: keys[view.names[key]]) == other.table


@pytest.mark.sampled(15)
@pytest.mark.parametrize("name", REFUSED)
def test_a_sheet_that_cannot_be_is_refused_whole(library, name):
    session, case = library[0], cases()[name]
    before = session.scalar(text("SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM people)"))
    with pytest.raises(SheetError) as refused:
        bring_in(library, case["sheet"], is_json=False)
    assert refused.value.line == case["expect"]["error_line"]
    assert session.scalar(text("SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM people)")) == before


def test_what_is_as_usual_is_left_out(session, new_game):
    assert export_sheet(session, new_game()) == {
        "format": "scoresheet/1", "variant": "minnesota-ten-point", "players": ["Ann", "Bob", "Cy", "Dee"],
        "dealer": "Dee", "lines": [],
    }  # fmt: skip


def test_only_what_stands_is_on_the_sheet(session, clock, alice, new_game):
    code = new_game(hand("1"), hand("2"), hand("3"))
    form = {"device": alice}
    correct_line(Submission(session, clock, seen=3, reason="Seven.", **form), code, 1, hand("1", 7))
    undo(Submission(session, clock, seen=4, **form), code, 2)
    assert [(line["bidder"], line["bid"]) for line in export_sheet(session, code)["lines"]] == [("Ann", 7), ("Cy", 5)]


def test_a_variant_that_changed_since_is_written_out_as_house_rules(session, clock, alice, new_game, monkeypatch):
    """The sheet names a key of the catalogue; what that meant when the game was played goes with it."""
    code = new_game(*6 * [hand("2", 8)], house={"game.tie": "bidders"})
    then = find_variant("minnesota-ten-point")
    now = replace(then, settings={**then.settings, "finish.target": 62, "points.trey.worth": 1, "auction.max": 8})
    monkeypatch.setattr(sheets, "find_variant", lambda key: {now.key: now}[key])
    out = export_sheet(session, code)
    assert out["rules"] == {
        "game.tie": "bidders", "finish.target": 52, "points.trey.worth": 3,
        "auction.max": then.settings_at(4).get("auction.max", "all"),
    }  # fmt: skip
    sheet = read_sheet(out, lambda _: now)
    assert fold(sheet)[0].winners == ("Bob", "Dee")
    again = import_sheet(Submission(session, clock, alice), sheet_as_toml(out))
    assert export_sheet(session, again) == out
    monkeypatch.setattr(sheets, "find_variant", lambda key: {}[key])
    assert export_sheet(session, code)["rules"] == {"game.tie": "bidders"}


def test_a_line_that_cannot_be_written_down_is_named(session, clock, alice):
    lines = [{"misdeal": True}, {"misdeal": True, "note": "\0"}]
    document = {"format": "scoresheet/1", "variant": "minnesota-ten-point", "players": list("ABCD"), "lines": lines}
    with pytest.raises(UnreadableSheet) as refused:
        import_sheet(Submission(session, clock, alice), json.dumps(document), is_json=True)
    assert (refused.value.line, refused.value.field) == (2, "note")
