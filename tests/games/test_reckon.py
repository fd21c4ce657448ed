"""What a phone without signal counts by itself: its module against the engine, over random hands of every variant."""

import json
import random
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from scorekeeper.games.forms import build_facts
from scorekeeper.games.hand_form import HandForm
from scorekeeper.rules.deck import RANK_OF_TURNED
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue, find_variant

MODULE = Path(__file__).parents[2] / "static" / "js" / "waiting" / "reckon.js"
HOUSES = [
    {}, {"scoring.set": "both"}, {"scoring.set": "double"}, {"auction.seller_scores": True},
    {"scoring.others": "nothing"},
    {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"},
]  # fmt: skip
RUN = """
const asked = JSON.parse(await new Promise((done) => {
  let text = "";
  process.stdin.on("data", (part) => { text += part; }).on("end", () => done(text));
}));
const answer = ({ rules, hands }) => hands.map(([before, fields]) => reckon(rules, before, fields));
console.log(JSON.stringify(asked.map(answer)));
"""


def tables():
    """Yield every variant at every size, under its own rules and each house that goes with it."""
    for variant in catalogue().values():
        for size in variant.sizes:
            for house in HOUSES:
                document = {"format": "scoresheet/1", "variant": variant.key, "players": [*"12345678"[:size]]}
                try:
                    table = open_table(read_sheet({**document, "rules": house, "lines": []}, find_variant).head)
                except (SettingsError, SheetError):
                    continue
                if not table.is_smoke:
                    yield table


def typed_hand(table, dice):
    """Return a hand as its form might be sent."""
    rules, form = table.rules, HandForm(table, dict.fromkeys(table.players, ""), {})
    what = dice.choices(["hand", "passed", "misdeal"], [18, 1, 1])[0]
    if what != "hand":
        return {"what": what}
    typed = {"bidder": dice.choice(table.players)} if rules.has_bidding else {}
    if rules.has_bidding:
        typed["bid"] = dice.choice(form.bids).value
    elif dice.random() < 0.05:
        typed["turned"] = dice.choice(list(RANK_OF_TURNED))
    if rules.calls_partner:
        typed["partner"] = dice.choice(["alone", *table.players])
    if rules.bid_is_all:
        return typed | {"made": dice.choice(["yes", "no"])}
    for key in rules.worth:
        typed |= {f"point-{key}": dice.choice(form.takers(key)).value} if dice.random() < 0.8 else {}
    if form.is_counted and dice.random() < 0.3:
        typed |= {"counted": "yes"} | {f"count-{player}": str(dice.randrange(20)) for player in table.players}
    return typed


def hands(table, many, dice):
    """Return so many hands that can be: the standing before, the fields, and what the engine makes of it."""
    found = []
    for _ in range(20 * many):
        by = {team: dice.randrange(-20, 20) for team in table.teams}
        scores = {player: points for team, points in by.items() for player in team}
        before = replace(table, scores=scores, dealer=dice.choice(table.players))
        typed = typed_hand(before, dice)
        try:
            after, entry = play(before, read_line(build_facts(typed, before), before.variant.kind))
        except SheetError:
            continue
        told = {"dealer": after.dealer, "scores": dict(after.scores)}
        standing = {"dealer": before.dealer, "scores": scores}
        found.append((standing, [*typed.items()], told | {"outcome": entry.outcome}, bool(after.winners)))
        if len(found) == many:
            break
    return found


def reckoned(played, script):
    """Return what the module makes of the hands of each table."""
    asked = [
        {"rules": HandForm(table, dict.fromkeys(table.players, ""), {}).for_phone, "hands": [it[:2] for it in found]}
        for table, found in played
    ]
    command = [compute_driver_executable()[0], "--input-type=module", "--eval", script + RUN]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def compared(played, script):
    """Return how many hands there are, how many the module left to the server, and those it counted otherwise."""
    pairs = [
        (mine, told, over)
        for answers, (_, found) in zip(reckoned(played, script), played, strict=True)
        for mine, (_, _, told, over) in zip(answers, found, strict=True)
    ]
    counted = [(mine, told, over) for mine, told, over in pairs if mine is not None]
    wrong = [
        (mine, told)
        for mine, told, over in counted
        if [mine["scores"], mine["outcome"]] != [told["scores"], told["outcome"]]
        or (mine["dealer"] != told["dealer"] and not over)
    ]
    return len(pairs), len(pairs) - len(counted), wrong


@pytest.fixture(scope="module")
def few():
    return [(table, hands(table, 6, random.Random(3))) for table in tables()]


@pytest.mark.parametrize("many", [20, pytest.param(200, marks=pytest.mark.deep)])
def test_the_phone_counts_ordinary_hands_as_the_engine_does(many, record_property):
    played, dice = [(table, []) for table in tables()], random.Random(many)
    each = {variant: sum(table.variant.key == variant for table, _ in played) for variant in catalogue()}
    played = [(table, hands(table, -(-many // each[table.variant.key]), dice)) for table, _ in played]
    count, left, wrong = compared(played, MODULE.read_text())
    record_property("reckoned", f"{count:,} hands, {left:,} of them left to the server, {len(wrong)} otherwise")
    assert wrong == []
    assert left < 0.35 * count


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("bidders >= N", "bidders > N"), ("-rules.times_lost", "-1"), ("rules.gives_sets &&", "false &&"),
     ("rules.seller_scores &&", "false &&"), ("rules.made_scores_bid", "false"), ("rules.others_score ?", "true ?"),
     ("counts_down ? -points", "counts_down ? points"), ("!rules.bidder_deals", "true"),
     ("hold !== null", "false"), ("rules.not_out.", "[].")],
)  # fmt: skip
def test_a_module_that_counts_otherwise_is_found_out(few, right, wrong):
    script = MODULE.read_text()
    assert right in script
    assert compared(few, script.replace(right, wrong))[2]
