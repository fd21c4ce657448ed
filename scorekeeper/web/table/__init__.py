from scorekeeper.web.table.routes import bp

__all__ = ["bp"]
