from scorekeeper.web.sheets.routes import bp

__all__ = ["bp"]
