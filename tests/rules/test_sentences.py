"""The sentences of a hand in full, for one player and for several, counting up and counting down."""

from __future__ import annotations

import pytest
from sheets import hand, play

from scorekeeper.sheets.words import sentences

PITCH, NINE, KITTY, MONEY = "partnership-pitch", "nine-card-pitch", "minnesota-smear-kitty", "money-pitch"
DOUBLED = {"auction.throw_card": True, "auction.double_if_over_throw_set": True}
ALONE = "cutthroat-pitch"

HANDS = [
    # made and set
    (PITCH, 4, hand("Ann", 2, "high low jack=Bob"), {},
     ["Ann bid 2, took 2 (high, low): made, +2 for Ann & Cy.",
      "Bob & Dee took 1 (jack): +1."]),
    (NINE, 4, hand("Ann", 3, "high low jack five=Bob"), {},
     ["Ann bid 3, took 3 (high, low, jack): made, −3 for Ann & Cy.",
      "Bob & Dee took 1 (five): −1."]),
    ("schmier-six", 6, hand("Ann", 3, "high jack off_jack joker=Bob"), {},
     ["Ann bid 3, took 3 (high, right bauer, left bauer): made, +3 for Ann, Cy & Eve.",
      "Bob, Dee & Fay took 1 (joker): +1."]),
    (ALONE, 3, hand("Bob", 3, "high game"), {}, ["Bob bid 3, took 2 (high, game): set, −3 for Bob."]),
    ("charbonneau-ten-point", 4, hand("Ann", 4, "high low jack off_jack game"), {},
     ["Ann bid 4, took 5 (high, low, jack, jick, game): made, +4 for Ann & Cy. A made bid scores what was bid."]),
    ("racehorse-pitch", 5, {"bidder": "Ann", "bid": 3, "made": True}, {}, ["Ann bid 3: made, +3 for Ann."]),
    ("racehorse-pitch", 5, hand("Ann", 3, "high low jack game=Bob"), {},
     ["Ann bid 3, took 3 (high, low, jack): made, +3 for Ann.",
      "Bob took 1 (game), but only the bid is scored here."]),
    ("minnesota-ten-point", 5, hand("Ann", 4, "high trey low=Bob", alone=True), {},
     ["Ann bid 4 alone, took 4 (high, trey 3): made, +4 for Ann.",
      "Bob, Cy, Dee & Eve took 1 (low): +1."]),
    # thrown cards
    (PITCH, 4, hand("Ann", 4, "high low jack game", thrown=True), {"rules": DOUBLED},
     ["Ann threw a card, took 4 (high, low, jack, game): made, +4 for Ann & Cy."]),
    (PITCH, 4, hand("Dee", 4, "high", thrown=True, over_throw=True), {"rules": DOUBLED},
     ["Dee threw a card, took 1 (high): set, −8 for Bob & Dee. Doubled: the dealer took it over a thrown card."]),
    (PITCH, 4, hand("Dee", "smudge", "high", over_throw=True), {"rules": DOUBLED},
     [("Dee bid the smudge, took 1 (high): failed, −10 for Bob & Dee. Low and the jack were not in play, "
       "nobody had game, and the smudge needs every point. Doubled: the dealer took it over a thrown card.")]),
    # the special bid
    (PITCH, 4, hand("Ann", "smudge", "high low game", all_tricks=True), {},
     [("Ann bid the smudge, took 3 (high, low, game): failed, −5 for Ann & Cy. The jack was not in play, and the smudge "  # noqa: E501
       "needs every point.")]),
    (PITCH, 4, hand("Ann", "smudge", "high jack low=Bob game=Bob"), {},
     ["Ann bid the smudge, took 2 (high, jack): failed, −5 for Ann & Cy. Low and game were lost.",
      "Bob & Dee took 2 (low, game): +2."]),
    (MONEY, 4, hand("Ann", "moon", "high low jack game", all_tricks=True), {"stakes": {"currency": "USD", "moon": 1}},
     ["Ann bid the moon, took 4 (high, low, jack, game): made. It moves no score here.",
      "★ Bob, Cy & Dee pay Ann 1.00 USD each for it."]),
    (MONEY, 4, hand("Ann", "moon", "high low jack game"), {"stakes": {"currency": "USD", "moon": 1}},
     ["Ann bid the moon, took 4 (high, low, jack, game): failed. It moves no score here. A trick was lost.",
      "Ann pays Bob, Cy & Dee 1.00 USD each for it."]),
    (ALONE, 3, hand("Ann", 2, "high jack low=Cy", counts={"Ann": 20, "Bob": 20, "Cy": 5}), {"rules": {"game.tie": "low"}},  # noqa: E501
     ["Ann and Bob both have 20 card points (Ann 20, Bob 20, Cy 5): none of them took low, so nobody has game.",
      "Ann bid 2, took 2 (high, jack): made, +2 for Ann.", "Cy took 1 (low): +1."]),
    (PITCH, 4, hand("Ann", "smudge", "high low jack game", all_tricks=True), {},
     ["Ann bid the smudge, took 4 (high, low, jack, game): made, +5 for Ann & Cy."]),
    (KITTY, 4, hand("Ann", "moon", "high low jack game"), {"opening": {"Ann": 3}},
     ["Ann bid the moon, took 4 (high, low, jack, game): made, and Ann & Cy win the game."]),
    (KITTY, 4, hand("Ann", "moon", "high low jack game"), {"opening": {"Ann": -3}},
     ["Ann bid the moon, took 4 (high, low, jack, game): made from below zero, so Ann & Cy are at zero now."]),
    (KITTY, 4, hand("Ann", "moon", "high low jack game=Bob"), {},
     ["Ann bid the moon, took 3 (high, low, jack): failed, and Ann & Cy lose the game. Game was lost.",
      "Bob & Dee took 1 (game): +1.",
      "Bob & Dee have the best of the other scores and win the game."]),
    (MONEY, 4, hand("Ann", "moon", "high low jack game", all_tricks=True), {},
     ["Ann bid the moon, took 4 (high, low, jack, game): made. It moves no score here."]),
    (MONEY, 4, hand("Ann", "moon", "high low jack game"), {},
     ["Ann bid the moon, took 4 (high, low, jack, game): failed. It moves no score here. A trick was lost."]),
    ("moon-over-four-pitch", 4, hand("Ann", "moon", "high"), {"opening": {"Ann": 7}},
     [("Ann bid the moon, took 1 (high): failed. Low and the jack were not in play, nobody had game, and the "
       "moon needs every point. Ann is at −4 now.")]),
    ("moon-over-four-pitch", 4, hand("Ann", "moon", "high"), {"rules": {"special.failed_score": "bid"}},
     [("Ann bid the moon, took 1 (high): failed. Low and the jack were not in play, nobody had game, and the "
       "moon needs every point. Ann is at −5 now.")]),
    # game
    (PITCH, 4, hand("Ann", 2, "high low", counts={"Ann": 1, "Bob": 1}), {},
     ["Ann & Cy and Bob & Dee both have 1 card point: nobody has game.",
      "Ann bid 2, took 2 (high, low): made, +2 for Ann & Cy."]),
    (PITCH, 4, hand("Ann", 2, "high low", counts={"Ann": 12, "Cy": 20, "Bob": 30}), {},
     ["Game goes to Ann & Cy: card points Ann & Cy 32, Bob & Dee 30.",
      "Ann bid 2, took 3 (high, low, game): made, +3 for Ann & Cy."]),
    (PITCH, 4, hand("Ann", 2, "high low", counts={"Ann": 30, "Bob": 30}), {},
     ["Ann & Cy and Bob & Dee both have 30 card points: nobody has game.",
      "Ann bid 2, took 2 (high, low): made, +2 for Ann & Cy."]),
    (PITCH, 4, hand("Ann", 2, "high low", counts={}), {},
     ["No card points were counted, so nobody has game.",
      "Ann bid 2, took 2 (high, low): made, +2 for Ann & Cy."]),
    (PITCH, 4, hand("Ann", 2, "high low", counts={"Ann": 3, "Bob": 3}), {"rules": {"game.tie": "defenders"}},
     ["Ann & Cy and Bob & Dee both have 3 card points: game goes to Bob & Dee, who did not bid.",
      "Ann bid 2, took 2 (high, low): made, +2 for Ann & Cy.",
      "Bob & Dee took 1 (game): +1."]),
    (PITCH, 4, hand("Ann", 2, "high low", counts={"Ann": 3, "Bob": 3}), {"rules": {"game.tie": "bidders"}},
     ["Ann & Cy and Bob & Dee both have 3 card points: game goes to Ann & Cy, who bid.",
      "Ann bid 2, took 3 (high, low, game): made, +3 for Ann & Cy."]),
    (PITCH, 4, hand("Ann", 2, "high low", counts={"Ann": 3, "Bob": 3}), {"rules": {"game.tie": "low"}},
     ["Ann & Cy and Bob & Dee both have 3 card points: game goes to Ann & Cy, who took low.",
      "Ann bid 2, took 3 (high, low, game): made, +3 for Ann & Cy."]),
    (PITCH, 4, hand("Ann", 2, "high low", counts={"Ann": 3, "Bob": 3}), {"rules": {"game.tie": "each"}},
     [("Ann & Cy and Bob & Dee both have 3 card points: game goes to Ann, Cy, Bob & Dee, for every tied side "
       "scores it."),
      "Ann bid 2, took 3 (high, low, game): made, +3 for Ann & Cy.",
      "Bob & Dee took 1 (game): +1."]),
    # a renege
    ("ten-point-smear", 4, {"bidder": "Ann", "bid": 4, "renege": "Bob"}, {},
     ["Bob reneged: nothing for that side, +10 for everybody else; the bid counts as made."]),
    (NINE, 4, {"bidder": "Ann", "bid": 4, "renege": "Cy"}, {"rules": {"penalty.renege": "zero-and-max"}},
     ["Cy reneged: nothing for that side, −6 for everybody else; the bidders are set."]),
    (PITCH, 4, hand("Ann", 2, "high low", renege="Bob"), {},
     ["Ann bid 2, took 2 (high, low): made, +2 for Ann & Cy.",
      "Bob reneged; these rules have no price for it, so the points count."]),
    # at the target
    ("fort-frances-bid-out", 2, hand("Bob", 2, "high game low=Ann jack=Ann"), {"opening": {"Ann": 9}},
     ["Bob bid 2, took 2 (high, game): made, +2 for Bob.",
      "Ann took 2 (low, jack): +2.",
      "Ann is at the target but does not win: only a side that makes its bid can win with a hand."]),
    (NINE, 4, hand("Ann", 3, "high low jack five=Bob"), {"opening": {"Ann": 3, "Bob": 1}},
     ["Ann bid 3, took 3 (high, low, jack): made, −3 for Ann & Cy.",
      "Bob & Dee took 1 (five): −1.",
      "Bob & Dee stop at 1: a side that did not bid cannot go out when the bid is made.",
      "Ann & Cy reach 0 and win the game."]),
    ("fort-frances-sneak-out", 4, hand("Ann", 3, "high low=Bob"), {"opening": {"Bob": 14}},
     ["Ann bid 3, took 1 (high): set, −3 for Ann & Cy.",
      "Bob & Dee took 1 (low): +1.",
      "Bob & Dee reach 15 and win the game."]),
    ("fort-frances-sneak-out", 4, hand("Ann", 2, "high game low=Bob"),
     {"opening": {"Ann": 13, "Bob": 14}, "rules": {"finish.crossing": "bidder-or-play-on"}},
     ["Ann bid 2, took 2 (high, game): made, +2 for Ann & Cy.",
      "Bob & Dee took 1 (low): +1.",
      "Both sides are at 15 (Ann & Cy 15, Bob & Dee 15): the bidder made the bid, and wins. Ann & Cy win the game."]),
    ("fort-frances-bid-out", 2, hand("Bob", 2, "high game low=Ann jack=Ann"), {"opening": {"Ann": 10}},
     ["Bob bid 2, took 2 (high, game): made, +2 for Bob.",
      "Ann took 2 (low, jack): +2.",
      "Ann stops at 11: no score is written past it."]),
    (NINE, 4, hand("Ann", 3, "high low jack five=Bob"), {"opening": {"Bob": 1}},
     ["Ann bid 3, took 3 (high, low, jack): made, −3 for Ann & Cy.",
      "Bob & Dee took 1 (five): −1.",
      "Bob & Dee stop at 1: a side that did not bid cannot go out when the bid is made."]),
    (NINE, 4, hand("Ann", 3, "high low five=Bob"), {"opening": {"Bob": 1}},
     ["Ann bid 3, took 2 (high, low): set, +3 for Ann & Cy. Ann & Cy go up.",
      "Bob & Dee took 1 (five): −1.",
      "Bob & Dee reach 0 and win the game. The bidders were set, so the others may win."]),
    ("fort-frances-bid-out", 2, hand("Ann", 2, "high jack"),
     {"opening": {"Ann": 9}, "rules": {"finish.must_stand_at_target": True, "finish.hold": "none"}},
     ["Ann bid 2, took 2 (high, jack): made, +2 for Ann.",
      "Ann is at the target but does not win: a bid wins only from a score that stood at the target before."]),
    ("fort-frances-bid-out", 2, hand("Ann", 4, "high low jack game"), {"opening": {"Ann": 1}},
     ["Ann bid 4, took 4 (high, low, jack, game): made, +4 for Ann.",
      "Bidding four and making it, with a point or more before, wins: Ann wins the game."]),
    ("minnesota-smear", 4, hand("Ann", 2, "high low jack game"), {"rules": {"finish.instant_win": "all-points-by-anyone"}},  # noqa: E501
     ["Ann bid 2, took 4 (high, low, jack, game): made, +4 for Ann & Cy.",
      "Ann & Cy took every point, and that wins the game."]),
    ("minnesota-smear", 4, hand("Ann", 4, "high"), {"opening": {"Bob": -9}, "rules": {"finish.bust": -4}},
     ["Ann bid 4, took 1 (high): set, −4 for Ann & Cy.",
      "Ann & Cy are bust: −4 is the mark.",
      "Bob & Dee are bust: −4 is the mark.",
      "Everybody is bust, and Ann & Cy win the game with the best score."]),
    (ALONE, 3, hand("Ann", 4, "high low=Bob"), {"rules": {"finish.bust": -4}},
     ["Ann bid 4, took 1 (high): set, −4 for Ann.",
      "Bob took 1 (low): +1.",
      "Ann is bust: −4 is the mark.",
      "Bob has the best of the other scores and wins the game."]),
    ("wisconsin-four-point", 3, hand("Ann", 3, "high low=Bob jack=Cy"), {"opening": {"Bob": 14, "Cy": 14}},
     ["Ann bid 3, took 1 (high): set, −3 for Ann.",
      "Bob took 1 (low): +1.",
      "Cy took 1 (jack): +1.",
      "Several are at 15 (Bob 15, Cy 15): the scores are equal, so they win together. Bob & Cy win the game."]),
    ("fort-frances-sneak-out", 4, hand("Ann", 2, "high game low=Bob jack=Bob"), {"opening": {"Ann": 13, "Bob": 14}},
     ["Ann bid 2, took 2 (high, game): made, +2 for Ann & Cy.",
      "Bob & Dee took 2 (low, jack): +2.",
      ("Both sides are at 15 (Bob & Dee 16, Ann & Cy 15): the bidders made it, so they count first. Ann & Cy win "
       "the game.")]),
    ("fort-frances-sneak-out", 4, hand("Ann", 3, "high low=Bob"), {"opening": {"Ann": 20, "Bob": 14}},
     ["Ann bid 3, took 1 (high): set, −3 for Ann & Cy.",
      "Bob & Dee took 1 (low): +1.",
      ("Both sides are at 15 (Ann & Cy 17, Bob & Dee 15): the bidders were set, so the others count first. Bob & "
       "Dee win the game.")]),
    ("pawnee-call-partner", 5, hand("Ann", 5, "high jack game trey low=Dee", partner="Bob"),
     {"opening": {"Ann": 40, "Bob": 40}},
     ["Ann bid 5, took 6 (high, jack, game, trey 3): made, +6 for Ann & Bob.",
      "Cy, Dee & Eve took 1 (low): +1.",
      "Several are at 42 (Ann 46, Bob 46): the bidder made the bid, and wins. Ann wins the game."]),
    ("pawnee-call-partner", 5, hand("Ann", 5, "high low=Dee", partner="Bob"), {"opening": {"Cy": 41, "Dee": 41}},
     ["Ann bid 5, took 1 (high): set, −5 for Ann & Bob.",
      "Cy, Dee & Eve took 1 (low): +1.",
      "Several are at the target and none of them bid and made it: play on until a bidder does."]),
    ("schmier-five", 5, hand("Ann", 3, "high jack joker low=Bob", partner="Cy"), {"opening": {"Ann": 18, "Cy": 18}},
     ["Ann bid 3, took 3 (high, right bauer, joker): made, +3 for Ann & Cy.",
      "Bob, Dee & Eve took 1 (low): +1.",
      "Several are at 21 (Ann 21, Cy 21): the scores are equal, so the bidder wins. Ann wins the game."]),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "size", "line", "head", "told"), HANDS)
