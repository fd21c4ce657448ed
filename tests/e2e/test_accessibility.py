"""Everybody can use it on a small phone: every screen and state, axe and all, in every light (trust.md, row 18).

`make test-all` looks at each at 320 pixels in full, and for contrast in the other lights, `make test` at some of them;
--prove at both widths, in all three lights and with the text twice as large, in full.
"""

from functools import cache
from pathlib import Path

import pytest

from tests.e2e import town as towns
from tests.e2e.conftest import SMALL_PHONE, be_patient, put_away, serving
from tests.e2e.hands import wait_for_all_scripts

HERE = Path(__file__).parent
SCRIPTS = [path.read_text(encoding="utf-8") for path in (*HERE.glob("vendor/axe-*.min.js"), HERE / "for_everybody.js")]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
IN_FULL = {"runOnly": {"type": "tag", "values": TAGS}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
LIGHTS = ("light", "dark", "bar")


@pytest.fixture(scope="module")
def town(blank_database, tmp_path_factory):
    """The league, its server's address in `at`."""
    folder = tmp_path_factory.mktemp("town")
    town = towns.found(blank_database, folder)
    with serving(folder) as town.at:
        yield town


@pytest.fixture(scope="module")
def phone_of(town, chromium):
    """Return a function that opens the phone of that cookie: the scripts are part of each of its pages."""
    contexts = []

    @cache
    def phone_of(who, _for_itself=""):
        contexts.append(context := chromium.new_context(
            base_url=town.at, viewport=SMALL_PHONE, has_touch=True, is_mobile=True, service_workers="block",
            reduced_motion="reduce"))  # fmt: skip
        be_patient(context)
        context.add_init_script("\n".join(SCRIPTS))
        if cookie := town.cookies[who]:
            context.add_cookies([{"name": "phone", "value": cookie, "url": town.at}])
        return context

    yield phone_of
    for context in contexts:
        put_away(context)


@pytest.fixture
def show(town, phone_of):
    """Return a function that shows a screen, and says what moved by itself; what is done there has its own phone."""
    pages = []

    def show(screen, width):
        screen = towns.of(town, screen)
        pages.append(page := phone_of(screen.who, f"{screen.name} {width}" if screen.act else "").new_page())
        page.set_viewport_size(SMALL_PHONE | {"width": width})
        assert page.goto(screen.path).status == screen.status, screen.path
        wait_for_all_scripts(page)
        moved = ask(page, "moved")
        if screen.act:
            screen.act(page, town)
        page.evaluate(UNFOLD)
        return page, moved

    yield show
    for page in pages:
        page.unroute_all(behavior="ignoreErrors")
        page.close()


def ask(page, what, how=None):
    """Ask the page about itself (for_everybody.js); give what is wrong."""
    return page.evaluate(f"how => forEverybody.{what}(how)", how)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("screen", towns.screens(), ids=lambda screen: screen.name)
def test_a_screen_is_for_everybody(show, screen, request):
    prove, found = request.config.getoption("prove"), {}
    lights = LIGHTS if prove else ("light", LIGHTS[1 + len(screen.name) % 2])
    for width in (320, 360) if prove else (320,):
        page, found[f"{width} px: moved while it loaded"] = show(screen, width)
        found[f"{width} px: less than eight pixels apart"] = ask(page, "tooClose")
        for larger in (False, True):
            if larger:
                ask(page, "larger")
            where = f"{width} px{', text twice as large' if larger else ''}"
            found[f"{where}: unreadable, or wider than the screen"] = ask(page, "unreadable" if larger else "tooWide")
            found[f"{where}: too small for a thumb"] = ask(page, "tooSmall")
            for light in () if larger and not prove else lights:
                page.emulate_media(color_scheme="light" if light == "light" else "dark")
                page.evaluate("light => document.documentElement.dataset.theme = light", light)
                found[f"{where}, {light}"] = ask(page, "axe", IN_FULL if prove or light == "light" else CONTRAST)
    said = "\n".join(f"{where}:\n    " + "\n    ".join(those) for where, those in found.items() if those)
    assert not said, f"{screen.name} ({screen.path})\n{said}"
