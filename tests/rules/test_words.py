"""Reasons in the words of a card table: right for one player and for several, and naming the rule that decided."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from sheets import hand, play

from scorekeeper.rules.finish import DecidedBy, NotYet
from scorekeeper.rules.scoring import BEFORE, ORDER
from scorekeeper.rules.setting_groups import POINT_KEYS, GameTie
from scorekeeper.rules.sheet import Why
from scorekeeper.rules.tally import TallyLine
from scorekeeper.sheets.grammar import Several, join_names, words_of
from scorekeeper.sheets.words import VALUES, WORDINGS, say_tally, sentence, sentences

RULES = Path(__file__).parents[2] / "scorekeeper" / "rules"


def said(variant, *lines, **head):
    _, entries = play(variant, *lines, **head)
    return sentences(entries[-1].whys)


def test_every_reason_the_engine_gives_has_a_sentence():
    given = set()
    for file in RULES.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        given |= set(re.findall(r"\bwhy\(\s*\"([a-z-]+)\"", text))
        given |= set(re.findall(r"_won\([^\"]*\"([a-z-]+)\"", text))
    assert given
    assert given <= words_of("reasons")["reason"].keys()


def worded(table):
    """Return the sentences of a table of the file, those of several wordings one by one."""
    return [one for words in table.values() for one in ([words] if isinstance(words, str) else words.values())]


def test_every_part_and_every_value_is_used():
    words = words_of("reasons")
    texts = [*worded(words["reason"]), *worded(words["part"])]
    named = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    assert (words["part"].keys() | VALUES.keys()) - named == set()
    assert WORDINGS.keys() - words["part"].keys() - words["reason"].keys() == set()


@pytest.mark.parametrize(
    ("part", "every"),
    [("because", get_args(NotYet)), ("decided", get_args(DecidedBy)),
     ("no_game", set(get_args(GameTie)) - {"defenders", "each"}),
     ("tie", set(get_args(GameTie)) - {"nobody"}),
     ("first", {BEFORE, *ORDER} - set(POINT_KEYS) | {"point"})],
)  # fmt: skip
def test_every_rule_that_may_have_decided_is_worded(part, every):
    assert words_of("reasons")["part"][part].keys() == set(every)


def test_a_set_keeps_the_bidders_from_winning():
    line = hand("Ann", 3, "high game low=Bob jack=Bob")
    assert said("partnership-pitch", line, opening={"Ann": 24})[-1] == (
        "Ann & Cy are at the target but do not win: only a made bid wins here, and this one was set."
    )


def test_one_player_wins_in_the_singular():
    line = hand("Ann", 2, "high game jack=Bob")
    assert said("cutthroat-pitch", line, size=3, opening={"Ann": 19})[-1] == "Ann reaches 21 and wins the game."


def test_what_decided_between_two_sides():
    line = hand("Ann", 6, "high jack game trey low=Bob off_jack=Bob high_joker=Bob low_joker=Bob")
    ten = "minnesota-ten-point"
    assert said(ten, line, opening={"Ann": 46, "Bob": 50})[-1] == (
        "Both sides are at 52 (Bob & Dee 54, Ann & Cy 52): the better score wins. Bob & Dee win the game."
    )
    assert said(ten, line, opening={"Ann": 46, "Bob": 48})[-1] == (
        "Both sides are at 52 (Ann & Cy 52, Bob & Dee 52): the scores are equal, so the bidders win. Ann & Cy win the game."  # noqa: E501
    )


def test_the_moon_from_exactly_zero():
    line = hand("Ann", "moon", "high low jack game")
    assert said("minnesota-smear-kitty", line, rules={"special.zero_is_good": False})[0] == (
        "Ann bid the moon, took 4 (high, low, jack, game): made from exactly zero, and that is not enough to win, so Ann & Cy are at zero now."  # noqa: E501
    )


IN_ORDER = {"finish.target": 21, "finish.crossing": "in-order", "finish.may_win": "any"}
NO_BIDS = {"auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False}


@pytest.mark.parametrize(
    ("line", "opening", "house", "told"),
    [
        (hand("Bob", 2, "high low jack=Cy"), {"Bob": 20, "Cy": 20}, {},
         "(Bob 22, Cy 21), and the first there wins: Bob, with high."),
        (hand("Bob", 3, "high low jack"), {"Ann": 18, "Bob": 18}, {"auction.seller_scores": True},
         "(Ann 21, Bob 21), and the first there wins: Ann, with the bid that was sold."),
        (hand("Ann", 2, "low=Bob"), {"Bob": 19, "Cy": 20}, {"scoring.set": "given"},
         "(Bob 22, Cy 22), the first of them with what the set brought: the scores are equal, so they win together."),
        ({"points": {"high": "Ann"}, "turned": ["jack"]}, {"Ann": 20, "Cy": 20}, {**NO_BIDS, "turn.jack": 1},
         "(Ann 21, Cy 21), and the first there wins: Cy, with the cards turned up."),
        ({"points": {"high": "Bob"}, "gift": True}, {"Ann": 20, "Bob": 20}, {**NO_BIDS, "turn.gift": 1},
         "(Ann 21, Bob 21), and the first there wins: Ann, with the point that was given."),
        ({"points": {"jack": "Bob", "game": "Ann"}, "hung": True}, {"Ann": 20, "Bob": 18},
         {**NO_BIDS, "points.jack.hung": 3}, "(Ann 21, Bob 21), and the first there wins: Bob, with jack."),
        ({"bidder": "Ann", "bid": 2, "renege": "Ann"}, {"Bob": 18, "Cy": 20}, {"penalty.renege": "zero-and-max"},
         "(Cy 24, Bob 22), the first of them with what the hand brought: the better score wins."),
        (hand("Bob", 2, "high low"), {"Bob": 20, "Cy": 30}, {},
         "(Cy 30, Bob 22), and the first there wins: Cy, before the hand."),
    ],
)  # fmt: skip
def test_what_brought_the_first_there_when_points_count_in_order(line, opening, house, told):
    sentence = said("cutthroat-pitch", line, size=3, opening=opening, rules={**IN_ORDER, **house})[-1]
    assert sentence.partition(" wins the game")[0].partition(" win the game")[0].rpartition(". ")[0] == (
        f"Several are at 21 {told[:-1]}"
    )


def test_a_vote_on_a_rule_and_a_hand_nobody_bid():
    assert said("money-pitch", {"rules": {"game.tie": "each"}}) == [
        "From here on: If card points are tied, everybody in the tie gets game."
    ]
    assert said("minnesota-smear", {"passed_out": True}) == ["Everybody passed: Dee deals again."]


def test_the_tally_is_read_as_in_1968():
    # [002: "Whiz - 9 had two sets, is a mustie", "Tom - 2 in the box", "Puresome - 14, never, never land"]
    whiz = TallyLine("Whiz", 9, "steady", 2, must_play=True, in_box=False, never_land=False)
    tom = TallyLine("Tom", 2, "down", 0, must_play=True, in_box=True, never_land=False)
    puresome = TallyLine("Puresome", 14, "up", 0, must_play=False, in_box=False, never_land=True)
    assert [say_tally(line, line.player) for line in (whiz, tom, puresome)] == [
        "Whiz, 9 steady, 2 sits, is a mustie.",
        "Tom, 2 coming down, in the box.",
        "Puresome, 14 going up, never, never land.",
    ]


def test_a_verb_goes_with_one_or_with_several():
    words = "{who:win}, {who:go}, {they:have}, {who}"
    assert words.format(who=Several("Ann", 1), they=Several("", 1)) == "Ann wins, Ann goes, has, Ann"
    assert words.format(who=Several("Ann & Cy", 2), they=Several("", 2)) == "Ann & Cy win, Ann & Cy go, have, Ann & Cy"


def test_people_in_one_breath():
    assert [join_names(names) for names in ([], ["Ann"], ["Ann", "Cy"], ["Ann", "Cy", "Eve"])] == [
        "", "Ann", "Ann & Cy", "Ann, Cy & Eve",
    ]  # fmt: skip


def test_a_reason_is_told_with_the_names_that_people_use():
    called = {"seat-1": "Ann", "seat-2": "Bob"}
    facts = {"both": False, "decided": "score", "first": "set", "names": {}, "target": 21}
    reason = Why("crossing", ("seat-1",), {**facts, "at": ((("seat-1",), 22), (("seat-2",), 21))})
    assert sentence(reason, called.__getitem__) == (
        "Several are at 21 (Ann 22, Bob 21), the first of them by the set: the better score wins. Ann wins the game."
    )
