"""A game: its head, seats, rules and log of lines, and a league's saved rules; a tournament and its log."""

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.models.base import STRICT, Base, Json, KeyText, LongText, Numbered, OfGame, ShortText, UtcDateTime
from scorekeeper.models.league import Device

PLAYING, FINISHED = "playing", "finished"


class Game(Numbered, Base):
    """One game from its opening to its end.

    `seq`, `hash`, `state`, `status` and `finished_at` follow from the lines and are updated with them; `state` is a
    cache that names the line it was made from and may be deleted.
    """

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("league_id", "rematch_of"),
        CheckConstraint("rematch_of < id", name="backwards"),
        ForeignKeyConstraint(["league_id", "rulebook_id"], ["rulebooks.league_id", "rulebooks.id"]),
        ForeignKeyConstraint(["league_id", "rematch_of"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "night_id"], ["nights.league_id", "nights.id"]),
        Index(None, "league_id", "night_id"),
        Index(None, "league_id", "title_key", "id"),
        STRICT,
    )

    code: Mapped[str] = mapped_column(Text, unique=True)
    """The code in its address: 128 random bits."""
    title: Mapped[str | None] = mapped_column(LongText)
    played_on: Mapped[str | None] = mapped_column(Text)
    """The day as the table calls it, "2026-11-19"."""
    rulebook_id: Mapped[int]
    head: Mapped[dict[str, Any]] = mapped_column(Json)
    """Seats, rules, opening and stakes: `games.store.head_to_json`, seat keys for names."""
    seq: Mapped[int]
    """The number of its last line, 0 before the first."""
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """The hash of its last line; before the first, of the head."""
    state: Mapped[dict[str, Any]] = mapped_column(Json)
    """The snapshot: `games.store.Snapshot`."""
    status: Mapped[str] = mapped_column(Text)
    started_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    touched_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    rematch_of: Mapped[int | None]
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    night_id: Mapped[int]
    title_key: Mapped[str | None] = mapped_column(KeyText)

    rulebook: Mapped["Rulebook"] = relationship(viewonly=True)


class Seat(OfGame, Base):
    """The person of a seat key: seat 3 is the key "3" in the facts of the lines."""

    __tablename__ = "seats"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        UniqueConstraint("league_id", "person_id", "game_id"),
        STRICT,
    )

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person_id: Mapped[int]


class Rulebook(Numbered, Base):
    """A variant as it was when a game was played by it.  Never changed: old games keep their scores and stakes.

    One text of a variant is kept once a league, however many games follow it.
    """

    __tablename__ = "rulebooks"
    __table_args__ = (UniqueConstraint("league_id", "digest"), STRICT)

    digest: Mapped[str] = mapped_column(Text)
    """SHA-256 of the canonical text of `variant`, in hexadecimal."""
    variant: Mapped[dict[str, Any]] = mapped_column(Json)
    """What `rules.variant.variant_to_json` returns."""


LINE, CORRECT, UNDO = "line", "correct", "undo"
AGREE, DISPUTE = "agree", "dispute"


class Logged:
    """What every line of a log says besides whose log it is and its number there, and who recorded it and when."""

    kind: Mapped[str] = mapped_column(Text)
    target: Mapped[int | None]
    facts: Mapped[dict[str, Any]] = mapped_column(Json)
    actor_id: Mapped[int | None]
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    recorded_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
    previous_hash: Mapped[bytes] = mapped_column(LargeBinary)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    """SHA-256 over this line and `previous_hash` (`core.chain`): so a line changed by hand is noticed."""


class Line(Logged, OfGame, Base):
    """One line of the log of a game, with who recorded it and when.

    kind "line": facts {"v": 1, "line": one line of a scoresheet, seat keys for names}, and a "reason" where one was
    asked for, after the close of the night;
    kind "correct": the same and a "reason", in place of the line `target`;
    kind "undo": takes back `target`, a line of any kind; facts {"v": 1, "reason": … or null}.
    """

    __tablename__ = "lines"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        Index(None, "league_id", "device_id", "recorded_at"),  # a phone's last write
        CheckConstraint("seq >= 1", name="counted"),
        CheckConstraint("target IS NULL OR target < seq", name="backwards"),
        STRICT,
    )

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """From 1, without gaps (a trigger); the order of a game, whatever the clocks say."""


