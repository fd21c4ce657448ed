"""What games count for: a row of `results` for each, a row of `plays` for each of its people, with their rating.

A game counts once it is over, won or not, and one of an open table, which may never be, up to its last settlement.  Its
rows follow from its lines; they are written in the transaction of the line that ends it, and again when it is
corrected.  Totals are not stored (`totals`); ratings and runs depend on the order of the games, so they are computed
again from the earliest game that changed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, and_, bindparam, delete, insert, select, tuple_, update

from scorekeeper.games.history import PlayedLine, replay_log
from scorekeeper.games.store import OpenGame, read_log
from scorekeeper.league.ratings import FIRST_POSITION, GamePosition, RatingState, rate_game
from scorekeeper.league.roster import START, last_players, merged_people, scores_by_seat
from scorekeeper.league.totals import SUMMED, Counts, add_counts, states_before
from scorekeeper.models import OUTSIDE, Night, Play, Result, Season
from scorekeeper.money.ledger import is_settlement
from scorekeeper.rules.facts import Bid, Contract, check_hand
from scorekeeper.rules.hand import MADE
from scorekeeper.rules.money import total_cents
from scorekeeper.rules.sheet import Document, Hand, Line, Side, SmokeHand, add_money, from_left_of, side_of
from scorekeeper.rules.table import LineResult, Table

Item = TypeVar("Item")
People = tuple[int, ...]
NewRow = dict[str, Any]
"""The values of a row by column, as `insert` takes them."""

BATCH, ROWS = 200, 2000
"""Games that are stored at a time, and rows of `plays` that are read at a time."""
RATING = ("mu_before", "sigma_before", *RatingState._fields)
OF_GAME = tuple(Result.__table__.columns.keys())
OF_PERSON = tuple(name for name in Play.__table__.columns.keys() if name not in RATING)  # noqa: SIM118 - no mapping
NOT_RATED = dict.fromkeys(RATING, 0)


class LeagueContext(NamedTuple):
    """What a league's games are counted by: its seasons, and who was merged into whom."""

    league_id: int
    seasons: Sequence[Row[int, str, str | None]]
    """Number, first and last day of each, the earliest first."""
    merged: Mapping[int, int]

    def season_on(self, day: str) -> int:
        its = (it.id for it in self.seasons if it.starts_on <= day and (it.ends_on is None or day <= it.ends_on))
        return next(its, OUTSIDE)


def league_context(connection: Connection, league_id: int) -> LeagueContext:
    days = select(Season.id, Season.starts_on, Season.ends_on).order_by(Season.starts_on)
    known = connection.execute(days.where(Season.league_id == league_id)).all()
    return LeagueContext(league_id, known, merged_people(connection, league_id))


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    source = iter(items)
    while batch := list(islice(source, BATCH)):
        yield batch


# ---------------------------------------------------------------- one game


def changes_results(game: OpenGame, table: Table, facts: Document | None) -> bool:
    """Return whether a row of a game's log may change what it counts for: `facts` of a new line, None for other rows.

    `game` is as it was before, `table` as it is now.  A hand of a game that goes on changes nothing, nor does an undo
    or a correction at a table that was never open: nothing was settled there.
    """
    was_open = table.rules.table.open or "table.open" in table.house  # a vote that closed it is among its house rules
    settled = is_settlement(facts) if facts is not None else was_open
    return table.finished or settled or game.row.finished_at is not None


def recompute_game(connection: Connection, game: OpenGame, day: str, person: Mapping[str, int]) -> None:
    """Count a game again.

    `day` is the day of its night, `person` maps a seat key to the person who sits there.  The caller holds the
    league's lock.
    """
    league = league_context(connection, game.row.league_id)
    rows = rows_of_game(league, game, day, replay_log(game.head, read_log(connection, game)), person)
    for season_id, since in store_games(connection, league.league_id, {game.row.id: rows}).items():
        rate_season(connection, league.league_id, season_id, since)


def night_day(connection: Connection, league_id: int, night_id: int) -> str:
    return str(connection.scalar(select(Night.day).where(Night.league_id == league_id, Night.id == night_id)))


