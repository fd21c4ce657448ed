"""Every refusal says where and why: the field a form or a reader looks for, and the sentence people read."""

from __future__ import annotations

import pytest
from sheets import hand, sheet

from scorekeeper.rules.errors import ImpossibleFact, SettingsError, SheetError
from scorekeeper.rules.fold import fold, play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import find_variant

PITCH, TEN, SMOKE, MONEY = "partnership-pitch", "minnesota-ten-point", "smoke", "money-pitch"
THROWS = {"rules": {"auction.throw_card": True}}
FOUR = "Ann Bob Cy Dee".split()
ALL_PASS = [[name, "pass"] for name in FOUR]


def refusal(document):
    with pytest.raises(SheetError) as refused:
        fold(read_sheet(document, find_variant))
    error = refused.value
    return error.line, error.field, say_refusal(error.refusal)


HEADS = [
    ({"colour": 1}, "colour", "A scoresheet has no key called colour."),
    ({"format": "scoresheet/2"}, "format", 'A scoresheet says format = "scoresheet/1".'),
    ({"variant": 3}, "variant", "variant names the game, by its key in the catalogue."),
    ({"variant": "whist"}, "variant", 'There is no variant called "whist".'),
    ({"players": "Ann"}, "players", "players is a list of names, clockwise."),
    ({"players": ["Ann", "Bob", "Ann", "Dee"]}, "players", "Two players are called Ann; give them different names."),
    ({"players": ["Ann", "Bob", "Bob", "Dee"]}, "players", "Two players are called Bob; give them different names."),
    ({"variant": "schmier-six"}, "players", "Schmier, six players is played by 6, not by 4."),
    ({"players": FOUR[:3]}, "players", "Partnership Pitch is played by 4 or 6, not by 3."),
    ({"players": ["Ann", "Bob", "Cy", ""]}, "players", "players needs the name of a player."),
    ({"players": ["A" * 61, "Bob", "Cy", "Dee"]}, "players", "A name has at most 60 characters."),
    ({"dealer": "Zoe"}, "dealer", "The first dealer, Zoe, is not at the table."),
    ({"dealer": 3}, "dealer", "dealer needs the name of a player."),
    ({"title": 3}, "title", "title is a piece of text."),
    ({"title": "x" * 2001}, "title", "title has at most 2000 characters."),
    ({"title": "a\x00b"}, "title", "title has a character in it that cannot be written."),
    ({"date": "19.11.2026"}, "date", "date is a day like 2026-11-19."),
    ({"date": "2026-02-30"}, "date", "date is a day like 2026-11-19."),
    ({"sides": "Ann"}, "sides", 'sides is a list of sides, like [["Ann", "Cy"], ["Bob", "Dee"]].'),
    ({"sides": ["Ann", "Bob"]}, "sides", 'sides is a list of sides, like [["Ann", "Cy"], ["Bob", "Dee"]].'),
    ({"sides": [["Ann", "Bob"], ["Cy"]]}, "sides", "Every player belongs to one side, and nobody else does."),
    ({"sides": [["Ann", "Bob", "Cy"], ["Dee"]]}, "sides", "There are two sides or more, all of one size."),
    ({"opening": 3}, "opening", "opening is a table from player to score."),
    ({"opening": {"Zoe": 3}}, "opening.Zoe", "Zoe is not at the table."),
    ({"opening": {"Ann": 1.5}}, "opening.Ann", "opening.Ann is a whole number from −10000 to 10000."),
    ({"opening": {"Ann": 3, "Cy": 4}}, "opening.Cy", "Ann and Cy share one score, so they open with the same."),
    ({"players": [*FOUR, "Eve", "Fay"], "sides": [["Ann", "Cy", "Eve"], ["Bob", "Dee", "Fay"]],
      "opening": {"Ann": 3, "Cy": 3, "Eve": 4}},
     "opening.Eve", "Ann, Cy and Eve share one score, so they open with the same."),
    ({"rules": 3}, "rules", 'rules is a table from setting to value, like "game.tie" = "bidders".'),
    ({"stakes": 3}, "stakes", "stakes is a table of a currency and amounts."),
    ({"stakes": {"currency": "USD", "ante": 1}}, "stakes.ante", "There is no stake called ante."),
    ({"stakes": {"game": 1}}, "stakes.currency",
     "Stakes need a currency by its three letters, one that has cents, like USD, CAD or EUR."),
    ({"stakes": {"currency": "USD", "set": "0.125"}}, "stakes.set",
     'stakes.set is an amount like "0.10", not below zero, with two decimals at most.'),
    ({"stakes": {"currency": "USD", "set": "9" * 14}}, "stakes.set", "stakes.set is more than anybody plays for."),
    ({"lines": 3}, "lines", "lines is a list of lines, each a table of keys."),
]  # fmt: skip


