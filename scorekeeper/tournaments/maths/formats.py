"""The formats of a tournament: who enters, how a round is drawn, what the standings go by; each as data, at the end.

Draw partners gives a new partner every round, nobody twice while that is possible, and spreads opponents evenly.  As
long as the same people play, its rounds come from a design, in which all of that holds over the whole evening.  From
the first late arrival or dropout on, each round is drawn by itself, from what was played before.

In a progressive, winners move up a table, losers stay, partners split, and everybody keeps their own total.
Table 1 is the head table.  Its winners stay there, and its losers go down to the last table.  Who is at the head table
keeps the partner they came with, unless the director has them split too.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from scorekeeper.tournaments.maths.designs import MAX_DESIGN, Seats, design
from scorekeeper.tournaments.maths.matching import pair_in_order, pair_off
from scorekeeper.tournaments.maths.places import ranked
from scorekeeper.tournaments.maths.rounds import (
    LARGE_TABLE_SIZE,
    TABLE_SIZE,
    Bye,
    DrawError,
    Pair,
    Partners,
    Round,
    TableSides,
    Tournament,
    choose_byes,
    flattened,
    meeting_counts,
    opponent_counts,
    opponents_at,
    pair,
    partner_counts,
    partners_at,
)

MAX_ROUNDS = 200
"""The rounds that can be drawn ahead: enough for the largest field to be partners all round."""
PAIR = 2

ATTEMPTS = 10
"""How many times a round is drawn, to keep the one in which the fewest meet again."""
SAME_HALF = 1_000_000
"""Counts for more than any number of rounds as partners: two of the same half are never drawn together."""
OTHER_BRACKET = 1_000_000
"""Counts for more than any number of meetings: an unbeaten side meets a beaten one only where nobody else is left."""


def draw_partners(tournament: Tournament) -> Round:
    sides = tournament.present(least=TABLE_SIZE)
    rounds = tournament.rounds
    if tournament.large_table and len(sides) % TABLE_SIZE >= PAIR:
        return _from_history(sides, rounds, tournament.random(), large=LARGE_TABLE_SIZE)
    order = flattened(tournament.first_order(sides))
    return _from_design(order, rounds) or _from_history(sides, rounds, tournament.random())


def _from_design(order: Sequence[int], rounds: Sequence[Round]) -> Round | None:
    """Return the next round of the design, None if the rounds so far are not its beginning or it has no more."""
    if len(order) > MAX_DESIGN:
        return None
    schedule = design(len(order))
    if len(rounds) >= len(schedule):
        return None
    if all(_seated(schedule[number], order) == drawn for number, drawn in enumerate(rounds)):
        return _seated(schedule[len(rounds)], order)
    return None


def _seated(seats: Seats, order: Sequence[int]) -> Round:
    here = [order[seat] for seat in seats]
    tables = tuple(
        (pair(here[first], here[first + 1]), pair(here[first + 2], here[first + 3]))
        for first in range(0, len(here), TABLE_SIZE)
    )
    return Round(tables, byes=tuple(sorted(set(order).difference(here))))


def _from_history(sides: Sequence[Partners], rounds: Sequence[Round], rng: Random, large: int = 0) -> Round:
    """Draw a round in which as few as possible are partners again, and opponents meet as rarely as the search can find.

    `large` is the number of players at a table of three pairs, 0 if there is none.
    """
    partners, opponents = partner_counts(rounds), opponent_counts(rounds)
    drawn = [_attempt(rng.sample(sides, len(sides)), rounds, partners, opponents, large) for _ in range(ATTEMPTS)]
    return min(
        drawn,
        key=lambda one: (
            sum(partners[met] for table in one.tables for met in partners_at(table)),
            _squares(one.tables, opponents),
        ),
    )


def _attempt(
    shuffled: Sequence[Partners], rounds: Sequence[Round], partners: Counter[Pair], opponents: Counter[Pair], large: int
) -> Round:
    byes = flattened(choose_byes(shuffled, rounds, (len(shuffled) - large) % TABLE_SIZE))
    seated = [player for player in flattened(shuffled) if player not in byes]
    pairs = [pair(*two) for two in pair_off(seated, lambda one, other: partners[pair(one, other)])]
    if large:
        tables = [table for one in rounds for table in one.tables if len(flattened(table)) > TABLE_SIZE]
        before = Counter(player for table in tables for player in flattened(table))
        pairs.sort(key=lambda two: sum(before[player] for player in two))
    three = large // PAIR
    seats = seat_pairs(pairs[three:], opponents)
    return Round((*seats, tuple(pairs[:three])) if large else seats, tuple(sorted(byes)))


def seat_pairs(pairs: Sequence[Partners], opponents: Counter[Pair]) -> tuple[TableSides, ...]:
    """Put an even number of pairs at tables so that few meet an opponent again, and nobody the same one often."""
    return tuple(pair_off(pairs, lambda one, other: _squares(((one, other),), opponents)))


def _squares(tables: Sequence[TableSides], opponents: Counter[Pair]) -> int:
    """Return the sum of squares of how often the opponents at some tables have met before."""
    return sum(opponents[met] ** 2 for table in tables for met in opponents_at(table))


def progress(tournament: Tournament) -> Round:
    """Return the next round of a progressive.  Raises DrawError if a table of the last round is tied."""
    sides = tournament.present(least=TABLE_SIZE)
    rounds = tournament.rounds
    order = list(sides)
    if tournament.rounds:
        moved = {player: place for place, player in enumerate(_moved(tournament.rounds[-1]))}
        order.sort(key=lambda side: moved.get(side[0], len(moved)))
    else:
        tournament.random().shuffle(order)
    byes = flattened(choose_byes(order[::-1], rounds, len(order) % TABLE_SIZE))
    seated = [player for player in flattened(order) if player not in byes]
    fours = [seated[first : first + TABLE_SIZE] for first in range(0, len(seated), TABLE_SIZE)]
    tables = [_split(four, rounds) for four in fours]
    if not tournament.head_splits and len(fours) > 1:
        a, b, c, d = fours[0]
        came = (pair(a, b), pair(c, d))
        if set(came) <= set(partner_counts(rounds[-1:])):
            tables[0] = came
    return Round(tuple(tables), tuple(sorted(byes)))


def _moved(last: Round) -> tuple[int, ...]:
    """Return the players in the order of their new places, the head table first and the byes last.

    At each table but the head and the last, its losers wait for the winners of the table below.
    """
    won = last.winners()
    winners = [table[side] for table, side in zip(last.tables, won, strict=True)]
    losers = [table[1 - side] for table, side in zip(last.tables, won, strict=True)]
    middle = [side for below in zip(winners[1:], losers[1:-1], strict=False) for side in below]
    bottom = winners[-1:] if len(winners) > 1 else []
    order = [winners[0], *middle, *bottom, losers[0], *losers[1:][-1:]]
    return (*flattened(order), *last.byes)


def _split(four: Sequence[int], rounds: Sequence[Round]) -> TableSides:
    """Part last round's partners, and of what is left take partners, then opponents, who have met least."""
    last, partners, opponents = partner_counts(rounds[-1:]), partner_counts(rounds), opponent_counts(rounds)
    a, b, c, d = four
    tables = [(pair(a, one), pair(*others)) for one, others in ((c, (b, d)), (d, (b, c)), (b, (c, d)))]
    return min(
        tables,
        key=lambda table: (
            sum(last[met] for met in partners_at(table)),
            sum(partners[met] for met in partners_at(table)),
            sum(opponents[met] ** 2 for met in opponents_at(table)),
        ),
    )


