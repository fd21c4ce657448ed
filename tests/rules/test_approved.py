"""What is printed is what somebody read and approved: see `approved.py`."""

import pytest
from approved import FOLDER, pages

PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_as_it_was_approved(name):
    assert PAGES[name]() == (FOLDER / name).read_text(encoding="utf-8")


def test_no_page_is_left_over():
    assert {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.*")} == set(PAGES)
