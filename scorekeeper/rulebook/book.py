"""The book of rules: whose rules are read, their sheet with its trumps drawn, all games, and two of them compared.

And what is asked about a rule: what this table says, the settings behind it, who set them, what other games do; and
what is printed to take to the table.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from scorekeeper.access.permissions import qr_code
from scorekeeper.core.marks import player_marks
from scorekeeper.core.money_text import money_text
from scorekeeper.games.game_view import GameView
from scorekeeper.games.hand_form import HandForm
from scorekeeper.games.history import PlayedLine
from scorekeeper.rulebook.forms import AskForm
from scorekeeper.rulebook.questions import short_sentence
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import BIDDING, SETTINGS, SMOKE, WORDS_ALONE, Ruleset, belongs_to
from scorekeeper.rules.sheet import RulesChange, Stakes
from scorekeeper.rules.table import open_table
from scorekeeper.rules.values import RANKS, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import counted, number_text, say_setting, setting_title, signed
from scorekeeper.sheets.questions import QUESTIONS, answer, comes_up, look_up, questions_for, what_others_do
from scorekeeper.sheets.rules_sheet import (
    SCORING,
    TRAPS,
    RulesSheet,
    changed_settings,
    differences,
    differences_card,
    headlines,
    rules_sheet,
    sheet_context,
)
from scorekeeper.variants.catalogue import Listing, aliases_of, catalogue, families_of, listings
from scorekeeper.variants.finder import by_popularity, other_name, search_games

CARD, PITCH = (38, 50), (44, 57)
"""Width and height of a drawn card, and from one card to the next."""
COLUMNS = 8
COLUMN, PAGEFUL = 52, 90
"""Characters of a printed line, and lines of a page in two columns."""
MOST_PLAYED = 6
MOST_FOUND = 10
"""Games of a search that are shown at once."""
STATEMENT_TITLES = {"auction.min": "Bids", "deck.off_jack": "Extra trumps", "tally.trick": "Tricks"}
"""First setting of a statement about several -> what they are together."""
MOST_TELLING = (
    "seating.sides", "finish.target", "auction.min", *(it for it in SETTINGS if it.endswith(".worth")),
    *(it for it in TRAPS if it in SETTINGS), *(it for it in SETTINGS if it not in WORDS_ALONE), *SETTINGS,
)  # fmt: skip
"""Settings that two games are compared by, what matters most first."""
HAND_STEPS = ("The deal", "Bidding", "Trump", "Play", SCORING, "The tally")
"""The sections of a sheet that are the steps of a hand, numbered in the order the sheet has them."""
LONGEST_LINE = 16
"""Scores from start to target that still fit on one drawn line."""


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
    league: str = ""
    """The code of the league whose rules they are, if this phone may look at it."""
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


def sheet_page(place: Place, address: str) -> dict[str, Any]:
    """Return what the page of a sheet prints that is found at `address`, "" if others cannot look at it."""
    sheet = place.sheet
    steps = [part.title for part in sheet.sections if part.title in HAND_STEPS]
    statements = [it for part in sheet.sections for it in part.statements]
    said = " ".join(it.text for it in statements)
    jargon = [(plain.lower(), word) for plain, words in sheet.jargon for word in words.split(", ")]
    # guess how many lines of a column it fills in print, the trumps left out
    texts = [text for it in statements for text in (it.text, it.standard)] + [it.standard for it in sheet.points]
    lines = sum(-(-len(text) // COLUMN) for text in texts if text)
    lines += 2 * len(sheet.sections) + 2 * len(sheet.points) + len(sheet.jargon)
    return {
        "place": place,
        "sheet": sheet,
        "trumps": drawn_trumps(sheet.trumps),
        "tally": draw_tally(place) if place.rules.kind == SMOKE else None,
        "jargon": [pair for pair in jargon if re.search(rf"\b{re.escape(pair[1])}s?\b", said)],
        "steps": {title: number for number, title in enumerate(steps, start=1)},
        "address": address,
        "qr": qr_code(address) if address else "",
        "dense": lines > PAGEFUL,  # printed small, to stay on one page
        "aliases": () if place.code else aliases_of(place.variant.key),  # at a table its own name for it stands above
    }


def draw_tally(place: Place) -> dict[str, Any]:
    """Draw the tally from its settings: the scores from start to target, only the two where there are too many.

    Beside it what changes them: the figure, what it is for, and whether this table changed it.
    """
    rules = place.rules
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
    rows = [(it, setting_title(f"tally.{key}"), note, f"tally.{key}" in changed) for key, it, note in figures]
    if not isinstance(target, int):
        return {"title": f"Down from {number_text(start)}", "line": (), "rows": rows}
    scores: Sequence[int] = range(start, target - 1, -1) if start > target else range(start, target + 1)
    line = tuple(map(number_text, scores if len(scores) <= LONGEST_LINE else (start, target)))
    return {"title": f"From {number_text(start)} to {number_text(target)}", "line": line, "rows": rows}


def drawn_trumps(trumps: Sequence[str]) -> dict[str, Any]:
    """Draw the trumps from best to worst, each as its corner, its rank, a word below it, and how it is marked.

    The second of two equal jokers looks like the low one.
    """
    cards: list[tuple[int, int, str, str, str]] = []
    for number, full_name in enumerate(trumps):
        name = full_name.partition(" (")[0]  # "J (right bauer)": the name it has here has no room on the card
        rank, word, kind = name, "", ""
        if name.startswith("off "):
            rank, word, kind = name.removeprefix("off "), "off", "jick"
        elif name.endswith("joker"):
            word = name.split()[0]
            low = full_name in trumps[:number] or word in ("low", "little")
            rank, kind = "", "joker low" if low else "joker"
        elif name not in RANKS:  # "jick", "off-jack", "left bauer"
            rank, word, kind = "J", re.split("[ -]", name)[0], "jick"
        cards.append((1 + number % COLUMNS * PITCH[0], 1 + number // COLUMNS * PITCH[1], rank, word, kind))
    return {
        "cards": cards,
        "height": -(-len(trumps) // COLUMNS) * PITCH[1] - PITCH[1] + CARD[1] + 2,
        "width": COLUMNS * PITCH[0] - PITCH[0] + CARD[0] + 2,
        "said": ", ".join(trumps),
    }


# ---------------------------------------------------------------- all games, and two of them compared


def rules_book(
    games: Sequence[Listing], size: int | None = None, text: str = "", usual: int | None = None
) -> dict[str, Any]:
    """Return the book for tables of `size`, or all of it; with `text`, the games that are called so, the best first.

    A shelf has a name, the games that stand on it, and those of a long search that unfold.  Each game comes with the
    size its sheet is opened at, `usual` if it can, and the other name that it was found by.
    """
    shelves: list[tuple[str, list[Any], list[Any]]] = []
    fitting = [it for it in games if size is None or size in it.variant.sizes]
    wanted = size or usual
    opened = {it.variant.key: wanted if wanted in it.variant.sizes else it.variant.usual_size for it in fitting}
    if text:
        found = [(it.variant, it.variant.usual_size, other_name(it, text)) for it in search_games(games, text)]
        if found:
            shelves = [(counted(len(found), "game"), found[:MOST_FOUND], found[MOST_FOUND:])]
    else:
        variants = [it.variant for it in fitting]
        played = sorted((it for it in fitting if it.most_played), key=by_popularity)[:MOST_PLAYED]
        groups = [("Most played", [it.variant for it in played])] if played else []
        groups += [(name, [it for it in variants if it.family == name]) for name in families_of(variants)]
        shelves = [(name, [(it, opened[it.key], "") for it in group], []) for name, group in groups]
    return {
        "size": None if text else size,
        "sizes": sorted({each for it in games for each in it.variant.sizes}),
        "shelves": shelves,
        "text": text,
    }


def nearest_size(wanted: int, sizes: Iterable[int]) -> int:
    """Return the number of players nearest to the wanted one, of equally near ones the first."""
    return min(sizes, key=lambda size: abs(size - wanted))


def compare(place: Place, other: Place) -> dict[str, Any]:
    """Return what differs between two places: in a word each, and as their sheets say it.

    `rows` are a point or "", a title, and what either has; what matters most comes first.  `trumps` are both orders, if
    they differ.  `sections` have a title, "" for what no setting says, and what either sheet says, "" for no rule.
    """
    same = other.variant.key == place.variant.key and other.variant.name == place.variant.name
    ours = f"{place.variant.name}, {place.size} players" if same else place.variant.name
    theirs = f"{other.variant.name}, {other.size} players" if same else other.variant.name
    if place.view is not None:
        ours = f"This table: {place.variant.name}"
        theirs = f"Standard: {other.variant.name}" if same and other.size == place.size else theirs
    sheets = place.sheet, other.sheet
    titles = {}
    for sheet in reversed(sheets):  # where both say the same, our setting counts
        for it in (it for part in sheet.sections for it in part.statements if it.keys):
            titles[it.text] = STATEMENT_TITLES.get(it.keys[0]) or setting_title(it.keys[0])
    points = {it.title for sheet in sheets for it in sheet.points}

    def after_title(text: str) -> str:
        title, _, rest = text.partition(": ")
        return rest if title in points else text

    sections = []
    for section, contrasts in differences(*sheets):
        rules = []
        for here, there in contrasts:
            title, _, _ = (here or there).partition(": ")
            if title in points:
                rules.append((title, after_title(here), after_title(there)))
            else:
                rules.append((titles.get(here) or titles.get(there, ""), here, there))
        sections.append((section, rules))
    orders = [sheet.trumps for sheet in sheets]
    return {
        "ours": ours,
        "theirs": theirs,
        "url": other.url,
        "sections": sections,
        "rows": list(_rows(place.rules, other.rules)),
        "trumps": [] if orders[0] == orders[1] else [(order, drawn_trumps(order)) for order in orders if order],
    }


def _rows(ours: Ruleset, theirs: Ruleset) -> Iterator[tuple[str, str, str, str]]:
    """Yield each setting in which two games differ: its point, its title, and what either has instead."""
    differing = [key for key in SETTINGS if ours.value(key) != theirs.value(key) and not key.startswith("names.")]
    for key in sorted(differing, key=lambda key: [*MOST_TELLING, key].index(key)):
        here, there = (_in_short(key, rules) for rules in (ours, theirs))
        if here != there:
            title, _, worth = setting_title(key).partition(": worth")
            yield key.split(".")[1] if key.startswith("points.") else "", title + worth, here, there


def _in_short(key: str, rules: Ruleset) -> str:
    """Return what a game has for a setting: its number or its answer, a dash where it is not asked."""
    group, name, *part = key.split(".")
    value, worthless = rules.value(key), group == "points" and name not in rules.worth
    no_special = group == "special" and name != "name" and rules.special.name == "none"
    if worthless or no_special or not belongs_to(key, rules.kind):
        return "\N{EN DASH}"
    if part == ["worth"]:
        return counted(rules.worth[name], "pt")
    return short_value(key, value)


def short_value(key: str, value: Value) -> str:
    """Write a value as it stands beside another: a number as it is, everything else as its answer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number_text(value)
    return short_sentence(key, value)


