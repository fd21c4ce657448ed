"""Two hosts of the app behind nginx, one PostgreSQL: one is gone in the middle of a night, and the phones carry on.

Where namespaces cannot be made, the hosts are two ports.  Part of `make test-postgres`.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.databases import SERVER, engine_at, migrate
from tests.needs import miss
from tests.nginx import NGINX
from tests.postgres import HERE, started
from tests.trust.following import BehindAProxy, Screen
from tests.trust.hosts import ASK_ONE, ASK_THE_OTHER, NAMES, Front, OnServer, host_at, nginx_before, place_on, street
from tests.trust.scoring import PHONES, begin, faults_of, histories, keep_score, save

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not SERVER, reason="Two hosts share a PostgreSQL: make test-postgres tries them."),
]


@dataclass
class Town:
    """A database server with an empty database, and where hosts may be that find this machine at `us`."""

    database: OnServer
    us: str
    folder: Path

    @property
    def apart(self):
        return self.us != HERE

    @contextmanager
    def hosts(self, **environ):
        """Run two hosts."""
        with ExitStack() as stack:
            places = [place_on(stack, self.us, number) for number in range(len(NAMES))]
            yield [
                stack.enter_context(host_at(place, self.database.url, self.folder / name, **environ))
                for name, place in zip(NAMES, places, strict=True)
            ]


@pytest.fixture(scope="module")
def server():
    """Return the address of a database on a server of this module's own, and what hosts know this machine by."""
    if not NGINX:
        miss("nginx", "There is no nginx on this machine (make test-postgres installs it).")
    with ExitStack() as stack:
        us = street(stack)
        url = stack.enter_context(started(also=us))
        engine = engine_at(url)
        migrate(engine)
        engine.dispose()
        yield url, us


@pytest.fixture
def town(server, tmp_path):
    url, us = server
    return Town(OnServer("postgres", url), us, tmp_path)


@pytest.fixture
def evening(town, size):
    """Return a function that plays a night in which one host is lost in the middle; it gives what came of it.

    `lose` is given the host that a screen follows the game by, and the other one.
    """

    def evening(lose, *, manner=ASK_THE_OTHER, careful=True, **environ):
        hands, errors = size(50, 10), Counter()
        (code,), cookies = begin(town.database, town.folder, 1)
        how = {"careful": careful, "looking": True, "made": partial(BehindAProxy, errors=errors)}
        with ExitStack() as stack:
            hosts = stack.enter_context(town.hosts(**environ))
            front = stack.enter_context(nginx_before(hosts, town.folder / "nginx", manner))
            screen = stack.enter_context(Screen(front, cookies[0], code))
            playing = stack.enter_context(ThreadPoolExecutor(1))
            night = playing.submit(keep_score, front, cookies, [code], hands, **how)
            screen.wait_for(PHONES * hands // 2)
            lose(*sorted(hosts, key=lambda host: host.address != screen.served_by[-1]))
            night = night.result()
            screen.wait_for(len(night.saves))
        return night, faults_of(night, histories(town.database, [code])), errors, screen

    return evening


@pytest.fixture
def tell(town, record_property):
    """Return a function that puts figures down."""

    def tell(what, night, faults, errors):
        hosts = "namespaces" if town.apart else "ports"
        figures = len(night.saves), len(night.looks), faults["lost"], faults["doubled"], errors["POST"]
        name = f"two hosts ({hosts}), {what}: saves, looks, lost, doubled, forms unanswered"
        record_property(name, ", ".join(map(str, figures)))

    return tell


def test_one_host_is_killed_and_the_phones_carry_on(evening, tell):
    night, faults, errors, screen = evening(lambda followed, _: followed.kill())
    tell("one killed", night, faults, errors)
    assert sum(faults.values()) == 0
    assert errors["POST"] == 0
    assert len(screen.served_by) == len(NAMES), "the screen went on through the other host"
    assert screen.heard == sorted(screen.heard)


def test_one_host_is_unplugged_and_the_phones_carry_on(town, evening, tell):
    if not town.apart:
        pytest.skip("A host that is a port has no wire to cut: network namespaces need root, and ip.")
    night, faults, errors, _ = evening(lambda _, other: other.unplug(), PLANT="held")
    tell("one unplugged", night, faults, errors)
    assert sum(faults.values()) == 0


def test_the_control_where_nginx_asks_one_host_there_are_errors_and_without_op_ids_hands_are_doubled(evening, tell):
    night, faults, errors, _ = evening(lambda followed, _: followed.kill(), manner=ASK_ONE, careful=False, ANSWERED="5")
    tell("control without op_ids, nginx asking one host", night, faults, errors)
    assert errors["POST"] > 0
    assert faults["doubled"] > 0


def test_what_is_saved_at_one_host_is_told_by_the_other(town):
    (code,), cookies = begin(town.database, town.folder, 1)
    with town.hosts() as hosts:
        fronts = [Front(f"http://{host.address}") for host in hosts]
        screens = [Screen(front, cookies[0], code) for front in fronts]
        phones = [BehindAProxy(front, cookies[1], Counter()) for front in fronts]
        with screens[0], screens[1]:
            for number, (phone, screen) in enumerate(zip(phones, reversed(screens), strict=True)):
                screen.wait_for(number)
                save(phone, code, f"hand {number}", number, careful=True)
                screen.wait_for(number + 1)
