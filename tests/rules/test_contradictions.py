"""Who is to blame where settings cannot go together; what can and cannot is the approved page `clashes.txt`."""

import pytest
from sheets import PITCH_POINTS

from scorekeeper.rules.contradictions import contradictions
from scorekeeper.rules.ruleset import build_ruleset


@pytest.mark.parametrize(
    ("changed", "blamed"),
    [
        ({"auction.min"}, "auction.min"), ({"auction.max"}, "auction.max"),
        ({"auction.min", "auction.max"}, "auction.min"), ({"auction.min", "points.low.worth"}, "auction.min"),
        ({"points.low.worth", "points.high.worth", "game.tie"}, "points.high.worth"), ({"game.tie"}, "auction.min"),
        (set(), "auction.min"),
    ],
)  # fmt: skip
def test_the_one_to_blame_is_one_the_table_changed(changed, blamed):
    rules = build_ruleset("bidding", PITCH_POINTS | {"auction.min": 4, "auction.max": 3})
    assert [fault.key for fault in contradictions(rules, 4, changed)] == [blamed]
