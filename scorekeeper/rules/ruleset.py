"""All settings in force at one table, and what follows from them."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Literal, assert_never, get_type_hints

from scorekeeper.rules.errors import SettingFault
from scorekeeper.rules.setting_groups import (
    POINT_KEYS,
    Auction,
    Call,
    Deal,
    Dealing,
    Deck,
    Finish,
    GamePointRules,
    Names,
    Penalty,
    Play,
    Points,
    Scoring,
    Seating,
    Special,
    TableRules,
    Tally,
    Turn,
)
from scorekeeper.rules.values import Allowed, Value, allowed_by

GameKind = Literal["bidding", "smoke"]
BIDDING: GameKind = "bidding"
SMOKE: GameKind = "smoke"


ANSWERS = {
    "has_bidding": ("auction.rounds", "one many", "none"),
    "bids_many_rounds": ("auction.rounds", "many", "one none"),
    "shares_scores": ("seating.sides", "partners pairs", "solo called-partner"),
    "calls_partner": ("seating.sides", "called-partner", "partners pairs solo"),
    "made_scores_bid": ("scoring.made", "bid", "taken"),
    "others_score": ("scoring.others", "taken", "nothing"),
    "counts_game": ("game.by", "count", "ten-of-trumps"),
    "counts_down": ("finish.direction", "down", "up"),
    "dealer_is_forced": ("auction.all_pass", "dealer-forced", "redeal next-dealer dealer-set"),
    "special_needs_tricks": ("special.needs", "all-points-and-tricks", "all-points"),
    "special_may_win": ("special.made", "win-game win-or-zero", "score none"),
    "special_may_lose": ("special.failed", "lose-game", "lose score-becomes none"),
    "gives_sets": ("scoring.set", "given both", "bid double"),
    "scores_renege": ("penalty.renege", "zero-and-max", "none"),
    "counts_in_order": ("finish.crossing", "in-order", "higher-then-bidders bidders-first bidder-or-play-on"),
    "waits_for_bidder": ("finish.crossing", "bidder-or-play-on", "higher-then-bidders bidders-first in-order"),
    "set_lets_others_win": ("finish.may_win", "bid-made-or-opponents-set", "any bid-made"),
    "holds_short": ("finish.hold", "one-short", "none at-target"),
    "holds_everyone": ("finish.hold_who", "everyone", "defenders"),
    "wins_with_four": ("finish.instant_win", "four-bid", "none all-points-by-anyone"),
    "dealer_sits_out": ("dealing.sits_out", "dealer", "nobody"),
    "plays_on_equal": ("finish.equal", "play-on", "together"),
    "bidder_deals": ("dealing.next", "racehorse", "left"),
    "trumps_reversed": ("deck.trump_order", "reversed", "normal"),
    "high_is_fixed": ("points.high.card", "fixed", "in-play"),
    "low_is_fixed": ("points.low.card", "fixed", "in-play lowest-natural"),
    "bidder_takes_cards": ("deal.exchange", "blinds kitty widow", "none discard draw refill dealer-takes-rest stock"),
    "has_stock": ("deal.exchange", "stock", "none discard draw refill blinds kitty widow dealer-takes-rest"),
    "lead_makes_trump": ("auction.trump", "first-lead", "named after-exchange turned cut"),
    "everybody_exchanges": ("deal.exchange", "discard draw refill kitty widow dealer-takes-rest", "none blinds stock"),
}
"""Field of a ruleset -> the setting it follows from, the values for which it is true, and all others."""
_ASKED = tuple(
    (name, attrgetter(key), {**dict.fromkeys(yes.split(), True), **dict.fromkeys(no.split(), False)})
    for name, (key, yes, no) in ANSWERS.items()
)
TIMES_LOST = {"bid": 1, "both": 1, "double": 2, "given": 0}


def _derived() -> Any:
    """Return a field that follows from the settings; rulesets are equal, and one key, where their settings are."""
    return field(init=False, compare=False)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All settings in force at one table, checked: each value allowed, no two contradicting each other."""

    kind: GameKind = BIDDING
    seating: Seating = Seating()
    call: Call = Call()
    deck: Deck = Deck()
    names: Names = Names()
    deal: Deal = Deal()
    play: Play = Play()
    auction: Auction = Auction()
    special: Special = Special()
    turn: Turn = Turn()
    points: Points = Points()
    game: GamePointRules = GamePointRules()
    scoring: Scoring = Scoring()
    finish: Finish = Finish()
    penalty: Penalty = Penalty()
    dealing: Dealing = Dealing()
    table: TableRules = TableRules()
    tally: Tally = Tally()

    worth: Mapping[str, int] = _derived()
    """The points on offer with what each is worth, in the order they are asked for."""
    on_offer: int = _derived()
    """The points of one hand, all together."""
    highest_bid: int = _derived()
    """The highest ordinary bid (`auction.max`; "all" is every point on offer)."""
    has_bidding: bool = _derived()
    bids_many_rounds: bool = _derived()
    forced_bid: int = _derived()
    """What a dealer who may not pass bids at least, and what `dealer-set` costs (`auction.forced_bid`)."""
    special_rank: int = _derived()
    """The number the special bid ranks and counts as (`special.bid`)."""
    has_special: bool = _derived()
    special_may_win: bool = _derived()
    """Whether a special bid that is made may win the game (`special.made`)."""
    special_may_lose: bool = _derived()
    """Whether a special bid that fails may lose the game (`special.failed`)."""
    shares_scores: bool = _derived()
    """Whether partners have one score between them."""
    calls_partner: bool = _derived()
    made_scores_bid: bool = _derived()
    """Whether a made bid scores the bid, and not all the points that were taken (`scoring.made`)."""
    others_score: bool = _derived()
    """Whether the other sides score what they took (`scoring.others`)."""
    bid_is_all: bool = _derived()
    """Whether only the bid is scored, so that made or set is all there is to know."""
    counts_game: bool = _derived()
    """Whether card points are counted for game."""
    counts_down: bool = _derived()
    dealer_is_forced: bool = _derived()
    """Whether a dealer may not pass when nobody has bid (`auction.all_pass`)."""
    special_needs_tricks: bool = _derived()
    """Whether the special bid needs every trick, not only every point (`special.needs`)."""
    times_lost: int = _derived()
    """How many times a set costs the bid (`scoring.set`)."""
    gives_sets: bool = _derived()
    """Whether the others score what was bid by a side that was set (`scoring.set`)."""
    scores_renege: bool = _derived()
    """Whether a hand with a renege is scored by the renege alone (`penalty.renege`, V15)."""
    counts_in_order: bool = _derived()
    """Whether the points are counted one after another to see who is first at the target (`finish.crossing`)."""
    waits_for_bidder: bool = _derived()
    """Whether it is played on when none of several at the target bid and made it (`finish.crossing`, V39)."""
    set_lets_others_win: bool = _derived()
    """Whether a side that did not bid may win only when the bidders are set (`finish.may_win`)."""
    holds_short: bool = _derived()
    """Whether a score that is held is held one short of the target, not at it (`finish.hold`)."""
    holds_everyone: bool = _derived()
    """Whether everybody's score is held, not only that of sides that did not bid (`finish.hold_who`)."""
    wins_with_four: bool = _derived()
    """Whether a made bid of four wins the game at once (`finish.instant_win`)."""
    dealer_sits_out: bool = _derived()
    trumps_reversed: bool = _derived()
    """Whether the lowest card is the best trump (`deck.trump_order`)."""
    high_is_fixed: bool = _derived()
    """Whether high is one certain card (`points.high.card`)."""
    low_is_fixed: bool = _derived()
    """Whether low is one certain card (`points.low.card`)."""
    bidder_takes_cards: bool = _derived()
    """Whether cards are laid beside the hands for the bidder (`deal.exchange`)."""
    has_stock: bool = _derived()
    """Whether cards are drawn after every trick, so that the whole deck is played (`deal.exchange`)."""
    lead_makes_trump: bool = _derived()
    everybody_exchanges: bool = _derived()
    """Whether others than the bidder exchange cards: only the bidder takes the blinds (`deal.exchange`)."""
    has_limit: bool = _derived()
    """Whether the game ends after so many hands (`finish.hands`, `finish.rounds`)."""
    ends_without_target: bool = _derived()
    """Whether an ordinary hand may end the game with nobody at the target: an instant win, going bust, a limit."""
    plays_on_equal: bool = _derived()
    """Whether equal best scores at the limit of hands are played on (`finish.equal`)."""
    bidder_deals: bool = _derived()
    """Whether made or set decides who deals next (V46), not only the turn."""
    settings_hash: int = _derived()
    """The hash of all settings: they are many, and a page looks up a dozen things by its ruleset."""

    def __post_init__(self) -> None:
        """Work out what follows from the settings.  In fields, since one cached property slows every attribute."""
        every = {key: self.points[key].worth for key in POINT_KEYS}
        worth = {key: points for key, points in every.items() if points}
        on_offer = sum(worth.values())
        highest_bid = on_offer if self.auction.max == "all" else self.auction.max
        special_rank: int = highest_bid + 1 if self.special.bid == "above" else self.special.bid
        answers = {name: words[value_of(self)] for name, value_of, words in _ASKED}
        has_limit = bool(self.finish.hands or self.finish.rounds)
        following = answers | {
            "worth": worth,
            "on_offer": on_offer,
            "highest_bid": highest_bid,
            "forced_bid": self.auction.min if self.auction.forced_bid == "lowest" else self.auction.forced_bid,
            "special_rank": special_rank,
            "has_special": self.special.name != "none",
            "bid_is_all": answers["made_scores_bid"] and not answers["others_score"],
            "counts_game": answers["counts_game"] and "game" in worth,
            "times_lost": TIMES_LOST[self.scoring.set],
            "has_limit": has_limit,
            "ends_without_target": has_limit or self.finish.instant_win != "none" or self.finish.bust != "none",
            "settings_hash": hash(tuple(getattr(self, each.name) for each in fields(self) if each.compare)),
        }
        for key, value in following.items():
            object.__setattr__(self, key, value)

    def __hash__(self) -> int:
        return self.settings_hash

    def hands_limit(self, size: int) -> int:
        """Return after how many scored hands a game of `size` players ends; 0 where there is no limit."""
        return self.finish.hands or self.finish.rounds * size

    def value(self, key: str) -> Value:
        """Return the value of a setting by its dotted key.  Raises AttributeError if the key isn't a setting."""
        return attrgetter(key.replace(".not", ".not_"))(self)  # type: ignore[no-any-return]


