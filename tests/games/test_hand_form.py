"""The hand form without a browser: how each point starts and why, what is asked once, what the rules bring to it."""

import re
from dataclasses import replace

import pytest

from scorekeeper.games.hand_form import HandForm
from scorekeeper.rules.deck import EVEN, chance_in_play
from scorekeeper.rules.sheet import Head, usual_sides
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue
from tests.cast import FIVE, FOUR
from tests.factories import sheet_of
from tests.phones import HTMX

NAMES = (*FIVE, "Fay", "Gus", "Hal")
SIZES = [(variant.key, size) for variant in catalogue().values() for size in variant.sizes]
LARGEST = [(variant.key, max(variant.sizes)) for variant in catalogue().values() if variant.kind == "bidding"]
NOT_OF_THE_HAND = {"csrf_token", "op_id", "seen", "sure"}


def radios(html, group):
    """Return the values that one may tap of a group of radio buttons, and those that are checked."""
    tags = re.findall(rf'<input type="radio" name="{group}"[^>]*>', html)
    values = [re.search(r'value="([^"]*)"', tag)[1] for tag in tags]
    return values, [value for value, tag in zip(values, tags, strict=True) if tag.rstrip(">").endswith(" checked")]


def test_a_form_that_was_kept_looks_as_one_made_anew_hands_later(app):
    """Whatever else of a table changes from hand to hand, the form shows none of it (`cache_key`)."""
    macros = app.jinja_env.get_template("_macros/hand.html").module

    def printed(table, names):
        form = HandForm(table, names, {})
        return form.cache_key, [macro(form) for macro in (macros.fields, macros.counter, macros.more)]

    for key, size in LARGEST:
        players = tuple(str(seat) for seat in range(1, size + 1))
        names = dict(zip(players, NAMES, strict=False))
        sides = usual_sides(catalogue()[key].ruleset(size).seating.sides, players)
        begun = open_table(Head(catalogue()[key], players, players[-1], sides, {}, {}, None))
        later = replace(begun, scores=dict.fromkeys(begun.scores, 7), sets=dict.fromkeys(begun.sets, 2), hands=9)
        assert printed(later, names) == printed(begun, names), (key, size)
        dealt = printed(replace(later, dealer=players[0]), names)
        assert dealt[0] != printed(begun, names)[0], "another dealer is another form"


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("key", "size"), SIZES)
def test_a_fresh_form_starts_with_what_is_likeliest_and_with_nothing_else(phone, key, size):
    """A point whose card is mostly left in the deck is nobody's; any other is the bidder's, who chose trump to take it.

    It follows them once somebody taps a bidder, and so starts with nothing; a called partner's side is "us" before.
    """
    code, rules = phone.sit_down(key, NAMES[:size]), catalogue()[key].ruleset(size)
    filled = {name: value for name, value in phone.form(f"/t/{code}", f"/t/{code}/hands").items() if value}
    starts = dict.fromkeys(rules.worth, "us" if rules.calls_partner else "")
    starts |= {point: "none" for point in rules.worth if chance_in_play(rules, size, point) < EVEN}
    expected = {} if rules.bid_is_all else {f"point-{point}": start for point, start in starts.items() if start}
    assert {name: value for name, value in filled.items() if name not in NOT_OF_THE_HAND} == expected


def test_a_hand_with_every_point_as_it_started_is_asked_about_once(phone, code):
    answer = phone.hand(code, headers=HTMX, sure=None)
    assert answer.status_code == 422
    assert "Is that right? Bob &amp; Dee: high, " in answer.text
    assert 'name="sure" value="yes"' in answer.text
    assert phone.scores(code) == ["0", "0"]
    assert phone.hand(code).status_code == 303
    assert phone.scores(code) == ["0", "10"]


@pytest.mark.parametrize("said", [{"point_low": "1"}, {"point_jack": "none"}, {"renege": "1"}, {"tapped": "yes"}])
def test_a_hand_somebody_said_something_of_is_saved_at_once(phone, said):
    code = phone.sit_down("ten-point-smear")
    assert phone.hand(code, sure=None, **said).status_code == 303


def test_made_or_set_has_to_be_said(phone):
    code = phone.sit_down("racehorse-pitch", FIVE)
    answer = phone.hand(code, bid="2")
    assert answer.status_code == 422
    assert "Was it made or set?" in answer.text


