from scorekeeper.web.joining.routes import bp

__all__ = ["bp"]
