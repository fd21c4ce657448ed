"""The rulebook: a table's sheet and the book, ask about a rule, compare, the night under other rules."""

import re
from urllib.parse import quote

import pytest

from scorekeeper.access.permissions import qr_code
from scorekeeper.rulebook.book import MOST_PLAYED, Place, draw_tally, drawn_trumps, rules_book
from scorekeeper.sheets.phrases import say_setting, setting_title
from scorekeeper.sheets.questions import answer, comes_up, questions_for
from scorekeeper.sheets.rules_sheet import MOST_ON_CARD, rules_sheet, sheet_context
from scorekeeper.variants.catalogue import catalogue, find_variant, listings
from tests.phones import TEN_POINT, Page
from tests.rulebook.conftest import plain


def test_no_game_no_rules(phone):
    ten = f"/rules/{TEN_POINT}"
    for path in (
        "/rules/whist/4", f"{ten}/3", f"{ten}/4.5", "/rules/smoke/99999", ten, f"{ten}/3/ask", "/rules/whist/4/compare",
        f"{ten}/4/compare?with=whist", f"{ten}/4/compare?with=smoke&size=1", f"{ten}/4/compare?with=smoke&size=x",
    ):  # fmt: skip
        assert phone.get(path).status_code == 404, path


@pytest.mark.parametrize(("key", "size"), [("smoke", 4), ("ten-point-smear", 5)])
def test_the_sheet_says_all_that_the_engine_says(phone, key, size):
    text = phone.page(f"/rules/{key}/{size}").text
    for section in rules_sheet(find_variant(key), size).sections:
        assert all(plain(it.text) in text for it in section.statements)


def test_what_was_changed_is_marked_in_words_with_the_standard_beside(phone, house):
    text = phone.page(f"/t/{house}/rules").text
    assert "Our rule. The game is to 11. Standard: The game is to 21." in text
    assert "Our rule. whoever plays it Standard: Low goes to whoever wins its trick." in text
    assert "Our rule. If card points are tied, the bidders get game." in text
    assert "Each loser pays the winners $1.00 for the game." in text


def test_what_a_game_is_in_a_line_is_said_to_be_the_standard_where_the_table_changed_it(phone, house):
    summary = find_variant("partnership-pitch").summary
    assert f"Standard: {summary}." in plain(phone.page(f"/t/{house}/rules").text)
    assert "Also called Old Sledge" in phone.page("/rules/seven-up/4").text
    unchanged = plain(phone.page("/rules/partnership-pitch/4").text)
    assert f"{summary}." in unchanged
    assert not [word for word in (f"Standard: {summary}", "Our rule", "Money") if word in unchanged]


def test_the_trumps_are_drawn_with_a_text(phone, code):
    html = phone.get(f"/t/{code}/rules").text
    assert '<title id="trumps-title">Trump from best to worst</title>' in html
    order = "A, K, Q, J, jick, joker, joker, 10, 9, 8, 7, 6, 5, 4, 3, 2."
    assert f'<desc id="trumps-text">{order}</desc>' in html
    assert html.count("<rect ") == 16
    assert [html.count(f'class="{kind}">') for kind in ("joker", "joker low", "jick")] == [1, 1, 1]


def test_the_sheet_has_a_link_and_a_code_for_it_that_anybody_may_follow(phone, stranger, code):
    html = phone.get(f"/t/{code}/rules").text
    address = re.search(r">http://localhost(/s/[\w-]{22}/rules)</a>", html)[1]
    assert 'src="data:image/svg+xml' in html
    assert "Minnesota ten-point" in stranger.page(address).text


def test_smoke_opens_with_the_figures_of_its_tally_and_has_its_jargon_with_no_coarse_word(phone):
    text = phone.page("/rules/smoke/6").text
    jargon = rules_sheet(find_variant("smoke"), 6).jargon
    assert len(jargon) == 24
    assert all(said and f"{word} {said}" in text for word, said in jargon)
    assert not re.search(r"asshole|whore|tits", text, re.IGNORECASE)
    assert "From 10 to 0 10 9 8" in text
    assert "\N{MINUS SIGN}1 A trick for each one you take +5 No trick" in text
    assert "Jargon on this page Ace pin Cards tickets" in text
    assert "Dealer distributor" in text
    assert "bleeders" not in text[: text.index("Who plays")]
    assert "A trick for each" not in phone.page(f"/rules/{TEN_POINT}/4").text


