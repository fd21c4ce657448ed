"""The screens that have a reference picture, and how a picture of one is taken: the same every time."""

import base64
import io
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageFont

from tests.e2e.conftest import be_patient, put_away
from tests.e2e.hands import wait_for_all_scripts
from tests.e2e.looks.league import EVENING
from tests.ports import served_by

REFERENCES = Path(__file__).parent / "references"
PHONE, LAPTOP, TV = (360, 640), (1366, 768), (1280, 720)
WIDEST = 720
"""Wider pictures are kept at half their size."""
STYLE = """
.demo-banner { display: none !important }
*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }
* { scrollbar-width: none !important }
"""
OWN_FONT = f"src: url(data:font/ttf;base64,{base64.b64encode(ImageFont.load_default(16).font_bytes).decode()})"
FONT = "@font-face { font-family: Roboto; font-weight: 400; %s }"
"""The first of the fonts that the style sheet asks for."""
DRAWN = """async () => {
  document.getAnimations().forEach((each) => each.finish());
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (const rule of rules) if (rule instanceof CSSFontFaceRule) rule.style.setProperty("font-display", "block");
  await Promise.all([...document.fonts].map((font) => font.load().catch(() => {})));
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


@dataclass(frozen=True)
class Screen:
    """Where a screen is, what is done there before its picture is taken, and on which screen, in which light."""

    name: str
    path: str
    act: Callable | None = None
    size: tuple[int, int] = PHONE
    light: str = "light"
    deep: bool = True

    @property
    def reference(self) -> Path:
        return REFERENCES / f"{self.name.replace(' ', '-')}.webp"


def open_stakes(page):
    page.locator("#money > summary").click()
    page.locator("#money").evaluate("it => it.scrollIntoView()")


def tell_a_hand(page):
    page.locator("label:has(#bidder-2)").click()
    page.locator("label:has(#bid-5)").click()
    page.locator("#why:text('makes 5')").wait_for()


def this_hand(page):
    tell_a_hand(page)
    page.locator("#more").evaluate("it => it.showPopover()")


SCREENS = [
    Screen("home", "/"),
    Screen("find my game", "/new"),
    Screen("seats", "/new/minnesota-ten-point/4"),
    Screen("stakes", "/new/minnesota-ten-point/4", open_stakes, light="dark"),
    Screen("table fresh", "/t/<fresh>"),
    Screen("table", "/t/<begun>", deep=False),
    Screen("table on a laptop", "/t/<begun>", lambda page: page.locator("#race .chart > svg").wait_for(), size=LAPTOP),
    Screen("hand told", "/t/<begun>", tell_a_hand, light="dark"),
    Screen("this hand", "/t/<begun>", this_hand),
    Screen("finish", "/t/<finished>"),
    Screen("log", "/t/<finished>/log"),
    Screen("rules", "/t/<begun>/rules", light="bar"),
    Screen("standings", "/l/<league>/standings?season=1", deep=False),
    Screen("person", "/l/<league>/people/4"),
    Screen("head to head", "/l/<league>/people/4/with/8"),
    Screen("nights", "/l/<league>/nights"),
    Screen("settle", "/t/<finished>/settle", light="dark"),
    Screen("awards", "/l/<league>/awards"),
    Screen("watch", "/t/<begun>/watch", size=TV),
    Screen("league night", "/l/<league>/watch", size=TV),
    Screen("tournament board", "/l/<league>/tournaments/1/board", size=TV),
    Screen("rules of all games", "/rules"),
    Screen("variant editor", "/l/<league>/variants/new?rules=1"),
]


@contextmanager
def demo_league(folder):
    """Serve the league in `folder`; give its address, and what stands for the names in the screens' paths."""
    command = [sys.executable, "-m", "tests.e2e.looks.league", str(folder)]
    with served_by(command, stderr=subprocess.DEVNULL) as process:
        address, *places = process.said.split()
        yield address, dict(place.split("=") for place in places)


def take(browser, league, screen, font=OWN_FONT, style=""):
    """Return the picture of a screen, `style` added to its own."""
    address, places = league
    width, height = screen.size
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, device_scale_factor=1, has_touch=width == 360,
        bypass_csp=True, color_scheme="light" if screen.light == "light" else "dark", reduced_motion="reduce",
        service_workers="block", locale="en-US", timezone_id="UTC",
    )  # fmt: skip
    try:
        be_patient(context)
        context.route("**/stream", lambda route: route.fulfill(status=204))
        page = context.new_page()
        page.clock.set_fixed_time(EVENING)
        answer = page.goto(re.sub("<(.*?)>", lambda name: places[name[1]], screen.path))
        assert answer.status == 200, f"{screen.path}: {answer.status}"
        page.add_style_tag(content=FONT % font)
        page.evaluate("light => { document.documentElement.dataset.theme = light }", screen.light)
        wait_for_all_scripts(page)
        if screen.act:
            screen.act(page)
        page.evaluate(DRAWN)
        shot = page.screenshot(style=STYLE + style, animations="disabled", caret="hide")
    finally:
        put_away(context)
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    return picture if width <= WIDEST else picture.reduce(2)