def test_card_points_this_deck_cannot_give_are_asked_about(phone):
    """Bob's side took the jack, which counts one, but is said to have counted nothing."""
    code = phone.sit_down("partnership-pitch")
    counted = {"bid": "2", "point_jack": "2", "counted": "yes", "count_1": "30", "count_3": "0"}
    said = "but counted no card points"
    form = phone.form(f"/t/{code}", f"/t/{code}/hands")
    form |= {"bidder": "2", "bid": "2", "point-jack": "2", "counted": "yes", "count-1": "30", "count-3": "0"}
    assert said in phone.client.post(f"/t/{code}/preview", data=form, headers=HTMX).text.replace("&#39;", "'")
    answer = phone.hand(code, sure=None, **counted)
    assert answer.status_code == 422
    assert said in answer.text
    assert phone.hand(code, **counted).status_code == 303


@pytest.mark.parametrize(
    ("key", "names", "rows"),
    [
        ("schmier-five", FIVE, ["High", "Low", "Bauer right", "Bauer left", "Joker", "Game"]),
        ("pidro", FOUR, ["High", "Low", "Jack", "Game", "Five right", "Five left"]),
        ("wisconsin-six-point", FOUR, ["High", "Low", "Jack", "Joker high", "Joker low", "Game"]),
    ],
)
def test_a_row_is_called_what_its_card_is_called_here(phone, key, names, rows):
    html = phone.get(f"/t/{phone.sit_down(key, names=names)}").text
    points = re.findall(r'class="of"[^>]*><span[^>]*>([^<]*)</span>(?:<em>([^<]*)</em>)?', html)
    assert [f"{name} {note}".strip() for name, note in points][: len(rows)] == rows


def test_a_correction_keeps_who_took_a_point(phone):
    """A sheet may say which of the others took low; the form only asks for their side."""
    code = phone.sit_down(names=FIVE)
    assert radios(phone.get(f"/t/{code}").text, "point-low") == (["us", "none", "them"], ["us"])
    phone.hand(code, bidder="2", bid="5", partner="4", point_low="them")
    form = phone.form(f"/t/{code}/lines/1", f"/t/{code}/lines/1")
    assert form["point-low"] == "them"
    assert phone.client.post(f"/t/{code}/lines/1", data=form | {"bid": "6"}).status_code == 303
    assert phone.scores(code) == ["1", "9", "1", "9", "1"]


def test_what_was_turned_up_given_and_hung_is_one_tap_each(phone):
    """Dee turns up the jack (3), Ann begs (1); the jack was caught, which is worth three."""
    code = phone.sit_down("trinidad-all-fours")
    html = phone.get(f"/t/{code}").text
    assert 'name="bidder"' not in html
    assert radios(html, "turned") == (["", "ace", "jack", "six"], [""])
    assert radios(html, "gift") == (["", "yes"], [""])
    took = {"point_high": "1", "point_low": "2", "point_game": "2", "point_jack": "1"}
    answer = phone.hand(code, bidder=None, bid=None, turned="six", gift="yes", hung="yes", **took)
    assert answer.status_code == 303
    rules = catalogue()["trinidad-all-fours"].ruleset(4)
    ours = rules.worth["high"] + rules.points.jack.hung + rules.turn.gift
    theirs = rules.worth["low"] + rules.worth["game"] + rules.turn.six
    assert phone.scores(code) == [str(ours), str(theirs)]
    form = phone.form(f"/t/{code}/lines/1", f"/t/{code}/lines/1")
    assert (form["turned"], form["gift"], form["hung"]) == ("six", "yes", "yes")


def test_a_point_that_every_hand_has_wants_a_taker(phone):
    """High, low and game are out in every hand; the jack mostly is not, and that nobody has game is an answer."""
    code = phone.sit_down("trinidad-all-fours")
    answer = phone.hand(code, bidder=None, bid=None, point_high="2", point_game="none")
    assert answer.status_code == 422
    assert [point for point in ("low", "the jack", "game") if f"Who got {point}?" in answer.text] == ["low"]


SITTING = {
    "dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.throw_card": False,
    "auction.all_pass": "redeal",
}  # fmt: skip


def test_a_dealer_who_sits_out_is_not_offered(phone):
    code = phone.bring_in(sheet_of("cutthroat-pitch", rules=SITTING))
    html = phone.get(f"/t/{code}").text
    for group in ("bidder", "point-low"):
        assert "4" not in radios(html, group)[0], group
    assert phone.hand(code, bid="2", point_low="1").status_code == 303
    assert "1" not in radios(phone.get(f"/t/{code}").text, "bidder")[0], "Ann deals now"
