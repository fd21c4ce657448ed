from scorekeeper.web.screen.routes import bp

__all__ = ["bp"]
