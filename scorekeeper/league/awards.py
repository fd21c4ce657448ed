"""Awards at the end of a night and of a season: who did the most of something, the figure and the rule in words."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, select
from sqlalchemy.orm import Session

from scorekeeper.core.money_text import money_text
from scorekeeper.core.transaction import must_exist
from scorekeeper.league.people import read_names
from scorekeeper.league.ratings import next_run
from scorekeeper.league.totals import FOR_AWARDS, SPECIALS_MADE, Counts, Share, in_season, sum_counts
from scorekeeper.models import ALL_TIME, League, Night, Play, Result
from scorekeeper.sheets.phrases import counted


@dataclass(frozen=True)
class Award:
    """An award; everybody who did the same shares it."""

    key: str
    title: str
    people: tuple[tuple[int, str], ...]
    figure: str
    rule: str


NIGHT_MINIMUMS, SEASON_MINIMUMS = {"bids": 3, "together": 2, "hands": 5}, {"bids": 20, "together": 5, "hands": 30}
"""How many there have to be before a share of them counts."""


class AwardFacts(NamedTuple):
    """What everybody did in a night or a season."""

    people: Mapping[int, Counts]
    longest: Mapping[int, int]
    """The most games won in a row."""
    drought: Mapping[int, int]
    """The most games lost in a row."""
    pairs: Mapping[tuple[int, int], Sequence[int]]
    """Games that two people won and lost together, that the one finished ahead, and that the other did."""
    floors: Mapping[str, int]
    currency: str | None


Contender = tuple[tuple[int, ...], float, str]
"""One or two people, what they did as a number to compare, and as text."""
Entries = Callable[[AwardFacts], Iterable[Contender]]


def awards_of(facts: AwardFacts, names: Mapping[int, str]) -> tuple[Award, ...]:
    given = []
    for key, title, rule, entries_of in AWARD_KINDS:
        entries = list(entries_of(facts))
        most = max((much for _, much, _ in entries), default=0)
        best = [(who, figure) for who, much, figure in entries if much == most]
        if best:
            people = dict.fromkeys(person for who, _ in best for person in who)
            given.append(Award(key, title, tuple((who, names.get(who, "")) for who in people), best[0][1], rule))
    return tuple(given)


def spread_awards(awards: Sequence[Award]) -> list[Award]:
    """Return awards with one for each person first: what only goes to somebody who has one already comes later."""
    first: list[Award] = []
    later: list[Award] = []
    seen: set[int] = set()
    for award in awards:
        who = {person for person, _ in award.people}
        if who & seen:
            later.append(award)
        else:
            first.append(award)
            seen |= who
    return first + later


# ---------------------------------------------------------------- what may be earned


def _most(*keys: str, thing: str = "", least: int = 1) -> Entries:
    """Return the entries of an award for the most of some counts together; without a thing they were "made"."""

    def entries(facts: AwardFacts) -> Iterable[Contender]:
        for person, counts in facts.people.items():
            number = sum(counts.get(key, 0) for key in keys)
            if number >= least:
                yield (person,), number, counted(number, thing) if thing else f"{number} made"

    return entries


def _best_share(part: str, of: str, floor: str) -> Entries:
    def entries(facts: AwardFacts) -> Iterable[Contender]:
        for person, counts in facts.people.items():
            share = Share(counts.get(part, 0), counts.get(of, 0))
            if share.part and share.of >= facts.floors[floor]:
                yield (person,), share.rate + share.of * MORE_GAMES_FIRST, f"{share.part} of {share.of}"

    return entries


def _boldest(facts: AwardFacts) -> Iterable[Contender]:
    for person, counts in facts.people.items():
        bids = counts.get("bids", 0)
        if bids >= facts.floors["bids"]:
            share = counts["bid_permille"] / bids
            yield (person,), share, f"{round(share / 10)}%"


def _left_on_the_table(facts: AwardFacts) -> Iterable[Contender]:
    for person, counts in facts.people.items():
        over, bids = counts.get("over", 0), counts.get("over_of", 0)
        if over and bids >= facts.floors["bids"]:
            yield (person,), over / bids, f"{counted(over, 'point')} in {counted(bids, 'bid')}"


def _in_a_row(which: str, thing: str) -> Entries:
    def entries(facts: AwardFacts) -> Iterable[Contender]:
        for person, number in getattr(facts, which).items():
            if number > 1:
                yield (person,), number, f"{number} {thing} in a row"

    return entries


def _most_money_won(facts: AwardFacts) -> Iterable[Contender]:
    for person, counts in facts.people.items():
        cents = counts.get(f"cents.{facts.currency}", 0)
        if cents > 0:
            yield (person,), cents, money_text(cents, facts.currency or "")


def _best_partners(facts: AwardFacts) -> Iterable[Contender]:
    for both, (won, lost, _, _) in facts.pairs.items():
        share = Share(won, won + lost)
        if share.part and share.of >= facts.floors["together"]:
            much = share.rate + share.of * MORE_GAMES_FIRST
            yield both, much, f"{share.part} of {counted(share.of, 'game')}"


def _one_sided(facts: AwardFacts) -> Iterable[Contender]:
    found = []
    for (one, other), (_, _, ahead, behind) in facts.pairs.items():
        share = Share(max(ahead, behind), ahead + behind)
        if 2 * share.part > share.of >= facts.floors["together"]:
            both = (one, other) if ahead > behind else (other, one)
            much = share.rate + share.of * MORE_GAMES_FIRST
            found.append((both, much, f"{share.part} to {share.of - share.part}"))
    return sorted(found)


MORE_GAMES_FIRST = 1e-9
"""If two shares are equal, the one over more games is better."""


AWARD_KINDS: tuple[tuple[str, str, str, Entries], ...] = (
    ("sets", "Set most often", "Most bids set.", _most("set", "dealer_set", thing="set")),
    ("surest", "Surest bidder", "Largest share of bids made.", _best_share("made", "bids", "bids")),
    ("boldest", "Boldest bidder", "Highest average bid as a share of the hand's points.", _boldest),
    ("left", "Left the most on the table", "Most points over the bid per bid made.", _left_on_the_table),
    ("moons", "Shot the moon", "Most moons and smudges made.", _most(*SPECIALS_MADE)),
    ("stuck", "Best of a bad deal", "Most bids made as a stuck dealer.", _most("stuck_made")),
    ("wall", "The wall", "Largest share of opponents' bids set.", _best_share("defended_set", "defended", "hands")),
    ("thief", "Jack thief", "Most jacks and jicks taken on the other side's bid.",
     _most("d.got.jack", "d.got.off_jack", thing="jack")),
    ("called", "Everyone's partner", "Called as partner most often.", _most("called", thing="call")),
    ("partners", "Best partners", "Largest share of games won together.", _best_partners),
    ("one-sided", "Has the other's number", "Most one-sided head to head.", _one_sided),
    ("run", "On a roll", "Most games won in a row.", _in_a_row("longest", "won")),
    ("drought", "Longest drought", "Most games lost in a row.", _in_a_row("drought", "lost")),
    ("chair", "Never left the chair", "Most games played.", _most("games", thing="game", least=2)),
    ("purse", "Fullest purse", "Most money won.", _most_money_won),
    ("tricks", "Smoke in the eyes", "Most tricks taken at Smoke.", _most("tricks", thing="trick")),
)  # fmt: skip


# ---------------------------------------------------------------- of a night, of a season


def night_awards(session: Session, league_id: int, night_id: int) -> tuple[Award, ...]:
    """Return the awards of a night, from its games alone.  Raises NotFound."""
    connection = session.connection()
    its_season = select(Result.season_id).where(Result.league_id == league_id, Result.day == Night.day).limit(1)
    its_night = connection.execute(
        select(Night.day, League.currency, its_season.scalar_subquery().label("season_id"))
        .join(League, League.id == Night.league_id)
        .where(Night.league_id == league_id, Night.id == night_id)
    )
    found = must_exist(its_night.one_or_none())
    which = [Play.season_id == found.season_id, Play.day == found.day]  # as the index has them
    facts = _facts(connection, league_id, which, NIGHT_MINIMUMS, found.currency)
    return awards_of(facts, read_names(connection, league_id, facts.people))


def season_awards(session: Session, league_id: int, season_id: int) -> tuple[Award, ...]:
    connection = session.connection()
    currency = connection.scalar(select(League.currency).where(League.id == league_id))
    facts = _facts(connection, league_id, in_season(season_id), SEASON_MINIMUMS, currency)
    if season_id == ALL_TIME:
        facts = facts._replace(longest={}, drought={})  # they begin anew with each season
    return awards_of(facts, read_names(connection, league_id, facts.people))


def _facts(
    connection: Connection,
    league_id: int,
    which: Iterable[ColumnElement[bool]],
    floors: Mapping[str, int],
    currency: str | None,
) -> AwardFacts:
    """Return what everybody did in the games whose rows of `plays` these conditions hold for."""
    in_order = (
        select(Play.day, Play.game_id, Play.person_id, Play.side, Play.place)
        .where(Play.league_id == league_id, Play.place.is_not(None), *which)
        .order_by(Play.day, Play.game_id)
    )
    pairs: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    run: dict[int, int] = {}
    longest: dict[int, int] = {}
    drought: dict[int, int] = {}
    for _, game in groupby(connection.execute(in_order), itemgetter(0, 1)):
        there = sorted((person, side, place or 0) for _, _, person, side, place in game)
        for person, _, place in there:
            run[person] = now = next_run(run.get(person, 0), won=place == 1)
            longest[person], drought[person] = max(longest.get(person, 0), now), max(drought.get(person, 0), -now)
        for (one, side, mine), (other, across, theirs) in combinations(there, 2):
            if side == across:
                pairs[one, other][0 if mine == 1 else 1] += 1
            elif mine != theirs:
                pairs[one, other][2 if mine < theirs else 3] += 1
    people = sum_counts(connection, league_id, (*FOR_AWARDS, f"cents.{currency}"), *which)
    return AwardFacts(people, longest, drought, pairs, floors, currency)
