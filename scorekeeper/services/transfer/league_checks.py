"""Check a league's document: every row is checked, every game replayed, every cent counted, before any is written.

The first fault is reported with its place: "Games, row 3, night: there is no night 12."
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.models.ledger import PAYMENT, PRIZES, REVERSAL, STAKES
from scorekeeper.models.line import UNDO
from scorekeeper.rules.errors import SheetError, unreadable
from scorekeeper.services.games.hashes import digest
from scorekeeper.services.league.change_log import MERGED
from scorekeeper.services.money.ledger import negated, total_due
from scorekeeper.services.transfer.field_checks import (
    LEAGUE_CHECKS,
    ROW_CHECKS,
    InvalidField,
    check_change,
    check_keys,
    check_values,
)
from scorekeeper.services.transfer.game_checks import (
    check_facts,
    check_house_rules,
    joined_in_order,
    log_row,
    read_games,
    read_head,
    read_rulebook,
)
from scorekeeper.services.transfer.league_document import LEAGUE_KEYS, SECTIONS
from scorekeeper.services.transfer.log_checks import replay_as_written
from scorekeeper.services.transfer.tournament_checks import (
    check_tournament,
    check_tournament_facts,
    lines_by_tournament,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.money.ledger import CentsByPerson
    from scorekeeper.services.transfer.game_checks import GameDocument, PlacedRow
    from scorekeeper.services.transfer.league_document import JsonRow, LeagueDocument, RowPlace

    Progress = Callable[[int], None]
    """Called after each game with how many were checked."""


CHECKED_WITH_GAMES = ("games", "lines", "opinions")


def check_document(document: LeagueDocument, progress: Progress = lambda _done: None) -> int:
    """Check everything and return how many games there are.  Raises UnreadableSheet at the first fault."""
    return _DocumentCheck(document, progress).check()


class _CheckedEntry(NamedTuple):
    """What later entries need to know of an entry."""

    kind: str
    belongs: tuple[int | None, int | None, str]
    """Its game, its night, its currency."""
    cents: CentsByPerson


class _DocumentCheck:
    """What is known of a document so far."""

    def __init__(self, document: LeagueDocument, progress: Progress) -> None:
        self._document, self._progress = document, progress
        self._ids: dict[str, set[int]] = {section: set() for section in SECTIONS}
        self._last: dict[str, int] = dict.fromkeys(SECTIONS, 0)
        self._variants: dict[int, Variant] = {}
        self._versions: dict[int, int] = {}
        self._texts: set[str] = set()
        self._days: set[str] = set()
        self._spans: list[tuple[str, str]] = []
        self._merged: dict[int, int] = {}
        self._merges: set[tuple[int, int]] = set()
        self._former: set[tuple[int, int]] = set()
        self._rematches: set[int] = set()
        self._of_game: dict[int, tuple[int, str | None]] = {}
        """Game -> its night and its currency, of those played for money."""
        self._due: defaultdict[tuple[int, int], int] = defaultdict(int)
        """(game, person) -> cents its lines come to that no entry has moved so far."""
        self._posted: dict[int, _CheckedEntry] = {}
        self._taken_back: set[int] = set()

    def check(self) -> int:
        self._check_league(self._document.league)
        for section in SECTIONS:
            if section == "games":
                self._check_games()
            elif section not in CHECKED_WITH_GAMES:
                look: Callable[[JsonRow], None] = getattr(self, f"_check_{section}")
                for place, row in self._document.rows(section):
                    with _at(place):
                        look(self._valid_row(section, row))
            if section == "people":
                self._check_merged()
            if section == "entries":
                self._check_nothing_due()
            if section == "tournament_lines":
                self._check_played_tournaments()
        self._check_can_be_split()
        return len(self._ids["games"])

    def _check_league(self, league: Any) -> None:
        with _at("League"):
            check_values(check_keys(league, LEAGUE_KEYS), LEAGUE_CHECKS)

    def _valid_row(self, section: str, row: Any) -> JsonRow:
        """Return a row that has the right keys, and valid values.  Raises InvalidField."""
        check_values(check_keys(row, SECTIONS[section]), ROW_CHECKS[section])
        for key, of in (("device", "devices"), ("actor", "people"), ("person", "people")):
            if row.get(key) is not None:
                self._exists(of, row[key], key)
        return row  # type: ignore[no-any-return]

    def _exists(self, section: str, number: int, field: str) -> None:
        if number not in self._ids[section]:
            what = {"people": "person", "entries": "entry"}.get(section, section.removesuffix("s").replace("_", " "))
            raise InvalidField(f"there is no {what} {number} before this.", field)

    def _new(self, section: str, number: int, *, gaps: bool = True) -> None:
        """Check a number and remember it; numbers go up, in some sections without gaps."""
        if number <= self._last[section] or (not gaps and number != self._last[section] + 1):
            raise InvalidField(
                f"the rows must be in numerical order{'' if gaps else ', with none missing'}.", "id"
            )
        self._last[section] = number
        self._ids[section].add(number)

    # ------------------------------------------------------------ people, rules, days

    def _check_devices(self, row: JsonRow) -> None:
        self._new("devices", row["id"], gaps=False)

    def _check_people(self, row: JsonRow) -> None:
        self._new("people", row["id"])
        if row["merged_into"] is not None:
            self._merged[row["id"]] = row["merged_into"]
        if row["erased_at"] is not None:
            self._former.add((row["id"], 0))

    def _check_merged(self) -> None:
        for person, into in self._merged.items():
            if into not in self._ids["people"] or into in self._merged or into == person:
                raise unreadable("people.merged_into", f"People, person {person}: nobody can be merged into {into}.")

    def _check_rulebooks(self, row: JsonRow) -> None:
        self._new("rulebooks", row["id"])
        try:
            self._variants[row["id"]] = read_rulebook(row["variant"])
        except InvalidField as wrong:
            raise InvalidField(wrong.message, "variant") from None
        if (text := digest(row["variant"])) in self._texts:
            raise InvalidField("the same rules are listed twice.", "variant")
        self._texts.add(text)

    def _check_house_rules(self, row: JsonRow) -> None:
        self._new("house_rules", row["id"])

    def _check_house_versions(self, row: JsonRow) -> None:
        self._exists("house_rules", row["house"], "house")
        self._exists("rulebooks", row["rulebook"], "rulebook")
        if row["number"] != self._versions.get(row["house"], 0) + 1:
            raise InvalidField("versions must be numbered from 1, with none missing.", "number")
        self._versions[row["house"]] = row["number"]
        check_house_rules(self._variants[row["rulebook"]], row["settings"])

    def _check_nights(self, row: JsonRow) -> None:
        self._new("nights", row["id"])
        if row["day"] in self._days:
            raise InvalidField("there is already a night on that day.", "day")
        self._days.add(row["day"])

    def _check_seasons(self, row: JsonRow) -> None:
        self._new("seasons", row["id"])
        first, last = row["starts_on"], row["ends_on"] or "9999-12-31"
        if last < first:
            raise InvalidField("a season can't end before it starts.", "ends_on")
        if any(first <= ends and starts <= last for starts, ends in self._spans):
            raise InvalidField("these days are also in another season.", "starts_on")
        self._spans.append((first, last))

    # ------------------------------------------------------------ games

    def _check_games(self) -> None:
        with _at(""):
            for done, game in enumerate(read_games(self._document), start=1):
                with _at(game.place):
                    self._check_game(self._valid_row("games", game.row), game)
                self._progress(done)

    def _check_game(self, row: JsonRow, game: GameDocument) -> None:
        self._new("games", row["id"])
        self._exists("nights", row["night"], "night")
        self._exists("rulebooks", row["rulebook"], "rulebook")
        self._check_seats(row["seats"])
        self._check_house(row["house"])
        if (before := row["rematch_of"]) is not None:
            if before not in self._ids["games"] or before == row["id"] or before in self._rematches:
                raise InvalidField("that game can't be the previous one.", "rematch_of")
            self._rematches.add(before)
        try:
            head = read_head(self._variants[row["rulebook"]], row["head"], len(row["seats"]))
        except InvalidField as wrong:
            raise InvalidField(wrong.message, "head") from None
        rows = [log_row(line) for line in self._log(game.lines)]
        if not joined_in_order(head, rows, len(row["seats"])):
            raise InvalidField("the seats don't match the people who sat down.", "seats")
        try:
            table, shown = replay_as_written(head, rows)
        except SheetError as error:
            raise InvalidField(f"row {error.line} of its lines is not possible: {error.message}") from None
        if table.finished != (row["finished_at"] is not None):
            raise InvalidField("its lines disagree about whether it is finished.", "finished_at")
        if head.stakes is not None:
            self._of_game[row["id"]] = (row["night"], head.stakes.currency)
            for key, cents in total_due(table, shown).items():
                self._due[row["id"], row["seats"][int(key) - 1]] += cents
        self._check_opinions(game.opinions, {line.seq for line in rows if line.kind != UNDO})

    def _check_seats(self, seats: Sequence[int]) -> None:
        for person in seats:
            self._exists("people", person, "seats")
        if len(set(seats)) != len(seats):
            raise InvalidField("somebody is in two seats.", "seats")

    def _check_house(self, house: Sequence[int] | None) -> None:
        if house is not None and not (len(house) == 2 and house[1] <= self._versions.get(house[0], 0)):  # noqa: PLR2004 - a name and a version
            raise InvalidField("that version of the house rules doesn't exist.", "house")

    def _log(self, lines: Sequence[PlacedRow]) -> Iterator[JsonRow]:
        for number, (place, line) in enumerate(lines, start=1):
            with _at(place):
                row = self._valid_row("lines", line)
                if row["seq"] != number:
                    raise InvalidField("lines must be numbered from 1, with none missing.", "seq")
                try:
                    check_facts(row)
                except InvalidField as wrong:
                    raise InvalidField(wrong.message, "facts") from None
                yield row

    def _check_opinions(self, opinions: Sequence[PlacedRow], rows: set[int]) -> None:
        for place, opinion in opinions:
            with _at(place):
                row = self._valid_row("opinions", opinion)
                if row["seq"] not in rows:
                    raise InvalidField("that game has no such line.", "seq")

    # ------------------------------------------------------------ money

    def _check_entries(self, row: JsonRow) -> None:
        self._new("entries", row["id"], gaps=False)
        cents = self._cents(row["postings"])
        belongs = (row["game"], row["night"], row["currency"])
        if row["night"] is not None:
            self._exists("nights", row["night"], "night")
        if (row["kind"] == REVERSAL) != (row["reverses"] is not None):
            raise InvalidField("only a reversal names an entry.", "reverses")
        if row["kind"] == STAKES:
            if self._of_game.get(row["game"] or 0) != (row["night"], row["currency"]):
                raise InvalidField("no money game has that night and currency.", "game")
        elif row["kind"] in {PAYMENT, PRIZES}:
            self._check_payment(row, cents)
        else:
            self._check_reversal(row, belongs, cents)
        self._posted[row["id"]] = _CheckedEntry(row["kind"], belongs, cents)
        if row["game"] is not None:
            for person, amount in cents.items():
                self._due[row["game"], person] -= amount

    def _cents(self, postings: Sequence[Sequence[int]]) -> CentsByPerson:
        if any(len(posting) != 2 for posting in postings):  # noqa: PLR2004 - a person and their cents
            raise InvalidField("a posting must be a person and their cents.", "postings")
        cents: CentsByPerson = dict(postings)  # type: ignore[arg-type]  # pairs, as was just seen
        for person in cents:
            self._exists("people", person, "postings")
        total = sum(cents.values())
        if not cents or len(cents) != len(postings) or total != 0 or 0 in cents.values():
            raise InvalidField("an entry's cents must add up to zero, with each person once, not zero.", "postings")
        return cents

    def _check_payment(self, row: JsonRow, cents: CentsByPerson) -> None:
        if row["kind"] == PRIZES:
            if row["game"] is not None or row["night"] is not None:
                raise InvalidField("a tournament's prizes can't have a game or a night.", "game")
        elif len(cents) != 2 or row["game"] is not None:  # noqa: PLR2004 - who pays and who is paid
            raise InvalidField("a payment must be from one person to another, without a game.", "postings")

    def _check_reversal(self, row: JsonRow, belongs: tuple[int | None, int | None, str], cents: CentsByPerson) -> None:
        taken = self._posted.get(row["reverses"])
        if taken is None or taken.kind == REVERSAL or row["reverses"] in self._taken_back:
            raise InvalidField("the entry to take back doesn't exist.", "reverses")
        if taken.belongs != belongs or negated(taken.cents) != cents:
            raise InvalidField("it does not mirror the entry it takes back.", "postings")
        self._taken_back.add(row["reverses"])

    def _check_nothing_due(self) -> None:
        for (game, person), cents in self._due.items():
            if cents:
                message = f"Entries: those of game {game} and person {person} don't match its lines."
                raise unreadable("entries", message)

    # ------------------------------------------------------------ tournaments

    def _check_tournaments(self, row: JsonRow) -> None:
        self._new("tournaments", row["id"])

    def _check_tournament_lines(self, row: JsonRow) -> None:
        self._exists("tournaments", row["tournament"], "tournament")
        kinds = {number: entry.kind for number, entry in self._posted.items()}
        check_tournament_facts(row, self._ids["people"], self._ids["games"], kinds)

    def _check_played_tournaments(self) -> None:
        lines = lines_by_tournament(self._document)
        for place, row in self._document.rows("tournaments"):
            with _at(place):
                check_tournament(lines.get(row["id"], ()))  # type: ignore[index]  # it was checked

    # ------------------------------------------------------------ the league's log

    def _check_changes(self, row: JsonRow) -> None:
        self._new("changes", row["id"], gaps=False)
        check_change(row["what"], row["facts"], self._ids["people"])
        if row["what"] == MERGED:
            self._merges.add((row["facts"]["person"], row["id"]))

    def _check_former_names(self, row: JsonRow) -> None:
        self._exists("changes", row["change"], "change")
        if (row["person"], row["change"]) in self._former:
            raise InvalidField("that is listed twice.", "change")
        self._former.add((row["person"], row["change"]))

    def _check_can_be_split(self) -> None:
        """Check that every merge has a change with the former name: it could not be undone without."""
        for person in self._merged:
            erased = (person, 0) in self._former
            if not erased and not any(who == person and (who, change) in self._former for who, change in self._merges):
                raise unreadable("former_names", f"Former names: the name of merged person {person} is missing.")


@contextmanager
def _at(place: RowPlace | str) -> Iterator[None]:
    """Add the place to an InvalidField."""
    try:
        yield
    except InvalidField as wrong:
        where = ", ".join(part for part in (str(place), wrong.field) if part)
        section = getattr(place, "section", str(place).lower())
        field = ".".join(part for part in (section, wrong.field) if part) or "file"
        raise unreadable(field, f"{where}: {wrong.message}" if place else wrong.message) from None
