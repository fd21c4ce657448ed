"""The rules of one table as a sheet to print: plain English made from the settings, with the changes marked.

Each statement names the settings it follows from, so that the screen can link them, says whether this table changed one
of them from the variant's own rules, and what the variant has instead.  A text file names them in brackets before the
statement, and after a question mark what else it answers: `[deal.cards ? kitty]`.  Changed settings that no
section mentions are listed at the end.  Two sheets are shown side by side only where they differ, sentence against
sentence.  The card for people who know another game takes no notice of words that a text puts through `aside`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, assert_never

from scorekeeper.rules.ruleset import SETTINGS, SMOKE, Ruleset
from scorekeeper.rules.sheet import Stakes, written_amount
from scorekeeper.rules.values import RANKS, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.example import worked_hands
from scorekeeper.sheets.phrases import (
    TEXT,
    capped,
    counted,
    has_own_name,
    listed,
    number_text,
    point_name,
    point_words,
    say_setting,
    setting_title,
    spoken,
    with_article,
    words_of,
)
from scorekeeper.sheets.values import (
    OFF_CARDS,
    TRUMPS_WITH_NAMES,
    VALUES,
    at_table,
    exchanges_cards,
    is_so,
    jokers_alike,
    point_card,
)
from scorekeeper.sheets.words import Money, say_rules

if TYPE_CHECKING:
    from jinja2 import Environment


NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")
ASIDE, END_OF_ASIDE = "\x02", "\x03"
"""The words between them make no difference between two games: who plays with whom, what another sentence says too."""
FILTERS = {
    "n": counted,  # 3 | n("card"): "3 cards"
    "score": number_text,  # with a true minus
    "word": lambda number: NUMBERS[number],
    "listed": listed,
    "cap": capped,
    "a": with_article,
    "aside": lambda text: f"{ASIDE}{text}{END_OF_ASIDE}",
}


@cache
def environment() -> Environment:
    """Return what reads the text files; made when words are wanted, since scoring alone needs none."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    found = Environment(
        loader=FileSystemLoader(TEXT), undefined=StrictUndefined, auto_reload=False,
        autoescape=False,  # noqa: S701 - plain text: a page escapes what it shows
    )  # fmt: skip
    found.filters |= FILTERS
    return found


def fill(name: str, values: Mapping[str, object]) -> str:
    return environment().get_template(name).render(values)


def one_line(text: str) -> str:
    """Join the lines of a text; no space stands before a comma, a full stop or a colon."""
    return re.sub(rf"[ \n]+({ASIDE}?[.,:;]|$)", r"\1", re.sub(r"[ \n]+", " ", text)).strip()


def unmarked(text: str) -> str:
    """Return a text without the marks around its asides."""
    return text.replace(ASIDE, "").replace(END_OF_ASIDE, "")


def read_sections(page: SheetContext, *names: str) -> tuple[Section, ...]:
    """Return the sections of these text files, as they are at one table; those without a statement are left out."""
    found = []
    for name in names:
        for part in re.split(r"^# ", fill(f"{name}.txt", page.words), flags=re.MULTILINE)[1:]:
            title, _, text = part.partition("\n")
            found.append(Section(title, tuple(_statements(page, text))))
    return tuple(section for section in found if section.statements)


def _statements(page: SheetContext, text: str) -> Iterator[Statement]:
    before, *parts = re.split(r"^\[", text, flags=re.MULTILINE)
    if before.strip():
        raise ValueError(f"No settings in brackets before “{before.strip()}”.")
    for part in parts:
        keys, questions, said = read_brackets(part)
        if said:
            if keys and keys[0] not in page.changed:
                said = page.usual.get(keys[0], said)
            yield page.state(said, keys, questions)


def read_brackets(text: str) -> tuple[list[str], list[str], str]:
    """Return the settings and the questions in the brackets before a text, and the text: `[deal.cards ? kitty] …`."""
    about, _, words = text.removeprefix("[").partition("]")
    keys, _, questions = about.partition("?")
    return keys.split(), questions.split(), one_line(words)


