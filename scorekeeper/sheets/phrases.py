"""The sentences of the text files, how numbers and names stand in them, and every setting in plain English.

A sentence is filled in with `str.format`: `{score}` has a true minus, `{change:+}` its sign, `{tricks:trick}` is
"1 trick" or "3 tricks", `{sizes:or}` joins the words of a list.

A setting has a short title, and a sentence for each of its values (`text/phrases.toml`): the rules sheet, the
house-rules form, the log and the answers to questions are all made from these.  What the points and their cards are
called is in `text/points.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self, assert_never

from scorekeeper.rules.doubts import Doubt
from scorekeeper.rules.errors import Refusal, SettingsError, SheetError
from scorekeeper.rules.setting_groups import Names
from scorekeeper.rules.values import Allowed, CardRanks, Number, OneOf, Switch, Value

TEXT = Path(__file__).with_name("text")
MINUS = "\N{MINUS SIGN}"
ERASED_NAME = "A former guest"
"""The name of everybody who was erased."""


@cache
def words_of(name: str) -> Mapping[str, Any]:
    """Return the sentences of a file, read when something is said."""
    return tomllib.loads((TEXT / f"{name}.toml").read_text(encoding="utf-8"))


def capped(text: str) -> str:
    """Return a text with a capital letter first; `str.capitalize` would make names small."""
    return text[:1].upper() + text[1:]


def number_text(number: int) -> str:
    """Write a score, minus as a true minus."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(number: int) -> str:
    """Write a change with its sign, minus as a true minus."""
    return f"+{number}" if number > 0 else number_text(number)


def with_article(word: str) -> str:
    """Return a word with its article: "an ace"."""
    return f"an {word}" if word.startswith(("a", "e")) else f"a {word}"


def counted(count: int, thing: str) -> str:
    """Count things in words: "1 point", "3 points"."""
    return f"{number_text(count)} {thing}" + ("" if count == 1 else "s")


def join_names(names: Sequence[str]) -> str:
    """Join names in a sentence: "Ann & Cy", "Ann, Cy & a former guest"."""
    joined = names[0] if len(names) == 1 else " & ".join([", ".join(names[:-1]), *names[-1:]])
    return joined.replace(f" {ERASED_NAME}", f" {ERASED_NAME.lower()}")


def listed(words: Sequence[object], joint: str = "and") -> str:
    """Join words in a sentence: "high, low and jack"; nothing for no words."""
    *first, last = map(str, words or [""])
    return f"{', '.join(first)} {joint} {last}" if first else last


def spoken(fact: Any) -> Any:
    """Return a fact as a sentence takes it."""
    if isinstance(fact, int) and not isinstance(fact, bool):
        return _Number(fact)
    return _List(fact) if isinstance(fact, list | tuple) else fact


class _Number(int):
    def __format__(self, thing: str) -> str:
        return signed(self) if thing == "+" else counted(self, thing) if thing else number_text(self)


class _List(tuple[object, ...]):
    __slots__ = ()

    def __format__(self, joint: str) -> str:
        return listed(self, joint) if joint else ", ".join(map(str, self))


class Several(str):
    """Who or what a sentence is about, and how many they are: `{who:win}` is "Ann wins" or "Ann & Cy win"."""

    __slots__ = ("many",)
    many: int

    def __new__(cls, named: str, many: int) -> Self:
        self = super().__new__(cls, named)
        self.many = many
        return self

    def __format__(self, verb: str) -> str:
        alone = {"go": "goes", "reach": "reaches", "are": "is", "were": "was", "have": "has", "do": "does"}
        if verb and self.many <= 1:
            verb = alone.get(verb, f"{verb}s")
        return " ".join(word for word in (str(self), verb) if word)

    def capitalized(self) -> Several:
        return Several(capped(self), self.many)


# ---------------------------------------------------------------- settings


def setting_title(key: str) -> str:
    """Return the short name of a setting: "Lowest bid".  Raises KeyError for a setting without a phrase."""
    phrase, named = phrase_of(key)
    return str(phrase["title"]).format(**named)


def say_setting(key: str, value: Value) -> str:
    """Return a setting's value as a sentence.  Raises KeyError for a setting or a word without one."""
    return sentence_of(key, value).translate({ord("["): None, ord("]"): None})


def short_phrase(key: str, value: Value) -> str:
    """Return the part of a setting's sentence that is enough below its question; empty where it has none."""
    return sentence_of(key, value).partition("[")[2].partition("]")[0]


