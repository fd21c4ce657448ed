"""Nights, games by season, variant, person and partner, and what a search finds: page after page, nothing twice."""

from scorekeeper.league.browse import GameFilter, games_and_people, list_games, read_night

ANN, BOB, CY, DEE, EVE = 1, 2, 3, 4, 5


def every_page(session, which=None, most=2):
    """All games of a list, read two at a time."""
    pages, mark = [], None
    while True:
        rows, mark = list_games(session, 1, which or GameFilter(), before=mark, most=most)
        pages += rows
        if mark is None:
            return [row.day[-2:] for row in pages]


def night_of(session, number):
    """The games and the people of a night."""
    return games_and_people(session, read_night(session, 1, number))


def test_games_newest_first_page_after_page(session, play):
    play("ABABA")
    play("B", first=1)  # a sheet of the second, written down last
    assert every_page(session) == ["05", "04", "03", "02", "02", "01"]
    assert every_page(session, most=6) == every_page(session, most=1)
    assert list_games(session, 1, most=6)[1] is None


def test_people_of_a_night_by_games_won_then_by_fewer_played(session, play):
    """Bob and Dee lose to Ann and Cy, beat them, and lose to Yan and Zoe, who won as often in one game."""
    play("AB", apart=0)
    play("A", names=("Zoe", "Bob", "Yan", "Dee"))
    people = [(each.name, each.won, each.games) for each in night_of(session, 1)[1]]
    assert people == [("Yan", 1, 1), ("Zoe", 1, 1), ("Ann", 1, 2), ("Cy", 1, 2), ("Bob", 1, 3), ("Dee", 1, 3)]