@dataclass(frozen=True)
class Statement:
    """One or two sentences, the settings behind them, and whether this table changed any of these."""

    text: str
    keys: tuple[str, ...] = ()
    changed: bool = False
    standard: str = ""
    """What the variant's own rules say about the changed settings; empty where none is changed."""
    answers: tuple[str, ...] = ()
    """The questions it answers that are about no setting."""
    marked: str = ""
    """The text with its asides marked; empty where it cannot have any."""


@dataclass(frozen=True)
class Section:
    title: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class PointRow:
    """One point of the hand: its name, its card, its worth, who gets it."""

    title: str
    card: str
    worth: int
    owner: str
    changed: bool
    standard: str = ""
    key: str = ""


@dataclass(frozen=True)
class SheetContext:
    """What a rules sheet is written from: the rules in force, and the variant's own beside them."""

    rules: Ruleset
    own: Ruleset
    size: int
    changed: frozenset[str]
    """The settings in which the two differ."""
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Section -> what this one game does there, in words that no setting has, each after brackets."""
    jokers_lowest: bool = False

    @cached_property
    def usual(self) -> dict[str, str]:
        """Return setting -> what this one game says of it in place of the sentence that most games have."""
        every = (read_brackets(note) for notes in self.notes.values() for note in notes)
        return {keys[0]: text for keys, _, text in every if keys}

    @cached_property
    def words(self) -> dict[str, Any]:
        """Return what the text files say by name: settings and what follows from them, and the named values."""
        rules = self.rules
        return {
            **{it.name: getattr(rules, it.name) for it in fields(rules)},
            **{name: value(rules) for name, value in VALUES.items()},
            "size": self.size,
            "half": self.size // 2,
            **at_table(rules, self.size),
            "changed": self.changed,
            "points_dropped": [key for key in self.own.worth if key not in rules.worth],
            "say": self.say,
            "said": self.said,
            "trumps": trump_order(rules, self.jokers_lowest),
            "jokers_lowest": self.jokers_lowest,
            "notes": lambda section: "\n".join(it for it in self.notes.get(section, ()) if not read_brackets(it)[0]),
        }

    @cached_property
    def _named(self) -> dict[str, str]:
        """Return what the sheet says of a setting, in its first statement about it, and under a name."""
        every = [it for part in sheet_sections(self) for it in part.statements]
        first = {key: it.text for it in reversed(every) for key in it.keys[:1]}
        return first | {
            name: " ".join(it.text for it in every if name in it.answers) for it in every for name in it.answers
        }

    def said(self, name: str) -> str:
        """Return what the sheet says of a setting or under a name; else the setting's sentence."""
        return self._named.get(name) or (self.say(name) if name in SETTINGS else "")

    def say(self, key: str, value: Value | None = None) -> str:
        """Return the sentence of a setting, at this table's value or another."""
        return say_setting(key, self.rules.value(key) if value is None else value)

    def state(self, text: str, keys: Sequence[str], answers: Sequence[str] = ()) -> Statement:
        """Return a statement that follows from these settings.

        How many points there are follows from all of them: the table of points shows which of them this table changed.
        """
        if keys == ["offer"]:
            here, usual = self.rules.on_offer, self.own.on_offer
            points = tuple(f"points.{key}.worth" for key in self.rules.worth)
            return Statement(
                unmarked(text), points, here != usual, say_setting("hand.points", usual) if here != usual else ""
            )
        changed = not self.changed.isdisjoint(keys)
        return Statement(unmarked(text), tuple(keys), changed, self.standard(keys), tuple(answers), text)

    def standard(self, keys: Iterable[str]) -> str:
        """Return what the variant's own rules say about those of the settings that were changed."""
        changed = [key for key in keys if key in self.changed]
        return " ".join(self.usual.get(key) or say_setting(key, self.own.value(key)) for key in changed)


def _bracketed(note: str) -> str:
    """Return a note with brackets before it; its own may be words of the note: "[sic]"."""
    note = one_line(note)
    return note if note.startswith("[") and SETTINGS.keys() >= {*read_brackets(note)[0]} else f"[] {note}"


