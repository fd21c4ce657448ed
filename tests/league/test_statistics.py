"""What is said of a person and of two, from a few games counted by hand."""

from typing import NamedTuple

from scorekeeper.league.ratings import INITIAL_STRENGTH, RatingState, rate, rate_game, win_chances
from scorekeeper.league.seasons import begin_season, season_values
from scorekeeper.league.standings import RankingRule
from scorekeeper.league.statistics import (
    PersonStatistics,
    last_meetings,
    money_by_night,
    rating_history,
    read_pair,
    read_partnerships,
    shared_money,
)
from scorekeeper.league.totals import Share
from scorekeeper.models import ALL_TIME, OUTSIDE
from tests.league.games import day_of

ANN, BOB, CY, DEE = 1, 2, 3, 4


def test_runs_of_a_season_and_the_longest_of_all(session, form, play):
    play("AAAB")
    season = begin_season(form(), season_values("Late", day_of(2), None, RankingRule()))
    of_all = PersonStatistics(session, 1, ANN)
    assert (of_all.last, of_all.longest, of_all.drought) == (None, 2, 1), "a run ends with its season"
    late = PersonStatistics(session, 1, ANN, season)
    assert (late.last.run, late.longest, late.drought, late.counts["games"]) == (-1, 1, 1, 2)
    assert [(number, name, won) for number, name, _, won, _ in of_all.seasons] == [
        (season, "Late", Share(1, 2)), (OUTSIDE, "Outside seasons", Share(2, 2)),
    ]  # fmt: skip
    assert late.last.strength == of_all.seasons[0][-1]


def test_partners_and_head_to_head(session, play):
    """Ann sits opposite Cy six times, and wins two; then once opposite Bob against Cy and Dee, and wins."""
    play("AABBBB")
    play("A", names=("Ann", "Cy", "Bob", "Dee"), first=9)
    ann = PersonStatistics(session, 1, ANN)
    assert [(pair.name, pair.win, pair.made) for pair in ann.partners] == [
        ("Cy", Share(2, 6), Share(2, 2)), ("Bob", Share(1, 1), Share(1, 1)),
    ]  # fmt: skip
    assert [(pair.name, pair.met, pair.ahead) for pair in ann.opponents] == [
        ("Dee", 7, Share(3, 7)), ("Bob", 6, Share(2, 6)), ("Cy", 1, Share(1, 1)),
    ]  # fmt: skip
    assert ann.best_partner.name == "Cy", "Bob is better, but once is not often"
    assert ann.nemesis.name == "Bob", "two of six is less than three of seven"
    dee = PersonStatistics(session, 1, DEE)
    assert dee.nemesis is None, "she is mostly ahead of everybody she met often"
    bob_to_ann = read_pair(session, 1, BOB, ANN)
    assert (bob_to_ann.name, bob_to_ann.win.of, bob_to_ann.met, bob_to_ann.ahead) == ("Ann", 1, 6, Share(4, 6))


def test_money_over_time(session, play):
    stakes = {"currency": "USD", "game": "1.00"}
    play("AAB", stakes=stakes)  # +1, +1, −1
    play("BB", first=2, apart=0, stakes=stakes)  # two more that night
    play("A", first=5)  # for nothing
    assert PersonStatistics(session, 1, ANN).cents == {"USD": -100}
    assert money_by_night(session, 1, ANN, currency="USD") == [
        ("2026-11-01", 100, 100), ("2026-11-02", 100, 200), ("2026-11-03", -300, -100),
    ]  # fmt: skip
    assert money_by_night(session, 1, ANN, 1, currency="USD") == [], "a season without games"
    assert money_by_night(session, 1, BOB, currency="USD")[-1][2] == 100
    assert money_by_night(session, 1, BOB, currency="EUR") == []


def test_a_rating_goes_from_game_to_game(session, play):
    codes = play("AB")
    first, second = rating_history(session, 1, ANN, OUTSIDE)
    assert (*first[:2], first[2].shown, first[3]) == ("2026-11-01", codes[0], 1618, 118)
    _, code, strength, change = second
    assert (code, strength.shown) == (codes[1], 1618 + change)
    assert change < -118, "to lose to the weaker costs more than the win brought"
    assert rating_history(session, 1, ANN, OUTSIDE, most=1) == [second]
    assert PersonStatistics(session, 1, ANN, OUTSIDE).last.strength == strength
    assert rating_history(session, 1, ANN, ALL_TIME) == []


