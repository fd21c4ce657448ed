"""What a new game asks about its rules, and rules that cannot be."""

import re

import pytest

from scorekeeper.rulebook.questions import (
    RulesFormState,
    house_rules_questions,
    question,
    read_answer,
    short_sentence,
    usual_values,
)
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import OneOf, Switch
from scorekeeper.sheets.phrases import say_setting, sentence_of
from scorekeeper.variants.catalogue import catalogue
from tests.phones import Page
from tests.rulebook.conftest import NAMES, PATH, TIE, rules_said, start


def test_an_answer_is_one_part_of_its_sentence():
    for key, (allowed, _) in SETTINGS.items():
        values = allowed.words if isinstance(allowed, OneOf) else (True, False) if isinstance(allowed, Switch) else ()
        assert all(sorted(re.sub(r"[^][]", "", sentence_of(key, it))) in ([], ["[", "]"]) for it in values), key


def test_every_setting_is_asked_in_words():
    for key, (allowed, usual) in SETTINGS.items():
        asked, values = question(key, "moon"), usual_values(key, usual)
        assert asked.endswith("?"), key
        assert "{" not in asked, key
        assert all(allowed.accepts(value) for value in values), key
        assert len(values) > 1 or key in ("tally.trick", "finish.start")


def test_the_answers_to_a_question_are_short_and_differ():
    for key, (allowed, _) in SETTINGS.items():
        if not isinstance(allowed, OneOf | Switch):
            continue
        values = allowed.words if isinstance(allowed, OneOf) else (True, False)
        answers = [short_sentence(key, value) for value in values]
        assert len({*answers}) == len(values), key
        for answer, value in zip(answers, values, strict=True):
            sentence = say_setting(key, value)
            assert answer != sentence
            assert len(answer) <= min(len(sentence) + 5, 65)
            assert not answer.endswith(".")


@pytest.mark.parametrize(
    ("ranks", "answer"),
    [("", "The usual ones"), ("A K Q J 10", "A down to 10"), ("A Q J", "A Q J"), ("9 8", "9 down to 8")],
)
def test_a_deck_is_said_by_its_ends_where_no_rank_is_missing(ranks, answer):
    assert short_sentence("deck.ranks", ranks) == answer


@pytest.mark.sampled(4)
@pytest.mark.parametrize("variant", catalogue().values(), ids=lambda variant: variant.key)
def test_the_usual_answer_is_chosen_and_each_can_be_played(variant):
    for size in variant.sizes:
        form = house_rules_questions(RulesFormState(variant, size, {}, {}, {}, every=True))
        every = [*form["asks"], *(one for group in form["groups"] for one in (*group["asked"], *group["rest"]))]
        every += [part for one in every for part in one.parts]
        assert len({one.key for one in every}) == len(every), "each is asked once"
        for one in every:
            assert one.chosen == one.usual
            assert [value for value, _, _ in one.answers].count(one.chosen) == 1
            for value, _, _ in one.answers:
                variant.ruleset(size, {one.key: read_answer(one.key, {one.name: value})})


def test_calls_are_asked_about_only_where_a_partner_is_called(phone):
    asked = "May the bidder choose to play alone?"
    at_five = phone.page("/new/minnesota-ten-point/5").text
    assert at_five.index(asked) < at_five.index("All house rules")
    path = "/new/minnesota-ten-point/4"
    assert asked not in phone.page(path).text
    assert asked in phone.send(path, path, {"all": "yes"}).text, "the seating may be changed there"


def test_every_other_rule_is_behind_a_button_that_keeps_what_was_typed(phone):
    assert "What does a set cost?" not in phone.page(PATH).text
    typed = NAMES | {"all": "yes", "rule-auction.throw_card": "yes", "name-4": "", "save_as": "Church"}
    answer = phone.send(PATH, PATH, typed)
    assert answer.status_code == 200
    page = Page(answer.text)
    assert "What does a set cost?" in page.text
    assert "Who sits here?" not in page.text, "nothing is refused yet"
    fields = page.forms[0]["fields"]
    assert (fields["name-3"], fields["rule-auction.throw_card"], fields["save_as"]) == ("Cy", "yes", "Church")
    assert fields["rule-finish.target"] == "21"
    part = phone.send(PATH, PATH, typed, {"HX-Request": "true"})
    assert part.text.strip().startswith('<section class="deep" id="every">')
    assert "name-3" not in part.text
    assert "played with real cards" in phone.page("/").text


def test_what_this_game_refuses_is_not_offered(phone):
    page = phone.page("/new/ten-point-smear/5")
    assert "rule-seating.sides-solo" in page.ids
    assert "rule-seating.sides-partners" not in page.ids, "five cannot be two sides"


def test_usual_answers_are_no_house_rules(phone):
    assert "No changes" in rules_said(phone, start(phone))


@pytest.mark.parametrize(
    ("path", "answers", "said"),
    [
        (PATH, {"finish.target": "11", "game.tie": "bidders"}, [TIE, "The game is to 11."]),
        # A number left lying beside a chosen one does not count.
        (PATH, {"finish.target": "11", "finish.target-n": "17"}, ["The game is to 11."]),
        (PATH, {"finish.target": "other", "finish.target-n": " 17 "}, ["The game is to 17."]),
        *(("/new/ten-point-smear/4", {"finish.bust": "other", "finish.bust-n": minus}, ["−30"])
          for minus in ("−30", "-30")),
    ],
)  # fmt: skip
def test_chosen_answers_are_house_rules(phone, path, answers, said):
    page = rules_said(phone, start(phone, path, **{f"rule-{key}": answer for key, answer in answers.items()}))
    assert all(each in page for each in said)


def test_two_rules_that_contradict_each_other_are_both_named_at_one(phone):
    answer = start(phone, **{"rule-auction.min": "4", "rule-auction.max": "other", "rule-auction.max-n": "3",
                             "rule-game.tie": "low", "opening-1": "5", "save_as": "Church"})  # fmt: skip
    assert answer.status_code == 422
    said = "“Lowest bid”: the lowest bid is 4, above the highest, 3 (“Highest bid”)."
    assert f'id="rule-auction.min-wrong">{said}' in answer.text
    assert f"Lowest bid: {said}" in answer.text
    fields = Page(answer.text).forms[0]["fields"]
    assert fields["rule-auction.min"] == "4"
    assert (fields["rule-auction.max"], fields["rule-auction.max-n"]) == ("other", "3")
    assert fields["rule-game.tie"] == "low"
    assert (fields["name-3"], fields["opening-1"], fields["save_as"]) == ("Cy", "5", "Church")
    assert "auction." not in Page(answer.text).text, "settings go by their names"