@pytest.mark.parametrize(("head", "field", "message"), HEADS)
def test_a_head(head, field, message):
    assert refusal({**sheet(PITCH), **head}) == (0, field, message)


def test_no_sheet_at_all():
    assert refusal([1]) == (0, "file", "A scoresheet is a table of keys.")


def test_sides_where_nobody_shares_a_score():
    assert refusal(sheet(MONEY, sides=[["Ann", "Cy"], ["Bob", "Dee"]]))[1:] == (
        "sides", "Sides are named only where partners share a score.",
    )  # fmt: skip


NO_BID = "A bid is a whole number from −10000 to 10000, or the name of the special bid."
LINES = [
    # the form of a line
    (PITCH, 3, "line", "A line is a table of keys."),
    (PITCH, {"points": {}, "colour": 1}, "colour", "A line has no key called colour."),
    (PITCH, {"tricks": {}}, "tricks", "tricks does not belong to a hand of this game."),
    (PITCH, {"reason": "x"}, "reason", "reason does not belong to a hand of this game."),
    (SMOKE, {"bidder": "Ann"}, "bidder", "bidder does not belong to a hand of this game."),
    (MONEY, {"settle": True, "join": "Eve"}, "join", "A line is one thing: settle and join do not go together."),
    (MONEY, {"settle": True, "bid": 2}, "bid", "A line is one thing: bid and settle do not go together."),
    (MONEY, {"rules": {}, "tricks": {}}, "tricks", "A line is one thing: tricks and rules do not go together."),
    (MONEY, {"settle": False}, "settle", "settle is true, or left out."),
    (PITCH, {"misdeal": True, "trump": "hearts"}, "trump", "Nothing goes with misdeal but a note."),
    (TEN, {"passed_out": True, "bid": 4}, "bid", "Nothing goes with passed_out but a note."),
    (PITCH, {"misdeal": "yes"}, "misdeal", "misdeal is true or false."),
    (PITCH, {"misdeal": True, "note": 3}, "note", "note is a piece of text."),
    (PITCH, hand("Ann", 2, trump="reds"), "trump", "trump is one of hearts, diamonds, clubs or spades."),
    (PITCH, hand("Ann", 2.0), "bid", NO_BID),
    (PITCH, hand("Ann", 10_000), "bid", "10000 is too high: the highest bid here is 4."),
    (PITCH, hand("Ann", 10_001), "bid", NO_BID),
    (PITCH, hand("Ann", -10_000), "bid", "−10000 is too low: the lowest bid here is 2."),
    (PITCH, hand("Ann", -10_001), "bid", NO_BID),
    (PITCH, hand("Ann", 10**9), "bid", NO_BID),
    (PITCH, {"bidder": 3}, "bidder", "bidder needs the name of a player."),
    (PITCH, {"bidder": "Ann", "points": 3}, "points", "points is a table from each point to the player who got it."),
    (PITCH, {"bidder": "Ann", "points": {"high": 3}}, "points.high", "points.high needs the name of a player."),
    (PITCH, hand("Ann", 2, f"high={61 * 'Z'}"), "points.high", "A name has at most 60 characters."),
    (PITCH, hand("Ann", 2, f"high={60 * 'Z'}"), "points.high", f"{60 * 'Z'} is not at the table."),
    (PITCH, hand("Ann", 2, []) | {"points": {"low": "Ann", "high": ["Ann"]}}, "points.high",
     "points.high needs the name of a player."),
    (PITCH, {"points": {"low": " ", "high": 3}}, "points.low", "points.low needs the name of a player."),
    # of several that cannot be read the contract's first, wherever it is on the line
    (PITCH, {"trump": "reds", "points": 3, "bidder": 3}, "bidder", "bidder needs the name of a player."),
    (SMOKE, {"pickups": 3, "tricks": 3}, "tricks", "tricks is a table from player to a number of tricks."),
    *((PITCH, {who: 3}, who, f"{who} needs the name of a player.") for who in ("partner", "renege")),
    *((PITCH, {what: 1}, what, f"{what} is true or false.")
      for what in ("alone", "all_tricks", "made", "thrown", "over_throw")),
    (PITCH, hand("Ann", 2, counts=3), "counts", "counts is a table from player to a number of card points."),
    (PITCH, hand("Ann", 2, counts={"Ann": -1}), "counts.Ann", "counts.Ann is a whole number from 0 to 10000."),
    (PITCH, hand("Ann", 2, buried=-1), "buried", "buried is a whole number from 0 to 10000."),
    (PITCH, {"auction": 3}, "auction", "auction is a list of who said what, in order."),
    (PITCH, {"auction": [["Ann"]]}, "auction",
     'In an auction each player says one thing, like ["Ann", 2] or ["Bob", "pass"].'),
    (MONEY, {"adjust": 3, "reason": "x"}, "adjust", "adjust is a table from player to the change of their score."),
    (MONEY, {"adjust": {}, "reason": "x"}, "adjust", "Say whose score changes, and by how much."),
    (MONEY, {"adjust": {"Ann": 0.5}, "reason": "x"}, "adjust.Ann", "adjust.Ann is a whole number from −10000 to 10000."),  # noqa: E501
    (MONEY, {"adjust": {"Ann": 1}, "reason": " "}, "reason", "Say why the table changed the score."),
    (MONEY, {"adjust": {"": 1}, "reason": "x"}, "adjust", "adjust needs the name of a player."),
    (MONEY, {"adjust": {"Ann": 1}, "reason": "x" * 2001}, "reason", "reason has at most 2000 characters."),
    (MONEY, {"rules": 3}, "rules", "rules is a table from setting to value."),
    (MONEY, {"join": 3}, "join", "join needs the name of a player."),
    (MONEY, {"join": "Eve", "after": 3}, "after", "after needs the name of a player."),
    (MONEY, {"leave": 3}, "leave", "leave needs the name of a player."),
    (SMOKE, {"sat": ["Ann"]}, "tricks",
     "tricks says how many each player took who stayed; {} when nobody stayed."),
    (SMOKE, {"tricks": {}, "sat": "Ann"}, "sat", "sat is a list of the players who sat out."),
    (SMOKE, {"tricks": {}, "sat": [3]}, "sat", "sat needs the name of a player."),
    (SMOKE, {"tricks": 5}, "tricks", "tricks is a table from player to a number of tricks."),
    (SMOKE, {"tricks": {}, "pickups": 5}, "pickups", "pickups is a table from player to a number of infractions."),
    # what was bid
    (PITCH, {"bid": 2}, "bidder", "Who won the bid?"),
    (PITCH, {"bidder": "Zoe", "bid": 2}, "bidder", "Zoe is not at the table."),
    (PITCH, {"bidder": "Ann"}, "bid", "How much did Ann bid?"),
    (PITCH, hand("Ann", 1), "bid", "1 is too low: the lowest bid here is 2."),
    (PITCH, hand("Ann", 5), "bid", "5 is the smudge here: bid it by name."),
    (PITCH, hand("Ann", "moon"), "bid", 'There is no bid called "moon" at this table.'),
    (PITCH, hand("Ann", 4, thrown=True), "thrown", "No card is thrown to bid at this table."),
    (PITCH, hand("Ann", 4, partner="Cy"), "partner", "Nobody calls a partner in this game."),
    (PITCH, hand("Ann", 4, alone=True), "alone", "Nobody plays alone by choice in this game."),
    (PITCH, {"passed_out": True}, "passed_out",
     "The dealer may not pass when nobody has bid, so somebody won the bid."),
    (TEN, {"auction": ALL_PASS, "trump": "hearts"}, "trump",
     "Everybody passed, so nothing else happened in this hand."),
    (PITCH, {"auction": [["Ann", 2], ["Bob", "pass"], ["Cy", "pass"], ["Dee", "pass"]], "bid": 3}, "bid",
     "The auction says otherwise: Ann bought it with 2."),
    (PITCH, {"auction": [["Ann", "smudge"], *ALL_PASS[1:]], "bid": 5}, "bid",
     "The auction says otherwise: Ann bought it with smudge."),
    # what it brought
    (PITCH, {"bidder": "Ann", "bid": 2}, "points", "Who got the points?"),
    (PITCH, {"bidder": "Ann", "bid": 2, "made": True}, "made",
     "Here the points decide whether the bid was made: say who got them."),
    (PITCH, hand("Ann", 2, "trey"), "points.trey", "There is no point for trey at this table."),
    (PITCH, hand("Ann", 2, "high=Zoe"), "points.high", "Zoe is not at the table."),
    (PITCH, hand("Ann", 2, "high low trey jack=Zoe"), "points.trey", "There is no point for trey at this table."),
    (PITCH, hand("Ann", 2, "high low jack=Zoe trey"), "points.jack", "Zoe is not at the table."),
    (PITCH, hand("Ann", 2, buried=3), "buried", "What was buried matters only beside counts."),
    (PITCH, hand("Ann", 2, "game", counts={"Ann": 3}), "points.game",
     "Either count the card points or say who got game, not both."),
    (PITCH, hand("Ann", 2, counts={"Zoe": 3}), "counts.Zoe", "Zoe is not at the table."),
    (PITCH, hand("Ann", 2, counts={"Ann": 50, "Bob": 20}, buried=11), "counts",
     "That is 81 card points, and there are only 80."),
    ("charbonneau-ten-point", hand("Ann", 4, counts={"Ann": 3}), "counts", "No card points are counted at this table."),
    (PITCH, hand("Ann", 2, "high jack=Bob", all_tricks=True), "all_tricks", "Whoever took every trick took jack too."),
    (PITCH, hand("Ann", 2, "high", counts={"Bob": 3}, all_tricks=True), "all_tricks",
     "Whoever took every trick took game too."),
    (PITCH, hand("Ann", 2, renege="Zoe"), "renege", "Zoe is not at the table."),
    ("ten-point-smear", hand("Ann", 2, renege="Bob"), "renege",
     "A renege scores the hand by itself: no points, counts or made beside it."),
    # other lines
    (PITCH, {"misdeal": True, "claimed_by": "Zoe"}, "claimed_by", "Zoe is not at the table."),
    (PITCH, {"join": "Eve"}, "join", "People come and go only where the rules leave the table open."),
    (PITCH, {"leave": "Dee"}, "leave", "People come and go only where the rules leave the table open."),
    (PITCH, {"settle": True}, "settle", "This game is settled at its end: nobody comes or goes before."),
    (MONEY, {"join": "Ann"}, "join", "Ann is at the table already."),
    (MONEY, {"join": "Eve", "after": "Zoe"}, "after", "Zoe is not at the table."),
    (MONEY, {"leave": "Zoe"}, "leave", "Zoe is not at the table."),
    (MONEY, {"adjust": {"Zoe": 1}, "reason": "x"}, "adjust.Zoe", "Zoe is not at the table."),
    (PITCH, {"adjust": {"Ann": 1, "Cy": 1}, "reason": "x"}, "adjust.Ann", "Partners share one score: name one of them."),  # noqa: E501
    (PITCH, {"rules": {"finish.start": 3}}, "rules.finish.start", "finish.start is settled before the first hand."),
    (PITCH, {"rules": {"seating.sides": "solo"}}, "rules.seating.sides",
     "seating.sides is settled before the first hand."),
    (SMOKE, {"rules": {"auction.min": 3}}, "rules.auction.min",
     "auction.min means nothing in Smoke, where nobody bids."),
    (PITCH, {"rules": {"tally.trick": 1}}, "rules.tally.trick",
     "tally.trick means nothing in a game with bids; it belongs to Smoke."),
    (PITCH, {"rules": {"finish.targt": 3}}, "rules.finish.targt", "There is no setting called finish.targt."),
    # Smoke
    (SMOKE, {"tricks": {"Zoe": 5}}, "tricks", "Zoe is not at the table."),
    (SMOKE, {"tricks": {"Ann": 5}, "sat": ["Zoe"]}, "sat", "Zoe is not at the table."),
    (SMOKE, {"tricks": {"Ann": 5}, "pickups": {"Zoe": 1}}, "pickups", "Zoe is not at the table."),
    (SMOKE, {"tricks": {"Ann": 5}, "sat": ["Bob", "Bob"]}, "sat",
     "One player is named twice among those who sat."),
    (SMOKE, {"tricks": {"Ann": 5}, "sat": ["Ann", "Bob", "Cy", "Dee"]}, "tricks", "Ann either stayed or sat, not both."),  # noqa: E501
    (SMOKE, {"tricks": {"Ann": 5}, "sat": ["Bob", "Cy"]}, "tricks",
     "Did Dee stay or sit? Tricks are given for everybody who stayed."),
    (SMOKE, {"tricks": {"Ann": 4}, "sat": ["Bob", "Cy", "Dee"]}, "tricks",
     "That is 4 tricks, and there are 5 in a hand."),
    (SMOKE, {"tricks": {"Ann": 5}, "sat": ["Bob", "Cy", "Dee"], "first_trick": "Bob"}, "first_trick",
     "Bob took no trick, so not the first one either."),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "line", "field", "message"), LINES)
