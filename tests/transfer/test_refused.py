"""What is no league is refused with its place, and leaves nothing behind."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import fields

import pytest
from jsonschema import Draft202012Validator
from sqlalchemy import inspect, text

from scorekeeper.league.change_log import CHANGE_SENTENCES
from scorekeeper.league.standings import RANKINGS
from scorekeeper.models.base import MAX_ID
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.tournaments import state
from scorekeeper.tournaments.state import Setup
from scorekeeper.transfer.document_checks import FACTS, WRITTEN
from scorekeeper.transfer.game_checks import MAX_LINES
from scorekeeper.transfer.league_file import COLUMNS, SECTIONS
from tests.databases import open_engine
from tests.transfer.league_files import brought_in, exported


@pytest.fixture(scope="session")
def as_exported(a_league):
    engine = open_engine(a_league)
    text = exported(engine)
    engine.dispose()
    return text


@pytest.fixture
def document(as_exported):
    """The league as a document that may be spoilt."""
    return json.loads(as_exported)


@pytest.fixture
def refused(session, clock, alice):
    """Bring a document in that will not do; gives the field and the sentence."""

    def refused(document):
        before = census(session)
        with pytest.raises(SheetError) as refusal:
            brought_in(session, clock, alice, document if isinstance(document, bytes | str) else json.dumps(document))
        assert census(session) == before
        return refusal.value.field, say_refusal(refusal.value.refusal)

    return refused


def census(session):
    tables = inspect(session.connection()).get_table_names()
    return {table: session.scalar(text(f"SELECT count(*) FROM {table}")) for table in tables}  # noqa: S608 - names of our tables


def set_in(document, section, number, **values):
    document[section][number].update(values)
    return document


def entry_of(document, kind, number=0):
    """Return the first entry of a kind, or the one so many after it."""
    return [row for row in document["entries"] if row["kind"] == kind][number]


def postings_of(document, kind, *cents, number=0):
    """Replace the postings of the first entry of a kind, or of a later one."""
    entry = entry_of(document, kind, number)["id"]
    others = [row for row in document["postings"] if row["entry"] != entry]
    mine = [{"entry": entry, "person": person, "cents": amount} for person, amount in cents]
    document["postings"] = sorted(others + mine, key=lambda row: row["entry"])


def change_of(document, what):
    return next(row for row in document["changes"] if row["what"] == what)


def number_last_entry_anew(document):
    """Leave a number out before the last entry."""
    last = document["entries"][-1]
    for row in document["postings"]:
        row["entry"] += row["entry"] == last["id"]
    for row in document["tournament_lines"]:
        if row["facts"].get("entry") == last["id"]:
            row["facts"]["entry"] += 1
    last["id"] += 1


SPOILT = {
    "a key too many": (lambda d: set_in(d, "people", 0, secret=1), "people.secret", "People, row 1, secret: "),
    "a key too few": (lambda d: d["nights"][0].pop("day"), "nights.day", "Nights, row 1, day: it is missing."),
    "a name that is none": (lambda d: set_in(d, "people", 2, name="\n"), "people.name", "People, row 3, name: "),
    "a number as text": (lambda d: set_in(d, "games", 0, night="1"), "games.night", "a whole number from 1 to"),
    "true for a number": (lambda d: set_in(d, "people", 0, guest=True), "people.guest", "one of 0, 1"),
    "a number out of bounds": (lambda d: set_in(d, "games", 0, id=2**31), "games.id", "a whole number"),
    "no such night": (lambda d: set_in(d, "games", 1, night=99), "games.night", "there is no night 99 before this."),
    "no such person": (lambda d: set_in(d, "lines", 0, actor=99), "lines.actor", "there is no person 99"),
    "no such phone": (lambda d: set_in(d, "lines", 0, device=99), "lines.device", "there is no device 99"),
    "a day that never was": (lambda d: set_in(d, "nights", 0, day="2026-02-30"), "nights.day", "it must be a day"),
    "a time without an offset": (
        lambda d: set_in(d, "lines", 0, recorded_at="2026-11-19T20:15:00"), "lines.recorded_at", "a time in UTC"),
    "the last day there is": (lambda d: set_in(d, "nights", 0, day="9999-12-31"), "nights.day", "it must be a day"),
    "the first day there is": (lambda d: set_in(d, "nights", 0, day="0001-01-01"), "nights.day", "it must be a day"),
    "a time at the end of all times": (
        lambda d: set_in(d, "lines", 0, recorded_at="9999-12-31T23:00:00.000000Z"), "lines.recorded_at", "time in UTC"),
    "a line that is missing": (
        lambda d: set_in(d, "lines", -1, seq=99), "lines.seq", "with none missing."),
    "a line of no game": (
        lambda d: d["lines"].append({**d["lines"][-1], "game": 9}), "lines.game", "there is no game 9"),
    "a bid nobody may bid": (
        lambda d: d["lines"][0]["facts"]["line"].update(bid=3), "lines",
        "Lines, row 1: it is not possible: 3 is too low"),
    "facts that are none": (lambda d: set_in(d, "lines", 0, facts={"v": 1, "line": []}), "lines.facts", "don't fit"),
    "facts of another version": (
        lambda d: d["lines"][0]["facts"].update(v=2), "lines.facts", "don't fit this kind of row."),
    "an undo of what is undone": (lambda d: set_in(d, "lines", 3, target=2), "lines", "already taken back."),
    "a game that is not over": (
        lambda d: set_in(d, "games", 0, finished_at=None), "games.finished_at", "its lines disagree"),
    "a seat too many": (
        lambda d: d["seats"].insert(4, {"game": 1, "number": 5, "person": 6}), "games",
        "the seats don't match the people"),
    "a seat left out": (lambda d: d["seats"][3].update(number=5), "games", "the seats don't match the people"),
    "somebody in two seats": (lambda d: set_in(d, "seats", 1, person=1), "seats.person", "another row says the same."),
    "a head of another table": (
        lambda d: d["games"][0]["head"].update(dealer="9"), "games.head", "is not at the table"),
    "stakes that are none": (
        lambda d: d["games"][0]["head"]["stakes"].update(game=-1), "games.head", "is an amount like"),
    "a rule there is not": (
        lambda d: d["rulebooks"][0]["variant"]["settings"].update({"auction.least": 4}), "rulebooks.variant",
        "There is no setting called auction.least."),
    "rules against each other": (
        lambda d: d["rulebooks"][0]["variant"]["settings"].update({"auction.min": 11}), "rulebooks.variant",
        "players the rules contradict each other"),
    "a variant that is none": (lambda d: set_in(d, "rulebooks", 0, variant={}), "rulebooks.variant", "variant's text"),
    "an entry that makes money": (
        lambda d: postings_of(d, "payment", (1, 77), (2, -10)), "entries", "postings of an entry add up to zero."),
    "an entry too few": (lambda d: d["entries"].pop(0), "postings.entry", "there is no entry 1"),
    "a number left out of the entries": (number_last_entry_anew, "entries", "entries are numbered without gaps."),
    "a reversal that is no mirror": (
        lambda d: postings_of(d, "reversal", (1, 5), (2, -5), number=-1), "entries", "does not mirror"),
    "money the lines do not say": (
        lambda d: postings_of(d, "stakes", (1, 5), (2, -5)), "entries", "don't match its lines."),
    "a payment with three": (
        lambda d: postings_of(d, "payment", (1, 5), (2, -4), (3, -1), number=1), "entries",
        "it is not a payment from one person to another."),
    "somebody merged in a ring": (
        lambda d: set_in(d, "people", 0, merged_into=6), "people.merged_into", "nobody can be merged into"),
    "two seasons at once": (
        lambda d: set_in(d, "seasons", 1, starts_on="2025-12-31"), "seasons.starts_on", "also in another season."),
    "a rule of standings that is none": (
        lambda d: d["seasons"][0]["rule"].update(by="height"), "seasons.rule.by", "it must be one of wins, "),
    "a change nobody makes": (lambda d: set_in(d, "changes", 0, what="burnt"), "changes.what", "no such kind of row."),
    "a change that says nothing": (lambda d: set_in(d, "changes", 0, facts={}), "changes.facts.day", "it is missing."),
    "a name lost in a merge": (
        lambda d: d["former_names"].clear(), "people.merged_into", "the name before the merge is missing"),
    "another format": (lambda d: d.update(format="scorekeeper-league/1"), "format", "its format is not"),
    "a list that is none": (lambda d: d.update(games={}), "games", "A league file needs a list called games."),
    "a part there is not": (lambda d: d.update(secrets=[]), "secrets", "no part called secrets."),
    "no league at all": (lambda d: d.pop("league"), "league", "League: it must be an object with keys."),
    "a league without a name": (lambda d: d["league"].update(name=""), "league.name", "League, name: "),
    "people out of order": (
        lambda d: d["people"].reverse(), "people.id", "the rows must be in numerical order, each number once."),
    "a phone left out": (lambda d: d["devices"].pop(), "lines.device", "there is no device 2"),
    "the same rules twice": (
        lambda d: d["rulebooks"].append({**d["rulebooks"][0], "id": 99}), "rulebooks", "another row says the same."),
    "house rules of no name": (
        lambda d: set_in(d, "house_versions", -1, house=99), "house_versions.house", "there is no house rule 99"),
    "house rules of no rulebook": (
        lambda d: set_in(d, "house_versions", 0, rulebook=99), "house_versions.rulebook", "there is no rulebook 99"),
    "a version left out": (
        lambda d: d["house_versions"][-1].update(house=2, number=2), "game_houses.number",
        "there is no house version 1"),
    "house rules of another game": (
        lambda d: set_in(d, "house_versions", 0, settings={"tally.box_at": 9, "auction.min": 2}),
        "house_versions.settings",
        "these rules fit no table size of that variant."),
    "two nights of one day": (
        lambda d: set_in(d, "nights", 1, day=d["nights"][0]["day"]), "nights.day", "another row says the same."),
    "a season that ends before it begins": (
        lambda d: set_in(d, "seasons", 0, ends_on="2024-12-31"), "seasons.ends_on", "a season can't end before"),
    "a game of no rulebook": (lambda d: set_in(d, "games", 0, rulebook=99), "games.rulebook", "no rulebook 99"),
    "nobody in a seat": (lambda d: set_in(d, "seats", 1, person=99), "seats.person", "there is no person 99"),
    "a version nobody made": (
        lambda d: d["game_houses"][0].update(number=9), "game_houses.number", "there is no house version 9"),
    "two rematches of one game": (
        lambda d: set_in(d, "games", 2, rematch_of=1), "games.rematch_of", "another row says the same."),
    "a rematch of itself": (
        lambda d: set_in(d, "games", 1, rematch_of=2), "games.rematch_of", "there is no game 2 before this."),
    "a rematch of a later game": (
        lambda d: set_in(d, "games", 0, rematch_of=2), "games.rematch_of", "there is no game 2 before this."),
    "a head without its dealer": (
        lambda d: d["games"][0]["head"].pop("dealer"), "games.head", "this is not the head of a game."),
    "a head with more than a head has": (
        lambda d: d["games"][0]["head"].update(lines=[]), "games.head", "this head does not match the game's seats."),
    "an undo of nothing": (lambda d: set_in(d, "lines", 3, target=99), "lines", "there is no row to change."),
    "a correction of a correction": (
        lambda d: set_in(d, "lines", 1, target=2), "lines", "there is no row to change."),
    "an undo with a line": (
        lambda d: d["lines"][2]["facts"].update(line={"misdeal": True}), "lines.facts", "don't fit this kind"),
    "a line with a target": (lambda d: set_in(d, "lines", 0, target=1), "lines.facts", "don't fit this kind"),
    "lines of two games mixed up": (
        lambda d: d["lines"].append(d["lines"].pop(-2)), "lines.seq", "must be in numerical order"),
    "a payment that takes something back": (
        lambda d: entry_of(d, "payment", 1).update(reverses=entry_of(d, "payment")["id"]), "entries.reverses",
        "only a reversal names an entry"),
    "a reversal of nothing": (
        lambda d: entry_of(d, "reversal").update(reverses=None), "entries.reverses", "only a reversal names an entry"),
    "a reversal of what comes later": (
        lambda d: entry_of(d, "reversal").update(reverses=99), "entries.reverses", "there is no entry 99 before this."),
    "a reversal of a reversal": (
        lambda d: entry_of(d, "reversal", 1).update(reverses=entry_of(d, "reversal")["id"]), "entries",
        "cannot take entry"),
    "two reversals of one entry": (
        lambda d: entry_of(d, "reversal", 1).update(reverses=entry_of(d, "reversal")["reverses"]), "entries.reverses",
        "another row says the same."),
    "stakes of a game of another night": (
        lambda d: entry_of(d, "stakes").update(night=2), "entries.game", "no money game has that night"),
    "stakes of a game for nothing": (
        lambda d: entry_of(d, "stakes").update(game=4), "entries.game", "no money game has that night"),
    "money of no night": (lambda d: entry_of(d, "payment").update(night=99), "entries.night", "there is no night 99"),
    "a payment of a game": (
        lambda d: entry_of(d, "payment", 1).update(game=4), "entries", "don't match its lines."),
    "an entry of nobody": (lambda d: postings_of(d, "payment"), "entries", "postings of an entry add up to zero."),
    "nothing for somebody": (
        lambda d: set_in(d, "postings", 0, cents=0), "postings.cents", "it must be cents, and not zero."),
    "money for somebody twice": (
        lambda d: d["postings"].insert(0, d["postings"][0]), "postings.person", "each number once."),
    "money for nobody": (
        lambda d: postings_of(d, "payment", (2, -10), (99, 10)), "postings.person", "there is no person 99"),
    "a change of nobody": (
        lambda d: change_of(d, "renamed")["facts"].update(person=99), "changes.facts", "there is no person 99"),
    "a name of before no change": (
        lambda d: set_in(d, "former_names", 0, change=99), "former_names.change", "there is no change 99"),
    "a name of before twice": (
        lambda d: d["former_names"].insert(1, d["former_names"][0]), "former_names.change", "each number once."),
    "an opinion of nothing": (lambda d: set_in(d, "opinions", -1, seq=99), "opinions.seq", "there is no line 99"),
    "an opinion of an undo": (lambda d: set_in(d, "opinions", 0, seq=4), "opinions.seq", "that row takes another back"),
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILT)
def test_what_cannot_be_is_refused_with_its_place(document, refused, what):
    spoil, field, sentence = SPOILT[what]
    spoil(document)
    at, said = refused(document)
    assert (at, sentence in said) == (field, True), said


@pytest.mark.parametrize(
    "change",
    [
        {"key": "Not a key"}, {"key": "a" * 201}, {"kind": "bridge"}, {"jokers_lowest": 1}, {"asks": ["no.setting"]},
        {"sizes": {}}, {"sizes": {"1": {}}}, {"sizes": {"21": {}}},
    ],
    ids=["a key with blanks", "a long key", "another kind", "a number", "a question", "nobody", "one", "twenty-one"],
)  # fmt: skip
def test_what_is_no_variant_is_refused(document, refused, change):
    document["rulebooks"][0]["variant"].update(change)
    at, said = refused(document)
    assert (at, said) == ("rulebooks.variant", "Rulebooks, row 1, variant: this is not a variant's text.")


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        (b"", "This is not JSON"),
        (b"[]", "This is not a league file."),
        (b'{"format":"scorekeeper-league/2","league":NaN}', "NaN is no number"),
        (b'{"format":"scorekeeper-league/2","league":1.0}', "1.0 is not a whole number"),
        (b'{"format":' + b"[" * 30 + b"]" * 30 + b"}", "nested more than 20 deep"),
        (b'{"format":' * 200_000, "This file cannot be read"),
        (b"\xff\xfe", "This file is not text in UTF-8."),
        (b'{"format":"a","format":"b"}', "a key is given twice"),
        (b'{"format":"\\ud800"}', "an invalid character"),
    ],
    ids=["nothing", "a list", "NaN", "a fraction", "deep", "very deep", "no text", "a key twice", "half a character"],
)
def test_what_is_no_document_is_refused(refused, spoilt, sentence):
    assert sentence in refused(spoilt)[1]


def test_a_line_laid_out_as_ours_is_looked_at_as_closely(engine, everything, refused):
    told = exported(engine, everything)
    spoilt = re.sub(r'"seq":1,"target":null', '"seq":NaN,"target":null', told, count=1)
    assert spoilt != told
    assert refused(spoilt) == ("file", "This file cannot be read: NaN is no number.")


def test_a_file_that_breaks_off_is_refused(engine, everything, refused):
    told = exported(engine, everything)
    for end in (len(told) // 3, len(told) - 2):
        assert "This is not JSON" in refused(told[:end])[1]


def test_a_game_longer_than_any_page_can_show_is_refused(document, refused):
    """As a sheet of so many lines is."""
    last = document["lines"][-1]
    document["lines"] += [{**last, "seq": last["seq"] + more} for more in range(1, MAX_LINES + 2 - last["seq"])]
    at, said = refused(document)
    assert at == "games"
    assert said == f"Games, row {last['game']}: a game has at most 2,000 lines, and this one has 2,001."


def test_every_change_and_every_line_of_a_tournament_can_be_transferred():
    assert FACTS["changes"].keys() == CHANGE_SENTENCES.keys() - {"imported"}
    assert sorted(FACTS["tournament_lines"]) == sorted([
        state.SETUP, state.ENTER, state.LEAVE, state.RETURN, state.FEE, state.FEES, state.DRAW, state.GAME, state.SLIP,
        state.SAYS, state.FINISH, state.UNDO,
    ])  # fmt: skip
    assert FACTS["tournament_lines"]["setup"]["properties"].keys() == {each.name for each in fields(Setup)}


def test_values_are_as_large_as_the_program_lets_them_be():
    values = WRITTEN["values"]
    assert [values[name]["maximum"] for name in ("id", "points")] == [MAX_ID, MAX_NUMBER]
    assert [values[name]["maxLength"] for name in ("name", "text", "title")] == [MAX_NAME, MAX_TEXT, MAX_TEXT]
    assert values["ranking"]["enum"] == list(RANKINGS)
    assert set(WRITTEN["columns"]) <= {str(each) for of in COLUMNS.values() for each in of.values()}
    for value in values.values():
        Draft202012Validator.check_schema(value)


JUNK = (None, True, -1, 0, 2**63, 1.5, "", "1", "\0", "\u202e", "=1+1", [], {}, [[]], {"1": 1}, "x" * 5_000)


@pytest.mark.deep
def test_no_value_anywhere_breaks_it(session, clock, alice, document):
    """Every key of every row and of what is in it, set to what does not belong there: refused in words, or harmless."""
    dice, met = random.Random(7), Counter()
    whole = json.dumps(document)
    for _ in range(400):
        spoilt = json.loads(whole)
        spoil_somewhere(spoilt, dice)
        try:
            brought_in(session, clock, alice, json.dumps(spoilt))
        except SheetError as error:
            said = say_refusal(error.refusal)
            met["refused in a sentence" if said.endswith(".") else said] += 1
        else:
            met["harmless"] += 1
    assert met.keys() == {"refused in a sentence", "harmless"}


def spoil_somewhere(document, dice):
    section = dice.choice(["league", *SECTIONS])
    node = document["league"] if section == "league" else dice.choice(document[section])
    while True:
        places = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = dice.choice(places)
        if not isinstance(node[key], dict | list) or not node[key] or dice.random() < 0.3:
            node[key] = dice.choice(JUNK)
            return
        node = node[key]
