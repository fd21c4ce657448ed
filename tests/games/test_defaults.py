"""Every default of the forms that record facts, and why it is the likeliest: nothing else is filled in beforehand."""

from __future__ import annotations

import random
import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from scorekeeper.games.forms import build_facts, form_errors, is_untouched
from scorekeeper.rules.deck import chance_in_play
from scorekeeper.rules.seats import side_of, usual_sides
from scorekeeper.rules.sheet import Head
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.cast import FOUR
from tests.e2e.dealt import dealt_hand

NAMES = (*FOUR, "Eve", "Fay", "Gus", "Hal")
TABLES = sorted(
    {(key, size) for key, variant in catalogue().items() for size in (min(variant.sizes), max(variant.sizes))}
    | {("minnesota-ten-point", 5)}
)
META = {"csrf_token", "op_id", "seen", "line", "sure", "league", "reason", "what"}
"""About the form, not about the game."""

HAND = {
    "trump": ("", "No score needs it; not said is not recorded."),
    "first_trick": ("", "No score needs it; not said is not recorded."),
    "renege": ("", "Hardly any hand has one."),
    "turned": ("", "Of the thirteen ranks at least nine bring the dealer nothing."),
    "turned-2": ("", "The cards are seldom run."),
    "turned-3": ("", "The cards are seldom run twice."),
    "gift": ("", "Whoever begs is mostly dealt to again, or plays; a point given is said."),
    "hung": ("", "Most jacks stay with whoever holds them, or are not dealt."),
    "throw": ("", "Bids are said."),
}
"""Field of the hand form -> its value, and why."""

NOTHING = {
    "bidder": "Everybody bids.",
    "bid": "It is said aloud, and every one is worth something else.",
    "partner": "Whoever has the card that was called.",
    "made": "Where the bid is all that counts, the answer is the hand.",
    "all_tricks": "Asked for with a special bid only; untapped it goes with the points (RECORDED).",
    "point-": "Goes to whoever bids, once somebody does (RECORDED); without bidding to nobody.",
    "play-": "Who stays in, and takes how many tricks, is a new question every hand.",
    "pickup-": "Hardly any hand has one.",
    "counted": "Who took game is mostly seen, and tapped like any point.",
    "count-": "Counted only where somebody does.",
    "buried": "Counted only where somebody does.",
    "note": "Nobody has to write one.",
}
"""Field of the hand form, or how it begins -> why nothing is filled in."""

NEW_GAME = {
    "currency": "It is asked for only with stakes, which start empty.",
    "dealer": "Whoever sits last: every seat is as likely, and the first one typed then bids first.",
}
"""Field of New game -> why; a rule starts as the variant's sources have it."""

RECORDED = {
    "points": "Whoever bids has the best cards; a card that is more often left in the deck than dealt is nobody's.",
    "all_tricks": "Whoever takes every point of a special bid that needs all tricks took them; it is asked beside it.",
}
"""What a saved hand says though nobody tapped it -> why.  It is saved only after it was asked if that is meant."""


class Filled(HTMLParser):
    """What a form that is sent to `action` has filled in, field -> value."""

    def __init__(self, html, action):
        super().__init__()
        self.action, self.inside, self.select, self.found, self.asked = action, False, None, {}, set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "form":
            self.inside = found.get("action") == self.action
        if tag == "select":
            self.select = found.get("name")
        mine = found.get("form") == "hand" if "form" in found else self.inside
        if not mine and tag != "option":
            return
        name, kind = found.get("name"), found.get("type", "text")
        is_set = "checked" in found if kind in ("radio", "checkbox") else bool(found.get("value"))
        if tag in ("input", "select", "textarea") and name not in META:
            self.asked.add(name)
        if tag == "input" and is_set and name not in META:
            self.found[name] = found.get("value", "on")
        if tag == "option" and self.inside and "selected" in found:
            self.found[self.select] = found["value"]


def fresh_table(key, size):
    variant, seats = find_variant(key), tuple(map(str, range(1, size + 1)))
    sides = usual_sides(variant.ruleset(size).seating.sides, seats)
    return open_table(Head(variant, seats, seats[-1], sides, {}, {}, None))


def likeliest(table, point):
    """Return what a point must start with, None where it follows the bidder."""
    if chance_in_play(table.rules, len(table.players), point) < 0.5:
        return "none"
    return "us" if table.rules.calls_partner else None


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("key", "size"), TABLES)
def test_a_fresh_hand_form_has_the_defaults_that_are_listed(phone, key, size):
    code, table = phone.sit_down(key, NAMES[:size]), fresh_table(key, size)
    form = Filled(phone.get(f"/t/{code}").text, f"/t/{code}/hands")
    found = form.found
    points = {name: value for name, value in found.items() if name.startswith("point-")}
    starts = {f"point-{point}": likeliest(table, point) for point in table.rules.worth}
    assert points == {name: start for name, start in starts.items() if start and not table.rules.bid_is_all}
    others = {name: value for name, value in found.items() if name not in points}
    assert others == {name: HAND.get(name, ("?", ""))[0] for name in others}
    for name in form.asked - found.keys():
        assert name in NOTHING or re.sub(r"-.*", "-", name) in NOTHING, f"{name} starts empty: why?"


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("key", "size"), TABLES)
def test_a_new_game_starts_as_the_variant_has_it(phone, key, size):
    path, rules = f"/new/{key}/{size}", find_variant(key).ruleset(size)
    found = Filled(phone.get(path).text, path).found
    for name, value in found.items():
        if name.startswith("rule-"):
            usual = rules.value(name.removeprefix("rule-"))
            assert value == (("no", "yes")[usual] if isinstance(usual, bool) else str(usual)), name
    assert {name for name in found if not name.startswith("rule-")} == set(NEW_GAME)
    assert found["dealer"] == str(size)


