"""Whole printed pages that somebody has read line by line: rules sheets, answers, nights, refusals, the JSON Schema.

Each stands as a file in `approved/`, and a test compares it with what the rules print today.  After a change of words
on purpose, `python tests/rules/approved.py PAGE …` writes those pages anew and prints a diff: read it aloud, line by
line, as the people at the table will read it, and commit only what is true and well said.
"""

import ast
import difflib
import importlib.util
import json
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from sheets import NAMES, PITCH_POINTS, hand, sheet

from scorekeeper.rules.contradictions import contradictions
from scorekeeper.rules.doubts import sheet_doubts
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import SETTINGS, build_ruleset, list_settings
from scorekeeper.rules.sheet import Stakes
from scorekeeper.rules.values import Number, Switch, Value
from scorekeeper.sheets.example import worked_hands
from scorekeeper.sheets.phrases import counted, say_allowed, say_doubt, say_refusal, say_setting, setting_title
from scorekeeper.sheets.questions import answer, questions_for
from scorekeeper.sheets.report import print_error, print_game, report_error, report_game, sheet_schema
from scorekeeper.sheets.rules_sheet import differences, rules_sheet, sheet_context
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import find_variant
from tests.golden import cases

FOLDER = Path(__file__).with_name("approved")


def sheet_text(variant: str, size: int, house: dict[str, Value] | None = None, stakes: Stakes | None = None) -> str:
    """Return a rules sheet with all that is in it; `*` marks what the table changed, brackets name the settings."""
    sheet = rules_sheet(find_variant(variant), size, house, stakes)
    lines = [sheet.title, sheet.summary]
    for part in sheet.sections:
        lines += ["", part.title]
        for it in part.statements:
            lines.append(f"{'*' if it.changed else ' '} {it.text}  [{' '.join(it.keys)}]")
            lines += [f"    usually: {it.standard}"] if it.standard else []
    lines += ["", "Points"] if sheet.points else []
    for point in sheet.points:
        worth = counted(point.worth, "point")
        lines.append(f"{'*' if point.changed else ' '} {point.title}, {worth}: {point.card}, to {point.owner}")
        lines += [f"    usually: {point.standard}"] if point.standard else []
    lines += ["", f"Trumps: {', '.join(sheet.trumps)}"] if sheet.trumps else []
    lines += ["", "Jargon", *(f"  {word}: {said}" for word, said in sheet.jargon)] if sheet.jargon else []
    return "\n".join(lines) + "\n"


USUAL = [
    ("partnership-pitch", 4), ("partnership-pitch", 6), ("nine-card-pitch", 4), ("ten-point-smear", 5),
    ("schmier-six", 6), ("racehorse-pitch", 5), ("fort-frances-bid-out", 2), ("five-point-set-back", 4),
    ("wisconsin-six-point", 4), ("minnesota-smear-kitty-jokers", 4), ("moon-over-four-pitch", 3), ("reverse-pitch", 4),
    ("tunkhannock-pitch", 4), ("widow-smear", 4), ("smoke", 5), ("trinidad-all-fours", 4), ("california-jack", 2),
    ("shasta-sam", 2), ("sell-out-pitch", 4), ("pidro", 4),
]  # fmt: skip
"""Between them they have every way to sit, to change cards, to bid, to win."""

HOUSES = tomllib.loads(FOLDER.with_name("houses.toml").read_text(encoding="utf-8"))
MONEY = {
    "everything": ("money-pitch", 5, Stakes("USD", game=100, set=25, point=5, moon=200, bid_point=10)),
    "ten-and-five": ("fort-frances-sneak-out", 4, Stakes("CAD", game=10, set=5)),
    "nothing": ("cinch", 4, Stakes("USD")),
}


def anew(module: str) -> Any:
    """Import a module a second time, beside the one in use.

    Tables of settings are built once, at import; made anew, a test of them tests the builders too.
    """
    spec = importlib.util.find_spec(f"scorekeeper.rules.{module}")
    again = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(again)
    return again