# ---------------------------------------------------------------- the sheet


SCORING = "What a hand scores"
"""The section the table of points belongs to."""
CARDS = "The cards"
"""The section the order of trumps belongs to."""
MORE_OF_POINT = {"game": ["game.by"], "high": ["points.high.card"], "low": ["points.low.card"]}
"""Point -> what decides its card, besides its worth and its owner."""
OF_THE_TARGET = (
    "finish.may_win", "finish.hold", "finish.hold_who", "finish.crossing", "finish.must_stand_at_target",
    "finish.win_by",
)  # fmt: skip


@dataclass(frozen=True)
class RulesSheet:
    """The whole sheet, from top to bottom."""

    title: str
    summary: str
    sections: tuple[Section, ...]
    points: tuple[PointRow, ...]
    trumps: tuple[str, ...]
    """The trumps from best to worst, "jick (left bauer)"; empty for Smoke, where a turned card names the suit."""
    jargon: tuple[tuple[str, str], ...] = ()
    """What must not be said at the table, and what to say instead."""

    @property
    def changed(self) -> bool:
        """Return whether this table changed any of the variant's rules."""
        statements = any(statement.changed for part in self.sections for statement in part.statements)
        return statements or any(point.changed for point in self.points)


def rules_sheet(
    variant: Variant,
    size: int,
    house: Mapping[str, Value] | None = None,
    stakes: Stakes | None = None,
    money: Money | None = None,
) -> RulesSheet:
    """Return the sheet of a table of `size` playing `variant` under `house` rules, and its stakes if it has any.

    `money` writes cents the way the reader does; by default they are written as on a scoresheet.

    Raises SettingsError when the house rules contradict each other, KeyError for a size not played.
    """
    page = sheet_context(variant, size, house)
    rules = page.rules
    parts, titles = list(sheet_sections(page)), words_of("labels")["sheet"]
    if also := _also_changed(page, parts):
        parts.append(Section(titles["also-changed"], also))
    if told := worked_hands(variant, size, house or {}):
        parts.append(Section(titles["example"], tuple(map(Statement, told))))
    if stakes is not None and stakes.some:
        currency = stakes.currency
        said = say_rules(stakes, money or (lambda cents: f"{written_amount(cents)} {currency}"))
        said += [read_brackets(note)[2] for note in page.notes.get("money", ())]
        parts.append(Section(titles["money"], tuple(map(Statement, said))))
    return RulesSheet(
        title=variant.name,
        summary=titles["standard"].format(summary=variant.summary) if page.changed else variant.summary,
        sections=tuple(parts),
        points=tuple(
            _point_row(page, key, worth)
            for key, worth in rules.worth.items()
            if key != "low_joker" or not jokers_alike(rules)
        ),
        trumps=page.words["trumps"],
        jargon=tuple(words_of("jargon").items()) if rules.kind == SMOKE else (),
    )


def sheet_context(variant: Variant, size: int, house: Mapping[str, Value] | None = None) -> SheetContext:
    """Return what the sheet of a table is written from, and its answers.  Raises as `rules_sheet` does."""
    rules, own = variant.ruleset(size, house), variant.ruleset(size)
    changed = changed_settings(variant, size, house or {})
    notes = {section: tuple(map(_bracketed, told)) for section, told in variant.notes.items()}
    return SheetContext(rules, own, size, changed, notes, variant.jokers_lowest)


BIDDING_SHEET = (
    "who_plays", "cards", "deal", "bidding", "special", "trump", "play", "scoring", "winning", "mistakes",
)  # fmt: skip
"""The text files of a game of points, in the order a game happens: seats, cards, deal, bids, play, score, the end."""


def sheet_sections(page: SheetContext) -> tuple[Section, ...]:
    """Return the sections that the rules alone make."""
    match page.rules.kind:
        case "bidding":
            return read_sections(page, *BIDDING_SHEET)
        case "smoke":
            return read_sections(page, "smoke")
    assert_never(page.rules.kind)