def rows_of_game(
    league: LeagueContext,
    game: OpenGame,
    day: str,
    replayed: tuple[Table, tuple[PlayedLine, ...]],
    person: Mapping[str, int],
) -> list[NewRow]:
    """Return the rows of `plays` a game makes, given as `replay_log` does, without ratings; none if it does not count.

    `person` maps a seat key to the person who sits there.
    """
    worth = (game.head.handicap or {}).get("worth", 0)
    result = game_result(*replayed, {key: person[key] for key in sorted(person, key=int)}, worth)
    return play_rows(league, game.row.id, day, result) if result else []


def play_rows(league: LeagueContext, game_id: int, day: str, result: GameResult) -> list[NewRow]:
    """Return the rows of `plays` of a game with that result, without ratings."""
    side_of = {person: number for number, side in enumerate(result.sides) for person in side}
    season_id = league.season_on(day)
    rows = []
    for person, counts in result.people.items():
        side = side_of.get(person)
        place = None if side is None else result.places[side]
        summed = {key: number for key, number in counts.items() if key in SUMMED or key.startswith("cents.")}
        rows.append({
            "league_id": league.league_id, "game_id": game_id, "person_id": league.merged.get(person, person),
            "day": day, "season_id": season_id, "variant": result.variant,
            "side": side, "place": place, "won": None if place is None else int(place == 1),
            "currency": result.currency, "cents": result.cents.get(person, 0),
            "opening": 0 if side is None else result.openings[side], "worth": result.worth,
            "counts": summed, "details": {key: counts[key] for key in counts if key not in summed},
        })  # fmt: skip
    return sorted(rows, key=lambda row: row["person_id"])


# ---------------------------------------------------------------- stored


def stored_rows(connection: Connection, league_id: int, game_ids: Collection[int]) -> dict[int, list[NewRow]]:
    """Return the rows of `plays` of games that are stored, by game and without ratings, as `play_rows` makes them.

    A game whose two tables differ has none.
    """
    its_plays = and_(*(getattr(Play, name) == getattr(Result, name) for name in OF_GAME))
    found = connection.execute(
        select(Result.game_id.label("of_game"), *(getattr(Play, name) for name in OF_PERSON))
        .outerjoin(Play, its_plays)
        .where(Result.league_id == league_id, Result.game_id.in_(game_ids))
        .order_by(Result.game_id, Play.person_id)
    )
    stored: dict[int, list[NewRow]] = {}
    for game_id, *values in found:
        rows = stored.setdefault(game_id, [])
        row = dict(zip(OF_PERSON, values, strict=True))
        if row["person_id"] is not None:
            rows.append(row)
    return stored


def store_games(
    connection: Connection, league_id: int, games: Mapping[int, Sequence[NewRow]]
) -> dict[int, GamePosition]:
    """Store what games count for, each with its rows of `plays`, none for one that does not count.

    Return the seasons with games that changed, and the earliest of each: `rate_season` has to follow.
    """
    stored = stored_rows(connection, league_id, games)
    changed = [game_id for game_id, rows in games.items() if stored.get(game_id) != (rows or None)]
    before = [game_id for game_id in changed if game_id in stored]
    if before:
        for table in (Play, Result):
            connection.execute(delete(table).where(table.league_id == league_id, table.game_id.in_(before)))
    now = [games[game_id] for game_id in changed if games[game_id]]
    if now:
        connection.execute(insert(Result), [{name: rows[0][name] for name in OF_GAME} for rows in now])
        connection.execute(insert(Play), [{**NOT_RATED, **row} for rows in now for row in rows])
    moved: dict[int, GamePosition] = {}
    for row in (row for rows in (*now, *(stored[game_id] for game_id in before)) for row in rows):
        place = row["day"], row["game_id"]
        moved[row["season_id"]] = min(place, moved.get(row["season_id"], place))
    return moved


# ---------------------------------------------------------------- ratings and runs


def rate_season(connection: Connection, league_id: int, season_id: int, since: GamePosition = FIRST_POSITION) -> None:
    """Compute the ratings and runs of a season again, from a game on."""
    its_row = [getattr(Play, name) == bindparam(f"of_{name}") for name in ("league_id", "game_id", "person_id")]
    for rows in in_batches(wrong_ratings(connection, league_id, season_id, since)):
        connection.execute(update(Play).where(*its_row).values({name: bindparam(name) for name in RATING}), rows)


