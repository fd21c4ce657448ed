"""What the pages of a league tell of one: runs, who else was there; and whose games a season's tables have."""

from __future__ import annotations

import csv
import io
import re

from tests.league.conftest import bring_in, sheet
from tests.phones import Page


def notes(owner, league):
    """Name -> what is said below it in the standings."""
    page = owner.get(f"{league}/standings").text
    return {name: text for name in ("Ann", "Bob", "Cy", "Dee") for text in [row_of(page, name)]}


def row_of(page, name):
    rows = [Page(row).text for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL)]
    return next(row for row in rows if re.search(rf"\b{name}\b", row))


def test_three_games_lost_or_won_in_a_row_are_worth_a_word(owner, league):
    """Bob and Dee won once, then lost; Ann and Cy won the two since.  Now they beat them again, and once more."""
    assert not [text for text in notes(owner, league).values() if "in a row" in text]
    bring_in(owner, sheet("2026-09-17", "Ann"))
    said = notes(owner, league)
    assert ("3 won in a row" in said["Ann"], "in a row" in said["Dee"]) == (True, False)
    bring_in(owner, sheet("2026-09-18", "Ann"))
    said = notes(owner, league)
    assert {name: re.search(r"\d (?:won|lost) in a row", text)[0] for name, text in said.items()} == {
        "Ann": "4 won in a row", "Bob": "3 lost in a row", "Cy": "4 won in a row", "Dee": "3 lost in a row",
    }  # fmt: skip


def test_who_else_was_there_is_counted(owner, league):
    """On the tenth Ann and Cy beat Bob and Dee, then Bobby and Eve; on the third two won, and two did not."""
    text = owner.page(f"{league}/nights").text
    assert re.findall(r"(\d+) more (?:person|people)", text) == ["4", "2"]


def test_the_table_of_a_season_has_the_games_of_that_season(owner, league):
    """Autumn begins in September; in August Eve and Flo had beaten Gus and Hal."""
    bring_in(owner, sheet("2026-08-06", "Eve", ("Eve", "Gus", "Flo", "Hal")))

    def games(name, season):
        told = owner.get(f"{league}/files/{name}.csv?season={season}").data.decode("utf-8-sig")
        return {row["name"]: row["games"] for row in csv.DictReader(io.StringIO(told))}

    autumn = {"Ann": "3", "Cy": "3", "Bob": "2", "Dee": "2", "Bobby": "1", "Eve": "1"}
    for name in ("standings", "people"):
        assert games(name, 1) == autumn
        assert games(name, "none") == {"Eve": "1", "Flo": "1", "Gus": "1", "Hal": "1"}
        assert games(name, "all") == autumn | {"Eve": "2", "Flo": "1", "Gus": "1", "Hal": "1"}
