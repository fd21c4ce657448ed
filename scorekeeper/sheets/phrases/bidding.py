"""Bidding, the special bid and what a hand scores, in plain English."""

from __future__ import annotations

from scorekeeper.rules.grammar import counted
from scorekeeper.sheets.phrases.phrase import Phrase, number, switch


def turned(card: str) -> Phrase:
    """Return the phrase of a card the dealer scores for turning up: "an ace"."""

    def say(points: int) -> str:
        brings = f"{counted(points, 'point')}, scored at once" if points else "nothing"
        return f"Turning up {card} for trump brings the dealer's side {brings}."

    return Phrase(f"Turning up {card}", {}, say)


def _gift(points: int) -> str:
    if not points:
        return "Nobody scores for begging."
    gives = f"gives {counted(points, 'point')}, scored at once"
    return f"The player on the dealer's left may beg; the dealer {gives}, or deals more cards for a new trump."


def _hung(points: int) -> str:
    if not points:
        return "A jack taken from another side brings no more than any jack."
    return f"A jack taken from another side is hung: it brings {counted(points, 'point')} in place of its worth."


BIDDING: dict[str, Phrase] = {
    "auction.min": number("Lowest bid", "The lowest bid is {n}."),
    "auction.max": number("Highest bid", "The highest bid is {n}.", all="The highest bid is all the points on offer."),
    "auction.rounds": Phrase(
        "Rounds of bidding",
        {
            "one": "Bidding goes around once, from the dealer's left: everybody bids or passes just once.",
            "many": "Bidding goes around and around until all but one have passed; once you pass you are out.",
            "none": "There is no bidding: everybody scores what they take.",
        },
    ),
    "auction.dealer_steals": switch(
        "Dealer steals",
        "The dealer may steal the bid by equaling it.",
        "The dealer may not steal, and must bid higher, like everybody else.",
    ),
    "auction.all_pass": Phrase(
        "When all pass",
        {
            "redeal": "If everybody passes, the same dealer deals again.",
            "next-dealer": "If everybody passes, the deal passes to the left.",
            "dealer-forced": "If everybody else passes, the dealer is stuck and must bid, at least the lowest bid.",
            "dealer-set": "If everybody passes, the dealer's side loses the lowest bid without a card played, "
            "and the deal passes to the left.",
        },
    ),
    "auction.forced_bid": number(
        "What a dealer is stuck with",
        "A dealer who may not pass, or is set for passing, is stuck with a bid of {n}.",
        lowest="A dealer who may not pass, or is set for passing, is stuck with the lowest bid.",
    ),
    "auction.seller_scores": switch(
        "Selling the bid",
        "The bid is sold: when another side buys it, the side of the player on the dealer's left scores what was bid.",
        "The bid is not sold.",
    ),
    "auction.trump": Phrase(
        "How trump is made",
        {
            "named": "Whoever wins the bid names trump.",
            "after-exchange": "Whoever wins the bid takes the extra cards first, then names trump.",
            "first-lead": "The suit of the first card led is trump.",
            "turned": "A card is turned up, and its suit is trump.",
            "cut": "The deck is cut before the deal, and the suit of the card shown is trump.",
        },
    ),
    "auction.throw_card": switch(
        "Throwing a card",
        "You may bid by throwing a card: that is a bid of four in its suit, and only the dealer may still bid.",
        "Nobody bids by throwing a card.",
    ),
    "auction.double_if_over_throw_set": switch(
        "Double over a thrown card",
        "A dealer who takes the bid over a thrown card and is set loses double.",
        "A dealer who takes the bid over a thrown card and is set loses no more than anybody.",
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
            "all-points": "To make it you take every point.",
            "all-points-and-tricks": "To make it you take every point and every trick.",
        },
    ),
    "special.over": number(
        "Special bid over",
        "It may only be bid over another player's bid of {n}.",
        none="You may bid it on your turn, whatever was bid before.",
    ),
    "special.made": Phrase(
        "Special bid made",
        {
            "score": "Made, it scores points.",
            "win-game": "Made, it wins the game.",
            "win-or-zero": "Made, it wins the game; made from below zero, it brings the score up to zero instead.",
            "none": "Made, it changes no score.",
        },
    ),
    "special.made_score": number(
        "What it scores",
        "A made special bid that scores is worth {n}.",
        bid="A made special bid that scores is worth what it ranks.",
    ),
    "special.zero_is_good": switch(
        "The moon from exactly zero",
        "From exactly zero it wins the game too.",
        "From exactly zero it does not win: the score stays at zero.",
    ),
    "special.failed": Phrase(
        "Special bid failed",
        {
            "lose": "Failed, it is lost like any bid.",
            "lose-game": "Failed, it loses the game.",
            "score-becomes": "Failed, it puts the score down to a fixed number, whatever it was.",
            "none": "Failed, it changes no score.",
        },
    ),
    "special.failed_score": number(
        "What it costs", "A failed special bid is written as {n}.", bid="A failed special bid costs what it ranks."
    ),
    "special.counts_sets": Phrase(
        "Sets for a failed special bid",
        {},
        lambda sets: f"A failed special bid counts as {counted(sets, 'set')}." if sets else "A failed one is no set.",
    ),
    "turn.ace": turned("an ace"),
    "turn.jack": turned("a jack"),
    "turn.six": turned("a six"),
    "turn.deuce": turned("a deuce"),
    "turn.gift": Phrase("Begging", {}, _gift),
    "points.jack.hung": Phrase("A hung jack", {}, _hung),
    "points.high.card": Phrase(
        "High: which card",
        {
            "in-play": "High is the highest trump played, whichever it is.",
            "fixed": "High is the ace of trumps and nothing else; if it is not played, nobody has high.",
        },
    ),
    "points.low.card": Phrase(
        "Low: which card",
        {
            "in-play": "Low is the lowest trump played, whichever it is.",
            "fixed": "Low is the lowest rank of the deck in trumps and nothing else; if it is not played, nobody has "
            "low.",
            "lowest-natural": "Low is the lowest trump played that is not a joker.",
        },
    ),
    "game.by": Phrase(
        "How game is decided",
        {
            "count": "Game goes to whoever took the most card points: ace 4, king 3, queen 2, jack 1, ten 10.",
            "ten-of-trumps": "Game goes to whoever wins the ten of trumps; nothing is counted.",
        },
    ),
    "game.tie": Phrase(
        "A tied game",
        {
            "nobody": "If card points are tied, nobody gets game.",
            "low": "If card points are tied, game goes to whoever in the tie took low; if none of them did, to nobody.",
            "bidders": "If card points are tied, game goes to the bidders if they are in the tie; if not, to nobody.",
            "defenders": "If card points are tied, game goes to those in the tie who did not bid.",
            "each": "If card points are tied, everybody in the tie gets game.",
        },
    ),
    "game.buried_to_bidder": switch(
        "Buried cards",
        "Cards the bidder buried count for the bidder when game is counted.",
        "Buried cards count for nobody when game is counted.",
    ),
    "scoring.made": Phrase(
        "A made bid",
        {
            "taken": "Make your bid and you score every point you took, even above the bid.",
            "bid": "Make your bid and you score what you bid, no more.",
        },
    ),
    "scoring.others": Phrase(
        "The other sides",
        {
            "taken": "The others score what they took, whether the bid was made or not.",
            "nothing": "The others score nothing, whatever they took.",
        },
    ),
    "scoring.set": Phrase(
        "What a set costs",
        {
            "bid": "A set costs what was bid.",
            "double": "A set costs twice what was bid.",
            "given": "A set costs nothing, but every other side scores what was bid on top of what it took.",
            "both": "A set costs what was bid, and every other side scores it on top of what it took.",
        },
    ),
    "penalty.renege": Phrase(
        "A renege",
        {
            "none": "A renege is noted on the scoresheet, and the points stand; what else it costs is up to the table.",
            "zero-and-max": "Whoever reneges scores nothing, and everybody else all the points of the hand; "
            "bidders who renege are set.",
        },
    ),
}
