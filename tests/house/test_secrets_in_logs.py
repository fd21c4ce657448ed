"""No address that lets somebody in is logged: whoever knows it may look."""

from __future__ import annotations

import logging

import pytest

from scorekeeper.core.logs import RedactSecrets

CODE = "AbCdEfGhIjKlMnOpQr-_01"


@pytest.mark.parametrize("kind", ["t", "l", "s"], ids=["a table", "a league", "a link that shows one game"])
def test_the_code_of_an_address_is_not_logged(kind):
    said = f"Slow: GET /{kind}/{CODE}/log?line=1, from /{kind}/{CODE}"
    record = logging.LogRecord("scorekeeper", logging.WARNING, __file__, 1, "Slow: GET %s, from %s",
                               (f"/{kind}/{CODE}/log?line=1", f"/{kind}/{CODE}"), None)  # fmt: skip
    assert record.getMessage() == said
    assert RedactSecrets().filter(record)
    assert record.getMessage() == said.replace(CODE, "\N{HORIZONTAL ELLIPSIS}")
