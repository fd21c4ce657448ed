"""Choosing the rules of a new game: a search, a few questions, the games that fit, and all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.services.league.house_rules import playable_sizes
from scorekeeper.variants.catalogue import families_of
from scorekeeper.variants.finder import TRAITS, GameAnswers, by_popularity, find_games, said_answer
from scorekeeper.web.components.house_rules_form import rules_summary
from scorekeeper.web.form_values import clean_text, parse_uint

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorekeeper.services.league.house_rules import RulesVersion
    from scorekeeper.services.league.leagues import ScoringLeague
    from scorekeeper.variants.catalogue import Listing
    from scorekeeper.variants.finder import Candidate, FinderQuestion

NEW_LEAGUE = "new"
"""In place of a league's code: a league is created with the game."""
MAX_QUESTIONS = 2
"""Asked at once: more would push the games they find off a phone's screen."""
MAX_SHOWN = 6
MAX_TEXT, MAX_ANSWER = 60, 12


@dataclass(frozen=True)
class LeagueChoice:
    """The league of a new game.

    `code` is what addresses and the form say: a league's own, NEW_LEAGUE, "" for a phone that keeps score in none.
    `id` is 0 and `name` empty for one that is not there yet; `others` are those it could be for as well.
    """

    code: str
    id: int
    name: str
    others: tuple[ScoringLeague, ...]
    can_write: bool = False
    """Whether this phone may write a game for it."""

    @property
    def is_new(self) -> bool:
        """Whether a league is created with the game."""
        return self.code == NEW_LEAGUE


@dataclass(frozen=True)
class GameOffer:
    """One game to choose; `notes` say what sets it apart, `misses` what is not as it was answered."""

    key: str
    name: str
    summary: str
    size: int
    rules: int | None = None
    """The league's own house rules it starts from."""
    misses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    target: str = ""
    """What this table plays to, if it is not what the game is usually to."""


@dataclass(frozen=True)
class GameFamily:
    """Games of one kind."""

    name: str
    offers: tuple[GameOffer, ...]


@dataclass(frozen=True)
class PickerLink:
    """Words that lead to the same page with another answer, or without one; `query` is the page's address then."""

    words: str
    query: Mapping[str, str]
    chosen: bool = False


@dataclass(frozen=True)
class PickerQuestion:
    """A question with its answers as links."""

    words: str
    answers: tuple[PickerLink, ...]


@dataclass(frozen=True)
class PickerRequest:
    """What the address of the page says."""

    answers: GameAnswers
    text: str
    league: str

    def query(self, **changes: str | None) -> dict[str, str]:
        """Return the page's address with these changes; None leaves a part out."""
        size = self.answers.size
        now = {"size": str(size) if size else None, **self.answers.given, "q": self.text, "league": self.league}
        return {key: value for key, value in (now | changes).items() if value}

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the number of players is known."""
        return bool(self.answers.given or self.text)


@dataclass(frozen=True)
class RulesPicker:
    """The rules picker."""

    size: int | None
    league: LeagueChoice
    text: str
    hidden: Mapping[str, str]
    """What a search keeps: fields of its form."""
    sizes: tuple[PickerLink, ...]
    said: tuple[PickerLink, ...]
    """The answers given; a tap takes one back."""
    questions: tuple[PickerQuestion, ...]
    own: tuple[GameOffer, ...]
    """The league's own house rules."""
    again: tuple[GameOffer, ...]
    """What this phone has played before."""
    fitting: tuple[GameOffer, ...]
    close: tuple[GameOffer, ...]
    narrowed: bool
    families: tuple[GameFamily, ...]
    """All games, or those for the number of players if it is known."""

    @property
    def shown(self) -> tuple[GameOffer, ...]:
        return self.fitting[:MAX_SHOWN]

    @property
    def more(self) -> tuple[GameOffer, ...]:
        """The games that fit as well, where answers narrowed them; else they are among all games."""
        return self.fitting[MAX_SHOWN:] if self.narrowed else ()

    @property
    def count(self) -> int:
        return sum(len(family.offers) for family in self.families)