def rate_league(connection: Connection, league: LeagueContext) -> None:
    for season_id in (OUTSIDE, *(season.id for season in league.seasons)):
        rate_season(connection, league.league_id, season_id)


def wrong_ratings(
    connection: Connection, league_id: int, season_id: int, since: GamePosition = FIRST_POSITION
) -> Iterator[NewRow]:
    """Return what the ratings of a season have to be where they are not, from a game on.

    `of_league_id`, `of_game_id` and `of_person_id` say which row.
    """
    states: dict[int, RatingState] = {}
    for game in _games_since(connection, league_id, season_id, since):
        new = {row.person_id for row in game} - states.keys()
        if new:
            states |= states_before(connection, league_id, season_id, new, since)
        before = {row.person_id: states[row.person_id] for row in game}
        after = rate_game(game, before)
        states |= after
        for row in game:
            rating = (*before[row.person_id].strength, *after[row.person_id])
            if rating != row[-len(RATING) :]:
                key = {"of_league_id": league_id, "of_game_id": row.game_id, "of_person_id": row.person_id}
                yield key | dict(zip(RATING, rating, strict=True))


def _games_since(
    connection: Connection, league_id: int, season_id: int, since: GamePosition
) -> Iterator[list[Row[Any]]]:
    """Return the games of a season in their order, each as its rows of `plays`; some hundred are read at a time."""
    columns = [
        getattr(Play, name) for name in ("day", "game_id", "side", "person_id", "place", "opening", "worth", *RATING)
    ]
    in_order = (
        select(*columns)
        .where(Play.league_id == league_id, Play.season_id == season_id)
        .order_by(*columns[:4])
        .limit(ROWS)
    )
    many = True
    while many:
        rows = connection.execute(in_order.where(tuple_(Play.day, Play.game_id) >= since)).all()
        games = [list(game) for _, game in groupby(rows, lambda row: (row.day, row.game_id))]
        if many := len(rows) == ROWS:
            since = games[-1][0].day, games[-1][0].game_id
            games.pop()  # some of its rows may be missing
        yield from games


# ---------------------------------------------------------------- the result of a game


@dataclass(frozen=True)
class GameResult:
    """A game as it counts.  `places` go with `sides` (1 is won, several may have); empty if nobody won."""

    variant: str
    sides: tuple[People, ...]
    """Who sat there at the end and had played a hand, partners on one side."""
    places: tuple[int, ...]
    people: Mapping[int, Counts]
    """For everybody who played a hand, or pays or is paid without one; one of each is `games`."""
    currency: str | None = None
    cents: Mapping[int, int] = field(default_factory=dict)
    openings: Sequence[int] = ()
    """For each side the points it began with, above the one that began lowest."""
    worth: int = 0
    """What each of them is worth in strength, of a head start by ratings."""


def game_result(
    table: Table, lines: Sequence[PlayedLine], person: Mapping[str, int], worth: int = 0
) -> GameResult | None:
    """Return a game's result, None while it does not count; `table` is its last, `person` its people by seat key.

    `worth` is what a point of its head start is worth in strength, 0 for scores carried over from paper.
    """
    played = [line for line in lines if line.entry is not None]
    if not table.finished:
        settled = [number for number, line in enumerate(played, start=1) if is_settlement(line.facts)]
        played = played[: settled[-1] if settled else 0]
    tally = _Tally()
    for line in played:
        if line.before is not None and line.entry is not None:
            _count_line(tally, line.before, line.read, line.entry)
    played_a_hand = [key for key in person if tally.counts[key].get("hands")]
    if not played_a_hand:
        return None
    cents = _money(played)
    everybody = [key for key in person if key in played_a_hand or cents.get(key)]
    _count_games(tally, table, everybody, cents)
    at_the_end = _sides_at_the_end(table, played_a_hand)
    return GameResult(
        variant=table.variant.key,
        sides=tuple(tuple(person[key] for key in team) for team in at_the_end),
        places=tuple(at_the_end.values()),
        people={person[key]: add_counts([tally.counts[key], tally.with_partners(key, person)]) for key in everybody},
        currency=table.stakes.currency if table.stakes else None,
        cents={person[key]: cents[key] for key in everybody if cents.get(key)},
        openings=_openings(lines, at_the_end),
        worth=worth,
    )


