"""A game of a league's own, written on a page: preview, what is wrong at its control, saved, played, as a file."""

import io
import itertools
import re

import pytest

from scorekeeper.sheets.phrases import say_setting
from tests.phones import HTMX, Page, Phone
from tests.rulebook.conftest import CHANGES, FIRST, NAMES, PLAIN, write


def shown(phone, fields, path=FIRST):
    """Send the form for the preview, as htmx does; give what comes back."""
    return write(phone, path, HTMX, show="sheet", **fields)


def test_a_game_is_written_saved_and_played(phone):
    answer = write(phone)
    assert answer.status_code == 303
    page = phone.get(answer.location).text
    assert "Changes to Partnership Pitch" in page
    assert "Uncle Ray" in page
    assert "at the Legion" in page
    seats = re.search(r'href="(/new/legion-pitch/4[^"]*)"', page)[1].replace("&amp;", "&")
    started = phone.send(seats, seats.partition("?")[0], NAMES)
    rules = phone.page(started.location + "/rules").text
    assert "Legion Pitch" in rules
    assert "31" in rules


def test_the_page_of_a_saved_game_shows_what_differs_first(phone, league):
    page = phone.get(f"{league}/variants/new?rules=1").text
    first = page[page.index('id="settings"') : page.index("Every other rule")]
    assert "What&#39;s different" in first
    assert 'id="rule-finish.target"' in first
    assert 'id="rule-game.tie"' not in first
    assert 'value="Legion Pitch"' in page


def test_saved_again_it_has_a_version_more_and_a_game_keeps_its_own(phone, league):
    path = f"{league}/variants/new?rules=1"
    seats = f"/new/legion-pitch/4?rules=1&league={league.removeprefix('/l/')}"
    begun = phone.send(seats, "/new/legion-pitch/4", NAMES).location
    assert phone.send(path, path.partition("?")[0], {"rule-finish.target": "52", "sizes": ["4"]}).status_code == 303
    assert "Version 2" in phone.page(f"{league}/house-rules/1").text
    assert "to 52." in phone.page(f"{league}/house-rules/1/rules/4").text
    assert phone.get(f"{league}/house-rules/1/rules/6").status_code == 404
    played = phone.page(f"{begun}/rules").text
    assert "to 31." in played
    assert "to 52." not in played


def test_no_key_of_the_catalogue_or_of_another_game_is_taken(phone, league):
    keys = {}
    for number, name in enumerate(("Partnership Pitch", "Legion: Pitch!", "Предпоследний"), start=2):
        assert write(phone, f"{league}/variants/new?from=partnership-pitch", name=name).status_code == 303
        file = phone.get(f"{league}/variants/{number}/variant.toml").text
        keys[name] = re.search('key = "([^"]+)"', file)[1]
    assert list(keys.values()) == ["partnership-pitch-2", "legion-pitch-2", "our-game"]


def test_a_sheet_comes_back_into_the_league_that_wrote_its_game_and_into_no_other(phone, stranger, league):
    seats = f"/new/legion-pitch/4?rules=1&league={league.removeprefix('/l/')}"
    sheet = phone.get(phone.send(seats, "/new/legion-pitch/4", NAMES).location + "/sheet.toml").text
    assert 'variant = "legion-pitch"' in sheet
    assert "to 31." in phone.page(f"/t/{phone.bring_in(sheet)}/rules").text
    refused = stranger.send("/import", "/import", {"sheet": sheet})
    assert (refused.status_code, "legion-pitch" in refused.text) == (422, True)


def test_a_table_is_compared_with_a_game_of_our_own(phone, league):
    seats = f"/new/partnership-pitch/4?league={league.removeprefix('/l/')}"
    table = phone.send(seats, "/new/partnership-pitch/4", NAMES).location
    offered = re.search(r'href="([^"]*)"><span><b>Legion Pitch</b>', phone.get(f"{table}/rules/compare").text)[1]
    assert "The game is to 31." in phone.page(offered).text
    assert phone.get(f"{table}/rules/compare?with=99").status_code == 404
    assert phone.get(f"{table}/rules/compare?with=x").status_code == 404


def test_who_only_has_a_link_to_a_table_is_not_shown_our_games(phone, stranger, league):
    seats = f"/new/partnership-pitch/4?league={league.removeprefix('/l/')}"
    table = phone.send(seats, "/new/partnership-pitch/4", NAMES).location
    look = re.search(r'href="http://localhost(/s/[\w-]{22})"', phone.get(f"{table}/invite").text)[1]
    assert "Legion Pitch" in phone.get(f"{table}/rules/compare").text
    for asked in ("", "?rules=1"):
        page = stranger.get(f"{look}/rules/compare{asked}")
        assert page.status_code == 200
        assert "Legion Pitch" not in page.text