def list_settings(group: Any, prefix: str = "") -> dict[str, tuple[Allowed, Value]]:
    """Return dotted key -> (allowed values, the value in these rules), in the contract's order."""
    out: dict[str, tuple[Allowed, Value]] = {}
    types = get_type_hints(type(group), include_extras=True) if prefix else {}  # settings stand in a group
    for item in dataclasses.fields(group):
        key, value = prefix + item.name.rstrip("_"), getattr(group, item.name)  # `not` is a word of Python: `not_`
        if dataclasses.is_dataclass(value):
            out |= list_settings(value, f"{key}.")
        elif prefix:
            out[key] = (allowed_by(types[item.name]), value)
    return out


SETTINGS: Mapping[str, tuple[Allowed, Value]] = MappingProxyType(list_settings(Ruleset()))
"""Dotted key -> (allowed values, default)."""

WORDS_ALONE = frozenset({
    "deck.joker_tie", "names.jack", "names.off_jack", "names.high_joker", "names.low_joker", "names.five",
    "names.off_five", "names.nine", "deal.packets", "deal.misdeal", "deal.may_discard", "auction.trump",
    "dealing.first",
})  # fmt: skip
"""Settings that only sheets and answers depend on."""

_BIDDING_ONLY = (
    "call.", "auction.", "special.", "turn.", "points.", "game.", "scoring.", "penalty.", "dealing.", "names.",
)  # fmt: skip
_FINISH_OF_SMOKE = ("finish.start", "finish.direction", "finish.target")