class _Tally:
    """The counts of a game as they grow, by seat key; `partners` by those of two: hands bid, and how many were made."""

    def __init__(self) -> None:
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.partners: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])

    def add(self, players: Iterable[str], numbers: Mapping[str, int]) -> None:
        for player in players:
            self.counts[player].update(numbers)

    def with_partners(self, player: str, person: Mapping[str, int]) -> Counts:
        """Return what somebody's side bid together with each partner."""
        counts: Counts = {}
        for (one, other), (bids, made) in self.partners.items():
            if one == player:
                counts |= {f"with.{person[other]}": bids, f"with_made.{person[other]}": made}
        return counts


# ---------------------------------------------------------------- at the end of a game


def _count_games(tally: _Tally, table: Table, everybody: Sequence[str], cents: Mapping[str, int]) -> None:
    currency = table.stakes.currency if table.stakes else ""
    for key in everybody:
        tally.add([key], {"games": 1, f"cents.{currency}": cents.get(key, 0)})
    points = {team: _points(table, team) for team in table.teams}
    for team in table.teams if table.winners else ():
        against = max((points[other] for other in table.teams if other != team), default=0)
        won = team[0] in table.winners
        tally.add(team, {"won" if won else "lost": 1, "for": points[team], "against": against})


def _points(table: Table, team: Side) -> int:
    """Return how well a side did, higher being better: where scores count down, how far down."""
    score = table.scores[team[0]]
    return table.rules.finish.start - score if table.rules.counts_down else score


def _sides_at_the_end(table: Table, played: Sequence[str]) -> dict[Side, int]:
    """Return side -> place of those who sat there when somebody won, without players who had not played a hand.

    Winners come first, the others by their scores; equal scores share a place.
    """
    if not table.winners:
        return {}
    merit = {team: (1, 0) if team[0] in table.winners else (0, _points(table, team)) for team in table.teams}
    there = {team: tuple(key for key in team if key in played) for team in table.teams}
    return {
        there[team]: 1 + sum(other > mine for other in merit.values()) for team, mine in merit.items() if there[team]
    }


def _openings(lines: Sequence[PlayedLine], teams: Iterable[Side]) -> list[int]:
    """Return the points that each side began with, above the one that began lowest."""
    first = next(line.before for line in lines if line.before is not None)
    began = scores_by_seat(first.scores, last_players(lines)[START])
    lowest = min(began.values())
    return [began.get(team[0], lowest) - lowest for team in teams]


def _money(played: Iterable[PlayedLine]) -> dict[str, int]:
    cents: dict[str, int] = {}
    for line in played:
        if line.entry is not None:
            cents = add_money(cents, total_cents(line.entry.money))
    return cents


# ---------------------------------------------------------------- hands


def _count_line(tally: _Tally, before: Table, hand: Line | None, entry: LineResult) -> None:
    if isinstance(hand, SmokeHand):
        _count_smoke(tally, before, hand)
    elif entry.whys and entry.whys[0].what == "dealer-set":
        tally.add([before.dealer], {"dealer_set": 1})
    elif isinstance(hand, Hand):
        contract = check_hand(hand, before.rules, before)
        if contract is not None:
            _count_hand(tally, _ScoredHand(before, hand, contract, entry))


class _ScoredHand:
    """A scored hand: the table before it, its facts, its contract, and its outcome.

    `took` is the points that the bidding side took; None if nobody counted them.
    """

    def __init__(self, before: Table, hand: Hand, contract: Contract, entry: LineResult) -> None:
        self.before, self.hand, self.contract, self.entry = before, hand, contract, entry
        self.made = entry.outcome == MADE
        facts = next((why.facts for why in entry.whys if "took" in why.facts and "counted" in why.facts), {})
        self.took = int(facts["took"]) if facts.get("counted") else None


