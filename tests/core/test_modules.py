"""Script modules: each imports what the pages name, under an address with a digest, so all of it is kept for good."""

import re
from posixpath import dirname, join, normpath

import pytest

from scorekeeper.core.assets import digest_of

DIGESTED = re.compile(r"^/static/[0-9a-f]{12}/")


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
            assert normpath(join(dirname(path), beside)) in named, f"{path} imports {beside}"


def test_a_first_look_waits_for_one_module_alone(phone, page):
    first = [first for first, _ in modules_in(page) if first]
    assert [DIGESTED.sub("", path) for path in first] == ["js/app.js"]
    assert "import " not in source_of(phone, first[0])
    assert "modulepreload" not in page
    late = re.findall(r'<meta name="late" content="([^"]+)">', page)
    assert "/js/htmx-" in late[0], "the first of what comes after the first paint"
    (face,) = re.findall(r'<link rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin>', page)
    assert phone.get(face).mimetype == "font/woff2"


def test_a_changed_file_changes_the_address_of_all(tmp_path):
    (tmp_path / "a.js").write_text("export const a = 1;\n", encoding="utf-8")
    (tmp_path / "b.css").write_text("b {}\n", encoding="utf-8")
    before = digest_of.__wrapped__(str(tmp_path))
    assert digest_of.__wrapped__(str(tmp_path)) == before
    (tmp_path / "b.css").write_text("b { top: 0 }\n", encoding="utf-8")
    changed = digest_of.__wrapped__(str(tmp_path))
    (tmp_path / "a.js").rename(tmp_path / "c.js")
    assert len({before, changed, digest_of.__wrapped__(str(tmp_path))}) == 3
