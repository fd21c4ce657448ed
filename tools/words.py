"""Write everything Scorekeeper can say to a folder, so that two versions can be compared word for word.

    .venv/bin/python tools/words.py before       # then change words
    .venv/bin/python tools/words.py after
    diff -r before after                         # every sheet, answer, reason and refusal that changed

It writes the rules sheet, a card of differences and the answers of every variant at every size, of every value of every
setting at a few tables, and of random house rules (the same ones each time); what clashes and is doubtful in them; and
every reason, refusal and doubt of the golden sheets.  `--rules 200` is a quick look; all of it takes a minute or two.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests/rules"))

from approved import answers_text, sheet_text
from sheets import values_of

from scorekeeper.rules.doubts import settings_doubts, sheet_doubts
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import SETTINGS, belongs_to
from scorekeeper.rules.sheet import Stakes
from scorekeeper.rules.values import Value
from scorekeeper.sheets.phrases import say_doubt, say_error, say_setting, setting_title
from scorekeeper.sheets.questions import what_others_do
from scorekeeper.sheets.report import print_error, print_game
from scorekeeper.sheets.rules_sheet import differences_card, rules_sheet
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.golden import cases

BETWEEN = (-4, 2, 4, 7, 11, 21)  # numbers that a setting is tried with, beside both ends, 0 and 1
STAKES = Stakes("USD", game=100, set=25, point=5, moon=200, bid_point=10)
TABLES = [
    ("partnership-pitch", 4), ("cutthroat-pitch", 3), ("pawnee-call-partner", 5), ("nine-card-pitch", 4),
    ("trinidad-all-fours", 4), ("minnesota-smear-kitty-jokers", 4), ("smoke", 5),
]  # fmt: skip
"""Partners, everybody alone, a called partner, scores that count down, no bids, jokers and a kitty, Smoke."""
KNOWN = rules_sheet(find_variant("partnership-pitch"), 4)  # for the card of who knows this game and plays another


def main() -> None:
    parser = argparse.ArgumentParser(description="Write everything Scorekeeper can say to a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rules", type=int, default=2000, help="how many random house rules (2000)")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, pages in (
        ("settings", settings()),
        ("variants", variants()),
        ("values", values()),
        ("house", house_rules(asked.rules)),
        ("games", games()),
    ):
        said = list(pages)
        (asked.folder / f"{name}.txt").write_text("\n".join(said) + "\n", encoding="utf-8")
        print(f"{name}: {len(said)}")


def settings() -> Iterable[str]:
    """Yield the title of every setting, the sentence of each value, and what other games do."""
    for key, (allowed, _usual) in SETTINGS.items():
        lines = [f"# {key}: {setting_title(key)}"]
        lines += [f"  {value!r}: {say_setting(key, value)}" for value in values_of(allowed, BETWEEN)]
        lines += [f"  {said} {', '.join(names)}" for said, names in what_others_do(key, catalogue().values()).items()]
        yield "\n".join(lines)


def variants() -> Iterable[str]:
    for key, variant in catalogue().items():
        for size in variant.sizes:
            yield page(key, size, {})
            yield page(key, size, {}, STAKES)


def values() -> Iterable[str]:
    """Yield a few tables with every value of every setting."""
    for key, size in TABLES:
        for setting, (allowed, _usual) in SETTINGS.items():
            if belongs_to(setting, find_variant(key).kind):
                for value in values_of(allowed, BETWEEN):
                    yield page(key, size, {setting: value})


def house_rules(count: int) -> Iterable[str]:
    """Yield so many tables with house rules that go together, and each rule that did not go with those before it."""
    dice = random.Random(27)
    every = list(catalogue().values())
    for _ in range(count):
        variant = dice.choice(every)
        size = dice.choice(list(variant.sizes))
        keys = [key for key in SETTINGS if belongs_to(key, variant.kind)]
        house: dict[str, Value] = {}
        for key in dice.sample(keys, min(len(keys), dice.randint(1, 16))):
            wanted = house | {key: dice.choice(values_of(SETTINGS[key][0], BETWEEN))}
            try:
                variant.ruleset(size, wanted)
                house = wanted
            except SettingsError as error:
                yield f"# {variant.key}, {size} players, {wanted}\n{say_error(error)}"
        yield page(variant.key, size, house)


def page(key: str, size: int, house: Mapping[str, Value], stakes: Stakes | None = None) -> str:
    """Return a table's rules sheet, its answers and its doubts; or why its rules do not go together."""
    head = f"# {key}, {size} players, {dict(house)}"
    try:
        lines = [head, sheet_text(key, size, house, stakes)]
    except SettingsError as error:
        return f"{head}\n{say_error(error)}"
    if not stakes:
        doubts = settings_doubts(find_variant(key).ruleset(size, house), size)
        lines += [answers_text(key, size, house), *(f"doubt: {say_doubt(doubt)}" for doubt in doubts)]
        sheet = rules_sheet(find_variant(key), size, house)
        lines += (f"card: {it}" for it in (*differences_card(KNOWN, sheet), *differences_card(sheet, KNOWN)))
    return "\n".join(lines)


def games() -> Iterable[str]:
    """Yield every golden sheet as it is printed with its reasons and doubts, or its refusal."""
    for name, case in sorted((f"{name}.toml", case) for name, case in cases().items()):
        try:
            night = read_sheet(case["sheet"], find_variant)
            yield f"# {name}\n" + print_game(name, night, *fold(night), sheet_doubts(night))
        except SheetError as error:
            yield f"# {name}\n" + print_error(name, error)


if __name__ == "__main__":
    main()
