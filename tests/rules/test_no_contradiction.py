"""No sheet says two things that cannot both be true, under any rules a table may have."""

import random
import re

import pytest
from sheets import values_of

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import SETTINGS, belongs_to
from scorekeeper.sheets.questions import answer, questions_for
from scorekeeper.sheets.rules_sheet import rules_sheet, sheet_context
from scorekeeper.variants.catalogue import catalogue

PAIRS = [
    (r"Nobody names trump", r"names the trump suit"),
    (r"must lead a trump", r"first (lead|card led) is trump|nobody may trump that first trick"),
    (r"the two is the highest and the ace the lowest", r"just below the jack|the (high|big) joker beats the"),
    (r"discards all cards that are not trumps", r"may discard any card"),
    (r"Only trumps are played", r"Follow suit|Suits that are not trump|if nobody trumped"),
    (r"(High(:| is) the ace|Low(:| is) the (?!ace|king)\w+) of trumps", r"the two is the highest and the ace"),
    (r"no jokers:", r"[Bb]oth jokers are trumps|The joker is a trump|jokers nothing"),
    (r"(high|low|big|little) joker beats the", r"the (first|second) one played wins"),
    (r"No cards are exchanged", r"discards? (down|all|up)|takes the (kitty|widow|blinds)|bidder discarded count"),
    (r"what the bidder discarded count", r"discarded or left in the deck"),
    (r"The dealer may steal the bid", r"The dealer, too, must bid higher"),
    (r"There is no target", r"[Tt]he game is to|Whoever reaches|after the same hand"),
    (r"with the bid or without it\.", r"Only a (side that|player who) bids and makes it can win"),
    (r"Scores may go past the target", r"stops? at −?\d+|that score stops there"),
    (r"Play stops as soon as", r"Play the hand (out|to the last)|every point counts"),
    (r"Make your bid and you score every point", r"you score what you bid, no more"),
    (r"Everybody plays alone", r"share one score|your side takes|the side with the most"),
    (r"both sides are at", r"several are at|the best score of the others"),
    (r"nobody wins on that hand", r"the best score of the others wins|after a set the other"),
    (r"may not choose to play alone", r"may choose to play alone"),
    (r"(turns up in|calls before taking) the kitty", r"takes the kitty \(\d+ cards?\) first"),
    (r"If everybody passes", r"If nobody else has bid"),
    (r"(Made|Made or failed), the \w+ (changes no|does not change)", r"Made, the \w+ (adds|takes|wins)"),
    (r"comes off your score", r"goes onto your score"),
    (r"You may discard any card", r"may not be discarded|You may discard a trump only"),
    (r"Every card of the deck is played", r"left in the deck count"),
    (r"There is no bidding", r"Whoever wins the bid|Bidding goes around|names the trump suit"),
    (r"There is no limit on the number of hands", r"After \d+ hands? the best|When everybody has dealt"),
    (r"Scores count down", r"adds \d+ to your score|comes off your score"),
    (r"agree before the deal which one is the", r"the (first|second) one played wins\."),
    (r"The dealer sits the hand out", r"The dealer may steal|the dealer is stuck"),
    (r"The others score nothing", r"[Tt]he others score what they (take|took)"),
    (r"If you are set, your bid comes off", r"(?<!bid is )set[^.]* nothing comes off"),
]  # fmt: skip


def text_of(variant, size, house):
    """Return all that a sheet says; the sentences of the variant's own rules beside a change are left out."""
    sheet = rules_sheet(variant, size, house)
    said = [it.text for part in sheet.sections for it in part.statements]
    rows = [f"{row.title}: {row.card}, to {row.owner}." for row in sheet.points]
    return "\n".join(said + rows)


def contradictions_in(text):
    return [pair for pair in PAIRS if all(re.search(part, text) for part in pair)]


def random_rules(seed):
    """Return a variant, a size and some legal house rules drawn with a seed."""
    draw = random.Random(seed)
    while True:
        variant = draw.choice(list(catalogue().values()))
        size = draw.choice(list(variant.sizes))
        keys = [key for key in SETTINGS if belongs_to(key, variant.kind)]
        house = {}
        for key in draw.sample(keys, 12):
            wanted = house | {key: draw.choice(list(values_of(SETTINGS[key][0])))}
            try:
                variant.ruleset(size, wanted)
            except SettingsError:
                continue
            house = wanted
        return variant, size, house


@pytest.mark.sampled(15)
@pytest.mark.parametrize("key", catalogue())
def test_no_sheet_of_the_catalogue_contradicts_itself(key):
    variant = catalogue()[key]
    for size in variant.sizes:
        assert contradictions_in(text_of(variant, size, {})) == []


@pytest.mark.sampled(40)
@pytest.mark.parametrize("seed", range(200))
def test_no_sheet_of_random_rules_contradicts_itself(seed):
    variant, size, house = random_rules(seed)
    page = sheet_context(variant, size, house)
    said = [text_of(variant, size, house), *(answer(question, page) for question in questions_for(page.rules))]
    assert contradictions_in("\n".join(said)) == [], (variant.key, size, house)


def test_a_contradiction_is_found():
    assert contradictions_in("Only trumps are played.\nFollow suit if you can.") == [PAIRS[4]]