def test_a_line(variant, line, field, message):
    assert refusal(sheet(variant, line)) == (1, field, message)


ONLY_THE_BID = [
    ({"points": {}}, "made", "Say either who got the points or whether the bid was made, not both."),
    ({"counts": {}}, "counts", "Where only the bid is scored nothing is counted."),
]


@pytest.mark.parametrize(("beside", "field", "message"), ONLY_THE_BID)
def test_where_only_the_bid_counts(beside, field, message):
    line = {"bidder": "Ann", "bid": 3, "made": True, **beside}
    assert refusal(sheet("racehorse-pitch", line, size=5)) == (1, field, message)


CALLED = [
    ({}, "partner", "Who is Ann's partner, or does Ann play alone?"),
    ({"partner": "Bob", "alone": True}, "partner", "Ann either has a partner or plays alone."),
    ({"partner": "Ann"}, "partner", "Ann cannot be partner to Ann."),
    ({"partner": "Zoe"}, "partner", "Zoe is not at the table."),
]


@pytest.mark.parametrize(("call", "field", "message"), CALLED)
def test_a_called_partner(call, field, message):
    assert refusal(sheet(TEN, hand("Ann", 4, "high", **call), size=5)) == (1, field, message)


THROWN = [
    (hand("Ann", 3, thrown=True), "thrown", "A thrown card is a bid of 4."),
    (hand("Ann", "smudge", thrown=True), "thrown", "A thrown card is a bid of 4."),
    (hand("Ann", 4, thrown=True, over_throw=True), "over_throw",
     "Only the dealer, Dee, may take the bid over a thrown card."),
    (hand("Dee", 3, over_throw=True), "over_throw",
     "The dealer takes over a thrown card by throwing, or by the special bid."),
    ({"auction": [["Ann", "throw"], ["Bob", 4]]}, "auction",
     "After Ann's thrown card only the dealer may bid: throw, or the special bid."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "field", "message"), THROWN)