def changed_settings(variant: Variant, size: int, house: Mapping[str, Value]) -> frozenset[str]:
    """Return the house rules that differ from the variant's own rules at this size."""
    own = variant.ruleset(size)
    return frozenset(key for key, value in house.items() if own.value(key) != value)


def _also_changed(page: SheetContext, parts: Iterable[Section]) -> tuple[Statement, ...]:
    """Return what the changed settings say that no section mentions.

    One that means nothing here would contradict the rest of the sheet: it says just that it makes no difference.
    """
    mentioned = {key for part in parts for statement in part.statements for key in statement.keys}
    mentioned |= {f"points.{point}.{part}" for point in page.rules.worth for part in ("worth", "to")}
    mentioned |= {key for point, keys in MORE_OF_POINT.items() for key in keys if point in page.rules.worth}
    mute = () if page.rules.has_bidding else ("auction.", "special.")
    left = sorted(key for key in page.changed - mentioned if not key.startswith(mute))
    idle, no_difference = _without_effect(page.rules), words_of("labels")["sheet"]["no-difference"]
    return tuple(
        page.state(no_difference.format(title=setting_title(key)) if key.startswith(idle) else page.say(key), [key])
        for key in left
    )


def _without_effect(rules: Ruleset) -> tuple[str, ...]:
    """Return the beginnings of settings that change nothing at this table."""
    without = {
        ("call.",): not rules.calls_partner,
        OF_THE_TARGET: rules.finish.target == "none",
        ("play.follow", "play.first_lead", "play.no_trump_first_trick"): rules.play.only_trumps,
        ("game.buried_to_bidder",): not (rules.counts_game and rules.has_bidding and exchanges_cards(rules)),
    }
    return tuple(key for keys, idle in without.items() if idle for key in keys)


def _point_row(page: SheetContext, key: str, worth: int) -> PointRow:
    owners, names = words_of("labels")["owner"], page.rules.names
    title = point_name(key, names).capitalize() if has_own_name(key, names) else point_words()[key]["title"]
    card, owner = point_card(key, page.rules), owners.get(key) or owners[page.rules.points[key].to]
    if key == "high" and "points.high.to" not in page.changed:
        owner = owners["holder"]  # the highest trump takes its trick
    if key == "game":
        by_ten = not page.rules.counts_game
        card = point_card("ten", page.rules) if by_ten else words_of("labels")["sheet"]["counted"]
        owner = owners[page.rules.points[key].to] if by_ten else owner
    keys = [f"points.{key}.to", f"points.{key}.worth", *MORE_OF_POINT.get(key, [])]
    if key == "high_joker" and jokers_alike(page.rules):
        title, card = words_of("labels")["sheet"]["jokers"], words_of("labels")["cards"]["each-joker"]
        keys += ["points.low_joker.to", "points.low_joker.worth"]
    changed = not page.changed.isdisjoint(keys)
    return PointRow(title, card, worth, owner, changed, page.standard(keys), key)


# ---------------------------------------------------------------- the trumps from best to worst


def trump_order(rules: Ruleset, jokers_lowest: bool) -> tuple[str, ...]:  # noqa: FBT001 - as the variant's file has it
    """Return the trumps from best to worst: ranks, "jick (left bauer)", jokers, "off 3".  Empty for Smoke.

    Jokers stand below jack and jick unless the variant's file says they are the lowest trumps.
    """
    if rules.kind == SMOKE:
        return ()
    two = ["high joker", "low joker"] if is_so("jokers_are_ranked", rules) else ["joker", "joker"]
    jokers = [[], ["joker"], two][rules.deck.jokers]
    order: list[str] = []
    for rank in rules.deck.ranks.split() or RANKS:
        order.append(rank)
        if rank == "J":
            order += ["jick"] if rules.deck.off_jack else []
            order += [] if jokers_lowest else jokers
        order += [f"off {rank}" for key, card in OFF_CARDS.items() if card == rank and key in rules.worth]
    if rules.trumps_reversed:
        order.reverse()
    order += jokers if jokers_lowest else []
    named = {trump: point_name(key, rules.names) for trump, key in TRUMPS_WITH_NAMES.items()}
    named |= {trump: f"{trump} ({name})" for trump, name in named.items() if trump in ("J", "9", "5", "off 5")}
    named = {trump: named[trump] for trump, key in TRUMPS_WITH_NAMES.items() if has_own_name(key, rules.names)}
    return tuple(named.get(it, it) for it in order)


