"""House rules as a form says them."""

from __future__ import annotations

from scorekeeper.sheets.phrases import say_setting
from tests.cast import FOUR

PITCH, PATH = "partnership-pitch", "/new/partnership-pitch/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
LEGION = {"rule-finish.target": "11", "rule-game.tie": "bidders", "save_as": "Legion rules"}
TIE = say_setting("game.tie", "bidders")


def start(phone, path=PATH, **fields):
    """Send the new-game form with four named; fields by their own names."""
    answer = phone.send(path, path.partition("?")[0], NAMES | fields)
    return answer.location.rpartition("/t/")[2] if answer.status_code == 303 else answer


def library(phone):
    """The address of the house rules of the league a phone keeps score in."""
    return phone.get("/house-rules").location


def rules_said(phone, code):
    return phone.page(f"/t/{code}/house").text
