"""What is no league is refused with its place, and leaves nothing behind."""

import io
import json
import random
from collections import Counter

import pytest
from jsonschema import Draft7Validator
from sqlalchemy import inspect, text

from scorekeeper.league.standings import RANKINGS
from scorekeeper.models import MAX_ID, LongText, ShortText
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.transfer.league_file import COLUMNS, SECTIONS
from scorekeeper.transfer.league_import import MAX_LINES, SCHEMAS, WRITTEN
from tests.databases import asked, open_engine
from tests.phones import Phone
from tests.transfer.league_files import brought_in, exported
from tests.trust.test_hostile_inputs import alarms


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
    """Bring a document in that will not do; gives the sentence."""

    def refused(document):
        before = census(session)
        with pytest.raises(SheetError) as refusal:
            brought_in(session, clock, alice, document if isinstance(document, bytes | str) else json.dumps(document))
        assert census(session) == before
        return say_refusal(refusal.value.refusal)

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
    # each row by itself
    "a key too many": (lambda d: set_in(d, "people", 0, secret=1), "People, row 1: it must be an object with these"),
    "a key too few": (lambda d: d["nights"][0].pop("day"), "alone: closed_at, day, id, opened_at."),
    "a name that is none": (lambda d: set_in(d, "people", 2, name="\n"), "People, row 3, name: it must be a name of"),
    "a text longer than its column takes": (
        lambda d: set_in(d, "devices", 0, name="x" * 61), "Devices, row 1, name: it must be text of at most 60 "),
    "a text longer than any may be": (
        lambda d: d["rulebooks"][0]["variant"].update(summary="x" * 2001), "have at most 2000 characters."),
    "true for a number": (lambda d: set_in(d, "people", 0, guest=True), "one of 0, 1"),
    "a number out of bounds": (lambda d: set_in(d, "games", 0, id=2**31), "a whole number from 1 to 2147483647"),
    "a day that never was": (lambda d: set_in(d, "nights", 0, day="2026-02-30"), "day: it must be a day, like"),
    "the last day there is": (lambda d: set_in(d, "nights", 0, day="9999-12-31"), "day: it must be a day, like"),
    "a time without an offset": (lambda d: set_in(d, "lines", 0, recorded_at="2026-11-19T20:15:00"), "a time in UTC"),
    "a time at the end of all times": (
        lambda d: set_in(d, "lines", 0, recorded_at="9999-12-31T23:00:00.000000Z"), "a time in UTC"),
    "an undo with a line": (
        lambda d: d["lines"][2]["facts"].update(line={"misdeal": True}), "Lines, row 3, facts: it must be an object"),
    "a change nobody makes": (lambda d: set_in(d, "changes", 0, what="burnt"), "it must be one of archived, erased,"),
    "a rule of standings that is none": (
        lambda d: d["seasons"][0]["rule"].update(by="height"), "Seasons, row 1, rule.by: it must be one of wins, "),
    "nothing for somebody": (lambda d: set_in(d, "postings", 0, cents=0), "it must be cents, and not zero."),
    "no league at all": (lambda d: d.pop("league"), "League: it must be an object with these keys alone: created_at, "),
    "another format": (lambda d: d.update(format="scorekeeper-league/1"), "its format is not"),
    "a list that is none": (lambda d: d.update(games={}), "A league file needs a list called games."),
    "a list that is missing": (lambda d: d.pop("devices"), "A league file needs a list called devices."),
    "a part there is not": (lambda d: d.update(secrets=[]), "no part called secrets."),
    # whom and what it names
    "no such night": (lambda d: set_in(d, "games", 1, night=99), "Games, row 2, night: 99 is not among the nights."),
    "a change of nobody": (lambda d: change_of(d, "renamed")["facts"].update(person=99), "99 is not among the people."),
    "an opinion of nothing": (lambda d: set_in(d, "opinions", -1, seq=99), "it names a row that is not there."),
    # rules
    "a rule there is not": (
        lambda d: d["rulebooks"][0]["variant"]["settings"].update({"auction.least": 4}),
        "There is no setting called auction.least."),
    "rules against each other": (
        lambda d: d["rulebooks"][0]["variant"]["settings"].update({"auction.min": 11}),
        "players the rules contradict each other"),
    "a variant that is none": (
        lambda d: set_in(d, "rulebooks", 0, variant={}), "Rulebooks, row 1, variant: it must be an object with these"),
    "a variant's key with blanks": (
        lambda d: d["rulebooks"][0]["variant"].update(key="Not a key"), "variant.key: it must be a variant's key."),
    "a question about nothing": (
        lambda d: d["rulebooks"][0]["variant"].update(asks=["no.setting"]), "it must be the key of a setting."),
    "a note on no section of the sheet": (
        lambda d: d["rulebooks"][0]["variant"].update(notes={"weather": ["Rain."]}),
        "variant.notes: it must be lists of sentences for sections of the rules sheet."),
    "a table of twenty-one": (
        lambda d: d["rulebooks"][0]["variant"].update(sizes={"21": {}}), "it must be settings for each table"),
    "house rules of another game": (
        lambda d: set_in(d, "house_versions", 0, settings={"tally.box_at": 9, "auction.min": 2}),
        "these rules fit no table size of that variant."),
    # games
    "a line that is missing": (lambda d: set_in(d, "lines", -1, seq=99), "lines are numbered from 1"),
    "a line with a target": (lambda d: set_in(d, "lines", 0, target=1), "only a change has a target."),
    "a bid nobody may bid": (
        lambda d: d["lines"][1]["facts"]["line"].update(bid=3), "Lines, row 1: it is not possible: 3 is too low"),
    "an undo of what is undone": (lambda d: set_in(d, "lines", 3, target=2), "already taken back."),
    "an undo of nothing": (lambda d: set_in(d, "lines", 3, target=99), "there is no row to change."),
    "a game that is not over": (lambda d: set_in(d, "games", 0, finished_at=None), "its lines disagree"),
    "a seat too many": (
        lambda d: d["seats"].insert(4, {"game": 1, "number": 5, "person": 6}), "the seats don't match the people"),
    "a seat left out": (lambda d: d["seats"][3].update(number=5), "the seats don't match the people"),
    "a head of another table": (lambda d: d["games"][0]["head"].update(dealer="9"), "is not at the table"),
    "stakes that are none": (lambda d: d["games"][0]["head"]["stakes"].update(game=-1), "is an amount like"),
    "a head with more than a head has": (
        lambda d: d["games"][0]["head"].update(lines=[]), "Games, row 1, head: this is not the head of a game."),
    # what the database guards
    "two nights of one day": (
        lambda d: set_in(d, "nights", 1, day=d["nights"][0]["day"]), "Nights, row 2: another row says the same."),
    "a rematch of itself": (
        lambda d: set_in(d, "games", 1, rematch_of=2), "Games, row 2: what it says does not go together."),
    "a number left out of the entries": (number_last_entry_anew, "entries are numbered without gaps."),
    "a line of a tournament that says it takes one back": (
        lambda d: set_in(d, "tournament_lines", 2, target=1), "Tournament lines, row 3: what it says does not go"),
    # money, and what else the doctor sees
    "an entry that makes money": (
        lambda d: postings_of(d, "payment", (1, 77), (2, -10)), "the postings of an entry add up to zero."),
    "a reversal that is no mirror": (
        lambda d: postings_of(d, "reversal", (1, 5), (2, -5), number=-1), "Entry 12: it does not mirror entry 11."),
    "money the lines do not say": (
        lambda d: postings_of(d, "stakes", (1, 5), (2, -5), number=-1), ": its lines come to "),
    "a payment with three": (
        lambda d: postings_of(d, "payment", (1, 5), (2, -4), (3, -1), number=1),
        "it is not a payment from one person to another."),
    "stakes of a game of another night": (
        lambda d: entry_of(d, "stakes").update(night=2), "belongs to another night or currency."),
    "stakes of no game": (
        lambda d: entry_of(d, "stakes").update(game=None), "no game or tournament moves money like that."),
    "prizes of a night": (
        lambda d: entry_of(d, "prizes").update(night=2), "no game or tournament moves money like that."),
    "somebody merged into themselves": (
        lambda d: set_in(d, "people", 5, merged_into=6), "Person 6: nobody can be merged into 6, who is merged."),
    "a name lost in a merge": (lambda d: d["former_names"].clear(), "Person 6: the name before the merge is missing"),
    "two seasons at once": (
        lambda d: set_in(d, "seasons", 1, starts_on="2025-12-31"), "Season 2: its days are also in another season."),
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILT)
def test_what_cannot_be_is_refused_with_its_place(document, refused, what):
    spoil, sentence = SPOILT[what]
    spoil(document)
    said = refused(document)
    assert sentence in said, said


