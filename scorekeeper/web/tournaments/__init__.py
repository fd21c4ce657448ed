from scorekeeper.web.tournaments.routes import bp

__all__ = ["bp"]
