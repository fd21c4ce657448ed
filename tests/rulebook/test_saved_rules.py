"""Rules kept under a name: offered first, by version, from a game, and in each league its own."""

import re

from scorekeeper.rulebook.questions import rules_summary
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.variants.catalogue import catalogue
from tests.phones import Page
from tests.rulebook.conftest import LEGION, NAMES, PATH, PITCH, TIE, library, rules_said, start


def test_rules_are_kept_and_offered_first(phone):
    code = start(phone, **LEGION)
    assert "Started with “Legion rules”, version 1." in rules_said(phone, code)
    picker = phone.get("/new?size=4").text
    assert picker.index("Our own rules") < picker.index("Played here before")
    assert f"{PATH}?rules=1" in picker
    assert "Partnership Pitch to 11 · a tied game: bidders" in picker
    assert "Our own rules" not in phone.get("/new?size=5").text, "nobody plays them by five"
    assert "Our own rules" in phone.get("/new?size=6").text


def test_a_game_from_kept_rules(phone):
    start(phone, **LEGION)
    page = phone.page(f"{PATH}?rules=1")
    assert page.forms[0]["fields"]["rules"] == "1.1"
    assert "2 changed" in page.text
    everything = Page(phone.send(f"{PATH}?rules=1", PATH, {"all": "yes"}).text)
    assert everything.forms[0]["fields"]["rule-game.tie"] == "bidders"
    code = start(phone, f"{PATH}?rules=1")
    said = rules_said(phone, code)
    assert TIE in said
    assert "version 1" in said


def test_changed_on_the_way_it_is_nobodys_version(phone):
    start(phone, **LEGION)
    code = start(phone, f"{PATH}?rules=1", **{"rule-finish.target": "15"})
    assert "Started with" not in rules_said(phone, code)
    code = start(phone, f"{PATH}?rules=1", **{"rule-finish.target": "15", "save_as": "Legion rules"})
    assert "version 2" in rules_said(phone, code)


def test_without_their_controls_kept_rules_stay(phone):
    """What was not asked is not answered."""
    start(phone, **LEGION)
    left_out = {f"rule-{key}": None for key in SETTINGS} | {f"rule-{key}-n": None for key in SETTINGS}
    code = start(phone, f"{PATH}?rules=1", **left_out)
    assert "version 1" in rules_said(phone, code)


def test_rules_that_do_not_suit_so_many_are_left_away(phone):
    start(phone, "/new/ten-point-smear/4", **{"rule-seating.sides": "pairs", "save_as": "In pairs"})
    assert phone.get("/new/ten-point-smear/6?rules=1").text.count('id="rule-seating.sides-pairs" value="pairs" checked')
    page = phone.page("/new/ten-point-smear/5?rules=1")
    assert page.forms[0]["fields"]["rule-seating.sides"] == "called-partner"
    assert " changed" not in page.text


def test_rules_of_another_game_or_another_league(phone, stranger):
    start(phone, **LEGION)
    assert phone.get("/new/cinch/4?rules=1").status_code == 404
    start(stranger)
    assert stranger.get(f"{PATH}?rules=1").status_code == 404
    answer = stranger.send(PATH, PATH, NAMES | {"rules": "1.1"})
    assert answer.status_code == 404


def keep(phone, code, name, **fields):
    path = f"/t/{code}/house"
    return phone.send(path, path, {"save_as": name, **fields})


def test_a_games_rules_are_kept(phone):
    code = start(phone, **{"rule-finish.target": "15"})
    answer = keep(phone, code, " Church  hall ")
    assert (answer.status_code, answer.location) == (303, f"{library(phone)}/1")
    page = phone.page(answer.location).text
    assert "Church hall" in page
    assert "Now: The game is to 15. Standard: The game is to 21." in page
    assert "iPhone" in page


def test_the_same_rules_again_are_no_new_version(phone):
    answer = keep(phone, start(phone, **LEGION), "  LEGION   rules ")
    assert "Version 2" not in phone.page(answer.location).text


