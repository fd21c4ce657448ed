"""Errors of the engine as the layers above it meet them."""

from __future__ import annotations

import pickle

import pytest

from scorekeeper.rules.errors import (
    Fault,
    Refusal,
    SettingFault,
    SettingsError,
    UnreadableSheet,
    impossible,
    unreadable,
)
from scorekeeper.sheets.phrases import say_refusal


@pytest.mark.parametrize("make", [unreadable, impossible])
def test_an_error_that_comes_with_its_sentence_belongs_to_no_line(make):
    error = make("players", "Two sides do not fit at this table.")
    assert (error.line, error.field) == (0, "players")
    assert say_refusal(error.refusal) == str(error) == "Two sides do not fit at this table."


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (UnreadableSheet, Fault(3, "bid", Refusal("needs-bid"))),
        (SettingsError, SettingFault.at("deal.cards", "unknown-setting", key="deal.cards")),
    ],
)
def test_an_error_keeps_its_faults_on_the_way_from_another_process(kind, fault):
    error = kind([fault])
    assert pickle.loads(pickle.dumps(error)).faults == error.faults  # noqa: S301 - our own


def test_faults_of_settings_stand_below_the_rules_of_a_sheet():
    fault = SettingFault.at("deal.cards", "unknown-setting", key="deal.cards")
    assert SettingsError([fault]).in_sheet().field == "rules.deal.cards"
