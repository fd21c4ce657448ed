"""Script modules: each imports what the pages name, under names that carry digests, so all of it is kept for good."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from scorekeeper.web.assets import digested_files, modules_with_imports

STATIC = Path(__file__).resolve().parents[2] / "static"
DIGESTED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture
def page(phone, code):
    return phone.get(f"/t/{code}").text


def modules_in(html):
    """Return the addresses of the modules a page names: from the start, and late."""
    return re.findall(r'<script src="([^"]+)" type="module">|<meta name="late" content="([^"]+\.js)">', html)


def source_of(phone, path):
    with phone.get(path) as answer:
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.mimetype == "text/javascript"
        return answer.get_data(as_text=True)


def test_whatever_a_module_imports_its_page_names_under_the_same_address(phone, page):
    """Hence the worker keeps it with the page, and no module is there twice."""
    named = {first or late for first, late in modules_in(page)}
    assert len(named) > 10
    for path in named:
        for beside in re.findall(r'(?:from|import) "([^"]+)"', source_of(phone, path)):
            assert DIGESTED.search(beside)
            assert normpath(join(dirname(path), beside)) in named, f"{path} imports {beside}"


def test_a_first_look_waits_for_one_module_alone(phone, page):
    first = [first for first, _ in modules_in(page) if first]
    assert [DIGESTED.sub(".js", path) for path in first] == ["/static/js/app.js"]
    assert "import " not in source_of(phone, first[0])
    assert "modulepreload" not in page


def test_a_changed_module_changes_the_names_of_those_that_import_it(tmp_path):
    def names(first_line):
        (tmp_path / "a.js").write_text(first_line + "export const a = 1;\n", encoding="utf-8")
        return {name: digested for name, (digested, _) in digested_files(tmp_path).items()}

    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/b.js").write_text('import { a } from "../a.js";\nexport const b = a;\n', encoding="utf-8")
    (tmp_path / "c.js").write_text('import "./deep/b.js";\n', encoding="utf-8")
    (tmp_path / "d.js").write_text("export {};\n", encoding="utf-8")
    before, after = names(""), names("export const more = 2;\n")
    assert {name for name in before if before[name] != after[name]} == {"a.js", "deep/b.js", "c.js"}
    served = {name: body.decode() for name, (_, body) in digested_files(tmp_path).items()}
    assert served["deep/b.js"].startswith(f'import{{a}}from"../{after["a.js"]}";')
    assert served["c.js"].startswith(f'import"./{after["deep/b.js"]}";')
    assert modules_with_imports(tmp_path, ["c.js"]) == ["a.js", "deep/b.js", "c.js"]


def test_two_modules_that_import_each_other_are_found_when_the_server_starts(tmp_path):
    (tmp_path / "a.js").write_text('import "./b.js";\n', encoding="utf-8")
    (tmp_path / "b.js").write_text('import "./a.js";\n', encoding="utf-8")
    with pytest.raises(RecursionError):
        digested_files(tmp_path)


def test_a_style_sheet_names_its_font_with_a_digest():
    files = digested_files(STATIC)
    font = files["font/rokkitt-800.woff2"][0]
    assert re.fullmatch(r"font/rokkitt-800\.[0-9a-f]{12}\.woff2", font)
    assert f'url("../{font}")'.encode() in files["css/display.css"][1].replace(b"'", b'"')


def test_the_font_that_comes_late_is_small():
    assert (STATIC / "font/rokkitt-800.woff2").stat().st_size <= 9_000
