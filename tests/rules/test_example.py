"""The hands of a sheet, and the further ones shown while rules are written, in which one side takes everything."""

from __future__ import annotations

import pytest

from scorekeeper.sheets.example import three_hands, worked_hands
from scorekeeper.variants.catalogue import find_variant

WORKED = {
    "three bid: three points taken, then two; game is the others', by 34 card points to 25": (
        ("partnership-pitch", 4, {}),
        (
            "Game goes to Bob & Dee: card points Bob & Dee 34, Ann & Cy 25. Ann bid 3, took 3 (high, low, jack): made, "
            "+3 for Ann & Cy. Bob & Dee took 1 (game): +1.\n"
            "Game goes to Bob & Dee: card points Bob & Dee 34, Ann & Cy 25. Ann bid 3, took 2 (high, low): set, "
            "−3 for Ann & Cy. Bob & Dee took 2 (jack, game): +2."
        ),
    ),
    "no more than the highest bid, which is one": (
        ("cutthroat-pitch", 3, {"points.low.worth": 0, "points.jack.worth": 0, "points.game.worth": 0, "auction.min": 1,
                                "special.name": "none"}),
        (
            "Ann bid 1, took 1 (high): made, +1 for Ann.\n"
            "Ann bid 1, took 0: set, −1 for Ann. Bob took 1 (high): +1."
        ),
    ),
    "points that are worth more: seven bid, of fourteen": (
        ("pidro", 4, {}),
        (
            "Ann bid 7, took 9 (high, low, jack, game, right five 5): made, +9 for Ann & Cy. Bob & Dee took 5 "
            "(left five 5): +5.\n"
            "Ann bid 7, took 4 (high, low, jack, game): set, −7 for Ann & Cy. Bob & Dee took 10 (right five 5, "
            "left five 5): +10."
        ),
    ),
    "made and set are all that is written down": (
        ("racehorse-pitch", 5, {}),
        "Ann bid 3: made, +3 for Ann.\nAnn bid 3: set, −3 for Ann.",
    ),
    "a bid that Ann sells to Bob": (
        ("sell-out-pitch", 4, {}),
        (
            "Game goes to Ann: card points Ann 34, Bob 25, Cy 0, Dee 0. Ann sold the bid for 2: +2 for Ann. "
            "Bob bid 2, took 2 (high, low): made, +2 for Bob. Ann took 2 (jack, game): +2.\n"
            "Game goes to Ann: card points Ann 34, Bob 25, Cy 0, Dee 0. Ann sold the bid for 2: +2 for Ann. "
            "Bob bid 2, took 1 (high): set, −2 for Bob. Ann took 3 (low, jack, game): +3."
        ),
    ),
    "no bids, and an ace turned up": (
        ("trinidad-all-fours", 4, {"turn.ace": 1, "turn.six": 2}),
        (
            "Game goes to Bob & Dee: card points Bob & Dee 34, Ann & Cy 25. Dee turned up an ace for trump: "
            "+1 for Bob & Dee. Ann & Cy took 2 (high, jack): +2. Bob & Dee took 2 (low, game): +2."
        ),
    ),
    "all 80 card points of the pack are played": (
        ("california-jack", 2, {}),
        "Game goes to Bob: card points Bob 46, Ann 34. Ann took 2 (high, jack): +2. Bob took 2 (low, game): +2.",
    ),
    "Smoke of two: five tricks in all": (
        ("smoke", 2, {}),
        (
            "Ann took 4 tricks: −4. Bob took 1 trick: −1. Bob picks up 5 for an infraction. Attention to tally: "
            "Ann, 6 coming down. Bob, 14 going up, never, never land."
        ),
    ),
    "Smoke of three": (
        ("smoke", 3, {}),
        (
            "Ann took 3 tricks: −3. Bob took 2 tricks: −2. Cy stayed and took no trick: +5. Bob picks up 5 for an "
            "infraction. Attention to tally: Ann, 7 coming down. Bob, 13 going up. Cy, 15 going up, never, never land."
        ),
    ),
    "Smoke of four": (
        ("smoke", 4, {}),
        (
            "Ann took 2 tricks: −2. Bob took 2 tricks: −2. Cy took 1 trick: −1. Dee stayed and took no trick: +5. "
            "Bob picks up 5 for an infraction. Attention to tally: Ann, 8 coming down. Bob, 13 going up. "
            "Cy, 9 coming down. Dee, 15 going up, never, never land."
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "said"), WORKED.values(), ids=WORKED)
def test_the_hands_of_a_sheet_are_made_up_from_its_rules(rules, said):
    key, size, house = rules
    worked = worked_hands(find_variant(key), size, house)
    assert "\n".join(worked) == said
    assert three_hands(find_variant(key), size, house)[: len(worked)] == worked


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


def test_a_hand_of_smoke_that_wins_leaves_nobody_in_the_box():
    """From five Ann is down to nothing with five tricks: the game is over, and nobody must play the next hand."""
    stayed = three_hands(find_variant("smoke"), 4, {"finish.start": 5})[1]
    assert stayed.endswith("Ann, 0 coming down. Bob, 10 going up. Cy, 10 going up. Dee, 10 going up.")
