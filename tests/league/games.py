"""Games of one hand, days and forms of a league; and small games written by hand, played without a database."""

import datetime as dt

from scorekeeper.games.history import LogRow, replay_log
from scorekeeper.league.results import game_result
from scorekeeper.models import LINE
from scorekeeper.rules.reading import read_sheet
from scorekeeper.variants.catalogue import find_variant
from tests.factories import POINTS

FIRST = dt.date(2026, 11, 1)


def day_of(number):
    """The first of November is day 0."""
    return FIRST + dt.timedelta(days=number)


def won_by(letter):
    """A hand that takes everything: of the first seat and its partner (A), or of the second (B)."""
    bidder = "1" if letter == "A" else "2"
    return {"bidder": bidder, "bid": 5, "points": dict.fromkeys(POINTS, bidder)}


def duel_won_by(letter):
    """A hand of Smoke for two: all five tricks for the first (A), or for the second (B)."""
    return {"tricks": {"1": 5, "2": 0} if letter == "A" else {"1": 0, "2": 5}}


MOMENT = dt.datetime(2026, 11, 19, 20, 0, tzinfo=dt.UTC)


def played(variant, size, *lines, joined=0, **head):
    """The result of a game: `size` people round the table, the last of them deals first, `joined` come later."""
    players = [str(seat) for seat in range(1, size + 1)]
    document = {"format": "scoresheet/1", "variant": variant, "players": players, "dealer": players[-1], **head}
    sheet = read_sheet({**document, "lines": list(lines)}, find_variant)
    rows = [LogRow(seq, LINE, None, line, None, MOMENT, "A phone") for seq, line in enumerate(lines, start=1)]
    table, shown = replay_log(sheet.head, rows)
    return game_result(table, shown, {str(seat): seat + 10 for seat in range(1, size + joined + 1)})


def points(worth, default, **taken):
    """Who took which point: `default` all but those named."""
    return {key: taken.get(key, default) for key in worth if taken.get(key, default)}


def moon_made(dealer="4"):
    """Charbonneau: a made moon from zero wins at once."""
    moon = {"bidder": "2", "bid": "moon", "points": points(TEN, "2")}
    return played("charbonneau-ten-point", 4, moon, dealer=dealer)


TEN = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")
FOUR_POINTS = ("high", "low", "jack", "game")
