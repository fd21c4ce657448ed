"""Every reason for a score, in the words of a card table.

`sentences` takes the reasons of a line and a way to call players by name; nothing here decides anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorekeeper.rules.outlook import Outlook
    from scorekeeper.rules.why import Why

MINUS = "\N{MINUS SIGN}"

POINT_NAMES = {
    "high": "high",
    "low": "low",
    "jack": "jack",
    "off_jack": "jick",
    "joker": "joker",
    "high_joker": "high joker",
    "low_joker": "low joker",
    "game": "game",
    "trey": "trey",
    "deuce": "deuce",
    "five": "five",
    "off_five": "off-five",
    "ten": "ten",
    "off_ace": "off-ace",
    "off_ten": "off-ten",
    "off_three": "off-three",
    "off_two": "off-two",
    "last_trick": "last trick",
    "high_spade": "high spade",
}


def sentences(whys: Iterable[Why], name: Callable[[str], str] = str) -> list[str]:
    """Give each reason as one sentence; `name` turns a player of the engine into the name people use."""
    return [sentence(reason, name) for reason in whys]


def sentence(reason: Why, name: Callable[[str], str] = str) -> str:
    """Give one reason as a sentence."""
    return SENTENCES[reason.what](together([name(player) for player in reason.who]), reason.facts)


def together(names: Sequence[str]) -> str:
    """Name people in one breath: "Ann & Cy", "Ann, Cy & Eve"."""
    return names[0] if len(names) == 1 else " & ".join([", ".join(names[:-1]), *names[-1:]]) if names else ""


def signed(number: int) -> str:
    """Write a change with its sign, minus as a true minus."""
    return f"+{number}" if number > 0 else number_text(number)


def number_text(number: int) -> str:
    """Write a score, minus as a true minus."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


# ---------------------------------------------------------------- phrases


def _moves(facts: Mapping[str, Any], points: int | None = None) -> str:
    """Write what happens to the score; where scores count down a gain is a minus."""
    change = facts["points"] if points is None else points
    return signed(-change if facts["down"] else change)


def _bid(facts: Mapping[str, Any]) -> str:
    what = facts["name"].capitalize() if "name" in facts else f"Bid {facts['bid']}"
    return f"{what}, took {facts['took']}" if facts["counted"] else what


def _doubled(facts: Mapping[str, Any]) -> str:
    return " Doubled: the dealer took it over a thrown card." if facts["doubled"] else ""


def _made(who: str, facts: Mapping[str, Any]) -> str:
    only = " A made bid scores what was bid." if facts["counted"] and facts["points"] < facts["took"] else ""
    return f"{_bid(facts)}: made, {_moves(facts)} for {who}.{only}"


def _set(who: str, facts: Mapping[str, Any]) -> str:
    return f"{_bid(facts)}: set, {_moves(facts)} for {who}.{_doubled(facts)}"


def _others(who: str, facts: Mapping[str, Any]) -> str:
    if facts["points"] == 0:
        return f"{who} took {facts['took']}, but only the bid is scored here."
    return f"{who} took {facts['took']}: {_moves(facts)}."


def _game_counted(who: str, facts: Mapping[str, Any]) -> str:
    return (
        f"Game goes to {who} with {facts['most']} card points." if who else "No card points were counted, so no game."
    )


_TIED_GAME = {
    "low": "they also took low",
    "bidders": "a tied game is the bidders'",
    "defenders": "a tied game is the defenders'",
    "each": "each tied side scores it",
}


def _game_tied(who: str, facts: Mapping[str, Any]) -> str:
    tied = f"Card points are tied at {facts['most']}"
    if not who:
        return f"{tied}: nobody scores game."
    return f"{tied}: game goes to {who}, {_TIED_GAME[facts['tie']]}."


def _renege(who: str, facts: Mapping[str, Any]) -> str:
    side = "the bid counts as made" if facts["made"] else "the bidders are set"
    return f"{who} reneged: nothing for that side, {_moves(facts)} for everybody else; {side}."


def _held(who: str, facts: Mapping[str, Any]) -> str:
    because = "no score is written past it" if facts["everyone"] else "they did not bid"
    return f"{who} stop at {number_text(facts['score'])}: {because}."


def _rule_changed(_who: str, facts: Mapping[str, Any]) -> str:
    value = facts["value"]
    said = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
    return f"From here on {facts['setting']} is {said}."


