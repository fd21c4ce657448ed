import datetime as dt
import re
from dataclasses import replace

from scorekeeper.core.clock import wall_clock
from tests.phones import TEN_POINT

TO_FIVE = {"rule_finish.target": "5"}
STAKES = {"stake_game": "0.25", "stake_set": "0.10", "currency": "USD"}


def finished(phone, **fields):
    """Play a game to 5, which Bob & Dee win with the first hand; give its code."""
    code = phone.sit_down(**TO_FIVE | fields)
    phone.hand(code)
    assert "Bob & Dee won" in phone.page(f"/t/{code}").text
    return code


def again(phone, **fields):
    """Send the card of what was played last, with these fields changed; give the new game's code."""
    path = f"/new/{TEN_POINT}/4"
    answer = phone.send("/", path, {name.replace("_", "-"): value for name, value in fields.items()})
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


def test_a_phone_that_was_never_here_is_shown_the_way_in(phone):
    page = phone.page("/")
    assert "For Smear, Pitch, Setback and Smoke, played with real cards." in page.text
    assert "Start a game" in page.text
    assert "Same again" not in page.text
    assert "example league" not in page.text, "unless the server has one"
    phone.page("/new")
    assert phone.client.get_cookie("phone") is None, "looking round enrolls nobody"


def test_an_example_league_is_looked_at_and_not_written_to(app, phone, stranger, code, monkeypatch):
    """Who looks joins as one who watches, by the form that everybody joins by."""
    shown = re.search(r'class="code num">([^<]+)<', phone.get(f"/t/{code}/invite").text)[1]
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], example=shown))
    link = re.search(r'href="(/join\?code=[^"]+)">Look at an example league<', stranger.get("/").text)[1]
    assert stranger.send(link, "/join", {}).status_code == 303
    fields = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "misdeal"}
    fields["csrf_token"] = stranger.form(f"/t/{code}", f"/t/{code}/ask")["csrf_token"]
    assert stranger.client.post(f"/t/{code}/hands", data=fields).status_code == 403
    assert "example league" not in stranger.page("/").text, "its home is not empty any more"


def test_the_last_game_is_played_again_with_one_tap(phone):
    finished(phone, **STAKES)
    page = phone.page("/").text
    for said in ("Ann & Cy · Bob & Dee", "25¢ a game, 10¢ a set", "Minnesota ten-point Smear to 5"):
        assert said in page
    code = again(phone)
    table = phone.page(f"/t/{code}").text
    for said in ("Ann & Cy", "Ann deals", "to 5"):  # Dee dealt
        assert said in table
    assert re.search(r'game = "0.25"\s+set = "0.10"', phone.get(f"/t/{code}/sheet.toml").text)


def test_each_part_of_it_can_be_changed(phone):
    finished(phone, **STAKES)
    code = again(phone, name_2="Eve", dealer="3", **{"rule_finish.target": "7"}, stake_game="0.50")
    table = phone.page(f"/t/{code}").text
    for said in ("Eve & Dee", "Cy deals", "to 7"):
        assert said in table
    assert 'game = "0.50"' in phone.get(f"/t/{code}/sheet.toml").text


def test_every_other_rule_of_it_is_a_tap_away(phone):
    code = finished(phone, **STAKES)
    path = re.search(r'href="(/new/[^"]+again=[^"]+)"', phone.get("/").text)[1].replace("&amp;", "&")
    fields = phone.form(path, f"/new/{TEN_POINT}/4")
    assert [fields[f"name-{seat}"] for seat in range(1, 5)] == ["Ann", "Bob", "Cy", "Dee"]
    assert (fields["dealer"], fields["stake-game"]) == ("1", "0.25")
    assert phone.get(path.replace(code, "A" * 22)).status_code == 404


def test_a_game_of_another_league_is_not_played_again(phone, stranger):
    code = finished(phone)
    stranger.sit_down()
    assert stranger.get(f"/new/{TEN_POINT}/4?again={code}").status_code == 404
    assert code not in stranger.get("/").text


def test_somebody_who_was_archived_leaves_an_empty_seat(phone):
    finished(phone)
    person = re.search(r"/l/[\w-]+", phone.get("/").text)[0] + "/people/2"
    assert phone.send(f"{person}/edit", f"{person}/archive", {}).status_code == 303
    page = phone.page("/")
    assert "Somebody's missing. Who's playing?" in page.text
    assert next(form["fields"] for form in page.forms if "name-2" in form["fields"])["name-2"] == ""


def test_who_only_watches_plays_nothing_again_and_nobody_while_a_table_plays(phone, stranger):
    code = finished(phone)
    stranger.join(phone, code)
    assert "Same again" not in stranger.page("/").text
    code = again(phone)
    page = phone.get("/").text
    assert f'href="/t/{code}"' in page
    assert "Same again" not in page


def test_a_table_left_open_is_folded_and_stops_no_next_game(phone, monkeypatch):
    empty, played = phone.sit_down(), phone.sit_down()
    phone.hand(played)
    now, folded = phone.get("/").text.split("1 other open table<")
    assert (f"/t/{played}" in now, f"/t/{empty}" in now, f"/t/{empty}" in folded) == (True, False, True)
    monkeypatch.setattr("scorekeeper.games.new_game_views.wall_clock", lambda: wall_clock() + dt.timedelta(hours=13))
    page = phone.page("/").text
    assert "2 tables left open" in page
    assert "Same again" in page
    assert "Back to the table" not in page


def test_the_last_five_games_and_a_way_to_all_of_them(phone):
    for _ in range(6):
        finished(phone)
    page = phone.get("/").text
    assert len(re.findall(r'class="[^"]*\btable-card\b', page)) == 5
    all_games = re.search(r'href="(/l/[\w-]+/games)">All games<', page)[1]
    assert phone.get(all_games).text.count("Bob &amp; Dee") >= 6


def test_a_phone_in_several_leagues_is_told_which(phone):
    finished(phone)
    assert "Our league" not in re.search(r'(?s)<a class="table-card.*?</a>', phone.get("/").text)[0]
    path = f"/new/{TEN_POINT}/4"
    names = {f"name-{seat}": name for seat, name in enumerate(("Eve", "Fay", "Gus", "Hal"), start=1)}
    code = phone.send(f"{path}?league=new", path, names | {"league_name": "Friday"}).location
    cards = re.findall(r'(?s)<a class="table-card.*?</a>', phone.get("/").text)
    assert code in cards[0]
    assert "Friday" in cards[0]
    assert "Our league" in cards[1]
    assert "Our league" in re.search(r"(?s)<h2[^>]*>Same again.*?</h2>", phone.get("/").text)[0]
    assert "All games of Friday" in phone.page("/").text