def test_a_hand_in_words(variant, size, line, head, told):
    _, entries = play(variant, line, size=size, **head)
    assert sentences(entries[-1].whys) == told


LINES = [
    (MONEY, {"join": "Zoe"}, {"stakes": {"currency": "USD", "point": 1}},
     ["Zoe sits down.", "The points are settled, and scores start again."]),
    (MONEY, {"leave": "Dee"}, {}, ["Dee leaves the table.", "Scores start again."]),
    ("minnesota-smear", {"passed_out": True}, {"rules": {"auction.all_pass": "next-dealer"}},
     ["Everybody passed: the deal goes to Ann."]),
    ("minnesota-smear", {"passed_out": True}, {"rules": {"auction.all_pass": "dealer-set"}},
     ["Nobody bid, so the dealer's side is set: −2 for Bob & Dee."]),
    (NINE, {"passed_out": True}, {"rules": {"auction.all_pass": "dealer-set"}},
     ["Nobody bid, so the dealer's side is set: +3 for Bob & Dee."]),
    (PITCH, {"misdeal": True}, {}, ["Misdeal: Dee deals again."]),
    (PITCH, {"adjust": {"Bob": 2}, "reason": "counted wrong. "}, {}, ["The table voted +2 for Bob & Dee: counted wrong."]),  # noqa: E501
    (PITCH, {"adjust": {"Bob": -1}, "reason": "a ten is no X."}, {},
     ["The table voted −1 for Bob & Dee: a ten is no X."]),
    ("smoke", {"tricks": {}, "sat": ["Ann", "Bob", "Cy", "Dee"], "pickups": {"Bob": 2}}, {},
     ["Nobody stayed: the same dealer deals again, and the sits count.", "Bob picks up 10 for 2 infractions."]),
    ("smoke", {"tricks": {"Ann": 2, "Bob": 2, "Cy": 1, "Dee": 0}}, {"opening": {"Ann": 1, "Bob": 1}},
     ["Ann took 2 tricks: −2.", "Bob took 2 tricks: −2.", "Cy took 1 trick: −1.", "Dee stayed and took no trick: +5.",
      "Ann & Bob are down to −1 and win the game."]),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "line", "head", "told"), LINES)
def test_another_line_in_words(variant, line, head, told):
    _, entries = play(variant, line, **head)
    assert sentences(entries[-1].whys) == told


def test_only_people_are_asked_their_names():
    _, entries = play(PITCH, hand("Ann", 2, "high low game=Bob"), {"misdeal": True})
    whys = [reason for entry in entries for reason in entry.whys]
    assert sentences(whys, {name: name.upper() for name in ("Ann", "Bob", "Cy", "Dee")}.__getitem__) == [
        "ANN bid 2, took 2 (high, low): made, +2 for ANN & CY.", "BOB & DEE took 1 (game): +1.",
        "Misdeal: ANN deals again.",
    ]  # fmt: skip
