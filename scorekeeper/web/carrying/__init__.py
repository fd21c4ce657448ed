from scorekeeper.web.carrying.routes import bp

__all__ = ["bp"]
