from scorekeeper.web.house.routes import bp

__all__ = ["bp"]
