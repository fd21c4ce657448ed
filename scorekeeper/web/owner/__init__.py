from scorekeeper.web.owner.routes import bp

__all__ = ["bp"]
