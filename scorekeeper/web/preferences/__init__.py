from scorekeeper.web.preferences.routes import bp

__all__ = ["bp"]