def test_a_game_longer_than_any_page_can_show_is_refused(document, refused):
    """As a sheet of so many lines is."""
    last = document["lines"][-1]
    document["lines"] += [{**last, "seq": last["seq"] + more} for more in range(1, MAX_LINES + 2 - last["seq"])]
    assert refused(document) == f"Games, row {last['game']}: a game has at most 2,000 lines, and this one has 2,001."


def test_values_are_as_large_as_the_program_lets_them_be():
    values = WRITTEN["values"]
    assert [values[name]["maximum"] for name in ("id", "points")] == [MAX_ID, MAX_NUMBER]
    assert [ShortText.longest, values["name"]["maxLength"], LongText.longest] == [MAX_NAME, MAX_NAME, MAX_TEXT]
    assert values["ranking"]["enum"] == list(RANKINGS)
    assert set(WRITTEN["columns"]) <= {str(each) for of in COLUMNS.values() for each in of.values()}
    for schema in SCHEMAS.values():
        Draft7Validator.check_schema(schema)


JUNK = (None, True, -1, 0, 2**63, 1.5, "", "1", "\0", "\u202e", "=1+1", [], {}, [[]], {"1": 1}, "x" * 5_000)
OF_A_LEAGUE = (
    "", "/games", "/people", "/seasons", "/changes", "/standings", "/nights", "/tournaments", "/tournaments/1",
    "/tournaments/1/log",
)  # fmt: skip
OF_A_GAME = ("", "/log")


