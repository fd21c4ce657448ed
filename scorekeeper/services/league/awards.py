"""Awards at the end of a night and of a season: who did the most of something, the figure and the rule in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.models.tables import leagues, nights, pair_seasons, person_seasons, results
from scorekeeper.rules.grammar import counted
from scorekeeper.rules.stakes import written_amount
from scorekeeper.services.errors import NightNotFound
from scorekeeper.services.league.counts import Counts, Share, with_prefix
from scorekeeper.services.league.people import read_names
from scorekeeper.services.league.ratings import RatingState, rate_game
from scorekeeper.services.league.results import merge_result, result_from_json
from scorekeeper.services.league.roster import merged_people
from scorekeeper.services.league.totals import PAIR_KEYS, Totals

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.services.league.results import GameResult


class Money(NamedTuple):
    """An amount of money, for the page to format."""

    cents: int
    currency: str


@dataclass(frozen=True)
class Award:
    """An award; everybody who did the same shares it."""

    key: str
    title: str
    people: tuple[tuple[int, str], ...]
    figure: str
    rule: str
    money: Money | None = None
    """What the figure says, where it is an amount."""


class Minimums(NamedTuple):
    """The minimum count before a share of it counts."""

    bids: int
    together: int
    hands: int

    @property
    def text(self) -> str:
        return f"Shares count from {self.bids} bids, {self.hands} hands or {self.together} games together."


NIGHT_MINIMUMS, SEASON_MINIMUMS = Minimums(bids=3, together=2, hands=5), Minimums(bids=20, together=5, hands=30)


class Streaks(NamedTuple):
    longest: int
    drought: int


Pairs = Mapping[tuple[int, int], Counts]


@dataclass(frozen=True)
class AwardFacts:
    """What everybody did in a night or a season."""

    people: Mapping[int, Counts]
    runs: Mapping[int, Streaks]
    pairs: Pairs
    """At least those who may be best partners or the most one-sided."""
    floors: Minimums
    currency: str | None


class Contender(NamedTuple):
    """What somebody did, as a number to compare and as text; `who` are one or two people."""

    who: tuple[int, ...]
    much: float
    figure: str
    money: Money | None = None


class AwardKind(NamedTuple):
    """One award: its name, its rule, and who may earn it."""

    key: str
    title: str
    rule: str
    entries: Callable[[AwardFacts], Iterable[Contender]]


def awards_of(facts: AwardFacts, names: Mapping[int, str]) -> tuple[Award, ...]:
    """Return every award somebody earned."""
    given = []
    for kind in AWARD_KINDS:
        entries = list(kind.entries(facts))
        most = max((entry.much for entry in entries), default=0)
        best = [entry for entry in entries if entry.much == most]
        if best:
            who = dict.fromkeys(person for entry in best for person in entry.who)
            people_named = tuple((person, names.get(person, "")) for person in who)
            given.append(Award(kind.key, kind.title, people_named, best[0].figure, kind.rule, best[0].money))
    return tuple(given)


# ---------------------------------------------------------------- what may be earned


def _most(key: str, thing: str, least: int = 1) -> Callable[[AwardFacts], Iterable[Contender]]:
    """Return the entries of an award for the most of one count."""
    return _highest_count(lambda counts: counts.get(key, 0), lambda number: counted(number, thing), least)


def _highest_count(
    number_of: Callable[[Counts], int], format_number: Callable[[int], str], least: int = 1
) -> Callable[[AwardFacts], Iterable[Contender]]:
    def entries(facts: AwardFacts) -> Iterable[Contender]:
        for person, counts in facts.people.items():
            number = number_of(counts)
            if number >= least:
                yield Contender((person,), number, format_number(number))

    return entries


def _best_share(part: str, of: str, floor: str) -> Callable[[AwardFacts], Iterable[Contender]]:
    def entries(facts: AwardFacts) -> Iterable[Contender]:
        for person, counts in facts.people.items():
            share = Share(counts.get(part, 0), counts.get(of, 0))
            if share.part and share.of >= getattr(facts.floors, floor):
                yield Contender((person,), share.rate + share.of * MORE_GAMES_FIRST, f"{share.part} of {share.of}")

    return entries


def _boldest(facts: AwardFacts) -> Iterable[Contender]:
    for person, counts in facts.people.items():
        bids = counts.get("bids", 0)
        if bids >= facts.floors.bids:
            share = counts["bid_permille"] / bids
            yield Contender((person,), share, f"{round(share / 10)}%")


def _left_on_the_table(facts: AwardFacts) -> Iterable[Contender]:
    for person, counts in facts.people.items():
        over, bids = counts.get("over", 0), counts.get("over_of", 0)
        if over and bids >= facts.floors.bids:
            yield Contender((person,), over / bids, f"{counted(over, 'point')} in {counted(bids, 'bid')}")


def _in_a_row(which: str, thing: str) -> Callable[[AwardFacts], Iterable[Contender]]:
    def entries(facts: AwardFacts) -> Iterable[Contender]:
        for person, runs in facts.runs.items():
            number = int(getattr(runs, which))
            if number > 1:
                yield Contender((person,), number, f"{number} {thing} in a row")

    return entries


def _most_money_won(facts: AwardFacts) -> Iterable[Contender]:
    for person, counts in facts.people.items():
        cents = counts.get(f"cents.{facts.currency}", 0)
        if cents > 0:
            money = Money(cents, facts.currency or "")
            yield Contender((person,), cents, f"{written_amount(cents)} {money.currency}", money)


def _best_partners(facts: AwardFacts) -> Iterable[Contender]:
    for (one, other), counts in facts.pairs.items():
        share = Share(counts.get("won", 0), counts.get("won", 0) + counts.get("lost", 0))
        if one < other and share.part and share.of >= facts.floors.together:
            yield Contender(
                (one, other), share.rate + share.of * MORE_GAMES_FIRST, f"{share.part} of {counted(share.of, 'game')}"
            )


def _one_sided(facts: AwardFacts) -> Iterable[Contender]:
    for (one, other), counts in facts.pairs.items():
        share = Share(counts.get("ahead", 0), counts.get("ahead", 0) + counts.get("behind", 0))
        if 2 * share.part > share.of >= facts.floors.together:
            yield Contender(
                (one, other), share.rate + share.of * MORE_GAMES_FIRST, f"{share.part} to {share.of - share.part}"
            )


MORE_GAMES_FIRST = 1e-9
"""If two shares are equal, the one over more games is better."""


def _specials(counts: Counts) -> int:
    return sum(number for bid, number in with_prefix(counts, "made.").items() if not bid.isdigit())


AWARD_KINDS = (
    AwardKind("sets", "Set most often", "Most bids set.", _highest_count(
        lambda counts: counts.get("set", 0) + counts.get("dealer_set", 0), lambda number: counted(number, "set"))),
    AwardKind("surest", "Surest bidder", "Largest share of bids made.",
              _best_share("made", "bids", "bids")),
    AwardKind("boldest", "Boldest bidder", "Highest average bid as a share of the hand's points.", _boldest),
    AwardKind("left", "Left the most on the table", "Most points over the bid per bid made.", _left_on_the_table),
    AwardKind("moons", "Shot the moon", "Most moons and smudges made.", _highest_count(
        _specials, lambda number: f"{number} made")),
    AwardKind("stuck", "Best of a bad deal", "Most bids made as a stuck dealer.", _highest_count(
        lambda counts: counts.get("stuck_made", 0), lambda number: f"{number} made")),
    AwardKind("wall", "The wall", "Largest share of opponents' bids set.",
              _best_share("defended_set", "defended", "hands")),
    AwardKind("thief", "Jack thief", "Most jacks and jicks taken on the other side's bid.", _highest_count(
        lambda counts: counts.get("d.got.jack", 0) + counts.get("d.got.off_jack", 0),
        lambda number: counted(number, "jack"))),
    AwardKind("called", "Everyone's partner", "Called as partner most often.", _most("called", "call")),
    AwardKind("partners", "Best partners", "Largest share of games won together.",
              _best_partners),
    AwardKind("one-sided", "Has the other's number", "Most one-sided head to head.",
              _one_sided),
    AwardKind("run", "On a roll", "Most games won in a row.", _in_a_row("longest", "won")),
    AwardKind("drought", "Longest drought", "Most games lost in a row.", _in_a_row("drought", "lost")),
    AwardKind("chair", "Never left the chair", "Most games played.", _most("games", "game", least=2)),
    AwardKind("purse", "Fullest purse", "Most money won.", _most_money_won),
    AwardKind("tricks", "Smoke in the eyes", "Most tricks taken at Smoke.", _most("tricks", "trick")),
)  # fmt: skip


# ---------------------------------------------------------------- of a night, of a season


def night_awards(
    session: Session,
    league_id: int,
    night_id: int,
    known_names: Mapping[int, str] = MappingProxyType({}),
    merged: Mapping[int, int] | None = None,
) -> tuple[Award, ...]:
    """Return the awards of a night, from its games alone.  Raises NightNotFound.

    `known_names` of people by id need not be read again, nor who was `merged` into whom.
    """
    connection = session.connection()
    found = connection.execute(
        select(nights.c.day, leagues.c.currency)
        .join(leagues, leagues.c.id == nights.c.league_id)
        .where(nights.c.league_id == league_id, nights.c.id == night_id)
    ).one_or_none()
    if found is None:
        raise NightNotFound
    merged = merged_people(connection, league_id) if merged is None else merged
    docs = connection.scalars(
        select(results.c.doc)
        .where(results.c.league_id == league_id, results.c.day == found.day)
        .order_by(results.c.game_id)
    )
    night = fold_results(merge_result(result_from_json(doc), merged) for doc in docs)
    runs = {person: Streaks(form.longest, form.drought) for person, form in night.forms.items()}
    facts = AwardFacts(night.sums.people, runs, night.sums.pairs, NIGHT_MINIMUMS, found.currency)
    names = {**known_names, **read_names(connection, league_id, facts.people.keys() - known_names.keys())}
    return awards_of(facts, names)


def season_awards(session: Session, league_id: int, season_id: int) -> tuple[Award, ...]:
    """Return the awards of a season; none for one without games."""
    connection = session.connection()
    rows = connection.execute(
        select(person_seasons.c.person_id, person_seasons.c.doc, person_seasons.c.form, leagues.c.currency)
        .join(leagues, leagues.c.id == person_seasons.c.league_id)
        .where(person_seasons.c.league_id == league_id, person_seasons.c.season_id == season_id)
    ).all()
    facts = AwardFacts(
        people={row.person_id: row.doc for row in rows},
        runs={row.person_id: Streaks(row.form["longest"], row.form["drought"]) for row in rows if row.form},
        pairs=_candidate_pairs(connection, league_id, season_id),
        floors=SEASON_MINIMUMS,
        currency=rows[0].currency if rows else None,
    )
    return awards_of(facts, read_names(connection, league_id, facts.people))


def _candidate_pairs(connection: Connection, league_id: int, season_id: int) -> Pairs:
    """Return the best partners and the most one-sided pairs with ties; the others cannot earn anything."""
    least = SEASON_MINIMUMS.together
    won, played = pair_seasons.c.won, pair_seasons.c.won + pair_seasons.c.lost
    ahead, met = pair_seasons.c.ahead, pair_seasons.c.ahead + pair_seasons.c.behind
    found: dict[tuple[int, int], Counts] = {}
    for part, of in ((won, played), (ahead, met)):
        rows = connection.execute(
            select(pair_seasons.c.person_id, pair_seasons.c.other_id, *(pair_seasons.c[key] for key in PAIR_KEYS))
            .where(pair_seasons.c.league_id == league_id, pair_seasons.c.season_id == season_id, of >= least)
            .order_by((1.0 * part / of).desc(), of.desc(), pair_seasons.c.person_id)
            .limit(20)
        )
        for row in rows:
            found[row.person_id, row.other_id] = {key: getattr(row, key) for key in PAIR_KEYS}
    return found


# ---------------------------------------------------------------- several games at once


@dataclass(frozen=True)
class NightTotals:
    """The totals of some games by themselves, like those of one night; runs begin and end in it."""

    sums: Totals
    forms: Mapping[int, RatingState]


def fold_results(results: Iterable[GameResult]) -> NightTotals:
    """Return the totals of games in their order."""
    sums, forms = Totals(), dict[int, RatingState]()
    for result in results:
        sums.add(result)
        forms |= rate_game(result, {person: forms.get(person, RatingState()) for person in result.people})
    return NightTotals(sums, forms)
