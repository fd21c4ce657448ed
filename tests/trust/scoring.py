"""Several phones keep score of the same games, each its own hands, and write down what they saw."""

import json
import re
import secrets
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import Settings
from scorekeeper.games.game_view import read_game
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.table import open_table
from tests.databases import open_engine, url_of
from tests.phones import Phone
from tests.trust.servers import MOST_TRIES, PATIENCE, SECRET, RealPhone, Unanswered

PHONES = 4
ENDLESS = {"rule_finish.target": "other", "rule_finish.target_n": "9999"}


@dataclass(frozen=True)
class Save:
    """A hand that was acknowledged: written upon row `seen`, as row `row`."""

    code: str
    note: str
    seen: int
    row: int


@dataclass(frozen=True)
class Look:
    """What a phone saw; `floor`: the last row anybody had been told of when it asked."""

    code: str
    floor: int
    row: int
    notes: tuple[str, ...] | None = None
    scores: tuple[str, ...] | None = None


@dataclass
class Night:
    """All that the phones of a night were told."""

    saves: list[Save] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    """Hands that were refused, whatever their phone tried; it saved no more."""
    told: Counter = field(default_factory=Counter)
    moved: threading.Condition = field(default_factory=threading.Condition)

    def acknowledged(self, save):
        with self.moved:
            self.saves.append(save)
            self.told[save.code] = max(self.told[save.code], save.row)
            self.moved.notify_all()

    def wait_for(self, number):
        """Wait until so many hands are saved."""
        with self.moved:
            assert self.moved.wait_for(lambda: len(self.saves) >= number, PATIENCE), len(self.saves)


def begin(database, folder, games):
    """Begin games in a league of four phones that keep score; give their codes and the phones' cookies."""
    app = create_app(Settings(url_of(database), SECRET, folder, folder))
    phones = [Phone(app) for _ in range(PHONES)]
    fields = {name.replace("_", "-"): value for name, value in ENDLESS.items()}
    codes = [phones[0].sit_down(**fields) for _ in range(games)]
    for phone in phones[1:]:
        phone.keep_score(phones[0], codes[0])
    with app.app_context():
        db.engine.dispose()
    return codes, [{"phone": phone.secret} for phone in phones]


def keep_score(server, cookies, codes, hands, *, careful=True, looking=False, made=RealPhone, night=None):
    """Let every phone save `hands` hands in each game, all phones at once, one game after the other; give the night.

    Careful phones send a form again as it was when no answer came; others fill in a new one.  `made` makes a phone.
    """
    night = night or Night()

    def evening_of(number):
        phone = made(server, cookies[number])
        for code in codes:
            for hand in range(hands):
                note = f"phone {number} hand {hand}"
                saved = save(phone, code, note, hand, careful=careful)
                if saved is None:
                    night.given_up.append(note)
                    return
                night.acknowledged(saved)
                if looking:
                    night.looks += look(phone, code, night)

    with ThreadPoolExecutor(len(cookies)) as at_once:
        for done in [at_once.submit(evening_of, number) for number in range(len(cookies))]:
            done.result()
    return night


def save(phone, code, note, number, *, careful):
    """Save a hand, again and again until it is acknowledged; None where it never is."""
    hand = {"what": "hand", "bidder": "1234"[number % 4], "bid": str(4 + number % 3), "note": note, "sure": "yes"}
    hand |= {"point-low": "1"} if number % 2 else {}
    form = stamp(phone, code) | hand
    for _ in range(MOST_TRIES):
        try:
            answer = phone.once("POST", f"/t/{code}/hands", form, Outbox="1")
        except Unanswered:
            form |= {} if careful else stamp(phone, code)
            continue
        if answer.status == 204:
            return Save(code, note, int(form["seen"]), int(answer.headers["Saved-As"]))
        if answer.status == 409:
            form |= stamp(phone, code) | ({"op_id": form["op_id"]} if careful else {})
        elif answer.status < 500:
            raise AssertionError(f"{answer.status}: {answer.text}")
    return None


def stamp(phone, code):
    fresh = json.loads(phone.get(f"/t/{code}/stamp"))
    return {"csrf_token": fresh["csrf_token"], "seen": str(fresh["seq"]), "op_id": secrets.token_hex(16)}


def look(phone, code, night):
    """Look at the lines and at the table, as one phone sees them."""
    floor = night.told[code]
    lines = json.loads(phone.get(f"/t/{code}/sheet.json"))["lines"]
    yield Look(code, floor, len(lines), notes=tuple(line["note"] for line in lines))
    floor = night.told[code]
    page = phone.get(f"/t/{code}")
    row = int(re.search(r'name="seen" value="([0-9]+)"', page)[1])
    yield Look(code, floor, row, scores=tuple(re.findall(r"data-score>([^<]+)<", page)))


@dataclass(frozen=True)
class History:
    """A game as it is in the end: its hands in order, the scores after each, from none on."""

    notes: tuple[str, ...]
    scores: tuple[tuple[str, ...], ...]


def faults_in(database):
    """Return what the doctor finds."""
    engine = open_engine(database)
    with engine.connect() as connection:
        found = [fault for it in run_checks(connection) if it.verdict is Verdict.WRONG for fault in it.faults]
    engine.dispose()
    return found


def histories(database, codes):
    """Return each game's history; the doctor must find nothing."""
    assert faults_in(database) == []
    engine = open_engine(database)
    with Session(engine) as session:
        views = {code: read_game(session, code) for code in codes}
    engine.dispose()
    return {code: history_of(view) for code, view in views.items()}


def history_of(view):
    table = open_table(view.head)
    scores = [shown(table)]
    for line in view.lines:
        table, _ = play(table, read_line(line.facts, table.variant.kind))
        scores.append(shown(table))
    return History(tuple(line.facts["note"] for line in view.lines), tuple(scores))


def shown(table):
    return tuple(str(table.scores[team[0]]).replace("-", "−") for team in table.teams)


def faults_of(night, histories):
    """Return how often the phones were told what is not so."""
    written = Counter((code, note) for code, history in histories.items() for note in history.notes)
    return {
        "lost": sum(written[save.code, save.note] == 0 for save in night.saves),
        "doubled": sum(written.values()) - len(written),
        "upon what it had not seen": sum(save.row != save.seen + 1 for save in night.saves),
        "not a part of the history": sum(not fits(look, histories[look.code]) for look in night.looks),
        "never saved": len(night.given_up),
        "stale": sum(look.row < look.floor for look in night.looks),
    }


def fits(look, history):
    if look.notes is not None:
        return look.notes == history.notes[: look.row]
    return look.scores == history.scores[look.row]