class LineReview(OfGame, Base):
    """A phone's review of row `seq` of a game's log: agreed, or disputed.  It changes no score.

    The table is called `opinions`, an older name, and stays so: a released table is not renamed.
    """

    __tablename__ = "opinions"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id", "seq"], ["lines.league_id", "lines.game_id", "lines.seq"]),
        ForeignKeyConstraint(["league_id", "person_id"], ["people.league_id", "people.id"]),
        CheckConstraint("says IN ('agree', 'dispute')", name="says"),
        STRICT,
    )

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    said_at: Mapped[dt.datetime] = mapped_column(UtcDateTime, primary_key=True)
    says: Mapped[str] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(LongText)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    person_id: Mapped[int | None]


class HouseRules(Numbered, Base):
    __tablename__ = "house_rules"

    name: Mapped[str] = mapped_column(ShortText)
    archived_at: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    """When it was archived, None while it is offered for new games."""


class HouseRulesVersion(Base):
    """What a name stood for at one time: a variant's text, and the settings the league changed."""

    __tablename__ = "house_versions"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "house_id"], ["house_rules.league_id", "house_rules.id"]),
        ForeignKeyConstraint(["league_id", "rulebook_id"], ["rulebooks.league_id", "rulebooks.id"]),
        CheckConstraint("number >= 1", name="counted"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """From 1, without gaps (a trigger); the last is the one in force."""
    rulebook_id: Mapped[int]
    settings: Mapped[dict[str, Any]] = mapped_column(Json)
    """Dotted key -> value, only what differs from the variant itself."""
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    saved_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)

    house: Mapped[HouseRules] = relationship(viewonly=True, lazy="joined", innerjoin=True)
    rulebook: Mapped[Rulebook] = relationship(viewonly=True, lazy="joined", innerjoin=True)
    device: Mapped[Device] = relationship(viewonly=True, lazy="joined", innerjoin=True)

    @property
    def name(self) -> str:
        return self.house.name

    @property
    def version(self) -> tuple[int, int]:
        return self.house_id, self.number

    @property
    def is_own_game(self) -> bool:
        """Return whether this is a game the league wrote itself, and not house rules over some game."""
        return "extends" in self.rulebook.variant and self.rulebook.variant["name"] == self.name


class GameHouseRules(OfGame, Base):
    """The version a game was begun under.  The game's own head has the settings, whatever happens to the name."""

    __tablename__ = "game_houses"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "game_id"], ["games.league_id", "games.id"]),
        ForeignKeyConstraint(
            ["league_id", "house_id", "number"],
            ["house_versions.league_id", "house_versions.house_id", "house_versions.number"],
        ),
        STRICT,
    )

    house_id: Mapped[int]
    number: Mapped[int]


OPEN, OVER = "open", "over"


class Tournament(Numbered, Base):
    """One tournament; `name`, `day`, `status`, `seq` and `hash` follow from its lines and are updated with them."""

    __tablename__ = "tournaments"
    __table_args__ = (UniqueConstraint("code"), UniqueConstraint("board_code"), STRICT)

    code: Mapped[str] = mapped_column(Text)
    """The code in the addresses of its table cards, beside a key for one table of one round."""
    board_code: Mapped[str | None] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    day: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    seq: Mapped[int]
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    founded_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)

    @property
    def date(self) -> dt.date:
        return dt.date.fromisoformat(self.day)

    @property
    def over(self) -> bool:
        return self.status == OVER


class TournamentLine(Logged, Base):
    """One line of the log of a tournament, only ever added to, as a game's are; an undo takes back its `target`.

    The kinds and their facts are those of `tournaments.state`; people are named by their ids.
    """

    __tablename__ = "tournament_lines"
    __table_args__ = (
        ForeignKeyConstraint(["league_id", "tournament_id"], ["tournaments.league_id", "tournaments.id"]),
        ForeignKeyConstraint(["league_id", "actor_id"], ["people.league_id", "people.id"]),
        CheckConstraint("seq >= 1", name="counted"),
        CheckConstraint("target IS NULL OR target < seq", name="backwards"),
        CheckConstraint("(kind = 'undo') = (target IS NOT NULL)", name="target"),
        STRICT,
    )

    league_id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