def belongs_to(key: str, kind: GameKind) -> bool:
    """Return whether a setting means anything in that kind of game (`tally.*` is Smoke's, bids are not)."""
    match kind:
        case "smoke":
            return not key.startswith(_BIDDING_ONLY) and (not key.startswith("finish.") or key in _FINISH_OF_SMOKE)
        case "bidding":
            return not key.startswith("tally.")
    assert_never(kind)


def check_values(kind: GameKind, settings: Mapping[str, object]) -> list[SettingFault]:
    """Return what is wrong with each setting by itself: unknown, of the other kind of game, or a wrong value."""
    faults = []
    for key, value in settings.items():
        if key not in SETTINGS:
            faults.append(SettingFault.at(key, "setting-unknown", key=key))
        elif not belongs_to(key, kind):
            code = "setting-of-smoke" if key.startswith("tally.") else "setting-of-bids"
            faults.append(SettingFault.at(key, code, key=key))
        elif not SETTINGS[key][0].accepts(value):
            faults.append(SettingFault.at(key, "setting-value", key=key, allowed=SETTINGS[key][0]))
    return faults


def build_ruleset(kind: GameKind, settings: Mapping[str, Value]) -> Ruleset:
    """Return the Ruleset of settings whose values are known to be allowed; the others have their defaults."""
    groups: dict[str, dict[str, Value]] = {}
    points: dict[str, dict[str, Any]] = {}
    for key, value in settings.items():
        group, name, *part = key.split(".")
        if part:
            points.setdefault(name, {})[part[0]] = value
        else:
            groups.setdefault(group, {})["not_" if name == "not" else name] = value
    blank = Ruleset(kind=kind)
    changes: dict[str, Any] = {
        group: dataclasses.replace(getattr(blank, group), **values) for group, values in groups.items()
    }
    changed: dict[str, Any] = {key: dataclasses.replace(blank.points[key], **parts) for key, parts in points.items()}
    changes["points"] = dataclasses.replace(blank.points, **changed)
    return dataclasses.replace(blank, **changes)
