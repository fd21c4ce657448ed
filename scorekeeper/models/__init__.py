"""What is stored.  Importing this package registers every table with `Base.metadata`."""

from scorekeeper.models.base import Base
from scorekeeper.models.game import Game, Rulebook, Seat
from scorekeeper.models.house_rules import GameHouseRules, HouseRules, HouseRulesVersion
from scorekeeper.models.league import Answer, Change, DeletedAddress, Device, League, LeagueDeletion, Member
from scorekeeper.models.ledger import LedgerEntry, Posting
from scorekeeper.models.line import Line, LineReview
from scorekeeper.models.link import Failure, Link, OwnerPassphrase, RecoveryCode
from scorekeeper.models.person import FormerName, Person
from scorekeeper.models.result import Play, Result
from scorekeeper.models.season import Night, Season
from scorekeeper.models.tournament import Tournament, TournamentLine

__all__ = [
    "Answer",
    "Base",
    "Change",
    "DeletedAddress",
    "Device",
    "Failure",
    "FormerName",
    "Game",
    "GameHouseRules",
    "HouseRules",
    "HouseRulesVersion",
    "League",
    "LeagueDeletion",
    "LedgerEntry",
    "Line",
    "LineReview",
    "Link",
    "Member",
    "Night",
    "OwnerPassphrase",
    "Person",
    "Play",
    "Posting",
    "RecoveryCode",
    "Result",
    "Rulebook",
    "Season",
    "Seat",
    "Tournament",
    "TournamentLine",
]
