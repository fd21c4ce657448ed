"""How many taps a hand takes, Save included, for hands that come from a shuffled deck (dealt.py).

The bounds are those of the project (median, 90th percentile).
"""

from __future__ import annotations

import random
import re
from statistics import median, quantiles

import pytest

from tests.e2e.dealt import dealt_hand, dealt_smoke
from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night

HANDS, SAVED_HANDS = 400, 25
SEED = 1
FAR = 999
"""A target that so many hands do not reach."""
KINDS = [
    pytest.param("minnesota-ten-point", 4, (6, 8), id="ten-point partnership"),
    pytest.param("minnesota-ten-point", 5, (6, 8), id="called partner"),
    pytest.param("partnership-pitch", 4, (4, 6), id="four-point"),
    pytest.param("smoke", 6, (6, 7), id="Smoke"),
]
TAP = """(wanted) => {
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
  return wanted.reduce((taps, id) => taps + tap(id), 0);
}"""
TAP_EACH = f"""(hands) => {{
  const tapAll = {TAP};
  const untouched = document.getElementById("hand").cloneNode(true);
  return hands.map((wanted) => {{
    const taps = tapAll(wanted);
    document.getElementById("hand").replaceWith(untouched.cloneNode(true));
    return taps;
  }});
}}"""
MUST = "() => [...document.querySelectorAll('#tricks [value=sat]:disabled')].map((it) => it.name.split('-')[1])"


def sit_down(thumb):
    """Begin a game that goes on for all the hands, if the game can."""
    far = -FAR if thumb.rules.counts_down else FAR
    thumb.page.goto(f"/new/{thumb.night.variant}/{len(thumb.night.players)}?to={far}")
    for seat, name in enumerate(thumb.night.players, start=1):
        thumb.page.fill(f"#name-{seat}", name)
    thumb.tap("button:text-is('Deal')")
    thumb.page.wait_for_url(re.compile("/t/"))


def wanted_of(thumb, told):
    """Return the ids of what is tapped to say a hand, in the order of the form."""
    wanted = [f"bidder-{thumb.key(told.bidder)}", f"bid-{told.bid}"]
    if told.partner:
        wanted.append(f"partner-{thumb.key(told.partner)}")
    takers = {point: thumb.taker(told, told.exceptions[point]) for point in thumb.rules.worth}
    rest = ["rest"] if gives_rest(list(takers.values())) else []
    return wanted + rest + [f"point-{point}-{taker}" for point, taker in takers.items()]


def gives_rest(takers):
    """Return whether it is quicker to give the other side everything and take back what is ours."""
    return takers.count("them") > takers.count("us") + 1


def next_smoke(thumb, dice):
    """Deal a hand of Smoke at this table; who sat is said by the button that saves the rest as sitting."""
    players = thumb.night.players
    must = [players[int(key) - 1] for key in thumb.page.evaluate(MUST)]
    told = dealt_smoke(players, must, dice)
    wanted = [f"play-{thumb.key(player)}-{tricks}" for player, tricks in told.stayed.items()]
    return told, [*wanted, f"first_trick-{thumb.key(told.first)}"]


def save_smoke(thumb, told):
    thumb.tap("#hand button[value=rest]" if told.sat else "#save")


def next_hand(thumb, dice):
    """Return the next hand and the radio buttons that say it."""
    if not thumb.rules.worth:
        return next_smoke(thumb, dice)
    told = dealt_hand(thumb.rules, thumb.night.players, thumb.teams, dice)
    return told, wanted_of(thumb, told)


def taps_of_hands(thumb, many):
    """Enter so many hands on one form, which is put back after each; return the taps of each, Save included."""
    dice = random.Random(SEED)
    sit_down(thumb)
    hands = [next_hand(thumb, dice) for _ in range(many)]
    tapped = thumb.page.evaluate(TAP_EACH, [wanted for _, wanted in hands])
    saves = (2 if thumb.is_as_it_started(told) else 1 for told, _ in hands)
    return [taps + save for taps, save in zip(tapped, saves, strict=True)]


def taps_of_saved_hands(thumb, many):
    """Enter and save so many hands, with another game where one ends; return the taps of each."""
    dice, taps = random.Random(SEED), []
    sit_down(thumb)
    while len(taps) < many:
        if thumb.page.locator(".winners").count():
            sit_down(thumb)
        before, seq = thumb.taps, thumb.seq()
        told, wanted = next_hand(thumb, dice)
        thumb.taps += thumb.page.evaluate(TAP, wanted)
        save = Thumb.save if thumb.rules.worth else save_smoke
        save(thumb, told)
        thumb.wait_for(seq + 1)
        taps.append(thumb.taps - before)
    return taps


def thumb_at(page, variant, size):
    return Thumb(page, Night(variant, NAMES[:size], ()))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("variant", "size", "bounds"), KINDS)
def test_a_hand_as_it_is_dealt_takes_few_taps(page, record_property, request, variant, size, bounds):
    taps = taps_of_hands(thumb_at(page, variant, size), HANDS)
    usual, most = median(taps), quantiles(taps, n=10, method="inclusive")[-1]
    kind = request.node.callspec.id
    says = f"{kind}: median {usual:g} (≤ {bounds[0]}), p90 {most:g} (≤ {bounds[1]}), {HANDS} dealt hands"
    record_property("taps a hand", says)
    assert (usual <= bounds[0], most <= bounds[1]) == (True, True)


@pytest.mark.deep
@pytest.mark.parametrize(("variant", "size", "bounds"), KINDS)
def test_a_saved_hand_takes_the_taps_that_are_counted(new_phone, variant, size, bounds):
    """In Smoke who sat before must play: there the hands are others, and the bounds are the same."""
    saved = taps_of_saved_hands(thumb_at(new_phone(), variant, size), SAVED_HANDS)
    if variant == "smoke":
        assert median(saved) <= bounds[0]
    else:
        assert saved == taps_of_hands(thumb_at(new_phone(), variant, size), SAVED_HANDS)


def test_the_hands_are_those_of_a_deck():
    """Of 28 undealt cards of 52 one is the jack as often as not; whoever bids best has the most high trumps."""
    from scorekeeper.rules.seats import side_of, usual_sides
    from scorekeeper.variants.catalogue import find_variant

    rules, players, dice = find_variant("partnership-pitch").ruleset(4), NAMES[:4], random.Random(7)
    teams = usual_sides(rules.seating.sides, players)
    hands = [dealt_hand(rules, players, teams, dice) for _ in range(400)]
    no_jack = sum(told.exceptions["jack"] == "-" for told in hands)
    own_high = sum(told.exceptions["high"] in side_of(told.bidder, teams) for told in hands)
    assert 0.35 < no_jack / 400 < 0.54, "28 of 52, and less often where somebody bids on it"
    assert own_high / 400 > 0.6
