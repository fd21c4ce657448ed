"""Begin a game: from the pages of a new game, as the rematch of a finished one, or like the table's last one."""

import datetime as dt
from collections.abc import Callable, Sequence

from sqlalchemy import Connection, insert, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.access.codes import new_read_link
from scorekeeper.core.chain import first_hash
from scorekeeper.core.text import checked_name, refuse_unwritable
from scorekeeper.core.transaction import NotFound, Submission, Write, check_phone, lock_league, writing
from scorekeeper.games.store import (
    OpenGame,
    Snapshot,
    current_table,
    find_or_add_rulebook,
    head_to_json,
    load_game,
    load_game_for_update,
)
from scorekeeper.league.handicap import takes_head_start, with_head_start
from scorekeeper.league.leagues import league_for_game, scoring_league
from scorekeeper.league.nights import night_for_new_game
from scorekeeper.league.roster import find_or_add_person, people_by_seat, rename_head, seat_keys, take_seats
from scorekeeper.models import PLAYING, Game, GameHouseRules, HouseRulesVersion, new_code
from scorekeeper.money.ledger import accept_stakes, check_limit, without_zero_stakes
from scorekeeper.rulebook.house_rules import checked_rules_name, insert_version, read_version, variant_of
from scorekeeper.rules.errors import impossible
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import Document, Head, usual_sides
from scorekeeper.rules.table import Table, open_table
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant, variant_to_json
from scorekeeper.variants.catalogue import catalogue, differing, find_variant

# ---------------------------------------------------------------- begin


def create_game(  # noqa: PLR0913 - what a game begins with beside its sheet
    form: Submission,
    document: Document,
    *,
    handicap: bool = False,
    house_rules: tuple[int, int] | None = None,
    save_as: str | None = None,
    league: str | None = None,
    new_league: str | None = None,
) -> str:
    """Begin the game that the head of a scoresheet says; return its code.

    It is of the league at the address `league`, by default the one its phone played in last, or of a `new_league` of
    that name.  `house_rules` are id and number of the league's own that it starts from: its variant is the one stored
    with them.  The rules are kept under the name `save_as`; with `handicap` the weaker side gets a head start.

    Raises UnreadableSheet for an invalid head (its fields; "name" for a name that rules cannot have; "stakes.…" also
    for what goes against the league's currency or house limit, "league_name" for an invalid league name), NotFound for
    a league the device keeps no score in, and for rules that this league does not have, OpIdReused for the same op_id
    with another game.
    """
    refuse_unwritable(document)
    find: Callable[[str], Variant] = find_variant
    saved = None
    if house_rules:  # those of its league, which has its own copy of the variant; one created with it has none
        if new_league is not None:
            raise NotFound
        league_id = scoring_league(form.session.connection(), form.device, league)
        saved = read_version(form.session, league_id or 0, *house_rules)
        own = variant_of(saved)
        find = {own.key: own}.__getitem__
    sheet = read_sheet(document, find)
    if save_as is not None:
        save_as = checked_rules_name(save_as)
    if new_league is not None:
        new_league = checked_name(new_league, "A league needs a name.", "league_name")
    # The server sets the date, not the form: sent again past midnight it is the same form.
    asked = {key: value for key, value in document.items() if key != "date"}
    with writing(form) as write:
        if done := write.answered("game", asked, handicap, house_rules, save_as, league, new_league):
            return str(done)
        league_id, day = league_for_game(write, code=league, new_league=new_league), document.get("date")
        names = sheet.head.players
        head = rename_head(without_zero_stakes(sheet.head), seat_keys(names).__getitem__)
        accept_stakes(write.connection, league_id, head.stakes)
        people = [find_or_add_person(write.connection, league_id, name) for name in names]
        if handicap:
            tonight = (day or write.now.astimezone().date()).isoformat()
            head = with_head_start(write.connection, league_id, head, people, tonight)
        house = saved.version if saved and dict(saved.settings) == dict(head.rules) else None
        if save_as is not None:
            house = insert_version(write, save_as, head.variant, head.rules)
        game = insert_game(write, head, people, title=document.get("title"), date=day, house=house)
        return write.answer(str(game.row.code))


def rematch(form: Submission, code: str) -> str:
    """Begin the next game of the same people, rules and stakes, dealt by the next dealer; return its code.

    A game has one rematch: a second request, from whichever phone, returns the same new game.  Raises NotFound,
    OpIdReused for the op_id of a form that began another game, UnreadableSheet for stakes above a limit set since,
    ImpossibleFact with field "line" for a game that is not over.
    """
    with writing(form, game_first=True) as write:
        game = load_game_for_update(write, code)
        check_phone(write.session, write.connection)  # only now: a save locks the game before the phone
        league_id = lock_league(write.connection, write.league_id)
        next_one = select(Game.code).where(Game.league_id == league_id, Game.rematch_of == game.row.id)
        known = write.connection.scalar(next_one)
        if known is not None:
            return known
        write.answered("rematch", code)
        check_limit(write.connection, league_id, game.head.stakes)
        table = current_table(write.connection, game)
        if not table.finished:
            raise impossible("line", "This game isn't over yet. Finish it first.")
        person = people_by_seat(write.connection, league_id, game.row.id)
        today = write.now.astimezone().date()
        head = Head(
            variant=game.head.variant,
            players=table.players,
            dealer=table.dealer,
            sides=table.teams,
            rules=table.house,
            stakes=game.head.stakes,
        )
        people, head = [person[key] for key in table.players], rename_head(head, seat_keys(table.players).__getitem__)
        if game.head.handicap is not None and takes_head_start(head.ruleset):
            head = with_head_start(write.connection, league_id, head, people, today.isoformat())
        again = insert_game(
            write,
            head=head,
            people=people,
            title=game.row.title,
            date=today if game.row.played_on else None,
            rematch_of=game.row.id,
            house=saved_rules_of(write.connection, game, table),
        )
        return write.answer(str(again.row.code))


