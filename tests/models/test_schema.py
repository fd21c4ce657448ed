"""Every table and constraint is made as all others are; moments and JSON come back as they went in."""

import datetime as dt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint, inspect
from sqlalchemy.dialects import sqlite

from scorekeeper.models import Base, Json, UtcDateTime, dump_json, utc_text

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


DIALECT = sqlite.dialect()
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))
MOMENTS = st.datetimes(dt.datetime(1971, 1, 1), dt.datetime(2200, 1, 1), timezones=OFFSETS)  # noqa: DTZ001


@given(MOMENTS)
def test_a_moment_comes_back(moment):
    kept = UtcDateTime().process_bind_param(moment, DIALECT)
    assert UtcDateTime().process_result_value(kept, DIALECT) == moment


@example(dt.datetime(2026, 11, 19, 20, tzinfo=dt.UTC), dt.datetime(2026, 11, 19, 20, 0, 0, 1, tzinfo=dt.UTC))
@given(MOMENTS, MOMENTS)
def test_written_moments_sort_as_time_does(one, other):
    assert (utc_text(one) < utc_text(other)) == (one < other)


def test_a_moment_knows_its_offset():
    with pytest.raises(ValueError, match="offset"):
        utc_text(dt.datetime(2026, 11, 19, 20))  # noqa: DTZ001


PLAIN = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_a_document_comes_back_with_its_keys_in_order(document):
    document = {"first": document, "a": 1}
    kept = Json().process_bind_param(document, DIALECT)
    assert kept.isascii()
    back = Json().process_result_value(kept, DIALECT)
    assert (back, list(back)) == (document, ["first", "a"])


def test_no_number_that_is_none():
    with pytest.raises(ValueError, match="not JSON compliant"):
        dump_json(float("nan"))
