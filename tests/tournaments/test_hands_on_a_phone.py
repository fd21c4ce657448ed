"""A table's hands, scored on a phone of somebody who sits there: that table, that round, and nothing else."""

import datetime as dt
import json
import re

import pytest
from itsdangerous import URLSafeSerializer

from scorekeeper.tournaments.table_games import game_pass
from tests.databases import asked
from tests.phones import Phone
from tests.tournaments.conftest import NIGHT, cards_of

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
    sides = re.findall(r'<label for="sides-\d-points">([^<]+)</label>', guest.get(card).text)
    game = begin(guest, card, dealer="3")
    ann, cy, bob, dee = seats(database)
    assert [f"{ann} & {bob}", f"{cy} & {dee}"] == [side.replace("&amp;", "&") for side in sides]
    play(guest, game)
    assert "Hand in the slip" in guest.page(game).text
    assert "All 4 hands are played." in guest.page(card).text

    waiting = guest.form(card, card)
    assert int(waiting["sides-0-points"]) > int(waiting["sides-1-points"])
    assert guest.send(card, card, {"side": "1"}).status_code == 303
    assert Phone(app).send(card, f"{card}/says", {"side": "2", "right": "y"}).status_code == 303
    assert "tables 2 and 3 are still playing" in tournament.page().text
    counted = asked(database, "SELECT person_id FROM plays WHERE game_id = 2")
    assert len(counted) == 4


@pytest.mark.parametrize("other", [False, True], ids=["its points", "other points"])
def test_the_sets_of_the_hands_go_with_their_points_alone(guest, card, database, other):
    game = begin(guest, card)
    assert guest.hand(game.removeprefix("/t/"), bidder="1", bid="5", point_high="2", point_low="2").status_code == 303
    lost = {"bidder": "2", "bid": "9", **{f"point-{point}": "1" for point in ("high", "low", "jack")}}
    assert guest.send(game, f"{game}/hands", lost).status_code == 303
    assert "2 hands so far" in guest.page(card).text
    fields = guest.form(card, card)
    assert guest.send(card, card, {"side": "1"} | ({"sides-0-points": "30"} if other else {})).status_code == 303
    facts = json.loads(asked(database, "SELECT facts FROM tournament_lines WHERE kind = 'slip'")[0][0])
    assert facts["points"][1] == int(fields["sides-1-points"])
    assert facts["sets"] == ([] if other else [0, 1])


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
    answer = guest.client.post(f"{game}/hands", data=late | {"what": "hand", "bidder": "1", "bid": "5"})
    assert answer.status_code == 422, "neither once others were begun"


def test_a_guest_takes_back_hands_and_no_other_line(tournament, guest, card):
    game = begin(guest, card)
    play(guest, game, 1)
    exits = f"{game}/exits"
    seat = {"what": "substitute", "substitute": "Zed", "replaces": "1"}
    assert tournament.phone.send(exits, exits, seat).status_code == 303
    assert guest.get(f"{game}/lines/1").status_code == 200
    assert guest.get(f"{game}/lines/2").status_code == 404
    for page in (game, f"{game}/log"):
        shown = guest.get(page).text
        assert f'href="{game}/lines/1"' in shown
        assert f'href="{game}/lines/2"' not in shown
        assert "Undo the substitute" not in shown
    sent = guest.form(game, f"{game}/hands") | {"target": "2", "what": "never"}
    assert guest.client.post(f"{game}/lines/2", data=sent).status_code == 404
    refused = guest.client.post(f"{game}/undo", data=sent)
    assert refused.status_code == 422
    assert "Only hands can be taken back here" in refused.text
    assert guest.client.post(f"{game}/undo", data=sent | {"target": "1"}).status_code == 303
    again = sent | {"target": "3", "seen": "3", "op_id": "f" * 32}
    assert guest.client.post(f"{game}/undo", data=again).status_code == 303


def test_a_pass_is_good_for_a_day(app, guest, card):
    game = begin(guest, card)
    code, card = game.removeprefix("/t/"), card.removeprefix("/c/")
    now = int(dt.datetime.now(dt.UTC).timestamp())
    _, (_, until) = URLSafeSerializer("").loads_unsafe(guest.client.get_cookie("table", path=game).value)
    assert now + 24 * 3600 - 60 < until <= now + 24 * 3600
    for expires, status in ((now - 1, 404), (now + 60, 200)):
        guest.client.set_cookie("table", game_pass(app.config["SECRET_KEY"], card, code, expires), path=game)
        assert guest.get(game).status_code == status
    guest.client.set_cookie("table", game_pass("another key", card, code, now + 99 * 3600), path=game)
    assert guest.get(game).status_code == 404


@pytest.mark.parametrize("hands", [1, 2], ids=["one side leads", "both are level"])
@pytest.mark.parametrize("end", ["clock", "head", "hands"])
def test_a_slip_ends_the_game_of_its_table_until_it_is_undone(tournament, guest, database, end, hands):
    settings = f"{tournament.path}/settings"
    assert tournament.phone.send(settings, settings, NIGHT | {"end": end, "number": "20"}).status_code == 303
    tournament.press("draw", round="1")
    card = cards_of(tournament)[0]
    play(guest, begin(guest, card), hands)
    fields = guest.form(card, card)
    answer = tournament.slip(1, 1, fields["sides-0-points"], fields["sides-1-points"])
    assert answer.status_code == 303, answer.text
    assert asked(database, "SELECT count(*) FROM results WHERE game_id = 2") == [(1,)]
    assert tournament.press("undo").status_code == 303
    assert asked(database, "SELECT count(*) FROM results WHERE game_id = 2") == [(0,)]