def test_a_game_is_written_from_house_rules_with_what_they_change(phone, league):
    phone.send(f"/new/cinch/4?league={league.removeprefix('/l/')}", "/new/cinch/4",
               NAMES | {"rule-finish.target": "77", "save_as": "Fridays", "all": None})  # fmt: skip
    page = phone.get(f"{league}/variants/new?rules=2").text
    assert re.search(r'name="rule-finish.target"[^>]*value="77" checked', page)


def test_house_rules_of_that_name_are_told_at_the_name(phone, league):
    seats = f"/new/cinch/4?league={league.removeprefix('/l/')}"
    assert phone.send(seats, "/new/cinch/4", NAMES | {"save_as": "Fridays"}).status_code == 303
    answer = write(phone, f"{league}/variants/new?from=cinch", name="Fridays", sizes=["4"], **dict.fromkeys(CHANGES))
    assert answer.status_code == 422
    assert "You have house rules called Fridays" in answer.text
    assert 'value="Fridays"' in answer.text


def test_the_sheet_and_three_hands_change_with_the_rules(phone):
    answer = shown(phone, {"rule-special.name": "moon"})
    assert answer.status_code == 200
    assert "HX-Request" in answer.headers["Vary"]
    assert answer.text.count("<li>") >= 3
    text = Page(answer.text).text
    assert "jick 5" in text
    assert "Ann bid the moon" in text
    assert "The dealer may steal" not in text


def test_without_scripts_the_whole_page_shows_the_same(phone):
    answer = write(phone, show="sheet", name="")
    assert answer.status_code == 200
    assert "jick 5" in Page(answer.text).text
    assert 'value="Uncle Ray' not in answer.text
    assert "Uncle Ray" in answer.text
    assert "Give the game a name" not in answer.text


def test_a_point_without_its_card_is_told_at_its_control_and_taken_back(phone):
    answer = shown(phone, {"rule-deck.off_jack": "no"})
    name = "rule-points.off_jack.worth"
    said = re.search(rf'id="{name}-wrong" hx-swap-oob="outerHTML">([^<]+)</p>', answer.text)[1]
    assert "the other jack of the trump color is not a trump" in said
    assert "false" not in said
    told = re.search(r'name="told" value="([^"]*)"', answer.text)[1]
    assert told == name
    again = shown(phone, {"told": told})
    assert f'id="{name}-wrong" hx-swap-oob="outerHTML"></p>' in again.text


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"rule-auction.min": "5", "rule-auction.max": "4"}, "rule-auction.min"),
        ({"rule-finish.target": "other", "rule-finish.target-n": "many"}, "rule-finish.target"),
        ({"name": "\u202eevil"}, "name"),
        ({"name": "  ", "sizes": [], "family": " ", "summary": "x" * 201, "sources": "x" * 2001},
         "name sizes family summary sources"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_control_and_nothing_is_lost(phone, fields, names):
    answer = write(phone, **fields)
    assert answer.status_code == 422
    for name in names.split():
        assert re.search(rf'id="{re.escape(name)}-wrong"[^>]*>[^<]', answer.text), answer.text
        assert f'<a href="#{name}">' in answer.text
    assert "Uncle Ray" in answer.text or "sources" in fields
    assert phone.get("/house-rules").status_code == 200  # no league was made


def test_rules_that_fail_at_another_size_name_it_until_it_is_not_played_by_so_many(phone):
    path = "/variants/new?from=fort-frances-bid-out&size=3"
    fields = {"name": "Bid Out", "rule-dealing.sits_out": "dealer"}
    refused = phone.send(path, PLAIN, fields | {"sizes": ["2", "3"]})
    assert refused.status_code == 422
    assert re.search(r'id="rule-dealing.sits_out-wrong">With 2 players: ', refused.text)
    assert phone.send(path, PLAIN, fields | {"sizes": ["3"]}).status_code == 303


def test_what_is_doubtful_is_told_at_its_control_and_saved_once_it_is_wanted(phone):
    fields = {"rule-deal.cards": "other", "rule-deal.cards-n": "14", "sizes": ["4"]}
    doubted = write(phone, **fields)
    assert doubted.status_code == 422
    assert 'id="rule-deal.cards-wrong">56 cards are dealt, but the deck has only 52 cards.</p>' in doubted.text
    assert 'name="sure"' in doubted.text
    assert "56 cards are dealt" in shown(phone, fields).text
    assert write(phone, sure="yes", **fields).status_code == 303


def test_the_off_jack_is_found_however_it_is_written(phone):
    """What it is worth, and whether the deck has it: as two words, jack alone and the other off cards came first."""
    for words in ("five-point off-jack", "off jack", "offjack", "jick"):
        html = phone.send(FIRST, PLAIN, {"find": words, "show": "settings"}, headers=HTMX).text
        found = re.findall(r'<fieldset class="rule[^"]*" id="rule-([^"]+)"', html[: html.index("Every other rule")])
        assert {"points.off_jack.worth", "deck.off_jack"} <= set(found), words


def test_a_number_of_players_is_added_and_another_taken_away(phone):
    """Partnership Pitch is for four in sides and for six in pairs; five cannot have sides, and play alone."""
    saved = write(phone, sizes=["2", "5", "6"]).location
    assert phone.get(f"{saved}/rules/4").status_code == 404
    assert say_setting("seating.sides", "solo") in phone.page(f"{saved}/rules/5").text
    assert "The game is to 31." in phone.page(f"{saved}/rules/5").text
    assert "in three pairs" in phone.page(f"{saved}/rules/6").text
    assert say_setting("seating.sides", "solo") in phone.page(f"{saved}/rules/2").text


def bring_in(phone, league, text):
    path = f"{league}/variants/import"
    fields = phone.form(path, path) | {"file": (io.BytesIO(text.encode()), "game.toml")}
    return phone.client.post(path, data=fields, content_type="multipart/form-data")


def test_another_league_brings_in_its_file(app, phone, league):
    file = phone.get(f"{league}/variants/1/variant.toml")
    assert file.headers["Content-Disposition"] == 'attachment; filename="legion-pitch.toml"'
    other = Phone(app)
    theirs = re.match(r"/l/[\w-]+", write(other, name="Something else").location)[0]
    answer = bring_in(other, theirs, file.text)
    assert answer.status_code == 303
    assert "Legion Pitch" in other.page(answer.location).text
    assert other.get(f"{theirs}/variants/2/variant.toml").text == file.text
    assert bring_in(other, theirs, file.text).location == answer.location


NO_GAME = 'key = "a"\nname = "{}"\nfamily = "{}"\nsummary = ""\nsources = []\nextends = "{}"'


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not toml", "TOML"),
        (NO_GAME.format("A", "Pitch", "b"), "extends"),
        pytest.param("most_played = " + "9" * 50_000, "cannot be read", id="a number of 50,000 digits"),
    ],
)
def test_a_file_that_is_no_game_is_refused_with_what_is_wrong(phone, league, text, said):
    answer = bring_in(phone, league, text)
    assert answer.status_code == 422
    assert said in answer.text
    path = f"{league}/variants/import"
    assert "Choose a game file first." in phone.client.post(path, data=phone.form(path, path)).text


