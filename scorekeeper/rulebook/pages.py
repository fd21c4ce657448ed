"""The rulebook: the sheet with its trumps drawn, the book of all games, two games compared."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from scorekeeper.access.permissions import qr_code
from scorekeeper.core.money_text import money_text
from scorekeeper.games.table_state import GameView
from scorekeeper.rulebook.house_rules import RulesVersion
from scorekeeper.rules.ruleset import SMOKE, Ruleset
from scorekeeper.rules.stakes import Stakes
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.grammar import counted, join_names, number_text, signed
from scorekeeper.sheets.phrases import setting_title
from scorekeeper.sheets.rules_sheet import SCORING, Contrast, RulesSheet, changed_settings, differences, rules_sheet
from scorekeeper.variants.catalogue import Listing, aliases_of, families_of
from scorekeeper.variants.finder import by_popularity, other_name, search_games

CARD, PITCH = (38, 50), (44, 57)
"""Width and height of a drawn card, and from one card to the next."""
COLUMNS = 8
COLUMN, PAGEFUL = 52, 90
"""Characters of a printed line, and lines of a page in two columns."""
MOST_PLAYED = 5
MOST_FOUND = 10
"""Games of a search that are shown at once."""
STATEMENT_TITLES = {"auction.min": "Bids", "deck.off_jack": "Extra trumps", "tally.trick": "Tricks"}
"""First setting of a statement about several -> what they are together."""
HAND_STEPS = ("The deal", "Bidding", "Trump", "Play", SCORING, "The tally")
"""The sections of a sheet that are the steps of a hand, numbered in the order the sheet has them."""
LONGEST_LINE = 16
"""Scores from start to target that still fit on one drawn line."""
SMALL_WORDS = {"high joker": "high", "low joker": "low", "joker": "joker", "jick": "jick"}


@dataclass(frozen=True)
class Place:
    """Whose rules are read: a table's, or a game's out of the book.  `url` is the address of the sheet."""

    variant: Variant
    size: int
    house: Mapping[str, Value]
    stakes: Stakes | None
    url: str
    keep: str
    """What every address of this place ends with, so that the way back is not lost."""
    title: str
    back: str
    back_url: str
    view: GameView | None = None
    play_url: str = ""
    """Where a game by these rules is begun; empty for a table, which has one."""
    write_url: str = ""
    """Where a game of one's own is written from these rules; empty if this phone may not."""
    standard: str = ""
    """The game of the book that a league's own rules are counted from, where it has another name than they have."""
    size_urls: Mapping[int, str] = field(default_factory=dict)
    """The address of the same rules for each number of players; empty for a table."""

    @property
    def rules(self) -> Ruleset:
        return self.variant.ruleset(self.size, self.house)

    @property
    def sheet(self) -> RulesSheet:
        money = partial(money_text, currency=self.stakes.currency) if self.stakes else None
        return rules_sheet(self.variant, self.size, self.house, self.stakes, money)

    @property
    def code(self) -> str | None:
        return self.view.code if self.view else None


# ---------------------------------------------------------------- the sheet


@dataclass(frozen=True)
class DrawnCard:
    """One card of the trump order: where its corner is, its rank, a word below it."""

    x: int
    y: int
    rank: str
    word: str
    kind: str
    """ "joker", "joker low", "jick" or "": how it is marked."""


@dataclass(frozen=True)
class DrawnTrumps:
    """The trumps as a row of cards."""

    width: int
    height: int
    title: str
    description: str
    cards: tuple[DrawnCard, ...]


@dataclass(frozen=True)
class TallyRow:
    """One figure of the tally: what its card shows, what it is for, and whether this table changed it."""

    figure: str
    title: str
    note: str
    changed: bool


@dataclass(frozen=True)
class DrawnTally:
    """How the tally moves: the scores from start to target, and what changes them."""

    title: str
    line: tuple[str, ...]
    """The scores from start to target; only the two where there are too many to draw."""
    rows: tuple[TallyRow, ...]


def sheet_page(place: Place, address: str) -> dict[str, Any]:
    """Return what the page of a sheet prints that is found at `address`, "" if others cannot look at it."""
    sheet = place.sheet
    steps = [part.title for part in sheet.sections if part.title in HAND_STEPS]
    return {
        "place": place,
        "sheet": sheet,
        "trumps": draw_trumps(sheet.trumps),
        "tally": draw_tally(place),
        "jargon": used_jargon(sheet),
        "steps": {title: number for number, title in enumerate(steps, start=1)},
        "address": address,
        "qr": qr_code(address) if address else "",
        "dense": _printed_lines(sheet) > PAGEFUL,  # printed small, to stay on one page
        "aliases": () if place.code else aliases_of(place.variant.key),  # at a table its own name for it stands above
    }


