"""Which league something new is for: chosen, founded, or the one played in last."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.services.access import joining, phones
from scorekeeper.services.access.roles import Role, device_access
from scorekeeper.services.errors import HouseRulesNotFound, LeagueNotFound, OpIdReused
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.view import recent_games
from scorekeeper.services.league.house_rules import house_rules_of
from scorekeeper.services.league.leagues import DEFAULT_LEAGUE_NAME, scoring_league, scoring_leagues
from scorekeeper.services.submission import Submission
from tests.factories import draft, hand, op_id


def kept(session, device):
    return scoring_leagues(session.connection(), device)


def found(session, clock, device, name, **rest):
    """Found a league with a game; give it."""
    create_game(session, clock, device, draft(new_league=name, **rest))
    return next(league for league in kept(session, device) if league.name == name)


def league_of(session, device, code):
    return next(card.league_id for card in recent_games(session, device) if card.code == code)


def test_the_first_game_creates_a_league_and_the_next_is_of_it(session, clock, alice):
    assert kept(session, alice) == ()
    codes = [create_game(session, clock, alice, draft()) for _ in range(2)]
    [league] = kept(session, alice)
    assert league.name == DEFAULT_LEAGUE_NAME
    assert [league_of(session, alice, code) for code in codes] == [league.id, league.id]


def test_one_more_is_founded_and_chosen_by_its_code(session, clock, alice):
    create_game(session, clock, alice, draft())
    second = found(session, clock, alice, "Friday night")
    [first] = (league for league in kept(session, alice) if league != second)
    code = create_game(session, clock, alice, draft(league=first.code))
    assert league_of(session, alice, code) == first.id
    assert device_access(session.connection(), second.id, alice).role == Role.OWNER


def test_the_one_played_in_last_comes_first(session, clock, alice):
    old = create_game(session, clock, alice, draft())
    second = found(session, clock, alice, "Friday")
    assert kept(session, alice)[0] == second
    record_line(session, clock, old, hand("1", 5), Submission(op_id=op_id(), seen=0, device=alice))
    assert scoring_league(session.connection(), alice) == league_of(session, alice, old)
    assert scoring_league(session.connection(), alice, second.code) == second.id


def test_rules_kept_in_one_league_are_not_those_of_another(session, clock, alice):
    create_game(session, clock, alice, draft(save_as="Legion rules"))
    [first] = kept(session, alice)
    [rules] = house_rules_of(session, first.id)
    second = found(session, clock, alice, "Friday")
    create_game(session, clock, alice, draft(league=first.code, house_rules=rules.version))
    for elsewhere in ({"league": second.code}, {"new_league": "Saturday"}):
        with pytest.raises(HouseRulesNotFound):
            create_game(session, clock, alice, draft(house_rules=rules.version, **elsewhere))
    assert len(kept(session, alice)) == 2


def test_a_league_one_keeps_no_score_in_is_not_there(session, clock, alice, bob):
    code = create_game(session, clock, alice, draft())
    [league] = kept(session, alice)
    owner = device_access(session.connection(), league.id, alice)
    refused = draft(league=league.code)

    def is_refused():
        with pytest.raises(LeagueNotFound):
            create_game(session, clock, bob, refused)
        return True

    assert is_refused(), "a stranger"
    joining.join_league(session, clock, bob, joining.phones_at_table(session, league.id).join_code, address="a bar")
    assert is_refused(), "who looks on"
    phones.set_role(session, clock, owner, bob.id, Role.SCORER)
    assert league_of(session, bob, create_game(session, clock, bob, refused)) == league.id
    phones.revoke(session, clock, owner, bob.id)
    assert is_refused(), "who was shut out"
    assert [card.code for card in recent_games(session, bob)] == []
    assert code


def test_the_same_form_creates_a_league_once_and_says_one_thing(session, clock, alice):
    create_game(session, clock, alice, draft())
    form = op_id()
    codes = {create_game(session, clock, alice, draft(new_league="Friday"), op_id=form) for _ in range(2)}
    assert len(codes) == 1
    for other in ({"new_league": "Saturday"}, {}, {"league": kept(session, alice)[0].code}):
        with pytest.raises(OpIdReused):
            create_game(session, clock, alice, draft(**other), op_id=form)
    assert {league.name for league in kept(session, alice)} == {DEFAULT_LEAGUE_NAME, "Friday"}


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "Fri\0day", "Fri\ud800day"])
def test_an_impossible_name_creates_nothing(session, clock, alice, name):
    create_game(session, clock, alice, draft())
    with pytest.raises(UnreadableSheet) as refused:
        create_game(session, clock, alice, draft(new_league=name))
    assert refused.value.field == "league_name"
    assert len(kept(session, alice)) == 1
