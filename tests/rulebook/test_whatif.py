"""A night under other rules: what would differ, hand by hand."""

import re

from scorekeeper.rulebook.whatif import MAX_DIFFERENCES
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.whatif import what_if
from scorekeeper.sheets.phrases import say_refusal, say_setting
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import find_variant
from tests.phones import TEN_POINT, Page
from tests.rulebook.conftest import HOUSE


def test_the_night_under_other_rules(phone, house):
    """Ann & Cy stand at 7, 2 points more make 9: to 9 it is over with the fourth line, to 7 with the third."""
    before = phone.get(f"/t/{house}/sheet.toml").text
    html = phone.get(f"/t/{house}/whatif?finish.target=7").text
    ids = re.findall(r'<(?:title|desc) id="([^"]+)"', html)
    assert ids == ["ours-title", "ours-text", "theirs-title", "theirs-text"], "both charts have words"
    assert html.count("Show numbers") == 2
    text = Page(html).text
    sheet = read_sheet(HOUSE, find_variant)
    night = what_if(sheet, {"finish.target": 7})
    assert night.won_at == 3
    assert "Ann & Cy would have won with hand 2" in text, "the second line is a change of rules"
    assert "1 of 4 hands would have been different." in text
    assert " ".join(sentences(night.lines[2].theirs.whys)) in text
    assert say_refusal(night.lines[3].refusal) not in text, "after the end there is nothing to tell"
    assert text.count("The score, hand by hand") == 2
    assert phone.get(f"/t/{house}/sheet.toml").text == before, "a replay changes nothing"


def test_a_game_far_longer_than_a_night_shows_its_first_differences_and_no_dot_a_hand(phone):
    rules = HOUSE["rules"] | {"finish.target": "none"}
    code = phone.bring_in(HOUSE | {"rules": rules, "lines": (MAX_DIFFERENCES + 60) * HOUSE["lines"][2:3]})
    html = phone.get(f"/t/{code}/whatif?auction.min=4").text
    assert html.count("<h3>") == MAX_DIFFERENCES
    assert "And 60 more hands." in html
    assert html.count('<path d="M') < 20
    assert re.findall('<polyline [^>]*stroke-dasharray="([^"]+)"', html) == 2 * ["none", "10 4"]


def test_the_form_asks_what_the_variant_leaves_open_first_then_the_target(phone, code):
    html = phone.get(f"/t/{code}/whatif").text
    first = html[: html.index("All settings")]
    asked = [key for key in find_variant(TEN_POINT).asks if not key.startswith(("play.", "deal.", "deck.", "call."))]
    assert all(f'name="{key}"' in first for key in [*asked, "finish.target"])
    assert 'name="seating.sides"' not in html
    assert "No hands yet" in html


def test_a_whole_form_is_shortened_to_what_is_other(phone, house):
    form = phone.form(f"/t/{house}/whatif", f"/t/{house}/whatif")
    answer = phone.client.get(f"/t/{house}/whatif", query_string=form | {"finish.target": "15"})
    assert answer.status_code == 303
    assert answer.location == f"/t/{house}/whatif?finish.target=15"
    same = phone.client.get(f"/t/{house}/whatif", query_string=form)
    assert same.status_code == 200
    assert "With these rules instead" not in same.text


def test_rules_that_do_not_go_together_are_said_at_their_control(phone, house):
    answer = phone.get(f"/t/{house}/whatif?auction.min=9&game.tie=each")
    assert answer.status_code == 422
    assert re.search('<fieldset [^>]*id="auction.min" aria-invalid="true"', answer.text)
    text = Page(answer.text).text
    assert "“Lowest bid”" in text
    assert "auction.min" not in text
    assert 'value="9"' in answer.text
    assert re.search(r'name="game.tie" value="each" checked', answer.text)


def test_what_is_no_value_is_said_at_its_control_and_an_empty_number_is_the_word_instead(phone, house):
    for query in ("finish.target=x", "finish.target=1e3", "game.tie=maybe", "auction.dealer_steals=2"):
        answer = phone.get(f"/t/{house}/whatif?{query}")
        assert answer.status_code == 422
        assert 'class="wrong"' in answer.text
    assert say_setting("finish.target", "none") in phone.page(f"/t/{house}/whatif?finish.target=").text
