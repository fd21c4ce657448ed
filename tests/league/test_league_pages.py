"""The pages of a league one looks at: what they say of three games that were counted by hand."""

import re

import pytest

from scorekeeper.league import ratings
from tests.league.conftest import FOR_MONEY, sheet
from tests.phones import Page
from tests.reading import links


def people_of(html):
    """Name -> what the line of the standings and what it opens to say, in the order of the page."""
    lines = re.findall(r"<li>\s*<details>(.*?)</details>", html, re.DOTALL)
    return {re.search(r'class="name">([^<]+)', line)[1]: line for line in lines}


def rows_of(html):
    """The standings as heard: place, name, value, notes.  A place that several share is seen with each."""
    return [
        (*re.findall(r'class="place num">(\d*)', line), name,
         re.search(r'class="value num">([^<]+)', line)[1], *re.findall(r'class="[^"]*\bnote\b[^"]*">([^<]+)', line))
        for name, line in people_of(html).items()
    ]  # fmt: skip


def figures_of(html, name):
    """What somebody's line opens to."""
    return dict(re.findall(r'<dt>([^<]+)</dt><dd class="num">([^<]+)', people_of(html)[name]))


def test_a_league_without_a_finished_game_says_so(stranger):
    stranger.sit_down()
    path = re.search(r'href="(/l/[\w-]{22})"', stranger.get("/").text)[1]
    text = stranger.page(path).text
    assert "Nobody has finished a game here yet." in text
    assert "1 not begun Not begun Hand 1 · to " in text
    for room, empty in {
        "standings": "Nobody has finished a game here yet.",
        "games": "No finished games yet", "awards": "No awards yet", "seasons": "No seasons yet",
        "changes": "No changes yet", "people/1": "No games yet", "nights": "4 people Not begun",
        "people/1/with/2": "They have not played at the same table yet.",
    }.items():  # fmt: skip
        assert empty in stranger.page(f"{path}/{room}").text


def test_the_standings_say_who_leads_and_what_decided(owner, league):
    html = owner.get(f"{league}/standings").text
    assert rows_of(html) == [
        ("1", "Ann", "2", "Tied"), ("1", "Cy", "2", "Tied"), ("3", "Bob", "1", "Tied"), ("3", "Dee", "1", "Tied"),
        ("5", "Bobby", "0", "Tied"), ("5", "Eve", "0", "Tied"),
    ]  # fmt: skip
    assert "Most games won leads. Ties are broken by share of games won, points, then head to head." in html
    lately = re.findall(r'aria-label="(\d of the last \d) won"', html)
    assert lately[::2] == ["2 of the last 3", "1 of the last 2", "0 of the last 1"]


def test_a_line_opens_to_its_numbers(owner, league):
    """All twenty to nothing.  Ann won two for a dollar, lost one, and won one for nothing; Bob won one and lost two."""
    owner.bring_in(sheet("2026-09-17", "Ann", more=FOR_MONEY))
    html = owner.get(f"{league}/standings").text
    assert figures_of(html, "Ann") == {"Won": "3 of 4", "Points": "+40", "Money": "+$1.00", "In a row": "3 won"}
    assert "75% of 4 · +40 points" in people_of(html)["Ann"]
    assert figures_of(html, "Bob") == {"Won": "1 of 3", "Points": "−20", "Money": "−$1.00"}
    owner.bring_in(sheet("2026-09-18", "Ann"))
    assert figures_of(owner.get(f"{league}/standings").text, "Dee")["In a row"] == "3 lost"


def test_the_money_of_everybody_adds_up_below_their_places(owner, league):
    """Of four who won or lost a dollar, Ann and Cy played four games, Bob and Dee three: too few for a place."""
    owner.bring_in(sheet("2026-09-17", "Ann", more=FOR_MONEY))
    path = f"{league}/seasons/1"
    owner.send(path, path, {"floor": "4", "by": "money"})
    foot = re.search(r'<dl class="facts sums">(.*?)</dl>', owner.get(f"{league}/standings").text, re.DOTALL)[1]
    told = re.findall(r'<dt>([^<]+)</dt><dd class="num">([^<]+)</dd>', foot)
    assert told == [("Everybody else", "−$2.00"), ("Total", "$0.00")]


