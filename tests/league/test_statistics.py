"""What is said of a person and of two, from a few games counted by hand."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.league import ratings
from scorekeeper.league.ratings import INITIAL_STRENGTH, RatingState, Strength, chances, next_run, rate, rate_game
from scorekeeper.league.seasons import begin_season, season_values
from scorekeeper.league.standings import RankingRule
from scorekeeper.league.statistics import (
    PersonStatistics,
    explain_rating,
    last_meetings,
    money_by_night,
    rating_history,
    read_pair,
    read_partnerships,
    shared_money,
)
from scorekeeper.league.totals import Share
from scorekeeper.models import ALL_TIME, OUTSIDE
from tests.factories import draft, hand
from tests.league.games import FIRST, day_of

ANN, BOB, CY, DEE = 1, 2, 3, 4


@pytest.fixture
def evening(session, clock, alice):
    """Three hands at ten points a hand, to twenty; Dee deals first.  Give the game's code.

    Bob bids 5 and he and Dee take eight (all but low and game): 8 to 2.
    Ann bids 6 and she and Cy take two (high and low): set, −4 to 16.
    Dee bids 4 and takes all ten: 26, which wins.
    """
    code = create_game(Submission(session, clock, alice), draft(house={"finish.target": 20}, date=FIRST))
    for seq, facts in enumerate((
        hand("2", 5, lost=("low", "game"), to="1"),
        hand("1", 6, lost=("jack", "off_jack", "high_joker", "low_joker", "game", "trey"), to="2"),
        hand("4", 4),
    )):  # fmt: skip
        record_line(Submission(session, clock, alice, seen=seq), code, facts)
    return code


def test_bids(session, evening):
    bob = PersonStatistics(session, 1, BOB)
    assert [bob.counts[key] for key in ("games", "hands", "for", "against")] == [1, 3, 26, -4]
    assert (bob.win, bob.share("made", "bids"), bob.counts["set"]) == (Share(1, 1), Share(1, 1), 0)
    assert (bob.share("bid_sum", "bids"), bob.share("took_sum", "counted")) == (Share(5, 1), Share(8, 1))
    assert (bob.share("over", "over_of"), bob.counts["short"]) == (Share(3, 1), 0)
    assert bob.share("side_made", "side_bids") == Share(2, 2), "Dee's four is their side's too"
    assert bob.share("defended_set", "defended") == Share(1, 1), "Ann's six was set"
    ann = PersonStatistics(session, 1, ANN)
    assert (ann.share("made", "bids"), *(ann.counts[key] for key in ("set", "over", "short"))) == (Share(0, 1), 1, 0, 4)
    assert (ann.share("over", "over_of").each, ann.share("defended_set", "defended")) == (None, Share(0, 2))
    assert evening


def test_how_often_each_point_is_captured(session, evening):
    captures = {point: tuple(shares) for point, *shares in PersonStatistics(session, 1, BOB).captures}
    assert list(captures) == ["high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey"]
    assert captures["high"] == (Share(2, 2), Share(0, 1))
    assert captures["low"] == (Share(1, 2), Share(0, 1))
    assert captures["game"] == (Share(1, 2), Share(1, 1))
    assert captures["trey"] == (Share(2, 2), Share(1, 1))
    assert evening


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


def test_a_change_of_a_rating_is_explained(session, play, monkeypatch):
    monkeypatch.setattr(ratings, "SETTLED_SIGMA", 10 * ratings.MILLION)
    codes = play("AA")
    _, sides, sentences = explain_rating(session, 1, codes[0], BOB)
    assert [(chance, place) for _, chance, place in sides] == [(50, 2), (50, 1)]
    assert [[each.name for each in people] for people, *_ in sides] == [["Bob", "Dee"], ["Ann", "Cy"]]
    assert sentences == (
        "Bob (1500) and Dee (1500), against Ann (1500) and Cy (1500).",
        "That gave Bob and Dee a 50% chance to win. They lost.",
        "Bob falls by 118 to 1382, give or take 491.",
    )
    ann, sides, _ = explain_rating(session, 1, codes[1], ANN)
    assert sides[0][1] > 50
    assert 0 < ann.change < 118, "to beat the weaker brings less"


# ---------------------------------------------------------------- two


def test_who_came_in_level_is_neither_ahead_nor_behind(session, clock, alice):
    """Smoke from five: Ann takes all five tricks and goes out, the two others come in level."""
    wanted = draft(("Ann", "Bob", "Cy"), "smoke", house={"finish.start": 5})
    code = create_game(Submission(session, clock, alice), wanted)
    record_line(Submission(session, clock, alice), code, {"tricks": {"1": 5, "2": 0, "3": 0}})
    ahead = {pair.name: pair.ahead for pair in PersonStatistics(session, 1, BOB).opponents}
    assert ahead == {"Ann": Share(0, 1), "Cy": Share(0, 0)}
    assert read_partnerships(session.connection(), 1, 8) == [], "who only met are no partners"


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
    found = read_partnerships(session.connection(), 1, 8)
    assert [share for *_, share in found[:2]] == [Share(2, 3), Share(1, 3)]
    assert {share for *_, share in found[2:]} == {Share(1, 1), Share(0, 1)}
    assert all(one < other for one, other, _ in found)
    assert [share.of for *_, share in read_partnerships(session.connection(), 1, 4)] == [3, 3, 1]


# ---------------------------------------------------------------- ratings and runs, worked out by hand


ANN, BOB, CY, DEE = 1, 2, 3, 4


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


def test_runs():
    runs, run = [], 0
    for letter in "WWLLLW":
        run = next_run(run, won=letter == "W")
        runs.append(run)
    assert runs == [1, 2, -1, -2, -3, 1]
    states = {ANN: RatingState(), BOB: RatingState()}
    for letter in "WWLLLW":
        mine = 1 if letter == "W" else 2
        states = rate_game([Play(ANN, 0, mine), Play(BOB, 1, 3 - mine)], states)
    assert (states[ANN].run, states[ANN].longest, states[ANN].drought) == (1, 2, 3)
    assert (states[BOB].run, states[BOB].longest, states[BOB].drought) == (-1, 3, 2)


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


def test_a_table_of_many_is_one_race():
    before = dict.fromkeys((ANN, BOB, CY), INITIAL_STRENGTH)
    after = rate(((ANN,), (BOB,), (CY,)), (2, 1, 3), before)
    assert after[BOB].mu > after[ANN].mu > after[CY].mu
    level = rate(((ANN,), (BOB,), (CY,)), (2, 1, 2), before)
    assert level[ANN].mu == level[CY].mu < level[BOB].mu


def test_beating_a_stronger_side_brings_more():
    strong, weak = Strength(30_000_000, 3_000_000), Strength(20_000_000, 3_000_000)
    upset = rate(((ANN,), (BOB,)), (1, 2), {ANN: weak, BOB: strong})
    expected = rate(((ANN,), (BOB,)), (1, 2), {ANN: strong, BOB: weak})
    assert upset[ANN].mu - weak.mu > expected[ANN].mu - strong.mu > 0
    mine, theirs = chances(((ANN,), (BOB,)), {ANN: weak, BOB: strong})
    assert mine < 0.5 < theirs
    assert round(mine + theirs, 9) == 1


def test_who_plays_against_nobody_stays_as_he_is():
    assert rate(((ANN,),), (1,), {ANN: INITIAL_STRENGTH}) == {ANN: INITIAL_STRENGTH}
    assert chances(((ANN,),), {ANN: INITIAL_STRENGTH}) == (1.0,)