def test_a_thrown_card(line, field, message):
    assert refusal(sheet(PITCH, line, **THROWS)) == (1, field, message)


AUCTIONS = [
    (PITCH, [["Bob", 2]], "It was Ann's turn to speak, not Bob's."),
    (PITCH, [["Ann", 2]], "The auction stops before Bob has spoken."),
    (PITCH, [["Ann", 3], ["Bob", 3]], "Bob's bid does not beat Ann's."),
    (PITCH, [["Ann", 5]], "Ann bid 5, and the bids go from 2 to 4."),
    (PITCH, [["Ann", 1]], "Ann bid 1, and the bids go from 2 to 4."),
    (PITCH, [["Ann", "moon"]], 'There is no bid called "moon" at this table.'),
    (PITCH, [["Ann", "throw"]], "No card is thrown to bid at this table."),
    (PITCH, ALL_PASS, "Dee deals and may not pass when nobody has bid."),
    (PITCH, [["Ann", 2], ["Bob", "pass"], ["Cy", "pass"], ["Dee", "pass"], ["Ann", 3]],
     "Ann cannot speak: everybody has spoken once."),
    (TEN, [["Ann", 10], ["Bob", 10]], "The auction was over before Bob spoke."),
    ("five-point-set-back", [["Ann", 5], ["Bob", "pass"]], "The auction was over before Bob spoke."),
    ("five-point-set-back", [["Ann", 1], ["Bob", 2], ["Cy", "pass"], ["Dee", "pass"], ["Bob", 3]],
     "It was Ann's turn to speak, not Bob's."),
    ("moon-over-four-pitch", [["Ann", 3], ["Bob", "moon"]],
     "The moon may only be bid over another player's bid of 4."),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "calls", "message"), AUCTIONS)