def settings_text() -> str:
    """Return every setting: its key, what it may be, what it is where nobody says, its title, a sentence a value."""
    lines = []
    for key, (allowed, unsaid) in list_settings(anew("ruleset").Ruleset()).items():
        lines += [f"{key}: {say_allowed(allowed)}; usually {unsaid!r}", f"  {setting_title(key)}"]
        words = {it: it for it in getattr(allowed, "words", ())}
        values = {"yes": True, "no": False} if isinstance(allowed, Switch) else words
        lines += [f"    {word}: {say_setting(key, value)}" for word, value in values.items()]
        if isinstance(allowed, Number):
            numbers = [number for number in (-4, 0, 1, 7) if allowed.least <= number <= allowed.most]
            lines += [f"    {say_setting(key, number)}" for number in numbers]
    return "\n".join(lines) + "\n"


def answers_text(key: str, size: int, house: dict[str, Value]) -> str:
    """Return every question that makes sense at a table, with its answer."""
    page = sheet_context(find_variant(key), size, house)
    lines = [f"{key}, {size} players, {house}" if house else f"{key}, {size} players"]
    for question in questions_for(page.rules):
        lines += ["", f"{question.asked}  [{' '.join(question.settings)}]", f"  {answer(question, page)}"]
    return "\n".join(lines) + "\n"


TABLES = [
    ("partnership-pitch", 4, {}),
    ("ten-point-smear", 5, {"special.name": "moon", "auction.throw_card": True, "finish.may_win": "bid-made"}),
    ("charbonneau-ten-point", 4, {"finish.target": "none", "points.low.worth": 0, "points.high.worth": 0}),
    ("smoke", 5, {}),
    ("trinidad-all-fours", 4, {}),
    ("bicycle-pitch-smudge", 3, {"scoring.set": "both"}),
]


def contrast_text(ours: tuple[str, int], theirs: tuple[str, int]) -> str:
    """Return two rules sheets side by side, where they differ."""
    one, other = (rules_sheet(find_variant(key), size) for key, size in (ours, theirs))
    lines = [f"{one.title} | {other.title}"]
    for title, contrasts in differences(one, other):
        lines += ["", title]
        for here, there in contrasts:
            lines += [f"  - {here or '(nothing)'}", f"  + {there or '(nothing)'}"]
    return "\n".join(lines) + "\n"


TEN_AND_FIVE = sheet(
    "fort-frances-sneak-out",
    hand("Ann", 3, "high low jack", note="by the light of the stove"),
    hand("Bob", 4, "high low game=Cy"),
    {"passed_out": True},
    hand("Dee", 2, "jack low", counts={"Ann": 20, "Bob": 31}),
    hand("Cy", 4, "high low jack game"),
    opening={"Ann": 7},
    stakes={"currency": "USD", "game": "0.10", "set": "0.05"},
)
COME_AND_GO = sheet(
    "money-pitch",
    hand("Ann", 2, "high low game=Cy"),
    {"join": "Eve", "after": "Ann"},
    hand("Eve", "moon", "high low jack game"),
    {"misdeal": True},
    {"leave": "Bob"},
    {"adjust": {"Cy": 1}, "reason": "the board was wiped"},
    {"rules": {"game.tie": "low"}},
    size=3,
    stakes={"currency": "CAD", "point": "0.25", "moon": 1, "bid_point": "0.05"},
)
SMOKE_NIGHT = [
    {"tricks": {"Bob": 3, "Cy": 2}, "sat": ["Ann"], "first_trick": "Cy"},
    {"tricks": {"Bob": 5, "Cy": 0}, "sat": ["Ann"], "pickups": {"Ann": 1}},
]
NIGHTS = {
    "ten-and-five": TEN_AND_FIVE,
    "come-and-go": COME_AND_GO,
    "smoke-in-play": sheet("smoke", *SMOKE_NIGHT, size=3),
    "smoke-won": sheet("smoke", *SMOKE_NIGHT, {"tricks": {"Ann": 1, "Bob": 4, "Cy": 0}}, size=3, opening={"Cy": 9}),
    "not-begun": sheet("smoke", size=2, stakes={"currency": "EUR", "game": 1}),
}


