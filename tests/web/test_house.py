"""House rules on the screen: asked in a new game, kept under a name, shown with their versions."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.settings import SETTINGS
from scorekeeper.variants.catalogue import catalogue
from scorekeeper.web.house.forms import NoAnswer, answer_to
from scorekeeper.web.views.house import At, house_form, one_line
from scorekeeper.web.views.questions import in_words, question, usual_values
from tests.cast import FIVE, FOUR
from tests.web.conftest import Page

PITCH, PATH = "partnership-pitch", "/new/partnership-pitch/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
LEGION = {"rule-finish.target": "11", "rule-game.tie": "bidders", "save_as": "Legion rules"}
TIE = say_setting("game.tie", "bidders")


def start(phone, path=PATH, **fields):
    """Send the new-game form with four named; fields by their own names."""
    answer = phone.send(path, path.partition("?")[0], NAMES | fields)
    return answer.location.rpartition("/t/")[2] if answer.status_code == 303 else answer


def library(phone):
    """The address of the house rules of the league a phone keeps score in."""
    return phone.get("/house-rules").location


def rules_said(phone, code):
    return phone.page(f"/t/{code}/house").text


# ---------------------------------------------------------------- the questions


@pytest.mark.parametrize("key", list(SETTINGS))
def test_every_setting_is_asked_in_words(key):
    assert question(key, "moon").endswith("?")
    assert "{" not in question(key)
    values = usual_values(key, SETTINGS[key][1])
    assert all(SETTINGS[key][0].accepts(value) for value in values)
    assert len(values) > 1 or key in ("tally.trick", "finish.start")


@pytest.mark.parametrize("variant", catalogue().values(), ids=lambda variant: variant.key)
def test_the_usual_answer_is_chosen_and_each_can_be_played(variant):
    for size in variant.sizes:
        form = house_form(At(variant, size, {}, {}, {}, every=True))
        every = [*form.asks, *(one for group in form.groups for one in (*group.asked, *group.rest))]
        every += [part for one in every for part in one.parts]
        assert len({one.key for one in every}) == len(every), "each is asked once"
        for one in every:
            [chosen] = [answer for answer in one.answers if answer.checked]
            assert chosen.usual
            for answer in one.answers:
                variant.ruleset(size, {one.key: answer_to(one.key, {one.name: answer.value})})


def test_calls_are_asked_about_only_where_a_partner_is_called(phone):
    asked = "May the bidder choose to play alone?"
    at_five = phone.page("/new/minnesota-ten-point/5").text
    assert at_five.index(asked) < at_five.index("All house rules")
    path = "/new/minnesota-ten-point/4"
    assert asked not in phone.page(path).text
    assert asked in phone.send(path, path, {"all": "yes"}).text, "the seating may be changed there"


def test_every_other_rule_is_behind_a_button_that_keeps_what_was_typed(phone):
    assert "What is the game to?" not in phone.page(PATH).text
    typed = NAMES | {"all": "yes", "rule-auction.throw_card": "yes", "name-4": "", "save_as": "Church"}
    answer = phone.send(PATH, PATH, typed)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert "What is the game to?" in page.text
    assert "Who sits here?" not in page.text, "nothing is refused yet"
    fields = page.forms[0]["fields"]
    assert (fields["name-3"], fields["rule-auction.throw_card"], fields["save_as"]) == ("Cy", "yes", "Church")
    assert fields["rule-finish.target"] == "21"
    part = phone.send(PATH, PATH, typed, {"HX-Request": "true"})
    assert part.text.strip().startswith('<section class="deep" id="every">')
    assert "name-3" not in part.text
    assert "No table on this phone yet" in phone.page("/").text


def test_what_this_game_refuses_is_not_offered(phone):
    page = phone.page("/new/ten-point-smear/5")
    assert "rule-seating.sides-solo" in page.ids
    assert "rule-seating.sides-partners" not in page.ids, "five cannot be two sides"


def test_usual_answers_are_no_house_rules(phone):
    assert "Nothing is changed" in rules_said(phone, start(phone))


def test_chosen_answers_are(phone):
    code = start(phone, **{"rule-finish.target": "11", "rule-game.tie": "bidders"})
    said = rules_said(phone, code)
    assert TIE in said
    assert "The game is to 11." in said
    assert "to 11" in phone.page(f"/t/{code}").text
    assert "throwing" not in said


def test_another_number_is_typed(phone):
    code = start(phone, **{"rule-finish.target": "other", "rule-finish.target-n": " 17 "})
    assert "The game is to 17." in rules_said(phone, code)


def test_a_number_left_lying_beside_a_chosen_one_does_not_count(phone):
    code = start(phone, **{"rule-finish.target": "11", "rule-finish.target-n": "17"})
    assert "The game is to 11." in rules_said(phone, code)


@pytest.mark.parametrize("minus", ["−30", "-30"])
def test_a_minus_is_a_minus(phone, minus):
    code = start(phone, "/new/ten-point-smear/4", **{"rule-finish.bust": "other", "rule-finish.bust-n": minus})
    assert "−30" in rules_said(phone, code)


def test_a_size_of_its_own_rules(phone):
    """A rule that is this size's own is no house rule there."""
    answer = phone.send(
        "/new/minnesota-ten-point/5",
        "/new/minnesota-ten-point/5",
        {f"name-{seat}": name for seat, name in enumerate(FIVE, start=1)},
    )
    assert "Nothing is changed" in rules_said(phone, answer.location.rpartition("/t/")[2])