# ---------------------------------------------------------------- two rules sheets side by side

Contrast = tuple[str, str]
"""What the two sheets say about one thing; empty where a sheet does not mention it."""


def differences(ours: RulesSheet, theirs: RulesSheet) -> list[tuple[str, list[Contrast]]]:
    """Return the sections in which two sheets differ, in their order; nothing where they say the same."""
    one, other = _by_section(ours), _by_section(theirs)
    names = dict.fromkeys(part.title for it in (ours, theirs) for part in it.sections if part.title in SPECIALS)
    found = []
    for title in _in_order(one, other):
        here, there = one.get(title, {}), other.get(title, {})
        pairs = [(unmarked(here.get(about, "")), unmarked(there.get(about, ""))) for about in _in_order(here, there)]
        if contrasts := [pair for pair in pairs if pair[0] != pair[1]]:
            found.append((listed([*names]) if title == words_of("labels")["sheet"]["special"] else title, contrasts))
    return found


SPECIALS = ("Moon", "Smudge")  # the headings over the special bid
TRAPS = (
    "jargon", "finish.start", "finish.may_win", "finish.direction", "seating.sides", "auction.rounds",
    "auction.seller_scores", "points", "tally.trick", "deck.trump_order", "scoring.made", "scoring.others", "low",
    "turn.ace", "turn.gift", "points.jack.hung", "special.name", "special.made", "smudge", "no-special",
    "finish.instant_win", "dealing.next", "call.what", "play.follow", "deal.exchange", "call.reveal", "auction.trump",
    "auction.min", "game.by", "auction.dealer_steals", "deal.may_discard", "deck.off_jack", "middle", "high",
    "game.tie", "auction.all_pass", "finish.crossing", "finish.target", "deck.ranks", "tally.max_sits",
    "tally.infraction", "deal.cards", "and-follow",
)  # fmt: skip
"""What costs a player of another game a point or the table a quarrel, the worst first: settings, jargon and points."""
REPEATING = (  # numbers that others tell: how many points there are, the lowest bid, the target
    "finish.may_win", "finish.crossing", "finish.hold", "special.name", "special-lower", "auction.all_pass",
    "penalty.renege",
)  # fmt: skip
MOST_ON_CARD = 8


def differences_card(known: RulesSheet, here: RulesSheet) -> tuple[str, ...]:
    """Return what somebody must hear who knows the one game and plays the other: a few sentences, the traps first."""
    titles = words_of("labels")["sheet"]
    one, other = _on_card(known), _on_card(here)
    heads = {  # without the first nothing of the kind is missed; of start and target most games have one
        "special.name": "special", "finish.may_win": "finish.",
        "finish.start": "finish.start", "finish.target": "finish.target",
    }  # fmt: skip
    gone = tuple(kind for head, kind in heads.items() if head in one and head not in other)
    if "special.name" not in one:
        other.pop("no-special", None)
    elif "auction.min" in other and other.keys().isdisjoint(
        ["special.name", "no-special", "smudge", "finish.instant_win"]
    ):
        other["special.name"] = titles["no-special"]
    without = {"deal.exchange": say_setting("deal.exchange", "none"), "middle": titles["no-kitty"]}
    other = {key: text for key, text in without.items() if key in one} | other
    one = {key: text for key, text in one.items() if key in other or not key.startswith((*gone, "no-special"))}
    told = {key: text for key in _in_order(one, other) if (text := _news(key, one, other))}
    traps = sorted(told, key=lambda key: (key not in other, [*TRAPS, *told].index(key)))
    return tuple(standing_alone(unmarked(told[key])) for key in traps)[:MOST_ON_CARD]


