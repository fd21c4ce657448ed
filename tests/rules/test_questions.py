"""Every answer follows its setting, and people find the question by the words they use."""

import itertools
import re

import pytest
from sheets import hand, play, values_of

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.sheets.phrases import TEXT, point_words, words_of
from scorekeeper.sheets.questions import ASKED_ABOUT, QUESTIONS, answer, comes_up, look_up, questions_for
from scorekeeper.sheets.rules_sheet import rules_sheet, sheet_context, standing_alone
from scorekeeper.variants.catalogue import catalogue, find_variant

# A game in which every question arises: a called partner, a moon, a counted game, thrown cards.
BASE = ("ten-point-smear", 5, {"special.name": "moon", "auction.throw_card": True, "finish.may_win": "bid-made"})
NO_BIDS = {
    "auction.rounds": "none", "auction.throw_card": False, "special.name": "none", "finish.may_win": "any",
    "seating.sides": "solo",
}  # fmt: skip
NEEDS = {
    "table.open": {"seating.sides": "solo"},
    "finish.may_win": {"finish.must_stand_at_target": False},
    "finish.crossing": {"finish.may_win": "any"},
    "finish.hold_who": {"finish.hold": "at-target"},
    "special.zero_is_good": {"special.made": "win-or-zero"},
    "deal.exchange_size": {"deal.exchange": "draw"},
    "scoring.made": {"scoring.others": "nothing"},
    "scoring.others": {"scoring.made": "bid"},
    "auction.seller_scores": {"seating.sides": "solo"},
    "auction.forced_bid": {"auction.all_pass": "dealer-forced", "auction.min": 5, "auction.throw_card": False},
    **dict.fromkeys(["turn.ace", "turn.jack", "turn.six", "turn.deuce", "turn.gift", "points.jack.hung"], NO_BIDS),
    "finish.equal": {"finish.hands": 8},
    "finish.win_by": {"seating.sides": "solo"},
    "dealing.sits_out": {"seating.sides": "solo", "auction.throw_card": False},
    "deck.joker_tie": {"points.high_joker.worth": 2},
}
NEEDS_OF = {("all-pass", "auction.min"): {"auction.all_pass": "dealer-forced"}}
"""What a setting needs for one question alone."""


def table(question, **house):
    variant, size, rules = BASE if question.kind != "smoke" else ("smoke", 5, {})
    return sheet_context(find_variant(variant), size, {**rules, **house})


def tables_that_differ(question, key):
    for value in values_of(SETTINGS[key][0], between=(2, 3, 4)):
        try:
            needs = NEEDS.get(key, {}) | NEEDS_OF.get((question.key, key), {})
            yield value, table(question, **(needs | {key: value}))
        except SettingsError:
            continue


@pytest.mark.parametrize(
    ("question", "key"),
    [(question, key) for question in QUESTIONS for key in question.settings],
    ids=lambda part: getattr(part, "key", part),
)
def test_the_answer_follows_the_setting(question, key):
    said = {value: answer(question, page) for value, page in tables_that_differ(question, key)}
    assert len(said) > 1
    for (one, first), (other, second) in itertools.combinations(said.items(), 2):
        assert first != second, f"{key} = {one} and {other} are answered alike"


