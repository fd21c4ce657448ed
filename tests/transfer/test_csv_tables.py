"""A league's tables for a spreadsheet: each row once, no cell a formula, and nobody lost a game they had left."""

import pytest

from scorekeeper.transfer import csv_tables
from scorekeeper.transfer.csv_tables import TABLES, games_table, written_cell


def test_a_text_that_a_spreadsheet_takes_for_a_formula_gets_an_apostrophe():
    for start in "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20":
        assert written_cell(f"{start}SUM(A1:A9)") == f"'{start}SUM(A1:A9)"
        assert written_cell(f"Ann {start} Bob") == f"Ann {start} Bob"


def test_a_cell_that_is_split_elsewhere_begins_no_formula():
    assert [written_cell(text) for text in ("x;=1+1", "x\t@y", "a; b=c")] == ["x;'=1+1", "x\t'@y", "a; b=c"]


@pytest.mark.parametrize("name", ["games", "hands", "ledger"])
def test_a_table_longer_than_what_is_read_at_a_time_has_each_row_once(session, monkeypatch, everything, name):
    whole = list(TABLES[name](session, everything, 0))
    monkeypatch.setattr(csv_tables, "BATCH", 1)
    assert list(TABLES[name](session, everything, 0)) == whole
    assert len(list(TABLES[name](session, everything + 1, 0))) == 1 < len(whole), "another league has none of it"


def test_who_left_before_the_end_neither_won_nor_lost(session, new_game):
    """Cy leaves after a hand, and the count begins anew; Ann takes three of five twice, and Bob and Dee have lost."""
    hand = {"bidder": "1", "bid": 2, "points": {"high": "1", "low": "1", "game": "1"}}
    new_game(hand, {"leave": "3"}, hand, hand, variant="money-pitch", house={"finish.target": 5})
    heading, *rows = games_table(session, 1, 0)
    of_game = [dict(zip(heading, row, strict=True)) for row in rows[-4:]]
    found = {row["person"]: (row["finished"], row["won"], row["side"] is None) for row in of_game}
    assert found == {"Ann": (1, 1, False), "Bob": (1, 0, False), "Cy": (1, None, True), "Dee": (1, 0, False)}
