"""Refusals that no golden sheet needs (`approved/golden.txt` has the others): where, and the sentence."""

import pytest
from sheets import NO_BIDS, SITS_OUT, hand, play, sheet

from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.fold import play as play_line
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import find_variant

PITCH, TEN, SMOKE, MONEY = "partnership-pitch", "minnesota-ten-point", "smoke", "money-pitch"
FOUR = "Ann Bob Cy Dee".split()


def refusal(document):
    with pytest.raises(SheetError) as refused:
        fold(read_sheet(document, find_variant))
    error = refused.value
    return error.line, error.field, say_refusal(error.refusal)


HEADS = [
    ({"variant": 3}, "variant", "variant names the game, by its key in the catalogue."),
    ({"players": ["A" * 61, "Bob", "Cy", "Dee"]}, "players", "A name has at most 60 characters."),
    ({"dealer": 3}, "dealer", "dealer needs the name of a player."),
    ({"title": "x" * 2001}, "title", "title has at most 2000 characters."),
    ({"title": "a\x00b"}, "title", "title has a character in it that cannot be written."),
    ({"date": "2026-02-30"}, "date", "date is a day like 2026-11-19."),
    ({"sides": "Ann"}, "sides", 'sides is a list of sides, like [["Ann", "Cy"], ["Bob", "Dee"]].'),
    ({"sides": ["Ann", "Bob"]}, "sides", 'sides is a list of sides, like [["Ann", "Cy"], ["Bob", "Dee"]].'),
    ({"opening": 3}, "opening", "opening is a table from player to score."),
    ({"players": [*FOUR, "Eve", "Fay"], "sides": [["Ann", "Cy", "Eve"], ["Bob", "Dee", "Fay"]],
      "opening": {"Ann": 3, "Cy": 3, "Eve": 4}},
     "opening.Eve", "Ann, Cy and Eve share one score, so they open with the same."),
    ({"rules": 3}, "rules", 'rules is a table from setting to value, like "game.tie" = "bidders".'),
    ({"stakes": 3}, "stakes", "stakes is a table of a currency and amounts."),
    ({"stakes": {"currency": "USD", "set": "9" * 14}}, "stakes.set", "stakes.set is more than anybody plays for."),
    ({"variant": "seven-up", "stakes": {"currency": "USD", "bid_point": "0.01"}}, "stakes.bid_point",
     'stakes.bid_point is paid by the bid, and with auction.rounds = "none" nobody bids.'),
    ({"variant": "seven-up", "stakes": {"currency": "USD", "moon": "0.01"}}, "stakes.moon",
     'stakes.moon is paid by the bid, and with auction.rounds = "none" nobody bids.'),
]  # fmt: skip


@pytest.mark.parametrize(("head", "field", "message"), HEADS)
def test_a_head(head, field, message):
    assert refusal({**sheet(PITCH), **head}) == (0, field, message)


def test_no_sheet_at_all():
    assert refusal([1]) == (0, "file", "A scoresheet is a table of keys.")


