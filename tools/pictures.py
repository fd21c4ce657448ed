"""`make pictures`: the pictures of the README, taken from the demo league, so that they never show an older version."""

import io
import re
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.docs.pages import DOCS
from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.e2e.hands import Thumb, look
from tests.e2e.nights import Night, read_hand
from tests.ports import served_by

FOLDER = DOCS / "pictures"
PHONE = {"width": 360, "height": 640}
STYLE = """
.demo-banner { display: none }
*, ::before, ::after { animation: none !important; transition: none !important }
"""
NIGHT = Night("minnesota-ten-point", ("Ann", "Bob", "Carl", "Dee"), ())
SHEET = """
format = "scoresheet/1"
variant = "minnesota-ten-point"
players = ["Ann", "Bob", "Carl", "Dee"]
[opening]
Ann = 31
Bob = 27
"""
HAND = read_hand("Bob 5 : jick=Ann game=Ann")
A_TAP, AT_THE_END = 900, 3000  # milliseconds that a frame stands
SETTLED = 800  # milliseconds until what a tap asked for stands on the page
GAP = 16  # pixels between the two phones


class FilmedThumb(Thumb):
    """A thumb whose every tap is a picture of its own phone beside another."""

    def __init__(self, page, night, other):
        super().__init__(page, night)
        self.other, self.frames = other, []

    def tap(self, selector):
        super().tap(selector)
        self.page.wait_for_timeout(SETTLED)
        self.film()

    def film(self):
        pictures = [Image.open(io.BytesIO(page.screenshot(style=STYLE))) for page in (self.page, self.other)]
        width, height = pictures[0].size
        frame = Image.new("RGB", (2 * width + GAP, height), "white")
        for place, picture in enumerate(pictures):
            frame.paste(picture, (place * (width + GAP), 0))
        self.frames.append(frame)


def take_moving_picture(phone):
    """Tap a hand on one phone while a second one watches."""
    first, second = phone(PHONE, scale=1), phone(PHONE, scale=1, alone=True)
    thumb = FilmedThumb(first, NIGHT, second)
    first.goto("/import")
    first.locator("summary:text-is('Or paste it here')").click()
    first.fill("#sheet", SHEET)
    first.locator("button:text-is('Import')").click()
    first.wait_for_url(re.compile("/t/"))
    thumb.code = first.url.rsplit("/t/")[1]
    second.goto(f"/t/{thumb.code}/watch")
    first.goto(f"/t/{thumb.code}")
    thumb.film()
    thumb.tell(HAND)
    thumb.tap("#save")
    thumb.wait_for(1)
    look(second)
    second.locator(".newest", has_text="Bob bid 5").wait_for()
    thumb.film()
    first, *others = (frame.quantize(128) for frame in thumb.frames)
    shown_for = [A_TAP] * len(others) + [AT_THE_END]
    first.save(FOLDER / "hand.gif", save_all=True, append_images=others, duration=shown_for, loop=0, optimize=True)


def take_stills(phone):
    """Take a still of what the moving picture leaves out."""
    page = phone(PHONE)
    page.goto("/")
    league = page.locator("a[href$='/games']").first.get_attribute("href").removesuffix("/games")
    page.goto(f"{league}/games")
    game = page.locator("a[href^='/t/']").last.get_attribute("href")
    pages = {"winner": game, "standings": f"{league}/standings", "settle": f"{game}/settle?of=season"}
    for name, path in pages.items():
        page.goto(path)
        if name == "standings":  # of a season with a past
            page.locator("select[name=season]").select_option(index=1)
            page.wait_for_url("**/standings?season=*")
        page.wait_for_load_state("networkidle")
        save_picture(page, name)


def save_picture(page, name):
    """Save what a page shows, in colors enough for a screen that is drawn."""
    picture = Image.open(io.BytesIO(page.screenshot(style=STYLE)))
    picture.quantize(256).save(FOLDER / f"{name}.png", optimize=True)


def main():
    FOLDER.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "scorekeeper", "demo", "--serve", "--port", "0"]
    with served_by(command) as demo, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        owner = browser.new_context(base_url=demo.address)
        owner.new_page().goto("/")
        kept = owner.storage_state()

        def phone(size, scale=2, *, alone=False):
            context = browser.new_context(
                base_url=demo.address,
                viewport=size,
                device_scale_factor=scale,
                has_touch=True,
                bypass_csp=True,  # for STYLE
                storage_state=None if alone else kept,
            )
            return context.new_page()

        take_moving_picture(phone)
        take_stills(phone)
        browser.close()


if __name__ == "__main__":
    main()
