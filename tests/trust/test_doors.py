"""What every request must pass, at every route: a token, a site, a host, a size; and what every answer carries.

Each refusal is of a form that is good: at the end it is sent once more as it is, and taken.
"""

from urllib.parse import urlencode

import pytest

from scorekeeper.core.settings import BODY_LIMIT, IMPORT_LIMIT
from tests.databases import everything
from tests.trust.ways import WAYS, address

REFUSED = {
    "without its token": (400, {"csrf_token": None}, {}),
    "with a made-up token": (400, {"csrf_token": "ImFiYyI.aaaa.bbbb"}, {}),
    "with another phone's token": (400, {"csrf_token": "{stolen}"}, {}),
    "by a page of another site": (403, {}, {"Sec-Fetch-Site": "cross-site"}),
    "under another name of this server": (400, {}, {"Host": "elsewhere.example"}),
}
EVERYBODYS = ("/static/", "/sw.js")
FORBIDS = ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'")


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", list(WAYS))
def test_a_good_form_is_refused_at_each_door_and_nothing_is_written(copy, rule, record_property):
    form = copy.ready(rule)
    stolen = copy.phone("stranger").form("/join", "/join")["csrf_token"]
    before, refused = everything(copy.path), []
    for how, (status, fields, headers) in REFUSED.items():
        sent = form.fields | {name: value and value.format(stolen=stolen) for name, value in fields.items()}
        answer = form.send({name: value for name, value in sent.items() if value is not None}, **headers)
        refused.append(answer.status_code)
        assert answer.status_code == status, how
        assert_guarded(answer)
    limit = IMPORT_LIMIT if rule.startswith("/import") else BODY_LIMIT
    large = urlencode(form.fields | {"x": "x" * limit})
    refused.append(form.send(large, **{"Content-Type": "application/x-www-form-urlencoded"}).status_code)
    assert refused[-1] == 413
    assert everything(copy.path) == before
    answer = form.send(**{"Sec-Fetch-Site": "same-origin"})
    taken = answer.status_code in (200, 303)
    record_property("doors: forms refused, then taken", [len(refused), int(taken)])
    assert taken
    assert_guarded(answer)


def assert_guarded(answer):
    """An answer carries what keeps scripts, frames and other people's caches away from it."""
    where, headers = f"{answer.request.method} {answer.request.path}", answer.headers
    policy = headers["Content-Security-Policy"]
    assert all(rule in policy.split("; ") for rule in FORBIDS), where
    assert "unsafe" not in policy, where
    assert "*" not in policy, where
    assert (headers["X-Content-Type-Options"], headers["X-Frame-Options"]) == ("nosniff", "DENY"), where
    for kept in ("Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"):
        assert headers[kept] == "same-origin", where
    assert headers["Referrer-Policy"] == "same-origin", where
    kept = headers["Cache-Control"]
    assert "private" in kept or "no-store" in kept or answer.request.path.startswith(EVERYBODYS), where


def test_every_page_is_guarded_and_every_other_answer_too(copy):
    pages = [address(rule, copy.world.values) for rule in copy.routes("GET")]
    for phone in (copy.phone(), copy.phone("stranger")):
        for path in [*pages, "/nowhere", "/t/nobodys"]:
            with phone.get(path) as answer:
                assert_guarded(answer)
        assert_guarded(phone.client.put("/join"))
        assert_guarded(phone.client.post("/nowhere"))


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_kept_from_scripts_and_other_sites_and_over_https_from_everybody(copy, scheme):
    phone, base = copy.phone("stranger"), f"{scheme}://localhost"
    answers = [phone.client.get(path, base_url=base) for path in ("/join", "/screen", "/new/smoke/4")]
    token = answers[0].text.split('name="csrf_token" value="')[1].split('"')[0]
    headers = {"Referer": f"{base}/screen"}
    answers.append(phone.client.post("/screen", base_url=base, data={"csrf_token": token}, headers=headers))
    assert answers[-1].status_code == 303
    cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    assert {cookie.partition("=")[0].removeprefix("__Host-") for cookie in cookies} == {"phone", "session", "screen"}
    for cookie in cookies:
        name, flags = cookie.partition("=")[0], {flag.strip() for flag in cookie.split(";")[1:]}
        assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= flags
        assert not any(flag.startswith("Domain") for flag in flags)
        assert ("Secure" in flags) == (scheme == "https")
        assert name.startswith("__Host-") == (scheme == "https" and name != "screen")
        assert not name.endswith("phone") or "Max-Age=315360000" in flags, "it is known for ten years"


def test_the_control_without_the_guards_forms_are_taken(copy, monkeypatch):
    form = copy.ready("/t/<code>/hands")
    monkeypatch.setitem(copy.app.config, "WTF_CSRF_ENABLED", 0)
    assert form.send({name: value for name, value in form.fields.items() if name != "csrf_token"}).status_code == 303
    guards = [it for it in copy.app.before_request_funcs[None] if it.__name__ != "refuse_other_sites"]
    monkeypatch.setitem(copy.app.before_request_funcs, None, guards)
    assert form.send(**{"Sec-Fetch-Site": "cross-site"}).status_code == 303
