from scorekeeper.web.league import house, keeping, people, persons, routes  # noqa: F401 - they put their pages into `bp`
from scorekeeper.web.league.asked import bp

__all__ = ["bp"]
