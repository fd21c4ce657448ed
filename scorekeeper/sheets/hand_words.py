"""The sentences of a hand: what was bid and taken, point by point; who has game; what a special bid lacked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from scorekeeper.rules.setting_groups import GameTie
from scorekeeper.rules.stakes import written_amount
from scorekeeper.sheets.grammar import counted, join_names, number_text, signed
from scorekeeper.sheets.phrases import point_name


@dataclass(frozen=True)
class SentenceArgs:
    """What a sentence is made of: the people (`who`, of whom there are `many`), who acted, and the facts."""

    who: str
    many: int
    by: str
    facts: Mapping[str, Any]
    name: Callable[[str], str] = str

    def side(self, players: Iterable[str]) -> str:
        """Return the names of a side."""
        return join_names([self.name(player) for player in players])

    def does(self, verb: str) -> str:
        """Join people and verb: "Ann & Cy win", "Ann wins"."""
        return f"{self.who} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        alone = {"go": "goes", "reach": "reaches", "are": "is", "have": "has", "do": "does"}
        return verb if self.many > 1 else alone.get(verb, f"{verb}s")

    def moves(self, points: int | None = None) -> str:
        """Return in words what happens to the score; where scores count down a gain is a minus."""
        change = self.facts["points"] if points is None else points
        return signed(-change if self.facts["down"] else change)


WITHOUT_ARTICLE = ("high", "low", "game")
WITHOUT_A_CARD = ("game", "last_trick")


# ---------------------------------------------------------------- the bid


def _bid(args: SentenceArgs) -> str:
    """Return in words who bid what and what it brought: "Ann bid 5, took 7"."""
    facts = args.facts
    what = f"bid the {facts['name']}" if "name" in facts else f"bid {facts['bid']}"
    how = "threw a card" if facts.get("thrown") else what
    alone = " alone" if facts.get("alone") else ""
    took = f", took {_took(facts)}" if facts["counted"] else ""
    return f"{args.by} {how}{alone}{took}"


def _took(facts: Mapping[str, Any]) -> str:
    """Return in words how many points a side took, and which: "4 (high, jack, trey 2)"; not which in `brief`."""
    keys = _points_of(facts)
    if not keys or facts.get("brief"):
        return str(facts["took"])
    worth, names = facts["behind"]["worth"], _names(facts["behind"])
    named = (f"{names[key]} {worth[key]}" if worth[key] > 1 else names[key] for key in keys)
    return f"{facts['took']} ({', '.join(named)})"


def _names(behind: Mapping[str, Any]) -> dict[str, str]:
    return {key: point_name(key, behind["names"]) for key in behind["worth"]}


def _points_of(facts: Mapping[str, Any]) -> list[str]:
    """Return the points that a side took, in the order they are asked for."""
    behind, side = facts["behind"], facts["side"]
    given = behind["given"] or {}
    return [key for key in behind["worth"] if given.get(key) in side or (key == "game" and side in behind["game"])]


def _made(args: SentenceArgs) -> str:
    facts = args.facts
    only = " A made bid scores what was bid." if facts["counted"] and facts["points"] != facts["took"] else ""
    return f"{_bid(args)}: made, {args.moves()} for {args.who}.{only}"


def _set(args: SentenceArgs) -> str:
    return f"{_bid(args)}: set, {costs(args)}.{_goes_up(args)}{doubled(args)}"


def costs(args: SentenceArgs) -> str:
    """Return what a set costs the bidding side: "−5 for Bob & Dee"; nothing where it is only given to the others."""
    return f"{args.moves()} for {args.who}" if args.facts["times"] else f"nothing off for {args.who}"


def _goes_up(args: SentenceArgs) -> str:
    return f" {args.who} {args.verb('go')} up." if args.facts["down"] and args.facts["times"] else ""


def doubled(args: SentenceArgs) -> str:
    """Return in words why a set costs the bid twice; empty where it does not."""
    if args.facts["doubled"]:
        return " Doubled: the dealer took it over a thrown card."
    return " A set costs the bid twice here." if args.facts["times"] > 1 else ""


def _missed(args: SentenceArgs) -> str:
    """Return what a special bid lacked: a trick, points that went elsewhere, points whose card was not in play."""
    facts = args.facts
    if not facts["counted"]:
        return ""
    if facts["every_point"]:
        return " A trick was lost."
    behind, own = facts["behind"], _points_of(facts)
    worth, given, game, names = behind["worth"], behind["given"] or {}, behind["game"], _names(behind)
    others = [key for key in worth if key not in own and (key in given or (key == "game" and game))]
    nobodys = [key for key in worth if key not in own and key not in others]
    return _lost(others, names) + _not_in_play(nobodys, names, facts["name"])


def _lost(points: Sequence[str], names: Mapping[str, str]) -> str:
    """Return in words which points went to another side: " Low and game were lost."."""
    if not points:
        return ""
    return f" {_capitalized(_with_articles(points, names))} {'was' if len(points) == 1 else 'were'} lost."


def _not_in_play(points: Sequence[str], names: Mapping[str, str], special: str) -> str:
    """Return in words which points nobody had, since the special bid needs each of them [003]."""
    if not points:
        return ""
    cards = [point for point in points if point not in WITHOUT_A_CARD]
    said = f"{_with_articles(cards, names)} {'was' if len(cards) == 1 else 'were'} not in play" if cards else ""
    nobody = (
        f"nobody had {_with_articles([point for point in points if point not in cards], names)}"
        if len(cards) < len(points)
        else ""
    )
    both = ", ".join(text for text in (said, nobody) if text)
    return f" {_capitalized(both)}, and the {special} needs every point."


def _with_articles(points: Sequence[str], names: Mapping[str, str]) -> str:
    """Name points in a sentence: "the jack, low and game"."""
    named = [names[key] if key in WITHOUT_ARTICLE else f"the {names[key]}" for key in points]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _others(args: SentenceArgs) -> str:
    if args.facts["points"] == 0:
        return f"{args.who} took {_took(args.facts)}, but only the bid is scored here."
    return f"{args.who} took {_took(args.facts)}: {args.moves()}."


def _special_to_zero(args: SentenceArgs) -> str:
    was = "exactly zero, and that is not enough to win" if args.facts["was"] == 0 else "below zero"
    return f"{_bid(args)}: made from {was}, so {args.does('are')} at zero now."


def _paid(args: SentenceArgs) -> str:
    amount = f"{written_amount(args.facts['each'])} {args.facts['currency']}"
    each = "" if args.many == 1 else " each"
    if args.facts["made"]:
        return f"★ {args.who} {args.verb('pay')} {args.by} {amount}{each} for it."
    return f"{args.by} pays {args.who} {amount}{each} for it."


def _renege(args: SentenceArgs) -> str:
    side = {"made": "; the bid counts as made", "set": "; the bidders are set"}.get(args.facts["outcome"], "")
    return f"{args.who} reneged: nothing for that side, {args.moves()} for everybody else{side}."


# ---------------------------------------------------------------- beside the points


def _sold(args: SentenceArgs) -> str:
    return f"{args.by} sold the bid for {args.facts['points']}: {args.moves()} for {args.who}."


def _turned(args: SentenceArgs) -> str:
    cards = [f"an {card}" if card == "ace" else f"a {card}" for card in args.facts["cards"].split()]
    return f"{args.by} turned up {' and '.join(cards)} for trump: {args.moves()} for {args.who}."


def _gift(args: SentenceArgs) -> str:
    given = counted(args.facts["points"], "point")
    return f"{args.by} begged, and the dealer gave {given}: {args.moves()} for {args.who}."


def _hung(args: SentenceArgs) -> str:
    return f"{args.does('hang')} the jack: {counted(args.facts['points'], 'point')} in place of {args.facts['worth']}."


# ---------------------------------------------------------------- game


def _tie_rule(tie: GameTie) -> str:
    match tie:
        case "low":
            return ", who took low"
        case "bidders":
            return ", who bid"
        case "defenders":
            return ", who did not bid"
        case "each":
            return ", for every tied side scores it"
        case "nobody":
            return ""
    assert_never(tie)


def _game_counted(args: SentenceArgs) -> str:
    if not args.who:
        return "No card points were counted, so nobody has game."
    return f"Game goes to {args.who}: card points {_piles(args)}."


def _piles(args: SentenceArgs) -> str:
    """List the card points of every side, the most first: "Cy 31, Ann 20, Bob 5"."""
    ranked = sorted(args.facts["piles"].items(), key=lambda pile: -pile[1])
    return ", ".join(f"{args.side(side)} {count}" for side, count in ranked)


def _game_tied(args: SentenceArgs) -> str:
    most, piles = args.facts["most"], args.facts["piles"]
    tied = [args.side(side) for side, count in piles.items() if count == most]
    verb = "both have" if len(tied) == 2 else "all have"  # noqa: PLR2004 - both are two
    said = f"{' and '.join(tied)} {verb} {counted(most, 'card point')}" + (
        f" ({_piles(args)})" if len(piles) > len(tied) else ""
    )
    if not args.who:
        return f"{said}: {_tie_to_nobody(args.facts['tie'])}."
    return f"{said}: game goes to {args.who}{_tie_rule(args.facts['tie'])}."


def _tie_to_nobody(tie: GameTie) -> str:
    """Return in words why nobody has game: no tied side is the one that the rule names."""
    match tie:
        case "low":
            return "none of them took low, so nobody has game"
        case "bidders":
            return "the bidders are not among them, so nobody has game"
        case "nobody" | "defenders" | "each":
            return "nobody has game"
    assert_never(tie)


def _special_failed(args: SentenceArgs) -> str:
    return f"{_bid(args)}: failed, {costs(args)}.{_missed(args)}{doubled(args)}"


def _special_failed_loses(args: SentenceArgs) -> str:
    return f"{_bid(args)}: failed, and {args.does('lose')} the game.{_missed(args)}"


def _special_failed_becomes(args: SentenceArgs) -> str:
    score = number_text(args.facts["score"])
    return f"{_bid(args)}: failed.{_missed(args)} {args.does('are')} at {score} now."


def _renege_noted(args: SentenceArgs) -> str:
    return f"{args.who} reneged; these rules have no price for it, so the points count."


HAND_SENTENCES: dict[str, Callable[[SentenceArgs], str]] = {
    "made": _made,
    "set": _set,
    "others": _others,
    "game-counted": _game_counted,
    "game-tied": _game_tied,
    "renege": _renege,
    "renege-noted": _renege_noted,
    "sold": _sold,
    "turned": _turned,
    "gift": _gift,
    "hung": _hung,
    "set-given": lambda args: f"The others score what was bid: {args.moves()} for {args.who}.",
    "special-made": lambda args: f"{_bid(args)}: made, {args.moves()} for {args.who}.",
    "special-made-no-score": lambda args: f"{_bid(args)}: made. It moves no score here.",
    "special-paid": _paid,
    "special-made-to-zero": _special_to_zero,
    "special-made-wins": lambda args: f"{_bid(args)}: made, and {args.does('win')} the game.",
    "special-failed": _special_failed,
    "special-failed-loses": _special_failed_loses,
    "special-failed-becomes": _special_failed_becomes,
    "special-failed-no-score": lambda args: f"{_bid(args)}: failed. It moves no score here.{_missed(args)}",
}
