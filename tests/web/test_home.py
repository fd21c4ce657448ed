from __future__ import annotations

from tests.web.conftest import TEN_POINT


def test_a_phone_that_was_never_here_is_shown_the_way_in(phone):
    page = phone.page("/")
    assert "No table on this phone yet" in page.text
    assert "Start a game" in page.text


def test_looking_round_enrols_no_phone(phone):
    phone.page("/")
    phone.page("/new")
    assert phone.client.get_cookie("phone") is None


def test_its_tables_are_listed_with_their_scores(phone, code):
    phone.hand(code)
    page = phone.page("/")
    assert "Ann & Cy" in page.text
    assert "10" in page.text
    assert f'href="/t/{code}"' in phone.get("/").text


def test_another_phone_does_not_list_them(code, stranger):
    assert code not in stranger.get("/").text


def test_the_cookie_is_kept_from_scripts_and_other_sites(phone):
    path = f"/new/{TEN_POINT}/4"
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Dee"), start=1)}
    cookie = next(
        value for value in phone.send(path, path, names).headers.getlist("Set-Cookie") if value.startswith("phone=")
    )
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert len(cookie.split(";")[0]) > len("phone=") + 40


def test_a_phone_is_known_for_ten_years_though_its_browser_is_closed(app):
    answer = app.test_client().get(f"/new/{TEN_POINT}/4")
    [cookie] = [it for it in answer.headers.getlist("Set-Cookie") if it.startswith("phone=")]
    assert "Max-Age=315360000" in cookie.split("; ")  # 3,650 days


def test_over_https_only_this_host_may_set_it(app):
    client = app.test_client()
    path = f"/new/{TEN_POINT}/4"
    html = client.get(path, base_url="https://localhost").text
    token = html.split('name="csrf_token" value="')[1].split('"')[0]
    op_id = html.split('name="op_id" value="')[1].split('"')[0]
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Dee"), start=1)}
    answer = client.post(
        path,
        base_url="https://localhost",
        data={"csrf_token": token, "op_id": op_id, **names},
        headers={"Referer": f"https://localhost{path}"},
    )
    cookies = answer.headers.getlist("Set-Cookie")
    assert any(cookie.startswith("__Host-phone=") and "Secure" in cookie and "Path=/" in cookie for cookie in cookies)