def moves_of(html):
    """Name -> how the place changed in the last night."""
    return {name: re.findall(r'class="move"> ([^<]*)', line) for name, line in people_of(html).items()}


def test_the_standings_say_who_moved_in_the_last_night(owner, league):
    """Bob and Dee won the first night; on the second Ann and Cy won twice; Bobby and Eve were new."""
    assert moves_of(owner.get(f"{league}/standings").text) == {
        "Ann": ["up 2"], "Cy": ["up 2"], "Bob": ["down 2"], "Dee": ["down 2"], "Bobby": ["new"], "Eve": ["new"],
    }  # fmt: skip
    owner.bring_in(sheet("2026-09-17", "Ann"))
    assert [moves_of(owner.get(f"{league}/standings").text)[it] for it in ("Ann", "Eve")] == [[], []]
    for day, four in (*(("17", four) for four in ("FGHI", "JKLM", "NOPQ")), *3 * (("24", "MNKP"),)):
        owner.bring_in(sheet(f"2026-09-{day}", four[0], four))
    assert moves_of(owner.get(f"{league}/standings").text)["M"] == ["up 10"], "however far"


def test_a_tie_is_told_with_what_broke_it(owner, league):
    """Flo & Gus won the only game they played, Bob & Dee one of three."""
    owner.bring_in(sheet("2026-09-17", "Flo", ("Flo", "Bob", "Gus", "Dee")))
    rows = rows_of(owner.get(f"{league}/standings").text)
    assert rows[2:6] == [
        ("3", "Flo", "1", "Tied"), ("3", "Gus", "1", "Tied"),
        ("5", "Bob", "1", "Tied with Gus, behind on share of games won"),
        ("5", "Dee", "1", "Tied"),
    ]  # fmt: skip


def test_guests_and_who_played_too_little_stand_apart(owner, league, person):
    bobby = person("Bobby")
    owner.send(f"{bobby}/edit", f"{bobby}/guest", {})
    path = f"{league}/seasons/1"
    owner.send(path, path, {"floor": "2"})
    html = owner.get(f"{league}/standings").text
    _, missing, guests = re.split(r'<h2 class="chalk">', html)
    assert (missing[:14], rows_of(missing)) == ("Not ranked yet", [("", "Eve", "0")])
    assert figures_of(missing, "Eve")["To be ranked"] == "1 more game"
    assert (guests[:6], [row[1] for row in rows_of(guests)]) == ("Guests", ["Bobby"])
    owner.send(path, path, {"floor": "0"})
    ranked = re.split(r'<h2 class="chalk">', owner.get(f"{league}/standings").text)[0]
    assert "Bobby" not in [row[1] for row in rows_of(ranked)], "however often they played"


def test_who_plays_most_comes_first(owner, league):
    assert re.findall(r'"person" href="[^"]+">(\w+)<', owner.get(f"{league}/people").text) == [
        "Ann", "Cy", "Bob", "Dee", "Bobby", "Eve"
    ]  # fmt: skip


def test_the_season_is_chosen_in_the_address(owner, league):
    assert "All time" in owner.page(f"{league}/standings?season=all").text
    assert rows_of(owner.get(f"{league}/standings?season=none").text) == []
    assert rows_of(owner.get(f"{league}/standings?season=1").text)


def test_a_night_says_who_won_what_and_what_it_brought(owner, league, told):
    nights = owner.get(f"{league}/nights").text
    assert re.findall(r'datetime="([\d-]+)"', nights) == ["2026-09-10", "2026-09-03"]
    assert re.findall(r'class="theirs won">([^<]+)', nights) == ["Ann &amp; Cy", "Bob &amp; Dee"]
    assert re.findall(r"(\d win\w* each · \d games?)", nights) == ["2 wins each · 2 games", "1 win each · 1 game"]
    path = re.search(rf'href="({league}/nights/\d+)"', nights)[1]
    page = owner.page(path).text
    for said in (
        "Ann & Cy's night Thursday, Sep 10, 2026", "each in 2 games 2 wins Ann & Cy won the closest game, 20 to 0",
        "games in all 2 bids made 4 of 4 100% settled $2.00", "The long one",
        "before payments Ann +$1.00", "Bob \N{MINUS SIGN}$1.00", "Sep 3, 2026",  # the night before
    ):  # fmt: skip
        assert said in page
    assert "Sep 10, 2026" in owner.page(f"{league}/nights/1").text
    assert f"/t/{told.games[2]}" in owner.get(path).text


