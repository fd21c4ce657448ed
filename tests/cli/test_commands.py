"""The `scorekeeper` command as people type it: what it prints, and its exit status."""

import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import ANY

import pytest

from scorekeeper.cli import COMMANDS
from scorekeeper.rules.errors import SettingsError
from scorekeeper.sheets.phrases import say_error
from scorekeeper.variants.catalogue import catalogue, find_variant, variant_of_text
from tests.cli.conftest import scorekeeper

SHEET = """format = "scoresheet/1"
variant = "minnesota-ten-point"
players = ["Ann", "Bob", "Cy", "Dee"]
[opening]
Ann = 46
Bob = 47
[stakes]
currency = "USD"
game = "0.10"
[[lines]]
bidder = "Bob"
bid = 5
points = { high = "Bob", jack = "Bob", trey = "Bob", low = "Ann", off_jack = "Ann", game = "Ann" }
"""


@pytest.fixture
def night(tmp_path):
    file = tmp_path / "night.toml"
    file.write_text(SHEET, encoding="utf-8")
    return file


def test_score_for_programs_is_one_object_a_line(night, tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": NaN}', encoding="utf-8")
    done = scorekeeper("score", "--json", night, broken, tmp_path / "missing.toml", tmp_path, night)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["ok"] for report in reports] == [True, False, False, False, True]
    assert reports[0]["winners"] == ["Bob", "Dee"]
    assert reports[0]["money"]["payments"] == [
        {"from": "Ann", "to": "Bob", "amount": "0.10"},
        {"from": "Cy", "to": "Dee", "amount": "0.10"},
    ]
    assert all(report["errors"][0]["field"] == "file" for report in reports[1:4])
    assert (done.exit_code, done.stderr) == (2, "")


@pytest.mark.parametrize(
    "place", ["bidder = 'Ann'\nbid = {}", "auction = [['Ann', {}]]", "bidder = 'Ann'\nbid = 4\nburied = {}"]
)
def test_a_number_of_thousands_of_digits_is_refused_in_words(tmp_path, place):
    file = tmp_path / "huge.toml"
    head = SHEET.split("[[lines]]", maxsplit=1)[0]
    file.write_text(f"{head}[[lines]]\n{place.format('0x' + 'f' * 6000)}\n", encoding="utf-8")
    done = scorekeeper("score", "--json", file)
    assert json.loads(done.stdout)["errors"][0]["line"] == 1
    assert (done.exit_code, done.stderr) == (2, "")


@pytest.mark.parametrize(
    ("games", "first", "never"),
    [
        (("partnership-pitch", "ten-point-smear"), "Whoever reaches 21 or more wins, with the bid or without it.",
         "52"),
        (("seven-up", "partnership-pitch"), "Only a side that bids and makes it can win on that hand.", "Example"),
        (("minnesota-smear", "minnesota-ten-point", "--players", "5"), "For five. The bidder calls", "For example"),
        (("cutthroat-pitch", "smoke"), "The game has its own jargon: tickets are cards", "this sheet"),
        (("partnership-pitch", "fish-pitch"), "Each player is dealt 12 cards.", "left in the deck"),
        (("cutthroat-pitch", "partnership-pitch", "--players", "4"), "For four, two against two.", "card points"),
        (("pidro", "pidro"), "Nothing is different.", "Not here"),
    ],
)  # fmt: skip
def test_a_player_of_another_game_hears_the_traps_first(games, first, never):
    done = scorekeeper("differs", *games)
    told = done.stdout.splitlines()[1:]
    assert told[0].startswith(f"  {first}"), told
    assert len(told) <= 8
    assert never not in done.stdout
    assert json.loads(scorekeeper("differs", *games, "--json").stdout)["differs"] == [
        line.strip() for line in told if "Nothing" not in line
    ]


def test_ask_says_when_there_is_no_answer():
    done = scorekeeper("ask", "partnership-pitch", "who reads the tally")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "There is no answer to that here." in done.stdout
    listed = scorekeeper("ask", "partnership-pitch").stdout.splitlines()
    assert "How is trump made?" in listed


def test_programs_are_told_the_same_in_json(night, tmp_path):
    def told(*words, status=0):
        done = scorekeeper(*words, "--json")
        assert done.exit_code == status, done.output
        return json.loads(done.stdout)

    listed = told("variants")["variants"]
    assert [each["key"] for each in listed] == sorted(catalogue())
    sheet = told("rules", "partnership-pitch", "--players", 6, "--rules", "finish.target=11")
    changed = [it["text"] for part in sheet["sections"] for it in part["statements"] if it["changed"]]
    assert (sheet["players"], changed) == (6, ["The game is to 11."])
    [lowest, *_] = told("ask", "partnership-pitch", "who gets low?")["answers"]
    assert lowest == {"question": "Who gets low?", "answer": "Low goes to whoever wins its trick."}
    assert told("ask", "partnership-pitch", "who reads the tally", status=1)["answers"] == []
    night_told = told("whatif", night, "--rules", "finish.target=60")
    assert [line["line"] for line in night_told["differing"]] == [1]
    assert (night_told["as_played"]["winners"], night_told["other_rules"]["winners"]) == (["Bob", "Dee"], [])
    file = tmp_path / "house.toml"
    file.write_text('variant = "smoke"\n[rules]\ntally.trick = -2\n', encoding="utf-8")
    assert told("check", file) == {"file": str(file), "ok": True, "errors": [], "said": [ANY]}
    file.write_text('variant = "smoke"\n[rules]\ntally.trik = 2\n', encoding="utf-8")
    assert "tally.trik" in told("check", file, status=2)["errors"][0]


