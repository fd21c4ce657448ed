"""Drafts of games and facts of hands, plain by default and changed by keyword."""

import datetime as dt
import itertools

from scorekeeper.rules.deck import TURNED
from tests.cast import FOUR

TEN_POINT = "minnesota-ten-point"
POINTS = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")

_numbers = itertools.count(1)


def op_id():
    """A form's number, never the same twice."""
    return f"{next(_numbers):032x}"


def filled_database(blank, path, fill, phone):
    """Return a copy of an empty database that `fill(session, clock, device)` wrote into, as a phone of that name."""
    from sqlalchemy.orm import Session

    from tests.databases import copied, open_engine

    filled = copied(blank, path)
    engine, clock = open_engine(filled, hasty=True), TickingClock()
    with Session(engine, expire_on_commit=False) as session:
        fill(session, clock, enrol(session, clock, phone)[0])
    engine.dispose()
    return filled


def enrol(session, clock, name, token=None):
    """Make a phone as its first write does; give it and its secret."""
    from scorekeeper.access.codes import enroll, new_device
    from scorekeeper.core.transaction import write_transaction

    device, now = new_device(name, token), clock()
    with write_transaction(session) as connection:
        return enroll(connection, device, now), device[0]


def admit(session, clock, code, *phones):
    """Let phones keep score in the league of a game, as somebody who does would."""
    from sqlalchemy import insert, select

    from scorekeeper.core.transaction import write_transaction
    from scorekeeper.models import Game, Member

    now = clock()
    with write_transaction(session) as connection:
        league_id = connection.scalar(select(Game.league_id).where(Game.code == code))
        rows = [{"league_id": league_id, "device_id": it.id, "role": "scorer", "since": now} for it in phones]
        connection.execute(insert(Member), rows)


def draft(names=FOUR, variant=TEN_POINT, house=(), opening=(), **more):
    """A game to begin, of four at the ten-point table; Dee deals first."""
    scores = {names[at]: score for at, score in dict(opening).items()}
    head = {key: more.pop(key) for key in ("stakes", "title", "date") if key in more}
    return {"document": sheet_of(variant, players=names, rules=dict(house), opening=scores, **head), **more}


def hand(bidder="2", bid=5, *, lost=(), to="1", **more):
    """A ten-point hand: the bidder takes every point but those `lost`, which go `to` another."""
    points = {point: to if point in lost else bidder for point in POINTS}
    return {"bidder": bidder, "bid": bid, "points": points, **more}


def sheet_of(variant, *lines, players=FOUR, **head):
    """A scoresheet as its document."""
    return {"format": "scoresheet/1", "variant": variant, "players": list(players), **head, "lines": list(lines)}


class TickingClock:
    """A second later every time it is looked at; `now` may be set, back or forth."""

    def __init__(self):
        self.now = dt.datetime(2026, 11, 19, 20, 0, tzinfo=dt.UTC)

    def __call__(self):
        self.now += dt.timedelta(seconds=1)
        return self.now


def any_line(table, dice):
    """A line somebody might say at this table: often one that can be, now and then one that cannot."""
    if dice.random() < 0.08:
        return any_exit(table, dice)
    if table.is_smoke:
        return any_smoke_hand(table, dice)
    if table.rules.table.open and dice.random() < 0.1:
        return any_coming_or_going(table, dice)
    if dice.random() < 0.1:
        return dice.choice(
            [{"misdeal": True}, {"passed_out": True}, {"adjust": {table.players[0]: -2}, "reason": "It was late."}]
        )
    return any_bidding_hand(table, dice) if table.rules.has_bidding else any_hand_without_bids(table, dice)


def any_exit(table, dice):
    """A substitute, a swap, another dealer, or now and then the end of the game."""
    one, other = dice.choice(table.players), dice.choice(table.players)
    substitute = {"substitute": dice.choice("GHIJ"), "replaces": one}
    end = {"end": dice.choice(["leaders", "nobody"])}
    return dice.choice([substitute, substitute, {"swap": [one, other]}, {"dealer": one}, end])


def any_hand_without_bids(table, dice):
    rules = table.rules
    taken = {point: dice.choice([*table.players, None]) for point in rules.worth}
    facts = {"points": {point: player for point, player in taken.items() if player}}
    cards = [card for card in TURNED if rules.value(f"turn.{card}")]
    if cards and dice.random() < 0.5:
        facts["turned"] = [dice.choice(cards) for _ in range(dice.randint(1, 2))]
    if dice.random() < 0.2:
        facts["gift"] = True
    if dice.random() < 0.2:
        facts["hung"] = True
    return facts


def any_bidding_hand(table, dice):
    rules = table.rules
    bids = [*range(rules.auction.min, rules.highest_bid + 1), *([rules.special.name] if rules.has_special else [])]
    facts = {"bidder": dice.choice(table.players), "bid": dice.choice(bids)}
    if rules.calls_partner:
        alone = rules.call.alone_by_choice and dice.random() < 0.2
        facts |= {"alone": True} if alone else {"partner": dice.choice(table.players)}
    if rules.bid_is_all and dice.random() < 0.5:
        return facts | {"made": dice.random() < 0.5}
    # Whoever bids is strong: so games end, and not only in sets.
    takers = [*[facts["bidder"]] * 4, *table.players, None]
    taken = {point: dice.choice(takers) for point in rules.worth}
    facts["points"] = {point: player for point, player in taken.items() if player}
    if dice.random() < 0.2:
        facts["all_tricks"] = True
    return facts


def any_smoke_hand(table, dice):
    sat = [player for player in table.players if player not in table.must_play() and dice.random() < 0.3]
    stayed = [player for player in table.players if player not in sat]
    tricks = dict.fromkeys(stayed, 0)
    for _ in range(5 if stayed else 0):
        tricks[dice.choice(stayed)] += 1
    pickups = {player: 1 for player in table.players if dice.random() < 0.05}
    return {"tricks": tricks, **({"sat": sat} if sat else {}), **({"pickups": pickups} if pickups else {})}


def any_coming_or_going(table, dice):
    leave = {"leave": dice.choice(table.players)}
    join = {"join": dice.choice("GHIJ"), "after": table.players[0]}
    return dice.choice([leave, join, {"settle": True}])
