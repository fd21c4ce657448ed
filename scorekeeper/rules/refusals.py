"""Why the engine refuses, as data, and every refusal as a sentence, in the words of a card table.

A sentence is a template: `{0}`, `{1}` are the players the refusal names, the others its facts.  Where the sentence
depends on them it is a function.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, assert_never

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.rules.ruleset import GameKind


@dataclass(frozen=True)
class Refusal:
    """One reason to refuse: `code` is a key of `SENTENCES`, `who` are the players it names, in order."""

    code: str
    who: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


def in_words(sentence: str) -> Refusal:
    """Return a refusal that comes with its sentence: the layers above the engine word their own."""
    return Refusal("in-words", facts={"sentence": sentence})


def say_refusal(refusal: Refusal) -> str:
    """Return a refusal as a sentence.  Raises KeyError for a code that has none."""
    sentence = SENTENCES[refusal.code]
    return sentence.format(*refusal.who, **refusal.facts) if isinstance(sentence, str) else sentence(refusal)


def _join(words: Sequence[object], joint: str) -> str:
    """Join words in a sentence: "2, 4 or 6"."""
    first, last = [str(word) for word in words[:-1]], str(words[-1])
    return f"{', '.join(first)} {joint} {last}" if first else last


def _integer(refusal: Refusal) -> str:
    """Name the key with its player: "counts.Ann is a whole number …"."""
    key = ".".join((refusal.facts["field"], *refusal.who))
    return f"{key} is a whole number from {refusal.facts['least']} to {refusal.facts['most']}."


def _sizes(refusal: Refusal) -> str:
    facts = refusal.facts
    return f"{facts['variant']} is played by {_join(facts['sizes'], 'or')}, not by {facts['size']}."


def _setting_of_another_kind(refusal: Refusal) -> str:
    kind: GameKind = refusal.facts["kind"]
    match kind:
        case "smoke":
            where = "Smoke, where nobody bids"
        case "bidding":
            where = "a game with bids; it belongs to Smoke"
        case _:
            assert_never(kind)
    return f"{refusal.facts['key']} means nothing in {where}."


def _no_rules_for_so_many(refusal: Refusal) -> str:
    why = "; ".join(say_refusal(reason) for reason in refusal.facts["because"])
    return f"With {refusal.facts['size']} players the rules do not go together: {why}"


def _missing_card(refusal: Refusal) -> str:
    point, deck, has = (refusal.facts[key] for key in ("point", "deck", "has"))
    return f"points.{point}.worth: the deck has no such card ({deck} = {json.dumps(has)}), so nobody can get the point."


SENTENCES: Mapping[str, str | Callable[[Refusal], str]] = {
    "in-words": "{sentence}",
    # ---- a file
    "not-toml": "This is not TOML: {reason}.",
    "not-json": "This is not JSON: {reason} (line {line}, column {column}).",
    "json-key-twice": "This file cannot be read: a key is given twice in one table.",
    "json-constant": "This file cannot be read: {name} is no number.",
    "json-fraction": "This file cannot be read: {number} is not a whole number.",
    "file-too-deep": "This file is nested more than {deepest} deep.",
    "file-far-too-deep": "This file cannot be read: it is nested too deep.",
    "file-unreadable": "This file cannot be read: {reason}.",
    "file-bad-character": "This file contains an invalid character.",
    "file-not-utf8": "This file is not text in UTF-8.",
    # ---- a value
    "not-a-name": "{field} needs the name of a player.",
    "name-too-long": "A name has at most {most} characters.",
    "not-a-flag": "{field} is true or false.",
    "not-an-integer": _integer,
    "not-text": "{field} is a piece of text.",
    "text-too-long": "{field} has at most {most} characters.",
    "text-unprintable": "{field} has a character in it that cannot be written.",
    # ---- the head of a sheet
    "sheet-not-a-table": "A scoresheet is a table of keys.",
    "sheet-key-unknown": "A scoresheet has no key called {key}.",
    "format-unknown": 'A scoresheet says format = "{format}".',
    "variant-not-a-key": "variant names the game, by its key in the catalogue.",
    "variant-unknown": 'There is no variant called "{key}".',
    "players-not-a-list": "players is a list of names, clockwise.",
    "players-same-name": "Two players are called {0}; give them different names.",
    "players-too-many-or-few": _sizes,
    "dealer-not-at-table": "The first dealer, {0}, is not at the table.",
    "date-not-a-day": "date is a day like 2026-11-19.",
    "rules-not-a-table": 'rules is a table from setting to value, like "game.tie" = "bidders".',
    "sides-not-shared": "Sides are named only where partners share a score.",
    "sides-not-lists": 'sides is a list of sides, like [["Ann", "Cy"], ["Bob", "Dee"]].',
    "sides-not-everybody": "Every player belongs to one side, and nobody else does.",
    "sides-not-equal": "There are two sides or more, all of one size.",
    "opening-not-a-table": "opening is a table from player to score.",
    "opening-differs": lambda refusal: f"{_join(refusal.who, 'and')} share one score, so they open with the same.",
    "lines-not-a-list": "lines is a list of lines, each a table of keys.",
    # ---- stakes
    "stakes-not-a-table": "stakes is a table of a currency and amounts.",
    "stake-unknown": "There is no stake called {key}.",
    "currency-unknown": "Stakes need a currency by its three letters, one that has cents, like USD, CAD or EUR.",
    "not-an-amount": '{field} is an amount like "0.10", not below zero, with two decimals at most.',
    "amount-too-large": "{field} is more than anybody plays for.",
    # ---- a line
    "line-not-a-table": "A line is a table of keys.",
    "line-key-unknown": "A line has no key called {key}.",
    "key-of-another-game": "{key} does not belong to a hand of this game.",
    "line-two-things": "A line is one thing: {key} and {other} do not go together.",
    "void-deal-with-facts": "Nothing goes with {key} but a note.",
    "adjust-not-a-table": "adjust is a table from player to the change of their score.",
    "adjust-empty": "Say whose score changes, and by how much.",
    "adjust-without-reason": "Say why the table changed the score.",
    "rules-line-not-a-table": "rules is a table from setting to value.",
    "claim-without-misdeal": "claimed_by says who called a misdeal; this line has none.",
    "settle-not-true": "settle is true, or left out.",
    "swap-not-two": "swap is a list of two players.",
    "end-unknown": 'end is "leaders" (the side that leads wins) or "nobody".',
    "tricks-missing": "tricks says how many each player took who stayed; {{}} when nobody stayed.",
    "sat-not-a-list": "sat is a list of the players who sat out.",
    "bid-not-a-number": "A bid is a whole number from −{most} to {most}, or the name of the special bid.",
    "points-not-a-table": "points is a table from each point to the player who got it.",
    "numbers-not-a-table": "{field} is a table from player to a number of {things}.",
    "auction-not-a-list": "auction is a list of who said what, in order.",
    "call-not-a-pair": 'In an auction each player says one thing, like ["Ann", 2] or ["Bob", "pass"].',
    "turned-not-cards": lambda refusal: f"turned is a list of {_join(refusal.facts['cards'], 'or')}, in order.",
    "trump-not-a-suit": lambda refusal: f"trump is one of {_join(refusal.facts['suits'], 'or')}.",
    # ---- an auction
    "auction-stops-early": "The auction stops before {0} has spoken.",
    "auction-over": "The auction was over before {0} spoke.",
    "auction-everybody-spoke": "{0} cannot speak: everybody has spoken once.",
    "auction-out-of-turn": "It was {0}'s turn to speak, not {1}'s.",
    "dealer-may-not-pass": "{0} deals and may not pass when nobody has bid.",
    "auction-after-throw": "After {0}'s thrown card only the dealer may bid: throw, or the special bid.",
    "auction-bid-too-low": "{0}'s bid does not beat {1}'s.",
    "auction-bid-outside": "{0} bid {bid}, and the bids go from {lowest} to {highest}.",
    "no-throwing": "No card is thrown to bid at this table.",
    "bid-unknown": 'There is no bid called "{bid}" at this table.',
    "special-not-over": "The {name} may only be bid over another player's bid of {over}.",
    # ---- a hand
    "not-at-table": "{0} is not at the table.",
    "dealer-sits-out": "{0} deals and sits this hand out.",
    "nobody-bids": "{key} means nothing here: there is no bidding at this table.",
    "everybody-passed": "Everybody passed, so nothing else happened in this hand.",
    "bidder-missing": "Who won the bid?",
    "bid-missing": "How much did {0} bid?",
    "bid-too-low": "{bid} is too low: the lowest bid here is {lowest}.",
    "bid-is-special": "{bid} is the {name} here: bid it by name.",
    "bid-too-high": "{bid} is too high: the highest bid here is {highest}.",
    "auction-disagrees": "The auction says otherwise: {0} bought it with {bid}.",
    "thrown-bid": "A thrown card is a bid of {bid}.",
    "over-throw-not-by-dealer": "Only the dealer, {0}, may take the bid over a thrown card.",
    "over-throw-how": "The dealer takes over a thrown card by throwing, or by the special bid.",
    "partner-not-called": "Nobody calls a partner in this game.",
    "alone-not-chosen": "Nobody plays alone by choice in this game.",
    "partner-or-alone-missing": "Who is {0}'s partner, or does {0} play alone?",
    "partner-and-alone": "{0} either has a partner or plays alone.",
    "partner-to-oneself": "{0} cannot be partner to {0}.",
    "renege-with-points": "A renege scores the hand by itself: no points, counts or made beside it.",
    "made-where-points-decide": "Here the points decide whether the bid was made: say who got them.",
    "made-and-points": "Say either who got the points or whether the bid was made, not both.",
    "points-missing": "Who got the points?",
    "point-unknown": "There is no point for {point} at this table.",
    "buried-without-counts": "What was buried matters only beside counts.",
    "counts-and-game": "Either count the card points or say who got game, not both.",
    "counts-where-bid-decides": "Where only the bid is scored nothing is counted.",
    "counts-not-used": "No card points are counted at this table.",
    "counts-too-many": "That is {total} card points, and there are only {most}.",
    "turned-for-nothing": "Turning up {rank} brings nothing at this table.",
    "no-gifts": "Nobody begs and is given a point at this table.",
    "no-hanging": "There is nothing extra for hanging the jack at this table.",
    "hung-without-jack": "A jack that was hung was taken by somebody: say who got it.",
    "all-tricks-but-a-point": "Whoever took every trick took {point} too.",
    "dealer-forced": "The dealer may not pass when nobody has bid, so somebody won the bid.",
    # ---- other lines
    "game-over": "The game is over: undo the last hand, or start a new game.",
    "game-was-over": "The game was over.",
    "adjust-both-partners": "Partners share one score: name one of them.",
    "setting-fixed": "{key} is settled before the first hand.",
    "table-closed": "People come and go only where the rules leave the table open.",
    "at-table-already": "{0} is at the table already.",
    "table-size": "{variant} is not played by {size}.",
    "table-size-without-rules": _no_rules_for_so_many,
    "swap-with-oneself": "Nobody swaps seats with themselves: name two players.",
    "nobody-leads": "Everybody has the same score, so nobody leads: end the game without a winner.",
    "settle-at-the-end": "This game is settled at its end: nobody comes or goes before.",
    # ---- Smoke
    "in-the-box": "{0} is in the box and must play this hand.",
    "mustie": "{0} is a mustie and must play this hand.",
    "sat-twice": "One player is named twice among those who sat.",
    "stayed-and-sat": "{0} either stayed or sat, not both.",
    "stayed-or-sat": "Did {0} stay or sit? Tricks are given for everybody who stayed.",
    "tricks-not-five": "That is {total} tricks, and there are {all} in a hand.",
    "first-trick-without-trick": "{0} took no trick, so not the first one either.",
    # ---- a setting
    "setting-unknown": "There is no setting called {key}.",
    "setting-of-another-kind": _setting_of_another_kind,
    "setting-value": lambda refusal: f"{refusal.facts['key']} must be {refusal.facts['allowed'].describe()}.",
    "missing-card": _missing_card,
    # ---- a house-rules file
    "house-key-unknown": "A house-rules file has no key called {key}.",
    "house-size": lambda refusal: (
        f"{refusal.facts['variant']} is played by {', '.join(map(str, refusal.facts['sizes']))}."
    ),
    # ---- a variant file
    "variant-file-shape": "{key} cannot be read: {reason}.",
    "variant-file-missing": "A variant file needs {key}, and here it is missing.",
    "variant-file-unknown": "A variant file has no key called {key}.",
    "variant-family": lambda refusal: (
        "A variant belongs to a family, the heading it is offered under: "
        + _join(refusal.facts["families"], "or")
        + ", or one of your own."
    ),
    "variant-notes": lambda refusal: (
        f"The rules sheet has no part called {refusal.facts['part']}: "
        f"notes belong to {_join(refusal.facts['parts'], 'or')}."
    ),
    "variant-asks": "{key} cannot be asked: it is no setting of this kind of game.",
    "variant-size": "A table of {size} cannot play: two are the fewest.",
    "variant-file-name": "{file} calls itself {key}.",
    "kind-unknown": lambda refusal: (
        "kind must be " + _join([f'"{kind}"' for kind in refusal.facts["kinds"]], "or") + "."
    ),
    "variant-without-sizes": "A variant needs at least one table size, like [sizes.4].",
    "extends-unknown": "There is no variant called {parent} to extend.",
    "extends-itself": "{key} extends itself, by way of {parent}.",
    # ---- settings that contradict each other; each names both keys
    "bids-above-points": "auction.max is {highest}, but points.*.worth come to only {on_offer} on offer.",
    "lowest-above-highest": "auction.min: the lowest bid is {lowest}, above the highest, {highest} (auction.max).",
    "needs-bidding": 'auction.rounds = "none": where nobody bids {key} = {value} means nothing.',
    "only-without-bidding": '{key} means something only without bidding (auction.rounds = "none").',
    "stake-needs-bidding": 'stakes.{key} is paid by the bid, and with auction.rounds = "none" nobody bids.',
    "set-costs-twice": 'scoring.set = "{set}" and auction.double_if_over_throw_set both say what a set costs.',
    "seller-and-called-partner": 'auction.seller_scores: with seating.sides = "called-partner" nobody knows whose side '
    "the seller is on.",
    "forced-bid-of-nobody": "auction.forced_bid = {forced}: nobody is forced to bid it, since auction.all_pass is "
    'neither "dealer-forced" nor "dealer-set".',
    "forced-above-highest": "auction.forced_bid is {forced}, above the highest bid, {highest} (auction.max).",
    "in-order-and-held": 'finish.crossing = "in-order": whoever is first at the target wins, so finish.hold = "{hold}" '
    "stops nobody.",
    "in-order-and-bid-scores": 'finish.crossing = "in-order": with scoring.made = "bid" the points of a made bid are '
    "not counted one by one.",
    "win-by-and-called-partner": 'finish.win_by: with seating.sides = "called-partner" the sides change from hand to '
    "hand.",
    "two-limits": "finish.hands = {hands} and finish.rounds = {rounds} are two limits; a game has one.",
    "limit-at-open-table": "{key}: where people come and go (table.open) hands are not counted.",
    "dealer-out-of-a-side": 'dealing.sits_out: with seating.sides = "{sides}" a side would be short of the dealer.',
    "dealer-out-of-two": 'dealing.sits_out = "dealer" needs three players at the least.',
    "dealer-out-of-the-auction": 'dealing.sits_out = "dealer": the dealer does not bid, and {key} = {value} needs it.',
    "steal-in-many-rounds": 'auction.dealer_steals: with auction.rounds = "many" the dealer has no last word to steal '
    "with.",
    "throw-is-no-bid": "auction.throw_card: a thrown card bids four, and the ordinary bids go from {lowest} to "
    "{highest} (auction.min, auction.max).",
    "special-not-higher": "special.bid: the {name} ranks {rank}, no higher than an ordinary bid of {highest} "
    "(auction.max).",
    "special-over-no-bid": "special.over: nobody can bid {over} here, the bids go from {lowest} to {highest} "
    "(auction.min, auction.max).",
    "to-zero-counting-down": 'special.made = "win-or-zero" makes no sense where scores count down (finish.direction).',
    "becomes-counting-down": 'special.failed = "score-becomes" makes no sense where scores count down '
    "(finish.direction).",
    "smoke-counts-down": "finish.direction: Smoke counts down (tally.trick).",
    "stand-without-bids": 'finish.must_stand_at_target speaks of made bids and needs finish.may_win = "bid-made".',
    "nobody-could-win": 'finish.hold = "one-short" with finish.hold_who = "everyone": nobody could ever win.',
    "open-with-sides": 'table.open: people can come and go only where everyone plays alone (seating.sides = "solo").',
    "sides-of-odd-table": 'seating.sides = "{sides}": {size} players cannot make sides of one size.',
    "too-few-for-pairs": 'seating.sides = "pairs" needs two pairs at the least.',
    "exchange-before-trump": (
        'auction.trump = "first-lead" and deal.exchange = "{exchange}": '
        "everybody throws cards away before trump is known."
    ),
    "too-few-to-call": 'seating.sides = "called-partner" needs a bidder, a partner and a defender.',
    "sides-in-smoke": "seating.sides: in Smoke everyone plays alone (tally.*).",
}
"""What is said of each code.  `in-words` is what the layers above the engine have worded themselves."""
