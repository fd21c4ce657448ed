"""What is kept: one noun a file.  Importing this package makes every table known to `Base.metadata`."""

from scorekeeper.models.base import Base
from scorekeeper.models.device import Device
from scorekeeper.models.game import Game, Seat
from scorekeeper.models.house import GameHouse, HouseRules, HouseVersion
from scorekeeper.models.league import League, Member
from scorekeeper.models.ledger import Entry, Posting
from scorekeeper.models.line import Line
from scorekeeper.models.link import Claim, Failure, Link, RecoveryCode
from scorekeeper.models.night import Night
from scorekeeper.models.opinion import Opinion
from scorekeeper.models.person import Person
from scorekeeper.models.rulebook import Rulebook

__all__ = [
    "Base",
    "Claim",
    "Device",
    "Entry",
    "Failure",
    "Game",
    "GameHouse",
    "HouseRules",
    "HouseVersion",
    "League",
    "Line",
    "Link",
    "Member",
    "Night",
    "Opinion",
    "Person",
    "Posting",
    "RecoveryCode",
    "Rulebook",
    "Seat",
]
