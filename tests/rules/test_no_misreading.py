"""No sheet misleads who reads only the sheet, under any rules: patterns that printed sheets once had."""

import re
from dataclasses import dataclass, replace

import pytest
from test_no_contradiction import random_rules

from scorekeeper.rules.deck import deck_size, missing_cards
from scorekeeper.rules.doubts import CARD_POINTS, most_card_points, settings_doubts
from scorekeeper.rules.ruleset import SETTINGS, Ruleset
from scorekeeper.rules.values import RANKS
from scorekeeper.sheets.rules_sheet import rules_sheet
from scorekeeper.variants.catalogue import catalogue, find_variant


@dataclass(frozen=True)
class Page:
    """What is printed, and for how many; `said` are its sentences in order, each with the settings behind it."""

    name: str
    rules: Ruleset
    size: int
    said: tuple[tuple[tuple[str, ...], str], ...]

    @property
    def text(self):
        return "\n".join(text for _, text in self.said)

    def place(self, key):
        """Return where the first sentence about a setting stands; None where there is none."""
        return next((place for place, (keys, _) in enumerate(self.said) if key in keys[:1]), None)


def page_of(variant, size, house):
    sheet = rules_sheet(variant, size, house)
    said = [
        ((), "" if house else sheet.summary),
        *((it.keys, it.text) for part in sheet.sections for it in part.statements),
    ]
    said += [((), f"{row.title}: {row.card}, to {row.owner}.") for row in sheet.points]
    return Page(variant.name, variant.ruleset(size, house), size, tuple(said))


EXAMPLE = "(?:Ann|Bob|Dee|Game goes to [A-Z]).* took"
"""How a worked hand begins."""


def all_points(page):
    """The points that all sides of an example take are those on offer, but for a card turned up."""
    for example in re.findall(rf"^{EXAMPLE} .*", page.text, re.MULTILINE):
        turned = [page.rules.worth.get(card, 0) for card in re.findall(r"turned up an? (\w+)", example)]
        if (
            not page.rules.bid_is_all
            and page.rules.kind == "bidding"
            and sum(map(int, re.findall(r"took (\d+)", example))) + sum(turned) != page.rules.on_offer
        ):
            yield example
    for bid, rest in re.findall(r"bid (\d+) and take just that; .* the other (\d+)", page.text):
        if int(bid) + int(rest) != page.rules.on_offer:
            yield bid, rest


def card_points(page):
    """The card points of an example are no more than the cards played count."""
    deck = page.rules.deck
    hand = (page.rules.deal.hand or page.rules.deal.cards) * (page.size - page.rules.dealer_sits_out)
    most = most_card_points(page.rules, deck_size(page.rules) if page.rules.has_stock or not hand else hand)
    if page.rules.play.only_trumps:
        most = sum(CARD_POINTS.get(rank, 0) for rank in deck.ranks.split() or RANKS) + deck.off_jack
    for counted in re.findall(r": card points ([^.]*)\.", page.text):
        if sum(map(int, re.findall(r" (\d+)", counted))) > most:
            yield counted


EXPLAINED = {
    "steal": "may steal the bid by equaling it", "blinds": r"the blinds among them|No cards are exchanged",
    r"[Jj]ick": r"the jick[ (]|There is no jick|point for", "[Ss]leeper": "$^",
    "smudge": "smudge, a bid of everything|is the smudge", "[Rr]eneg": "You renege when",
    "moon": "moon, a bid of everything", "mustie": r"mustie: you must|Nobody sits", "in the box": "you are in the box",
    "smoke": "smoke is trump", "[Ii]nfraction": "An infraction is|Every infraction", "[Mm]isplay": "$^",
    r"\b[Bb]ids?\b": "A bid says how many|There is no bidding", r"(?:are|a|every|each) set\b": "and you are set",
    "[Bb]id (?:is|was) made|[Mm]ade bid": "A bid says how many", r"\b[Tt]rey\b": "the three of trumps|point for",
    r"\b[Dd]euce\b": "the two of trumps|point for", "[Kk]itty|[Ww]idow": "face down: the (?:kitty|widow)",
    "[Ll]eft (?:bauer|bower)": "the left (?:bauer|bower)", "[Rr]ight (?:bauer|bower)": "called the right",
    "[Pp]edro": "called the (?:left )?pedro", "[Ss]ancho": "called the sancho", "bid-out": "scores stop",
    "sneak": "win without a bid", "seller": "is the seller", r"pitcher|called fail|fail\b(?!s)": "$^",
}  # fmt: skip
"""A word that a newcomer does not know -> the sentence that says what it means; some are never used."""
OF_BIDS = (r"\b[Bb]ids?\b", "[Bb]id (?:is|was) made|[Mm]ade bid")
"""What the line below the title may say of bids, before anything is explained."""


