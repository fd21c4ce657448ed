"""The hands shown while rules are written: those of the sheet, and those in which one side takes everything."""

from __future__ import annotations

import pytest

from scorekeeper.rules.example import three_hands
from scorekeeper.variants.catalogue import find_variant


def further(key, size, shown, **house):
    """Return the hands after the first `shown`, which the sheet shows as well."""
    return three_hands(find_variant(key), size, {k.replace("_", ".", 1): value for k, value in house.items()})[shown:]


BIDDING = {
    "the special bid, above all four points": (
        ("partnership-pitch", 4, {}),
        "Ann bid the smudge, took 4 (high, low, jack, game): made, +5 for Ann & Cy.",
    ),
    "all six points where no bid is special": (
        ("schmier-five", 5, {}),
        "Ann bid 6, took 6 (high, low, right bauer, left bauer, joker, game): made, +6 for Ann & Cy.",
    ),
    "a special bid that wins, partner called": (
        ("pawnee-call-partner", 5, {}),
        (
            "Ann bid the moon, took 10 (high, low, jack, off-jack, high joker, low joker, game, trey 3): made, +42 for "
            "Ann & Cy. Several are at 42 (Ann 42, Cy 42): the bidder made the bid, and wins. Ann wins the game."
        ),
    ),
    "a special bid that is written down alone, without points": (
        ("racehorse-pitch", 5, {}),
        "Ann bid the smudge: made, +5 for Ann.",
    ),
}


@pytest.mark.parametrize(("rules", "said"), BIDDING.values(), ids=BIDDING)
def test_the_third_hand_is_the_highest_bid_and_takes_everything(rules, said):
    key, size, house = rules
    assert further(key, size, 2, **house) == (said,)


def test_without_bidding_everything_goes_to_one_side_and_then_to_the_other():
    assert further("trinidad-all-fours", 4, 1) == (
        "Bob & Dee took 4 (high, low, jack, game): +4.",
        "Ann & Cy took 4 (high, low, jack, game): +4.",
    )


SMOKE_OF_ONE = "Ann took 5 tricks: −5. Bob stayed and took no trick: +5. "


def test_in_smoke_one_takes_all_five_and_the_others_stay_or_sit():
    """All begin at ten; over fourteen nobody lands.  Two must play."""
    stayed, sat = further("smoke", 4, 1)
    assert stayed.startswith(SMOKE_OF_ONE + "Cy stayed and took no trick: +5. Dee stayed and took no trick: +5. ")
    assert "Ann, 5 coming down. Bob, 15 going up" in stayed
    assert sat.startswith(SMOKE_OF_ONE + "Attention")
    assert sat.endswith("Cy, 10 steady, 1 sit. Dee, 10 steady, 1 sit.")


def test_a_hand_of_two_is_not_shown_twice():
    """Where two play, nobody is left to sit."""
    assert len(further("smoke", 2, 1)) == 1