# ---------------------------------------------------------------- ask about a rule


MAX_ANSWERS = 1
"""Answers given in full; what else was found is named below, to open."""
SUGGESTIONS = {
    "bidding": (
        "tie for game", "both over", "who gets low", "dealer steal", "everybody passed", "joker", "renege",
        "moon from the hole", "sneak out",
    ),
    "smoke": ("how often may I sit", "in the box", "no trick", "infraction", "never, never land"),
}  # fmt: skip
"""What people argue about most, in their words."""


SECTIONS = (
    ("Points", ("points.", "game.")),
    ("Bidding and trump", ("auction.", "turn.")),
    ("Moon and smudge", ("special.",)),
    ("Scoring a hand", ("scoring.", "penalty.", "tally.", "finish.direction")),
    ("Going out", ("finish.",)),
    ("Cards, deal and play", ("deck.", "deal.", "play.")),
    ("Partners and seats", ("call.", "seating.", "dealing.", "table.")),
)
"""Heading -> the beginnings of the settings its questions are about."""
OTHERS = {"bidding": "What you play for", "smoke": "At the table"}
"""Heading of the questions that no setting answers, by the kind of game; they come last."""


def ask_page(place: Place, form: AskForm) -> dict[str, Any]:
    """Return what the look-up page of a place prints: answers to what was typed, else every question by its section."""
    rules, page = place.rules, sheet_context(place.variant, place.size, place.house)
    typed: str = form.q.data
    found = look_up(typed, rules) if typed else []
    exact = [question for question in found if question.asked.casefold() == typed.casefold()]
    shown = exact or found[:MAX_ANSWERS]
    rest = [question for question in found if question not in shown]
    every = () if found else [it for it in questions_for(rules) if comes_up(it, page)]
    sections: dict[str, list[tuple[str, str]]] = {}
    for question in every:
        key = next(iter(question.settings), "")
        title = next((title for title, prefixes in SECTIONS if key.startswith(prefixes)), OTHERS[rules.kind])
        sections.setdefault(title, []).append((question.asked, answer(question, page)))
    answers = []
    for question in shown:
        behind = []  # each setting an answer rests on: its title, who set it, the line that did, what other games do
        for key in question.settings:
            here = say_setting(key, rules.value(key)) if comes_up(question, page) else ""
            others = [(said, games, said == here) for said, games in _others(question.key)[key]]
            behind.append((setting_title(key), *_set_by(place, key), others))
        answers.append((question.key, question.asked, answer(question, page), behind))
    return {
        "place": place,
        "form": form,
        "chips": SUGGESTIONS[rules.kind],
        "answers": answers,
        "also": [(it.asked, answer(it, page)) for it in rest],
        "sections": sorted(sections.items(), key=lambda section: section[0] == OTHERS[rules.kind]),
        "nothing": bool(typed) and not found,
    }