# ---------------------------------------------------------------- what cannot be


def test_two_rules_that_contradict_each_other_are_both_named_at_one(phone):
    answer = start(phone, **{"rule-auction.min": "4", "rule-auction.max": "other", "rule-auction.max-n": "3",
                             "rule-game.tie": "low", "opening-1": "5", "save_as": "Church"})  # fmt: skip
    assert answer.status_code == 422
    said = "“Lowest bid”: the lowest bid is 4, above the highest, 3 (“Highest bid”)."
    assert f'id="rule-auction.min-wrong">{said}' in answer.text
    assert f"Lowest bid: {said}" in answer.text
    fields = Page(answer.text).forms[0]["fields"]
    assert fields["rule-auction.min"] == "4"
    assert (fields["rule-auction.max"], fields["rule-auction.max-n"]) == ("other", "3")
    assert fields["rule-game.tie"] == "low"
    assert (fields["name-3"], fields["opening-1"], fields["save_as"]) == ("Cy", "5", "Church")
    assert "auction." not in Page(answer.text).text, "settings go by their names"


def test_the_wrong_one_is_open_to_see(phone):
    answer = start(phone, **{"rule-finish.target": "other", "rule-finish.target-n": "lots"})
    assert answer.status_code == 422
    assert '<details class="stock" open id="house">' in answer.text
    assert answer.text.count('<details class="group" open>') == 1
    assert 'value="lots"' in answer.text


def test_a_name_that_is_wrong_keeps_the_rules(phone):
    answer = start(phone, **{"name-2": "", "rule-game.tie": "each", "rule-finish.target": "15"})
    assert answer.status_code == 422
    fields = Page(answer.text).forms[0]["fields"]
    assert (fields["rule-game.tie"], fields["rule-finish.target"]) == ("each", "15")
    assert "2 changed" in Page(answer.text).text


SILLY = [
    "", "x" * 300, "−99999999", "-1", "1e309", "4.5", "\0", "\u202eevil", "🂡", "<b>1</b>", "=1+1", "yes", "none", "[1]",
]  # fmt: skip


@pytest.mark.parametrize("silly", SILLY)
def test_silly_values_are_no_error(phone, silly):
    """In every field at once, and each by itself as far as the form reads it."""
    fields = phone.form(PATH, PATH) | NAMES
    everything = {f"rule-{key}{own}": silly for key in SETTINGS for own in ("", "-n")}
    for sent in (everything, {"rules": silly}, {"save_as": silly}, {"op_id": silly}):
        assert phone.client.post(PATH, data=fields | sent).status_code in {303, 404, 422}
    for key in SETTINGS:
        for typed in ({f"rule-{key}": silly}, {f"rule-{key}": "other", f"rule-{key}-n": silly}):
            with suppress(NoAnswer):
                assert SETTINGS[key][0].accepts(answer_to(key, typed))


