"""What stands below which heading, and who is named first."""

from __future__ import annotations

import re

from tests.league.conftest import FOR_MONEY, bring_in, sheet
from tests.reading import links, rows


def test_each_number_of_the_standings_stands_below_its_heading(owner, league):
    """All twenty to nothing.  Ann won two for a dollar, lost one, and won one for nothing; Bob won one and lost two."""
    bring_in(owner, sheet("2026-09-17", "Ann", more=FOR_MONEY))
    found = {row["Name"].split()[0]: row for row in rows(owner.get(f"{league}/standings").text)}
    columns = ("Games", "Points", "Money", "Won")
    assert [found["Ann"][name] for name in columns] == ["4", "+40", "+$1.00", "3"]
    assert [found["Bob"][name] for name in columns] == ["3", "−20", "−$1.00", "1"]
    assert [found[name]["Place"].split()[0] for name in ("Ann", "Bob")] == ["1", "3"]
    assert found["Ann"]["Place"].endswith("same place")
    assert found["Ann"]["Share won"].startswith("75")
    assert found["Bob"]["Share won"].startswith("33")


def test_the_money_of_everybody_adds_up_below_their_places(owner, league):
    """Of four who won or lost a dollar, Ann and Cy played four games, Bob and Dee three: too few for a place."""
    bring_in(owner, sheet("2026-09-17", "Ann", more=FOR_MONEY))
    path = f"{league}/seasons/1"
    owner.send(path, path, {"floor": "4"})
    foot = re.search(r"<tfoot>(.*?)</tfoot>", owner.get(f"{league}/standings").text, re.DOTALL)[1]
    told = re.findall(r'<th scope="row">([^<]+)</th>.*?<td class="num far">([^<]+)</td>', foot, re.DOTALL)
    assert told == [("Everybody else", "−$2.00"), ("Total", "$0.00")]


def test_three_lead_on_the_leagues_first_page(owner, league):
    assert [row["Place"].split()[0] for row in rows(owner.get(league).text)] == ["1", "1", "3"]


def test_all_games_of_somebody_are_theirs_alone(owner, league, person):
    eve = person("Eve")
    there = links(owner.get(eve).text)["All games"]
    assert there == f"{league}/games?person={eve.rsplit('/', 1)[1]}"
    assert [len(games_on(owner, path)) for path in (there, f"{league}/games")] == [1, 3]
    assert "The long one" in owner.get(there).text


def games_on(owner, path):
    return set(re.findall(r'href="(/t/[\w-]{22})"', owner.get(path).text))