@cache
def _others(question_key: str) -> Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Return setting -> what the games do in which the question arises: sentence and names, the commonest first."""
    question = next(it for it in QUESTIONS if it.key == question_key)
    games = [
        variant
        for variant in catalogue().values()
        if question.kind in (variant.kind, "") and comes_up(question, sheet_context(variant, variant.usual_size))
    ]
    return {
        key: tuple((said, tuple(names)) for said, names in what_others_do(key, games).items())
        for key in question.settings
    }


def _set_by(place: Place, key: str) -> tuple[str, PlayedLine | None]:
    """Return in words who set a setting, and the last line that stands and changed it, if one did."""
    for line in reversed(place.view.lines) if place.view else ():
        if line.entry is None or "rules" not in line.facts:
            continue
        with suppress(SheetError):
            read = read_line(line.facts, line.before.variant.kind if line.before else BIDDING)
            if isinstance(read, RulesChange) and key in read.changes:
                by = f"by {line.row.who}" if line.row.who else f"on {line.row.device}"
                return f"Changed during this game, {by}.", line
    own = place.variant.ruleset(place.size).value(key)
    if key in place.house and place.house[key] != own:
        return f"A house rule since the start of this game. Standard: {say_setting(key, own)}", None
    return f"Standard {place.variant.name}.", None


# ---------------------------------------------------------------- what is printed to take to the table

HANDS = 22
"""Rows of a pad: so many fit above the rules on the shorter of the papers, letter."""
MOST_BIDS = 8
"""More bids than these are written, not circled."""


def nearest_known(place: Place) -> str:
    """Return the key of the well-known game that has most settings in common with a place, never the very same."""
    rules, differing = place.rules, {}
    for it in sorted((it for it in listings() if it.most_played), key=by_popularity):
        known = it.variant.ruleset(nearest_size(place.size, it.variant.sizes))
        differing[it.variant.key] = sum(rules.value(key) != known.value(key) for key in SETTINGS)
    return min((key for key, many in differing.items() if many), key=differing.__getitem__)


def differs_page(place: Place, known: Place, own: Iterable[tuple[int, str]]) -> dict[str, Any]:
    """Return what the card prints for who knows a game; `own` are the names of the league's rules, by number."""
    games = sorted(listings(), key=by_popularity)
    often = [(it.variant.key, it.variant.name) for it in games if it.most_played]
    others = [(it.variant.key, it.variant.name) for it in games if not it.most_played]
    return {
        "place": place,
        "known": known,
        "card": differences_card(known.sheet, place.sheet),
        "choice": (("Our own rules", own), ("Most played", often), ("More games", others)),
    }


def pad_page(place: Place, address: str) -> dict[str, Any]:
    """Return what a blank pad prints: its columns, the score it begins with, its rules in a few lines, and a code."""
    view, sheet = place.view, place.sheet
    seats = [str(seat) for seat in range(1, place.size + 1)]
    document = {"format": "scoresheet/1", "variant": place.variant.key, "players": seats, "rules": dict(place.house)}
    table = view.table if view else open_table(read_sheet(document, lambda _key: place.variant).head)
    names = view.names if view else dict.fromkeys(seats, "")
    form = HandForm(table, names, {})
    bids = [choice.text for choice in form.bids]
    return {
        "place": place,
        "rules": table.rules,
        "sides": [(it.name if view else "", number_text(table.scores[it.key])) for it in player_marks(table, names)],
        "asks_bid": bool(bids),
        "bids": bids if len(bids) <= MOST_BIDS else [""],
        "points": [] if table.is_smoke or table.rules.bid_is_all else [(it.title, it.worth) for it in sheet.points],
        "lines": headlines(sheet),
        "hands": range(1, HANDS + 1),
        "address": address,
        "qr": qr_code(address) if address else "",
    }
