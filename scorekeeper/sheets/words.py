"""Every reason for a score, in the words of a card table, and the tally of Smoke as it is read aloud.

`sentences` takes the reasons of a line and a function that names players.  The words follow from the reasons and their
facts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from scorekeeper.rules.finish import DecidedBy, NotYet
from scorekeeper.rules.outlook import Outlook
from scorekeeper.rules.setting_groups import Names
from scorekeeper.rules.tally import TallyLine, Trend
from scorekeeper.rules.why import Why
from scorekeeper.sheets.grammar import counted, join_names, number_text, signed
from scorekeeper.sheets.hand_words import HAND_SENTENCES, SentenceArgs, costs, doubled
from scorekeeper.sheets.phrases import point_name, say_setting


def sentences(whys: Iterable[Why], name: Callable[[str], str] = str) -> list[str]:
    """Return each reason as one sentence; `name` turns a player of the engine into the name people use."""
    return [sentence(reason, name) for reason in whys]


def sentence(reason: Why, name: Callable[[str], str] = str) -> str:
    """Return one reason as a sentence."""
    names = [name(player) for player in reason.who]
    by = name(reason.by) if reason.by else ""
    return SENTENCES[reason.what](SentenceArgs(join_names(names), len(names), by, reason.facts, name))


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
            return "a side that did not bid cannot go out when the bid is made"
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
            return "the bidders made it, so they count first"
        case "bidders-failed":
            return "the bidders were set, so the others count first"
        case "the-bidder":
            return "the bidder made the bid, and wins"
        case "first":
            return "the first there wins"
    assert_never(by)


def _crossing(args: SentenceArgs) -> str:
    several = "Both sides" if args.facts["both"] else "Several"
    at = ", ".join(f"{args.side(team)} {number_text(score)}" for team, score in args.facts["at"])
    there = f"{several} are at {number_text(args.facts['target'])} ({at})"
    rule, first = _deciding_rule(args.facts["by"]), args.facts["first"]
    if not first:
        return f"{there}: {rule}. {args.does('win')} the game."
    moment = _moment(first, args.facts["names"])
    if args.facts["by"] == "first":
        return f"{there}, and {rule}: {args.who}, {moment}. {args.does('win')} the game."
    return f"{there}, the first of them {moment}: {rule}. {args.does('win')} the game."


def _moment(what: str, names: Names) -> str:
    """Return in words when a side was at the target, counting in order."""
    return {
        "before": "before the hand",
        "set": "by the set",
        "sold": "with the bid that was sold",
        "given": "with what the set brought",
        "turned": "with the cards turned up",
        "gift": "with the point that was given",
        "fixed": "with what the hand brought",
    }.get(what) or f"with {point_name(what, names)}"


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
    **HAND_SENTENCES,
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
    "dealer-set": lambda args: f"Nobody bid, so the dealer's side is set: {costs(args)}.{doubled(args)}",
    "misdeal": lambda args: f"Misdeal{f', called by {args.by}' if args.by else ''}: {args.who} deals again.",
    "adjusted": _adjusted,
    "rule-changed": _rule_changed,
    "joined": lambda args: f"{args.who} sits down.",
    "left": lambda args: f"{args.who} leaves the table.",
    "settled": lambda _args: "The points are settled, and scores start again.",
    "substituted": lambda args: f"{args.who} plays on in {args.by}'s place, with the same score.",
    "swapped": lambda args: f"{args.does('swap')} seats.",
    "deals-next": lambda args: f"{args.who} deals the next hand.",
    "ended-leaders": lambda args: f"The table ends the game here: {args.does('lead')} and {args.verb('win')}.",
    "ended-nobody": lambda _args: "The table ends the game here, and nobody wins.",
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
    """Return in words how far a side has to go: "14 to go", "at the target"; empty where there is no target."""
    if outlook.to_go is None:
        return ""
    return f"{outlook.to_go} to go" if outlook.to_go else "at the target"


def say_way_out(outlook: Outlook, who: str) -> str:
    """Return how a side goes out with the next hand: "Ann & Cy go out with 3 points".  Empty when it cannot."""
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


# ---------------------------------------------------------------- the tally of Smoke, in its own words (source 002)

ATTENTION = "Attention to tally:"
IN_THE_BOX, MUSTIE, NEVER_LAND = "in the box", "is a mustie", "never, never land"


def say_tally(line: TallyLine, name: str) -> str:
    """Return one line of the tally in words: "Whiz, 9 steady, 2 sits, is a mustie." [002]."""
    parts = [f"{name}, {number_text(line.score)} {say_trend(line.trend)}"]
    if line.sits:
        parts.append(counted(line.sits, "sit"))
    if line.in_box:
        parts.append(IN_THE_BOX)
    elif line.must_play:
        parts.append(MUSTIE)
    if line.never_land:
        parts.append(NEVER_LAND)
    return ", ".join(parts) + "."


def say_trend(trend: Trend) -> str:
    match trend:
        case "down":
            return "coming down"
        case "up":
            return "going up"
        case "steady":
            return "steady"
    assert_never(trend)


def read_out(lines: Iterable[TallyLine], name: Callable[[str], str] = str) -> list[str]:
    """Return the whole tally, a sentence each: "Attention to tally:", then every player from the reader on."""
    return [ATTENTION, *(say_tally(line, name(line.player)) for line in lines)]
