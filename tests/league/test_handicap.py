"""A head start by the ratings: what it comes to, and that it is said and rated."""

import re

import pytest

from scorekeeper.access.codes import find_device
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.league.handicap import PlayedGame, head_starts
from scorekeeper.league.ratings import BETA, MILLION, Strength, rate, win_chances
from scorekeeper.operations.doctor import Verdict, run_checks
from tests.transfer.league_files import brought_in, exported

SETTLED = 1_500_000


def strengths(*mu):
    return {who: Strength(round(each * MILLION), SETTLED) for who, each in enumerate(mu)}


def some_games(margin, gap, many=40):
    """As many games that ended so far apart, between sides that were so far apart."""
    return [PlayedGame(margin, gap, 4 * BETA**2 + 9, 9)] * many


def test_the_weaker_side_begins_ahead_by_what_the_ratings_cost_it():
    """Worked by hand: c² = 4 * 17.36 + 9 = 78.4, c = 8.86.

    Games that end 10 points apart between sides that are 10 apart, beside five that end half a target apart, spread by
    the root of (5 * 10.5² + 40 * 10²) / (5 + 40 * (1 + 10² / (1.7² * 78.4))) = 72.6: 8.52.  So a point is worth
    1.7 * 8.86 / 8.52 = 1.77, and a gap of 10, of which 8 * 100 / (8 * 100 + 9) = 99 % are trusted, is 5.6 points.
    """
    given, worth = head_starts(((0, 1), (2, 3)), strengths(30, 25, 20, 25), some_games(10, 10), span=21)
    assert given == [0, 6]
    assert worth == pytest.approx(1.77 * MILLION, rel=0.01)


def test_nobody_begins_at_the_target_nor_ahead_of_equals_nor_by_unsettled_ratings():
    sides = ((0, 1), (2, 3))
    assert head_starts(sides, strengths(80, 80, 5, 5), some_games(10, 10), span=7)[0] == [0, 6]
    assert head_starts(sides, strengths(25, 25, 25, 25), some_games(10, 10), span=21)[0] == [0, 0]
    assert head_starts(sides, strengths(40, 25, 20, 25), [], span=21)[0] == [0, 0], "the first game of a league"


def test_of_several_sides_the_strongest_begins_at_the_start():
    given, _ = head_starts(((0,), (1,), (2,)), strengths(22, 30, 26), some_games(10, 10), span=21)
    assert given[1] == 0
    assert given[0] > given[2] > 0


def test_a_win_by_a_head_start_counts_no_more_than_one_of_equals():
    sides, before = ((0, 1), (2, 3)), strengths(29, 29, 25, 25)
    equal = rate(sides, [2, 1], strengths(25, 25, 25, 25))
    start = [0, 8 * MILLION]
    assert win_chances(sides, before, start) == pytest.approx((0.5, 0.5))
    after = rate(sides, [2, 1], before, start)
    won = after[2].mu - before[2].mu
    assert won == equal[2].mu - 25 * MILLION
    assert won < rate(sides, [2, 1], before)[2].mu - before[2].mu, "than one without"


WON = """
format = "scoresheet/1"
variant = "partnership-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
opening = { Ann = 20, Bob = 8 }

[[lines]]
bidder = "Ann"
bid = 4
points = { high = "Ann", low = "Ann", jack = "Ann", game = "Ann" }
"""
SAID = r"Bob & Dee start at (\d+): even chances by the last 12 games\."
NEW = "/new/partnership-pitch/4"
FOUR = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Dee"), start=1)}


@pytest.fixture
def won_often(phone):
    """A league in which Ann and Cy won twelve games; the code of the last."""
    return [phone.bring_in(WON) for _ in range(12)][-1]


@pytest.fixture
def with_start(phone, won_often):
    """A game there with a head start: its code and the points."""
    assert won_often
    code = phone.sit_down("partnership-pitch", handicap="y")
    return code, re.search(SAID, phone.page(f"/t/{code}").text)[1]


def test_a_head_start_is_said_on_the_board_the_log_and_the_sheet(phone, with_start):
    code, points = with_start
    assert 0 < int(points) < 21
    assert phone.scores(code) == ["0", points]
    for page in ("", "/watch", "/log"):
        assert re.search(SAID, phone.page(f"/t/{code}{page}").text), page
    sheet = phone.get(f"/t/{code}/sheet.toml").text
    assert re.match(rf"# {SAID}\n", sheet)
    assert phone.bring_in(sheet), "it is a sheet like any other"


def test_the_next_game_has_one_too_until_it_is_taken_off(phone, with_start):
    code, _ = with_start
    assert phone.form(NEW, NEW)["handicap"] == "y"
    ann_wins(phone, code)
    assert phone.form("/", NEW)["handicap"] == "y", "same again"
    again = phone.send(f"/t/{code}", f"/t/{code}/rematch", {}).location
    assert re.search(r"start at \d+: even chances by the last 13 games\.", phone.page(again).text)
    plain = phone.sit_down("partnership-pitch", handicap=None)
    assert "even chances" not in phone.page(f"/t/{plain}").text
    assert "handicap" not in phone.form(NEW, NEW)


def test_it_is_rated_as_even_and_comes_back_with_the_league(phone, app, with_start):
    code, _ = with_start
    ann_wins(phone, code)
    text = phone.page(f"/l/{league_of_phone(phone)}/people/1/rating/{code}").text
    chance = int(re.search(r"Chances before the game, with the head start Ann.*? (\d+)%", text)[1])
    assert 40 <= chance <= 85, "half of what ratings that are settling in say is not trusted"
    with app.app_context():
        out = exported(db.engine)
        device = find_device(db.session, phone.secret)
        assert exported(db.engine, brought_in(db.session, wall_clock, device, out)) == out
        checks = [it for it in run_checks(db.session.connection()) if it.check.name in ("lines", "standings")]
    assert {it.verdict for it in checks} == {Verdict.OK}


def test_the_report_tells_of_it_two_taps_from_the_finish(phone):
    assert [phone.bring_in(f"date = 2026-09-10\n{WON}") for _ in range(12)], "on another night"
    code = phone.sit_down("partnership-pitch", handicap="y")
    points = re.search(SAID, phone.page(f"/t/{code}").text)[1]
    ann_wins(phone, code)
    report = re.search(r'href="(/l/[\w-]{22}/nights/\d+/report)"', phone.get(f"/t/{code}").text)[1]
    assert f"(Bob and Dee began {points} points ahead)" in phone.page(report).text


def ann_wins(phone, code):
    """Play six hands of which each brings her side four points: 24, of 21."""
    for _ in range(6):
        phone.hand(code, bidder="1", bid="4", point_high="1", point_low="1", point_jack="1", point_game="1")


def league_of_phone(phone):
    return re.search(r"/l/([\w-]+)", phone.get("/").text)[1]


@pytest.mark.parametrize(
    ("page", "fields", "said"),
    [
        (NEW, FOUR | {"opening-1": "5"}, "Enter the scores so far or take a head start, not both."),
        (NEW, FOUR | {"rule-finish.target": "none", "rule-finish.hands": "8"}, "A head start needs a game to a target"),
    ],
)
def test_a_head_start_with_no_meaning_is_refused_in_words(phone, page, fields, said):
    answer = phone.send(page, page, fields | {"handicap": "y"})
    assert answer.status_code == 422
    assert said in answer.text


def test_smoke_offers_none_and_says_so(phone):
    page = phone.page("/new/smoke/4")
    assert "handicap" not in page.ids
    assert "No head start by ratings here" in page.text
