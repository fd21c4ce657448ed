"""The picture of docs/architecture.md has words, and docs/trust.md lists the promises that are proved."""

import re

from tests.docs.pages import DOCS, rows, text_of
from tests.proofs import ROWS

PAGE = DOCS / "architecture.md"


def test_the_picture_has_words_for_whoever_does_not_see_it():
    assert re.search(r"!\[.{80,}\]\(architecture\.svg\)", text_of(PAGE))
    picture = text_of(DOCS / "architecture.svg")
    assert "<title" in picture
    assert "prefers-color-scheme: dark" in picture
    numbers = re.findall(r'class="number"[^>]*>(\d)<', picture)
    assert numbers == re.findall(r"^(\d)\. \*\*", text_of(PAGE), re.MULTILINE)


def test_the_promises_are_those_that_are_proved():
    listed = {int(cells[0]): cells[1] for cells in rows(text_of(DOCS / "trust.md"))}
    assert listed == {number: row.promise.replace("“", '"').replace("”", '"') for number, row in ROWS.items()}


def test_the_trip_of_a_hand_quotes_the_code_as_it_is():
    trip = text_of(PAGE).split("## One hand, from the tap to the other phone\n")[1].split("\n## ")[0]
    quoted, file = 0, None
    for part in re.split(r"(```\w+\n.*?```)", trip, flags=re.DOTALL):
        if part.startswith("```"):
            code = part.partition("\n")[2].removesuffix("```")
            assert code in text_of(DOCS.parent / file), code
            quoted += code.count("\n")
        elif named := re.findall(r"\(`([\w/.]+)`\)", part):
            file = named[-1]
    assert 20 < quoted <= 60
