"""The pages of a tournament: what is missing, who sits where, the standings in words, and what everybody is paid."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.money_text import money_text
from scorekeeper.league.leagues import LeagueHead
from scorekeeper.league.people import PersonView
from scorekeeper.sheets.grammar import counted, number_text, signed
from scorekeeper.tournaments.forms import EnterForm, SetupForm, SlipForm
from scorekeeper.tournaments.maths.rounds import TABLE_SIZE, flattened, joined, tables_are
from scorekeeper.tournaments.maths.standings import CRITERIA, Place, Total, ranking_words
from scorekeeper.tournaments.prize_pages import Payment, Prize
from scorekeeper.tournaments.reading import ListedTournament, TournamentView
from scorekeeper.tournaments.state import DISPUTED, IN, MISSING, UNCONFIRMED, RoundState, TableState
from scorekeeper.tournaments.table_games import TableGame

STATUS_WORDS = {
    MISSING: "playing",
    UNCONFIRMED: "waiting for the other side",
    DISPUTED: "disputed",
    IN: "in",
}
HALF = "\N{VULGAR FRACTION ONE HALF}"
COLUMNS = {
    "points": "Points", "fewest_points": "Points", "wins": "Won", "losses": "Lost", "difference": "+/−",
    "sets": "Sets", "moons": "Moons", "high_game": "Best round", "strength": "Opponents", "last_round": "Last round",
}  # fmt: skip
"""The heading of each criterion's column in the standings."""
MAX_COLUMNS = 3
MAX_NUMBERS = 8
"""The most tables without a slip that are named one by one."""


# ---------------------------------------------------------------- parts


@dataclass(frozen=True)
class PlayingSide:
    """One side at a table: its names, its points if the slip is in, whether it won."""

    name: str
    points: str
    won: bool


@dataclass(frozen=True)
class TableCard:
    """One table of a round."""

    number: int
    sides: tuple[PlayingSide, ...]
    status: str
    words: str
    disputed_by: str
    """The sides that dispute the slip."""

    @property
    def is_in(self) -> bool:
        return self.status == IN

    @property
    def has_slip(self) -> bool:
        return self.status != MISSING


@dataclass(frozen=True)
class RoundCard:
    """One round: its tables, who sits out, and when it was drawn."""

    number: int
    tables: tuple[TableCard, ...]
    byes: tuple[str, ...]
    waiting: tuple[str, ...]
    drawn_at: dt.datetime
    ends_at: dt.datetime | None
    """When the time is up, of a round by the clock whose slips are not all in."""


@dataclass(frozen=True)
class PlaceLine:
    """One line of the standings; `values` are those of the columns, `note` what decided a tie."""

    place: str
    name: str
    values: tuple[str, ...]
    note: str
    left: bool
    paid: str


@dataclass(frozen=True)
class StandingsCard:
    """The standings: their rule in words, the heads of their columns, and a line for each side."""

    rule: str
    heads: tuple[str, ...]
    lines: tuple[PlaceLine, ...]


@dataclass(frozen=True)
class Entrant:
    """A side that entered; `player` is the first of its players."""

    player: int
    name: str
    left: bool
    paid: bool
    """Whether they paid the entry fee in cash."""


# ---------------------------------------------------------------- pages


@dataclass(frozen=True)
class TournamentsPage:
    """The tournaments of a league."""

    league: LeagueHead
    tournaments: tuple[ListedTournament, ...]
    progress: Mapping[int, str]
    """Id -> how far it is, for those that are being played."""


@dataclass(frozen=True)
class SetupPage:
    """A tournament to found (`id` None) or to change."""

    league: LeagueHead
    id: int | None
    name: str
    form: SetupForm
    formats: tuple[tuple[str, str, str], ...]
    """Key, name and summary of each."""
    pays: str
    """What the places get of the pot as it is now: "$30.00, $18.00, $12.00"; "" without one."""
    next_round: int = 0
    """The round from which changes count, once one is drawn and another is to come; else 0."""


