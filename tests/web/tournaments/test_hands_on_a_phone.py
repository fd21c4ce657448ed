"""A table's hands, scored on a phone of somebody who sits there: that table, that round, and nothing else."""

from __future__ import annotations

import re

import pytest

from tests.databases import asked
from tests.web.conftest import Phone
from tests.web.tournaments.conftest import NIGHT, cards_of

HANDS = 4


@pytest.fixture
def card(tournament):
    """The card of table 1 in round 1."""
    tournament.press("draw", round="1")
    return cards_of(tournament)[0]


def begin(phone, card, dealer="1"):
    """Begin the hands of a table; return the address of its game."""
    answer = phone.send(card, f"{card}/hands", {"dealer": dealer})
    assert answer.status_code == 303, answer.text
    return answer.location


def play(phone, game, hands=HANDS):
    for number in range(hands):
        bidder = "2" if number == 1 else "1"
        assert phone.hand(game.removeprefix("/t/"), bidder=bidder, bid="5").status_code == 303


def seats(database):
    query = "SELECT people.name FROM seats JOIN people ON people.id = seats.person_id AND people.league_id = "
    return [row[0] for row in asked(database, f"{query} seats.league_id WHERE seats.game_id = 2 ORDER BY number")]


def test_hands_scored_on_a_phone_make_the_slip_and_count_in_the_league(tournament, guest, app, card, database):
    page = guest.page(card)
    assert "Who deals first?" in page.text
    sides = re.findall(r'<label for="points_\d">([^<]+)</label>', guest.get(card).text)
    game = begin(guest, card, dealer="3")
    ann, cy, bob, dee = seats(database)
    assert [f"{ann} & {bob}", f"{cy} & {dee}"] == [side.replace("&amp;", "&") for side in sides]
    play(guest, game)
    assert "Hand in the slip" in guest.page(game).text

    waiting = guest.form(card, card)
    assert int(waiting["points_1"]) > int(waiting["points_2"])
    assert guest.send(card, card, {"side": "1"}).status_code == 303
    assert Phone(app).send(card, f"{card}/says", {"side": "2", "right": "y"}).status_code == 303
    assert "tables 2 and 3 are not in" in tournament.page().text
    counted = asked(database, "SELECT person_id FROM plays WHERE game_id = 2")
    assert len(counted) == 4


def test_every_phone_at_a_table_scores_in_one_game(tournament, guest, app, card, database):
    other = Phone(app)
    assert begin(guest, card) == begin(other, card, "2")
    game = begin(guest, card)
    play(guest, game, 1)
    play(other, game, 1)
    assert asked(database, "SELECT seq FROM games WHERE id = 2") == [(2,)]
    assert "Round 1, table 1: the hands are scored on a phone" in tournament.page("/log").text


def test_a_guest_reaches_their_table_alone(tournament, guest, card):
    game = begin(guest, card)
    page = guest.get(game)
    assert page.status_code == 200
    for other in ("invite", "settle", "rule", "vote", "seats", "exits", "phones", "who", "sheet.toml", "share"):
        assert guest.get(f"{game}/{other}").status_code in {404, 405}, other
        assert f'href="{game}/{other}"' not in page.text
    assert guest.get(tournament.path).status_code == 404
    assert guest.get(tournament.path.partition("/tournaments")[0]).status_code == 404


def test_a_pass_opens_no_other_game(tournament, guest, app, card):
    game = begin(guest, card)
    second = begin(Phone(app), cards_of(tournament)[1])
    mine = guest.client.get_cookie("table", path=game).value
    guest.client.set_cookie("table", mine, path=second)
    assert guest.get(second).status_code == 404
    stranger = Phone(app)
    assert stranger.get(game).status_code == 404
    stranger.client.set_cookie("table", mine[:-1] + ("A" if mine[-1] != "A" else "B"), path=game)
    assert stranger.get(game).status_code == 404


def test_hands_come_too_late_once_the_slip_is_in(tournament, guest, card):
    game = begin(guest, card)
    late = guest.form(game, f"{game}/hands")
    assert tournament.slip(1, 1, 20, 10).status_code == 303
    answer = guest.client.post(f"{game}/hands", data=late | {"what": "hand", "bidder": "1", "bid": "5"})
    assert answer.status_code == 422
    assert "The director can correct it" in answer.text
    for table in (2, 3):
        tournament.slip(1, table, 20, 10)
    tournament.press("draw", round="2")
    answer = guest.client.post(f"{game}/hands", data=late | {"what": "hand", "bidder": "1", "bid": "5"})
    assert answer.status_code == 422
    assert "That round is over" in answer.text


def test_the_old_phone_writes_no_more_once_the_hands_are_taken_back(tournament, guest, card):
    game = begin(guest, card)
    late = guest.form(game, f"{game}/hands")
    again = guest.form(card, f"{card}/hands")
    assert tournament.press("undo").status_code == 303
    answer = guest.client.post(f"{game}/hands", data=late | {"what": "hand", "bidder": "1", "bid": "5"})
    assert answer.status_code == 422
    assert "took these hands back" in answer.text
    assert begin(guest, card) != game
    assert guest.client.post(f"{card}/hands", data=again).status_code == 303


def test_a_form_sent_again_after_its_game_was_taken_back_is_refused_in_words(tournament, guest, card):
    form = guest.form(card, f"{card}/hands") | {"dealer": "1"}
    assert guest.client.post(f"{card}/hands", data=form).status_code == 303
    assert tournament.press("undo").status_code == 303
    answer = guest.client.post(f"{card}/hands", data=form)
    assert answer.status_code == 422
    assert "This form was already sent" in answer.text


def test_a_viewer_with_the_card_scores_too(viewer, card):
    game = begin(viewer.phone, card)
    play(viewer.phone, game, 1)
    assert f'href="{card}"' in viewer.phone.get(game).text


def test_the_hands_need_a_dealer(guest, card):
    answer = guest.send(card, f"{card}/hands", {"dealer": None})
    assert answer.status_code == 422
    assert "Say who deals first" in answer.text


@pytest.mark.parametrize("hands", [1, 2], ids=["one side leads", "both are level"])
@pytest.mark.parametrize(("end", "ends"), [("clock", 1), ("head", 1), ("hands", 0)])
def test_a_round_that_no_hand_ends_ends_its_games_with_the_slip(tournament, guest, database, end, ends, hands):
    settings = f"{tournament.path}/settings"
    assert tournament.phone.send(settings, settings, NIGHT | {"end": end, "number": "20"}).status_code == 303
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    play(guest, begin(guest, card), hands)
    fields = guest.form(card, card)
    answer = tournament.slip(1, 1, fields["points_1"], fields["points_2"])
    assert answer.status_code == 303, answer.text
    assert asked(database, "SELECT count(*) FROM results WHERE game_id = 2") == [(ends,)]


def test_a_game_for_everybody_alone_takes_totals_only(tournament, guest):
    settings = f"{tournament.path}/settings"
    assert tournament.phone.send(settings, settings, NIGHT | {"game": "smoke"}).status_code == 303
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    assert "Who deals first?" not in guest.page(card).text
