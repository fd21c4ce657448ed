"""Who may send what, written down a second time, by hand: the matrix expects this, never what a route says.

From docs/trust.md, "Who may do what": the code of a table lets you watch; who already keeps score lets a phone keep
score, and opens a link to one game; who keeps the league decides about people, seasons, phones and links; the owner
alone takes everything along, erases, and may prove who they are.

A new route wants a line in who_may.txt as well as its role.  Whoever writes it decides anew; nobody copies it over.
"""

import re
from pathlib import Path

from scorekeeper.access.roles import Role

ANYONE = "anyone"


def _written_down():
    who = ""
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            who = line.strip("[]")
        elif line and not line.startswith("#"):
            *methods, rule = line.split()
            yield from (((method, rule), who) for method in methods)


WHO_MAY = dict(_written_down())
"""(method, route without its converters) → the least that may."""


def who_may(method, rule):
    """Return the least role that may, None for anyone.  Raises KeyError for a route that nobody wrote down here."""
    who = WHO_MAY[method, plain(rule)]
    return None if who == ANYONE else Role.of(who)


def roles_of(app):
    """Return (method, route) → the least role, as the routes of an app have it."""
    return {(method, rule.rule): getattr(rule, "role", None)  # static files have none
            for rule in app.url_map.iter_rules() for method in rule.methods - {"HEAD", "OPTIONS"}}  # fmt: skip


def plain(rule):
    """Return a route without its converters, and without the digest of the static files."""
    return re.sub(r"^/static/\w{12}/", "/static/", re.sub(r"<[^<>]*:(\w+)>", r"<\1>", rule))
