"""How many taps a hand takes, Save included, for hands that come from a shuffled deck (`nights/dealt-….night`)."""

from statistics import median, quantiles

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import read_night

KINDS = [
    pytest.param("dealt-minnesota-ten-point-4", (6, 8), id="ten-point partnership"),
    pytest.param("dealt-minnesota-ten-point-5", (6, 8), id="called partner"),
    pytest.param("dealt-partnership-pitch-4", (4, 6), id="four-point"),
    pytest.param("dealt-smoke-6", (6, 7), id="Smoke"),
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
    """Return the ids of what is tapped to say a hand, in the order of the form; in Smoke Save says who sat."""
    if told.stayed:
        wanted = [f"play-{thumb.key(player)}-{tricks}" for player, tricks in told.stayed.items()]
        return [*wanted, f"first_trick-{thumb.key(told.first)}"]
    wanted = [f"bidder-{thumb.key(told.bidder)}", f"bid-{told.bid}"]
    if told.partner:
        wanted.append(f"partner-{thumb.key(told.partner)}")
    takers = {point: thumb.taker(told, told.exceptions[point]) for point in thumb.rules.worth}
    sides = list(takers.values())
    is_quicker = sides.count("them") > sides.count("us") + 1  # to give them everything and take back what is ours
    return wanted + ["rest"] * is_quicker + [f"point-{point}-{taker}" for point, taker in takers.items()]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "bounds"), KINDS)
def test_a_hand_as_it_is_dealt_takes_few_taps(page, record_property, request, name, bounds):
    """Save included; it is tapped twice where every point is as it started: whether that is meant is asked."""
    night = read_night(name)
    thumb = Thumb.dealt(page, night)
    tapped = page.evaluate(TAP_EACH, [wanted_of(thumb, told) for told in night.told])
    saves = (2 if thumb.is_as_it_started(told) else 1 for told in night.told)
    taps = [taps + save for taps, save in zip(tapped, saves, strict=True)]
    usual, most = median(taps), quantiles(taps, n=10, method="inclusive")[-1]
    kind = request.node.callspec.id
    says = f"{kind}: median {usual:g} (≤ {bounds[0]}), p90 {most:g} (≤ {bounds[1]}), {len(taps)} dealt hands"
    record_property("taps a hand", says)
    assert (usual <= bounds[0], most <= bounds[1]) == (True, True)