def _news(key: str, known: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Return what is said here where a sentence of it is new; else the sentences that are missing here."""
    one, other = (
        {plain: it for it in re.split(r"(?<=\.) ", said.get(key, "")) if re.search("[a-z]", plain := _plain(key, it))}
        for said in (known, here)
    )
    gone = standing_alone(" ".join(it for plain, it in one.items() if plain not in other))
    not_here = str(words_of("labels")["sheet"]["not-here"]).format(text=gone) if gone else ""
    return here[key] if other.keys() - one.keys() else not_here


def standing_alone(text: str) -> str:
    """Return a sentence that follows another one on the sheet as it is said by itself."""
    return capped(text.removeprefix("Then "))


HEADLINES = (
    ("points", "low"), ("auction.min", "auction.dealer_steals"), ("auction.trump", "call.what"),
    ("scoring.made", "finish.direction"), ("finish.start", "finish.target", "finish.may_win"), ("deal.exchange",),
    ("tally.trick", "tally.infraction"), ("tally.max_sits", "tally.box_at"), ("turn.ace",), ("play.follow",),
    ("game.by",),
)  # fmt: skip
"""A game in a few lines: what each is about, as far as its sheet says it."""
MOST_HEADLINES = 5


def headlines(sheet: RulesSheet) -> tuple[str, ...]:
    """Return a game in five lines, for who knows how such games are played."""
    said = _on_card(sheet)
    lines = (" ".join(said[key] for key in about if key in said) for about in HEADLINES)
    return tuple(unmarked(line) for line in lines if line)[:MOST_HEADLINES]


def _on_card(sheet: RulesSheet) -> dict[str, str]:
    """Return what a sentence is about -> the sentence, without examples; the points in one."""
    titles = words_of("labels")["sheet"]
    sections = _by_section(sheet)
    said = {
        key: text.partition(" Example:")[0]
        for part, sentences in sections.items()
        for key, text in sentences.items()
        if part not in (titles["example"], titles["points"], titles["trumps"])
        and not key.endswith((".worth", "plain-suits", "cards-left", "reneging"))
    }
    named = [it.title.lower() + (f" (worth {it.worth})" if it.worth > 1 else "") for it in sheet.points]
    said |= {"points": titles["points-listed"].format(points=spoken(named))} if named else {}
    return said | {key: text for key, text in sections.get(titles["points"], {}).items() if key in ("high", "low")}


def _plain(key: str, text: str) -> str:
    """Return a sentence without its asides, the name of the special bid, and numbers that other sentences tell."""
    text = one_line(re.sub(f"{ASIDE}.*?{END_OF_ASIDE}", "", text))
    text = text if key == "special.name" else re.sub("moon|smudge", "", text)
    return re.sub(r"\d+", "", text) if key in REPEATING else text


def _by_section(sheet: RulesSheet) -> dict[str, dict[str, str]]:
    """Return section -> (what a sentence is about -> the sentence); moon and smudge are two names of one thing."""
    sections: dict[str, dict[str, str]] = {}
    titles = words_of("labels")["sheet"]
    for part in sheet.sections:
        title = titles["special"] if part.title in SPECIALS else part.title
        said = sections[title] = {}
        for it in part.statements:  # two may begin with one setting: the deck, and how its plain suits rank
            said[next(key for key in (*it.keys, *it.answers, it.text) if key not in said)] = it.marked or it.text
        if part.title == SCORING:
            sections[titles["points"]] = {
                it.key: titles["point"].format(
                    title=it.title + f" ({it.card})" * (it.key in ("high", "low")),
                    worth=spoken(it.worth),
                    owner=it.owner,
                )
                for it in sheet.points
            }
            sections[titles["trumps"]] = {titles["trumps"]: ", ".join(sheet.trumps) + "."}
    return sections


def _in_order(one: Iterable[str], other: Iterable[str]) -> list[str]:
    """Return the keys of both in order; a key that only the other has follows the key it follows there."""
    order = list(one)
    place = 0
    for key in other:
        if key not in order:
            order.insert(place, key)
        place = order.index(key) + 1
    return order
