from scorekeeper.web.members.routes import bp

__all__ = ["bp"]
