"""Counts: what somebody did, as whole numbers by key, so that games add up to seasons.

The keys, all of one person:

games, won, lost            games; no win or loss for somebody who left early, nor at tables settled without a winner
for, against                points at the end of a game, and those of the best other side
hands                       hands scored while they were at the table
bids, made, set             hands they bid in; `bid.5`, `made.5` by value, `bid.moon` for the special bid of that name
bid_sum                     what they bid, added up; a special bid is the number it counts as
bid_permille                the same as thousandths of the points of the hand, so that games of four and of ten compare;
                            a special bid is all of the hand at most
counted, took_sum           their bids where the points are known, and what their side took in them
counted_bid_sum             what they bid in those
over, over_of               points taken beyond ordinary bids that were made, and how many those were
short                       points missing where an ordinary bid was set
side_bids, side_made        hands in which they or their partner bid, called partners too
defended, defended_set      hands in which another side bid, and of these those it was set in
stuck, stuck_made           hands a dealer had to bid in because everybody before them passed
dealer_set                  hands a dealer was set in for not bidding (`auction.all_pass = "dealer-set"`)
called, alone               hands they were called as partner in; hands they bid alone by choice
reneges                     hands in which they reneged
b.at.jack, b.got.jack       hands with that point to take while their side bid, and those in which their side took it
d.at.jack, d.got.jack       the same while another side bid
stayed, sat, tricks         Smoke: hands played, hands sat out, tricks taken
blanks, firsts, pickups     Smoke: hands without a trick, hands with the first trick, infractions
boxes                       Smoke: hands begun in the box
cents.USD                   money won, lost below zero, by currency
with.3, with_made.3         hands they bid, or their partner 3 did, by the number of the person who sat there
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

from scorekeeper.rules.setting_groups import SpecialName

Counts = dict[str, int]

SPECIALS_MADE = tuple(f"made.{name}" for name in get_args(SpecialName) if name != "none")
FOR_STANDINGS = ("games", "won", "lost", "for", "against")
FOR_AWARDS = (
    "games", "bids", "made", "set", "dealer_set", "bid_permille", "over", "over_of", "stuck_made", "defended",
    "defended_set", "d.got.jack", "d.got.off_jack", "called", "tricks", *SPECIALS_MADE,
)  # fmt: skip
SUMMED = frozenset({*FOR_STANDINGS, *FOR_AWARDS})
"""What statements add up, beside the money; all else is added up for a page of one person."""


def add_counts(counts: Iterable[Mapping[str, int]]) -> Counts:
    """Return the sums of counts: keys sorted, zeros left out."""
    sums: Counts = {}
    for each in counts:
        for key, number in each.items():
            sums[key] = sums.get(key, 0) + number
    return {key: sums[key] for key in sorted(sums) if sums[key]}


def with_prefix(counts: Mapping[str, int], prefix: str) -> Counts:
    """Return the counts whose keys start with a prefix, without it: `with_prefix(counts, "bid.")`."""
    return {key.removeprefix(prefix): number for key, number in counts.items() if key.startswith(prefix)}


SMALL_SAMPLE = 20
"""A share of fewer than this means little and is marked as a small sample.

Below it, one more or less changes the share by five points or more, and chance alone puts it off by twenty or more one
time in ten.
"""


@dataclass(frozen=True)
class Share:
    """`part` of `of`, like bids made of bids."""

    part: int
    of: int

    @property
    def rate(self) -> float:
        return self.part / self.of if self.of else 0.0

    @property
    def percent(self) -> int | None:
        """Return it in whole percent, a half rounded up; None if the total is 0."""
        return (200 * self.part + self.of) // (2 * self.of) if self.of else None

    @property
    def small(self) -> bool:
        """Return whether the sample is small."""
        return self.of < SMALL_SAMPLE


@dataclass(frozen=True)
class Mean:
    """A total divided by a count, like points taken per bid."""

    total: int
    of: int

    @property
    def each(self) -> float | None:
        """Return the mean to one decimal; None over nothing."""
        return round(self.total / self.of, 1) if self.of else None

    @property
    def small(self) -> bool:
        return self.of < SMALL_SAMPLE
