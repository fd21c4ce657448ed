"""What the league's keeper does: seasons, names, two who are one, guests; refusals in words, nothing typed is lost."""

import re

import pytest

from tests.databases import by_hand, everything
from tests.league.conftest import AUTUMN
from tests.phones import Page


def wrong_at(answer):
    """Return control -> what is said there."""
    assert answer.status_code == 422, answer.status_code
    return dict(re.findall(r'id="(\w+)-wrong">([^<]+)', answer.text))


def test_the_league_is_renamed(owner, league):
    assert owner.send(f"{league}/more", f"{league}/name", {"name": "  Thursdays  at the Legion "}).status_code == 303
    assert "Thursdays at the Legion" in owner.page("/").text
    assert "The league was renamed Thursdays at the Legion." in owner.page(f"{league}/changes").text


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"name": " "}, "name", "A season needs a name"), ({"starts_on": ""}, "starts_on", "Choose the first day."),
        ({"starts_on": "2026-02-30"}, "starts_on", "Choose the first day."),
        ({"ends_on": "soon"}, "ends_on", "Choose the last day, or leave it empty."),
        ({"ends_on": "2024-01-01"}, "ends_on", "Choose a last day on or after the first day."),
        ({"ends_on": "2026-12-31"}, "starts_on", "Those days are in season Autumn"), ({"by": "luck"}, "by", "Rank by"),
        ({"floor": "-1"}, "floor", "Enter a whole number"),
        ({"nights": "0"}, "nights", "Enter a number of nights from 1 to"),
        ({"floor": "5000"}, "floor", "Enter a number of games from 0 to"),
    ],
)  # fmt: skip
def test_a_season_that_cannot_be_is_refused_at_its_field(owner, league, typed, field, says):
    path = f"{league}/seasons/new"
    whole = {**AUTUMN, "name": "Old times", "starts_on": "2025-01-01", "ends_on": "2025-12-31", **typed}
    answer = owner.send(path, path, whole)
    wrong = wrong_at(answer)
    assert says in wrong[field]
    assert list(wrong) == [field]
    if field != "name":
        assert 'value="Old times"' in answer.text


def test_games_of_the_past_count_for_a_season_begun_later_and_leave_one_that_ends(owner, league):
    path = f"{league}/seasons/1"
    assert owner.send(path, path, {"ends_on": "2026-09-05"}).status_code == 303
    assert "Won 1 of 1" in owner.page(f"{league}/standings?season=1").text
    new = f"{league}/seasons/new"
    answer = owner.send(new, new, {**AUTUMN, "name": "Winter", "starts_on": "2026-09-06"})
    assert answer.location == f"{league}/standings?season=2"
    assert "Won 2 of 2" in owner.page(answer.location).text
    log = owner.page(f"{league}/changes").text
    assert "Season Winter was started" in log
    assert "Season Autumn was changed" in log
    wrong = wrong_at(owner.send(path, path, {"ends_on": "2026-09-06"}))
    assert list(wrong) == ["starts_on"]
    assert "Those days are in season Winter" in wrong["starts_on"]


def test_a_season_is_put_away_and_taken_back(owner, league):
    def press(**more):
        form = owner.form(f"{league}/seasons/1", f"{league}/seasons/1/archive")
        return owner.client.post(f"{league}/seasons/1/archive", data=form | more)

    assert press().status_code == 303
    assert "archived" in owner.page(f"{league}/seasons").text
    assert "Autumn" in owner.page(f"{league}/standings?season=1").text
    assert press(back="yes").status_code == 303
    assert "archived" not in owner.page(f"{league}/seasons").text


def test_a_new_name_is_everywhere_at_once(owner, league, told, person):
    ann, going_on = person("Ann"), owner.sit_down()
    assert "Ann" in owner.page(f"/t/{going_on}").text
    assert owner.send(f"{ann}/edit", f"{ann}/name", {"name": "An<b>nika"}).status_code == 303
    games = (f"/t/{going_on}", f"/t/{told.games[0]}", f"/t/{told.games[0]}/log")
    for path in (*games, f"{league}/standings", f"{league}/games", ann):
        html = owner.get(path).text
        assert "An&lt;b&gt;nika" in html, path
        assert not re.search(r"<b>nika|\bAnn\b", html), path
    assert "Ann was renamed An<b>nika." in owner.page(f"{league}/changes").text


