from scorekeeper.web.log import nights, opinions  # their routes
from scorekeeper.web.log.routes import bp

__all__ = ["bp", "nights", "opinions"]
