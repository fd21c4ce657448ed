from scorekeeper.web.league_limits.routes import bp

__all__ = ["bp"]