def test_an_auction(variant, calls, message):
    assert refusal(sheet(variant, {"auction": calls, "points": {"high": "Ann"}})) == (1, "auction", message)


def test_after_the_end():
    lines = [hand("Ann", 4, "high low jack game") for _ in range(5)]
    assert refusal(sheet("fort-frances-sneak-out", *lines)) == (
        5, "line", "The game is over: undo the last hand, or start a new game.",
    )  # fmt: skip


def test_a_table_that_grows_too_large_or_too_small():
    crowd = [{"join": name} for name in ("Eve", "Fay", "Gus", "Hal", "Ida")]
    assert refusal(sheet(MONEY, *crowd)) == (5, "join", "Money Pitch is not played by 9.")
    leavers = [{"leave": name} for name in FOUR[:3]]
    assert refusal(sheet(MONEY, *leavers)) == (3, "leave", "Money Pitch is not played by 1.")


def test_rules_that_no_longer_go_together_when_somebody_sits_down():
    # Three play Smear alone and may open the table; four would be partners, who cannot come and go.
    lines = [{"rules": {"table.open": True}}, {"join": "Dee"}]
    line, field, message = refusal(sheet("ten-point-smear", *lines, size=3))
    assert (line, field) == (2, "join")
    assert message.startswith("With 4 players the rules do not go together: table.open")


