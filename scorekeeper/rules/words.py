"""Every reason for a score, in the words of a card table.

`sentences` takes the reasons of a line and a function that names players.  The words follow from the reasons and their
facts alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, assert_never

from scorekeeper.rules.numbers import counted, number_text, signed
from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.phrases.points import POINT_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorekeeper.rules.choices import GameTie
    from scorekeeper.rules.finish import DecidedBy, NotYet
    from scorekeeper.rules.outlook import Outlook
    from scorekeeper.rules.why import Why


def sentences(whys: Iterable[Why], name: Callable[[str], str] = str) -> list[str]:
    """Return each reason as one sentence; `name` turns a player of the engine into the name people use."""
    return [sentence(reason, name) for reason in whys]


def sentence(reason: Why, name: Callable[[str], str] = str) -> str:
    """Return one reason as a sentence."""
    names = [name(player) for player in reason.who]
    by = name(reason.by) if reason.by else ""
    return SENTENCES[reason.what](SentenceArgs(join_names(names), len(names), by, reason.facts))


def join_names(names: Sequence[str]) -> str:
    """Join names in a sentence: "Ann & Cy", "Ann, Cy & Eve"."""
    return names[0] if len(names) == 1 else " & ".join([", ".join(names[:-1]), *names[-1:]])


@dataclass(frozen=True)
class SentenceArgs:
    """What a sentence is made of: the people (`who`, of whom there are `many`), who acted, and the facts."""

    who: str
    many: int
    by: str
    facts: Mapping[str, Any]

    def does(self, verb: str) -> str:
        """Join people and verb: "Ann & Cy win", "Ann wins"."""
        return f"{self.who} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        return (
            verb
            if self.many > 1
            else {"go": "goes", "reach": "reaches", "are": "is", "have": "has", "do": "does"}.get(verb, f"{verb}s")
        )

    def moves(self, points: int | None = None) -> str:
        """Say what happens to the score; where scores count down a gain is a minus."""
        change = self.facts["points"] if points is None else points
        return signed(-change if self.facts["down"] else change)


# ---------------------------------------------------------------- the bid


def _bid(args: SentenceArgs) -> str:
    """Say who bid what and what it brought: "Ann bid 5, took 7"."""
    facts = args.facts
    what = f"bid the {facts['name']}" if "name" in facts else f"bid {facts['bid']}"
    how = "threw a card" if facts.get("thrown") else what
    alone = " alone" if facts.get("alone") else ""
    took = f", took {facts['took']}" if facts["counted"] else ""
    return f"{args.by} {how}{alone}{took}"


def _made(args: SentenceArgs) -> str:
    facts = args.facts
    only = " A made bid scores what was bid." if facts["counted"] and facts["points"] != facts["took"] else ""
    return f"{_bid(args)}: made, {args.moves()} for {args.who}.{only}"


def _set(args: SentenceArgs) -> str:
    return f"{_bid(args)}: set, {_costs(args)}.{_goes_up(args)}{_doubled(args)}"


def _costs(args: SentenceArgs) -> str:
    """Say what a set costs the bidding side: "−5 for Bob & Dee"; nothing where it is only given to the others."""
    return f"{args.moves()} for {args.who}" if args.facts["times"] else f"nothing off for {args.who}"


def _goes_up(args: SentenceArgs) -> str:
    return f" {args.who} {args.verb('go')} up." if args.facts["down"] and args.facts["times"] else ""


def _doubled(args: SentenceArgs) -> str:
    if args.facts["doubled"]:
        return " Doubled: the dealer took it over a thrown card."
    return " A set costs the bid twice here." if args.facts["times"] > 1 else ""


def _missed(args: SentenceArgs) -> str:
    return " A trick was lost." if args.facts["every_point"] else " A point was lost."


def _others(args: SentenceArgs) -> str:
    if args.facts["points"] == 0:
        return f"{args.who} took {args.facts['took']}, but only the bid is scored here."
    return f"{args.who} took {args.facts['took']}: {args.moves()}."


def _special_to_zero(args: SentenceArgs) -> str:
    was = "exactly zero, and that is not enough to win" if args.facts["was"] == 0 else "below zero"
    return f"{_bid(args)}: made from {was}, so {args.does('are')} at zero now."


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
    return f"Game goes to {args.who} with {counted(args.facts['most'], 'card point')}."


def _game_tied(args: SentenceArgs) -> str:
    tied = f"Card points are tied at {args.facts['most']}"
    if not args.who:
        return f"{tied}: nobody scores game."
    return f"{tied}: game goes to {args.who}{_tie_rule(args.facts['tie'])}."


# ---------------------------------------------------------------- who wins, and who does not yet


def _held(args: SentenceArgs) -> str:
    stop = f"{args.does('stop')} at {number_text(args.facts['score'])}"
    because = "no score is written past it" if args.facts["everyone"] else _not_yet_rule(args.facts["because"])
    return f"{stop}: {because}."


def _not_yet_rule(because: NotYet) -> str:
    match because:
        case "set":
            return "only a made bid wins here, and this one was set"
        case "defending":
            return "only a side that makes its bid can win with a hand"
        case "against-made":
            return "nobody wins against a made bid"
        case "stand":
            return "a bid wins only from a score that stood at the target before"
        case "play-on":
            return "since several were there, only a bidder who makes it wins"
        case "ahead":
            return "whoever wins must be further ahead of everybody else"
    assert_never(because)


def _not_yet(args: SentenceArgs) -> str:
    return f"{args.does('are')} at the target but {args.verb('do')} not win: {_not_yet_rule(args.facts['because'])}."


def _target(args: SentenceArgs) -> str:
    allowed = " The bidders were set, so the others may win." if args.facts["others_set"] else ""
    return f"{args.does('reach')} {number_text(args.facts['target'])} and {args.verb('win')} the game.{allowed}"


def _deciding_rule(by: DecidedBy) -> str:  # noqa: PLR0911 - one for each rule
    match by:
        case "score":
            return "the better score wins"
        case "bidders":
            return "the scores are equal, so the bidders win"
        case "bidder":
            return "the scores are equal, so the bidder wins"
        case "tie":
            return "the scores are equal, so they win together"
        case "bidders-first":
            return "the bidders come first"
        case "bidders-failed":
            return "the bidders failed, so the others come first"
        case "the-bidder":
            return "the bidder made it, and wins"
        case "first":
            return "the first there wins"
    assert_never(by)


def _crossing(args: SentenceArgs) -> str:
    several = "Both sides" if args.facts["both"] else "Several"
    rule = _deciding_rule(args.facts["by"])
    first = args.facts["first"]
    if not first:
        return f"{several} are at the target: {rule}. {args.does('win')} the game."
    if args.facts["by"] == "first":
        return f"{several} are at the target, and {rule}: {args.who}, {_moment(first)}. {args.does('win')} the game."
    return f"{several} are at the target, the first of them {_moment(first)}: {rule}. {args.does('win')} the game."


def _moment(what: str) -> str:
    """Say when a side was at the target, counting in order."""
    return {
        "before": "before the hand",
        "set": "by the set",
        "sold": "with the bid that was sold",
        "given": "with what the set brought",
        "turned": "with the cards turned up",
        "gift": "with the point that was given",
        "fixed": "with what the hand brought",
    }.get(what) or f"with {POINT_NAMES[what]}"


def _bust(args: SentenceArgs) -> str:
    return f"{args.does('are')} bust: {number_text(args.facts['bust'])} is the mark."


# ---------------------------------------------------------------- other lines


def _adjusted(args: SentenceArgs) -> str:
    return f"The table voted {signed(args.facts['change'])} for {args.who}: {args.facts['reason'].strip().rstrip('.')}."


def _rule_changed(args: SentenceArgs) -> str:
    return f"From here on: {say_setting(args.facts['setting'], args.facts['value'])}"


def _pickup(args: SentenceArgs) -> str:
    times = "an infraction" if args.facts["times"] == 1 else f"{args.facts['times']} infractions"
    return f"{args.who} picks up {number_text(args.facts['change'])} for {times}."


SENTENCES: dict[str, Callable[[SentenceArgs], str]] = {
    "made": _made,
    "set": _set,
    "others": _others,
    "game-counted": _game_counted,
    "game-tied": _game_tied,
    "renege": _renege,
    "sold": _sold,
    "turned": _turned,
    "gift": _gift,
    "hung": lambda args: (
        f"{args.does('hang')} the jack: {counted(args.facts['points'], 'point')} in place of {args.facts['worth']}."
    ),
    "set-given": lambda args: f"The others score what was bid: {args.moves()} for {args.who}.",
    "renege-noted": lambda args: f"{args.who} reneged; these rules have no price for it, so the points count.",
    "special-made": lambda args: f"{_bid(args)}: made, {args.moves()} for {args.who}.",
    "special-made-no-score": lambda args: f"{_bid(args)}: made. It moves no score here.",
    "special-made-to-zero": _special_to_zero,
    "special-made-wins": lambda args: f"{_bid(args)}: made, and {args.does('win')} the game.",
    "special-failed": lambda args: f"{_bid(args)}: failed, {_costs(args)}.{_missed(args)}{_doubled(args)}",
    "special-failed-loses": lambda args: f"{_bid(args)}: failed, and {args.does('lose')} the game.{_missed(args)}",
    "special-failed-becomes": lambda args: (
        f"{_bid(args)}: failed.{_missed(args)} {args.does('are')} at {number_text(args.facts['score'])} now."
    ),
    "special-failed-no-score": lambda args: f"{_bid(args)}: failed. It moves no score here.{_missed(args)}",
    "held": _held,
    "not-yet": _not_yet,
    "target": _target,
    "crossing": _crossing,
    "play-on": lambda _args: "Several are at the target and none of them bid and made it: play on until a bidder does.",
    "four-bid": lambda args: (
        f"Bidding four and making it, with a point or more before, wins: {args.does('win')} the game."
    ),
    "swept": lambda args: f"{args.who} took every point, and that wins the game.",
    "bust": _bust,
    "limit": lambda args: (
        f"That was hand {args.facts['hands']}, the last: {args.does('have')} the best score and {args.verb('win')}."
    ),
    "limit-equal": lambda args: (
        f"That was hand {args.facts['hands']}, and {args.does('are')} equal and best: play on until one is best alone."
    ),
    "best-left": lambda args: f"{args.does('have')} the best of the other scores and {args.verb('win')} the game.",
    "best-of-bust": lambda args: f"Everybody is bust, and {args.does('win')} the game with the best score.",
    "passed-again": lambda args: f"Everybody passed: {args.who} deals again.",
    "passed-on": lambda args: f"Everybody passed: the deal goes to {args.who}.",
    "dealer-set": lambda args: f"Nobody bid, so the dealer's side is set: {_costs(args)}.{_doubled(args)}",
    "misdeal": lambda args: f"Misdeal{f', called by {args.by}' if args.by else ''}: {args.who} deals again.",
    "adjusted": _adjusted,
    "rule-changed": _rule_changed,
    "joined": lambda args: f"{args.who} sits down.",
    "left": lambda args: f"{args.who} leaves the table.",
    "settled": lambda _args: "The points are settled, and scores start again.",
    "restarted": lambda _args: "Scores start again.",
    "tricks": lambda args: f"{args.who} took {counted(args.facts['tricks'], 'trick')}: {signed(args.facts['change'])}.",
    "no-trick": lambda args: f"{args.who} stayed and took no trick: {signed(args.facts['change'])}.",
    "pickup": _pickup,
    "nobody-stayed": lambda _args: "Nobody stayed: the same dealer deals again, and the sits count.",
    "smoke-won": lambda args: (
        f"{args.does('are')} down to {number_text(args.facts['score'])} and {args.verb('win')} the game."
    ),
}


# ---------------------------------------------------------------- what is still needed


def say_to_go(outlook: Outlook) -> str:
    """Say how far a side has to go: "14 to go", "at the target"; empty where there is no target."""
    if outlook.to_go is None:
        return ""
    return f"{outlook.to_go} to go" if outlook.to_go else "at the target"


def say_way_out(outlook: Outlook, who: str) -> str:
    """Say how a side goes out with the next hand: "Ann & Cy go out with 3 points".  Empty when it cannot."""
    args = SentenceArgs(who, len(outlook.team), "", {})
    needed = f" with {counted(outlook.points, 'point')}" if outlook.points else ""
    match outlook.way:
        case "points":
            return f"{args.does('go')} out{needed or ' on any hand'}"
        case "made-bid":
            return f"{args.does('go')} out on a made bid{needed}"
        case "made-bid-or-set":
            return f"{args.does('go')} out on a made bid{needed}, or when the bidders are set"
        case "not-yet":
            return ""
    assert_never(outlook.way)
