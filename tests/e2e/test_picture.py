"""The picture of a result: through the phone's share sheet where it takes files, else, or without scripts, a download.

No browser of the tests has a share sheet: its place is taken by what notes the files it is handed.
"""

import pytest

from tests.e2e.hands import Thumb, wait_for_all_scripts
from tests.e2e.nights import read_line, read_night

SHEET = """
    navigator.canShare = () => true;
    navigator.share = async ({ files }) => {
      const kinds = files.map((file) => `${file.name} ${file.type} ${file.size > 10000}`);
      document.documentElement.dataset.handed = kinds.join();
    };
"""


def end_a_game(page):
    thumb = Thumb.dealt(page, read_night("fort-frances-sneak-out-4"))
    for told in ("Ann 2 : jack=Bob game=Bob", "Ann 4", "Ann 4", "Ann 4", "Ann 4"):
        thumb.play(read_line(told))
    assert page.locator(".winners").inner_text() == "Ann & Cy won"
    wait_for_all_scripts(page)


def test_without_a_share_sheet_the_picture_is_downloaded(page):
    end_a_game(page)
    with page.expect_download() as sent:
        page.get_by_role("link", name="Share", exact=True).click()
    assert sent.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.deep
def test_a_share_sheet_is_handed_the_picture_as_a_file(page):
    page.add_init_script(SHEET)
    end_a_game(page)
    page.get_by_role("link", name="Share", exact=True).click()
    page.locator("html[data-handed='result.png image/png true']").wait_for(state="attached")
