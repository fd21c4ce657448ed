from scorekeeper.web.home.routes import bp

__all__ = ["bp"]
