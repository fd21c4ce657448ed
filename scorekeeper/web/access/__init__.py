from scorekeeper.web.access.routes import bp

__all__ = ["bp"]