@dataclass(frozen=True)
class TournamentPage:
    """A tournament as its director and everybody else sees it."""

    league: LeagueHead
    id: int
    seq: int
    name: str
    day: dt.date
    rules: str
    rules_url: str
    about: tuple[str, ...]
    """How it is played, a sentence each."""
    status: str
    """Where it is now, and what is missing, in one sentence."""
    current: RoundCard | None
    earlier: tuple[RoundCard, ...]
    playing: str
    """Which tables the standings do not count yet, in a sentence; "" for none."""
    standings: StandingsCard
    entrants: tuple[Entrant, ...]
    entrants_words: str
    pot: str
    fees: str
    """Who has paid the entry fee in cash, in words; "" if there is no fee."""
    owing: int
    """How many sides are here and have not paid in cash."""
    prizes: tuple[Prize, ...]
    payments: tuple[Payment, ...]
    finished: bool
    has_standings: bool
    can_draw: bool
    next_round: int
    all_played: bool
    link: str
    """The public address of its board, "" if it has none."""
    link_qr: str
    """The same as a QR code."""
    last: str
    """What the last line in force did: it can be undone."""
    last_seq: int


@dataclass(frozen=True)
class EnterPage:
    """Players to enter."""

    league: LeagueHead
    id: int
    name: str
    pairs: bool
    late: bool
    """Whether a round is drawn already: new players start with the next one."""
    form: EnterForm
    people: tuple[PersonView, ...]
    there: tuple[str, ...]
    """Who plays already, by side."""


@dataclass(frozen=True)
class SlipPage:
    """The slip of one table, to enter or to correct."""

    league: LeagueHead
    id: int
    name: str
    round: int
    table: TableCard
    form: SlipForm
    entered: bool
    late: bool
    """Whether a later round is drawn: its pairings stay."""
    slip: int
    hands: TableGame | None
    """What the hands scored on a phone come to."""


# ---------------------------------------------------------------- making them


def table_card(view: TournamentView, table: TableState) -> TableCard:
    """Return a table with its names and its slip."""
    entered = table.entered
    winner = entered.slip.winning_side() if entered else None
    sides = tuple(
        PlayingSide(
            view.side_name(side),
            number_text(entered.slip.points[index]) if entered else "",
            entered is not None and winner == index,
        )
        for index, side in enumerate(table.sides)
    )
    disputing = [side for side, right in entered.says.items() if side is not None and not right] if entered else []
    by = joined([sides[side].name for side in sorted(disputing)])
    return TableCard(table.number, sides, table.status, STATUS_WORDS[table.status], by)


def round_card(view: TournamentView, one: RoundState) -> RoundCard:
    """Return a round with everybody's name."""
    by_clock = view.setup.end == "clock" and bool(one.open_tables) and not view.state.finished
    minutes = view.setup.number if by_clock else 0
    return RoundCard(
        one.number,
        tuple(table_card(view, table) for table in one.tables),
        tuple(view.names[player] for player in one.byes),
        tuple(view.names[player] for player in one.waiting),
        one.drawn_at,
        one.drawn_at + dt.timedelta(minutes=minutes) if minutes else None,
    )


def has_standings(view: TournamentView) -> bool:
    """Return whether a slip counts yet: until then everybody is level."""
    return any(slip for one in view.state.rounds for slip in one.played.slips)


def columns_of(view: TournamentView) -> tuple[str, ...]:
    """Return the keys of the columns: what the places go by, and points wherever there is room."""
    return tuple(dict.fromkeys([*view.setup.criteria[:MAX_COLUMNS], "points", "wins"]))[:MAX_COLUMNS]


def standings_card(view: TournamentView) -> StandingsCard:
    """Return the standings so far."""
    keys, paid = columns_of(view), dict(view.state.paid)
    lines = []
    for number, place in enumerate(view.places):
        side = place.total.side
        cents = sum(paid.get(player, 0) for player in side)
        line = PlaceLine(
            str(place.place),
            view.side_name(side),
            tuple(value_text(key, place.total) for key in keys),
            _note(view, view.places, number),
            side in view.state.left,
            money_text(cents, view.setup.currency) if cents else "",
        )
        lines.append(line)
    heads = tuple(COLUMNS[key] for key in keys)
    return StandingsCard(ranking_words(view.setup.criteria), heads, tuple(lines))


def value_text(key: str, total: Total) -> str:
    """Return what the standings show of a criterion: half a win is ½."""
    if key == "difference":
        return signed(total.difference)
    value = {"fewest_points": total.points, "losses": total.losses, "sets": total.sets}.get(key)
    number = CRITERIA[key].value(total) if value is None else value
    whole = int(number)
    half = HALF if number != whole else ""
    return (number_text(whole) if whole or not half else "") + half