def test_the_figures_of_a_tally_are_those_of_its_settings():
    house = {"finish.start": 30, "tally.no_trick": 7, "tally.max_sits": 0}
    tally = draw_tally(Place(find_variant("smoke"), 6, house, None, "/", "", "", "", "/"))
    assert tally["title"] == "From 30 to 0"
    assert tally["line"] == ("30", "0"), "too many to draw each"
    assert [(figure, changed) for figure, _, _, changed in tally["rows"][:4]] == [
        ("\N{MINUS SIGN}1", False), ("+7", True), ("+5", False), ("0", True),
    ]  # fmt: skip
    assert tally["rows"][3][2] == "everybody plays"


def test_the_book_has_every_game_and_a_filter(phone):
    everything = phone.page("/rules").text
    assert all(variant.name in everything for variant in catalogue().values())
    for_seven = phone.page("/rules?size=7").text
    for variant in catalogue().values():
        assert (f"{variant.name} {variant.summary}" in for_seven) == (7 in variant.sizes)
    assert "takes that many players" in phone.page("/rules?size=77").text


MILLIMETERS = {"": 6.5, "name": 17, "bid": 5, "written": 12, "side": 12}
"""Widths of a pad's columns, as static/css/rulebook.css has them: the first has 2.5 more, a score at least the last."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_game_of_the_book_opens_and_its_pad_and_card_fit_their_paper(phone, key):
    """By arithmetic: the columns are as wide as the paper at most, and the rules at the pad's foot twelve lines."""
    for size in find_variant(key).sizes:
        assert find_variant(key).name in phone.page(f"/rules/{key}/{size}").text
        assert 1 <= phone.get(f"/rules/{key}/{size}/differs").text.count("<li>") <= MOST_ON_CARD, size
        html = phone.get(f"/rules/{key}/{size}/pad").text
        columns = re.findall(r'<col(?: class="(\w+)")?>', html)
        assert sum(MILLIMETERS[css] for css in columns) <= 183, size
        rules = re.findall(r"<li>(.+?)</li>", html.partition("</table>")[2])
        assert len(rules) == 5, size
        assert sum(-(-len(line) // 100) for line in rules) <= 12, size
        assert f"<td>{find_variant(key).ruleset(size).finish.start}" in html.replace(' class="num"', "")


def test_the_book_is_searched_by_what_people_call_a_game(phone):
    html = phone.get("/rules?q=high+low+jack").text
    assert re.findall(r'href="/rules/([\w-]+)/\d"', html)[0] == "partnership-pitch"
    part = phone.get("/rules?q=double+pedro", HX_Request="true").text
    assert "Cinch" in part
    assert "<html" not in part
    assert "No game here is called “canasta”." in phone.page("/rules?q=canasta").text


def test_new_game_leads_to_the_rules_and_they_lead_back(phone):
    assert f'/rules/{TEN_POINT}/4?from=new"' in phone.get("/new?size=4").text
    for path in ("", "/ask", "/compare"):
        html = phone.get(f"/rules/{TEN_POINT}/4{path}?from=new").text
        assert '<a class="back" href="/new?size=4"><span class="vh">New game</span></a>' in html
        assert f'href="/rules/{TEN_POINT}/4/ask?from=new"' in html
    page = phone.get(f"/rules/{TEN_POINT}/4").text
    assert '<a class="back" href="/rules?size=4"><span class="vh">Rules</span></a>' in page


@pytest.mark.parametrize("key", ["partnership-pitch", "smoke"])
def test_every_question_is_answered_as_the_engine_answers(phone, key):
    page = sheet_context(find_variant(key), 4)
    every = phone.page(f"/rules/{key}/4/ask").text
    asked = [question for question in questions_for(page.rules) if comes_up(question, page)]
    assert all(f"{question.asked} {plain(answer(question, page))}" in every for question in asked)
    question = questions_for(page.rules)[-1]
    alone = phone.page(f"/rules/{key}/4/ask?q={quote(question.asked)}").text
    assert f"{question.asked} {plain(answer(question, page))}" in alone
    assert all(setting_title(setting) in alone for setting in question.settings)


def test_the_answer_of_this_table_and_who_set_it(phone, house):
    html = phone.get(f"/t/{house}/rules/ask?q=tie+for+game").text
    assert "tied" in phone.page(re.search(rf'href="(/t/{house}/lines/\d+)"', html)[1]).text
    tie = Page(html).text
    assert "If card points are tied, the bidders get game." in tie
    assert re.search(r"Changed during this game, on iPhone\. At [^:]+:\d\d [AP]M(?: [A-Z]+)? : see the log", tie)
    low = phone.page(f"/t/{house}/rules/ask?q=Who+gets+low%3F").text
    assert "Low goes to whoever plays it, even if the trick is lost." in low
    assert "A house rule since the start of this game. Standard: Low goes to whoever wins its trick." in low
    jack = phone.page(f"/t/{house}/rules/ask?q=Who+gets+the+jack%3F").text
    assert "Standard Partnership Pitch." in jack


def test_what_others_do_is_counted_where_the_question_arises(phone):
    text = phone.page("/rules/ten-point-smear/4/ask?q=Tie+for+game%3F").text
    assert f"{say_setting('game.tie', 'low')} So do we. " in text
    assert say_setting("game.tie", "nobody") in text
    text = phone.page("/rules/partnership-pitch/4/ask?q=What+does+the+moon+need%3F").text
    assert "Charbonneau" in text
    assert "Minnesota ten-point" not in text


def test_nothing_found_says_so_and_shows_every_question(phone, code):
    page = phone.page(f"/t/{code}/rules/ask?q=xylophone")
    assert "nothing" in page.ids
    assert "Nothing found for “xylophone”." in page.text
    sheet = sheet_context(find_variant(TEN_POINT), 4)
    asked = {question.asked: comes_up(question, sheet) for question in questions_for(sheet.rules)}
    assert {question for question in asked if question in page.text} == {it for it, arises in asked.items() if arises}


def test_every_question_stands_with_its_answer_under_what_it_is_about(phone):
    html = phone.get("/rules/partnership-pitch/4/ask").text
    titles = re.findall(r'<h2(?: class="chalk")?>([^<]+)</h2>', html)
    assert titles[:2] == ["Points", "Going out"]
    assert titles[-1] == "What you play for"
    page = sheet_context(find_variant("partnership-pitch"), 4)
    asked = [question for question in questions_for(page.rules) if comes_up(question, page)]
    assert html.count("<summary>") == len(asked) + len(titles) - 1
    bidding = Page(html[html.index("<h2>Bidding and trump</h2>") : html.index("<h2>Moon and smudge</h2>")]).text
    assert "May the dealer steal?" in bidding
    assert "Tie for game?" not in bidding


def test_only_what_differs_is_compared(phone):
    text = phone.page("/rules/partnership-pitch/4/compare?with=catch-five").text
    assert "The game is to 31." in text
    assert "Rule Partnership Pitch Catch Five Target 21 31 " in text
    assert re.search(r" 5 Five not played 5 pts ", text)
    assert say_setting("auction.rounds", "one") not in text


def test_a_table_is_compared_with_its_own_standard(phone, house):
    page = phone.get(f"/t/{house}/rules/compare").text
    assert "With standard Partnership Pitch" in page
    text = phone.page(f"/t/{house}/rules/compare?with=partnership-pitch&size=4").text
    assert "The game is to 11." in text
    assert "The game is to 21." in text


def test_who_knows_another_game_reads_what_would_cost_a_point(phone, house):
    """A table with rules of its own is first told from its standard; in the book a game is told from the nearest."""
    told = phone.page(f"/t/{house}/rules/differs").text
    assert "You know standard Partnership Pitch? At this table, with 4 players: " in told
    assert "The game is to 11." in told
    told = phone.page("/rules/catch-five/4/differs?with=partnership-pitch&from=new").text
    assert "jack, game and five (worth 5). Taking all the points of a hand brings" in told
    assert (
        "You know Catch Five? Catch Five is played the same way."
        in phone.page("/rules/catch-five/4/differs?with=catch-five").text
    )
    assert phone.get("/rules/catch-five/4/differs?with=whist").status_code == 404


def test_a_pad_of_a_table_has_its_names_and_its_code(phone, house):
    html = phone.get(f"/t/{house}/rules/pad").text
    code = re.search(r'class="code num">([\w-]+)<', phone.get(f"/t/{house}/invite").text)[1]
    assert qr_code(f"http://localhost/join?code={code}") in html
    assert all(f'<th scope="col">{names}</th>' in html for names in ("Ann &amp; Cy", "Bob &amp; Dee"))
    assert f'href="/t/{house}/rules/pad"' in phone.get(f"/t/{house}/rules").text


def test_the_most_played_games_come_first_and_the_families_unfold(phone):
    html = phone.get("/rules?size=4").text
    first, *others = html.split('<details class="shelf">')
    assert '<h2 class="chalk">Most played</h2>' in first
    assert first.count("/rules/") == MOST_PLAYED
    assert len(others) == len(rules_book(listings(), 4)["shelves"]) - 1
    assert "Cinch" in html[len(first) :]


@pytest.mark.parametrize("key", catalogue())
def test_the_names_of_trumps_have_room_on_their_cards(key):
    trumps = rules_sheet(find_variant(key), find_variant(key).usual_size).trumps
    cards = drawn_trumps(trumps)["cards"]
    assert len(cards) == len(trumps)
    assert [card for card in cards if len(card[2]) > 2 or len(card[3]) > len("little")] == []
