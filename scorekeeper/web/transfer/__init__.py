from scorekeeper.web.transfer.routes import bp

__all__ = ["bp"]