def test_house_rules_can_be_taken_along_as_a_game(app, phone, league):
    seats = f"/new/cinch/4?league={league.removeprefix('/l/')}"
    phone.send(seats, "/new/cinch/4", NAMES | {"rule-finish.target": "77", "save_as": "Fridays"})
    file = phone.get(f"{league}/variants/2/variant.toml")
    assert file.headers["Content-Disposition"] == 'attachment; filename="fridays.toml"'
    other = Phone(app)
    theirs = re.match(r"/l/[\w-]+", write(other, name="Something else").location)[0]
    assert "to 77" in other.page(bring_in(other, theirs, file.text).location).text


BEGINNINGS = ("/new", "/rules/partnership-pitch/4")
OFFER = re.compile(r'href="([^"]*/variants/new[^"]*)"')


def test_a_phone_without_a_league_and_the_owner_are_led_to_write_a_game(phone, code, stranger):
    assert code
    for each, beginning in itertools.product((phone, stranger), BEGINNINGS):
        [offer] = set(OFFER.findall(each.get(beginning).text))
        assert each.client.get(offer.replace("&amp;", "&"), follow_redirects=True).status_code == 200


def test_who_keeps_score_in_a_league_of_others_is_not_led_to_a_refusal(other_phone):
    assert other_phone.client.get("/variants/new", follow_redirects=True).status_code == 403
    assert [OFFER.findall(other_phone.get(beginning).text) for beginning in BEGINNINGS] == [[], []]


@pytest.mark.parametrize("asked", ["league=2", "endpoint=x", "_method=POST", "_external=1&from=smoke", "a=%ff&b=%0aX"])
def test_an_address_with_words_of_the_program_s_own_leads_to_the_page(phone, code, asked):
    assert code
    answer = phone.get(f"/variants/new?{asked}")
    assert (answer.status_code, phone.get(answer.location).status_code) == (303, 200)
    assert re.match(r"/l/[\w-]{22}/variants/new\?", answer.location)