def test_who_came_in_level_is_neither_ahead_nor_behind(session, new_game):
    """Smoke from five: Ann takes all five tricks and goes out, the two others come in level."""
    tricks = {"tricks": {"1": 5, "2": 0, "3": 0}}
    new_game(tricks, names=("Ann", "Bob", "Cy"), variant="smoke", house={"finish.start": 5})
    ahead = {pair.name: pair.ahead for pair in PersonStatistics(session, 1, BOB).opponents}
    assert ahead == {"Ann": Share(0, 1), "Cy": Share(0, 0)}
    assert read_partnerships(session, 1, 8) == [], "who only met are no partners"


def test_money_and_games_of_two_are_of_those_that_both_played(session, play):
    stakes = {"currency": "USD", "game": "1.00"}
    play("AAB", stakes=stakes)
    play("A", names=("Ann", "Eve", "Fay", "Gus"), first=3, stakes=stakes)
    play("A", first=4)
    connection = session.connection()
    assert shared_money(connection, 1, ALL_TIME, ANN, BOB) == [("USD", 100, -100)]
    assert shared_money(connection, 1, ALL_TIME, ANN, CY) == [("USD", 100, 100)]
    assert shared_money(connection, 1, 7, ANN, BOB) == []
    met = [(each.mine, each.theirs) for each in last_meetings(connection, 1, ALL_TIME, ANN, BOB)]
    assert met == [(1, 0), (1, 0), (0, 1), (1, 0)], "oldest first"
    assert last_meetings(connection, 1, 7, ANN, BOB) == []


def test_each_two_partners_stand_once_and_the_most_often_first(session, play):
    """Ann and Cy win two of three, Ann and Bob their only game."""
    play("AAB")
    play("A", names=("Ann", "Eve", "Bob", "Gus"), first=5)
    found = read_partnerships(session, 1, 8)
    assert [share for *_, share in found[:2]] == [Share(2, 3), Share(1, 3)]
    assert {share for *_, share in found[2:]} == {Share(1, 1), Share(0, 1)}
    assert all(one < other for one, other, _ in found)
    assert [share.of for *_, share in read_partnerships(session, 1, 4)] == [3, 3, 1]


class Play(NamedTuple):
    person_id: int
    side: int | None
    place: int | None
    opening: int = 0
    worth: int = 0


def test_a_game_nobody_won_changes_nothing_nor_does_one_that_somebody_left():
    before = {ANN: RatingState(run=3), BOB: RatingState()}
    assert rate_game([Play(ANN, None, None), Play(BOB, None, None)], before) == before
    won = [Play(CY, 0, 1), Play(DEE, 1, 2), Play(ANN, None, None)]
    after = rate_game(won, {ANN: before[ANN], CY: RatingState(), DEE: RatingState()})
    assert after[ANN] == before[ANN]
    assert after[CY].mu > RatingState().mu > after[DEE].mu


def test_partners_rise_together_and_the_others_fall_as_far():
    """Plackett-Luce by hand, everybody at 25 ± 25/3: Weng and Lin, JMLR 12 (2011), algorithm 4.

    A side of two has mu 50 and sigma² 2·(625/9) = 1250/9.  c² = the sum over sides of sigma² + beta² with beta = 25/6:
    2·(1250/9 + 625/36) = 312.5, so c = 17.678.  The winners' chance is 1/2, their gain sigma²·(1 − 1/2)/c over the
    side, of which each partner has their share of sigma²: (625/9)·0.5/17.678 = 1.9642.
    """
    before = dict.fromkeys((ANN, BOB, CY, DEE), INITIAL_STRENGTH)
    after = rate(((ANN, CY), (BOB, DEE)), (1, 2), before)
    gain = 1.9642
    assert round(after[ANN].mu / 1e6 - 25, 3) == round(after[CY].mu / 1e6 - 25, 3) == round(gain, 3)
    assert after[BOB].mu - 25_000_000 == -(after[ANN].mu - 25_000_000)
    assert after[ANN].sigma < INITIAL_STRENGTH.sigma
    assert (INITIAL_STRENGTH.shown, INITIAL_STRENGTH.give_or_take, after[ANN].shown, after[BOB].shown) == (
        1500,
        500,
        1618,
        1382,
    )


def test_who_plays_against_nobody_stays_as_he_is():
    assert rate(((ANN,),), (1,), {ANN: INITIAL_STRENGTH}) == {ANN: INITIAL_STRENGTH}
    assert win_chances(((ANN,),), {ANN: INITIAL_STRENGTH}) == (1.0,)
