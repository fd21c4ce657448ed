from scorekeeper.web.log.routes import bp

__all__ = ["bp"]
