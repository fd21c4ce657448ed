"""The board: scores, dealer, first bidder, what each side still needs, the race; in Smoke the tally and its trends."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.core.marks import SHAPES, Mark, brief_name, finishing_order, player_marks
from scorekeeper.games.game_view import GameView, LastLine
from scorekeeper.games.hand_form import TWO_SIDES, why_forced
from scorekeeper.games.history import PlayedLine
from scorekeeper.league.roster import START, last_players, scores_by_seat
from scorekeeper.rules.sheet import left_of
from scorekeeper.rules.table import Table
from scorekeeper.rules.tally import read_tally, trend_of
from scorekeeper.rules.whatif import outlooks
from scorekeeper.sheets.phrases import counted, join_names, number_text
from scorekeeper.sheets.words import read_out, say_head_start, say_target, say_to_go, say_way_out, tally_words

MAX_ROOMY = 3
"""Up to this many scores there is room below each to say how it goes out."""
MAX_ACROSS = 4
"""More points than this leave no room for scores in the rows of a hand."""
ARROWS = {"down": "\N{DOWNWARDS ARROW}", "up": "\N{UPWARDS ARROW}", "steady": "="}


class Board:
    """The board of a table about to play its next hand.

    `lines` are the last ones that stand, in Smoke back to the last tally; `fresh`: the score has just changed, and the
    change is to be seen; `ahead`: what the hand in the form would make of the scores.
    """

    def __init__(
        self,
        view: GameView,
        lines: Sequence[LastLine | PlayedLine],
        *,
        fresh: bool = False,
        ahead: Mapping[str, int] | None = None,
    ) -> None:
        self.table, self.names, self.fresh, self.ahead = view.table, view.names, fresh, ahead or {}
        self.marks = player_marks(view.table, view.names)
        self.head_start = say_head_start(view.head, view.names.__getitem__)
        played = lines[-1].number if view.table.is_smoke and lines else view.table.hands
        self.hand = (played or 0) + 1
        entries = [line.entry for line in lines if line.entry is not None]
        self.changes: Mapping[str, int] = entries[-1].changes if entries else {}
        self._told: Mapping[str, int] = next((it.changes for it in reversed(entries) if it.outcome == "tally"), {})
        self._roomy = len(self.marks) <= MAX_ROOMY
        self._ways = {way[0][0]: way for way in outlooks(view.table)}

    @property
    def in_rows(self) -> bool:
        """Return whether a phone shows each score in its player's row of the hand, as where all play alone."""
        rules = self.table.rules
        alone = rules.has_bidding and not (rules.calls_partner or rules.bid_is_all or rules.dealer_sits_out)
        return alone and len(self.marks) == len(self.table.players) > TWO_SIDES and len(rules.worth) <= MAX_ACROSS

    @property
    def longest(self) -> int:
        """Return how long the longest score is, which sets the size of all on a large screen."""
        return max(len(number_text(self.table.scores[mark.key])) for mark in self.marks)

    @property
    def ends(self) -> str:
        """Return what ends the game: the score, and how many hands are left."""
        left = self.table.hands_left
        to_go = f"{counted(left, 'hand')} to go" if left and not self.table.is_smoke else ""
        return " \N{MIDDLE DOT} ".join(filter(None, (say_target(self.table), to_go)))

    @property
    def eldest(self) -> str:
        """Return who begins, on the dealer's left."""
        return self.names[left_of(self.table.dealer, self.table.players)]

    def brief(self, mark: Mark, room: int = 14) -> str:
        """Return whose score it is, long names in brief."""
        return join_names([brief_name(self.names[seat], self.names.values(), room) for seat in mark.members])

    def need(self, mark: Mark) -> str:
        """Return the line below a score: how it can go out, "out with 3 points", or how far it is."""
        if self.table.finished:
            return ""
        way = self._ways[mark.key]
        _, out, how = say_way_out(way, "").partition(" out")
        return ((out + how).strip() if self._roomy else "") or say_to_go(way)

    @property
    def way(self) -> str:
        """Return how each can go out, where there is no room below the scores."""
        if self._roomy or self.table.finished or self.table.is_smoke:
            return ""
        told = [say_way_out(self._ways[mark.key], mark.name) for mark in self.marks]
        return " ".join(f"{sentence}." for sentence in told if sentence)

    def track(self, score: int) -> str:
        """Return how much of the way to the target a score has come, 0 to 1; else empty."""
        start, target = self.table.rules.finish.start, self.table.rules.finish.target
        if isinstance(target, str) or target == start:
            return ""
        return f"{min(1, max(0, (score - start) / (target - start))):.2f}".removeprefix("0")

    # ------------------------------------------------------------ Smoke

    def trend(self, mark: Mark) -> tuple[str, str]:
        """Return the trend of a score and its arrow; both are empty before the first hand."""
        if mark.key not in self._told:
            return "", ""
        trend = trend_of(self._told[mark.key])
        return tally_words()[trend], ARROWS[trend]

    def must(self, mark: Mark) -> str:
        """Return why a player may not sit, in short: "in the box", or "must play" of a mustie; "" if they may."""
        why = why_forced(self.table, mark.key)
        return why if why in ("", tally_words()["in-box"]) else "must play"

    def sits(self, mark: Mark) -> str:
        """Return how often a player has sat out: "2 sits"; empty for never, and at the end."""
        sits = self.table.sits.get(mark.key, 0)
        return "" if self.table.finished or not sits else counted(sits, "sit")

    def far(self, mark: Mark) -> str:
        """Return "never, never land", where a score is there."""
        there = self.table.rules.tally.never_land_at
        return tally_words()["never-land"] if self.table.scores[mark.key] >= there else ""


