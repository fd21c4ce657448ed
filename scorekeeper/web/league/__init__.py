from scorekeeper.web.league import (  # noqa: F401 - they register their routes on `bp`
    deletion_routes,
    night_screen,
    people_routes,
    routes,
)
from scorekeeper.web.league.blueprint import bp

__all__ = ["bp"]