def picker_request(args: Mapping[str, str], usual_size: int | None, league: str) -> PickerRequest:
    """Return what an address asks for; `usual_size` where it names no number of players."""
    given = {key: clean_text(args[key], MAX_ANSWER) for key in TRAITS if args.get(key)}
    size = parse_uint(args["size"]) if "size" in args else usual_size
    answers = GameAnswers(size or None, {key: value for key, value in given.items() if value})
    return PickerRequest(answers, clean_text(args.get("q", ""), MAX_TEXT), league)


def rules_picker(
    listings: Sequence[Listing],
    request: PickerRequest,
    league: LeagueChoice,
    played: Sequence[str],
    own: Iterable[RulesVersion] = (),
) -> RulesPicker:
    """Return the page.  `own` are the league's house rules, `played` names of the games this phone has played."""
    size, text = request.answers.size, request.text
    found = find_games(listings, request.answers, text)
    fitting = [listing for listing in listings if size is None or size in listing.variant.sizes]
    again = [listing for name in played for listing in fitting if listing.variant.name == name]
    by_name = () if request.is_narrowed else tuple(_offer(it, size) for it in again)
    known = {it.key for it in by_name}
    return RulesPicker(
        size=size,
        league=league,
        text=text,
        hidden={key: value for key, value in request.query(q=None).items() if key != "q"},
        sizes=tuple(_size_links(listings, request)),
        said=tuple(_said(request)),
        questions=tuple(_question(it, request) for it in found.questions[:MAX_QUESTIONS]),
        own=() if request.is_narrowed else tuple(_own_offers(own, size)),
        again=by_name,
        fitting=tuple(_without_repeats(_candidate_offer(it) for it in found.fitting if it.variant.key not in known)),
        close=tuple(_candidate_offer(it) for it in found.close),
        narrowed=request.is_narrowed,
        families=tuple(_families(fitting, size)),
    )


def _size_links(listings: Iterable[Listing], request: PickerRequest) -> Iterable[PickerLink]:
    for size in sorted({size for listing in listings for size in listing.variant.sizes}):
        yield PickerLink(str(size), request.query(size=str(size)), chosen=size == request.answers.size)


def _said(request: PickerRequest) -> Iterable[PickerLink]:
    for key, value in request.answers.given.items():
        yield PickerLink(said_answer(key, value), request.query(**{key: None}))


def _question(asked: FinderQuestion, request: PickerRequest) -> PickerQuestion:
    links = (PickerLink(it.words, request.query(**{asked.key: it.value})) for it in asked.answers)
    return PickerQuestion(asked.words, tuple(links))


def _families(fitting: Iterable[Listing], size: int | None) -> Iterable[GameFamily]:
    ordered = sorted(fitting, key=by_popularity)
    for name in families_of(it.variant for it in ordered):
        offers = tuple(_offer(it, size) for it in ordered if it.variant.family == name)
        if offers:
            yield GameFamily(name, offers)


def _offer(listing: Listing, size: int | None) -> GameOffer:
    variant = listing.variant
    return GameOffer(variant.key, variant.name, variant.summary, size or variant.usual_size)


def _candidate_offer(it: Candidate) -> GameOffer:
    offer = GameOffer(it.variant.key, it.variant.name, it.variant.summary, it.size)
    return replace(offer, misses=it.misses, notes=it.marks, target=it.target)


def _without_repeats(offers: Iterable[GameOffer]) -> Iterable[GameOffer]:
    """Yield the games without the notes that the one above has too."""
    above: tuple[str, ...] = ()
    for offer in offers:
        yield replace(offer, notes=tuple(note for note in offer.notes if note not in above))
        above = offer.notes


def _own_offers(own: Iterable[RulesVersion], size: int | None) -> Iterable[GameOffer]:
    """Yield the league's own rules for `size` players, those for any number where that is not known."""
    for version in own:
        variant, sizes = version.variant, tuple(playable_sizes(version.variant, version.settings))
        at = size or (variant.usual_size if variant.usual_size in sizes else sizes[0])
        if at in sizes:
            written = variant.summary if version.is_own_variant else ""
            summary = written or rules_summary(variant, at, version.settings)
            yield GameOffer(variant.key, version.name, summary, at, version.id)