def _count_hand(tally: _Tally, hand: _ScoredHand) -> None:
    tally.add(hand.before.players, {"hands": 1})
    if hand.contract.bid is not None:
        _count_bid(tally, hand, hand.contract.bid)
        _count_sides(tally, hand)
        _count_points(tally, hand)
    if hand.hand.renege:
        tally.add([hand.hand.renege], {"reneges": 1})


def _count_bid(tally: _Tally, hand: _ScoredHand, bid: Bid) -> None:
    made, on_offer = int(hand.made), hand.before.rules.on_offer
    value = hand.before.rules.special.name if bid.special else str(bid.rank)
    permille = round(1000 * min(bid.rank, on_offer) / on_offer)
    numbers = {"bids": 1, f"bid.{value}": 1, "bid_sum": bid.rank, "bid_permille": permille}
    numbers |= {"made": 1, f"made.{value}": 1} if made else {"set": 1}
    if is_stuck(hand.hand, bid, hand.before):
        numbers |= {"stuck": 1, "stuck_made": made}
    if hand.took is not None:
        numbers |= {"counted": 1, "counted_bid_sum": bid.rank, "took_sum": hand.took}
        if not bid.special:
            numbers |= {"over" if made else "short": abs(hand.took - bid.rank), "over_of": made}
    tally.add([bid.player], numbers)


def is_stuck(hand: Hand, bid: Bid, before: Table) -> bool:
    """Return whether a dealer had to bid because nobody else did.

    An auction that was written down says so itself.  Without one a dealer who bought the lowest bid had nobody to beat,
    unless they may steal (V24).  Only where the dealer may not pass can they be stuck.
    """
    auction = before.rules.auction
    if not before.rules.dealer_is_forced or bid.player != before.dealer or bid.special:
        return False
    if hand.auction is not None:
        others = len(from_left_of(before.dealer, before.players)) - 1
        return all(said == "pass" for _, said in hand.auction[:others])
    lowest = bid.rank == before.rules.forced_bid <= auction.min
    return lowest and not bid.thrown and not auction.dealer_steals


def _count_sides(tally: _Tally, hand: _ScoredHand) -> None:
    bidders, made = hand.contract.bidders, int(hand.made)
    tally.add(bidders, {"side_bids": 1, "side_made": made})
    tally.add(hand.contract.defenders, {"defended": 1, "defended_set": 1 - made})
    for player in bidders:
        for other in bidders:
            if player != other:
                tried = tally.partners[player, other]
                tried[0] += 1
                tried[1] += made
    if hand.hand.partner:
        tally.add([hand.hand.partner], {"called": 1})
    if hand.hand.alone:
        tally.add([hand.contract.bidder], {"alone": 1})


def _count_points(tally: _Tally, hand: _ScoredHand) -> None:
    """Count who could take which point, and who did; nothing if it was not recorded who got the points."""
    if hand.hand.points is None:
        return
    takers = _takers(hand)
    for side, role in ((side, "b" if side == hand.contract.bidders else "d") for side in hand.contract.sides):
        for key in hand.before.rules.worth:
            got = int(side in takers.get(key, ()))
            tally.add(side, {f"{role}.at.{key}": 1, f"{role}.got.{key}": got})


def _takers(hand: _ScoredHand) -> dict[str, tuple[Side, ...]]:
    """Return the sides that took each point; game where card points were counted, as the engine awarded it."""
    sides = hand.contract.sides
    takers: dict[str, tuple[Side, ...]] = {
        key: (side_of(player, sides),) for key, player in (hand.hand.points or {}).items()
    }
    awarded = next((why.who for why in hand.entry.whys if why.what in {"game-counted", "game-tied"}), None)
    if awarded is not None:
        takers["game"] = tuple(side for side in sides if side[0] in awarded)
    return takers


def _count_smoke(tally: _Tally, before: Table, hand: SmokeHand) -> None:
    for player in before.players:
        in_box = before.scores[player] <= before.rules.tally.box_at
        tally.add([player], {"hands": 1, "sat": player in hand.sat, "boxes": in_box})
        tally.add([player], {"pickups": hand.pickups.get(player, 0), "firsts": player == hand.first_trick})
    for player, tricks in hand.tricks.items():
        tally.add([player], {"stayed": 1, "tricks": tricks, "blanks": tricks == 0})