NO_BID = "A bid is a whole number from −10000 to 10000, or the name of the special bid."
NO_END = 'end is "leaders" (the side that leads wins) or "nobody".'
LINES = [
    # the form of a line
    (PITCH, {"points": {}, "colour": 1}, "colour", "A line has no key called colour."),
    (SMOKE, {"bidder": "Ann"}, "bidder", "bidder does not belong to a hand of this game."),
    (MONEY, {"settle": True, "bid": 2}, "bid", "A line is one thing: bid and settle do not go together."),
    (MONEY, {"rules": {}, "tricks": {}}, "tricks", "A line is one thing: tricks and rules do not go together."),
    (MONEY, {"settle": False}, "settle", "settle is true, or left out."),
    (PITCH, {"misdeal": "yes"}, "misdeal", "misdeal is true or false."),
    (PITCH, hand("Ann", 2.0), "bid", NO_BID),
    (PITCH, hand("Ann", 10_000), "bid", "10000 is too high: the highest bid here is 4."),
    (PITCH, hand("Ann", 10_001), "bid", NO_BID),
    (PITCH, hand("Ann", -10_000), "bid", "−10000 is too low: the lowest bid here is 2."),
    (PITCH, hand("Ann", -10_001), "bid", NO_BID),
    (PITCH, hand("Ann", 2, f"high={60 * 'Z'}"), "points.high", f"{60 * 'Z'} is not at the table."),
    (PITCH, hand("Ann", 2, f"high={61 * 'Z'}"), "points.high", "A name has at most 60 characters."),
    # of several that cannot be read the contract's first, wherever it is on the line
    (PITCH, {"points": {"low": " ", "high": 3}}, "points.low", "points.low needs the name of a player."),
    (PITCH, {"trump": "reds", "points": 3, "bidder": 3}, "bidder", "bidder needs the name of a player."),
    (SMOKE, {"pickups": 3, "tricks": 3}, "tricks", "tricks is a table from player to a number of tricks."),
    *((PITCH, {who: 3}, who, f"{who} needs the name of a player.") for who in ("partner", "renege")),
    *((PITCH, {what: 1}, what, f"{what} is true or false.")
      for what in ("alone", "all_tricks", "made", "thrown", "over_throw")),
    (PITCH, hand("Ann", 2, counts=3), "counts", "counts is a table from player to a number of card points."),
    (MONEY, {"adjust": 3, "reason": "x"}, "adjust", "adjust is a table from player to the change of their score."),
    (MONEY, {"adjust": {}, "reason": "x"}, "adjust", "Say whose score changes, and by how much."),
    (MONEY, {"adjust": {"": 1}, "reason": "x"}, "adjust", "adjust needs the name of a player."),
    (MONEY, {"adjust": {"Ann": 1}, "reason": "x" * 2001}, "reason", "reason has at most 2000 characters."),
    (MONEY, {"rules": 3}, "rules", "rules is a table from setting to value."),
    (MONEY, {"join": "Eve", "after": 3}, "after", "after needs the name of a player."),
    *((MONEY, {what: 3}, what, f"{what} needs the name of a player.") for what in ("join", "leave", "dealer")),
    (SMOKE, {"tricks": {}, "sat": "Ann"}, "sat", "sat is a list of the players who sat out."),
    (SMOKE, {"tricks": {}, "sat": [3]}, "sat", "sat needs the name of a player."),
    (SMOKE, {"tricks": {}, "pickups": 5}, "pickups", "pickups is a table from player to a number of infractions."),
    (TEN, {"end": True}, "end", NO_END),
    (TEN, {"end": ["nobody"]}, "end", NO_END),
    (TEN, {"end": "nobody", "settle": True}, "settle", "A line is one thing: end and settle do not go together."),
    (TEN, {"substitute": "Eve"}, "replaces", "replaces needs the name of a player."),
    (TEN, {"replaces": "Ann"}, "replaces", "replaces does not belong to a hand of this game."),
    (TEN, {"substitute": "Eve", "replaces": "Ann", "after": "Bob"}, "after",
     "A line is one thing: after and substitute do not go together."),
    *((TEN, {"swap": swap}, "swap", "swap is a list of two players.") for swap in ("Ann", ["Ann"])),
    (TEN, {"swap": ["Ann", 3]}, "swap", "swap needs the name of a player."),
    (TEN, {"dealer": "Ann", "bid": 4}, "bid", "A line is one thing: bid and dealer do not go together."),
    (PITCH, {"misdeal": True, "claimed_by": 3}, "claimed_by", "claimed_by needs the name of a player."),
    (PITCH, hand("Ann", 2, "high", claimed_by="Ann"), "claimed_by",
     "claimed_by says who called a misdeal; this line has none."),
    # what was said of the hand
    (TEN, {"passed_out": True, "claimed_by": "Ann"}, "claimed_by", "Nothing goes with passed_out but a note."),
    (PITCH, {"auction": [["Ann", "smudge"], *([name, "pass"] for name in FOUR[1:])], "bid": 5}, "bid",
     "The auction says otherwise: Ann bought it with smudge."),
    (PITCH, hand("Ann", 2, "high low trey jack=Zoe"), "points.trey", "There is no point for trey at this table."),
    (PITCH, hand("Ann", 2, "high low jack=Zoe trey"), "points.jack", "Zoe is not at the table."),
    ("racehorse-pitch", {"bidder": "Ann", "bid": 3, "made": True, "counts": {}}, "counts",
     "Where only the bid is scored nothing is counted."),
    (MONEY, {"join": "Eve", "after": "Zoe"}, "after", "Zoe is not at the table."),
    (SMOKE, {"tricks": {"Ann": 5}, "sat": ["Zoe"]}, "sat", "Zoe is not at the table."),
    (SMOKE, {"tricks": {"Ann": 5}, "pickups": {"Zoe": 1}}, "pickups", "Zoe is not at the table."),
    # who ends a game, deals, sits down for somebody
    (TEN, {"end": "leaders"}, "end", "Everybody has the same score, so nobody leads: end the game without a winner."),
    (TEN, {"dealer": "Zoe"}, "dealer", "Zoe is not at the table."),
    (TEN, {"substitute": "Ann", "replaces": "Cy"}, "substitute", "Ann is at the table already."),
    (TEN, {"substitute": "Cy", "replaces": "Cy"}, "substitute", "Cy is at the table already."),
    (TEN, {"substitute": "Eve", "replaces": "Zoe"}, "replaces", "Zoe is not at the table."),
    (TEN, {"swap": ["Ann", "Zoe"]}, "swap", "Zoe is not at the table."),
    (TEN, {"swap": ["Ann", "Ann"]}, "swap", "Nobody swaps seats with themselves: name two players."),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "line", "field", "message"), LINES)
