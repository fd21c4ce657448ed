"""Whatever the code, the data and the pages cite is in this repository, and as it is cited."""

import re

import pytest

from tests.docs.pages import DOCS, ROOT, anchors, headings, prose_of, rows, section, text_of
from tests.proofs import ROWS

FOLDERS = ("docs", "scorekeeper", "static", "templates", "tests")
FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "README.md", "pyproject.toml")
KINDS = {".css", ".html", ".js", ".md", ".mjs", ".night", ".py", ".toml", ".ts", ".txt"}
NOT_OURS = ("vendor", ".min.", "node_modules")  # other people's code
THIS = "tests/docs/test_references.py"

CATALOGUE, DECISIONS = DOCS / "variants/README.md", DOCS / "variants/decisions.md"
SOURCES = DOCS / "variants/sources.md"

ROW = re.compile(r"(?<![\w#&%/.+-])V\d\d[a-z]?(?!\w)")
DECISION = re.compile(r"(?<![\w#&%/.+\\-])[AD]\d\d[a-z]?(?!\w)")
SOURCE = re.compile(r"\[(0\d\d)(?=[\]:])|\bsource (0\d\d)\b|(?<![\d.,:\[])\b(00\d): ")
TAG = re.compile(r"\{([A-Z][A-Z0-9]{1,7})\}")
PAGE = re.compile(r"(?<![\w/:.-])((?:\.\./)*\w[\w./-]*\.md)\b(?:, \"([^\"]+)\")?")
LINK = re.compile(r"\]\(([^()\s]+)\)|<img src=\"([^\"]+)\"")


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def texts(*kinds):
    """Return every file of ours that may cite something (of those kinds, where any are named)."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    found += [ROOT / name for name in FILES]
    ours = [path for path in found if not any(part in name_of(path) for part in NOT_OURS) and name_of(path) != THIS]
    return sorted(path for path in ours if not kinds or path.suffix in kinds)


def cited(pattern, paths):
    """Return (place, what is cited) for every citation in those files."""
    for path in paths:
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            for found in pattern.findall(line):
                yield f"{name_of(path)}:{number}", found if isinstance(found, str) else "".join(found)


@pytest.mark.parametrize(
    ("pattern", "known", "kinds", "least"),
    [
        (ROW, {cells[0].lower() for cells in rows(section(CATALOGUE, "The rows"))}, (), 800),
        (DECISION, anchors(DECISIONS), (), 300),
        (SOURCE, anchors(SOURCES), (), 500),
        (TAG, anchors(SOURCES), (".toml", ".md"), 10),
    ],
    ids=["a row of the catalogue", "an open question or decision", "a source", "a tag of another page"],
)
def test_what_is_cited_is_described(pattern, known, kinds, least):
    found = [(place, what) for place, what in cited(pattern, texts(*kinds)) if not place.startswith("pyproject")]
    assert [f"{place}: {what}" for place, what in found if what.lower() not in known] == []
    assert len(found) >= least, "were the pattern blind, nothing would be missing"


def test_every_page_that_is_named_exists_and_has_the_section():
    """A name without a folder is that of a page beside the file, or of the only page of that name."""
    missing = []
    by_name = {page.name: page for page in texts(".md") if page.name != "README.md"}
    for path in texts(*KINDS - {".md"}):
        for name, part in PAGE.findall(text_of(path)):
            near = (base / name for base in (path.parent, ROOT) if (base / name).is_file())
            page = next(near, by_name.get(name))
            if page is None or (part and part not in headings(page)):
                missing.append(f"{name_of(path)}: {name} {part}".strip())
    assert missing == []


def test_every_link_of_a_page_leads_somewhere():
    missing = []
    for path in texts(".md"):
        for link in ("".join(found) for found in LINK.findall(prose_of(path))):
            if link.startswith(("http://", "https://", "../../actions/", "../../issues")):  # pages of the forge
                continue
            name, _, anchor = link.partition("#")
            target = path.parent / name if name else path
            if not target.exists() or (anchor and anchor not in anchors(target)):
                missing.append(f"{name_of(path)}: {link}")
    assert missing == []


def test_every_button_that_an_answer_names_is_on_a_page():
    answers = " ".join(text_of(DOCS / "faq.md").split())
    named = re.findall(r"(?<!\*)\*{1,2}([A-Z][^*.?!]+)\*", answers)
    ours = [path for path in texts(".html", ".py") if "tests" not in path.relative_to(ROOT).parts]
    shown = "".join(map(text_of, ours))
    assert ([name for name in named if name not in shown], len(named) > 10) == ([], True)


def test_every_file_that_a_page_names_exists():
    """In backticks; CONTRIBUTING.md shows files that its reader is to write."""
    pages = [path for path in texts(".md") if path.name not in ("CONTRIBUTING.md", "CHANGELOG.md")]
    named = re.compile(r"`((?:docs|scorekeeper|static|templates|tests)/(?!\S*KEY)[\w./-]*)`")
    assert [f"{place}: {what}" for place, what in cited(named, pages) if not (ROOT / what).exists()] == []


ARCHITECTURE = DOCS / "architecture.md"


def test_the_picture_has_words_for_whoever_does_not_see_it():
    assert re.search(r"!\[.{80,}\]\(architecture\.svg\)", text_of(ARCHITECTURE))
    picture = text_of(DOCS / "architecture.svg")
    assert "<title" in picture
    assert "prefers-color-scheme: dark" in picture
    numbers = re.findall(r'class="number"[^>]*>(\d)<', picture)
    assert numbers == re.findall(r"^(\d)\. \*\*", text_of(ARCHITECTURE), re.MULTILINE)


def test_the_promises_are_those_that_are_proved():
    listed = {int(cells[0]): cells[1] for cells in rows(text_of(DOCS / "trust.md"))}
    assert listed == {number: row.promise.replace("“", '"').replace("”", '"') for number, row in ROWS.items()}


def test_the_trip_of_a_hand_quotes_the_code_as_it_is():
    trip = text_of(ARCHITECTURE).split("## One hand, from the tap to the other phone\n")[1].split("\n## ")[0]
    quoted, file = 0, None
    for part in re.split(r"(```\w+\n.*?```)", trip, flags=re.DOTALL):
        if part.startswith("```"):
            code = part.partition("\n")[2].removesuffix("```")
            assert code in text_of(DOCS.parent / file), code
            quoted += code.count("\n")
        elif named := re.findall(r"\(`([\w/.]+)`\)", part):
            file = named[-1]
    assert 20 < quoted <= 60