def _note(view: TournamentView, places: Sequence[Place], number: int) -> str:
    """Return what decided between a side and the one above it, where they are tied in what counts first."""
    place = places[number]
    if place.total.high_game == 0 and not place.total.wins:  # level with everybody else who has nothing yet
        return ""
    above = places[number - 1] if number else None
    if above and above.place == place.place:
        return f"Tied with {view.side_name(above.total.side)}"
    if above and place.decided_by not in {None, view.setup.criteria[0]}:
        words = CRITERIA[place.decided_by or ""].words
        return f"Tied with {view.side_name(above.total.side)}; {words} decides"
    return ""


def status_words(view: TournamentView) -> str:
    """Return in words where a tournament is, and what is missing: "Round 2 of 5: tables 4 and 9 are still playing."."""
    state = view.state
    if state.finished:
        return f"Over after {counted(len(state.rounds), 'round')}: {_winner_words(view)}."
    current = state.current
    if current is None:
        entered = len(flattened(state.sides))
        return f"{counted(entered, 'player')} so far{_room_words(view)}. Draw the first round when everybody is here."
    said = f"Round {current.number} of {max(state.setup.rounds, current.number)}"
    missing = missing_words(current)
    if missing:
        return f"{said}: {missing}."
    if state.all_played:
        return f"{said}: every score is in. Finish, or play one more round."
    return f"{said}: every score is in. Draw the next round."


def progress_words(view: TournamentView) -> str:
    """Return in a few words how far a tournament is: "Round 3 of 4 · 12 players"."""
    state = view.state
    number = state.current.number if state.current else 0
    words = f"Round {number} of {max(state.setup.rounds, number)}" if number else "Not drawn yet"
    return f"{words} \N{MIDDLE DOT} {entrants_words(view)}"


def _winner_words(view: TournamentView) -> str:
    """Return in words who won: "Lois won", "Ann & Bob and Cy & Dee share first place"."""
    first = [view.side_name(place.total.side) for place in view.places if place.place == 1]
    return f"{joined(first)} won" if len(first) == 1 else f"{joined(first)} share first place"


def _room_words(view: TournamentView) -> str:
    """Return how many tables there will be: ": 3 tables, 1 sits out"; "" if the format may seat them differently."""
    state = view.state
    pairs = state.setup.wanted.entrants == "pairs"
    tables, out = divmod(len(state.present), TABLE_SIZE // 2 if pairs else TABLE_SIZE)
    if not tables or state.setup.six or state.setup.wanted.bye == "win":
        return ""
    who = counted(out, "pair") if pairs else str(out)
    sitting = f"{who} {'sits' if out == 1 else 'sit'} out" if out else "nobody sits out"
    return f": {counted(tables, 'table')}, {sitting}"


def missing_words(one: RoundState) -> str:
    """Return in words what is missing: "tables 4 and 9 are still playing; table 2 is disputed"; many are counted."""
    says = ((MISSING, "still playing"), (UNCONFIRMED, "not confirmed by both sides"), (DISPUTED, "disputed"))
    found = []
    for status, words in says:
        numbers = [table.number for table in one.tables if table.status == status]
        if len(numbers) > MAX_NUMBERS:
            found.append(f"{len(numbers)} of {len(one.tables)} tables are {words}")
        elif numbers:
            found.append(f"{tables_are(numbers)} {words}")
    return "; ".join(found)


def playing_words(view: TournamentView) -> str:
    """Return in words which tables the standings do not count yet: "Tables 2 and 3 are still playing."; "" for none."""
    current = view.state.current
    words = missing_words(current) if current and not view.state.finished else ""
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def about(view: TournamentView) -> tuple[str, ...]:
    """Return sentences on how a tournament is played."""
    setup = view.setup
    sentences = [f"{setup.wanted.name}: {_small(setup.wanted.summary)}."]
    sentences.append(f"{counted(setup.rounds, 'round')}. {setup.length.words()}")
    if setup.six:
        sentences.append("Six may sit at one table, in three pairs.")
    if setup.format == "progressive" and setup.head_splits:
        sentences.append("Partners split at the head table too.")
    if setup.fee:
        sentences.append(f"Entry {money_text(setup.fee, setup.currency)}.")
    return tuple(sentences)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def entrants(view: TournamentView) -> tuple[Entrant, ...]:
    """Return everybody who entered, in that order."""
    state = view.state
    return tuple(
        Entrant(side[0], view.side_name(side), side in state.left, side in state.paid_cash) for side in state.sides
    )


def entrants_words(view: TournamentView) -> str:
    """Return in words how many play: "13 players, 1 left"."""
    kind = "player" if view.setup.wanted.entrants == "players" else "pair"
    left = f", {len(view.state.left)} left" if view.state.left else ""
    return f"{counted(len(view.state.present), kind)}{left}"
