"""Write the demo league: its people, rules and seasons, one evening after the other, and its tournament of today."""

import datetime as dt
import io
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.access.codes import KnownDevice
from scorekeeper.access.phones import command_line_form, owner_code
from scorekeeper.cli.server import NAME
from scorekeeper.core.clock import Clock
from scorekeeper.core.transaction import Submission
from scorekeeper.league import change_log as log
from scorekeeper.league.standings import RankingRule
from scorekeeper.models import PAYMENT, REVERSAL, STAKES, Night, utc_text
from scorekeeper.money.pots import collect, open_pot
from scorekeeper.rules.variant import variant_to_json
from scorekeeper.sheets.phrases import ERASED_NAME
from scorekeeper.tournaments.actions import create_tournament, draw_round, enter_players, enter_slip
from scorekeeper.tournaments.maths.rounds import Slip
from scorekeeper.tournaments.pages import read_tournament
from scorekeeper.tournaments.state import Setup
from scorekeeper.transfer.league_file import FORMAT, SECTIONS
from scorekeeper.transfer.league_import import import_league
from scorekeeper.variants.catalogue import find_variant
from tools.demo.evenings import DemoGame, DemoNight, demo_nights
from tools.demo.players import BIG_BOB, BOB, GAME_KINDS, OSCAR, PHONE_HOLDERS, PHONES, PLAYERS, QUENTIN, VISITOR, chance

HOUSE = "Legion rules"
LIMIT = 5_000
SEASON_MONTHS = ((1, 6), (9, 12))
"""Spring and autumn; in summer they play for nothing."""
MAX_SEASONS = 12
"""Before those, games were played outside of seasons."""
RULES = (
    RankingRule(),
    RankingRule("win_rate", 2),
    RankingRule("points"),
    RankingRule("best_nights", 0, 5),
    RankingRule("money"),
)

PUT_AWAY_AFTER = 730
"""Days after which a season is archived."""

ENTRANTS = tuple(player.name for player in PLAYERS[:12])
ROUNDS, PLAYED = 4, 2
ROUND_HANDS = 8
ROUND_POINTS = (12, 60)
"""What a side makes in a round, from and to."""

Facts = dict[str, Any]

MOON_POT = {"name": "Moon pot", "cents": 25, "per": "night", "won_by": "moon", "number": 0, "nobody": "carried"}


class DemoLeague(NamedTuple):
    """A demo league: the code that makes a phone its owner, and how much is in it."""

    league_id: int
    code: str
    owner_code: str
    games: int
    hands: int


def make_demo(session: Session, clock: Clock, hands: int, seed: int) -> DemoLeague:
    """Make a league with about this many hands; the same seed on one day makes the same league."""
    now, dice = clock(), random.Random(seed)
    league = _LeagueBuilder(dice, now)
    for evening in demo_nights(hands, dice, now):
        league.spend(evening)
    league.look_back()
    form = command_line_form(session, clock)
    league_id, address = import_league(form, io.BytesIO(json.dumps(league.document).encode()))
    return DemoLeague(league_id, address, owner_code(form, league_id), league.games, league.hands)