def test_a_rule_changed_on_the_way_parts_the_rematch_from_the_version(phone):
    code = start(phone, **LEGION)
    path = f"/t/{code}/rule/game.tie"
    assert phone.send(path, path, {"rule-game.tie": "low"}).status_code == 303
    assert "version 1. A rule has changed since." in rules_said(phone, code)
    for _ in range(3):
        phone.hand(code, bidder="1", bid="4", point_high="1", point_low="1", point_jack="1", point_game="1")
    again = phone.send(f"/t/{code}", f"/t/{code}/rematch", {}).location
    assert "Started with" not in phone.page(f"{again}/house").text


def test_saving_again_shows_what_changed_and_a_name_may_move_to_another_game(phone):
    start(phone, **LEGION)
    keep(phone, start(phone, **{"rule-finish.target": "15", "rule-game.tie": "bidders"}), "Legion rules")
    page = phone.page(f"{library(phone)}/1").text
    assert page.index("Version 2") < page.index("Version 1")
    assert "Now: The game is to 15. Before: The game is to 11." in page
    keep(phone, start(phone, "/new/cinch/4"), "Legion rules")
    page = phone.page(f"{library(phone)}/1").text
    assert "Version 3 Cinch" in page
    assert "Standard rules." in page


def test_archived_and_brought_back(phone):
    start(phone, **LEGION)
    path = f"{library(phone)}/1"
    away = f"{path}/archive"
    assert phone.send(path, away, {}).location == path
    assert "Our own rules" not in phone.get("/new?size=4").text
    listed = phone.page(library(phone)).text
    assert listed.index("Archived") < listed.index("Legion rules")
    assert "not offered for new games" in phone.page(path).text
    assert phone.send(path, away, {}).status_code == 303
    assert "Our own rules" in phone.get("/new?size=4").text


def test_each_league_has_its_own_page_of_rules(phone, stranger):
    """Who is in two leagues reads the rules of both; their new game is one of the league they played in last."""
    start(phone, **LEGION)
    theirs = start(stranger, **LEGION | {"save_as": "Church rules"})
    own, other = library(phone), library(stranger)
    assert phone.join(stranger, theirs).status_code == 303
    assert library(phone) == own, "to look on is not to keep score"
    there = phone.get(f"{other}/1").text
    assert "Church rules" in there
    assert f"{PATH}?rules=1" not in there, "a new game of this phone is one of its own league"
    assert f"{PATH}?rules=1" in phone.get(f"{own}/1").text
    for rules, said, unsaid in ((own, "Legion rules", "Church rules"), (other, "Church rules", "Legion rules")):
        assert f'href="{rules}"' in phone.get(rules.replace("/house-rules", "/more")).text
        listed = phone.page(rules).text
        assert (said in listed, unsaid in listed) == (True, False)


def test_the_rules_of_a_game_are_kept_in_its_league(phone, stranger):
    """The phone keeps score in two leagues and has played in its own since."""
    theirs = start(stranger)
    phone.join(stranger, theirs)
    start(phone, **LEGION)
    number = max(map(int, re.findall(r'id="phone-(\d+)"', stranger.get(f"/t/{theirs}/phones").text)))
    stranger.send(f"/t/{theirs}/phones", f"/t/{theirs}/phones/{number}/role", {"role": "scorer"})
    answer = keep(phone, theirs, "Their rules")
    assert answer.location == f"{library(stranger)}/1"
    assert "Their rules" in phone.page(answer.location).text


def test_on_one_line():
    tunk = catalogue()["tunkhannock-pitch"]
    assert rules_summary(tunk, 4, {}).startswith(tunk.name)
    assert rules_summary(catalogue()["money-pitch"], 4, {}) == "Money Pitch"
    assert rules_summary(catalogue()[PITCH], 4, {"auction.dealer_steals": False, "special.over": 4}) == (
        "Partnership Pitch to 21 · dealer steals: no · special bid over: 4"
    )
