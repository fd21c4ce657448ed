"""Who may send what, written down a second time, by hand: the matrix expects this, never what a route says.

From docs/trust.md, "Who may do what": the code of a table lets you watch; who already keeps score lets a phone keep
score, and opens a link to one game; who keeps the league decides about people, seasons, phones and links; the owner
alone takes everything along, erases, and may prove who they are.

A new route wants a line here as well as its role.  Whoever writes it decides anew; nobody copies it over.
"""

import re

from scorekeeper.access.roles import Role

ANYONE = "anyone"
ROUTES = {
    # A phone that was never here: it reads the rules, begins a league of its own, joins one, or claims its own back.
    ANYONE: """
        GET /
        GET /static/<filename>
        GET /sw.js
        GET /manifest.webmanifest
        GET /offline
        GET POST /screen
        GET /rules
        GET /rules/<variant>/<size>
        GET /rules/<variant>/<size>/ask
        GET /rules/<variant>/<size>/compare
        GET /rules/<variant>/<size>/differs
        GET /rules/<variant>/<size>/pad
        GET /house-rules
        GET /new
        GET POST /new/<variant>/<size>
        GET POST /tournaments/new
        GET POST /variants/new
        GET POST /import
        GET POST /import/league
        GET POST /join
        GET POST /claim
    """,
    # A link shows a game, or a tournament's board; through the card of a table its players send one slip, nothing else;
    # by the code of a league's door anybody says who comes to the next night, and checks in.
    "reader": """
        GET /s/<code>
        GET /s/<code>/board
        GET /s/<code>/stream
        GET /s/<code>/watch
        GET /s/<code>/log
        GET /s/<code>/picture.png
        GET /s/<code>/race
        GET /s/<code>/rules
        GET /s/<code>/rules/ask
        GET /s/<code>/rules/compare
        GET /s/<code>/rules/differs
        GET /s/<code>/rules/pad
        GET /b/<board>
        GET POST /c/<card>
        POST /c/<card>/hands
        POST /c/<card>/says
        GET /l/<league>/events.json
        GET POST /n/<door>
        GET /n/<door>/night.ics
        GET POST /d/<door>
    """,
    # The code of the table lets you watch, say who you are, ask to keep score, and say what you saw.
    "viewer": """
        GET /t/<code>
        GET /t/<code>/board
        GET /t/<code>/stream
        GET /t/<code>/watch
        GET /t/<code>/log
        GET /t/<code>/picture.png
        GET /t/<code>/race
        GET /t/<code>/said
        GET /t/<code>/rules
        GET /t/<code>/rules/ask
        GET /t/<code>/rules/compare
        GET /t/<code>/rules/differs
        GET /t/<code>/rules/pad
        GET /t/<code>/whatif
        GET /t/<code>/sheet.toml
        GET /t/<code>/sheet.json
        GET /t/<code>/house
        GET /t/<code>/settle
        GET /t/<code>/settle/game
        GET /t/<code>/settle/ledger
        GET /t/<code>/settle/people/<person>
        GET /t/<code>/pots
        GET /t/<code>/invite
        GET POST /t/<code>/who
        POST /t/<code>/ask
        GET /t/<code>/asking
        POST /t/<code>/lines/<seq>/says
        GET /l/<league>
        GET /l/<league>/more
        GET /l/<league>/watch
        GET /l/<league>/standings
        GET /l/<league>/awards
        GET /l/<league>/seasons
        GET /l/<league>/nights
        GET /l/<league>/nights/<night>
        GET /l/<league>/nights/<night>/report
        GET /l/<league>/games
        GET /l/<league>/search
        GET /l/<league>/changes
        GET /l/<league>/house-rules
        GET /l/<league>/house-rules/<house_id>
        GET /l/<league>/house-rules/<house_id>/rules/<size>
        GET /l/<league>/house-rules/<house_id>/rules/<size>/ask
        GET /l/<league>/house-rules/<house_id>/rules/<size>/compare
        GET /l/<league>/house-rules/<house_id>/rules/<size>/differs
        GET /l/<league>/house-rules/<house_id>/rules/<size>/pad
        GET /l/<league>/variants/<house_id>/variant.toml
        GET /l/<league>/people
        GET /l/<league>/people/<person>
        GET /l/<league>/people/<person>/with/<other>
        GET /l/<league>/people/<person>/rating/<game>
        GET /l/<league>/tournaments
        GET /l/<league>/tournaments/<tournament>
        GET /l/<league>/tournaments/<tournament>/log
        GET /l/<league>/tournaments/<tournament>/board
        GET /l/<league>/tournaments/<tournament>/results
        GET /l/<league>/tournaments/<tournament>/results.csv
    """,
    # The game as it goes on: hands, votes, rules, who comes and goes, who paid, and letting another phone do the same.
    "scorer": """
        POST /t/<code>/hands
        GET POST /t/<code>/paper
        POST /t/<code>/preview
        POST /t/<code>/undo
        POST /t/<code>/rematch
        GET /t/<code>/stamp
        GET POST /t/<code>/lines/<seq>
        GET /t/<code>/rule
        GET POST /t/<code>/rule/<key>
        GET POST /t/<code>/vote
        GET POST /t/<code>/vote/<seq>
        GET POST /t/<code>/seats
        GET POST /t/<code>/exits
        POST /t/<code>/house
        POST /t/<code>/settle/mark
        POST /t/<code>/settle/pay
        POST /t/<code>/settle/back
        POST /t/<code>/pots/<pot>/collect
        POST /t/<code>/pots/<pot>/pay
        POST /t/<code>/night/close
        POST /t/<code>/night/open
        GET /t/<code>/phones
        POST /t/<code>/phones/<phone>/admit
        POST /t/<code>/phones/<phone>/later
        POST /t/<code>/share
        GET /l/<league>/door
        GET /l/<league>/tournaments/<tournament>/cards
        GET POST /l/<league>/tournaments/<tournament>/slips/<number>/<at>
        POST /l/<league>/tournaments/<tournament>/slips/<number>/<at>/says
    """,
    # What outlasts the night: who belongs to the league, its people, its seasons, its links, its tables of figures.
    "keeper": """
        GET POST /l/<league>/variants/new
        GET POST /l/<league>/variants/import
        POST /t/<code>/phones/<phone>/role
        POST /t/<code>/phones/<phone>/out
        POST /t/<code>/phones/<phone>/back
        POST /t/<code>/invite/replace
        POST /t/<code>/share/close
        GET POST /t/<code>/limit
        POST /t/<code>/pots
        POST /t/<code>/pots/<pot>/close
        POST /l/<league>/name
        POST /l/<league>/house-rules/<house_id>/archive
        GET /l/<league>/files
        POST /l/<league>/events
        GET /l/<league>/files/<table>.csv
        GET POST /l/<league>/seasons/new
        GET POST /l/<league>/seasons/<season>
        POST /l/<league>/seasons/<season>/archive
        GET /l/<league>/people/<person>/edit
        POST /l/<league>/people/<person>/name
        POST /l/<league>/people/<person>/guest
        POST /l/<league>/people/<person>/archive
        GET POST /l/<league>/people/<person>/merge
        POST /l/<league>/people/<person>/split
        GET POST /l/<league>/next
        POST /l/<league>/next/off
        POST /l/<league>/door
        GET POST /l/<league>/tournaments/new
        GET POST /l/<league>/tournaments/<tournament>/settings
        GET POST /l/<league>/tournaments/<tournament>/players
        POST /l/<league>/tournaments/<tournament>/door
        POST /l/<league>/tournaments/<tournament>/leave
        POST /l/<league>/tournaments/<tournament>/fee
        POST /l/<league>/tournaments/<tournament>/draw
        POST /l/<league>/tournaments/<tournament>/slips/<number>/<at>/time
        POST /l/<league>/tournaments/<tournament>/undo
        POST /l/<league>/tournaments/<tournament>/finish
        POST /l/<league>/tournaments/<tournament>/link
    """,
    # The whole league in a file, what cannot be undone, and what proves whose it is.
    "owner": """
        GET POST /t/<code>/passphrase
        GET /l/<league>/files/league.json
        GET POST /l/<league>/people/<person>/erase
        GET POST /l/<league>/delete
    """,
}
WHO_MAY = {
    (method, line.split()[-1]): who
    for who, lines in ROUTES.items() for line in lines.strip().splitlines() for method in line.split()[:-1]
}  # fmt: skip
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
    """Return a route without its converters, and without the digest of the static files.

    /l/<league>/people/<int(max=9):person> is /l/<league>/people/<person>.
    """
    return re.sub(r"^/static/\w{12}/", "/static/", re.sub(r"<[^<>]*:(\w+)>", r"<\1>", rule))
