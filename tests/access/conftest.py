import re

import pytest

from tests.phones import Phone


def shown_code(phone, code):
    """Return the table's code as its page of invitations shows it."""
    return re.search(r'class="code num">([^<]+)<', phone.get(f"/t/{code}/invite").text)[1]


@pytest.fixture
def viewer(app, phone, code):
    """A phone that watches."""
    viewer = Phone(app)
    assert viewer.join(phone, code).location == f"/t/{code}/who"
    return viewer
