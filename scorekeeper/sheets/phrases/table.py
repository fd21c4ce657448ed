"""Sitting down, the deck, the deal and the play, in plain English."""

from __future__ import annotations

from scorekeeper.rules.grammar import counted
from scorekeeper.sheets.phrases.phrase import Phrase, number, switch


def _names(usual: str, card: str, *names: str) -> Phrase:
    """Return the phrase of what a card is called: its usual name, the card, every name it may have."""
    said = {name.replace(" ", "-"): f"{card[0].upper()}{card[1:]} is called the {name}." for name in names}
    return Phrase(f"Name of the {usual}", said)


TABLE: dict[str, Phrase] = {
    "seating.sides": Phrase(
        "Who plays with whom",
        {
            "partners": "Two sides, the players of one between those of the other; partners share one score.",
            "pairs": "Sides of two, facing each other; partners share one score.",
            "solo": "Everybody plays alone.",
            "called-partner": "The bidder calls a card, and whoever holds it is the bidder's partner against all the "
            "others; everybody keeps their own score.",
        },
    ),
    "call.what": Phrase(
        "What the bidder calls",
        {
            "any-card": "The bidder calls any card; whoever holds it is the bidder's partner.",
            "trump-by-rank": "The bidder calls a trump by its rank; whoever holds it is the bidder's partner.",
        },
    ),
    "call.not": Phrase(
        "What may not be called",
        {
            "none": "The bidder may even call a card of their own, and so play alone in secret.",
            "own": "The bidder may not call a card they hold.",
            "own-and-trey": "The bidder may call neither a card they hold nor the three of trumps.",
        },
    ),
    "call.reveal": Phrase(
        "When the partner is known",
        {
            "when-played": "Nobody says who the partner is until the called card is played.",
            "at-once": "Whoever holds the called card shows it at once and plays it to the first trick.",
            "first-trick": "The called card must be played to the first trick.",
        },
    ),
    "call.alone_by_choice": switch(
        "Alone by choice",
        "The bidder may choose to play alone instead of calling.",
        "The bidder may not choose to play alone.",
    ),
    "deck.ranks": Phrase("Deck", {}),
    "deck.jokers": number("Jokers", "Jokers in the deck: {n}.", "There are no jokers in the deck."),
    "deck.off_jack": switch(
        "The jick",
        "The other jack of the trump color, the jick, is a trump next to the jack.",
        "The other jack of the trump color is not a trump.",
    ),
    "deck.trump_order": Phrase(
        "Order of trumps",
        {
            "normal": "The ace is the highest trump.",
            "reversed": "The trumps rank upside down: the two is the highest and the ace the lowest.",
        },
    ),
    "deck.joker_tie": Phrase(
        "Two jokers in one trick",
        {
            "ranked": "Of two jokers in one trick, the high joker beats the low joker.",
            "named-first": "Of two jokers in one trick, the first one played wins, even if it is the low joker.",
            "first": "Of two jokers in one trick, the first one played wins.",
            "second": "Of two jokers in one trick, the second one played wins.",
        },
    ),
    "names.jack": _names("jack", "the jack of trumps", "jack", "right bauer", "right bower", "right"),
    "names.off_jack": _names(
        "jick", "the other jack of the trump color", "jick", "left bauer", "left bower", "left", "off-jack"
    ),
    "names.high_joker": _names("high joker", "the high joker", "high joker", "big joker"),
    "names.low_joker": _names("low joker", "the low joker", "low joker", "little joker"),
    "names.five": _names("five", "the five of trumps", "five", "pedro", "right pedro", "right five"),
    "names.off_five": _names("off-five", "the other five of the trump color", "off-five", "left pedro", "left five"),
    "names.nine": _names("nine", "the nine of trumps", "nine", "sancho"),
    "deal.cards": Phrase(
        "Cards dealt",
        {},
        lambda n: f"Each player is dealt {counted(n, 'card')}." if n else "Deal as many cards as usual.",
    ),
    "deal.hand": Phrase(
        "Cards played",
        {},
        lambda n: f"Each player plays with {counted(n, 'card')}." if n else "Play with the cards you were dealt.",
    ),
    "deal.exchange": Phrase(
        "Exchanging cards",
        {
            "none": "No cards are exchanged.",
            "discard": "Once trump is named everybody discards down to the hand that is played.",
            "draw": "Once trump is named everybody may discard and draw as many cards.",
            "refill": "Once trump is named everybody discards all cards that are not trumps and draws back up to a "
            "full hand.",
            "blinds": "The bidder takes the blinds and buries as many cards.",
            "kitty": "The bidder takes the kitty; then everybody discards down to the hand that is played.",
            "widow": "The bidder takes the widow; then everybody discards down to the hand that is played.",
            "dealer-takes-rest": "Everybody may exchange cards; the dealer takes all the cards left and discards down "
            "to a hand.",
            "stock": "The cards that are not dealt are the stock: after every trick everybody draws one, the winner of "
            "the trick first, and once it is used up the last cards are played without drawing.",
        },
    ),
    "deal.exchange_size": number(
        "How many are exchanged",
        "Cards that may be exchanged: {n}.",
        "The number of cards exchanged is not fixed; where the bidder takes blinds, there are none.",
    ),
    "deal.packets": Phrase(
        "Cards at a time",
        {},
        lambda n: f"Cards are dealt {counted(n, 'card')} at a time." if n else "Cards may be dealt in any packets.",
    ),
    "deal.misdeal": Phrase(
        "Misdeal",
        {
            "wrong-deal": "It is a misdeal when a card is exposed or anybody gets the wrong number of cards.",
            "no-scoring-card": "It is a misdeal when a card is exposed or anybody gets the wrong number of cards, and "
            "a player with no card that can score may call one too.",
        },
    ),
    "deal.may_discard": Phrase(
        "What may be discarded",
        {
            "any": "Any card may be discarded.",
            "no-points": "A trump that is worth a point may not be discarded.",
            "no-trump": "No trump may be discarded, except the extra ones of a player with more than a hand of them.",
        },
    ),
    "play.follow": Phrase(
        "Following suit",
        {
            "follow-or-trump": "You may always play a trump; if you do not, follow suit if you can.",
            "follow": "Follow suit if you can; only if you cannot may you play a trump or throw off.",
            "must-trump-if-void": "Follow suit or play a trump; only if you can do neither, play anything.",
        },
    ),
    "play.first_lead": Phrase(
        "First lead", {"any": "The bidder leads any card.", "trump": "The bidder leads a trump."}
    ),
    "play.only_trumps": switch(
        "Only trumps",
        "Only trumps are played; once you have none left you drop out of the hand.",
        "Every suit is played.",
    ),
    "play.no_trump_first_trick": switch(
        "Trump on the first trick",
        "Nobody may trump the first trick when another suit is led.",
        "The first trick may be trumped like any other.",
    ),
    "dealing.next": Phrase(
        "Who deals next",
        {
            "left": "The deal passes to the left after every hand.",
            "racehorse": "A bidder who makes it deals next; after a set the player on the bidder's right does.",
        },
    ),
    "dealing.first": Phrase(
        "Who deals first",
        {
            "any": "Anybody may deal first.",
            "high-card": "Cut for the first deal: the high card deals.",
        },
    ),
    "dealing.sits_out": Phrase(
        "The dealer's hand",
        {
            "nobody": "The dealer plays like everybody else.",
            "dealer": "The dealer of a hand sits it out, and scores nothing for it but what was turned up.",
        },
    ),
    "table.open": switch(
        "Coming and going",
        "People may sit down or leave between hands; the points are settled then, and scores start again.",
        "Nobody sits down or leaves before the game is over.",
    ),
}
