"""Every reason for a score, in the words of a card table (`text/reasons.toml`); the tally of Smoke as it is read aloud.

`sentences` takes the reasons of a line and a function that names players.  The words follow from the reasons and their
facts alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.rules.money import Part
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import AMOUNT_KEYS, Head, Side, Stakes, Why, written_amount
from scorekeeper.rules.table import Table
from scorekeeper.rules.tally import TallyLine
from scorekeeper.rules.whatif import Outlook
from scorekeeper.sheets.phrases import (
    MINUS,
    Several,
    counted,
    join_names,
    listed,
    number_text,
    point_name,
    say_setting,
    spoken,
    with_article,
    words_of,
)


def sentences(whys: Iterable[Why], name: Callable[[str], str] = str) -> list[str]:
    """Return each reason as one sentence; `name` turns a player of the engine into the name people use."""
    return [sentence(reason, name) for reason in whys]


def sentence(reason: Why, name: Callable[[str], str] = str) -> str:
    return _Told(reason, name).say(words_of("reasons")["reason"][reason.what], reason.what)


class _Told:
    """What a sentence about a reason may name: its facts, what follows from them, and the parts of sentences."""

    def __init__(self, reason: Why, name: Callable[[str], str]) -> None:
        self.reason, self.facts, self.name, self.parts = reason, reason.facts, name, words_of("reasons")["part"]

    def say(self, words: str | Mapping[str, str], what: str) -> str:
        """Fill in a sentence; of several wordings the one for what `WORDINGS` says, or the fact of that name."""
        if not isinstance(words, str):
            used = WORDINGS[what](self) if what in WORDINGS else self.facts[what]
            words = words.get({True: "yes", False: "no"}[used] if isinstance(used, bool) else used, "")
        return words.format_map(self)

    def __getitem__(self, key: str) -> Any:
        if key in self.parts:
            return self.say(self.parts[key], key)
        return VALUES[key](self) if key in VALUES else spoken(self.facts[key])

    def side(self, players: Iterable[str]) -> str:
        return join_names([self.name(player) for player in players])

    def points_of_side(self) -> list[str]:
        """Return the points that the side took, in the order they are asked for."""
        behind, side = self.facts["behind"], self.facts["side"]
        given = behind["given"] or {}
        return [key for key in behind["worth"] if given.get(key) in side or (key == "game" and side in behind["game"])]

    def elsewhere(self) -> list[str]:
        """Return the points that another side took."""
        behind, own = self.facts["behind"], self.points_of_side()
        given = {*(behind["given"] or ()), *(["game"] if behind["game"] else [])}
        return [key for key in behind["worth"] if key not in own and key in given]

    def nobodys(self, *, cards: bool) -> list[str]:
        """Return the points that nobody had, those with a card of their own or the others."""
        had = {*self.points_of_side(), *self.elsewhere()}
        return [key for key in self.facts["behind"]["worth"] if key not in had and (key in WITHOUT_A_CARD) is not cards]

    def named(self, points: Sequence[str]) -> Several:
        """Name points in a sentence: "the jack, low and game"."""
        names = {key: point_name(key, self.facts["behind"]["names"]) for key in points}
        return Several(
            listed([names[key] if key in WITHOUT_ARTICLE else f"the {names[key]}" for key in points]), len(points)
        )


WITHOUT_ARTICLE = ("high", "low", "game")
WITHOUT_A_CARD = ("game", "last_trick")


def _change(facts: Mapping[str, Any]) -> int:
    """Return what happens to the score: where scores count down a gain is a minus."""
    return int(facts["change"] if "change" in facts else -facts["points"] if facts["down"] else facts["points"])


def _taken(told: _Told) -> str:
    """Return how many points a side took, and which: "4 (high, jack, trey 2)"."""
    keys, behind = told.points_of_side(), told.facts["behind"]
    if not keys:
        return str(told.facts["took"])
    worth, names = behind["worth"], behind["names"]
    named = ", ".join(point_name(key, names) + (f" {worth[key]}" if worth[key] > 1 else "") for key in keys)
    return f"{told.facts['took']} ({named})"


def _scores(told: _Told, scores: Iterable[tuple[Side, int]]) -> str:
    """List sides with a number: "Cy 31, Ann 20, Bob 5"."""
    return ", ".join(f"{told.side(side)} {number_text(number)}" for side, number in scores)


WORDINGS: Mapping[str, Callable[[_Told], str | bool]] = {
    "others": lambda it: it.facts["points"] != 0,
    "special-paid": lambda it: it.facts["made"],
    "game-counted": lambda it: bool(it.reason.who),
    "game-tied": lambda it: bool(it.reason.who),
    "held": lambda it: it.facts["everyone"],
    "crossing": lambda it: (
        "at-once" if not it.facts["first"] else "first" if it.facts["decided"] == "first" else "in-order"
    ),
    "misdeal": lambda it: bool(it.reason.by),
    "pickup": lambda it: "once" if it.facts["times"] == 1 else "often",
    "deed": lambda it: "thrown" if it.facts["thrown"] else "special" if "name" in it.facts else "number",
    "only_bid": lambda it: it.facts["counted"] and it.facts["points"] != it.facts["took"],
    "cost": lambda it: it.facts["times"] > 0,
    "up": lambda it: it.facts["down"] and it.facts["times"] > 0,
    "doubled": lambda it: "thrown" if it.facts["doubled"] else "always" if it.facts["times"] > 1 else "",
    "hole": lambda it: "zero" if it.facts["was"] == 0 else "below",
    "apiece": lambda it: len(it.reason.who) > 1,
    "lacked": lambda it: "" if not it.facts["counted"] else "trick" if it.facts["every_point"] else "points",
    "elsewhere": lambda it: bool(it.elsewhere()),
    "not_out": lambda it: (
        "both" if it.nobodys(cards=True) and it.nobodys(cards=False)
        else "cards" if it.nobodys(cards=True) else "points" if it.nobodys(cards=False) else ""
    ),
    "all": lambda it: "two" if list(it.facts["piles"].values()).count(it.facts["most"]) == 2 else "more",  # noqa: PLR2004 - both are two
    "every": lambda it: any(count != it.facts["most"] for count in it.facts["piles"].values()),
    "no_game": lambda it: it.facts["tie"],
    "first": lambda it: it.facts["first"] if it.facts["first"] in it.parts["first"] else "point",
}  # fmt: skip
"""A reason or part of a sentence that has several wordings -> which of them is used, "" for none."""

VALUES: Mapping[str, Callable[[_Told], Any]] = {
    "who": lambda it: Several(it.side(it.reason.who), len(it.reason.who)),
    "they": lambda it: Several("", len(it.reason.who)),
    "by": lambda it: it.name(it.reason.by),
    "change": lambda it: spoken(_change(it.facts)),
    "taken": _taken,
    "amount": lambda it: f"{written_amount(it.facts['each'])} {it.facts['currency']}",
    "Lost": lambda it: it.named(it.elsewhere()).capitalized(),
    "Cards": lambda it: it.named(it.nobodys(cards=True)).capitalized(),
    "uncarded": lambda it: it.named(it.nobodys(cards=False)),
    "turned": lambda it: spoken([with_article(card) for card in it.facts["cards"].split()]),
    "piles": lambda it: _scores(it, sorted(it.facts["piles"].items(), key=lambda pile: -pile[1])),
    "tied": lambda it: " and ".join(
        it.side(side) for side, count in it.facts["piles"].items() if count == it.facts["most"]
    ),
    "at": lambda it: _scores(it, it.facts["at"]),
    "point": lambda it: point_name(it.facts["first"], it.facts["names"]),
    "vote": lambda it: it.facts["reason"].strip().rstrip("."),
    "rule": lambda it: say_setting(it.facts["setting"], it.facts["value"]),
}
"""What a sentence names that is no fact of a reason, but follows from its facts."""


# ---------------------------------------------------------------- what is still needed


def say_target(table: Table) -> str:
    """Return what score ends a game: "to 52", "down to 0"; empty where there is none."""
    target = table.rules.finish.target
    return "" if isinstance(target, str) else f"{'down ' if table.rules.counts_down else ''}to {number_text(target)}"


def say_to_go(outlook: Outlook) -> str:
    """Return in words how far a side has to go: "14 to go", "at the target"; empty where there is no target."""
    _, to_go, _ = outlook
    return "" if to_go is None else str(words_of("reasons")["to-go"]["far" if to_go else "there"]).format(to_go=to_go)


def say_way_out(outlook: Outlook, who: str) -> str:
    """Return how a side goes out with the next hand: "Ann & Cy go out with 3 points".  Empty when it cannot."""
    team, points, way = outlook
    if way == "not-yet":
        return ""
    said = str(words_of("reasons")["way-out"][way]["yes" if points else "no"])
    return said.format(who=Several(who, len(team)), points=spoken(points))


# ---------------------------------------------------------------- the tally of Smoke, in its own words (source 002)


def tally_words() -> Mapping[str, str]:
    """Return what the tally says, by what it says it of: "in-box", a trend."""
    found: Mapping[str, str] = words_of("reasons")["tally"]
    return found


def say_tally(line: TallyLine, name: str) -> str:
    """Return one line of the tally in words: "Whiz, 9 steady, 2 sits, is a mustie." [002]."""
    said = tally_words()
    parts = (
        f"{name}, {number_text(line.score)} {said[line.trend]}",
        counted(line.sits, "sit") if line.sits else "",
        said["in-box"] if line.in_box else said["mustie"] if line.must_play else "",
        said["never-land"] if line.never_land else "",
    )
    return ", ".join(filter(None, parts)) + "."


def read_out(lines: Iterable[TallyLine], name: Callable[[str], str] = str) -> list[str]:
    """Return the whole tally, a sentence each: "Attention to tally:", then every player from the reader on."""
    return [tally_words()["attention"], *(say_tally(line, name(line.player)) for line in lines)]


Money = Callable[[int], str]

SETS_IN_EXAMPLE, POINTS_IN_EXAMPLE, BID_IN_EXAMPLE = 2, 3, 3


def stake_name(key: str, rules: Ruleset) -> str:
    """Return the name of a stake, as written before its amount: "A game", "A set", "A moon"."""
    names = words_of("money")["name"]
    return str(names[key]).format(special=rules.special.name if rules.has_special else names["special"])


def say_rules(stakes: Stakes, money: Money) -> list[str]:
    """Return what a rules sheet says about the stakes, a sentence for each."""
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return [words_of("money")["rule"][key].format(cents=money(cents)) for key, cents in amounts.items() if cents]


def say_stakes(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Return in words what is played for: "$0.10 a game, $0.05 a set"."""
    names = {key: stake_name(key, rules) for key in AMOUNT_KEYS if getattr(stakes, key)}
    return ", ".join(f"{money(getattr(stakes, key))} {name[:1].lower()}{name[1:]}" for key, name in names.items())


