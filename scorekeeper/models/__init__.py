"""What is kept: one noun a file.  Importing this package makes every table known to `Base.metadata`."""

from scorekeeper.models.base import Base
from scorekeeper.models.change import Change, FormerName
from scorekeeper.models.device import Device
from scorekeeper.models.game import Game, Seat
from scorekeeper.models.house import GameHouse, HouseRules, HouseVersion
from scorekeeper.models.league import League, Member
from scorekeeper.models.ledger import Balance, Entry, Posting
from scorekeeper.models.line import Line
from scorekeeper.models.link import Claim, Failure, Link, RecoveryCode
from scorekeeper.models.night import Night
from scorekeeper.models.opinion import Opinion
from scorekeeper.models.person import Person
from scorekeeper.models.result import PairSeason, PartnerGame, PersonSeason, Play, Result
from scorekeeper.models.rulebook import Rulebook
from scorekeeper.models.season import Season

__all__ = [
    "Balance",
    "Base",
    "Change",
    "Claim",
    "Device",
    "Entry",
    "Failure",
    "FormerName",
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
    "PairSeason",
    "PartnerGame",
    "Person",
    "PersonSeason",
    "Play",
    "Posting",
    "RecoveryCode",
    "Result",
    "Rulebook",
    "Season",
    "Seat",
]
