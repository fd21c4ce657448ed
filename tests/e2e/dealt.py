"""Hands as they come from a shuffled deck: dealt, bid and played out by people who play plainly.

Nothing here knows what the hand form starts with (`scorekeeper.rules.deck`); bids for the special bid are left out.
"""

from scorekeeper.rules.sheet import side_of
from tests.e2e.nights import Told

ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10
RANKS = range(2, ACE + 1)
SUITS = range(4)
SAME_COLOR = {0: 3, 3: 0, 1: 2, 2: 1}
JOKER = 4
"""The suit of both jokers; the high one is of rank 2, the low one of rank 1."""
GAME_COUNT = {TEN: 10, ACE: 4, KING: 3, QUEEN: 2, JACK: 1}
WORTH_A_BID = {ACE: 1.2, KING: 0.7, QUEEN: 0.4, JACK: 0.8, 2: 0.6}
HOW_WELL = 0.35
"""The standard deviation of what people think of their cards."""


def dealt_hand(rules, players, teams, dice):
    """Return a hand of a game with bidding: who bids it with which partner, and who gets each point of it."""
    hands = deal(rules, players, dice)
    thought = {
        (player, suit): strength(hands[player], suit) + dice.gauss(0, HOW_WELL) for player in players for suit in SUITS
    }
    bidder, trump = max(thought, key=thought.get)
    bid = min(rules.highest_bid, max(rules.auction.min, round(1.5 * thought[bidder, trump])))
    for player in players:
        hands[player] = keep(rules, hands[player], trump)
    held = {card: player for player, cards in hands.items() for card in cards}
    partner = called(held, bidder, trump) if rules.calls_partner else ""
    ours = {bidder, partner} if partner else set(side_of(bidder, teams))
    sides = [ours, set(players) - ours] if partner else [set(team) for team in teams]
    taken = play_out(hands, list(players), (bidder, trump), sides)
    points = {point: taker(point, rules, trump, (held, taken, sides)) for point in rules.worth}
    return Told("hand", bidder, str(bid), partner=partner, exceptions=points)


def deal(rules, players, dice):
    deck = [(suit, rank) for suit in SUITS for rank in RANKS] + [(JOKER, rank) for rank in (2, 1)][: rules.deck.jokers]
    dice.shuffle(deck)
    many = rules.deal.cards
    assert rules.deal.exchange in ("none", "discard"), "nothing is drawn in these games"
    return {player: deck[place * many : (place + 1) * many] for place, player in enumerate(players)}


def as_trump(card, trump):
    """Return how high a card is among the trumps; 0 for one that is none."""
    suit, rank = card
    if suit == JOKER:
        return 10 + rank / 10
    if suit == SAME_COLOR[trump] and rank == JACK:
        return 10.5
    return rank if suit == trump else 0


def strength(cards, suit):
    return sum(WORTH_A_BID.get(rank, 0.2) if own == suit else 0.4 for own, rank in cards if as_trump((own, rank), suit))


def keep(rules, cards, trump):
    """Throw away down to a hand: what is no trump goes first, the low cards before the high ones."""
    trumps = [card for card in cards if as_trump(card, trump)]
    others = sorted((card for card in cards if card not in trumps), key=lambda card: -card[1])
    return trumps + others[: max(0, rules.deal.hand - len(trumps))]


def called(held, bidder, trump):
    """Return who holds the highest trump that the bidder lacks; it is called."""
    others = [card for card, player in held.items() if player != bidder]
    return held[max(others, key=lambda card: as_trump(card, trump))]


def play_out(hands, players, contract, sides):
    """Return card -> who took it.  The bidder leads; whoever kept more trumps than a hand plays them at the end."""
    (leader, trump), taken = contract, {}
    left = {player: list(cards) for player, cards in hands.items()}
    while any(left.values()):
        turn = players[players.index(leader) :] + players[: players.index(leader)]
        trick = {}
        for player in turn:
            if left[player]:
                card = choose(left[player], trick, trump, next(side for side in sides if player in side))
                left[player].remove(card)
                trick[player] = card
        leader = winner(trick, trump)
        taken |= dict.fromkeys(trick.values(), leader)
        if not left[leader] and any(left.values()):
            leader = next(player for player in turn if left[player])
    return taken


def order(card, led, trump):
    return (as_trump(card, trump), card[1] if card[0] == led[0] else 0)


def winner(trick, trump):
    led = next(iter(trick.values()))
    return max(trick, key=lambda player: order(trick[player], led, trump))


def precious(card, trump):
    """Return what a card is worth to whoever takes it: its points, and its count for game."""
    high = as_trump(card, trump)
    is_point = card[0] == JOKER or high in (JACK, 10.5, 3, 2)
    return 20 * is_point + GAME_COUNT.get(card[1], 0) * (card[0] != JOKER)


def choose(cards, trick, trump, side):
    if not trick:
        trumps = [card for card in cards if as_trump(card, trump)]
        return max(trumps or cards, key=lambda card: (as_trump(card, trump), card[1]))
    led = next(iter(trick.values()))
    legal = followers(cards, led, trump)
    best = winner(trick, trump)
    if best in side and as_trump(trick[best], trump) >= QUEEN:
        return max(legal, key=lambda card: precious(card, trump))
    better = [card for card in legal if order(card, led, trump) > order(trick[best], led, trump)]
    if better and best not in side:
        return max(better, key=lambda card: order(card, led, trump))
    return min(legal, key=lambda card: (precious(card, trump), order(card, led, trump)))


def followers(cards, led, trump):
    """Return what may be played: the suit that was led, or trump; without that suit anything."""
    trumps = [card for card in cards if as_trump(card, trump)]
    if as_trump(led, trump):
        return trumps or cards
    suit = [card for card in cards if card[0] == led[0] and card not in trumps]
    return suit + trumps if suit else cards


def taker(point, rules, trump, played):
    """Return who gets a point, "-" for nobody."""
    held, taken, sides = played
    trumps = sorted((card for card in held if as_trump(card, trump)), key=lambda card: as_trump(card, trump))
    suited = [card for card in trumps if card[0] == trump]
    match point:
        case "high":
            return taken[trumps[-1]]
        case "low":
            return held[suited[0]] if rules.points.low.to == "holder" else taken[suited[0]]
        case "game":
            return most(taken, sides)
    cards = {
        "jack": (trump, JACK), "off_jack": (SAME_COLOR[trump], JACK), "trey": (trump, 3),
        "high_joker": (JOKER, 2), "low_joker": (JOKER, 1),
    }  # fmt: skip
    return taken.get(cards[point], "-")


def most(taken, sides):
    """Return one of the side with the most card points; "-" in a tie."""
    counts = [(sum(GAME_COUNT.get(card[1], 0) for card, who in taken.items() if who in side and card[0] != JOKER), side)
              for side in sides]  # fmt: skip
    counts.sort(key=lambda each: -each[0])
    return "-" if counts[0][0] == counts[1][0] else min(counts[0][1])


STAYS = 0.55
"""How often somebody stays who may sit."""


def dealt_smoke(players, dice):
    """Return a hand of Smoke: who stays, at least one, takes its five tricks as they fall."""
    stay = [player for player in players if dice.random() < STAYS] or [dice.choice(players)]
    tricks = dict.fromkeys(stay, 0)
    took = [dice.choice(stay) for _ in range(5)]
    for player in took:
        tricks[player] += 1
    sat = tuple(player for player in players if player not in stay)
    return Told("hand", stayed={player: str(many) for player, many in tricks.items()}, sat=sat, first=took[0])
