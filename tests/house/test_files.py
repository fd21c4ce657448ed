"""What files of the checkout keep to: no inline script or style, words in the page, locks with digests and no hosts."""

import json
import re

import pytest

COMMENTS = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
STRINGS = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
IN_BRACES = re.compile(r"\$\{[^}]*\}")
SENTENCE = re.compile(r"^[A-Z][a-z]+( |$)|[a-z,] [A-Za-z]+[.?!:]|^[a-z]+ $")
"""A word with a capital, a sentence's end, or a word that goes on: what a selector or an address does not have."""
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|\shx-on\b|javascript:|<style\b|\sstyle=", re.IGNORECASE)


@pytest.fixture
def scripts(root):
    return {
        path.relative_to(root / "static/js").as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((root / "static/js").rglob("*.js"))
        if ".min." not in path.name
    }


def sentences_in(source):
    """Return the strings of a script that a person might read."""
    found = [IN_BRACES.sub("x", "".join(parts)) for parts in STRINGS.findall(COMMENTS.sub("", source))]
    return [text for text in found if SENTENCE.search(text) and text != "Enter"]  # the name of a key


def test_what_a_person_reads_comes_from_the_page_in_their_language(scripts):
    assert {name: found for name, text in scripts.items() if (found := sentences_in(text))} == {}
    for planted in (
        'alarm("Not saved: there is no answer.");', "say(`Sent: ${n} hands.`);", "words.replaceAll('-', 'minus ');",
        'b.textContent = "Undo";',
    ):  # fmt: skip
        assert len(sentences_in(f"// Nothing here.\n{planted}\n")) == 1


def test_no_template_has_a_script_or_style_in_it(root):
    found = [path.name for path in (root / "templates").rglob("*.html") if INLINE.search(path.read_text("utf-8"))]
    assert found == []
    for planted in ("<script>go()</script>", '<a onclick="go()">', '<p hx-on:click="go()">', '<p style="color: red">'):
        assert INLINE.search(planted)


def test_the_lock_file_of_the_checks_names_no_registry(root):
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert [name for name, package in lock["packages"].items() if name and "integrity" not in package] == []
    asked = json.loads((root / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert lock["packages"][""]["devDependencies"] == asked


LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(text):
    """Name to version of every package in a lock file."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_it_names_no_host_and_no_path_and_every_package_has_digests(root, name):
    lock = (root / name).read_text(encoding="utf-8")
    assert not re.search(r"://|index| @ |(^|\s)(/|~|[A-Z]:\\)", lock)
    packages = re.split(r"^(?=[a-z0-9])", re.sub(r"^#.*\n", "", lock, flags=re.MULTILINE), flags=re.MULTILINE)
    packages = [package for package in packages if package.strip()]
    assert len(packages) == len(pins(lock))
    assert all("--hash=sha256:" in package for package in packages)


def test_what_runs_is_what_is_tested(root):
    run, dev = (pins((root / name).read_text(encoding="utf-8")) for name in LOCKS)
    assert run.items() <= dev.items()
