"""What is kept: one noun a file.  Importing this package makes every table known to `Base.metadata`."""

from scorekeeper.models.base import Base
from scorekeeper.models.device import Device
from scorekeeper.models.game import Game, Seat
from scorekeeper.models.house import GameHouse, HouseRules, HouseVersion
from scorekeeper.models.league import League, Member
from scorekeeper.models.line import Line
from scorekeeper.models.person import Person
from scorekeeper.models.rulebook import Rulebook

__all__ = [
    "Base",
    "Device",
    "Game",
    "GameHouse",
    "HouseRules",
    "HouseVersion",
    "League",
    "Line",
    "Member",
    "Person",
    "Rulebook",
    "Seat",
]
