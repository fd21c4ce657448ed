"""Bidding, the special bid and what a hand scores, in plain English."""

from __future__ import annotations

from scorekeeper.rules.phrases.phrase import Phrase, number, switch

BIDDING: dict[str, Phrase] = {
    "auction.min": number("Lowest bid", "The lowest bid is {n}."),
    "auction.max": number("Highest bid", "The highest bid is {n}.", all="The highest bid is all the points on offer."),
    "auction.rounds": Phrase(
        "Rounds of bidding",
        {
            "one": "There is one round: everybody bids or passes once, from the dealer's left.",
            "many": "Bidding goes round and round until all but one have passed; who has passed is out.",
        },
    ),
    "auction.dealer_steals": switch(
        "Dealer steals",
        "The dealer may steal: he takes the bid by equalling it.",
        "The dealer cannot steal: he has to bid higher like everybody else.",
    ),
    "auction.all_pass": Phrase(
        "When all pass",
        {
            "redeal": "When everybody passes the same dealer deals again.",
            "next-dealer": "When everybody passes the deal goes to the left.",
            "dealer-forced": "When everybody else passes the dealer has to bid at least the lowest bid.",
            "dealer-set": "When everybody passes the dealer's side loses the lowest bid without a card played, "
            "and the deal goes to the left.",
        },
    ),
    "auction.throw_card": switch(
        "Throwing a card",
        "A player may bid by throwing a card: that is a bid of four in its suit, and only the dealer may still bid.",
        "Nobody bids by throwing a card.",
    ),
    "auction.double_if_over_throw_set": switch(
        "Double over a thrown card",
        "A dealer who takes the bid over a thrown card and is set loses double.",
        "A dealer who takes the bid over a thrown card loses no more than anybody.",
    ),
    "special.name": Phrase(
        "Special bid",
        {
            "none": "There is no bid above the numbers.",
            "smudge": "Above the numbers there is the smudge.",
            "moon": "Above the numbers there is the moon.",
        },
    ),
    "special.bid": number(
        "What the special bid ranks",
        "The special bid ranks as a bid of {n}.",
        above="The special bid ranks one higher.",
    ),
    "special.needs": Phrase(
        "What the special bid needs",
        {
            "all-points": "It is made by taking every point.",
            "all-points-and-tricks": "It is made by taking every point and every trick.",
        },
    ),
    "special.over": number(
        "Special bid over", "It may only be bid over another player's bid of {n}.", none="It may be bid at any time."
    ),
    "special.made": Phrase(
        "Special bid made",
        {
            "score": "Made, it scores.",
            "win-game": "Made, it wins the game.",
            "win-or-zero": "Made, it wins the game; from below zero the score becomes zero instead.",
            "none": "Made, it moves no score: it is played for money.",
        },
    ),
    "special.made_score": number(
        "What it scores",
        "Where the special bid scores it scores {n}.",
        bid="Where the special bid scores it scores its rank.",
    ),
    "special.zero_is_good": switch(
        "The moon from exactly zero",
        "Standing at exactly zero counts as good: there the game is won.",
        "Standing at exactly zero is not enough: the score stays at zero.",
    ),
    "special.failed": Phrase(
        "Special bid failed",
        {
            "lose": "Failed, it is lost like any bid.",
            "lose-game": "Failed, it loses the game.",
            "score-becomes": "Failed, the score is thrown down to a fixed number, whatever it was.",
            "none": "Failed, it moves no score: it is played for money.",
        },
    ),
    "special.failed_score": number(
        "What it costs", "The number of a failed special bid is {n}.", bid="A failed special bid costs its rank."
    ),
    "special.counts_sets": number(
        "Sets for a failed special bid",
        "A failed special bid counts as so many sets: {n}.",
        "A failed special bid is no set.",
    ),
    "points.high.card": Phrase(
        "High: which card",
        {
            "in-play": "High is the best trump that was dealt, whichever it is.",
            "fixed": "High is the ace of trumps and nothing else; if it was not dealt, nobody has high.",
        },
    ),
    "points.low.card": Phrase(
        "Low: which card",
        {
            "in-play": "Low is the lowest trump that was dealt, whichever it is.",
            "fixed": "Low is the deck's lowest trump and nothing else; if it was not dealt, nobody has low.",
            "lowest-natural": "Low is the lowest trump that was dealt and is no joker.",
        },
    ),
    "game.by": Phrase(
        "How game is decided",
        {
            "count": "Game goes to the most card points: ace 4, king 3, queen 2, jack 1, ten 10.",
            "ten-of-trumps": "Game goes to whoever wins the ten of trumps; nothing is counted.",
        },
    ),
    "game.tie": Phrase(
        "A tied game",
        {
            "nobody": "When card points are tied nobody scores game.",
            "low": "When card points are tied game goes to the tied side that scored low; otherwise nobody has it.",
            "bidders": "When card points are tied game goes to the bidders, if they are among the tied.",
            "defenders": "When card points are tied game goes to the tied sides that did not bid.",
            "each": "When card points are tied each tied side scores game.",
        },
    ),
    "game.buried_to_bidder": switch(
        "Buried cards",
        "Card points the bidder buried count for the bidder's side.",
        "Card points that were buried count for nobody.",
    ),
    "scoring.made": Phrase(
        "A made bid",
        {
            "taken": "A made bid scores every point the side took, even above the bid.",
            "bid": "A made bid scores what was bid and no more.",
        },
    ),
    "scoring.others": Phrase(
        "The other sides",
        {
            "taken": "The other sides score what they took, whether the bid was made or not.",
            "nothing": "The other sides score nothing for what they took.",
        },
    ),
    "penalty.renege": Phrase(
        "A renege",
        {
            "none": "A renege is written down; what it costs is for the table to say.",
            "zero-and-max": "The side that reneges scores nothing, every other side all the points of the hand; "
            "if the bidders did it they are set.",
        },
    ),
}
