from scorekeeper.web.offline.routes import bp

__all__ = ["bp"]
