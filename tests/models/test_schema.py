"""Every table and constraint is made as all others are."""

import pytest
from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint, inspect

from scorekeeper.models import Base

TABLES = Base.metadata.sorted_tables
DIRECTORY = {"deleted_addresses", "devices", "failures", "leagues"}
"""What is asked before a league is known."""


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_league_leads(table):
    if table.name in DIRECTORY:
        return
    key = next(iter(table.primary_key.columns))
    assert key.name == "league_id"
    keys = [each for each in table.constraints if isinstance(each, PrimaryKeyConstraint | UniqueConstraint)]
    led = {next(iter(each.columns)).name for each in (*keys, *table.indexes)}
    assert led <= {"league_id", "code", "board_code", "device_id"}, "the three doors into a league"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_constraint_has_a_name_and_none_cascades(engine, table):
    found = inspect(engine)
    keys = found.get_foreign_keys(table.name)
    assert all(key["name"] and not key["options"].keys() & {"ondelete", "onupdate"} for key in keys)
    assert all(each["name"] for each in found.get_unique_constraints(table.name))
    assert all(each["name"] for each in found.get_check_constraints(table.name))
    assert found.get_pk_constraint(table.name)["name"] == f"pk_{table.name}"
