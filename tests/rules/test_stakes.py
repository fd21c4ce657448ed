"""What is played for: read to the cent, up to the largest stake that is read at all, and in words."""

import pytest

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.sheet import Stakes, add_money, read_stakes, stakes_for, written_amount
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.sheets.words import stake_name
from scorekeeper.variants.catalogue import find_variant


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        (0, 0), (1, 100), (10**9, 10**11), ("0", 0), ("7", 700), ("0.1", 10), ("0.10", 10), ("0.01", 1),
        ("12.5", 1250), ("9999999999.99", 999_999_999_999),
    ],
    ids=repr,
)  # fmt: skip
def test_an_amount_in_cents(written, cents):
    assert read_stakes({"currency": "CAD", "game": written}) == Stakes("CAD", game=cents)


@pytest.mark.parametrize(
    "written", [-1, 10**9 + 1, 0.1, True, None, "", "-1", "1.", ".5", "0.123", "1,5", "1" + "0" * 10], ids=repr
)
def test_what_is_no_amount(written):
    with pytest.raises(SheetError) as refused:
        read_stakes({"currency": "CAD", "game": written})
    assert refused.value.field == "stakes.game"


def test_amounts_are_written_with_two_decimals_and_added_up():
    assert [written_amount(cents) for cents in (0, 5, -5, 1234, -100)] == ["0.00", "0.05", "-0.05", "12.34", "-1.00"]
    assert add_money({"Ann": 5}, {"Bob": 3, "Ann": -1}) == {"Ann": 4, "Bob": 3}, "who is new starts at nothing"


def test_the_largest_stakes_of_many_games_are_added_up_in_a_database():
    assert 900 * MAX_NUMBER * read_stakes({"currency": "USD", "point": "9999999999.99"}).point < 2**63


def rules_of(key, size=4, **house):
    return find_variant(key).ruleset(size, house)


@pytest.mark.parametrize(
    ("key", "size", "house", "stakes"),
    [
        ("partnership-pitch", 4, {}, "game set point moon"),
        ("partnership-pitch", 4, {"dealing.next": "racehorse"}, "game set point moon bid_point"),
        ("cinch", 4, {}, "game set point"),
        ("smoke", 4, {}, "game point"),  # nobody bids, so nobody is set
        ("racehorse-pitch", 5, {}, "point moon bid_point"),
        ("racehorse-pitch", 5, {"dealing.next": "left"}, "point moon bid_point"),
        # a game that never ends has no loser; one that a moon, a bust or a sweep ends has
        ("money-pitch", 5, {}, "point moon"),
        ("money-pitch", 5, {"finish.bust": -20}, "game set point moon"),
        ("money-pitch", 5, {"finish.instant_win": "four-bid"}, "game set point moon"),
        ("money-pitch", 5, {"special.made": "win-game"}, "game set point moon"),
        ("money-pitch", 5, {"special.made": "win-or-zero"}, "game set point moon"),
        ("money-pitch", 5, {"special.failed": "lose-game"}, "game set point moon"),
        ("money-pitch", 5, {"special.failed": "score-becomes"}, "point moon"),
        ("money-pitch", 5, {"special.failed": "none"}, "point moon"),
        ("money-pitch", 5, {"special.made": "none"}, "point moon"),
        ("money-pitch", 5, {"special.failed": "lose-game", "special.name": "none"}, "point"),
    ],
)
def test_which_stakes_can_come_to_anything(key, size, house, stakes):
    rules = rules_of(key, size, **house)
    assert stakes_for(rules) == tuple(stakes.split())


def test_a_stake_is_named_as_this_table_names_it():
    names = [stake_name(key, rules_of("partnership-pitch")) for key in ("game", "set", "point", "moon", "bid_point")]
    assert names == ["A game", "A set", "A point", "A smudge", "A point of the bid"]
    assert stake_name("moon", rules_of("money-pitch")) == "A moon"
    assert stake_name("moon", rules_of("cinch")) == "A special bid"
