"""Every reason for a score, in the words of a card table.

`sentences` takes the reasons of a line and a way to call players by name; nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.numbers import counted, number_text, signed
from scorekeeper.rules.phrases import say_setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorekeeper.rules.outlook import Outlook
    from scorekeeper.rules.why import Why


def sentences(whys: Iterable[Why], name: Callable[[str], str] = str) -> list[str]:
    """Give each reason as one sentence; `name` turns a player of the engine into the name people use."""
    return [sentence(reason, name) for reason in whys]


def sentence(reason: Why, name: Callable[[str], str] = str) -> str:
    """Give one reason as a sentence."""
    names = [name(player) for player in reason.who]
    by = name(reason.by) if reason.by else ""
    return SENTENCES[reason.what](SentenceArgs(join_names(names), len(names), by, reason.facts))


def join_names(names: Sequence[str]) -> str:
    """Name people in one breath: "Ann & Cy", "Ann, Cy & Eve"."""
    return names[0] if len(names) == 1 else " & ".join([", ".join(names[:-1]), *names[-1:]])


@dataclass(frozen=True)
class SentenceArgs:
    """What a sentence is made of: the people (`who`, so `many` of them), who acted, and the facts."""

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


def _bid(told: SentenceArgs) -> str:
    """Say who bid what and what it brought: "Ann bid 5, took 7"."""
    facts = told.facts
    what = f"bid the {facts['name']}" if "name" in facts else f"bid {facts['bid']}"
    how = "threw a card" if facts.get("thrown") else what
    alone = " alone" if facts.get("alone") else ""
    took = f", took {facts['took']}" if facts["counted"] else ""
    return f"{told.by} {how}{alone}{took}"


def _made(told: SentenceArgs) -> str:
    facts = told.facts
    only = " A made bid scores what was bid." if facts["counted"] and facts["points"] != facts["took"] else ""
    return f"{_bid(told)}: made, {told.moves()} for {told.who}.{only}"


def _set(told: SentenceArgs) -> str:
    return f"{_bid(told)}: set, {told.moves()} for {told.who}.{_goes_up(told)}{_doubled(told)}"


def _goes_up(told: SentenceArgs) -> str:
    return f" {told.who} {told.verb('go')} up." if told.facts["down"] else ""


def _doubled(told: SentenceArgs) -> str:
    return " Doubled: the dealer took it over a thrown card." if told.facts["doubled"] else ""


def _missed(told: SentenceArgs) -> str:
    return " A trick was lost." if told.facts["every_point"] else " A point was lost."


def _others(told: SentenceArgs) -> str:
    if told.facts["points"] == 0:
        return f"{told.who} took {told.facts['took']}, but only the bid is scored here."
    return f"{told.who} took {told.facts['took']}: {told.moves()}."


def _special_to_zero(told: SentenceArgs) -> str:
    was = "exactly zero, and that is not enough to win" if told.facts["was"] == 0 else "below zero"
    return f"{_bid(told)}: made from {was}, so {told.does('are')} at zero now."


def _renege(told: SentenceArgs) -> str:
    side = "the bid counts as made" if told.facts["made"] else "the bidders are set"
    return f"{told.who} reneged: nothing for that side, {told.moves()} for everybody else; {side}."


# ---------------------------------------------------------------- game


_TIED_GAME = {
    "low": "who took low",
    "bidders": "who bid",
    "defenders": "who did not bid",
    "each": "for every tied side scores it",
}


def _game_counted(told: SentenceArgs) -> str:
    if not told.who:
        return "No card points were counted, so nobody has game."
    return f"Game goes to {told.who} with {counted(told.facts['most'], 'card point')}."


def _game_tied(told: SentenceArgs) -> str:
    tied = f"Card points are tied at {told.facts['most']}"
    if not told.who:
        return f"{tied}: nobody scores game."
    return f"{tied}: game goes to {told.who}, {_TIED_GAME[told.facts['tie']]}."


# ---------------------------------------------------------------- who wins, and who does not yet


def _held(told: SentenceArgs) -> str:
    stop = f"{told.does('stop')} at {number_text(told.facts['score'])}"
    because = "no score is written past it" if told.facts["everyone"] else _NOT_YET[told.facts["because"]]
    return f"{stop}: {because}."


_NOT_YET = {
    "set": "only a made bid wins here, and this one was set",
    "defending": "only a side that makes its bid can win with a hand",
    "against-made": "nobody wins against a made bid",
    "stand": "a bid wins only from a score that stood at the target before",
    "play-on": "since several were there, only a bidder who makes it wins",
}


def _not_yet(told: SentenceArgs) -> str:
    return f"{told.does('are')} at the target but {told.verb('do')} not win: {_NOT_YET[told.facts['because']]}."


def _target(told: SentenceArgs) -> str:
    allowed = " The bidders were set, so the others may win." if told.facts["others_set"] else ""
    return f"{told.does('reach')} {number_text(told.facts['target'])} and {told.verb('win')} the game.{allowed}"


_CROSSING = {
    "score": "the better score wins",
    "bidders": "the scores are equal, so the bidders win",
    "bidder": "the scores are equal, so the bidder himself wins",
    "tie": "the scores are equal, so they win together",
    "bidders-first": "the bidders come first",
    "bidders-failed": "the bidders failed, so the others come first",
    "the-bidder": "the bidder made it, so he wins",
}


def _crossing(told: SentenceArgs) -> str:
    several = "Both sides" if told.facts["both"] else "Several"
    return f"{several} are at the target: {_CROSSING[told.facts['by']]}. {told.does('win')} the game."


def _bust(told: SentenceArgs) -> str:
    return f"{told.does('are')} bust: {number_text(told.facts['bust'])} is the mark."


# ---------------------------------------------------------------- other lines


def _adjusted(told: SentenceArgs) -> str:
    return f"The table voted {signed(told.facts['change'])} for {told.who}: {told.facts['reason'].strip().rstrip('.')}."


def _rule_changed(told: SentenceArgs) -> str:
    return f"From here on: {say_setting(told.facts['setting'], told.facts['value'])}"


def _pickup(told: SentenceArgs) -> str:
    times = "an infraction" if told.facts["times"] == 1 else f"{told.facts['times']} infractions"
    return f"{told.who} picks up {number_text(told.facts['change'])} for {times}."


SENTENCES: dict[str, Callable[[SentenceArgs], str]] = {
    "made": _made,
    "set": _set,
    "others": _others,
    "game-counted": _game_counted,
    "game-tied": _game_tied,
    "renege": _renege,
    "renege-noted": lambda told: f"{told.who} reneged; these rules have no price for it, so the points count.",
    "special-made": lambda told: f"{_bid(told)}: made, {told.moves()} for {told.who}.",
    "special-made-no-score": lambda told: f"{_bid(told)}: made. It moves no score here.",
    "special-made-to-zero": _special_to_zero,
    "special-made-wins": lambda told: f"{_bid(told)}: made, and {told.does('win')} the game.",
    "special-failed": lambda told: (
        f"{_bid(told)}: failed, {told.moves()} for {told.who}.{_missed(told)}{_doubled(told)}"
    ),
    "special-failed-loses": lambda told: f"{_bid(told)}: failed, and {told.does('lose')} the game.{_missed(told)}",
    "special-failed-becomes": lambda told: (
        f"{_bid(told)}: failed.{_missed(told)} {told.does('are')} at {number_text(told.facts['score'])} now."
    ),
    "special-failed-no-score": lambda told: f"{_bid(told)}: failed. It moves no score here.{_missed(told)}",
    "held": _held,
    "not-yet": _not_yet,
    "target": _target,
    "crossing": _crossing,
    "play-on": lambda _told: "Several are at the target and none of them bid and made it: play on until a bidder does.",
    "four-bid": lambda told: (
        f"Bidding four and making it, with a point or more before, wins: {told.does('win')} the game."
    ),
    "swept": lambda told: f"{told.who} took every point, and that wins the game.",
    "bust": _bust,
    "best-left": lambda told: f"{told.does('have')} the best of the other scores and {told.verb('win')} the game.",
    "best-of-bust": lambda told: f"Everybody is bust, and {told.does('win')} the game with the best score.",
    "passed-again": lambda told: f"Everybody passed: {told.who} deals again.",
    "passed-on": lambda told: f"Everybody passed: the deal goes to {told.who}.",
    "dealer-set": lambda told: (
        f"Nobody bid, so the dealer's side is set: {told.moves(-told.facts['points'])} for {told.who}."
    ),
    "misdeal": lambda told: f"Misdeal: {told.who} deals again.",
    "adjusted": _adjusted,
    "rule-changed": _rule_changed,
    "joined": lambda told: f"{told.who} sits down.",
    "left": lambda told: f"{told.who} leaves the table.",
    "settled": lambda _told: "The points are settled, and scores start again.",
    "restarted": lambda _told: "Scores start again.",
    "tricks": lambda told: f"{told.who} took {counted(told.facts['tricks'], 'trick')}: {signed(told.facts['change'])}.",
    "no-trick": lambda told: f"{told.who} stayed and took no trick: {signed(told.facts['change'])}.",
    "pickup": _pickup,
    "nobody-stayed": lambda _told: "Nobody stayed: the same dealer deals again, and the sits count.",
    "smoke-won": lambda told: (
        f"{told.does('are')} down to {number_text(told.facts['score'])} and {told.verb('win')} the game."
    ),
}


# ---------------------------------------------------------------- what is still needed


def say_to_go(outlook: Outlook) -> str:
    """Say how far a side has to go: "14 to go", "at the target"; nothing where there is no target."""
    if outlook.to_go is None:
        return ""
    return f"{outlook.to_go} to go" if outlook.to_go else "at the target"


def say_way_out(outlook: Outlook, who: str) -> str:
    """Say how a side goes out with the next hand: "Ann & Cy go out with 3 points".  Nothing when it cannot."""
    told = SentenceArgs(who, len(outlook.team), "", {})
    needed = f" with {counted(outlook.points, 'point')}" if outlook.points else ""
    match outlook.way:
        case "points":
            return f"{told.does('go')} out{needed or ' on any hand'}"
        case "made-bid":
            return f"{told.does('go')} out on a made bid{needed}"
        case "made-bid-or-set":
            return f"{told.does('go')} out on a made bid{needed}, or when the bidders are set"
    return ""