def words(page):
    """A word of the game is explained where it is first named, or before."""
    for word, meaning in EXPLAINED.items():
        told = [text for _, text in page.said[word in OF_BIDS :]]
        first = next((place for place, text in enumerate(told) if re.search(word, text)), None)
        if first is not None and not re.search(meaning, "\n".join(told[: first + 1])):
            yield word, told[first]


NAMES = {variant.name for variant in catalogue().values() if variant.name.lower() not in ("pedro", "smoke", "cinch")}


def jargon(page):
    """There is no word of a computer, and no other game's name."""
    yield from re.findall(r"--|Scorekeeper|" + "|".join(map(re.escape, SETTINGS)), page.text)
    yield from (name for name in NAMES - {page.name} if re.search(rf"\b{re.escape(name)}\b", page.text))


RANK_WORDS = dict(zip("ace king queen jack ten nine eight seven six five four three two".split(), RANKS, strict=True))


def cards(page):
    """There is no rule for a card that is not in the deck, and no range of one."""
    yield from re.findall(r"from (\w+) down to \1\b", page.text)
    deck = page.rules.deck
    if not missing_cards(page.rules):
        named = re.findall(rf"the ({'|'.join(RANK_WORDS)}) of trumps", page.text)
        yield from (card for card in named if RANK_WORDS[card] not in (deck.ranks.split() or RANKS))
        if not deck.jokers:
            yield from re.findall(r"[Bb]oth jokers|The joker is|jokers? nothing|leads a joker", page.text)


def only_trumps(page):
    """Where only trumps are played nothing is said of another suit, and a renege is the same in every such game."""
    if page.rules.play.only_trumps:
        yield from re.findall(r"another suit|in all suits|[Ff]ollow suit|suit led|last card\b", page.text)
        yield from re.findall(r"You renege when you (?!play a card that is not a trump, or drop out)[^.]*", page.text)


def draws(page):
    """Where more may be drawn than is left, the sheet says what happens then."""
    players, left = page.size - page.rules.dealer_sits_out, cards_left(page)
    drawn = re.search(
        r"(everybody|but the dealer) may discard up to (\d+) cards? and draw|()draws back up to (\d+)", page.text
    )
    if page.rules.deal.cards and drawn:
        who, some, _, whole = drawn.groups()
        most = (players - (who == "but the dealer")) * int(some or whole)
        if (most > left) is not bool(re.search("deck runs out|deck can replace", page.text)):
            yield most, left


OF_SEVERAL = (
    r"[Ee]ach of the others (?:scores|bids)|[Tt]he others score what|[Ss]everal are at|[Ss]omebody else(?:'s bid| \w+s)"
)
"""What is said of several others, where there is one."""


def sides(page):
    """Nobody is named who is not at this table."""
    for sides, wrong in {
        "partners": r"[Ss]omebody else",
        "solo": r"\bsides?\b",
        "pairs": r"they have|they take the|other side",
    }.items():
        if page.rules.seating.sides == sides:
            said = [text for _, text in page.said if not re.match(EXAMPLE, text)]
            yield from (text for text in said if re.search(wrong if page.size > 2 else f"{wrong}|{OF_SEVERAL}", text))


def order(page):
    """What happens first stands first."""
    steps = ["dealing.first", "auction.min", "play.follow", "scoring.made", "finish.target"]
    steps[1:1] = ["deal.cards"] if page.rules.deal.cards else []
    steps[-3:-3] = [] if page.rules.has_stock else ["deal.exchange"]
    places = [place for key in steps if (place := page.place(key)) is not None]
    if page.rules.kind == "bidding" and places != sorted(places):
        yield places
    cuts = [place for place, (_, text) in enumerate(page.said) if "cuts the deck." in text]
    if page.rules.deal.cards and max(cuts, default=0) > page.place("deal.cards"):
        yield "cut"
    first_bid = page.place("auction.min") or 0
    yield from (text for _, text in page.said[1:first_bid] if re.search(r"target|who may win|is set\b|made it\b", text))
    call, exchange = page.place("call.what"), page.place("deal.exchange")
    drawn = page.rules.deal.exchange in ("draw", "refill", "blinds", "dealer-takes-rest")
    if call is not None and exchange is not None and (exchange < call) is not drawn:
        yield "call"


