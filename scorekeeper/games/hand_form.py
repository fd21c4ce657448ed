"""The hand form: everything that may be tapped for one hand at this table, with what was tapped already.

templates/_macros/hand.html and smoke.html print it.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.core.marks import Mark, player_marks
from scorekeeper.core.text import is_integer, parse_integer
from scorekeeper.rules.deck import RANK_OF_TURNED, points_not_out
from scorekeeper.rules.errors import Fault
from scorekeeper.rules.sheet import Document, from_left_of, left_of, side_of
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.sheets.phrases import Several, has_own_name, join_names, number_text, point_name, signed
from scorekeeper.sheets.words import sentences, tally_words

NONE, US, THEM = "none", "us", "them"
"""Values of a point besides a seat: nobody; with a called partner the bidder's side and the other one."""
TURNED_FIELDS = ("turned", "turned-2", "turned-3")
"""The first card turned up for trump, and those after it where the cards were run."""
LABELS = {
    "off_jack": ("Jick", ""),
    "high_joker": ("Joker", "high"),
    "low_joker": ("Joker", "low"),
    "off_five": ("Five", "off"),
    "off_ace": ("Ace", "off"),
    "off_ten": ("Ten", "off"),
    "off_three": ("Three", "off"),
    "off_two": ("Two", "off"),
    "last_trick": ("Last", "trick"),
    "high_spade": ("Spade", "high"),
}
ERROR_ANCHORS = {"counts": "point-game", "buried": "point-game", "points": "points", "sure": "points", "": "hand"}
"""Where the summary of errors links to, for fields without a visible control of that name."""
FOR_PHONE = (
    "has_bidding", "calls_partner", "made_scores_bid", "others_score", "bid_is_all", "times_lost", "gives_sets",
    "counts_down", "bidder_deals", "dealer_sits_out", "scores_renege",
)  # fmt: skip
"""What a phone without signal knows of the rules, besides who plays (static/js/waiting/reckon.js)."""
FOUR, TWO_SIDES = 4, 2
LONG_WORD = 7
"""From so many letters on, a name is written smaller, so that it fits its chip."""


@dataclass(frozen=True)
class Choice:
    """One thing to tap: a radio button, and what its label looks like."""

    value: str
    text: str
    css: str = ""
    note: str = ""
    checked: bool = False
    start: bool = False
    """Whether it is checked on a form that nobody has touched."""

    @property
    def long(self) -> str:
        longest = max(map(len, self.text.split()), default=0)
        return " long" if longest >= LONG_WORD else ""