@pytest.mark.deep
def test_no_value_anywhere_breaks_it(request, app, database, as_exported, record_property):
    """Every key of every row and of what is in it, set to what does not belong there."""
    dice, met, phone, broken = random.Random(7), Counter(), Phone(app), []
    form = phone.form("/import/league", "/import/league")
    for number in range(600 if request.config.getoption("prove") else 60):
        spoilt = json.loads(as_exported)
        spoil_somewhere(spoilt, dice)
        file = io.BytesIO(json.dumps(spoilt).encode()), "league.json"
        answer = phone.client.post("/import/league", data=form | {"op_id": f"{number:032x}", "file": file})
        met[answer.status_code] += 1
        if answer.status_code == 303:
            codes = asked(database, "SELECT code FROM games WHERE league_id = (SELECT max(id) FROM leagues)")
            pages = [answer.location + page for page in OF_A_LEAGUE]
            pages += [f"/t/{code}{page}" for (code,) in codes for page in OF_A_GAME]
            broken += [page for page in pages if phone.get(page).status_code != 200]
    record_property("row 25, spoilt files of a league, taken and refused", f"{met[303]}, {met[422]}")
    assert met.keys() == {303, 422}
    assert min(met.values()) > 10
    assert broken == []
    assert alarms(database) == []


def spoil_somewhere(document, dice):
    section = dice.choice(["league", *SECTIONS])
    node = document["league"] if section == "league" else dice.choice(document[section])
    while True:
        places = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = dice.choice(places)
        if not isinstance(node[key], dict | list) or not node[key] or dice.random() < 0.3:
            alike = [row[key] for row in document.get(section, ()) if isinstance(row, dict) and key in row]
            node[key] = dice.choice(alike if alike and dice.random() < 0.5 else JUNK)
            return
        node = node[key]