def cards_left(page):
    """Return how many cards nobody is dealt, the kitty or widow aside."""
    deal = page.rules.deal
    beside = deal.exchange_size if deal.exchange in ("kitty", "widow") else 0
    return deck_size(page.rules) - deal.cards * (page.size - page.rules.dealer_sits_out) - beside


def way_out(page):
    """Whoever holds more protected trumps than a hand is told what to do."""
    deal, deck = page.rules.deal, page.rules.deck
    protected = "called card, nor" in page.text
    if named := re.search(r"these trumps: (.*?)\.", page.text):
        protected += len(re.split(", | or ", named[1])) + named[1].count("both jokers")
    elif idle := re.search(r"just the extra ones, (?:and only )?from (\w+) down to (\w+)", page.text):
        suit = deck.ranks.split() or list(RANKS)
        gone = suit.index(RANK_WORDS[idle[2]]) - suit.index(RANK_WORDS[idle[1]]) + 1
        protected = len(suit) - gone + deck.jokers + deck.off_jack
    if protected > (deal.hand or deal.cards) > 0 and "you choose" not in page.text:
        yield protected


def called(page):
    """The called card may be wherever the sheet says that it may be."""
    deal, reveal, left = page.rules.deal, page.rules.call.reveal, cards_left(page)
    drawn = deal.exchange in ("draw", "refill", "blinds", "dealer-takes-rest")
    possible = {
        "not dealt|in the deck": left > 0 and deal.exchange != "dealer-takes-rest",
        "in the (kitty|widow)": deal.exchange in ("kitty", "widow") and page.rules.auction.trump != "after-exchange",
        "discarded": deal.exchange != "none" and (drawn or reveal == "when-played"),
        "own hand": page.rules.call.not_ == "none",
    }
    for places in re.findall("If the called card (.*?), the bidder plays alone", page.text):
        yield from (place for place, may_be in possible.items() if re.search(place, places) and not may_be)


PATTERNS = (
    all_points, card_points, words, jargon, cards, only_trumps, draws, sides, order, way_out, called,
)  # fmt: skip


def found(page):
    return {pattern.__name__: wrong for pattern in PATTERNS if (wrong := list(pattern(page)))}


@pytest.mark.parametrize("key", catalogue())
def test_no_sheet_of_the_catalogue_can_be_misread(key):
    variant = find_variant(key)
    assert {size: wrong for size in variant.sizes if (wrong := found(page_of(variant, size, {})))} == {}


@pytest.mark.parametrize("seed", range(100))
def test_no_sheet_of_random_rules_can_be_misread(seed):
    variant, size, house = random_rules(seed)
    if not settings_doubts(variant.ruleset(size, house), size):
        assert found(page_of(variant, size, house)) == {}, (variant.key, size, house)


PLANTED = {
    "all_points": ("oklahoma-ten-point", 4, "You have 18, bid 3 and take just that; they take the other 1: you win."),
    "card_points": ("nine-card-smear", 4, "Game goes to Ann: card points Ann 34, Bob 25."),
    "words": ("partnership-pitch", 4, "A widow for the pitcher."),
    "words before": ("ten-point-smear", 4, "The jick is worth a point.", 1),
    "jargon": ("dirty-pitch", 4, "As Reverse Pitch: add --players."),
    "cards": ("arizona-pitch", 4, "only cards from nine down to nine, and the three of trumps"),
    "only_trumps": ("pidro", 4, "such as another suit when you could follow"),
    "only_trumps to renege": ("charbonneau-ten-point", 4, "You renege when you play a card that is not a trump."),
    "draws": ("partnership-pitch", 4, "everybody may discard up to 8 cards and draw as many"),
    "sides": ("cutthroat-pitch", 3, "your side takes all"),
    "order": ("ten-point-smear", 4, "The player on the dealer's right cuts the deck."),
    "order of the target": ("wisconsin-four-point", 4, "Agree on the target before the first deal.", 4),
    "way_out": ("schmier-six", 6, "You may not discard these trumps: ace, king, queen, jack, ten, nine or eight."),
    "called": ("pawnee-call-partner", 5, "If the called card was not dealt, the bidder plays alone"),
}
"""Pattern, and which of several -> a table, a sentence planted there, and its place where it is not the end."""


@pytest.mark.parametrize("pattern", PLANTED)
def test_each_pattern_is_found_where_it_is_planted(pattern):
    key, size, sentence, *place = PLANTED[pattern]
    page = page_of(find_variant(key), size, {})
    assert found(page) == {}
    said = list(page.said)
    said.insert(*place or [len(said)], (("finish.may_win",), sentence))
    assert set(found(replace(page, said=tuple(said)))) == {pattern.split()[0]}
