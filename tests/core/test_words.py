"""Every page in the words of the table, and each word leads where it says, and says what it does."""

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from scorekeeper.rules.ruleset import SETTINGS
from tests.access.test_matrix import Asker, address, routes, world  # noqa: F401  # a fixture is used by its name
from tests.money.games import ALMOST, FOUR, SET
from tests.phones import Page
from tests.reading import Reader, links

NOT_OURS = (
    "who bought the bid", "the book of rules", ">this phone<", "bring in a", "not a hand, but", ">the table voted<",
    "keep these rules", "carry on from paper", "close the night", "was it so?", "only to look", ">admit<",
    "stands in the log", "who holds this phone", "as usual<", "not agreed yet",
)  # fmt: skip
GENERIC_HE = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
ISO_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
SETTING = re.compile(r"\b(" + "|".join(sorted(map(re.escape, SETTINGS), key=len, reverse=True)) + r")\b")
FILE_ROUTES = re.compile(r"\.(toml|json|csv|png|js|webmanifest)$|/static/|^/healthz$|^/readyz$")


def faults_of(html):
    """Return what a page says that it should not say, what is a script or a style inside of it, and an id twice."""
    page, low = Page(html), html.casefold()
    found = page.inline + [words for words in NOT_OURS if words in low]
    found += [name for name, times in Counter(re.findall(r'\sid="([^"]+)"', html)).items() if times > 1]
    return found + [match[0] for what in (GENERIC_HE, ISO_DATE, SETTING) for match in what.finditer(page.text)]


@pytest.mark.parametrize("who", ["owner", "viewer", "anonymous"])
def test_every_page_is_in_plain_words(world, shared_app, who):  # noqa: F811
    asker = Asker(world, shared_app, who)
    said, pages = {}, 0
    for method, rule in routes(asker.app):
        if method != "GET" or FILE_ROUTES.search(rule):
            continue
        _, _, html = asker.ask("GET", address(rule, asker.ours))
        if "<main" in html:
            pages += 1
            if faults := faults_of(html):
                said[rule] = sorted(set(faults))
    assert said == {}
    assert pages > 20


@pytest.mark.parametrize(
    "words",
    ["Close the night", "on 2026-11-19", "auction.all_pass", "when he bids", "<b onclick='go()'>", 2 * '<i id="a">'],
)
def test_it_would_be_noticed(words):
    assert faults_of(f"<main><p>{words}</p></main>")


SCRIPTS = Path(__file__).parents[2] / "static" / "js"


def test_the_end_of_a_game_leads_where_it_says(phone):
    code = phone.bring_in(ALMOST + FOUR)
    found = links(phone.get(f"/t/{code}").text)
    assert {
        "Who won what, and why": f"/t/{code}/settle/game", "Settle up": f"/t/{code}/settle",
        "Save as our house rules": f"/t/{code}/house", "Watch": f"/t/{code}/watch",
        "Scoresheet": f"/t/{code}/sheet.toml",
        "Share": f"/t/{code}/picture.png",
        "Hands": f"/t/{code}/log", "Rules": f"/t/{code}/rules", "All tables": "/",
    }.items() <= found.items()  # fmt: skip
    assert phone.get(found["The league"]).status_code == 200


@pytest.mark.usefixtures("other_phone")
def test_the_phones_say_of_each_what_their_button_does(phone, code):
    html = phone.get(f"/t/{code}/phones").text
    entries = re.findall(r'<li class="entry stock" id="phone-\d+">.*?</li>', html, re.DOTALL)
    mine = [entry for entry in entries if "this phone" in entry]
    (theirs,) = set(entries) - set(mine)
    assert [text for _, _, text in Reader(mine[0], "button").found] == ["Save", "Leave this league"]
    assert [text for _, _, text in Reader(theirs, "button").found] == ["Save", "Remove now"]
    assert "owner This device · no entries yet" in Page(mine[0]).text
    assert "keeps score" in Page(theirs).text


@pytest.mark.parametrize(("sets", "said"), [(1, "1 set"), (6, "6 sets")])
def test_how_often_a_side_was_set_is_said_in_words(phone, sets, said):
    code = phone.bring_in(ALMOST.partition("[[lines]]")[0] + sets * SET)
    assert re.findall(r'<span class="sets">(.*?)</span>', phone.get(f"/t/{code}").text) == [said]


def test_a_step_says_whether_it_is_one_less_or_one_more(phone):
    code = phone.sit_down("smoke", ("Ann", "Bob", "Cy"))
    steps = re.findall(r'<button[^>]*data-step="(-?1)"[^>]*aria-label="([^"]+)"', phone.get(f"/t/{code}").text)
    names = ("Ann", "Bob", "Cy")
    assert [said for step, said in steps if step == "-1"] == [f"One less for {name}" for name in names]
    assert [said for step, said in steps if step == "1"] == [f"One more for {name}" for name in names]


def test_every_sentence_the_scripts_say_of_waiting_hands_is_there(phone, code):
    told = re.search(r'<data id="words" value="([^"]*)"', phone.get(f"/t/{code}").text)[1]
    words = json.loads(unescape(told))
    said = "".join(path.read_text(encoding="utf-8") for path in (SCRIPTS / "waiting").glob("*.js"))
    calls = re.findall(r"say\((?:[^()]|\([^()]*\))*\)", said)
    keys = set(re.findall(r'"([a-z_]+)"', " ".join(calls)))
    keys |= {"scored", "made", "set", "passed", "misdeal"}  # what `reckon.js` says a hand came to
    assert {"one", "many", "kept", "stopped", "dropped_maybe", "no_answer"} <= keys
    assert words.keys() == keys
    assert {key for key, text in words.items() if not text} == {"scored", "passed", "misdeal"}, "the hand says it all"
    blanks = {key: sorted(re.findall(r"{(\w+)}", text)) for key, text in words.items() if "{" in text}
    assert blanks == {
        "many": ["n"], "sent": ["n"], "all": ["n"], "as_of": ["time"], "list_as_of": ["time"],
        "bid": ["bid", "who"], "made": ["bid", "who"], "set": ["bid", "who"], "deals": ["who"], "with": ["who"],
        "sent_one": ["what"], "dropped": ["what"],
        "dropped_maybe": ["what"], "clash": ["what"], "missing": ["what"],
    }  # fmt: skip