SENTENCES: dict[str, Callable[[str, Mapping[str, Any]], str]] = {
    "made": _made,
    "set": _set,
    "others": _others,
    "game-counted": _game_counted,
    "game-tied": _game_tied,
    "renege": _renege,
    "special-made": lambda who, f: f"{_bid(f)}: made, {_moves(f)} for {who}.",
    "special-made-for-money": lambda who, f: f"{_bid(f)}: made by {who}. It is played for money, not for points.",
    "special-made-to-zero": lambda who, f: f"{_bid(f)}: made from below zero, so {who} are back at zero.",
    "special-made-wins": lambda who, f: f"{_bid(f)}: made, and that wins the game for {who}.",
    "special-failed": lambda who, f: f"{_bid(f)}: failed, {_moves(f)} for {who}.{_doubled(f)}",
    "special-failed-loses": lambda who, f: f"{_bid(f)}: failed, and that loses the game for {who}.",
    "special-failed-becomes": lambda who, f: f"{_bid(f)}: failed, {who} now stand at {number_text(f['score'])}.",
    "special-failed-for-money": lambda who, f: f"{_bid(f)}: failed by {who}. It is played for money, not for points.",
    "held": _held,
    "wins": lambda who, _: f"{who} win the game.",
    "target": lambda who, f: f"{who} reach {f['target']} and win the game.",
    "four-bid": lambda who, _: f"A four bid and made from one point or more wins the game for {who}.",
    "swept": lambda who, _: f"{who} took every point, and that wins the game.",
    "bust": lambda who, f: f"{who} are bust at {number_text(f['bust'])}.",
    "best-of-the-others": lambda _w, _f: "The best of the other scores wins.",
    "crossing-bidder": lambda who, _: f"Several are there; {who} made the bid and win the game.",
    "crossing-bidders-first": lambda _w, _f: "Both sides are there, and the bidders come first.",
    "crossing-bidders-failed": lambda _w, _f: "The bidders failed, so the others come first.",
    "crossing-higher": lambda _w, _f: "Both sides are there, and the better score wins; of equal ones the bidders.",
    "play-on": lambda _w, _f: "Several are there and none of them made the bid: play on until a bidder makes it.",
    "passed-again": lambda who, _: f"Everybody passed: {who} deals again.",
    "passed-on": lambda who, _: f"Everybody passed: the deal goes to {who}.",
    "dealer-set": lambda who, f: f"Nobody bid: the dealer's side is set, {_moves(f, -f['points'])} for {who}.",
    "misdeal": lambda who, _: f"Misdeal: {who} deals again.",
    "adjusted": lambda who, f: f"The table changed the score of {who}: {f['reason']}",
    "rule-changed": _rule_changed,
    "joined": lambda who, _: f"{who} sits down.",
    "left": lambda who, _: f"{who} leaves the table.",
    "settled": lambda _w, _f: "The points are settled and the scores start again.",
    "tricks": lambda who, f: f"{who} took {f['tricks']}: {signed(f['change'])}.",
    "no-trick": lambda who, f: f"{who} stayed and took no trick: {signed(f['change'])}.",
    "pickup": lambda who, f: (
        f"{who} picks up {signed(f['change'])} for "
        + ("an infraction." if f["times"] == 1 else f"{f['times']} infractions.")
    ),
    "nobody-stayed": lambda _w, _f: "Nobody stayed: the same dealer again, and the sits count.",
    "smoke-won": lambda who, f: f"{who} is down to {number_text(f['score'])} and out.",
}


# ---------------------------------------------------------------- what is still needed


def say_to_go(outlook: Outlook) -> str:
    """Say how far a side has to go: "14 to go", "there"; nothing where there is no target."""
    if outlook.to_go is None:
        return ""
    return f"{outlook.to_go} to go" if outlook.to_go else "at the target"


def say_way_out(outlook: Outlook, who: str) -> str:
    """Say how a side goes out with the next hand: "Ann & Cy go out with 3 points".  Nothing when it cannot."""
    points = f"{outlook.points} point" + ("s" if outlook.points != 1 else "")
    needed = f" with {points}" if outlook.points else ""
    match outlook.way:
        case "points":
            return f"{who} go out{needed or ' on any hand'}"
        case "made-bid":
            return f"{who} go out on a made bid{needed}"
        case "made-bid-or-set":
            return f"{who} go out on a made bid{needed}, or when the bidders are set"
    return ""