def tally_reading(view: GameView) -> tuple[str, list[str]] | None:
    """Return who reads the tally of the last hand, and what is read, sentence by sentence; None if it isn't a hand."""
    table, name = view.table, view.names.__getitem__
    if table.reading is None:
        return None
    return name(table.reading[0]), read_out(read_tally(table), name)


def game_title(view: GameView) -> str:
    """Return a game's own title, or who plays against whom."""
    return view.title or " \N{EN DASH} ".join(mark.name for mark in player_marks(view.table, view.names))


def scores_text(table: Table, names: Mapping[str, str]) -> str:
    """Return the scores in words: "Ann & Cy 40, Bob & Dee −6"."""
    return ", ".join(f"{mark.name} {number_text(table.scores[mark.key])}" for mark in player_marks(table, names))


def winner_names(view: GameView) -> str:
    """Name who won; a game that the table ended may have no winner."""
    return join_names([view.names[key] for key in view.table.winners]) or "Nobody"


WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 34, 16, 32
LABEL = 30
"""The width and the height of a label at the end of a curve."""
MAX_TICKS, MAX_FAR_TICKS = 8, 3
MAX_DOTS = 150
"""Hands of a game whose scores are marked on its curve; those of a longer game would run into each other."""


class Chart:
    """The picture of a game: a curve for each score, from before the first hand to after the last."""

    def __init__(self, view: GameView, ways: list[list[int]], height: int, *, from_zero: bool, beside: bool) -> None:
        self.marks, self.ways, self.height = player_marks(view.table, view.names), ways, height
        self.hands, self.winners = len(ways[0]) - 1, view.table.winners
        won = [mark.key in self.winners for mark in self.marks]
        self.places = finishing_order([way[-1] for way in ways], won, counts_down=view.table.rules.counts_down)
        """The scores as the game stands or ended: the best first."""
        target, every = view.table.rules.finish.target, [score for way in ways for score in way]
        low, high = min(every), max(every)
        is_far = isinstance(target, str) or (not from_zero and not 2 * low - high <= target <= 2 * high - low)
        self.target = target if isinstance(target, int) and not is_far else None
        """The score that ends the game, in a drawing that fits the scores only once it is near; None without one."""
        every += [] if self.target is None else [self.target]
        self._lowest = min([*every, 0] if from_zero else every)
        self._highest = max(every) if max(every) > self._lowest else self._lowest + 1
        ends = [self.y(way[-1]) for way in ways]
        levels, beside = sorted(set(ends)), beside and bool(self.marks[0].initials)
        heights = spread_labels(levels, foot=height - BOTTOM, apart=0.8 * LABEL) if beside else levels
        self._labels = dict(zip(levels, heights, strict=True))
        self._columns = [ends[:place].count(end) if beside else 0 for place, end in enumerate(ends)]

    def x(self, hand: int) -> float:
        return round(LEFT + hand * (WIDTH - LEFT - RIGHT - LABEL * max(self._columns)) / self.hands, 1)

    def y(self, score: int) -> float:
        share = (score - self._lowest) / (self._highest - self._lowest)
        return round(self.height - BOTTOM - share * (self.height - TOP - BOTTOM), 1)

    @property
    def across(self) -> range:
        """Return the hands that are marked on the axis."""
        return range(0, self.hands + 1, round_step(self.hands))

    @property
    def up(self) -> range:
        """Return the scores that are marked on the axis."""
        step = round_step(self._highest - self._lowest, MAX_TICKS if self.height == HEIGHT else MAX_FAR_TICKS)
        return range(-(-self._lowest // step) * step, self._highest + 1, step)

    @property
    def description(self) -> str:
        return " ".join(
            f"{mark.name} went from {number_text(way[0])} to {number_text(way[-1])}."
            for mark, way in zip(self.marks, self.ways, strict=True)
        )

    @property
    def curves(self) -> Iterator[tuple[Mark, str, list[str], tuple[float, float], tuple[float, float]]]:
        """Yield each curve: whose, its points, the marks on it, where it ends, and where its label stands beside it."""
        for mark, way, column in zip(self.marks, self.ways, self._columns, strict=True):
            places = [(self.x(hand), self.y(score)) for hand, score in enumerate(way)]
            dots = [shape_at(mark.css, x, y) for x, y in places] if len(places) <= MAX_DOTS else []
            x, y = places[-1]
            yield mark, " ".join(f"{x},{y}" for x, y in places), dots, (x, y), (x + column * LABEL, self._labels[y])


def score_chart(view: GameView, height: int = HEIGHT, *, from_zero: bool = True, beside: bool = True) -> Chart | None:
    """Return the picture of a game, from zero or its lowest score up, with marks beside the ends or not.

    None before its first line, and where people came and went.
    """
    last = last_players(view.lines)
    scores = [scores_by_seat(line.entry.scores, last[line.seq]) for line in view.lines if line.entry]
    if not scores or any(after.keys() != view.table.scores.keys() for after in scores):
        return None
    opening, start = scores_by_seat(view.head.opening, last[START]), view.table.rules.finish.start
    marks = player_marks(view.table, view.names)
    ways = [[opening.get(mark.key, start), *(after[mark.key] for after in scores)] for mark in marks]
    return Chart(view, ways, height, from_zero=from_zero, beside=beside)


def round_step(span: int, most: int = MAX_TICKS) -> int:
    """Return a round step (1, 2, 5, 10, 20 …) that divides a span into so many parts at most."""
    power = 1
    while span > 10 * power * most:
        power *= 10
    return next(step * power for step in (1, 2, 5, 10) if span <= step * power * most)


def shape_at(css: str, x: float, y: float) -> str:
    """Draw the shape of a mark as a path around a place."""
    return f"M{x},{y}m0,0{SHAPES[css].replace('M', 'm', 1)}"


def spread_labels(
    ends: Sequence[float], *, top: float = TOP, foot: float = HEIGHT - BOTTOM, apart: float = LABEL
) -> list[float]:
    """Return the heights of the labels of curves that end at these heights: in the same order, without overlaps.

    Labels that would touch, less than `apart`, share the space around their middle; none leaves the drawing, from
    `top` to `foot`.
    """

    def middle(pile: Sequence[int]) -> float:
        """Return the mean height of some curves' ends, kept as far from the edges as their labels need."""
        half = (len(pile) - 1) * apart / 2
        return min(max(sum(ends[place] for place in pile) / len(pile), top + half), foot - half)

    piles: list[list[int]] = []
    for place in sorted(range(len(ends)), key=lambda place: ends[place]):
        pile = [place]
        while piles and middle(piles[-1]) + len(piles[-1]) * apart / 2 > middle(pile) - len(pile) * apart / 2:
            pile = piles.pop() + pile
        piles.append(pile)
    heights = list(ends)
    for pile in piles:
        first = middle(pile) - (len(pile) - 1) * apart / 2
        for number, place in enumerate(pile):
            heights[place] = round(first + number * apart, 1)
    return heights