def printed_text(document: dict[str, Any]) -> str:
    night = read_sheet(document, find_variant)
    return print_game("night.toml", night, *fold(night))


def report_text(document: dict[str, Any]) -> str:
    return compact(report_game("night.toml", *fold(read_sheet(document, find_variant)))) + "\n"


WRONG = [
    sheet("partnership-pitch", rules={"auction.mix": 1, "auction.min": 0}),
    sheet("partnership-pitch", hand("Ann", 2, "high low"), hand("Ann", 9, "high")),
]


def refusals_text() -> str:
    """Return what is printed and reported of sheets that cannot be scored."""
    said = []
    for document in WRONG:
        try:
            fold(read_sheet(document, find_variant))
        except SheetError as error:
            said += [print_error("night.toml", error), compact(report_error("night.toml", error)), ""]
    return "\n".join(said)


def compact(value: Any, indent: str = "") -> str:
    """Write JSON with whatever fits on one line on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 110 or not isinstance(value, (dict, list)):
        return flat
    inner = f"{indent}  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + compact(item, inner) for item in value) + f"\n{indent}]"
    pairs = (f"{inner}{json.dumps(key)}: {compact(item, inner)}" for key, item in value.items())
    return "{\n" + ",\n".join(pairs) + f"\n{indent}}}"


HEADING = re.compile(r"^([\w-]+), (\d+) players(?:, (\{.*\}))?$", re.MULTILINE)


def asked_on(page: str) -> Iterator[tuple[str, int, dict[str, Value]]]:
    """Yield what the headings of a page ask for: a game or its kind, players, settings; a new one is written there."""
    for what, size, settings in HEADING.findall((FOLDER / page).read_text(encoding="utf-8")):
        yield what, int(size), ast.literal_eval(settings or "{}")


def examples_text() -> str:
    """Return the hands that stand on a sheet, and below them those that are shown only while rules are written."""
    lines = []
    for key, size, house in asked_on("examples.txt"):
        variant = find_variant(key)
        on_sheet, every = worked_hands(variant, size, house), worked_hands(variant, size, house, further=True)
        lines += [f"{key}, {size} players" + (f", {house}" if house else ""), *(f"  {said}" for said in on_sheet)]
        lines += [f"  also: {said}" for said in every if said not in on_sheet] + [""]
    return "\n".join(lines)


def shape(said: str, players: Collection[str]) -> str:
    """Return a sentence without its names, numbers and points taken: what remains is said alike of every hand."""
    said = re.sub(r"took (\d+) \([^)]*\)", r"took \1", said)
    name = "|".join(map(re.escape, players))
    said = re.sub(rf"\b(?:{name})\b((?:, \w+)* & \w+)?", lambda found: "they" if found[1] else "one", said)
    return re.sub(r"\d+(\.\d+)?", "#", said)


def golden_text() -> str:
    """Return every sentence about the lines of golden sheets, then every one that refuses a sheet, each shape once."""
    told: dict[str, str] = {}
    refused: dict[str, str] = {}
    for name, case in cases().items():
        players = case["sheet"].get("players")
        players = list(map(str, players)) if isinstance(players, list) else NAMES
        try:
            _, entries = fold(read_sheet(case["sheet"], find_variant))
        except SheetError as error:
            for fault in error.faults:
                said, field = say_refusal(fault.refusal), fault.field
                refused.setdefault(f"{field.split('.')[0]} {shape(said, players)}", f"{name}\n    {field}: {said}\n")
            continue
        for said in (one for entry in entries for one in sentences(entry.whys)):
            told.setdefault(shape(said, players), f"{name}\n    {said}\n")
    return "".join([*told.values(), "\nRefused\n\n", *refused.values()])


SMOKE_ENDS = {"finish.direction": "down", "finish.start": 10, "finish.target": 0}

ONE_TO_BLAME = [key for key in [*SETTINGS, "players"] if not key.startswith("points.") or key == "points.low.worth"]


def clashes_text() -> str:
    """Return what is said of settings that cannot go together, and who is blamed; and what just goes together."""
    lines = []
    for kind, size, settings in asked_on("clashes.txt"):
        rules = build_ruleset(kind, (PITCH_POINTS if kind == "bidding" else SMOKE_ENDS) | settings)
        told = [f"    {it.key}: {say_refusal(it.refusal)}" for it in contradictions(rules, size, frozenset())]
        lines += [f"{kind}, {size} players, {settings}", *(told or ["    goes together"])]
        blamed = (key for key in ONE_TO_BLAME if key in [it.key for it in contradictions(rules, size, {key})])
        lines += [f"    changed alone it is blamed: {' '.join(blamed)}"] if told else []
    return "\n".join(lines) + "\n"


def doubts_text() -> str:
    """Return what is wrong with settings in a file, and what is most likely a mistake of the table that has them."""
    lines = []
    for key, size, settings in asked_on("doubts.txt"):
        lines.append(f"{key}, {size} players, {settings}")
        faults = find_variant(key).faults_at(size, settings)
        lines += [f"    wrong in a file: {say_refusal(it.refusal)}" for it in faults]
        doubts = sheet_doubts(read_sheet(sheet(key, size=size, rules=settings), find_variant))
        lines += [f"    doubtful: {say_doubt(doubt)}" for doubt in doubts.get(0, ())]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, Callable[[], str]]:
    """Return every approved page: its file -> what makes it."""
    made: dict[str, Callable[[], str]] = {
        "settings.txt": settings_text,
        "schema.json": lambda: compact(sheet_schema(["partnership-pitch", "smoke"])) + "\n",
        "beside/pitch-and-catch-five.txt": partial(contrast_text, ("partnership-pitch", 4), ("catch-five", 4)),
        "beside/smoke-and-pitch.txt": partial(contrast_text, ("smoke", 4), ("cutthroat-pitch", 4)),
        "beside/smear-and-moon.txt": partial(contrast_text, ("minnesota-smear-kitty", 4), ("moon-over-four-pitch", 4)),
    }
    for key, size in USUAL:
        made[f"sheets/{key}-{size}.txt"] = partial(sheet_text, key, size)
    for name, its in HOUSES.items():
        made[f"sheets/house-{name}.txt"] = partial(sheet_text, **its)
    for name, (key, size, stakes) in MONEY.items():
        made[f"sheets/money-{name}.txt"] = partial(sheet_text, key, size, None, stakes)
    for key, size, house in TABLES:
        made[f"answers/{key}.txt"] = partial(answers_text, key, size, house)
    made["nights/refused.txt"] = refusals_text
    made["examples.txt"] = examples_text
    made["clashes.txt"] = clashes_text
    made["doubts.txt"] = doubts_text
    made["golden.txt"] = golden_text
    for name, document in NIGHTS.items():
        made[f"nights/{name}.txt"] = partial(printed_text, document)
        made[f"nights/{name}.json"] = partial(report_text, document)
    return made


def write(names: Collection[str]) -> None:
    """Write these pages anew, or take away those that are none any more; print what was and what is."""
    made = pages()
    for name in names:
        file = FOLDER / name
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        after = made[name]() if name in made else ""
        lines = before.splitlines(), after.splitlines()
        told = difflib.unified_diff(*lines, f"{name}, approved", name, n=1, lineterm="")
        print("\n".join(told) or f"{name}: as it was approved")  # noqa: T201 - a command of its own
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(after, encoding="utf-8")
        if name not in made:
            file.unlink()


if __name__ == "__main__":
    write(sys.argv[1:])
