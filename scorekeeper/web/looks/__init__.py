"""The looks: what every screen is built from, on one page for developers."""

from scorekeeper.web.looks.routes import bp

__all__ = ["bp"]
