from scorekeeper.web.tournaments import hall_routes, routes
from scorekeeper.web.tournaments.blueprint import bp
from scorekeeper.web.tournaments.hall_routes import hall

__all__ = ["bp", "hall", "hall_routes", "routes"]