@pytest.mark.parametrize("name", ["x" * 61, "a\u202eb"])
def test_a_name_that_rules_cannot_have(phone, name):
    answer = start(phone, save_as=name)
    assert answer.status_code == 422
    assert 'id="save_as"' in answer.text
    assert "Nothing is kept yet" in phone.page("/house-rules").text


@pytest.mark.parametrize(
    "message",
    [
        'finish.must_stand_at_target speaks of made bids and needs finish.may_win = "bid-made".',
        "auction.max is 11, but points.*.worth come to only 10 on offer.",
        'auction.dealer_steals: with auction.rounds = "many" the dealer has no last word to steal with.',
        'table.open: people can come and go only where everyone plays alone (seating.sides = "solo").',
    ],
)
def test_contradictions_are_said_to_people(message):
    said = in_words(message)
    assert not any(key in said for key in SETTINGS)
    assert '"' not in said
    assert said.count("“") >= 1


# ---------------------------------------------------------------- kept under a name


def test_rules_are_kept_and_offered_first(phone):
    code = start(phone, **LEGION)
    assert "Begun under “Legion rules”, version 1." in rules_said(phone, code)
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
    assert "Begun under" not in rules_said(phone, code)
    code = start(phone, f"{PATH}?rules=1", **{"rule-finish.target": "15", "save_as": "Legion rules"})
    assert "version 2" in rules_said(phone, code)


def test_back_to_the_usual_is_no_house_rule(phone):
    start(phone, **LEGION)
    code = start(phone, f"{PATH}?rules=1", **{"rule-finish.target": "21", "rule-game.tie": "nobody"})
    assert "Nothing is changed" in rules_said(phone, code)


def test_without_their_controls_kept_rules_stay(phone):
    """What was not asked is not answered."""
    start(phone, **LEGION)
    left_out = {f"rule-{key}": None for key in SETTINGS} | {f"rule-{key}-n": None for key in SETTINGS}
    code = start(phone, f"{PATH}?rules=1", **left_out)
    assert "version 1" in rules_said(phone, code)


@pytest.mark.parametrize("asked", ["7", "1.7", "0", "999999999", "x.y", "1.x"])
def test_rules_nobody_keeps(phone, asked):
    start(phone, **LEGION)
    expected = 404 if asked in {"7", "1.7", "0", "999999999"} else 200
    assert phone.get(f"{PATH}?rules={asked}").status_code == expected


def test_rules_that_do_not_suit_so_many_are_left_away(phone):
    start(phone, "/new/ten-point-smear/4", **{"rule-seating.sides": "pairs", "save_as": "In pairs"})
    assert phone.get("/new/ten-point-smear/6?rules=1").text.count('id="rule-seating.sides-pairs" value="pairs" checked')
    page = phone.page("/new/ten-point-smear/5?rules=1")
    assert page.forms[0]["fields"]["rule-seating.sides"] == "called-partner"
    assert "as usual" in page.text


def test_rules_of_another_game_or_another_league(phone, stranger):
    start(phone, **LEGION)
    assert phone.get("/new/cinch/4?rules=1").status_code == 404
    assert stranger.get(f"{PATH}?rules=1").status_code == 404
    start(stranger)
    assert stranger.get(f"{PATH}?rules=1").status_code == 404
    assert stranger.get(f"{library(stranger)}/1").status_code == 404
    assert stranger.get(library(phone)).status_code == 404
    answer = stranger.send(PATH, PATH, NAMES | {"rules": "1.1"})
    assert answer.status_code == 404


def test_a_resent_form_keeps_one_version(phone):
    form = phone.form(PATH, PATH) | NAMES | LEGION
    first, second = (phone.client.post(PATH, data=form).location for _ in range(2))
    assert first == second
    assert phone.page(f"{library(phone)}/1").text.count("Version") == 2, "the heading and version 1"


# ---------------------------------------------------------------- from a game, and the pages


def keep(phone, code, name, **fields):
    path = f"/t/{code}/house"
    return phone.send(path, path, {"save_as": name, **fields})


