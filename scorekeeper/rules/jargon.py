"""The words of Smoke: who names a card by its own name picks up five points.

The list is that of 1968 (source 002, "TERMS"), all 24 entries in its order.  Three coarse synonyms are left out; every
card keeps at least one of its words.
"""

from __future__ import annotations

JARGON: tuple[tuple[str, str], ...] = (
    ("Hearts", "bleeders, thumpers"),
    ("Spades", "diggers"),
    ("Clubs", "puppyfeet"),
    ("Diamonds", "sparklers"),
    ("Ace", "pin, boss, big one"),
    ("Two", "wee one"),
    ("Three", "trey, one above the wee one"),
    ("Four", "Little Joe"),
    ("Five", "nickel, fever, one above Little Joe"),
    ("Six", "bottom loop, lower bubble"),
    ("Seven", "buggy top, whip"),
    ("Eight", "double bubble, double nuts"),
    ("Nine", "upper loop, upper bubble"),
    ("Ten", "tracks"),
    ("Jack", "hook"),
    ("Queen", "old lady"),
    ("King", "kack, big boy"),
    ("Cards", "tickets, papes, paper"),
    ("Card table", "mesa, felt, slab, board"),
    ("Score", "tally"),
    ("Dealer", "distributor"),
    ("Players", "participants"),
    ("Hand", "mitt, glove"),
    ("Trump", "smoke"),
)
"""What must not be said -> what is said instead."""
