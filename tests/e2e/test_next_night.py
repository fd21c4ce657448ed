"""The next night in a browser: whoever follows its link reads it in their own time zone."""

import datetime as dt
import re
from zoneinfo import ZoneInfo

from tests.cast import FOUR
from tests.e2e.hands import Thumb
from tests.e2e.nights import Night

CHICAGO, BERLIN = ZoneInfo("America/Chicago"), ZoneInfo("Europe/Berlin")
NOW = dt.datetime.now(CHICAGO).replace(second=0, microsecond=0)


def in_words(at):
    return f"{at:%a, %b} {at.day}, {at.hour % 12 or 12}:{at:%M %p}"


def test_the_reader_sees_it_in_their_own_time_zone(new_phone):
    """The keeper's phone fills in the time zone of the night."""
    keeper = new_phone(timezone_id="America/Chicago")
    Thumb.dealt(keeper, Night("minnesota-ten-point", FOUR, ()))
    keeper.goto("/")
    keeper.locator("a[href^='/l/']").first.click()
    keeper.wait_for_url(re.compile("/l/"))
    keeper.get_by_role("link", name="Plan the next night").click()
    keeper.get_by_label("Day").fill(f"{NOW:%Y-%m-%d}")
    keeper.get_by_label("Time", exact=True).fill(f"{NOW:%H:%M}")
    keeper.wait_for_function("() => document.querySelector('[name=zone]').value")
    assert keeper.get_by_label("Time zone").input_value() == "America/Chicago"
    keeper.get_by_role("button", name="Save").click()
    link = keeper.locator(".address a").get_attribute("href")
    reader, paper = new_phone(timezone_id="Europe/Berlin"), new_phone(scripts=False, timezone_id="Europe/Berlin")
    for page, at in ((reader, NOW.astimezone(BERLIN)), (paper, NOW)):
        page.goto(link)
        page.locator("h1", has_text=in_words(at)).wait_for()
    assert paper.locator("h1").inner_text() == f"{in_words(NOW)} {NOW:%Z}"
