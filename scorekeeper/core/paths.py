"""Where the non-Python files are: inside an installed wheel, or beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def resources(name: str) -> Path:
    """Return the folder `name` ("templates", "static"): the one packed into the wheel, or else the checkout's."""
    packed = PACKAGE / name
    return packed if packed.is_dir() else PACKAGE.parent / name


def migrations() -> Path:
    """Return the folder of the database's migrations; it is part of the package in both cases."""
    return PACKAGE / "migrations"


def revisions() -> list[str]:
    """Return the revisions of the migrations, the newest last: the numbers of their files."""
    return sorted(script.name[1:5] for script in (migrations() / "versions").glob("v*.py"))