def test_a_contradiction_is_blamed_on_the_line_that_made_it():
    lines = [{"rules": {"auction.min": 3}}, {"rules": {"auction.max": 2}}]
    assert refusal(sheet("minnesota-smear", *lines))[:2] == (2, "rules.auction.max")


@pytest.mark.parametrize("stake", ["moon", "bid_point"])
def test_stakes_on_bids_need_bids(stake):
    paid = {"currency": "USD", stake: "0.10"}
    assert refusal(sheet("minnesota-smear", rules={"auction.rounds": "none"}, stakes=paid)) == (
        0, f"stakes.{stake}", f'stakes.{stake} is paid by the bid, and with auction.rounds = "none" nobody bids.',
    )  # fmt: skip


@pytest.mark.parametrize("stake", ["moon", "bid_point"])
def test_bids_are_not_given_up_while_money_is_paid_by_them(stake):
    no_bids = {"rules": {"auction.rounds": "none"}}
    paid = {"currency": "USD", stake: "0.10"}
    assert refusal(sheet("minnesota-smear", no_bids, stakes=paid)) == (
        1, "rules.auction.rounds", f'stakes.{stake} is paid by the bid, and with auction.rounds = "none" nobody bids.',
    )  # fmt: skip


def test_smoke_keeps_who_must_play_from_sitting():
    sits = {"tricks": {"Bob": 5}, "sat": ["Ann", "Cy", "Dee"]}
    again = {"tricks": {"Bob": 1, "Dee": 4}, "sat": ["Ann", "Cy"]}
    third = {"tricks": {"Bob": 1, "Dee": 4}, "sat": ["Ann", "Cy"]}
    assert refusal(sheet(SMOKE, sits, again, third)) == (3, "sat", "Ann is a mustie and must play this hand.")
    box = {"tricks": {"Bob": 0, "Cy": 5}, "sat": ["Ann", "Dee"]}
    assert refusal(sheet(SMOKE, box, opening={"Ann": 2})) == (1, "sat", "Ann is in the box and must play this hand.")