PITCH = find_variant("partnership-pitch").ruleset(4)
FOUND = {
    "pitch": [
        ("tie for game", "tie-for-game"), ("Tie-for", "tie-for-game"), ("both over?", "both-over"),
        ("who gets low", "who-gets-low"), ("dealer steal", "dealer-steal"), ("joker", "joker"), ("renege?", "renege"),
        ("moon from the hole", "moon-hole"), ("stuck dealer", "all-pass"), ("shoot", "moon-needs"),
        ("how is trump chosen", "trump"), ("what is trump", "trump"), ("exposed card", "misdeal"),
        ("can I claim a misdeal", "misdeal"), ("revoke", "renege"), ("who takes the blinds", "kitty"),
        ("widow", "kitty"), ("what can I discard", "discard"), ("sleepers", "buried-cards"),
        ("who leads", "first-lead"), ("who wins the trick", "win-trick"), ("must we play the hand out", "play-out"),
        ("smudge and the jack was never dealt", "moon-jack"), ("can the dealer steal the smudge", "moon-steal"),
        ("called card was discarded", "called-gone"), ("does the partner lose too", "partner-set"),
        ("who deals first", "first-dealer"), ("two jokers in a trick", "two-jokers"), ("stakes", "stakes"),
        (" WHAT ARE THE STAKES ", "stakes"),
    ],
    "smoke": [
        ("who reads the tally", "smoke-reader"), ("two at zero", "smoke-two"), ("nobody stays", "smoke-nobody"),
        ("one stays", "smoke-one"), ("what is an infraction", "smoke-infraction"), ("thumbs down", "smoke-vote"),
        ("who leads", "smoke-lead"), ("follow in the first round", "smoke-follow"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("game", "typed", "key"), [(game, *each) for game, found in FOUND.items() for each in found])
def test_people_find_it_by_their_own_words(game, typed, key):
    rules = find_variant("smoke").ruleset(5) if game == "smoke" else table(QUESTIONS[0]).rules
    assert look_up(typed, rules)[0].key == key


@pytest.mark.parametrize("rules", [PITCH, find_variant("smoke").ruleset(5)], ids=["pitch", "smoke"])
def test_every_question_is_found_by_its_own_words(rules):
    for question in questions_for(rules):
        assert question in look_up(question.asked, rules)


def test_nonsense_finds_nothing_and_nothing_finds_everything():
    for typed in ("xylophone", "what is it", "how many are there", "who is that?", "and the"):
        assert look_up(typed, table(QUESTIONS[0]).rules) == []
    assert look_up("who reads the tally", PITCH) == [], "there is none"
    assert look_up("  ", PITCH) == list(questions_for(PITCH))


NO_LOW, NO_JACK = ({f"points.{point}.worth": 0} for point in ("low", "jack"))


@pytest.mark.parametrize(
    ("key", "nowhere", "here"),
    [
        ("tie-for-game", ("ten-point-smear", 5, {"game.by": "ten-of-trumps"}), BASE),
        ("both-over", ("money-pitch", 4, {}), BASE),
        ("who-gets-low", (*BASE[:2], NO_LOW), BASE),
        ("jack", (*BASE[:2], NO_JACK), BASE),
        ("two-jokers", ("partnership-pitch", 4, {"deck.jokers": 1}), ("partnership-pitch", 4, {"deck.jokers": 2})),
        ("begging", BASE, ("trinidad-all-fours", 4, {})),
        ("how-many-hands", BASE, (*BASE[:2], {"finish.hands": 8})),
        ("follow", ("charbonneau-ten-point", 4, {}), BASE),
    ],
)  # fmt: skip
def test_a_question_arises_only_where_it_means_something(key, nowhere, here):
    """The pages `approved/answers` have every question, and the reason where one does not arise."""
    pages = [sheet_context(find_variant(variant), size, house) for variant, size, house in (nowhere, here)]
    assert [comes_up(question(key), page) for page in pages] == [False, True]


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({"auction.min": 3}, " Bid 3 and take 2, and 3 comes off your score."),
        ({"scoring.set": "given"},
         " Bid 2 and take 1, and nothing comes off your score, and the other side scores 2."),
        ({"finish.direction": "down", "finish.target": 0, "finish.start": 21},
         "If you are set, your bid is added. Bid 2 and take 1, and 2 goes onto your score."),
    ],
)  # fmt: skip
def test_what_a_set_costs_is_said_with_the_lowest_bid_for_an_example(house, said):
    assert answer(question("set"), sheet_context(find_variant("partnership-pitch"), 4, house)).endswith(said)


OWN_WORDS = {"lowest-bid", "highest-bid", "sneak-out", "only-trumps"}
"""Questions whose answer says less or more than the sheet's sentence about the first setting."""


@pytest.mark.sampled(15)
@pytest.mark.parametrize("key", catalogue())
def test_an_answer_says_what_the_sheet_says_in_its_very_words(key):
    """Also what one game says in words of its own: of its setting in place of others', or beside it."""
    variant = find_variant(key)
    for size in variant.sizes:
        page, sheet = sheet_context(variant, size), rules_sheet(variant, size)
        every = [it for part in reversed(sheet.sections) for it in reversed(part.statements)]
        said = {name: standing_alone(it.text) for it in every for name in (*it.keys[:1], *it.answers)}
        for asked in (it for it in questions_for(page.rules) if comes_up(it, page) and it.key not in OWN_WORDS):
            names = (*([asked.key] if asked.key in said else asked.settings[:1]), f"and-{asked.key}")
            assert all(said.get(name, "") in answer(asked, page) for name in names), asked.key