def test_an_old_form_with_another_name_is_asked_again(owner, person):
    ann = person("Ann")
    form = owner.form(f"{ann}/edit", f"{ann}/name")
    assert owner.client.post(f"{ann}/name", data=form | {"name": "Annika"}).status_code == 303
    answer = owner.client.post(f"{ann}/name", data=form | {"name": "Anneke"})
    assert "This form was already saved" in wrong_at(answer)["name"]
    assert 'value="Anneke"' in answer.text
    again = next(each["fields"] for each in Page(answer.text).forms if each["action"] == f"{ann}/name")
    assert owner.client.post(f"{ann}/name", data=again).status_code == 303
    assert "Anneke" in owner.page(ann).text


def test_a_guest_becomes_a_regular(owner, person):
    eve = person("Eve")
    owner.send(f"{eve}/edit", f"{eve}/guest", {})
    assert "Guest" in owner.page(eve).text
    owner.client.post(f"{eve}/guest", data=owner.form(f"{eve}/edit", f"{eve}/guest") | {"regular": "yes"})
    assert "Guest" not in owner.page(eve).text


def test_two_who_are_one_first_seen_then_done_then_taken_back(owner, league, person):
    bob, bobby = person("Bob"), person("Bobby")
    into = bob.rpartition("/")[2]
    path = f"{bobby}/merge?into={into}"
    text = owner.page(path).text
    assert "Bobby played 1 game, Bob 2 games. Together: 3 games." in text
    assert "Bobby becomes Bob everywhere" in text
    assert owner.send(path, f"{bobby}/merge", {}).location == f"{bob}/edit"
    assert "Bobby" not in owner.page(f"{league}/standings").text
    assert "1 of 3" in owner.page(bob).text
    assert "Bobby was merged into Bob." in owner.page(f"{league}/changes").text
    assert owner.get(bobby).status_code == 200, "an old address leads to the same person"
    merged = bobby.rpartition("/")[2]
    form = owner.form(f"{bob}/edit", f"{bob}/split")
    assert "Was Bobby" in owner.page(f"{bob}/edit").text
    assert owner.client.post(f"{bob}/split", data=form | {"merged": merged}).status_code == 303
    assert "1 of 2" in owner.page(bob).text
    assert "Bobby" in owner.page(f"{league}/people").text


def test_who_is_put_away_is_still_there(owner, league, person):
    eve = person("Eve")
    owner.send(f"{eve}/edit", f"{eve}/archive", {})
    assert "Archived Eve" in owner.page(f"{league}/people").text
    assert 'name="back" value="yes"' in owner.get(f"{eve}/edit").text
    owner.client.post(f"{eve}/archive", data=owner.form(f"{eve}/edit", f"{eve}/archive") | {"back": "yes"})
    assert "Archived" not in owner.page(f"{league}/people").text


def test_only_a_guest_is_erased_and_then_they_are_nowhere(app, owner, viewer, league, told, person, database):
    bobby, who = person("Bobby"), f"/t/{told.games[2]}/who"
    viewer.send(who, who, {"who": bobby.rpartition("/")[2], "phone": "Bobby's phone"})
    answer = owner.client.post(f"{bobby}/erase", data=owner.form("/import", "/import") | {"op_id": "1"})
    assert (answer.status_code, "Only guests can be erased" in answer.text) == (422, True)
    owner.send(f"{bobby}/edit", f"{bobby}/name", {"name": "Bobby Tables"})
    owner.send(f"{bobby}/edit", f"{bobby}/guest", {})
    assert "This cannot be undone" in owner.page(f"{bobby}/erase").text
    assert owner.send(f"{bobby}/erase", f"{bobby}/erase", {}).status_code == 303
    assert "Bobby" not in repr(everything(database)), "nor is it kept what they were called before"
    assert "A former guest was made a guest." in owner.page(f"{league}/changes").text
    assert "A former guest & Eve" in owner.page(f"/t/{told.games[2]}").text
    pair = app.jinja_env.from_string("{{ ['Eve', 'A former guest'|brief([], 0)]|names }}").render()
    assert pair == "Eve &amp; a former guest"
    assert owner.get(f"{bobby}/edit").status_code == 404


def test_people_of_one_name_are_offered_to_be_merged(owner, viewer, league, person, database):
    """As older versions let two people be called; who may only look is told nothing of it."""
    bobby, bob = (person(name).rpartition("/")[2] for name in ("Bobby", "Bob"))
    assert "Same name" not in owner.page(f"{league}/people").text
    by_hand(database, f"UPDATE people SET name = 'B\u200dob', name_key = 'bob' WHERE id = {bobby}")  # noqa: S608
    assert "Same name" not in viewer.page(f"{league}/people").text
    page = owner.get(f"{league}/people").text
    path = f"{league}/people/{max(bobby, bob)}/merge?into={min(bobby, bob)}"
    assert path in page
    assert owner.send(path, path.partition("?")[0], {}).status_code == 303
    assert "Same name" not in owner.page(f"{league}/people").text
