"""The pages of the documentation as the tests read them: headings, anchors, tables, blocks of code."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@cache
def text_of(path):
    return path.read_text(encoding="utf-8")


def prose_of(path):
    """Return the text of a page without its blocks of code."""
    return BLOCK.sub("", text_of(path))


def slug(heading):
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


@cache
def headings(path):
    return [heading.replace("`", "").strip() for heading in HEADING.findall(prose_of(path))]


@cache
def anchors(path):
    """Return every anchor of a page: those of its headings, and those it names."""
    return {slug(heading) for heading in headings(path)} | set(ANCHOR.findall(prose_of(path)))


def blocks(path, language):
    """Return the blocks of code in that language, in order."""
    return [block for _, named, block in BLOCK.findall(text_of(path)) if named == language]


def section(path, heading):
    """Return the text under a heading, up to the next one of the same level or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,6}} |\Z)", text_of(path), re.MULTILINE | re.DOTALL)
    assert found, f"{path.name} has no section {heading}"
    rest = text_of(path)[found.start(2) :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(text):
    """Return the cells of every row of every table in a text, without the heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    heads = {number - 1 for number, line in enumerate(lines) if set(line) <= set("|- ")}
    kept = [line for number, line in enumerate(lines) if number not in heads and set(line) - set("|- ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in kept]


def coded(text):
    """Return what stands between backticks in a text, blocks of code left out."""
    return re.findall(r"`([^`\n]+)`", BLOCK.sub("", text))
