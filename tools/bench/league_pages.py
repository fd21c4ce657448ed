"""The pages of a league, as its owner's phone finds them: by following links."""

import re

LINK = re.compile(r'href="([^"#]+)')
NO_PAGES = re.compile(r"\.(csv|json|png|toml)\b|/export|/tournaments/\d|/watch")
"""Files, and what is as large as its hall or its table, however large the league."""
MOST = 60
LEAGUE = re.compile(r"/l/[\w-]{22}")


def claimed(phone, owner_code):
    """Make a phone that knows no other league the owner of one, by its printed code; return the league's address."""
    answer, body = phone.ask("POST", "/claim", phone.form("/claim", "/claim") | {"printed": owner_code})
    if answer.status != 303:
        raise RuntimeError(f"The phone was not made the owner: {body.decode()}")
    return LEAGUE.search(phone.get("/"))[0]


def pages_of(phone, league):
    """Return a page of each kind: addresses that differ in numbers, names and what is asked alone are of one."""
    found, waiting = {}, [league]
    while waiting and len(found) < MOST:
        page = waiting.pop(0)
        kind = re.sub(r"\d+|=[^&]*", "_", page.removeprefix(league))
        if kind in found or NO_PAGES.search(page):
            continue
        answer, body = phone.ask("GET", page)
        if answer.status == 200 and answer.headers.get_content_type() == "text/html":
            found[kind] = page
            links = [link.replace("&amp;", "&") for link in LINK.findall(body.decode())]
            waiting += [link for link in links if link.startswith(league)]
    return list(found.values())
