from scorekeeper.web.house_rules.routes import bp

__all__ = ["bp"]