def test_a_line(variant, line, field, message):
    size = 5 if variant == "racehorse-pitch" else 4
    assert refusal(sheet(variant, line, size=size)) == (1, field, message)


AT_HOME = [
    (NO_BIDS | {"turn.ace": 1}, {"points": {"high": "Ann"}, "turned": ["deuce"]}, "turned",
     "Turning up deuce brings nothing at this table."),
    (NO_BIDS, {"points": {"high": "Ann"}, "alone": False}, "alone",
     "alone means nothing here: there is no bidding at this table."),
    (NO_BIDS, {"auction": [["Ann", "pass"]]}, "auction",
     "auction means nothing here: there is no bidding at this table."),
    *((SITS_OUT, line, field, "Cy deals and sits this hand out.") for line, field in [
        (hand("Ann", 2, "high=Cy"), "points.high"), (hand("Ann", 2, "high", counts={"Cy": 3}), "counts.Cy"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("house", "line", "field", "message"), AT_HOME)
def test_a_line_under_house_rules(house, line, field, message):
    assert refusal(sheet("cutthroat-pitch", line, size=3, rules=house)) == (1, field, message)


def test_rules_that_no_longer_go_together_when_somebody_sits_down():
    # Three play Smear alone and may open the table; four would be partners, who cannot come and go.
    lines = [{"rules": {"table.open": True}}, {"join": "Dee"}]
    line, field, message = refusal(sheet("ten-point-smear", *lines, size=3))
    assert (line, field) == (2, "join")
    assert message.startswith("With 4 players the rules do not go together: table.open")


@pytest.mark.parametrize("stake", ["moon", "bid_point"])
def test_bids_are_not_given_up_while_money_is_paid_by_them(stake):
    paid = {"currency": "USD", stake: "0.10"}
    assert refusal(sheet("minnesota-smear", {"rules": {"auction.rounds": "none"}}, stakes=paid)) == (
        1, "rules.auction.rounds", f'stakes.{stake} is paid by the bid, and with auction.rounds = "none" nobody bids.',
    )  # fmt: skip


def test_what_is_just_small_enough_is_read():
    longest = {"players": ["A" * 60, "Bob", "Cy", "Dee"], "title": "x" * 2000, "opening": {"Bob": 10_000}}
    night = sheet(PITCH, {"misdeal": True, "note": "a line\n\tand another"})
    table, _ = fold(read_sheet(night | longest, find_variant))
    assert table.scores == {"A" * 60: 0, "Bob": 10_000, "Cy": 0, "Dee": 10_000}


def test_an_error_of_a_line_by_itself_has_no_number_yet():
    table, _ = play(PITCH)
    with pytest.raises(ImpossibleFact) as refused:
        play_line(table, read_line(hand("Ann", 2, "game", counts={"Ann": 3}), "bidding"))
    # game counted and given is wrong in both places
    assert [(fault.line, fault.field) for fault in refused.value.faults] == [(0, "points.game"), (0, "counts")]
    assert refused.value.at_line(3).line == 3
