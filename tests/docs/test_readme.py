"""The first screen of the README says how to run and how to test the program."""

from __future__ import annotations

from tests.docs.pages import ROOT, text_of


def test_the_first_screen_names_both_commands_that_set_up_everything():
    first_screen = text_of(ROOT / "README.md").partition("<img")[0]
    for command in ("make run", "make test"):
        assert f"```sh\n{command}\n```\n" in first_screen
