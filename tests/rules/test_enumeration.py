"""Every legal hand of every variant: its count and digest are committed, and what must always hold holds."""

import enumeration
import pytest
from enumeration import FILE, NAMES, bidding_tables, describe, fresh_table, results, smoke_results, tables

from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import BIDDING, SMOKE
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue, find_variant

COMMITTED = FILE.read_text(encoding="utf-8").splitlines()
SMALLEST = [(key, size) for key, size in bidding_tables() if size == min(catalogue()[key].sizes)]
FEW_POINTS = [(key, size) for key, size in SMALLEST if len(fresh_table(key, size).rules.worth) <= 8]
HUGE = {BIDDING: 25_000, SMOKE: 2_000}
"""From so many hands on, a table is left to `make test-all`."""


def test_every_table_is_committed():
    assert [tuple(line.split()[:2]) for line in COMMITTED] == [(key, str(size)) for key, size in tables()]


def marks(line):
    key, _size, hands, _digest = line.split()
    return [pytest.mark.deep] if int(hands) > HUGE[catalogue()[key].kind] else []


def named(line):
    key, size, *_ = line.split()
    return pytest.param(line, id=f"{key}-{size}", marks=marks(line))


@pytest.mark.parametrize("line", [named(line) for line in COMMITTED])
def test_the_hands_are_those_that_were_counted(line, record_property):
    key, size, _, _ = line.split()
    found = describe(key, int(size))
    counted = int(found.split()[2])
    differs = int(found != line)
    record_property("row 11: tables of a variant, hands enumerated, digests that differ", [1, counted, differs])
    assert found == line


@pytest.mark.parametrize(
    ("key", "size", "rule"),
    [("partnership-pitch", 4, {"scoring.others": "nothing"}), ("cinch", 4, {"points.jack.worth": 2}),
     ("smoke", 3, {"tally.trick": -2})],
)  # fmt: skip
def test_the_control_one_rule_that_is_another_makes_another_digest(key, size, rule, monkeypatch, record_property):
    at_home = {"format": "scoresheet/1", "variant": key, "players": list(NAMES[:size]), "rules": rule}
    monkeypatch.setattr(enumeration, "fresh_table", lambda *_: open_table(read_sheet(at_home, find_variant).head))
    [committed] = [line for line in COMMITTED if line.startswith(f"{key} {size} ")]
    differs = describe(key, size).split()[-1] != committed.split()[-1]
    record_property("row 11, control with one rule changed: tables, digests that differ", [1, int(differs)])
    assert differs


def of_few_points(line):
    key, size, *_ = line.split()
    return (key, int(size)) in FEW_POINTS


@pytest.mark.parametrize("line", [named(line) for line in COMMITTED if of_few_points(line)])
def test_what_must_always_hold(line):
    key, size, *_ = line.split()
    table = fresh_table(key, int(size))
    hands = results(key, int(size))
    for one in hands:
        assert_within_what_is_on_offer(table, one)
    for one in hands[::7]:
        assert_the_same_one_seat_further(table, one)


def assert_within_what_is_on_offer(table, one):
    rules = table.rules
    assert sum(one.taken) <= rules.on_offer
    if not rules.has_bidding:
        assert_scored_what_was_taken(table, one)
        return
    bid, changes = one.line["bid"], one.entry.changes
    bidders = next(why.who for why in one.entry.whys if one.line["bidder"] in why.who)
    sold = max(bid, 0) if rules.auction.seller_scores and isinstance(bid, int) else 0
    for player in table.players:
        if player in bidders and one.entry.outcome == "set" and isinstance(bid, int):
            assert abs(changes[player]) == bid, "a set costs the bid"
        if player not in bidders and rules.scoring.others == "taken":
            assert 0 <= abs(changes[player]) <= rules.on_offer + sold


def assert_scored_what_was_taken(table, one):
    """Without bids a side scores what it took; what was turned up is the last player's, the gift the first one's."""
    rules, line, sign = table.rules, one.line, -1 if table.rules.counts_down else 1
    extra = dict.fromkeys(table.players, 0)
    for team in table.teams:
        for player in team:
            turned = sum(rules.value(f"turn.{card}") for card in line.get("turned", ()))
            extra[player] += turned if table.dealer in team else 0
            extra[player] += rules.turn.gift if line.get("gift") and table.players[0] in team else 0
            hung = line.get("hung") and line["points"]["jack"] in team
            extra[player] += rules.points.jack.hung - rules.worth["jack"] if hung else 0
    for team, taken in zip(table.teams, one.taken, strict=True):
        for player in team:
            assert one.entry.changes[player] == sign * (taken + extra[player])
    assert one.entry.outcome == "scored"


def assert_the_same_one_seat_further(table, one):
    size = len(table.players)
    other = fresh_table(table.variant.key, size, dealer=NAMES[0])
    moved = dict(zip(NAMES[:size], (*NAMES[1:size], NAMES[0]), strict=True))
    turned = dict(one.line)
    if "bidder" in turned:
        turned["bidder"] = moved[turned["bidder"]]
    turned["points"] = {point: moved[taker] for point, taker in one.line["points"].items()}
    if "partner" in turned:
        turned["partner"] = moved[turned["partner"]]
    entry = play(other, read_line(turned, table.variant.kind))[1]
    assert {moved[player]: change for player, change in one.entry.changes.items()} == entry.changes


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_what_must_always_hold_in_smoke(size):
    # [002] one point off a trick, five up for staying without one; who sits stays where he is.
    for hand, entry in smoke_results("smoke", size):
        for player, change in entry.changes.items():
            tricks = hand["tricks"].get(player)
            assert change == {None: 0, 0: 5}.get(tricks, -(tricks or 0))
