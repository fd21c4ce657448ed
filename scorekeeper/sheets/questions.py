"""The questions that are argued about at a table (`text/questions.toml`), and this table's answer to each.

An answer is what the rules sheet says, or is made of the same text and settings; so it always agrees with the sheet.
A question is found by the words people use (small words are dropped, other words for the same thing known), or by a
reason whose rule it answers.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from scorekeeper.rules.ruleset import BIDDING, Ruleset, belongs_to
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_setting, words_of
from scorekeeper.sheets.rules_sheet import SheetContext, environment, one_line, standing_alone, unmarked


@dataclass(frozen=True)
class Question:
    """Something people argue about: the question, other words for it, the settings that decide it."""

    key: str
    asked: str
    words: str
    settings: tuple[str, ...]
    kind: str
    """The kind of game in which people ask it; empty for every kind."""
    text: str
    """The answer, to be filled in."""
    reasons: tuple[str, ...]
    """The reasons in a game's log behind which it is."""
    unless: str = "false"
    """When the question does not come up, as the text files say it: "not has_special"."""


OF_BIDS = ("auction.", "scoring.", "finish.may_win", "finish.must_stand_at_target")
"""The settings that mean nothing where nobody bids."""
ASKED_WITHOUT_BIDS = frozenset({"trump", "play-out", "both-over"})
"""Questions about such settings that are asked where nobody bids all the same."""


def _read_questions() -> tuple[Question, ...]:
    read = words_of("questions")
    found = []
    for key, row in read["questions"].items():
        settings = tuple(row.get("settings", "").split())
        usual = f'{{{{ said("{key}") or said("{settings[0] if settings else ""}") }}}}'
        text = f'{read["answers"].get(key, usual)} {{{{ said("and-{key}") }}}}'  # and what this one game says beside it
        reasons = [read["not-asked"].get(row.get("not-asked"), {"if": "false"})]
        if any(setting.startswith(OF_BIDS) for setting in settings) and key not in ASKED_WITHOUT_BIDS:
            reasons.append({"if": "not has_bidding", "answer": '{{ say("auction.rounds") }}'})
        for reason in reasons:
            if "answer" in reason:
                text = f"{{% if {reason['if']} %}}{reason['answer']}{{% else %}}{text}{{% endif %}}"
        kind = "" if row.get("game") == "any" else row.get("game", BIDDING)
        unless = " or ".join(reason["if"] for reason in reasons)
        if "yes" in row:
            text = f"{{% if {unless} %}}{{% elif {row['yes']} %}}Yes.{{% else %}}No.{{% endif %}} {text}"
        behind = row.get("reasons", "").split()
        found.append(Question(key, row["asked"], row["words"], settings, kind, text, tuple(behind), unless))
    return tuple(found)


QUESTIONS = _read_questions()


def answer(question: Question, page: SheetContext) -> str:
    """Return the answer to a question at the table whose sheet this is."""
    return standing_alone(unmarked(one_line(_template(question.text).render(page.words))))


def comes_up(question: Question, page: SheetContext) -> bool:
    """Return whether a question makes sense at a table."""
    return not _template(f"{{% if {question.unless} %}}no{{% endif %}}").render(page.words)


_template = cache(lambda text: environment().from_string(text))


def questions_for(rules: Ruleset) -> tuple[Question, ...]:
    """Return the questions that make sense in this kind of game, in the order people ask them."""
    special = "moon" if rules.special.name == "none" else rules.special.name
    asked = (question for question in QUESTIONS if question.kind in (rules.kind, ""))
    return tuple(replace(question, asked=question.asked.replace("moon", special)) for question in asked)


def what_others_do(key: str, variants: Iterable[Variant]) -> dict[str, list[str]]:
    """Return how other games answer a setting: sentence -> the names of the games, the commonest sentence first."""
    by_sentence: Mapping[str, list[str]] = defaultdict(list)
    for variant in variants:
        size = variant.usual_size
        if belongs_to(key, variant.kind):
            by_sentence[say_setting(key, variant.ruleset(size).value(key))].append(variant.name)
    return dict(sorted(by_sentence.items(), key=lambda pair: -len(pair[1])))


# ---------------------------------------------------------------- finding a question