def say_head_start(head: Head, name: Callable[[str], str]) -> str:
    """Return who begins ahead and why: "Ann & Cy start at 4: even chances by the last 40 games."; empty for nobody."""
    if head.handicap is None:
        return ""
    said, start = words_of("reasons")["head_start"], head.ruleset.finish.start
    ahead = [(side, head.opening[side[0]]) for side in head.sides if head.opening.get(side[0], start) != start]
    told = [
        said["start"].format(who=Several(join_names([*map(name, side)]), len(side)), score=spoken(score))
        for side, score in ahead
    ]
    games = head.handicap["games"]
    why: str = said["why" if games else "no_games"]
    return why.format(starts=listed(told) or said["nobody"], games=spoken(games))


def say_example(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Return what the stakes cost, a sentence each: "A loser with two sets pays $0.20."  Empty without stakes."""
    costs = {
        "set": stakes.game + SETS_IN_EXAMPLE * stakes.set if stakes.set else 0,
        "game": 0 if stakes.set else stakes.game,
        "point": POINTS_IN_EXAMPLE * stakes.point,
        "moon": stakes.moon,
        "bid_point": BID_IN_EXAMPLE * stakes.bid_point,
    }
    said, moon = words_of("money")["example"], stake_name("moon", rules)
    return " ".join(said[key].format(cents=money(cents), moon=moon) for key, cents in costs.items() if cents)


def say_part(part: Part, name: Callable[[str], str], money: Money, hands: Sequence[int] = ()) -> str:
    """Return what one amount is for, without the amount itself; `hands` are those in which the side was set."""
    who = [name(player) for player in part.who]
    values: dict[str, Any] = {**part.facts, "who": join_names(who), "first": who[0] if who else ""}
    values |= {key: money(part.facts[key]) for key in ("each", "paid_in") if key in part.facts}
    for key, piece in words_of("money")["piece"].items():
        on = part.facts.get("sets" if key == "again" else key, 0)
        values[key] = piece.format(**part.facts) if on > (key in ("again", "shared")) else ""
    if part.what in ("moon", "against-moon", "bid", "against-bid"):
        values |= _bid(part.facts, who)
    elif part.what == "set":
        values["sets"] = _sets(part.facts["sets"], hands)
    elif part.what == "point":
        values |= _points(**part.facts)
    return str(words_of("money")["part"][part.what]).format(**values)


def _bid(facts: Mapping[str, Any], who: Sequence[str]) -> dict[str, str]:
    """Name what was bid, "moon" or "bid of 3", what came of it, and from or to whom: "from each of Bob & Dee"."""
    words, made = words_of("money")["bid"], facts["made"]
    what = str(facts.get("name") or words["number"].format(bid=facts["bid"]))
    ways = words[("from" if made else "to") + ("-each" if len(who) > 1 else "")]
    end = words["made" if made else "failed" if "name" in facts else "set"]
    return {"what": what, "What": what.capitalize(), "end": end, "ways": ways.format(who=join_names(who))}


def _sets(sets: int, hands: Sequence[int]) -> str:
    """Name the hands of the sets; a failed special bid may count two, and now no hand is named."""
    words = words_of("money")["sets"]
    named = words["hands" if len(hands) > 1 else "hand"].format(hands=spoken(hands))
    how = "named" if sets <= len(hands) else "more" if hands else "none-named"
    return str(words[how]).format(sets=spoken(sets), hands=named)


def _points(score: int, total: int, size: int, **_others: object) -> dict[str, str]:
    off, words = score * size - total, words_of("money")["points"]
    return {
        "points": words["points"].format(points=spoken(score)), "off": _share(abs(off), size),
        "way": words["above" if off > 0 else "below"], "average": _share(total, size),
    }  # fmt: skip


def _share(total: int, size: int) -> str:
    """Write a fraction with two decimals at most, halves away from zero: 8.25, 3.33, −4."""
    hundredths = (abs(total) * 200 + size) // (2 * size)
    whole, rest = divmod(hundredths, 100)
    decimals = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{MINUS if total < 0 and hundredths else ''}{whole}{decimals}"
