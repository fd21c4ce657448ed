"""Moments and JSON come back as they went in."""

import datetime as dt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from scorekeeper.models.base import Json, UtcDateTime, dump_json, utc_text

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