_SMALL = """
a about after again all also am an and any anybody anyone are as at be been but by can cannot could did do does
doesn don else ever every everybody everyone for from get gets getting give given gives go goes got had has have
having he her here him his how i if in into is isn it its just let like ll make makes many may me might more most
much must my need needs not now of on or our ours out rule rules say says shall she should so some
somebody someone tell than that the their them then there these they thing this those to too us use used was we were
what when where whether which who whoever whole whom whose why will with without won would you your yours
"""
SMALL_WORDS = frozenset(_SMALL.split())
"""Words that say nothing about a rule by themselves."""

SHORTEST_BEGINNING = 3

SAME = (
    "trump trumps suit",
    "renege reneges reneged revoke revokes revoked",
    "misdeal misdealt exposed claim redeal",
    "kitty widow blind blinds",
    "discard discards discarded discarding throw throwing thrown bury buried",
    "moon smudge shoot special",
    "bid bids bidding auction",
    "bidder pitcher declarer",
    "set sets",
    "target goal",
    "deal deals dealt",
    "dealer distributor",
    "jick offjack bauer bower",
    "joker jokers",
    "trick tricks",
    "lead leads led",
    "follow follows following",
    "tie tied equal",
    "steal steals stealing",
    "partner partners mate",
    "money stakes stake pay pays paid",
    "three trey",
    "two deuce",
    "winner win wins winning",
    "lose loses lost",
    "pass passes passed",
    "point points",
    "sit sits sitting",
    "hole negative minus",
    "score scores scoring",
    "play plays played playing",
    "card cards ticket tickets",
    "first opening",
    "over cross crosses",
)
"""Words for the same thing: whichever of a row is typed, a question with any other of it is found."""


def look_up(text: str, rules: Ruleset) -> list[Question]:
    """Return the questions that `text` may mean, the likeliest first; all of them for an empty text.

    A text with no word that says something ("what is it") finds nothing, and so do words that no question knows.
    """
    if not re.findall(r"\w+", text):
        return list(questions_for(rules))
    asked = _plain(text)
    exact = [question for question in questions_for(rules) if _plain(question.asked) == asked]
    wanted = content_words(text)
    scored = [
        (likeness(wanted, *vocabulary(question)), question)
        for question in questions_for(rules)
        if question not in exact
    ]
    best = max(score for score, _ in scored)
    found = [pair for pair in scored if pair[0] and 2 * pair[0] >= best]
    found.sort(key=lambda pair: (-pair[0], len(vocabulary(pair[1])[0])))  # of equals the one that asks for the least
    return [*exact, *(question for _, question in found)]


def _plain(text: str) -> str:
    return text.casefold().strip(" ?.!")


def likeness(wanted: Iterable[str], asked: frozenset[str], known: frozenset[str]) -> int:
    """Return how well content words fit: 3 for a word that is asked, 2 for another known one, 1 for a beginning."""
    return sum(_fits(word, asked, known) for word in dict.fromkeys(wanted))


def _fits(word: str, asked: frozenset[str], known: frozenset[str]) -> int:
    if word in asked:
        return 3
    if word in known:
        return 2
    return int(len(word) >= SHORTEST_BEGINNING and any(other.startswith(word) for other in asked | known))


@cache
def vocabulary(question: Question) -> tuple[frozenset[str], frozenset[str]]:
    """Return the content words of a question, and the other words for it."""
    return frozenset(content_words(question.asked)), frozenset(content_words(question.words))


def content_words(text: str) -> list[str]:
    """Return the words that say something, each as the first of its row in `SAME`."""
    words = re.findall(r"[a-z]+|\d+", _OFF_JACK.sub("offjack", text.casefold()))
    return [_ROW_OF.get(word, word) for word in words if word not in SMALL_WORDS]


_OFF_JACK = re.compile(r"\boff[- ]jacks?\b")
"""As two words it would be a jack, and a card of another suit."""
_ROW_OF: Mapping[str, str] = {word: row.split()[0] for row in SAME for word in row.split()}


# ---------------------------------------------------------------- the question behind a reason or a setting

# Reason -> the question behind it as people ask it, for reasons that a rule decided: no vote, no newcomer.
ASKED_ABOUT: Mapping[str, str] = {reason: question.asked for question in QUESTIONS for reason in question.reasons}
# Setting -> what people ask about it at the table: the first question that lists it first.
ASKED_OF: Mapping[str, str] = {it.settings[0]: it.asked for it in reversed(QUESTIONS) if it.settings}
