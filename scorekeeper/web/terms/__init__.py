from scorekeeper.web.terms.routes import bp

__all__ = ["bp"]