def test_a_games_rules_are_kept(phone):
    code = start(phone, **{"rule-finish.target": "15"})
    answer = keep(phone, code, " Church  hall ")
    assert (answer.status_code, answer.location) == (303, f"{library(phone)}/1")
    page = phone.page(answer.location).text
    assert "Church hall" in page
    assert "The game is to 15. The game is to 21." in page
    assert "iPhone" in page


def test_saving_again_shows_what_changed(phone):
    start(phone, **LEGION)
    keep(phone, start(phone, **{"rule-finish.target": "15", "rule-game.tie": "bidders"}), "Legion rules")
    page = phone.page(f"{library(phone)}/1").text
    assert page.index("Version 2") < page.index("Version 1")
    assert "The game is to 15. The game is to 11." in page


def test_a_name_may_move_to_another_game(phone):
    start(phone, **LEGION)
    keep(phone, start(phone, "/new/cinch/4"), "Legion rules")
    page = phone.page(f"{library(phone)}/1").text
    assert "Version 2 Cinch" in page
    assert "As it stands in the book." in page


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\0b"])
def test_no_name_no_rules(phone, name):
    answer = keep(phone, start(phone), name)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "Nothing is kept yet" in phone.page(library(phone)).text


def test_keeping_is_done_once(phone):
    code = start(phone, **{"rule-finish.target": "15"})
    path = f"/t/{code}/house"
    form = phone.form(path, path) | {"save_as": "Church"}
    assert {phone.client.post(path, data=form).location for _ in range(3)} == {f"{library(phone)}/1"}
    assert phone.client.post(path, data=form | {"save_as": "Chapel"}).status_code == 422


def test_put_away_and_brought_back(phone):
    start(phone, **LEGION)
    path = f"{library(phone)}/1"
    away = f"{path}/archive"
    assert phone.send(path, away, {}).location == path
    assert "Our own rules" not in phone.get("/new?size=4").text
    listed = phone.page(library(phone)).text
    assert listed.index("Put away") < listed.index("Legion rules")
    assert "no new game is offered it" in phone.page(path).text
    assert phone.send(path, away, {}).status_code == 303
    assert "Our own rules" in phone.get("/new?size=4").text


@pytest.mark.parametrize("path", ["{library}/2", "{library}/999999", "/l/none/house-rules/1", "/t/no-such-game/house"])
def test_nothing_there(phone, path):
    start(phone, **LEGION)
    path = path.format(library=library(phone))
    assert phone.get(path).status_code == 404
    token = phone.form(PATH, PATH)["csrf_token"]
    target = path if path.startswith("/t/") else f"{path}/archive"
    assert phone.client.post(target, data={"csrf_token": token, "op_id": "x", "save_as": "x"}).status_code == 404


@pytest.mark.parametrize("number", ["9" * 10, "9" * 20])
def test_nor_under_a_number_no_database_can_hold(phone, number):
    start(phone, **LEGION)
    rules = library(phone)
    token = phone.form(f"{rules}/1", f"{rules}/1/archive")
    assert phone.get(f"{rules}/{number}").status_code == 404
    assert phone.client.post(f"{rules}/{number}/archive", data=token).status_code == 404


def test_pages_have_nothing_inline(phone):
    code = start(phone, **LEGION)
    rules = library(phone)
    for path in (PATH, f"{PATH}?rules=1", rules, f"{rules}/1", f"/t/{code}/house"):
        assert phone.page(path).inline == []


# ---------------------------------------------------------------- a phone in several leagues


def test_each_league_has_its_own_page_of_rules(phone, stranger):
    """Whoever is in two leagues reads the rules of both; a new game of his is one of the league he played in last."""
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
        assert f'href="{rules}"' in phone.get(rules.removesuffix("/house-rules")).text
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
    assert one_line(tunk, 4, {}).startswith(tunk.name)
    assert one_line(catalogue()["money-pitch"], 4, {}) == "Money Pitch"
    assert one_line(catalogue()[PITCH], 4, {"auction.dealer_steals": False, "special.over": 4}) == (
        "Partnership Pitch to 21 · dealer steals: no · special bid over: 4"
    )