class _LeagueBuilder:
    """Writes the league's document and remembers the numbers it has used."""

    def __init__(self, dice: random.Random, now: dt.datetime) -> None:
        self._dice, self._now = dice, now
        league = {"name": NAME, "created_at": utc_text(now), "currency": "USD", "stake_limit": LIMIT}
        self.document: dict[str, Any] = {"format": FORMAT, "league": league, **{section: [] for section in SECTIONS}}
        self.games = self.hands = 0
        self._nights = self._entries = self._changes = self._seasons = 0
        self._rulebook: dict[str, int] = {}
        self._first: dt.date | None = None
        self._last = now.date()
        self._logged: list[tuple[dt.datetime, str, Facts, dict[int, str]]] = []
        for number, name in enumerate(PHONES, start=1):
            self._add("devices", {"id": number, "name": name})
        self._write_people()
        self._write_rules()

    def _add(self, section: str, row: Facts) -> None:
        self.document[section].append(row)

    def _write_people(self) -> None:
        at = utc_text(self._now)
        for number, habit in enumerate(PLAYERS, start=1):
            row = {"id": number, "name": habit.name, "guest": int(habit.guest), "archived_at": None, "erased_at": None}
            if number == BIG_BOB:
                row["name"] = PLAYERS[BOB - 1].name
            if number == VISITOR:
                row |= {"name": ERASED_NAME, "archived_at": at, "erased_at": at}
            if number == QUENTIN:
                row["archived_at"] = at
            self._add("people", {**row, "merged_into": BOB if number == BIG_BOB else None})

    def _write_rules(self) -> None:
        for kind in GAME_KINDS:
            if kind.variant not in self._rulebook:
                self._rulebook[kind.variant] = len(self._rulebook) + 1
                text = variant_to_json(find_variant(kind.variant))
                self._add("rulebooks", {"id": self._rulebook[kind.variant], "variant": text})
        legion = next(kind for kind in GAME_KINDS if kind.title == HOUSE)
        self._add("house_rules", {"id": 1, "name": HOUSE, "archived_at": None})
        for number, settings in enumerate(({"game.tie": "low"}, legion.house), start=1):
            self._add("house_versions", {
                "house": 1, "number": number, "rulebook": self._rulebook[legion.variant], "settings": dict(settings),
                "device": 1, "saved_at": utc_text(self._now),
            })  # fmt: skip

    # ------------------------------------------------------------ an evening

    def spend(self, evening: DemoNight) -> None:
        """Write an evening: its games, what they cost, and what was paid."""
        self._first = self._first or evening.day
        self._nights += 1
        closed = utc_text(evening.closed_at) if evening.closed_at else None
        opened, day = utc_text(evening.opened_at), evening.day.isoformat()
        self._add("nights", {"id": self._nights, "day": day, "opened_at": opened, "closed_at": closed})
        owed: dict[int, int] = {}
        for game in evening.games:
            self._write_game(game)
            for moved in game.moved:
                for person, cents in moved.cents.items():
                    owed[person] = owed.get(person, 0) + cents
        if evening.closed_at is not None:
            facts = {"night": self._nights, "day": day}
            self._logged.append((evening.closed_at, log.NIGHT_CLOSED, facts, {}))
        self._settle_up(owed, max(game.now for game in evening.games))

    def _write_game(self, game: DemoGame) -> None:
        self.games += 1
        self.hands += game.hands
        number = self.games
        title = game.kind.title
        row = {
            "id": number, "night": self._nights, "rulebook": self._rulebook[game.variant.key], "head": game.head_json,
            "title": title, "played_on": None,
            "rematch_of": None, "device": game.phone, "started_at": utc_text(game.began),
            "touched_at": utc_text(game.now),
            "finished_at": utc_text(game.finished_at) if game.finished_at else None,
        }  # fmt: skip
        self._add("games", row)
        for seat, person in enumerate(game.seats, start=1):
            self._add("seats", {"game": number, "number": seat, "person": person})
        if title == HOUSE:
            self._add("game_houses", {"game": number, "house": 1, "number": 2})
        self.document["lines"] += [{**line, "game": number} for line in game.lines]
        self.document["opinions"] += [{**review, "game": number} for review in game.reviews]
        before = self._entries
        for moved in game.moved:
            self._entry(
                STAKES if moved.reverses is None else REVERSAL, moved.cents, moved.at, game=number, seq=moved.seq,
                reverses=None if moved.reverses is None else before + moved.reverses, device=game.phone,
            )  # fmt: skip

    def _entry(self, kind: str, cents: Mapping[int, int], at: dt.datetime, **more: Any) -> None:
        self._entries += 1
        usual = {"game": None, "seq": None, "reverses": None, "note": None, "device": 1}
        usual |= {"pot": None, "pot_cents": None}
        row = {**usual, "night": self._nights, **more, "id": self._entries, "kind": kind, "currency": "USD"}
        actor = PHONE_HOLDERS[row["device"] - 1]
        self._add("entries", {**row, "actor": actor, "posted_at": utc_text(at)})
        for person, amount in sorted(cents.items()):
            self._add("postings", {"entry": self._entries, "person": person, "cents": amount})

    def _settle_up(self, owed: dict[int, int], at: dt.datetime) -> None:
        """Write payments: most pay before they go home; some forget, and a few payments are reversed."""
        for payer, payee, cents in straight_payments(owed):
            at += dt.timedelta(seconds=45)
            if not chance(self._dice, 0.75):
                continue
            note = "in quarters" if chance(self._dice, 0.05) else None
            self._entry(PAYMENT, {payer: cents, payee: -cents}, at, note=note)
            if chance(self._dice, 0.06):
                self._entry(REVERSAL, {payer: -cents, payee: cents}, at, reverses=self._entries, note="not yet")

    # ------------------------------------------------------------ afterwards

    def look_back(self) -> None:
        """Write the league's log: seasons, who was renamed, merged, archived, erased."""
        seasons = list(seasons_between(self._first or self._last, self._last))[-MAX_SEASONS:]
        for number, (name, starts, ends) in enumerate(seasons, start=1):
            rule = RULES[(number - 1) % len(RULES)]
            about = {"name": name, "starts_on": starts.isoformat(), "ends_on": ends.isoformat()}
            over = self._now - dt.timedelta(days=30)
            archived = utc_text(over) if (self._last - ends).days > PUT_AWAY_AFTER else None
            self._add("seasons", {**about, "id": number, "rule": asdict(rule), "archived_at": archived})
            began = dt.datetime.combine(starts, dt.time(12), dt.UTC)
            facts = {**about, "rule": asdict(rule), "season": number}
            self._logged.append((min(began, self._now), log.SEASON_BEGUN, facts, {}))
        merged, recently = {"person": BIG_BOB, "into": BOB, "with": []}, self._now - dt.timedelta(days=20)
        self._logged += [
            (recently, log.RENAMED, {"person": OSCAR}, {OSCAR: "Ozzie"}),
            (recently, log.MERGED, merged, {BIG_BOB: PLAYERS[BIG_BOB - 1].name}),
            (recently, log.ARCHIVED, {"person": QUENTIN, "archived": True}, {}),
            (recently, log.ERASED, {"person": VISITOR}, {}),
        ]
        for number, (at, what, facts, former) in enumerate(sorted(self._logged, key=lambda each: each[0]), start=1):
            self._add("changes", {
                "id": number, "what": what, "facts": facts, "device": 1, "actor": PHONE_HOLDERS[0],
                "made_at": utc_text(at),
            })  # fmt: skip
            for person, name in former.items():
                self._add("former_names", {"person": person, "change": number, "name": name})


