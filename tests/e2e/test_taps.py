"""How many taps a hand takes, Save included, for hands that come from a shuffled deck (dealt.py).

The bounds are those of the project (median, 90th percentile).
"""

import random
from statistics import median, quantiles

import pytest

from tests.e2e.dealt import dealt_hand, dealt_smoke
from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night

HANDS, SEED = 400, 1
KINDS = [
    pytest.param("minnesota-ten-point", 4, (6, 8), id="ten-point partnership"),
    pytest.param("minnesota-ten-point", 5, (6, 8), id="called partner"),
    pytest.param("partnership-pitch", 4, (4, 6), id="four-point"),
    pytest.param("smoke", 6, (6, 7), id="Smoke"),
]
TAP_EACH = """(hands) => {
  const tap = (id) => {
    const radio = document.getElementById(id);
    if (radio instanceof HTMLButtonElement) {
      radio.click();
      return 1;
    }
    const label = radio.closest("label");
    if (radio.checked) return 0;
    if (radio.disabled || !label.checkVisibility()) throw new Error(`${id} cannot be tapped`);
    label.click();
    if (!radio.checked) throw new Error(`${id} was tapped and is not checked`);
    return 1;
  };
  const untouched = document.getElementById("hand").cloneNode(true);
  return hands.map((wanted) => {
    const taps = wanted.reduce((taps, id) => taps + tap(id), 0);
    document.getElementById("hand").replaceWith(untouched.cloneNode(true));
    return taps;
  });
}"""
"""Say each hand on one form, which is put back after it; give the taps of each."""


def wanted_of(thumb, told):
    """Return the ids of what is tapped to say a hand, in the order of the form."""
    wanted = [f"bidder-{thumb.key(told.bidder)}", f"bid-{told.bid}"]
    if told.partner:
        wanted.append(f"partner-{thumb.key(told.partner)}")
    takers = {point: thumb.taker(told, told.exceptions[point]) for point in thumb.rules.worth}
    sides = list(takers.values())
    is_quicker = sides.count("them") > sides.count("us") + 1  # to give them everything and take back what is ours
    return wanted + ["rest"] * is_quicker + [f"point-{point}-{taker}" for point, taker in takers.items()]


def next_hand(thumb, dice):
    """Deal a hand at this table; give it and the ids of what says it: in Smoke a button saves the rest as sitting."""
    players = thumb.night.players
    if thumb.rules.worth:
        told = dealt_hand(thumb.rules, players, thumb.teams, dice)
        return told, wanted_of(thumb, told)
    told = dealt_smoke(players, dice)
    wanted = [f"play-{thumb.key(player)}-{tricks}" for player, tricks in told.stayed.items()]
    return told, [*wanted, f"first_trick-{thumb.key(told.first)}"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("variant", "size", "bounds"), KINDS)
def test_a_hand_as_it_is_dealt_takes_few_taps(page, record_property, request, variant, size, bounds):
    """Save included; it is tapped twice where every point is as it started: whether that is meant is asked."""
    thumb, dice = Thumb.dealt(page, Night(variant, NAMES[:size], ())), random.Random(SEED)
    hands = [next_hand(thumb, dice) for _ in range(HANDS)]
    tapped = page.evaluate(TAP_EACH, [wanted for _, wanted in hands])
    saves = (2 if thumb.is_as_it_started(told) else 1 for told, _ in hands)
    taps = [taps + save for taps, save in zip(tapped, saves, strict=True)]
    usual, most = median(taps), quantiles(taps, n=10, method="inclusive")[-1]
    kind = request.node.callspec.id
    says = f"{kind}: median {usual:g} (≤ {bounds[0]}), p90 {most:g} (≤ {bounds[1]}), {HANDS} dealt hands"
    record_property("taps a hand", says)
    assert (usual <= bounds[0], most <= bounds[1]) == (True, True)


def test_the_hands_are_those_of_a_deck():
    """Of 28 undealt cards of 52 one is the jack as often as not; whoever bids best has the most high trumps."""
    from scorekeeper.rules.sheet import side_of, usual_sides
    from scorekeeper.variants.catalogue import find_variant

    rules, players, dice = find_variant("partnership-pitch").ruleset(4), NAMES[:4], random.Random(7)
    teams = usual_sides(rules.seating.sides, players)
    hands = [dealt_hand(rules, players, teams, dice) for _ in range(400)]
    no_jack = sum(told.exceptions["jack"] == "-" for told in hands)
    own_high = sum(told.exceptions["high"] in side_of(told.bidder, teams) for told in hands)
    assert 0.35 < no_jack / 400 < 0.54, "28 of 52, and less often where somebody bids on it"
    assert own_high / 400 > 0.6
