from scorekeeper.web.rulebook.routes import bp

__all__ = ["bp"]
