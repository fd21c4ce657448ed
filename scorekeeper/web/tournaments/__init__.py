from scorekeeper.web.tournaments import board, public_routes, routes, setup_routes
from scorekeeper.web.tournaments.blueprint import bp
from scorekeeper.web.tournaments.public_routes import public

__all__ = ["board", "bp", "public", "public_routes", "routes", "setup_routes"]
