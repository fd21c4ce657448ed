"""A night at many tables: at each a phone that keeps score, and others that follow; what all of them were told."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from tests.cast import FOUR
from tests.load.phones import Phone, Refused
from tests.trust.scoring import Look, Night, Save

GAMES = (("minnesota-ten-point", 4), ("partnership-pitch", 4), ("cutthroat-pitch", 3), ("ten-point-smear", 4))
ASK_EVERY, RETRY = 3.0, 30.0
"""Seconds, as in static/js/live.js: between two questions of a phone without a stream, and until it tries one again."""
NEXT_EVERY = 10.0
"""Seconds between two questions whether there is a rematch, as in templates/table/next.html."""
PREVIEWS, TAP = 3, 1.0
"""Previews of a hand while somebody taps it in, and the seconds between two of them."""
AT_ONCE = 8
"""Tables that sit down at the same time."""
RADIO = re.compile(r'<input type="radio" name="([^"]+)" id="[^"]+" value="([^"]+)"')
SCORE = re.compile(r"data-score>([^<]+)<")
ROW = re.compile(r"/board\?seen=([0-9]+)")
WRONG = (Refused, OSError, EOFError, TimeoutError)


@dataclass
class Told:
    """What the phones of all tables were told; times in seconds."""

    night: Night = field(default_factory=Night)
    saves: list[float] = field(default_factory=list)
    previews: list[float] = field(default_factory=list)
    news: dict[str, list[float]] = field(default_factory=lambda: {"stream": [], "poll": []})
    """From the moment a hand was sent until a phone that follows had the new score, by how it learned of it."""
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    games: list[str] = field(default_factory=list)

    def failed(self, error):
        self.errors[f"{type(error).__name__} {error}"] += 1

    def look(self, code, answer, floor):
        """Note the scores of a page; return its row, None where it shows none."""
        row, scores = ROW.search(answer.text), tuple(SCORE.findall(answer.text))
        if row and scores:
            self.night.looks.append(Look(code, floor, int(row[1]), scores=scores))
        return int(row[1]) if row else None


class Screen:
    """A phone that shows a game, and follows it until it is told to stop."""

    def __init__(self, port, told):
        self.phone, self.told = Phone(port), told
        self.code, self.row, self.is_sending = "", 0, False
        self._following = None

    def follow(self, code, row):
        """Follow another game from here on."""
        self.stop()
        self.code, self.row = code, row
        self._following = asyncio.create_task(self._follow())

    def stop(self):
        if self._following and self._following is not asyncio.current_task():
            self._following.cancel()

    async def open(self, code):
        """Show a game; return its row."""
        floor = self.told.night.told[code]
        return self.told.look(code, await self.phone.get(f"/t/{code}"), floor)

    async def _follow(self):
        code = self.code
        try:
            async for by in self._nudges(code):
                if not self.is_sending and not await self._ask(code, by):
                    await self._go_on(code)
                    return
        except Exception as error:  # noqa: BLE001 - whatever it is, this phone no longer follows
            self.told.failed(error)

    async def _nudges(self, code):
        """Yield whenever there may be something new, and what said so: "stream" or "poll"."""
        while True:
            async with self.phone.stream(f"/t/{code}/stream") as numbers:
                if numbers is not None:
                    async for number in numbers:
                        if number > self.row:
                            yield "stream"
            until = time.monotonic() + RETRY
            while time.monotonic() < until:
                yield "poll"
                await asyncio.sleep(ASK_EVERY)

    async def _ask(self, code, by):
        """Ask what is new; return whether the game goes on."""
        floor = self.told.night.told[code]
        answer = await self.phone.fragment(f"/t/{code}/board?seen={self.row}")
        if answer.status == 204:
            return True
        row = self.told.look(code, answer, floor)
        for number in range(self.row + 1, (row or 0) + 1):
            if sent := self.told.sent.get((code, number)):
                self.told.news[by].append(time.perf_counter() - sent)
        self.row = row or self.row
        return 'class="finish' not in answer.text

    async def _go_on(self, code):
        """Wait for the rematch, and follow it."""
        while True:
            answer = await self.phone.fragment(f"/t/{code}/watch?next=table")
            if found := re.search(r'href="/t/([\w-]{22})"', answer.text):
                self.follow(found[1], await self.open(found[1]))
                return
            await asyncio.sleep(NEXT_EVERY)


class Table:
    """A table: the first of its screens keeps score."""

    def __init__(self, number, port, followers, told):
        self.number, self.told, self.hands = number, told, itertools.count(1)
        self.dice = random.Random(number)
        self.scorer, *self.others = (Screen(port, told) for _ in range(1 + followers))
        self.page = None

    async def sit_down(self):
        """Start a game; the other phones join by its code and follow."""
        game, size = GAMES[self.number % len(GAMES)]
        path, phone = f"/new/{game}/{size}", self.scorer.phone
        names = {f"name-{seat}": name for seat, name in enumerate(FOUR[:size], start=1)}
        fields = (await phone.get(path)).form(path) | names | {"dealer": str(size)}
        await self._open_new(await phone.ask("POST", path, fields, 303))
        shown = re.search(r'class="code num">([^<]+)<', (await phone.get(f"/t/{self.scorer.code}/invite")).text)[1]
        for screen in self.others:
            fields = (await screen.phone.get("/join")).form("/join") | {"code": shown}
            await screen.phone.ask("POST", "/join", fields, 303)
            screen.follow(self.scorer.code, await screen.open(self.scorer.code))

    async def play(self, every, until):
        """Play until that moment: a hand every so many seconds, rematch after rematch."""
        await asyncio.sleep(self.dice.random() * every)
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                await self._hand()
            except WRONG as error:
                self.told.failed(error)
                with suppress(*WRONG):
                    self.page = await self.scorer.phone.get(f"/t/{self.scorer.code}")
            await asyncio.sleep(max(0, began + every - time.monotonic()))

    async def stop(self):
        """Hang all phones up, after each has looked a last time."""
        for screen in (self.scorer, *self.others):
            screen.stop()
            try:
                await screen.open(screen.code)
            except WRONG as error:
                self.told.failed(error)
            screen.phone.hang_up()

    async def _hand(self):
        screen = self.scorer
        if action := re.search(r'action="(/t/[\w-]+/rematch)"', self.page.text):
            form = self.page.form(action[1])
            await self._open_new(await screen.phone.ask("POST", action[1], form, 303))
        code = screen.code
        fields = self._filled_in()
        for _ in range(PREVIEWS):
            asked = time.perf_counter()
            await screen.phone.fragment(f"/t/{code}/preview", fields)
            self.told.previews.append(time.perf_counter() - asked)
            await asyncio.sleep(TAP)
        screen.is_sending = True
        try:
            await self._save(code, fields)
        finally:
            screen.is_sending = False

    async def _save(self, code, fields):
        seen, sent = int(fields["seen"]), time.perf_counter()
        self.told.sent[code, seen + 1] = sent
        answer = await self.scorer.phone.fragment(f"/t/{code}/hands", fields)
        self.told.saves.append(time.perf_counter() - sent)
        row = int(answer.header("saved-as"))
        self.told.night.acknowledged(Save(code, fields["note"], seen, row))
        self.told.look(code, answer, row)
        self.page, self.scorer.row = answer, row

    async def _open_new(self, answer):
        code = answer.header("location").rpartition("/")[2]
        self.page = await self.scorer.phone.get(f"/t/{code}")
        self.told.games.append(code)
        self.scorer.follow(code, 0)

    def _filled_in(self):
        """Return the form of the next hand: a low bid, and a point or two for somebody else."""
        code = self.scorer.code
        choices = {}
        for name, value in RADIO.findall(self.page.text):
            choices.setdefault(name, []).append(value)
        bids = [bid for bid in choices["bid"] if bid.isdigit()]
        points = [name for name in choices if name.startswith("point-")]
        tapped = {name: self.dice.choice(choices[name][:-1]) for name in self.dice.sample(points, 2)}
        return self.page.form(f"/t/{code}/hands") | tapped | {
            "what": "hand", "bidder": self.dice.choice(choices["bidder"]), "bid": self.dice.choice(bids[:2]),
            "note": f"table {self.number} hand {next(self.hands)}", "sure": "yes",
        }  # fmt: skip


async def sit_down(tables):
    """Let people come in, a few tables at a time."""
    door = asyncio.Semaphore(AT_ONCE)

    async def come_in(table):
        async with door:
            await table.sit_down()

    await asyncio.gather(*map(come_in, tables))