def test_a_night_says_what_is_owed_of_it_the_newest_first(owner, league):
    owner.bring_in(sheet("2026-09-17", "Bob", more=FOR_MONEY))
    owner.bring_in(sheet("2026-09-24", "Ann", ("Ann", "Bob", "Dee", "Cy"), more=FOR_MONEY))
    nights = owner.get(f"{league}/nights").text
    told = re.findall(r'money( owes)?">([^<]+)</b><small>(\w+)', nights)
    assert told == 2 * [(" owes", "$1.00", "owed")] + 2 * [("", "$2.00", "settled")], "Dee is owed $2.00 in all, by Cy"
    newest = owner.page(re.search(rf"{league}/nights/\d+", nights)[0]).text
    assert re.search(r"100% owed \$1\.00 .*Money · \$1\.00 owed", newest)


def test_only_who_won_most_of_a_night_is_crowned_in_the_list(owner, league):
    """Ann and Cy win a game, then Ann and Dee: Ann won two, and the others one each."""
    owner.bring_in(sheet("2026-09-17", "Ann"))
    owner.bring_in(sheet("2026-09-17", "Ann", ("Ann", "Bob", "Dee", "Cy")))
    newest = owner.get(f"{league}/nights").text.partition("</li>")[0]
    assert re.findall(r'class="theirs won">(\w+)<', newest) == ["Ann"]


@pytest.mark.parametrize(
    ("asked", "games"),
    [
        ("", [2, 1, 0]), ("season=1", [2, 1, 0]), ("season=none", []), ("variant=minnesota-ten-point", [2, 1, 0]),
        ("person=Bob", [1, 0]), ("person=Ann&partner=Cy", [2, 1, 0]), ("person=Ann&partner=Bob", []),
        ("person=Ann&before=2026-09-10.2", [0]),
    ],
)  # fmt: skip
def test_games_are_picked_out(owner, league, told, person, asked, games):
    for name in ("Ann", "Bob", "Cy"):
        asked = re.sub(rf"={name}\b", f"={person(name).rpartition('/')[2]}", asked)
    html = owner.get(f"{league}/games?{asked}").text
    assert re.findall(r'href="/t/([\w-]+)"', html) == [told.games[number] for number in games]


def test_search_finds_people_nights_and_games(owner, league, told):
    def found(text):
        return owner.get(f"{league}/search?q={text}").text

    assert re.findall(rf"{league}/people/\d+\">.*?<span><b>(\w+)", found("bo")) == ["Bob", "Bobby"]
    assert len(re.findall(rf"{league}/nights/\d+", found("2026-09"))) == 2
    assert told.games[2] in found("the+long")
    sought = ("zzz", "%25", "_", "%E3%85%A4", "2026-13-99", "")
    assert [text for text in sought if "Nothing found for" not in found(text)] == [""]


def test_awards_have_a_figure_and_a_rule(owner, league):
    awards = owner.page(f"{league}/awards").text
    assert "Never left the chair 3 games An Ann Cy Cy Most games played." in awards
    assert "Shares count from 20 bids, 30 hands or 5 games together." in awards
    assert "Fullest purse $1.00 Bo Bob De Dee" in owner.page(f"{league}/nights/1").text, "on the second they lost it"


