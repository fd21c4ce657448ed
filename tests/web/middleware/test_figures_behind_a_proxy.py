"""Behind a proxy everybody seems to come from this machine: whatever it says of them, the figures are not theirs."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_whoever_comes_through_a_proxy_sees_no_figures(client_with, header):
    client, here = client_with(METRICS="1"), {"REMOTE_ADDR": "127.0.0.1"}
    assert client.get("/metrics", environ_overrides=here).status_code == 200
    assert client.get("/metrics", headers={header: "1.1 proxy"}, environ_overrides=here).status_code == 404