def sentence_of(key: str, value: Value) -> str:
    """Return a setting's value as a sentence, in brackets what is enough below its question."""
    phrase, named = phrase_of(key)
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else " ".join(str(value).split())
    if isinstance(value, int) and not isinstance(value, bool) and word not in phrase:
        word = "-" if value < 0 and "-" in phrase else "n"
    sentence = phrase.get(word, phrase.get("any"))
    if not isinstance(sentence, str) or word in ("title", "question"):
        raise KeyError(f"{key} = {word!r} has no sentence; add one in phrases.toml")
    number = spoken(abs(value) if isinstance(value, int) and word == "-" else value)
    return sentence.format(n=number, word=_written(word), **named)


def phrase_of(key: str) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """Return all that is said of a setting, of `points.*.worth` for every point's, and what the `*` is called.

    Raises KeyError for a setting of which nothing is said.
    """
    group, name, *part = key.split(".")
    for known in (key, ".".join([group, "*", *part])):
        if known in words_of("phrases"):
            named = words_of("points").get(name, {"title": name, "card": name})
            if group == "turn":
                named = {"title": name, "card": with_article(name)}
            its = {"name": named["title"].lower(), "Card": capped(named["card"])}
            return words_of("phrases")[known], {**named, **its}
    raise KeyError(f"{key} has no title and no sentences; add them in phrases.toml")


def say_untold(key: str) -> str:
    """Return the sentence that a sheet does not tell what a setting would have changed."""
    return str(words_of("refusals")["untold"]).format(title=setting_title(key))


# ---------------------------------------------------------------- what cards and points are called


def point_words() -> Mapping[str, Any]:
    """Return point -> its title ("Off-ten"), and the card that brings it where most play it."""
    return words_of("points")


def point_name(key: str, names: Names) -> str:
    """Return what a point is called at a table where cards have these names: "left bauer", "trey"."""
    return _written(getattr(names, key, "")) or point_words()[key]["title"].lower()


def has_own_name(key: str, names: Names) -> bool:
    """Return whether a point is called something else at this table than in most games."""
    return bool(point_name(key, names) != point_words()[key]["title"].lower())


def _written(name: str) -> str:
    """Write a name as people do: "right bauer"; "off-jack" keeps its hyphen."""
    return name if name.startswith("off-") else name.replace("-", " ")


def say_doubt(doubt: Doubt, name: Callable[[str], str] = str) -> str:
    """Return a doubt as a sentence; `name` turns a player of the engine into the name people use."""
    facts = {key: spoken(fact) for key, fact in doubt.facts.items()}
    if "point" in facts:
        of, key = words_of("points"), facts["point"]  # only a game that the ten of trumps brings can lack its card
        facts |= {"point": of[key]["title"].lower(), "card": of["ten" if key == "game" else key]["card"]}
    return str(words_of("doubts")[doubt.code]).format(*map(name, doubt.who), **facts)


def say_refusal(refusal: Refusal) -> str:
    """Return a refusal as a sentence.  Raises KeyError for a code that has none."""
    return _say(refusal.code, *refusal.who, everybody=refusal.who, **refusal.facts)


def _say(code: str, *who: str, **facts: Any) -> str:
    return str(words_of("refusals")[code]).format(*who, **{name: _fact(fact) for name, fact in facts.items()})


def _fact(fact: Any) -> Any:
    """Return a fact as a sentence takes it: what a setting may be, and other refusals, in words."""
    match fact:
        case OneOf() | Number() | Switch() | CardRanks():
            return say_allowed(fact)
        case (Refusal(), *_):
            return "; ".join(map(say_refusal, fact))
    return spoken(fact)


def say_allowed(allowed: Allowed) -> str:
    match allowed:
        case OneOf(words):
            return _say("one-of", words=words)
        case Number(least, most, words):
            return " or ".join([_say("a-number", least=least, most=most), *(f'"{word}"' for word in words)])
        case Switch():
            return _say("a-switch")
        case CardRanks():
            return _say("card-ranks")
    assert_never(allowed)


def say_error(error: BaseException) -> str:
    """Return the first refusal of a sheet's error, all of settings; of any other error what it says itself."""
    match error:
        case SheetError():
            return say_refusal(error.refusal)
        case SettingsError():
            return "; ".join(say_refusal(fault.refusal) for fault in error.faults)
    return str(error)
