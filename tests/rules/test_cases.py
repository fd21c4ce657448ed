"""Every golden sheet of tests/cases, played through the engine and compared with what it expects."""

import pytest

from scorekeeper.rules.doubts import sheet_doubts
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.sheets.report import report_game
from scorekeeper.variants.catalogue import find_variant
from tests.golden import cases

BY_PLAYER = ("scores", "sets", "balances")
ANY_ORDER = ("winners", "must_play")
RIGHT = "row 11: golden sheets that come out as they were worked by hand"


def score(sheet):
    read = read_sheet(sheet, find_variant)
    return report_game("case", *fold(read), sheet_doubts(read))


def test_there_are_cases():
    assert len(cases()) > 500


@pytest.mark.parametrize("name", [name for name, case in cases().items() if "error_line" in case["expect"]])
def test_a_sheet_that_must_be_refused(name, record_property):
    case = cases()[name]
    with pytest.raises(SheetError) as refused:
        score(case["sheet"])
    error, expect = refused.value, case["expect"]
    assert error.line == expect["error_line"], case["why"]
    fields = [fault.field.split(".")[0] for fault in error.faults]
    assert expect.get("error_field", fields[0]) in fields, case["why"]
    assert say_refusal(error.refusal).endswith((".", "?")), "a fault is told in a sentence"
    record_property(RIGHT, [1])


@pytest.mark.parametrize("name", [name for name, case in cases().items() if "error_line" not in case["expect"]])
def test_a_sheet_that_is_scored(name, record_property):
    case = cases()[name]
    report = score(case["sheet"])
    for key, wanted in case["expect"].items():
        assert found(report, key, wanted) == wanted_as_found(key, wanted), f"{key}: {case['why']}"
    assert_adds_up(report)
    record_property(RIGHT, [1])


def found(report, key, wanted):
    """Return that part of the report which `wanted` speaks of."""
    told = {
        **report,
        "balances": report.get("money", {}).get("balances"),
        "outcomes": [line["outcome"] for line in report["lines"]],
        "next_dealer": report["next"]["dealer"],
        "must_play": report["next"].get("must_play", []),
        "hands_left": report["next"].get("hands_left"),
        "doubts": [0] * ("doubts" in report) + [line["line"] for line in report["lines"] if "doubts" in line],
    }
    if key == "tally":
        lines = report["next"]["tally"]
        return [{part: line[part] for part in want} for want, line in zip(wanted, lines, strict=True)]
    if key in BY_PLAYER:
        return {player: told[key][player] for player in wanted}
    return sorted(told[key]) if key in ANY_ORDER else told[key]


def wanted_as_found(key, wanted):
    return sorted(wanted) if key in ANY_ORDER else wanted


def assert_adds_up(report):
    """Scores lead from line to line, a score that moved has a reason, and money comes to zero."""
    for before, after in zip(report["lines"], report["lines"][1:], strict=False):
        for player in before["scores"].keys() & after["scores"].keys():
            assert after["scores"][player] - before["scores"][player] == after["changes"][player]
    for line in report["lines"]:
        assert line["why"] or not any(line["changes"].values())
    if report["lines"]:
        assert report["lines"][-1]["scores"] == report["scores"]
    if "money" in report:
        assert sum(float(amount) for amount in report["money"]["balances"].values()) == pytest.approx(0)