def test_a_person_in_numbers_and_pictures(owner, league, person):
    html = owner.get(person("Ann")).text
    text = Page(html).text
    # Ann bid 5 four times and made all of them; of three games two were won.
    for said in ("won 2 of 3 67% bids made 4 of 4 100%", "Average bid 5", "+20 40 for, 20 against", "Money, night by"):
        assert said in text
    for svg in re.findall(r"<svg[^>]*role=\"img\".*?</svg>", html, re.DOTALL):
        assert re.findall(r"<title|<desc", svg) == ["<title", "<desc"]
    assert re.search(r"<tr><th scope=\"row\">5</th><td class=\"num\">4</td><td class=\"num\">4</td>", html)
    assert "Low 100% (4 of 4) 0% (0 of 2)" in text, "bidding, and defending against Bob"
    assert html.count("Show numbers") == 3  # bids, points, money; no rating yet
    assert links(html)["All games"] == f"{league}/games?person={person('Ann').rpartition('/')[2]}"
    for name in ("Bob", "Cy"):
        assert f'href="{person("Ann")}/with/{person(name).rpartition("/")[2]}?season=all">{name}</a>' in html


def test_one_season_of_a_person(owner, person):
    text = owner.page(f"{person('Ann')}?season=1").text
    assert ("Rating" in text, "Current run 2 won in a row" in text) == (True, True)
    assert "No games yet" in owner.page(f"{person('Ann')}?season=none").text


def test_two_people(owner, person):
    ann, bob, cy = person("Ann"), person("Bob"), person("Cy")
    text = owner.page(f"{ann}/with/{bob.rpartition('/')[2]}").text
    for said in (
        "Ann 1 Bo Bob 1", "67% Won 50%", "They played against each other in 2 games",  # the letters are the card's
        "Sep 3, 2026: Bob won", "Sep 10, 2026: Ann won",
    ):  # fmt: skip
        assert said in text
    assert "Money" not in text, "which came out even"
    together = owner.page(f"{ann}/with/{cy.rpartition('/')[2]}").text
    for said in ("Together games won 2 of 3", "Sep 3, 2026: lost together", "Their last 3 games"):
        assert said in together


def test_a_rating_is_settling_in_before_it_means_something(owner, league, person, told):
    """Three games: no page shows 1500 or what came of it."""
    ann = person("Ann")
    for path in (f"{ann}?season=1", f"{league}/standings", f"{ann}/rating/{told.games[0]}"):
        text = owner.page(path).text
        assert not re.search(r"\b1[3-7]\d\d\b", text.replace("Everyone starts a season at 1500.", "")), path
    assert "3 games settling in" in owner.page(f"{ann}?season=1").text


def test_a_rating_that_moved_is_opened(owner, person, told, monkeypatch):
    monkeypatch.setattr(ratings, "SETTLED_SIGMA", 10 * ratings.MILLION)
    ann = person("Ann")
    path = f"{ann}/rating/{told.games[0]}"
    assert path in owner.get(f"{ann}?season=1").text
    text = owner.page(path).text
    assert "this game Lost Chances before the game" in text
    assert re.search(r"Ann 1500 → 1382 −118 Cy \S+ → \S+ \S+ 50%", text)
    assert "Ann & Cy lost an even game rating, now 1382 ± 491 −118" in text


def test_what_a_league_has_not_is_404(owner, league, told):
    for path in (
        "/seasons/99", "/nights/99", "/people/99", "/people/1/with/99", "/people/99/with/1", "/people/99/edit",
        "/people/1/merge?into=99", "/people/1/rating/{none}", "/people/5/rating/{game}", "/standings?season=99",
        "/standings?season=x", "/games?person=99", "/games?person=x", "/games?season=99", "/people/999999999999",
        "/changes?before=x", "/files/secrets.csv",
    ):  # fmt: skip
        answer = owner.get(league + path.format(none="A" * 22, game=told.games[0]))
        assert (answer.status_code, "There is nothing at this address." in answer.text) == (404, True), path


def test_who_looks_on_is_offered_nothing_to_change(viewer, league):
    for path in ("", "/standings", "/seasons", "/people", "/people/1"):
        html = viewer.get(league + path).text
        assert not re.search(r'method="post"|/edit|/seasons/new|/seasons/\d', html), path
