"""A real server, a real Chromium, a phone of 360 by 640.  Without a Chromium the browser tests skip and say so."""

import os
import sys
from contextlib import contextmanager

import pytest

from tests.databases import environ_in
from tests.e2e.hands import Thumb
from tests.e2e.wire import wire_to
from tests.needs import CHROMIUM, has_chromium, miss
from tests.ports import served_by

LEFT_OUT = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"  # pages of its own in every window: half of what a phone costs
    "AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning"  # as Playwright leaves out
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={LEFT_OUT}",
]
SMALL_PHONE = {"width": 360, "height": 640}
PATIENCE = 60_000
"""Milliseconds until what does not come fails a test, however busy the machine is."""


AT_A_MOMENT = """
import sys, time_machine
time_machine.travel(float(sys.argv.pop())).start()
from scorekeeper.cli import main
main(["run"])
"""


@contextmanager
def serving(folder, port=0, at=None):
    """Run `scorekeeper run` on a loopback port, a free one by default, its database in `folder`; give its address.

    With `at` its clock goes on from that moment.
    """
    environ = {**os.environ, **environ_in(folder), "PORT": str(port), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, *(["-c", AT_A_MOMENT, str(at.timestamp())] if at else ["-m", "scorekeeper", "run"])]
    with served_by(command, cwd=folder, env=environ) as process:
        yield process.address


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Return the address of a server of this run's own."""
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="session")
def chromium():
    """A running Chromium.  Where there is none, or nothing to drive it with, the browser tests skip."""
    if not has_chromium():
        miss("chromium", "Here is no Chromium that Playwright can drive (make test installs it on Debian as root).")
    from playwright.sync_api import sync_playwright

    driver = sync_playwright().start()
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=2 * PATIENCE)
    yield browser
    browser.close()
    driver.stop()


def be_patient(context):
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(2 * PATIENCE)  # a server says where it is before it answers


def put_away(context):
    """Close a phone.  A route that is just at work would fail, and be heard of in the next test: it is let go first."""
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")
    context.close()


@pytest.fixture
def new_phone(chromium, server):
    """Return a function that opens a fresh phone; `scripts=False` for one without JavaScript.

    `keeps`: whether it keeps pages for when there is no signal.  What a service worker answers passes by `page.route`.
    """
    contexts = []

    def open_phone(*, scripts=True, keeps=False, at=server, **options):
        context = chromium.new_context(
            base_url=at,
            service_workers="allow" if keeps else "block",
            viewport=SMALL_PHONE,
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
            java_script_enabled=scripts,
            **options,
        )
        be_patient(context)
        contexts.append(context)
        return context.new_page()

    yield open_phone
    for context in contexts:
        put_away(context)


@pytest.fixture
def wire(server):
    """Return a wire to the server that can fail; a phone takes it with `new_phone(at=wire.address)`."""
    with wire_to(server) as wire:
        yield wire


@pytest.fixture
def page(new_phone):
    return new_phone()


@pytest.fixture
def thumb(page, request):
    """The thumb at a new table of the NIGHT of its module."""
    return Thumb.dealt(page, request.module.NIGHT)
