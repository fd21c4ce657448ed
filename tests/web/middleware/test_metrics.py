"""Figures for Prometheus: there for whom they are for, and not there for anybody else."""

from __future__ import annotations

import datetime as dt
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.services.clock import wall_clock
from scorekeeper.services.operations.schedule import FAILURE_NOTE, TIME_FORMAT
from scorekeeper.web.middleware.metrics import free_space
from tests.web.conftest import Phone

EXAMPLES = Path(__file__).parents[3] / "scorekeeper/examples"
TOKEN = "for the one who measures"
WORD = TOKEN.replace(" ", "-")


def figures(client, **headers):
    """Return (name, labels but the buckets') -> value."""
    answer = client.get("/metrics", headers={name.replace("_", "-"): text for name, text in headers.items()})
    assert answer.status_code == 200, answer.text
    samples = [sample for family in text_string_to_metric_families(answer.text) for sample in family.samples]
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


def test_off_there_is_nothing_at_that_address(client_with):
    client = client_with()
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics").text == client.get("/nowhere").text


HERE, THERE = "127.0.0.1", "192.168.178.20"


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        (
            {"METRICS": "1", "TRUSTED_HOSTS": "score.example"},
            [
                (HERE, {}, True),
                ("::1", {}, True),
                (HERE, {"Authorization": "Bearer "}, True),
                (THERE, {}, False),
                (HERE, {"X-Forwarded-For": HERE}, False),  # a proxy nobody told us of
            ],
        ),
        ({"METRICS": "1", "TRUSTED_PROXIES": "1"}, [(HERE, {"X-Forwarded-For": THERE}, False), (HERE, {}, True)]),
        (
            {"METRICS_TOKEN": WORD},
            [
                (HERE, {}, False),
                (THERE, {"Authorization": f"Bearer {WORD}"}, True),
                (THERE, {"Authorization": f"Bearer {WORD}x"}, False),
                (THERE, {"Authorization": WORD}, False),
                (THERE, {"Authorization": "Bearer "}, False),
            ],
        ),
    ],
)
def test_who_sees_them(client_with, settings, asked):
    client = client_with(**settings)
    for address, headers, seen in asked:
        answer = client.get("/metrics", headers=headers, environ_overrides={"REMOTE_ADDR": address})
        assert ("scorekeeper_info" in answer.text) is seen, (address, headers)
        assert (answer.status_code == 200) is seen
        assert client.post("/metrics", headers=headers).status_code != 200


def test_a_page_of_another_site_that_calls_this_machine_by_its_own_name_sees_nothing(client_with):
    """DNS rebinding: the browser of whoever runs the server asks, for a stranger's page."""
    answer = client_with(METRICS="1").get("/metrics", headers={"Host": "stranger.example"})
    assert answer.status_code == 400


def test_what_was_done_is_counted_by_route(client_with):
    client = client_with(METRICS="1")
    phone = Phone(client.application)
    code = phone.sit_down()
    saved = [phone.hand(code, point_low="1").status_code, phone.hand(code, bid="99").status_code]
    for path in ("/nowhere", f"/t/{code}x", "/static/css/scorekeeper.css", f"/t/{'A' * 22}"):
        with client.get(path):
            pass
    watched = phone.get(f"/t/{code}/board?seen=1", HX_Request="true").status_code
    client.open("/", method="BREW")
    found = figures(client)
    hands = "/t/<code>/hands"
    assert (saved, watched) == ([303, 422], 204)
    assert found["scorekeeper_requests_total", "POST", hands, "303"] == 1
    assert found["scorekeeper_requests_total", "POST", hands, "422"] == 1
    assert found["scorekeeper_requests_total", "GET", "/t/<code>/board", "204"] == 1
    assert found["scorekeeper_requests_total", "GET", "/static/<path:filename>", "200"] == 1
    assert found["scorekeeper_requests_total", "GET", "/t/<code>", "404"] == 2
    assert found["scorekeeper_requests_total", "GET", "none", "404"] == 1
    assert found["scorekeeper_requests_total", "other", "none", "405"] == 1
    assert found["scorekeeper_hands_saved_total",] == 1
    assert found["scorekeeper_request_seconds_count", "POST", hands] == 2
    assert found["scorekeeper_database_up",] == 1
    assert found["scorekeeper_database_bytes",] > 100_000
    text = client.get("/metrics").text
    assert code not in text
    assert not [name for name in ("Ann", "Bob", "Dee") if name in text]


def test_a_stream_is_open_until_it_is_closed(client_with):
    client = client_with(METRICS="1")
    phone = Phone(client.application)
    code = phone.sit_down()
    with phone.client.get(f"/t/{code}/stream") as stream:
        assert stream.mimetype == "text/event-stream"
        assert figures(client)["scorekeeper_streams_open",] == 1
    assert figures(client)["scorekeeper_streams_open",] == 0


def test_how_old_the_newest_backup_is(client_with, tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    client = client_with(METRICS="1", BACKUP_EVERY="24", BACKUP_FOLDER="copies")
    found = figures(client)
    assert found["scorekeeper_backup_failed",] == 0
    assert ("scorekeeper_backup_age_seconds",) not in found
    (folder / f"scorekeeper-{wall_clock() - dt.timedelta(hours=30):{TIME_FORMAT}}.db").touch()
    assert figures(client)["scorekeeper_backup_failed",] == 0
    (tmp_path / "instance" / FAILURE_NOTE).write_text("The disk is full.")
    found = figures(client)
    assert found["scorekeeper_backup_failed",] == 1
    assert 30 * 3600 <= found["scorekeeper_backup_age_seconds",] < 31 * 3600
    assert not [key for key in figures(client_with(METRICS="1")) if key[0].startswith("scorekeeper_backup")]


@pytest.mark.parametrize("name", ["alerts.yaml", "dashboard.json"])
def test_an_example_asks_for_figures_there_are(client_with, tmp_path, name):
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / f"scorekeeper-{wall_clock():{TIME_FORMAT}}.db").touch()
    client = client_with(METRICS="1", BACKUP_EVERY="24", BACKUP_FOLDER="copies")
    client.get("/")
    asked = set(re.findall(r"scorekeeper_\w+", (EXAMPLES / name).read_text(encoding="utf-8")))
    assert asked
    assert asked <= {key[0] for key in figures(client)}


def test_a_folder_that_is_not_made_yet_has_the_space_of_its_disk(tmp_path):
    assert abs(free_space(tmp_path / "instance" / "more") - shutil.disk_usage(tmp_path).free) < 1e9


def test_a_database_that_does_not_answer_is_a_figure_too(tmp_path):
    from scorekeeper.app import create_app
    from scorekeeper.settings import from_environment

    environ = {"DATABASE_URL": "postgresql://127.0.0.1:1/nobody", "METRICS": "1"}
    found = figures(create_app(from_environment(environ, tmp_path)).test_client())
    assert found["scorekeeper_database_up",] == 0
    assert ("scorekeeper_database_bytes",) not in found


def test_what_nobody_asked_for_takes_no_memory(tmp_path):
    program = (
        "import sys\nfrom pathlib import Path\nfrom scorekeeper import app, logs, settings\n"
        "for asked in ({}, {'METRICS': '1', 'LOG': 'json'}):\n"
        "    chosen = settings.from_environment(asked, Path(sys.argv[1]))\n"
        "    logs.set_up(chosen)\n    app.create_app(chosen)\n"
        "    print(*sorted({'prometheus_client', 'pythonjsonlogger', 'alembic'} & set(sys.modules)), end='.')\n"
    )
    done = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == ".prometheus_client pythonjsonlogger."