def rematch_of(session: Session, code: str) -> str | None:
    before = aliased(Game)
    return session.connection().scalar(
        select(Game.code)
        .join(before, (before.league_id == Game.league_id) & (before.id == Game.rematch_of))
        .where(before.code == code)
    )


def saved_rules_of(connection: Connection, game: OpenGame, table: Table) -> tuple[int, int] | None:
    """Return the version of the house rules a game was begun under, unless a rule was changed since."""
    if dict(table.house) != dict(game.head.rules):
        return None
    row = connection.execute(
        select(GameHouseRules.house_id, GameHouseRules.number).where(
            GameHouseRules.league_id == game.row.league_id, GameHouseRules.game_id == game.row.id
        )
    ).one_or_none()
    return (row.house_id, row.number) if row else None


class LastGame:
    """A game to be played again.

    `house` are the house rules that make `variant` what was played, `saved` the league's rules it began with unless one
    was changed since.  `names` are clockwise, so that its partners are partners; `dealer` is the next one's index.
    """

    def __init__(self, game: OpenGame, table: Table, variant: Variant, saved: HouseRulesVersion | None) -> None:
        size = len(table.players)
        self.code, self.league_id, self.stakes = game.row.code, game.row.league_id, game.head.stakes
        self.handicap = game.head.handicap is not None
        self.variant, self.saved, self.house = variant, saved, _house_over(variant, table, size)
        players = _as_seated(table, variant.ruleset(size, self.house))
        self.names = tuple(game.names[key] for key in players)
        self.dealer = players.index(table.dealer)


def last_game(session: Session, code: str) -> LastGame | None:
    """Return a game as it would be played again; None if its variant no longer has that number of players.

    Raises NotFound.
    """
    connection = session.connection()
    game = load_game(connection, code)
    table = current_table(connection, game)
    key = saved_rules_of(connection, game, table)
    saved = read_version(session, game.row.league_id, *key) if key else None
    variant = variant_of(saved) if saved else catalogue().get(table.variant.key)
    if variant is None or len(table.players) not in variant.sizes:
        return None
    return LastGame(game, table, variant, saved)


def _house_over(variant: Variant, table: Table, size: int) -> dict[str, Value]:
    """Return the house rules under which `variant` is what the table plays, though its file was changed since."""
    played = {**table.variant.settings_at(size), **table.house} if size in table.variant.sizes else dict(table.house)
    return differing(played, variant.settings_at(size), words=table.house)


def _as_seated(table: Table, rules: Ruleset) -> list[str]:
    """Return the players clockwise, in an order that makes the sides of the table those the game seats by itself."""
    players = list(table.players)
    usual = usual_sides(rules.seating.sides, [str(at) for at in range(len(players))])
    teams = sorted(table.teams, key=lambda team: players.index(team[0]))
    if [len(side) for side in usual] != [len(team) for team in teams]:
        return players
    pairs = (zip(side, team, strict=True) for side, team in zip(usual, teams, strict=True))
    placed = {int(at): player for pair in pairs for at, player in pair}
    return [placed[at] for at in range(len(players))]


# ---------------------------------------------------------------- the rows a game begins with


def insert_game(  # noqa: PLR0913 - what its row and its seats say
    write: Write,
    head: Head,
    people: Sequence[int],
    *,
    title: str | None,
    date: dt.date | None,
    rematch_of: int | None = None,
    house: tuple[int, int] | None = None,
) -> OpenGame:
    """Insert a game without lines; return it as loaded from the database.

    Its `head` is in seat keys, and `people` in that order; `house` is the version of saved rules it is begun under.
    """
    connection, league_id, now = write.connection, write.league_id, write.now
    rulebook_id = find_or_add_rulebook(connection, league_id, head.variant)
    head_text, code = head_to_json(head), new_code()
    game_id = Game.next_id(connection, league_id)
    night_id = night_for_new_game(connection, league_id, date, now)
    connection.execute(
        insert(Game),
        {
            "league_id": league_id,
            "id": game_id,
            "code": code,
            "title": title,
            "title_key": title.casefold() if title else None,
            "played_on": date.isoformat() if date else None,
            "rulebook_id": rulebook_id,
            "head": head_text,
            "seq": 0,
            "hash": first_hash(code=code, head=head_text, variant=variant_to_json(head.variant)),
            "state": Snapshot(open_table(head), ()).to_json(0),
            "status": PLAYING,
            "started_at": now,
            "touched_at": now,
            "rematch_of": rematch_of,
            "device_id": write.device.id,
            "night_id": night_id,
        },
    )
    take_seats(connection, league_id, game_id, enumerate(people, start=1))
    new_read_link(connection, league_id, game_id, write.device.id, now)
    if house is not None:
        house_id, number = house
        values = {"league_id": league_id, "game_id": game_id, "house_id": house_id, "number": number}
        connection.execute(insert(GameHouseRules), values)
    return load_game(connection, code)
