from scorekeeper.web.league import deletion_routes, people_routes, routes  # noqa: F401 - they register their routes on `bp`
from scorekeeper.web.league.blueprint import bp

__all__ = ["bp"]
