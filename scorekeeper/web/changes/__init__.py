from scorekeeper.web.changes.routes import bp

__all__ = ["bp"]