def _printed_lines(sheet: RulesSheet) -> int:
    """Guess how many lines of a column the sheet fills, the trumps left out."""
    statements = [it for part in sheet.sections for it in part.statements]
    texts = [text for it in statements for text in (it.text, it.standard)] + [it.standard for it in sheet.points]
    lines = sum(-(-len(text) // COLUMN) for text in texts if text)
    return lines + 2 * len(sheet.sections) + 2 * len(sheet.points) + len(sheet.jargon)


def draw_tally(place: Place) -> DrawnTally | None:
    """Draw the tally from its settings; None for a game of points."""
    rules = place.rules
    if rules.kind != SMOKE:
        return None
    start, target, tally = rules.finish.start, rules.finish.target, rules.tally
    changed = changed_settings(place.variant, place.size, place.house)
    figures = (
        ("trick", signed(tally.trick), "for each one you take"),
        ("no_trick", signed(tally.no_trick), "if you stay and take none"),
        ("infraction", signed(tally.infraction), "for each mistake or plain card word"),
        ("max_sits", number_text(tally.max_sits), "then you must play" if tally.max_sits else "everybody plays"),
        ("box_at", number_text(tally.box_at), "or less: you must play"),
        ("never_land_at", number_text(tally.never_land_at), "or more"),
    )
    rows = tuple(
        TallyRow(figure, setting_title(f"tally.{key}"), note, f"tally.{key}" in changed)
        for key, figure, note in figures
    )
    if target == "none":
        return DrawnTally(f"Down from {number_text(start)}", (), rows)
    return DrawnTally(f"From {number_text(start)} to {number_text(target)}", _score_line(start, target), rows)


def _score_line(start: int, target: int) -> tuple[str, ...]:
    scores = range(start, target - 1, -1) if start > target else range(start, target + 1)
    return tuple(map(number_text, scores if len(scores) <= LONGEST_LINE else (start, target)))


def used_jargon(sheet: RulesSheet) -> tuple[tuple[str, str], ...]:
    """Return (plain word, jargon) for the jargon in the sheet's own sentences, in the order of the list."""
    text = " ".join(it.text for part in sheet.sections for it in part.statements)
    return tuple(
        (plain.lower(), word)
        for plain, words in sheet.jargon
        for word in words.split(", ")
        if re.search(rf"\b{re.escape(word)}s?\b", text)
    )


def draw_trumps(trumps: tuple[str, ...]) -> DrawnTrumps | None:
    """Draw the trumps from best to worst; None if no order is to be drawn."""
    if not trumps:
        return None
    cards = tuple(_draw_card(name, number, again=name in trumps[:number]) for number, name in enumerate(trumps))
    rows = -(-len(cards) // COLUMNS)
    return DrawnTrumps(
        width=COLUMNS * PITCH[0] - PITCH[0] + CARD[0] + 2,
        height=rows * PITCH[1] - PITCH[1] + CARD[1] + 2,
        title="Trump from best to worst",
        description=", ".join(trumps) + ".",
        cards=cards,
    )


def _draw_card(name: str, number: int, *, again: bool) -> DrawnCard:
    """Draw a card at its place; the second of two equal jokers (`again`) looks like the low one."""
    x, y = 1 + number % COLUMNS * PITCH[0], 1 + number // COLUMNS * PITCH[1]
    name = name.partition(" (")[0]  # "jick (left bauer)": the name it has here has no room on the card
    if name.startswith("off "):
        return DrawnCard(x, y, name.removeprefix("off "), "off", "jick")
    if name in SMALL_WORDS:
        kind = "jick" if name == "jick" else "joker low" if again or name == "low joker" else "joker"
        return DrawnCard(x, y, "J" if kind == "jick" else "", SMALL_WORDS[name], kind)
    return DrawnCard(x, y, name, "", "")


# ---------------------------------------------------------------- the book


@dataclass(frozen=True)
class BookEntry:
    """One game of the book, with the size its sheet is opened at."""

    key: str
    name: str
    summary: str
    players: str
    size: int
    also: str = ""
    """The other name that it was found by."""


@dataclass(frozen=True)
class Shelf:
    """The games of one family; `more` are those of a long search that unfold."""

    name: str
    entries: tuple[BookEntry, ...]
    more: tuple[BookEntry, ...] = ()


@dataclass(frozen=True)
class Book:
    """Every game there is, or those for `size` players."""

    size: int | None
    sizes: tuple[int, ...]
    shelves: tuple[Shelf, ...]
    text: str = ""
    """The name that was looked for."""


def search_book(listings: Sequence[Listing], text: str) -> Book:
    """Return the book with the games that are called so, the best match first."""
    entries = tuple(
        replace(_entry(listing.variant, None), also=other_name(listing, text))
        for listing in search_games(listings, text)
    )
    sizes = sorted({size for listing in listings for size in listing.variant.sizes})
    found = Shelf(counted(len(entries), "game"), entries[:MOST_FOUND], entries[MOST_FOUND:])
    return Book(None, tuple(sizes), (found,) if entries else (), text)


def rules_book(catalogue: Iterable[Variant], size: int | None, usual: int | None = None) -> Book:
    """Return the book for tables of `size`, or all of it; `usual` is the size a sheet is opened at if it can."""
    every = list(catalogue)
    fitting = [variant for variant in every if size is None or size in variant.sizes]
    shelves = (
        Shelf(name, tuple(_entry(it, size or usual) for it in fitting if it.family == name))
        for name in families_of(fitting)
    )
    return Book(
        size,
        tuple(sorted({size for variant in every for size in variant.sizes})),
        tuple(shelves),
    )


def most_played_first(book: Book, listings: Iterable[Listing]) -> Book:
    """Return a book with a shelf before the others: those of its games that are played most."""
    entries = {entry.key: entry for shelf in book.shelves for entry in shelf.entries}
    ranked = sorted((it for it in listings if it.most_played and it.variant.key in entries), key=by_popularity)
    most_played = Shelf("Most played", tuple(entries[it.variant.key] for it in ranked[:MOST_PLAYED]))
    return replace(book, shelves=(most_played, *book.shelves)) if ranked else book


def _entry(variant: Variant, size: int | None) -> BookEntry:
    opened = size if size is not None and size in variant.sizes else variant.usual_size
    return BookEntry(variant.key, variant.name, variant.summary, player_counts(variant), opened)


def player_counts(variant: Variant) -> str:
    """Return in words how many play: "4 or 6 players", "2 to 8 players"."""
    sizes = list(variant.sizes)
    if len(sizes) > 2 and sizes == list(range(sizes[0], sizes[-1] + 1)):  # noqa: PLR2004 - "2 to 4", but "4 or 5"
        return f"{sizes[0]} to {sizes[-1]} players"
    return f"{join_names([str(size) for size in sizes]).replace(' & ', ' or ')} players"


def compare_page(
    place: Place, other: Place | None, own_rules: Sequence[RulesVersion], listings: Sequence[Listing], text: str = ""
) -> dict[str, Any]:
    """Return what the page prints that compares a place with another.

    It offers the league's `own_rules` and every other game, with `text` the games that are called so.
    """
    others = [it for it in listings if it.variant.key != place.variant.key]
    if text:
        book = search_book(others, text)
    else:
        book = most_played_first(rules_book([it.variant for it in others], None, place.size), listings)
    standard = (place.standard or place.variant.name) if place.sheet.changed else ""
    comparison = _comparison(place, other) if other else None
    return {"place": place, "comparison": comparison, "own_rules": own_rules, "book": book, "standard": standard}


def nearest_size(wanted: int, sizes: Iterable[int]) -> int:
    """Return the number of players nearest to the wanted one, of equally near ones the first."""
    return min(sizes, key=lambda size: abs(size - wanted))


def _comparison(place: Place, other: Place) -> dict[str, Any]:
    same = other.variant.key == place.variant.key and other.variant.name == place.variant.name
    ours = f"{place.variant.name}, {place.size} players" if same else place.variant.name
    theirs = f"{other.variant.name}, {other.size} players" if same else other.variant.name
    if place.view is not None:
        ours = f"This table: {place.variant.name}"
        theirs = f"Standard: {other.variant.name}" if same and other.size == place.size else theirs
    sheets = place.sheet, other.sheet
    titles = {**_titles_by_text(sheets[1]), **_titles_by_text(sheets[0])}
    points = {it.title for sheet in sheets for it in sheet.points}
    sections = [
        (part.title, [_compared_rule(it, titles, points) for it in part.contrasts]) for part in differences(*sheets)
    ]
    return {"ours": ours, "theirs": theirs, "url": other.url, "sections": sections}


def _titles_by_text(sheet: RulesSheet) -> dict[str, str]:
    """Return statement -> the name of the setting it says most about."""
    statements = (it for part in sheet.sections for it in part.statements if it.keys)
    return {it.text: STATEMENT_TITLES.get(it.keys[0]) or setting_title(it.keys[0]) for it in statements}


def _compared_rule(it: Contrast, titles: Mapping[str, str], points: Container[str]) -> tuple[str, str, str]:
    """Return what a rule is about, "" for what no setting says, and what either game says of it, "" for nothing."""
    title, _, _ = (it.ours or it.theirs).partition(": ")
    if title in points:
        return title, _after_title(it.ours, points), _after_title(it.theirs, points)
    return titles.get(it.ours) or titles.get(it.theirs, ""), it.ours, it.theirs


def _after_title(text: str, points: Container[str]) -> str:
    title, _, rest = text.partition(": ")
    return rest if title in points else text
