"""A game of Partnership Pitch, for the lines that change who sits, who deals, or that the game goes on."""

import pytest


@pytest.fixture
def pitch(phone):
    """Partnership Pitch: Ann & Cy against Bob & Dee, Dee deals."""
    return phone.sit_down("partnership-pitch")
