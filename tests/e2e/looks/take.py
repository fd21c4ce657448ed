"""`make looks`: take the reference pictures again, after a change that was meant."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.conftest import FLAGS
from tests.e2e.looks.comparison import compare, packed
from tests.e2e.looks.screens import REFERENCES, SCREENS, demo_league, take
from tests.needs import CHROMIUM


def write(screen, picture):
    """Write a screen's reference unless the one it has shows the same; return what happened."""
    if screen.reference.exists():
        found = compare(picture, screen.reference.read_bytes())
        if not found.share and not found.recolored:
            return "as it was"
    screen.reference.write_bytes(picture)
    return "new"


def main():
    REFERENCES.mkdir(exist_ok=True)
    for old in set(REFERENCES.glob("*.webp")) - {screen.reference for screen in SCREENS}:
        old.unlink()
    with tempfile.TemporaryDirectory() as folder, demo_league(Path(folder)) as league, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for screen in SCREENS:
            said = write(screen, packed(take(browser, league, screen)))
            size = screen.reference.stat().st_size
            print(f"{screen.name:20} {size / 1000:5.1f} kB  {said}", flush=True)  # noqa: T201 - for a terminal
        browser.close()


if __name__ == "__main__":
    main()
