"""docs/tournaments has a page for each format, says what the code does, and measures the schedules truly."""

import pytest

from scorekeeper.tournaments.maths.designs import MAX_DESIGN
from scorekeeper.tournaments.maths.formats import FORMATS
from scorekeeper.tournaments.maths.places import CRITERIA, ranking_words
from tests.docs.pages import DOCS, coded, headings, prose_of, rows, section, text_of
from tests.tournaments.maths.measure import measure

FOLDER = DOCS / "tournaments"
INDEX = FOLDER / "README.md"


def words_of(path):
    """Return the text of a page with single spaces."""
    return " ".join(prose_of(path).split())


def test_the_index_has_every_format_and_no_other():
    entrants = {f"[{its_format.name}]({its_format.key}.md)": its_format for its_format in FORMATS.values()}
    listed = {cells[0]: cells[1:] for cells in rows(text_of(INDEX)) if len(cells) == 3}
    assert listed == {link: [its_format.entrants, its_format.summary] for link, its_format in entrants.items()}


def test_a_page_says_what_its_format_is_and_how_it_ranks():
    for key, its_format in FORMATS.items():
        page = FOLDER / f"{key}.md"
        assert headings(page)[0] == its_format.name
        assert f"`{key}`: {its_format.summary[0].lower()}{its_format.summary[1:]}." in words_of(page)
        order = ranking_words(its_format.ranking).partition(";")[0]
        assert section(page, "Standings").strip().replace("\n", " ").startswith(order)


def test_the_criteria_are_those_of_the_code():
    table = {coded(cells[0])[0]: cells[1] for cells in rows(section(INDEX, "Standings"))}
    assert list(table) == list(CRITERIA)
    assert all(table[key].startswith(words) for key, (words, _) in CRITERIA.items())


SCHEDULES = {int(cells[0]): cells[1:] for cells in rows(text_of(FOLDER / "designs.md")) if len(cells) == 8}


def test_the_table_has_a_row_for_every_number_of_players():
    assert list(SCHEDULES) == list(range(8, MAX_DESIGN + 1))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("players", SCHEDULES)
def test_a_row_of_the_table_is_what_is_measured(players):
    found, whist = measure(players), f"{players} players"
    if players % 4 > 1:
        whist = f"{players + 1} players, without one" if players % 4 == 3 else "none"
    figures = found.byes, found.rounds, whist, found.partners, found.opponents_half, found.opponents
    assert SCHEDULES[players] == [*map(str, figures), f"round {found.second_meeting}"]
    assert found.byes_apart <= 1