YES_OR_NO = re.compile("(Are|Can|Do|Does|Is|May|Must) ")


@pytest.mark.parametrize("question", [it for it in QUESTIONS if YES_OR_NO.match(it.asked)], ids=lambda it: it.key)
def test_a_question_of_yes_or_no_is_answered_with_either(question):
    tables = [page for key in question.settings for _, page in tables_that_differ(question, key)] or [table(question)]
    said = [answer(question, page) for page in tables if comes_up(question, page)]
    assert {bool(re.match("(Yes|No)[.,] ", it)) for it in said} == {True}


def test_a_note_stands_for_a_setting_or_answers_a_question_that_there_is():
    read = (TEXT / "questions.toml").read_text(encoding="utf-8")
    known = {f"and-{it.key}" for it in QUESTIONS} | set(re.findall(r'said\("([\w-]+)"\)', read))
    notes = [note for variant in catalogue().values() for told in variant.notes.values() for note in told]
    about = {it for note in notes if note.startswith("[") for it in note[1:].partition("]")[0].split()}
    assert about > {"?"}
    assert about <= {"?"} | known | SETTINGS.keys()


def question(key):
    return next(question for question in QUESTIONS if question.key == key)


def with_two_sides(variant):
    rules = variant.ruleset(variant.usual_size)
    return variant.kind == "bidding" and rules.has_bidding and rules.shares_scores and rules.finish.target != "none"


@pytest.mark.parametrize("key", [key for key, variant in catalogue().items() if with_two_sides(variant)])
def test_both_over_says_what_the_engine_does(key):
    variant = find_variant(key)
    size = variant.usual_size
    rules = variant.ruleset(size)
    said = answer(question("both-over"), sheet_context(variant, size))
    worse = -1 if rules.counts_down else 1
    target = rules.finish.target
    over = {"Ann": target + 20 * worse, "Bob": target + 60 * worse}
    made = hand("Ann", rules.highest_bid, " ".join(rules.worth))
    won = play(key, made, size=size, opening=over)[0].winners
    lost = play(key, hand("Ann", rules.auction.min, ""), size=size, opening=over)[0].winners
    assert ("nobody wins on that hand" in said) == (not lost)
    assert ("the bidders win if" in said or "the bidders win, whatever" in said) == ("Ann" in won)
    assert ("the better score wins" in said.partition("If the bidders are set")[0]) == ("Bob" in won)


@pytest.mark.parametrize(
    "key",
    [key for key, it in catalogue().items() if it.kind == "bidding" and not it.ruleset(it.usual_size).has_bidding],
)
def test_both_over_without_bids_goes_in_the_order_that_is_said(key):
    variant = find_variant(key)
    size = variant.usual_size
    rules = variant.ruleset(size)
    told = answer(question("both-over"), sheet_context(variant, size)).rpartition(": ")[2].rstrip(".").split(", ")
    order = [point for name in told for point in rules.worth if point_words()[point]["title"].lower() == name]
    assert sorted(order) == sorted(rules.worth)
    opening = dict.fromkeys(("Ann", "Bob"), rules.finish.target - 1)
    for first, second in itertools.pairwise(order):
        table, _ = play(key, {"points": {first: "Ann", second: "Bob"}}, size=size, opening=opening)
        assert "Ann" in table.winners
        assert "Bob" not in table.winners


NO_RULE = {
    "adjusted", "deals-next", "ended-leaders", "ended-nobody", "joined", "left", "misdeal", "restarted", "rule-changed",
    "settled", "substituted", "swapped", "tricks",
}  # fmt: skip
"""Facts of the table, and what it voted: there is nothing to look up."""


def test_a_reason_has_its_question_or_needs_none():
    assert ASKED_ABOUT.keys() ^ NO_RULE == words_of("reasons")["reason"].keys()
