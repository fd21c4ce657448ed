"""Phones without a browser: they keep cookies, read the forms a page prints, and send them.  CSRF protection is on."""

import json
import re
from html.parser import HTMLParser

from tests.cast import FOUR
from tests.databases import copied

TEN_POINT = "minnesota-ten-point"
HTMX = {"HX-Request": "true"}


class Page(HTMLParser):
    """A page as a phone sees it: its forms with their fields, its text."""

    def __init__(self, html):
        super().__init__()
        self.forms, self.ids, self.texts, self.inline = [], set(), [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids.add(found.get("id"))
        self.inline += [name for name in found if name == "style" or name.startswith(("on", "hx-on"))]
        if tag in ("script", "style") and not found.get("src"):
            self.inline.append(tag)
        if tag == "form":
            self.forms.append({"action": found["action"], "method": found.get("method", "get"), "fields": {}})
        if tag == "input" and self.forms:
            self._field(found)

    def _field(self, found):
        fields = self.forms[-1]["fields"]
        if found.get("type") not in ("radio", "checkbox") or "checked" in found:
            fields[found["name"]] = found.get("value") or ""

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


class Phone:
    """One device: a new one, or the one that has this secret."""

    def __init__(self, app, secret=""):
        self.client = app.test_client()
        if secret:
            self.client.set_cookie("phone", secret)
        self.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"

    @property
    def secret(self):
        return self.client.get_cookie("phone").value

    def get(self, path, **headers):
        return self.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def page(self, path):
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return Page(answer.text)

    def form(self, path, action):
        """Return the fields of the form on `path` that is sent to `action`, as they were printed.

        A hand form is sure of itself: it isn't asked if it is meant where nobody tapped a point.
        """
        fields = next(form["fields"] for form in self.page(path).forms if form["action"] == action)
        return fields | {"sure": "yes"} if action.endswith("/hands") else dict(fields)

    def send(self, path, action, fields, headers=None):
        """Load a page and send one of its forms, with these fields changed; None leaves a field out."""
        filled = self.form(path, action) | fields
        return self.client.post(action, data={k: v for k, v in filled.items() if v is not None}, headers=headers)

    def sit_down(self, variant=TEN_POINT, names=FOUR, **fields):
        """Start a game; give its code."""
        path = f"/new/{variant}/{len(names)}"
        named = {f"name-{seat}": name for seat, name in enumerate(names, start=1)}
        fields = {name if "-" in name else name.replace("_", "-"): value for name, value in fields.items()}
        answer = self.send(path, path, named | fields)
        assert answer.status_code == 303, answer.text
        return re.search(r"/t/([\w-]+)$", answer.location)[1]

    def bring_in(self, sheet):
        """Make a table of a scoresheet, a text or a document; give its code."""
        answer = self.send("/import", "/import", {"sheet": sheet if isinstance(sheet, str) else json.dumps(sheet)})
        assert answer.status_code == 303, answer.text
        return re.search(r"/t/([\w-]+)$", answer.location)[1]

    def hand(self, code, headers=None, **fields):
        """Fill in the hand form of a table and save it."""
        sent = {"what": "hand", "bidder": "2", "bid": "5"}
        sent |= {name.replace("_", "-", 1) if name.startswith(("point", "count_")) else name: value
                 for name, value in fields.items()}  # fmt: skip
        return self.send(f"/t/{code}", f"/t/{code}/hands", sent, headers)

    def join(self, host, code):
        """Watch the league of that game, by the code its table shows; give what came back."""
        shown = re.search(r'class="code num">([^<]+)<', host.get(f"/t/{code}/invite").text)[1]
        return self.send("/join", "/join", {"code": shown})

    def keep_score(self, host, code):
        """Join, ask to keep score, and be admitted by a phone that does; give this phone."""
        assert self.join(host, code).status_code == 303
        assert self.send(f"/t/{code}", f"/t/{code}/ask", {}).status_code == 303
        admit = next(form["action"] for form in host.page(f"/t/{code}").forms if form["action"].endswith("/admit"))
        assert host.send(f"/t/{code}", admit, {}).status_code == 303
        return self

    def scores(self, code):
        return re.findall(r"data-score>([^<]+)<", self.get(f"/t/{code}").text)


class Dealt:
    """A database to be copied in which one phone has begun one game: `begin(phone)` gives its code."""

    def __init__(self, shared_app, blank_database, tmp_path_factory, begin):
        phone = Phone(shared_app.on(blank_database))
        self.code = begin(phone)
        self.secret = phone.secret
        self.database = copied(shared_app.database, tmp_path_factory.mktemp("dealt") / "games.db")
