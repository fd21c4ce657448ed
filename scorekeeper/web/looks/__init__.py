"""The looks: what every screen is built from, on one page, for whoever develops it."""

from scorekeeper.web.looks.routes import bp

__all__ = ["bp"]