class HandForm:
    """The form for the next hand of `table`, or for one that is corrected.

    `typed`: field name -> what was sent or is corrected; `wrong`: field name -> what is wrong with it.
    """

    def __init__(
        self, table: Table, names: Mapping[str, str], typed: Mapping[str, str], wrong: Mapping[str, str] | None = None
    ) -> None:
        self.table, self.rules, self.names = table, table.rules, names
        self.typed, self.wrong = typed, wrong or {}

    @property
    def cache_key(self) -> Hashable | None:
        """Return what a form depends on in which nothing is tapped yet: a table shows the same few again and again.

        None for any other, and in Smoke, where who must play and who may sit changes with each hand.
        """
        table = self.table
        if self.typed or self.wrong or table.is_smoke:
            return None
        return (table.rules, table.players, table.teams, table.dealer, tuple(self.names.items()))

    @property
    def errors(self) -> list[tuple[str, str]]:
        """Return (id of the control, sentence) in the order of the form."""
        return [(ERROR_ANCHORS.get(key, key), sentence) for key, sentence in self.wrong.items()]

    def choice(self, name: str, value: str, text: str, css: str = "", note: str = "") -> Choice:
        return Choice(value, text, css, note, checked=self.typed.get(name, "") == value)

    # ------------------------------------------------------------ who, how much, with whom

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Everybody who may take something in this hand: a dealer who sits it out may not."""
        marks = player_marks(self.table, self.names)
        return tuple(mark for mark in marks if mark.key != self.table.dealer) if self.rules.dealer_sits_out else marks

    @cached_property
    def players(self) -> dict[str, str]:
        """Everybody in the hand with the class of their side, in bidding order, the dealer last."""
        css = {player: mark.css for mark in self.marks for player in mark.members}
        order = from_left_of(self.table.dealer, self.table.players)
        return {player: css[player] for player in order if player in css}

    @property
    def bidders(self) -> list[Choice]:
        """Return who may have won the bid; nobody where nobody bids."""
        if not self.rules.has_bidding:
            return []
        dealer = self.table.dealer
        return [
            self.choice("bidder", player, self.names[player], css)
            if player != dealer
            else self.choice("bidder", player, self.names[player], f"{css} dealer", "deals")
            for player, css in self.players.items()
        ]

    @property
    def bids(self) -> list[Choice]:
        rules = self.rules
        if not rules.has_bidding:
            return []
        lowest = min(rules.auction.min, rules.forced_bid) if rules.dealer_is_forced else rules.auction.min
        bids = [
            self.choice("bid", str(bid), str(bid), "four" if bid == FOUR else "")
            for bid in range(lowest, rules.highest_bid + 1)
        ]
        if rules.has_special:
            bids.append(self.choice("bid", rules.special.name, rules.special.name.capitalize(), "special"))
        return bids

    # ------------------------------------------------------------ the points

    @property
    def layout(self) -> str:
        """Return how a point says who got it: its card lies with one of two "sides", or "called" ones; else by name."""
        return "called" if self.rules.calls_partner else "sides" if len(self.marks) == TWO_SIDES else "players"

    def label(self, key: str) -> tuple[str, str, str]:
        """Return what a point is called, the name on its card, and a note: "left bauer", "Bauer", "left"."""
        called = point_name(key, self.rules.names)
        if has_own_name(key, self.rules.names):
            *which, name = called.split()
            label = (name.capitalize(), " ".join(which))
        else:
            label = LABELS.get(key, (called.capitalize(), ""))
        return called, *label

    def start(self, key: str) -> str:
        """Return the class of what is checked for a point on an untouched form; empty if it follows the bidder."""
        value = start_value(self.table, key)
        return "no" if value == NONE else value

    def takers(self, key: str) -> list[Choice]:
        """Return who may have got a point; one that follows the bidder is open while its taker is on that side."""
        start, bidder = start_value(self.table, key), self.typed.get("bidder", "")
        got = self.typed.get(f"point-{key}") or start
        if not start and bidder in self.table.players and got in side_of(bidder, self.table.teams):
            got = ""
        if self.rules.calls_partner:
            sides = [(US, "Us", US, "us, the bidder's side"), (THEM, "Them", THEM, "them, the other side")]
        else:
            got = next((mark.key for mark in self.marks if got in mark.members), got)
            two_shapes = len(self.marks) == TWO_SIDES and not self.marks[0].initials
            sides = [(mark.key, "" if two_shapes else mark.name, mark.css, mark.name) for mark in self.marks]
        nobody = "no one" if key == "game" else "not out"
        sides.insert(len(sides) if self.layout == "players" else 1, (NONE, nobody.capitalize(), "no", nobody))
        return [
            Choice(value, text, css, note, checked=got == value, start=bool(start) and value == start)
            for value, text, css, note in sides
        ]

    # ------------------------------------------------------------ what was turned up, given, hung

    @property
    def eldest(self) -> str:
        """Return the name of the player on the dealer's left."""
        return self.names[left_of(self.table.dealer, self.table.players)]

    @property
    def turned_cards(self) -> list[str]:
        """Return the cards that bring the dealer something when they are turned up."""
        return [card for card in RANK_OF_TURNED if self.rules.value(f"turn.{card}")]

    def turned(self, name: str) -> list[Choice]:
        """Return what may have been turned up for trump."""
        cards = [self.choice(name, card, RANK_OF_TURNED[card], note=card) for card in self.turned_cards]
        return [Choice("", "Other", "no", "other", checked=not self.typed.get(name), start=True), *cards]

    def yes_or_no(self, name: str) -> list[Choice]:
        said = self.typed.get(name) == "yes"
        return [
            Choice("", "No", "no", "no", checked=not said, start=True),
            Choice("yes", "Yes", "", "yes", checked=said),
        ]

    # ------------------------------------------------------------ the counter for game

    @property
    def is_counted(self) -> bool:
        """Return whether the form has a counter for game."""
        return self.rules.counts_game and not self.rules.bid_is_all

    def pile(self, mark: Mark) -> str:
        """Return what stands in the counter of a side."""
        given = [self.typed[f"count-{player}"] for player in mark.members if self.typed.get(f"count-{player}")]
        if len(given) > 1 and all(number.isdecimal() for number in given):
            return number_text(sum(map(int, given)))
        return given[0] if given else ""

    @property
    def whole_pack(self) -> bool:
        """Return whether the whole pack is dealt and kept, so that the other pile is the rest."""
        deck = self.rules.deck
        pack = 4 * len(deck.ranks.split()) + deck.jokers
        return bool(pack) and self.rules.deal.hand * len(self.table.players) == pack

    # ------------------------------------------------------------ hands from paper

    @property
    def columns(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """Return what is asked of a hand from paper: a field, its name, its options, the one for nothing said first."""
        rules, blank = self.rules, ("", "\N{EN DASH}")
        players = [(player, self.names[player]) for player in self.table.players]
        sides = [(mark.key, mark.name) for mark in player_marks(self.table, self.names)]
        takers, passed = [*sides, (NONE, "Nobody")], [] if rules.dealer_is_forced else [("passed", "All passed")]
        usual = {"": ("", "Bidder") if rules.has_bidding else blank, NONE: ("", "Nobody")}
        asked = [
            (rules.has_bidding, "bidder", "Bidder", [blank, *players, *passed]),
            (rules.has_bidding, "bid", "Bid", [blank, *((bid.value, bid.text) for bid in self.bids)]),
            (rules.calls_partner, "partner", "Partner", [blank, *players, ("alone", "Alone")]),
            (rules.bid_is_all, "made", "Made or set", [blank, ("yes", "Made"), ("no", "Set")]),
            *(
                (not rules.bid_is_all, f"point-{key}", self.label(key)[0].capitalize(), [usual[likely], *takers])
                for key, likely in {key: start_value(self.table, key) for key in rules.worth}.items()
                if self.layout == "players"
            ),
            (self.turned_cards, "turned", "Turned up", [blank, *((it, it.capitalize()) for it in self.turned_cards)]),
            (rules.turn.gift, "gift", "Gift", [("", "No"), ("yes", "Yes")]),
            (rules.points.jack.hung, "hung", "Jack hung", [("", "No"), ("yes", "Yes")]),
            (rules.penalty.renege != "none", "renege", "Renege", [("", "Nobody"), *players]),
        ]
        return [(name, title, options) for is_asked, name, title, options in asked if is_asked]

    # ------------------------------------------------------------ without signal

    @property
    def for_phone(self) -> Document:
        """Return what a phone without signal counts an ordinary hand by; not in Smoke, where it counts none."""
        table, rules = self.table, self.rules
        return {name: getattr(rules, name) for name in FOR_PHONE} | {
            "worth": dict(rules.worth),
            "players": table.players,
            "teams": table.teams,
            "names": {player: self.names[player] for player in table.players},
            "not_out": sorted(points_not_out(rules, len(table.players))),
            "all_pass": rules.auction.all_pass,
            "seller_scores": rules.auction.seller_scores,
            "buried_to_bidder": rules.game.buried_to_bidder,
            "hold": None if "none" in (rules.finish.hold, rules.finish.target) else rules.finish.target,
        }

    # ------------------------------------------------------------ Smoke

    def forced(self, player: str) -> str:
        """Return why a player may not sit this hand out; empty when they may."""
        return why_forced(self.table, player)


def start_value(table: Table, key: str) -> str:
    """Return the value of a point before anybody taps it: the most likely one (rules/deck.py).

    That is nobody for a card that is more often left in the deck than dealt, else the bidder's side.  It is empty as
    long as the bidder's side is not known, and in games without bidding: then the person who scores has to choose.
    """
    if key in points_not_out(table.rules, len(table.players)):
        return NONE
    return US if table.rules.calls_partner else ""


SAT = "sat"
TRICKS = tuple(str(tricks) for tricks in range(ALL_TRICKS + 1))
NOBODY = "nobody"
"""The button that saves a hand in which nobody stayed."""
MAX_NAMED = 3
"""The most players who sit that are named below Save."""


def why_forced(table: Table, player: str) -> str:
    """Return why a player may not sit out the next hand; of two reasons (A38) the box.  Empty when they may."""
    if player not in table.must_play():
        return ""
    return tally_words()["in-box"] if table.scores[player] <= table.rules.tally.box_at else "mustie"


# ---------------------------------------------------------------- what the form says while it is filled in


def tricks_so_far(typed: Mapping[str, str], players: Sequence[str]) -> int:
    said = (typed.get(f"play-{player}") for player in players)
    return sum(int(tricks) for tricks in said if tricks and tricks in TRICKS)


def say_so_far(typed: Mapping[str, str], players: Sequence[str]) -> str:
    """Return how many tricks are tapped: "Tricks so far: 3 of 5."."""
    tricks = tricks_so_far(typed, players)
    return f"Tricks so far: {tricks} of {ALL_TRICKS}.{' That is too many.' if tricks > ALL_TRICKS else ''}"


def say_hand(entry: LineResult, facts: Document, names: Mapping[str, str]) -> str:
    """Return in a few words what a hand does, for Save: "Ann −2, Bob +5 · Cy sits"."""
    whys, sat = entry.whys, facts.get("sat", ())
    moved = ", ".join(f"{names[player]} {signed(change)}" for player, change in entry.changes.items() if change)
    sits = Several(join_names([names[key] for key in sat]) if len(sat) <= MAX_NAMED else "the rest", len(sat))
    ends = {why.what: said for why, said in zip(whys, sentences(whys, names.__getitem__), strict=True)}
    told = [moved, ends.get("nobody-stayed", f"{sits:sit}" if sat else ""), ends.get("smoke-won", "")]
    return " · ".join(filter(None, told))


# ---------------------------------------------------------------- from the form to facts


def smoke_fields(players: Sequence[str]) -> list[str]:
    """Return the fields a table of these players has, beside those of every hand form."""
    return ["first_trick", *(f"play-{player}" for player in players), *(f"pickup-{player}" for player in players)]


def who_played(typed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return what everybody did.  Once all tricks are in, who is not tapped sat out, or took none if they must play."""
    players = table.players
    if typed.get("what") == NOBODY:
        return dict.fromkeys(players, SAT)
    said = {player: typed[f"play-{player}"] for player in players if f"play-{player}" in typed}
    if tricks_so_far(typed, players) == ALL_TRICKS:
        said |= {player: "0" if player in table.must_play() else SAT for player in players if player not in said}
    return said


def smoke_facts(typed: Mapping[str, str], table: Table) -> Document:
    """Return the line of a hand; fields nobody filled in are left out, and the engine says what is missing."""
    players, said = table.players, who_played(typed, table)
    tricks = {player: int(took) for player, took in said.items() if took in TRICKS}
    facts: Document = {"tricks": tricks}
    if sat := [player for player in players if said.get(player) == SAT]:
        facts["sat"] = sat
    if "first_trick" in typed and typed.get("what") != NOBODY:
        facts["first_trick"] = typed["first_trick"]
    given = {who: parse_integer(text) for who in players if is_integer(text := typed.get(f"pickup-{who}", ""))}
    if pickups := {player: count for player, count in given.items() if count}:
        facts["pickups"] = pickups
    return facts


# ---------------------------------------------------------------- from facts to the form


def smoke_as_form(facts: Document) -> dict[str, str]:
    typed = {f"play-{player}": str(tricks) for player, tricks in facts.get("tricks", {}).items()}
    typed |= {f"play-{player}": SAT for player in facts.get("sat", ())}
    typed |= {f"pickup-{player}": str(count) for player, count in facts.get("pickups", {}).items() if count}
    return typed | {key: facts[key] for key in ("first_trick", "note") if facts.get(key)}


# ---------------------------------------------------------------- what is wrong, at its control


def smoke_errors(typed: Mapping[str, str], players: Sequence[str]) -> dict[str, str]:
    """Return the errors that the engine does not see: values it does not offer, pickups that are not numbers."""
    wrong = {}
    for player in players:
        if typed.get(f"play-{player}", SAT) not in (SAT, *TRICKS):
            wrong[f"play-{player}"] = f"Tap sits, or how many tricks: from 0 to {ALL_TRICKS}."
        pickups = typed.get(f"pickup-{player}", "0")
        if not is_integer(pickups) or parse_integer(pickups) < 0:
            wrong[f"pickup-{player}"] = "Pickups are counted: 0, 1, 2 and so on."
    return wrong


def is_incomplete(typed: Mapping[str, str], players: Sequence[str]) -> bool:
    """Return whether the form is not yet a hand: its tricks are not five, and somebody stayed."""
    nobody = all(typed.get(f"play-{player}") == SAT for player in players)
    return tricks_so_far(typed, players) != ALL_TRICKS and not nobody


def smoke_control(fault: Fault, typed: Mapping[str, str], table: Table) -> str:
    """Return the control a fault of the engine belongs to: the row of the first player it can be about."""
    first, _, player = fault.field.partition(".")
    said = who_played(typed, table)
    if first == "tricks":
        return next((f"play-{one}" for one in table.players if one not in said), "tricks")
    if first == "sat":
        return f"play-{next((one for one in table.must_play() if said.get(one) == SAT), table.players[0])}"
    return f"pickup-{player}" if first == "pickups" and player else first