GOOD = 'name = "Mine"\nfamily = "Pitch"\nsummary = "s"\nsources = []\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('variant = "smoke"\ncolour = 1\n[rules]\n"auction.min" = 3\n"tally.trick" = "x"\n',
         ["line 2: colour: ", "line 4: rules.auction.min: ", "line 5: rules.tally.trick: "]),
        (f'key = "mine"\n{GOOD}[settings]\nfinish.targt = 15\nauction.min = 0\n[sizes.4]\n',
         ["-, line 7: mine: finish.targt: There is no setting", "-, line 8: mine: auction.min: "]),
        ("[rules]\nfinish.target = 11\n", ["variant: Whose rules are these? Name the game above them"]),
    ],
    ids=["house rules", "a variant", "nobody's rules"],
)  # fmt: skip
def test_check_tells_every_fault_of_what_it_reads(text, told):
    done = scorekeeper("check", "-", text=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert [fault for fault in told if fault not in done.stderr] == []


def test_check_follows_extends_to_a_file_beside_it(tmp_path):
    uncle, child = tmp_path / "uncle.toml", tmp_path / "child.toml"
    uncle.write_text(f'key = "uncle"\n{GOOD}extends = "partnership-pitch"\n', encoding="utf-8")
    child.write_text(f'key = "child"\n{GOOD}extends = "uncle"\n', encoding="utf-8")
    assert "Mine is a good variant for 4, 6 players." in scorekeeper("check", child).stdout
    assert "The game is to 21." in scorekeeper("rules", child).stdout
    uncle.write_text("key = ", encoding="utf-8")
    told = scorekeeper("check", child)
    assert (told.exit_code, "uncle.toml: file: This is not TOML" in told.stderr) == (2, True)


def test_check_doubts_a_size_without_sides(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(f'key = "mine"\n{GOOD}extends = "partnership-pitch"\n[sizes.4]\n[sizes.5]\n', encoding="utf-8")
    doubts = [line for line in scorekeeper("check", file).stdout.splitlines() if "Doubtful" in line]
    assert doubts == [
        f"{file}: Doubtful: with 5 players everybody plays alone, because [sizes.5] has no seating.sides."
    ]


def test_a_file_of_the_catalogue_has_its_key_as_its_name(tmp_path):
    folder = Path(find_variant.__code__.co_filename).parent
    text = f'key = "mine"\n{GOOD}extends = "partnership-pitch"\n'
    with pytest.raises(SettingsError, check=lambda error: "other.toml calls itself mine" in say_error(error)):
        variant_of_text(text, folder / "other.toml")
    for file in (folder / "mine.toml", tmp_path / "other.toml"):
        assert variant_of_text(text, file).key == "mine"


@pytest.mark.parametrize(
    ("bid", "rule", "sentence"),
    [(3, "finish.target=60", "night.toml: line 1, bid: "), (5, "finish.targt=60", "finish.targt")],
    ids=["a bid nobody may bid", "a rule there is not"],
)
def test_whatif_refuses_what_cannot_be_replayed(night, bid, rule, sentence):
    night.write_text(SHEET.replace("bid = 5", f"bid = {bid}"), encoding="utf-8")
    done = scorekeeper("whatif", night, "--rules", rule)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr


TAVERN = """key = "tavern-pitch"
name = "Tavern Pitch"
family = "Pitch"
summary = "Ten-Point Smear to 60"
sources = ["the Tavern in Bemidji, 2026"]
extends = "minnesota-ten-point"
[settings]
finish.target = 60
"""


@pytest.fixture
def tavern(tmp_path, night):
    variant = tmp_path / "tavern-pitch.toml"
    variant.write_text(TAVERN, encoding="utf-8")
    night.write_text(SHEET.replace("minnesota-ten-point", "tavern-pitch"), encoding="utf-8")
    return variant, night


def test_a_sheet_of_a_variant_of_ones_own(tavern):
    """Bob and Dee make 5 and have 52, with which they would have won in Minnesota."""
    variant, sheet = tavern
    done = scorekeeper("score", "--json", "--variant", variant, sheet)
    report = json.loads(done.stdout)
    assert (done.exit_code, report["winners"], report["scores"]["Bob"]) == (0, [], 52)
    without = scorekeeper("score", sheet)
    assert without.exit_code == 2
    assert "tavern-pitch" in without.output


@pytest.mark.parametrize("words", [[], ["run"], ["doctor"], ["db", "upgrade"]])
def test_help_imports_no_command(words):
    """All are named with what they do; the modules of those that need the app are not even read."""
    code = (
        "import sys; from scorekeeper.cli import main\n"
        f"try: main([*{words}, '--help'])\n"
        "finally: print(sum(name.startswith('scorekeeper.') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    named = {name: COMMANDS[name][1] for name in words[:1] or COMMANDS}
    assert all(f" {name} " in done.stdout and summary in done.stdout for name, summary in named.items())
    assert int(done.stdout.split()[-1]) < 4


@pytest.mark.parametrize(
    ("typed", "meant"),
    [(["scroe"], "Did you mean 'score'?"), (["rules", "partnership-pich"], "did you mean partnership-pitch?")],
)
def test_a_slip_of_the_fingers_is_understood(typed, meant):
    done = scorekeeper(*typed)
    assert done.exit_code == 2
    assert meant in done.stderr


@pytest.mark.parametrize("words", ["score --json night.toml", "draw --players 8 --json"])
def test_it_is_done_without_what_takes_long_to_load(night, words):
    """Without Jinja, which is for rules sheets, and difflib, for slips of the fingers."""
    slow = ("difflib", "flask", "jinja2", "sqlalchemy", "werkzeug")
    code = (
        "import sys; from scorekeeper.cli import main\n"
        f"try: main({words.split()})\n"
        f"finally: print(*(name for name in {slow} if name in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=night.parent, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout).keys() & {"scores", "rounds"}
    assert done.stderr.split() == []
