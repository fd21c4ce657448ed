"""Names for seat keys and back, in facts, heads and tables."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.league.roster import distinct_names, rename_facts, rename_head, rename_table, seat_keys
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import find_variant
from tests.golden import cases


def joining(sheet):
    return [line["join"] for line in sheet.lines if isinstance(line.get("join"), str)]


def in_keys(sheet):
    """The same sheet with seat keys for names."""
    keys = seat_keys(dict.fromkeys([*sheet.head.players, *joining(sheet)]))

    def key(name):
        return keys.get(name, name)

    return rename_head(sheet.head, key), [rename_facts(line, key) for line in sheet.lines], key


def outcome(sheet):
    """Return the table after a sheet, or the error that refuses it."""
    try:
        return fold(sheet)[0]
    except SheetError as error:
        return error


def test_the_engine_does_not_care_what_players_are_called():
    """Every golden sheet gives the same table in keys as in names, and a refused one is refused in the same words."""
    played = refused = 0
    for name, case in cases().items():
        try:
            sheet = read_sheet(case["sheet"], find_variant)
        except SheetError:
            continue
        if not all(isinstance(line, dict) for line in sheet.lines):
            continue
        head, lines, key = in_keys(sheet)
        expected, keyed = outcome(sheet), outcome(type(sheet)(head, tuple(lines)))
        if isinstance(expected, SheetError):
            names = {key(called): called for called in [*sheet.head.players, *joining(sheet)]}
            named = keyed.with_names(lambda seat, names=names: names.get(seat, seat))
            told = [(type(it), it.line, say_refusal(it.refusal)) for it in (expected, named)]
            assert told[0] == told[1], name
            refused += 1
        else:
            assert rename_table(expected, head, key) == keyed, name
            played += 1
    assert (played > 300, refused > 200) == (True, True)


@given(st.lists(st.sampled_from(["Bob", "Bob (2)", "B" * MAX_NAME, "Ann"]), max_size=8))
def test_everybody_is_told_apart(names):
    told = distinct_names(dict(enumerate(names)))
    assert len(set(told.values())) == len(names)
    assert all(len(name) <= MAX_NAME for name in told.values())
    for at, name in enumerate(names):
        if name not in names[:at] and name not in list(told.values())[:at]:
            assert told[at] == name