@pytest.mark.parametrize(("key", "size"), TABLES)
def test_what_a_hand_records_that_nobody_tapped(key, size):
    table = fresh_table(key, size)
    rules = table.rules
    tapped = {"what": "hand"}
    if rules.has_bidding and rules.worth:
        tapped |= {"bidder": "2", "bid": rules.special.name if rules.has_special else str(rules.highest_bid)}
    if rules.calls_partner:
        tapped |= {"partner": "1"}
    if rules.bid_is_all:
        tapped |= {"made": "yes"}
    unasked = build_facts(tapped, table).keys() - tapped.keys()
    if table.is_smoke:
        assert build_facts(tapped, table) == {"tricks": {}}, "no trick and no sit that nobody tapped"
    elif rules.bid_is_all:
        assert unasked == set()
    elif not rules.has_bidding:
        assert form_errors(tapped, table), "somebody has to say it"
    else:
        assert unasked <= RECORDED.keys()
        assert is_untouched(tapped, table), "it is asked if that is meant"


@pytest.mark.parametrize(
    ("key", "size"),
    [("minnesota-ten-point", 4), ("minnesota-ten-point", 5), ("partnership-pitch", 4), ("cutthroat-pitch", 4)],
)
def test_the_bidders_side_is_the_likeliest_to_take_a_point(key, size):
    """Of hands that are dealt and played out: more often than any other side, or nobody."""
    rules, players, dice = find_variant(key).ruleset(size), NAMES[:size], random.Random(key)
    teams = usual_sides(rules.seating.sides, players)
    takers = {point: Counter() for point in rules.worth}
    for _ in range(1_000):
        told = dealt_hand(rules, players, teams, dice)
        ours = {told.bidder, told.partner} if rules.calls_partner else set(side_of(told.bidder, teams))
        for point, taker in told.exceptions.items():
            takers[point]["ours" if taker in ours else taker if rules.calls_partner else side_name(taker, teams)] += 1
    for point, counted in takers.items():
        if likeliest(fresh_table(key, size), point) != "none":
            assert counted.most_common(1)[0][0] == "ours", (point, counted)


def side_name(taker, teams):
    return taker if taker == "-" else " & ".join(side_of(taker, teams))


def test_a_vote_starts_without_a_change_for_anybody(phone, code):
    phone.hand(code)
    found = Filled(phone.get(f"/t/{code}/vote").text, f"/t/{code}/vote").found
    assert {name for name in found if re.fullmatch(r"by-\d", name)}
    assert set(found.values()) == {"0"}


@pytest.mark.parametrize("key", ["minnesota-ten-point", "cutthroat-pitch", "smoke"])
def test_no_exit_is_chosen_beforehand(phone, key):
    """Substitute, swap, dealer, end: whoever taps the button without an answer is asked for one."""
    code = phone.sit_down(key, NAMES[: max(find_variant(key).sizes)])
    form = Filled(phone.get(f"/t/{code}/exits").text, f"/t/{code}/exits")
    assert form.asked >= {"replaces", "substitute", "swap", "other", "dealer", "end"}
    assert form.found == {}
    for what in ("substitute", "swap", "dealer", "end"):
        assert phone.send(f"/t/{code}/exits", f"/t/{code}/exits", {"what": what}).status_code == 422, what


def test_nobody_sits_down_or_leaves_beforehand(phone):
    """Whoever comes starts beside the last seat: a place is needed, and a chair is drawn up where the row ends."""
    code = phone.sit_down("money-pitch", NAMES[:4])
    form = Filled(phone.get(f"/t/{code}/seats").text, f"/t/{code}/seats")
    assert form.asked >= {"join", "after", "leave"}
    assert form.found == {"after": "4"}
    assert phone.send(f"/t/{code}/seats", f"/t/{code}/seats", {"what": "join"}).status_code == 422


def test_a_rule_starts_as_it_is_and_saved_so_it_is_refused(phone, code):
    page = f"/t/{code}/rule/finish.target"
    form = Filled(phone.get(page).text, page)
    assert form.found["rule-finish.target"] == "52"
    answer = phone.send(page, page, form.found)
    assert answer.status_code == 422
    assert "That is already the rule." in answer.text