def swiss_partners(tournament: Tournament) -> Round:
    """Return the next round of Swiss: each of the upper half of the standings draws one of the lower half."""
    tournament.present(least=TABLE_SIZE)
    rounds, order = tournament.rounds, ranked(tournament)
    byes = flattened(choose_byes(order[::-1], rounds, len(order) % TABLE_SIZE))
    seated = [player for player in flattened(order) if player not in byes]
    upper = set(seated[: len(seated) // 2])
    partners, opponents = partner_counts(rounds), opponent_counts(rounds)
    tournament.random().shuffle(seated)

    def apart(one: int, other: int) -> int:
        return partners[pair(one, other)] + (SAME_HALF if (one in upper) == (other in upper) else 0)

    pairs: list[Partners] = [pair(*two) for two in pair_off(seated, apart)]
    return Round(seat_pairs(pairs, opponents), tuple(sorted(byes)))


def round_robin(tournament: Tournament) -> Round:
    """Return the next round of pairs, in which every pair meets every other as soon as the numbers allow.

    While the same pairs play, this is the circle: one stays, the others move on by one seat.  After a late arrival or a
    dropout as many as possible meet a pair that they have not met.
    """
    sides, rounds = tournament.present(), tournament.rounds
    order = tournament.first_order(sides)
    if all(_circle(order, number) == drawn for number, drawn in enumerate(rounds)):
        return _circle(order, len(rounds))
    met = meeting_counts(rounds)
    byes = choose_byes(tournament.random().sample(sides, len(sides)), rounds, len(sides) % 2)
    seated = [side for side in order if side not in byes]
    tables = pair_off(seated, lambda one, other: met[frozenset((one, other))])
    return Round(tuple(tables), flattened(byes))


def _circle(order: Sequence[Partners], number: int) -> Round:
    """Return a round of the circle method, counted from 0; after the last it begins again."""
    seats: list[Partners | None] = [*order, None] if len(order) % 2 else list(order)
    turn = number % (len(seats) - 1)
    moving = seats[1:]
    seats = [seats[0], *moving[turn:], *moving[:turn]]
    meetings = [(seats[place], seats[-1 - place]) for place in range(len(seats) // 2)]
    tables = tuple((one, other) for one, other in meetings if one is not None and other is not None)
    alone = [side for meeting in meetings if None in meeting for side in meeting if side is not None]
    return Round(tables, flattened(alone))


def swiss(tournament: Tournament) -> Round:
    """Return the next round of pairs: each meets the nearest in the standings that it has not met.

    The first round is drawn by chance.  A bye goes to the lowest of those with the fewest byes.
    """
    tournament.present()
    rounds, order = tournament.rounds, ranked(tournament)
    met = meeting_counts(rounds)
    byes = choose_byes(order[::-1], rounds, len(order) % 2)
    seated = [side for side in order if side not in byes]
    tables = pair_in_order(seated, lambda one, other: met[frozenset((one, other))])
    return Round(tuple(tables), flattened(byes))


def losses(rounds: Sequence[Round]) -> Counter[Partners]:
    """Count the losses of each side.  Raises DrawError if a table is tied."""
    return Counter(
        side
        for one in rounds
        for table, winner in zip(one.tables, one.winners(), strict=True)
        for index, side in enumerate(table)
        if index != winner
    )


def knockout(tournament: Tournament) -> Round:
    """Return the next round of a bracket in which one loss puts a side out.

    In the first round the best seeds have byes, so that the second has 2, 4, 8, 16 … sides.  A late arrival or a
    dropout makes new byes, which go to the best seeds that have had none.
    """
    here = tournament.present()
    beaten = losses(tournament.rounds)
    alive = [side for side in _bracket(tournament) if side in here and not beaten[side]]
    _require_two(alive)
    seeds = [side for side in here if side in alive]
    places = 1 << (len(alive) - 1).bit_length()
    byes = choose_byes(seeds, tournament.rounds, places - len(alive))
    playing = [side for side in alive if side not in byes]
    return Round(tuple(zip(playing[::2], playing[1::2], strict=True)), flattened(byes))


def double_knockout(tournament: Tournament) -> Round:
    """Return the next round of a tournament in which the second loss puts a side out.

    Unbeaten sides meet unbeaten ones, beaten sides beaten ones, and where that can be avoided nobody meets again.  The
    last unbeaten side waits for the final, which is played again if the unbeaten side loses it.
    """
    here = tournament.present()
    beaten = losses(tournament.rounds)
    alive = [side for side in _bracket(tournament) if side in here and beaten[side] <= 1]
    _require_two(alive)
    unbeaten = [side for side in alive if not beaten[side]]
    others = [side for side in alive if beaten[side]]
    waiting: list[Partners] = []
    if len(unbeaten) == 1 and len(others) > 1:
        waiting, unbeaten = unbeaten, []
    # The bye goes where the number is odd, if one of those has had as few byes as anybody.
    odd, even = (unbeaten, others) if len(unbeaten) % 2 else (others, unbeaten)
    ordered = [*(side for side in here if side in odd), *(side for side in here if side in even)]
    byes = choose_byes(ordered, tournament.rounds, len(ordered) % 2)
    met = meeting_counts(tournament.rounds)

    def cost(one: Partners, other: Partners) -> int:
        return met[frozenset((one, other))] + (OTHER_BRACKET if beaten[one] != beaten[other] else 0)

    playing = [side for side in (*unbeaten, *others) if side not in byes]
    return Round(tuple(pair_in_order(playing, cost)), flattened(byes), flattened(waiting))


def _require_two(alive: Sequence[Partners]) -> None:
    if len(alive) < 2:  # noqa: PLR2004  a table needs two sides
        raise DrawError("The knockout is over: only one side is left.")


def _bracket(tournament: Tournament) -> list[Partners]:
    """Return all sides in the order of the bracket as it was first drawn, late arrivals after them."""
    first = set(tournament.rounds[0].players()) if tournament.rounds else None
    at_first = [
        side for side in tournament.sides if (side not in tournament.left if first is None else first.issuperset(side))
    ]
    lines = seed_lines(len(at_first))
    return [*(at_first[seed] for seed in lines), *(side for side in tournament.sides if side not in at_first)]


def seed_lines(number: int) -> list[int]:
    """Return the seeds from 0 in the order of a bracket: the first two can meet in the final only, and so on."""
    lines = [0]
    while len(lines) < number:
        lines = [seed for one in lines for seed in (one, 2 * len(lines) - 1 - one)]
    return [seed for seed in lines if seed < number]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    `entrants` says whether single players enter or fixed partners; `drawn_ahead`, whether later rounds can be drawn
    before the results of earlier ones; `bye`, what a bye is worth; `ranking`, by which criteria its standings go unless
    the director chooses others.  `may_seat_six` says whether a table of three pairs can take the players left over,
    `may_split_head`, whether the director may have the partners at the head table split.
    """

    key: str
    name: str
    summary: str
    entrants: Literal["players", "pairs"]
    draw: Callable[[Tournament], Round]
    drawn_ahead: bool
    bye: Bye
    ranking: tuple[str, ...]
    may_seat_six: bool = False
    may_split_head: bool = False

    def start(self, sides: tuple[Partners, ...], seed: int = 0) -> Tournament:
        """Return a tournament of this format before its first round."""
        return Tournament(sides, seed=seed, ranking=self.ranking, bye=self.bye)

    def numbered_sides(self, players: int) -> tuple[Partners, ...]:
        """Return players numbered from 1 as they enter: one by one, or 1 with 2, 3 with 4 and so on.

        Raises DrawError for too few players, or for an odd number where fixed partners enter.
        """
        if not TABLE_SIZE <= players <= MAX_DESIGN:
            raise DrawError(f"A tournament has {TABLE_SIZE} to {MAX_DESIGN} players, not {players}.")
        if self.entrants == "players":
            return tuple((player,) for player in range(1, players + 1))
        if players % 2:
            raise DrawError(f"{self.name} is played by fixed partners, so the number of players must be even.")
        return tuple((player, player + 1) for player in range(1, players, 2))

    def draw_rounds(
        self, sides: tuple[Partners, ...], number: int, seed: int, *, large_table: bool = False
    ) -> tuple[Round, ...]:
        """Draw a number of rounds before any is played.

        Raises DrawError if a round depends on the results before it, or there is no table of six.
        """
        if large_table and not self.may_seat_six:
            raise DrawError(f"{self.name} has no table of six.")
        if not 1 <= number <= MAX_ROUNDS:
            raise DrawError(f"From 1 to {MAX_ROUNDS} rounds can be drawn, not {number}.")
        if number > 1 and not self.drawn_ahead:
            raise DrawError(f"{self.name} pairs by results, so only one round can be drawn ahead.")
        tournament = replace(self.start(sides, seed), large_table=large_table)
        for _ in range(number):
            tournament = replace(tournament, rounds=(*tournament.rounds, self.draw(tournament)))
        return tournament.rounds


FORMATS = {
    one.key: one
    for one in (
        Format(
            "draw-partners",
            "Draw partners",
            "A new partner every round, no partner twice if possible, opponents spread evenly",
            entrants="players",
            draw=draw_partners,
            drawn_ahead=True,
            bye="average",
            ranking=("points", "wins", "difference"),
            may_seat_six=True,
        ),
        Format(
            "progressive",
            "Progressive",
            "Winners move up a table, losers stay, partners split, each player has a total",
            entrants="players",
            draw=progress,
            drawn_ahead=False,
            bye="average",
            ranking=("points", "wins", "difference"),
            may_split_head=True,
        ),
        Format(
            "round-robin",
            "Round robin",
            "Fixed partners; every pair meets every other once",
            entrants="pairs",
            draw=round_robin,
            drawn_ahead=True,
            bye="average",
            ranking=("wins", "difference", "points"),
        ),
        Format(
            "swiss",
            "Swiss",
            "Fixed partners; pairs with similar results meet, no two twice if possible",
            entrants="pairs",
            draw=swiss,
            drawn_ahead=False,
            bye="win",
            ranking=("wins", "strength", "difference"),
        ),
        Format(
            "swiss-partners",
            "Swiss, drawn partners",
            "A player from the upper half of the standings with one from the lower half",
            entrants="players",
            draw=swiss_partners,
            drawn_ahead=False,
            bye="average",
            ranking=("points", "wins", "difference"),
        ),
        Format(
            "knockout",
            "Knockout",
            "Fixed partners with seeds; one loss and a pair is out",
            entrants="pairs",
            draw=knockout,
            drawn_ahead=False,
            bye="win",
            ranking=("last_round", "losses"),
        ),
        Format(
            "double-knockout",
            "Double knockout",
            "Fixed partners with seeds; two losses and a pair is out",
            entrants="pairs",
            draw=double_knockout,
            drawn_ahead=False,
            bye="win",
            ranking=("last_round", "losses"),
        ),
    )
}
SEATING_SIX = frozenset(key for key, one in FORMATS.items() if one.may_seat_six)
