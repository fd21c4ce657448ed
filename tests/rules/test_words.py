"""Reasons in the words of a card table: each is worded, and what no golden sheet says (`approved/golden.txt`)."""

import re
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from sheets import hand, play

from scorekeeper.rules.finish import DecidedBy, NotYet
from scorekeeper.rules.scoring import BEFORE, ORDER
from scorekeeper.rules.setting_groups import POINT_KEYS, GameTie
from scorekeeper.rules.tally import TallyLine
from scorekeeper.sheets.phrases import words_of
from scorekeeper.sheets.words import VALUES, WORDINGS, say_tally, sentences

RULES = Path(__file__).parents[2] / "scorekeeper" / "rules"


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


PITCH, ALONE, MONEY = "partnership-pitch", "cutthroat-pitch", "money-pitch"
DOLLAR = {"currency": "USD", "moon": 1}
IN_ORDER = {"finish.target": 21, "finish.crossing": "in-order", "finish.may_win": "any"}
NO_BIDS = {"auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False}

SAID = [
    # card points tied, of one point and of three players
    (PITCH, 4, hand("Ann", 2, "high", counts={"Ann": 1, "Bob": 1}), {},
     "Ann & Cy and Bob & Dee both have 1 card point: nobody has game."),
    (ALONE, 3, hand("Ann", 2, "high", counts={"Ann": 20, "Bob": 20, "Cy": 20}), {},
     "Ann and Bob and Cy all have 20 card points: nobody has game."),
    # what a special bid lacked
    (PITCH, 4, hand("Ann", "smudge", "high low jack"), {},
     "failed, −5 for Ann & Cy. Nobody had game, and the smudge needs every point."),
    (PITCH, 4, hand("Ann", "smudge", "high game=Bob"), {},
     "Game was lost. Low and the jack were not in play, and the smudge needs every point."),
    (PITCH, 4, hand("Ann", "smudge", "high=Bob low=Bob jack=Bob game"), {}, "High, low and the jack were lost."),
    (PITCH, 4, hand("Ann", "smudge", "high low jack", counts={"Ann": 10, "Bob": 20}), {},
     "took 3 (high, low, jack): failed, −5 for Ann & Cy. Game was lost."),
    (PITCH, 4, hand("Ann", "smudge", "high low jack=Bob", counts={"Ann": 20, "Bob": 20}), {},
     "The jack was lost. Nobody had game, and the smudge needs every point."),
    ("racehorse-pitch", 5, {"bidder": "Ann", "bid": "smudge", "made": False}, {"rules": {"special.name": "smudge"}},
     "Ann bid the smudge: failed, −5 for Ann."),
    ("moon-over-four-pitch", 4, hand("Ann", "moon", "high"), {"rules": {"special.failed_score": "bid"}},
     "Ann is at −5 now."),
    # one who pays one
    (MONEY, 2, hand("Ann", "moon", "high low jack game", all_tricks=True), {"stakes": DOLLAR},
     "★ Bob pays Ann 1.00 USD for it."),
    (MONEY, 2, hand("Ann", "moon", "high low jack game"), {"stakes": DOLLAR}, "Ann pays Bob 1.00 USD for it."),
    # a set, and the end of a game
    (ALONE, 3, hand("Ann", 3, "high"), {"rules": {"scoring.set": "double"}},
     "Ann bid 3, took 1 (high): set, −6 for Ann. A set costs the bid twice here."),
    (PITCH, 4, {"adjust": {"Bob": 2}, "reason": "counted wrong. "}, {},
     "The table voted +2 for Bob & Dee: counted wrong."),
    (PITCH, 4, {"adjust": {"Bob": -1}, "reason": "a ten is no X."}, {},
     "The table voted −1 for Bob & Dee: a ten is no X."),
    (ALONE, 3, {"points": {"high": "Ann"}, "turned": ["jack"]},
     {"rules": NO_BIDS | {"finish.may_win": "any", "turn.jack": 1, "finish.direction": "down", "finish.target": -11}},
     "Cy turned up a jack for trump: −1 for Cy."),
    # what brought the first there when points count in order
    (ALONE, 3, {"bidder": "Ann", "bid": 2, "renege": "Ann"},
     {"opening": {"Bob": 18, "Cy": 20}, "rules": IN_ORDER | {"penalty.renege": "zero-and-max"}},
     "(Cy 24, Bob 22), the first of them with what the hand brought: the better score wins."),
    (PITCH, 4, hand("Ann", "smudge", "high low jack game=Bob"),
     {"opening": {"Ann": -10, "Bob": 20},
      "rules": IN_ORDER | {"special.made": "score", "special.failed": "score-becomes", "special.failed_score": 25}},
     "(Ann & Cy 25, Bob & Dee 21), and the first there wins: Ann & Cy, by the set. Ann & Cy win the game."),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "size", "line", "head", "told"), SAID)
def test_what_no_golden_sheet_says(variant, size, line, head, told):
    _, entries = play(variant, line, size=size, **head)
    assert told in " ".join(sentences(entries[-1].whys))


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