def seasons_between(first: dt.date, last: dt.date) -> Iterator[tuple[str, dt.date, dt.date]]:
    """Return springs and autumns between two days: name, first day, last day."""
    for year in range(first.year, last.year + 1):
        for name, (begins, ends) in zip(("Spring", "Autumn"), SEASON_MONTHS, strict=True):
            starts = dt.date(year, begins, 1)
            over = dt.date(year + ends // 12, ends % 12 + 1, 1) - dt.timedelta(days=1)
            if first <= over and starts <= last:
                yield f"{name} {year}", starts, over


def straight_payments(owed: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Return payments that settle what is owed: the one who owes most pays the one who is owed most, and so on."""
    left = {person: cents for person, cents in owed.items() if cents}
    while left:
        payer, payee = min(left, key=lambda person: left[person]), max(left, key=lambda person: left[person])
        cents = min(-left[payer], left[payee])
        yield payer, payee, cents
        left = {**left, payer: left[payer] + cents, payee: left[payee] - cents}
        left = {person: amount for person, amount in left.items() if amount}


def open_a_pot(session: Session, clock: Clock, league_id: int, device: KnownDevice) -> None:
    """Open a moon pot that everybody paid into on the last night but one, and nobody won."""
    nights = select(Night.id).where(Night.league_id == league_id).order_by(Night.day.desc()).limit(2)
    before = session.scalars(nights).all()[-1]
    open_pot(Submission(session, clock, device, league_id=league_id), MOON_POT, "USD")
    collect(Submission(session, clock, device, league_id=league_id), 1, before)


def play_tournament(session: Session, clock: Clock, league_id: int, device: KnownDevice, dice: random.Random) -> int:
    """Create a tournament, play two rounds of it and a table of the third; return its number in the league."""

    def form() -> Submission:
        return Submission(session, clock, device, league_id=league_id)

    setup = Setup(
        name="Harvest Smear", day=clock().date().isoformat(), variant="minnesota-ten-point", house=None,
        format="draw-partners", rounds=ROUNDS, end="hands", number=ROUND_HANDS, fee=500, currency="USD",
        shares=(50, 30, 20), side_pots=(), ranking=(), six=False, head_splits=False, seed=0,
    )  # fmt: skip
    number = create_tournament(form(), setup)
    enter_players(form(), number, "\n".join(ENTRANTS))
    for this in range(1, PLAYED + 2):
        draw_round(form(), number, this)
        tables = read_tournament(session, league_id, number).state.rounds[-1].tables
        for table in tables if this <= PLAYED else tables[:1]:
            points = tuple(dice.sample(range(*ROUND_POINTS), len(table.sides)))
            enter_slip(form(), number, (this, table.number), Slip(points))
    return number
