from scorekeeper.web.money.routes import bp

__all__ = ["bp"]