def test_what_is_just_small_enough_is_read():
    longest = {"players": ["A" * 60, "Bob", "Cy", "Dee"], "title": "x" * 2000, "opening": {"Bob": 10_000}}
    night = sheet(PITCH, {"misdeal": True, "note": "a line\n\tand another"})
    table, _ = fold(read_sheet(night | longest, find_variant))
    assert table.scores == {"A" * 60: 0, "Bob": 10_000, "Cy": 0, "Dee": 10_000}


def test_an_error_of_a_line_by_itself_has_no_number_yet():
    table, _ = fold(read_sheet(sheet(PITCH), find_variant))
    with pytest.raises(ImpossibleFact) as refused:
        play(table, read_line(hand("Ann", 9), "bidding"))
    assert (refused.value.line, refused.value.field) == (0, "bid")
    assert refused.value.at_line(3).line == 3
    assert say_refusal(refused.value.refusal) == "9 is too high: the highest bid here is 4."


def test_game_counted_and_given_is_wrong_in_both_places():
    table, _ = fold(read_sheet(sheet(PITCH), find_variant))
    with pytest.raises(ImpossibleFact) as refused:
        play(table, read_line(hand("Ann", 2, "game", counts={"Ann": 3}), "bidding"))
    sentence = "Either count the card points or say who got game, not both."
    assert [(fault.line, fault.field, say_refusal(fault.refusal)) for fault in refused.value.faults] == [
        (0, "points.game", sentence), (0, "counts", sentence),
    ]  # fmt: skip


def test_where_nobody_bids_nobody_passes():
    assert refusal(sheet("minnesota-smear", {"passed_out": True}, rules={"auction.rounds": "none"})) == (
        1, "passed_out", "passed_out means nothing here: there is no bidding at this table.",
    )  # fmt: skip


def test_several_faults_of_settings_in_one_breath():
    with pytest.raises(SettingsError, match=r"^setting-unknown; setting-unknown$") as refused:
        find_variant(PITCH).ruleset(4, {"a.b": 1, "c.d": 1})
    assert [say_refusal(fault.refusal) for fault in refused.value.faults] == [
        "There is no setting called a.b.", "There is no setting called c.d.",
    ]  # fmt: skip
