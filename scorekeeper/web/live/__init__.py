from scorekeeper.web.live.routes import bp

__all__ = ["bp"]
