"""Refusals that no golden sheet needs (`approved/golden.txt` has the others): where, and the sentence."""

import tomllib
from pathlib import Path

import pytest
from sheets import hand, play, sheet

from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.fold import play as play_line
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import find_variant

PITCH = "partnership-pitch"


def refusal(document):
    with pytest.raises(SheetError) as refused:
        fold(read_sheet(document, find_variant))
    error = refused.value
    return error.line, error.field, say_refusal(error.refusal)


REFUSALS = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))["refusal"]


def refuse(*, field, said, variant=PITCH, size=4, rules=(), head=(), line=None):
    lines = [] if line is None else [line]
    document = sheet(variant, *lines, size=size, rules=dict(rules)) | dict(head)
    assert refusal(document) == (len(lines), field, said)


TOO_LONG = [
    {"head": {"players": ["A" * 61, "Bob", "Cy", "Dee"]}, "field": "players",
     "said": "A name has at most 60 characters."},
    {"head": {"title": "x" * 2001}, "field": "title", "said": "title has at most 2000 characters."},
    {"head": {"stakes": {"currency": "USD", "set": "9" * 14}}, "field": "stakes.set",
     "said": "stakes.set is more than anybody plays for."},
    {"line": hand("Ann", 2, f"high={60 * 'Z'}"), "field": "points.high", "said": f"{60 * 'Z'} is not at the table."},
    {"line": hand("Ann", 2, f"high={61 * 'Z'}"), "field": "points.high", "said": "A name has at most 60 characters."},
    {"variant": "money-pitch", "line": {"adjust": {"Ann": 1}, "reason": "x" * 2001}, "field": "reason",
     "said": "reason has at most 2000 characters."},
]  # fmt: skip


@pytest.mark.parametrize("told", [*REFUSALS, *TOO_LONG])
def test_what_is_wrong_is_said_at_its_field(told):
    refuse(**told)


def test_no_sheet_at_all():
    assert refusal([1]) == (0, "file", "A scoresheet is a table of keys.")


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
