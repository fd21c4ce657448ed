"""The answers to the questions about settings, as short as they can be below their question."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.values import RANKS, Value
from scorekeeper.sheets.phrases import say_setting

OWNERS = {"holder": "Whoever plays it, even if the trick is lost", "taker": "Whoever wins its trick"}
"""Who gets a point."""

SHORT_ANSWERS: Mapping[str, Mapping[str, str]] = {
    "seating.sides": {
        "partners": "Two sides; partners share a score",
        "pairs": "Pairs who face each other and share a score",
        "solo": "Everybody plays alone",
        "called-partner": "The bidder calls a card; its holder is the partner",
    },
    "call.what": {"any-card": "Any card", "trump-by-rank": "A trump, by its rank"},
    "call.not": {
        "none": "Anything may be called, even a card of the bidder's own",
        "own": "A card the bidder holds",
        "own-and-trey": "A card the bidder holds, and the three of trumps",
    },
    "call.reveal": {
        "when-played": "Once the called card is played",
        "at-once": "At once: the card is shown, and played to the first trick",
        "first-trick": "In the first trick: the card must be played to it",
    },
    "call.alone_by_choice": {"yes": "Yes, instead of calling", "no": "No"},
    "deck.off_jack": {"yes": "Yes: the jick, next to the jack", "no": "No"},
    "deck.trump_order": {"normal": "The ace", "reversed": "The two; the ace is the lowest"},
    "deck.joker_tie": {
        "ranked": "The high joker",
        "named-first": "The first one played, even if it is the low joker",
        "first": "The first one played",
        "second": "The second one played",
    },
    "deal.exchange": {
        "none": "No",
        "discard": "Everybody discards down to a hand",
        "draw": "Everybody may discard and draw as many",
        "refill": "Everybody keeps only trumps and draws up to a hand",
        "blinds": "The bidder takes the blinds and buries as many",
        "kitty": "The bidder takes the kitty; all discard down to a hand",
        "widow": "The bidder takes the widow; all discard down to a hand",
        "dealer-takes-rest": "Everybody may; the dealer takes all the cards left",
        "stock": "Everybody draws from the stock after every trick",
    },
    "deal.misdeal": {
        "wrong-deal": "A card is exposed, or somebody has too many or too few",
        "no-scoring-card": "The same, and a player with no card that can score may call one",
    },
    "deal.may_discard": {
        "any": "Any card",
        "no-points": "Any card but a trump that is worth a point",
        "no-trump": "No trump, unless there are more than a hand of them",
    },
    "play.follow": {
        "follow-or-trump": "If you can, but you may always trump",
        "follow": "If you can; only if you can't may you trump",
        "must-trump-if-void": "Follow or trump; if you can do neither, play anything",
    },
    "play.first_lead": {"any": "Any card", "trump": "A trump"},
    "play.only_trumps": {"yes": "Yes; with none left you are out of the hand", "no": "No, every suit is"},
    "play.no_trump_first_trick": {"yes": "Not if another suit is led", "no": "Yes, like any other"},
    "dealing.next": {
        "left": "The player on the left",
        "racehorse": "A bidder who makes it; after a set, the player on their right",
    },
    "dealing.first": {"any": "Anybody", "high-card": "The high card of a cut"},
    "dealing.sits_out": {"nobody": "Yes, like everybody else", "dealer": "No, the dealer sits the hand out"},
    "table.open": {"yes": "Yes, between hands: points are settled then", "no": "No, not before the game is over"},
    "auction.rounds": {
        "one": "Once: everybody bids or passes",
        "many": "Until all but one have passed",
        "none": "There is no bidding",
    },
    "auction.dealer_steals": {"yes": "Yes, by equaling it", "no": "No, the dealer must bid higher"},
    "auction.all_pass": {
        "redeal": "The same dealer deals again",
        "next-dealer": "The deal passes to the left",
        "dealer-forced": "The dealer is stuck and must bid",
        "dealer-set": "The dealer's side loses the lowest bid",
    },
    "auction.trump": {
        "named": "Whoever wins the bid names it",
        "after-exchange": "Whoever wins the bid names it, after the extra cards",
        "first-lead": "The first card led",
        "turned": "A card is turned up",
        "cut": "The deck is cut before the deal",
    },
    "auction.throw_card": {"yes": "Yes: four in its suit, and only the dealer may still bid", "no": "No"},
    "auction.double_if_over_throw_set": {"yes": "Yes, if set", "no": "No"},
    "auction.seller_scores": {"yes": "Yes: the side on the dealer's left scores it", "no": "No"},
    "special.name": {"none": "No", "smudge": "The smudge", "moon": "The moon"},
    "special.needs": {"all-points": "Every point", "all-points-and-tricks": "Every point and every trick"},
    "special.made": {
        "score": "It scores points",
        "win-game": "It wins the game",
        "win-or-zero": "It wins the game; from below zero it brings you to zero",
        "none": "Nothing",
    },
    "special.zero_is_good": {"yes": "Yes", "no": "No, the score stays at zero"},
    "special.failed": {
        "lose": "It is lost like any bid",
        "lose-game": "It loses the game",
        "score-becomes": "The score drops to a fixed number",
        "none": "Nothing",
    },
    "points.high.card": {"in-play": "The highest trump played", "fixed": "Only the ace of trumps"},
    "points.low.card": {
        "in-play": "The lowest trump played",
        "fixed": "Only the lowest rank of the deck",
        "lowest-natural": "The lowest trump played that isn't a joker",
    },
    "game.by": {"count": "Whoever took the most card points", "ten-of-trumps": "Whoever wins the ten of trumps"},
    "game.tie": {
        "nobody": "Nobody gets game",
        "low": "Whoever in the tie took low",
        "bidders": "The bidders, if they are in the tie",
        "defenders": "Those in the tie who did not bid",
        "each": "Everybody in the tie",
    },
    "game.buried_to_bidder": {"yes": "Yes, for the bidder", "no": "No"},
    "scoring.made": {"taken": "Every point you took", "bid": "What you bid, no more"},
    "scoring.others": {"taken": "What they took", "nothing": "Nothing"},
    "scoring.set": {
        "bid": "What was bid",
        "double": "Twice what was bid",
        "given": "Nothing, but the others score what was bid",
        "both": "What was bid, and the others score it too",
    },
    "penalty.renege": {
        "none": "It is noted, and the points stand",
        "zero-and-max": "Every point of the hand goes to the others",
    },
    "finish.direction": {"up": "Up: what you win is added", "down": "Down: what you win comes off"},
    "finish.may_win": {
        "any": "Whoever reaches the target",
        "bid-made": "Only a side that makes its bid",
        "bid-made-or-opponents-set": "A side that makes its bid, or sets the bidders",
    },
    "finish.hold": {
        "none": "No",
        "at-target": "At the target, until they may go out",
        "one-short": "One point before it, until they may go out",
    },
    "finish.hold_who": {"defenders": "Only those who did not bid", "everyone": "Everybody, the winner too"},
    "finish.crossing": {
        "higher-then-bidders": "The best score wins; of equal ones, the bidders",
        "bidders-first": "The bidders if they made it, else the others",
        "bidder-or-play-on": "The bidder with a made bid, else play on",
        "in-order": "Points count in order: the first to get there wins",
    },
    "finish.instant_win": {
        "none": "No",
        "four-bid": "By a made bid of four, with a point or more before",
        "all-points-by-anyone": "By taking every point of a hand",
    },
    "finish.must_stand_at_target": {
        "yes": "Yes, before the hand they win",
        "no": "No, a made bid may bring them there",
    },
    "finish.equal": {"together": "The equal ones win together", "play-on": "Play on until one is best"},
}
"""Setting -> value -> the answer.  Names of cards and who gets a point are made below."""


def short_sentence(key: str, value: Value) -> str:
    """Return a value as the answer to its question; the whole sentence where there is no shorter answer."""
    word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    if key == "deck.ranks":
        return _ranks(word)
    if key.startswith("names."):
        return _card_name(word)
    answers = OWNERS if key.endswith(".to") else SHORT_ANSWERS.get(key, {})
    return answers.get(word) or say_setting(key, value)


def _card_name(word: str) -> str:
    name = word if word.startswith("off-") else word.replace("-", " ")
    return name.capitalize()


def _ranks(text: str) -> str:
    """Return which cards a suit has: "A down to 4" if no rank between is missing."""
    ranks = text.split()
    if not ranks:
        return "The usual ones"
    start = RANKS.index(ranks[0])
    whole = ranks == list(RANKS[start : start + len(ranks)])
    return f"{ranks[0]} down to {ranks[-1]}" if whole else text
