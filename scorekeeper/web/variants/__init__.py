from scorekeeper.web.variants.routes import bp

__all__ = ["bp"]
