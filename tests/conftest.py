"""What holds for every test: nobody's real games are touched, and a busy machine is no failure.

And a real database: made by the migrations, a fresh copy for every test that asks for one.  TEST_DATABASE_URL names a
PostgreSQL server to keep them on instead of in SQLite files.
"""

import os
import random
import signal
import uuid
from collections import defaultdict
from pathlib import Path

import hypothesis
import pytest

for name in (
    "BACKUP_EVERY", "BACKUP_FOLDER", "BACKUP_KEEP", "DATABASE_URL", "FLASK_DEBUG", "LAN", "LOG", "OPEN", "PORT",
    "SECRET_KEY", "TRUSTED_HOSTS", "TRUSTED_PROXIES",
):  # fmt: skip
    os.environ.pop(name, None)

TOO_SLOW = hypothesis.HealthCheck.too_slow  # to make up an example: the machine, not the example
hypothesis.settings.register_profile("here", deadline=None, suppress_health_check=[TOO_SLOW])
hypothesis.settings.register_profile("quick", hypothesis.settings.get_profile("here"), max_examples=25)


def pytest_addoption(parser):
    parser.addoption("--prove", action="store_true", help="show all of docs/trust.md: minutes, not seconds")
    parser.addoption("--figures", metavar="FILE", help="with --prove: where to write them as well")


def pytest_configure(config):
    from tests.needs import required

    required()  # a word it does not know would require nothing
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it
    hypothesis.settings.load_profile("quick" if config.option.markexpr == "not deep" else "here")


@pytest.hookimpl(wrapper=True, tryfirst=True)  # before `-m "not deep"` looks at the markers
def pytest_collection_modifyitems(config, items):
    if os.environ.get("TEST_DATABASE_URL"):
        for item in items:
            for about in item.iter_markers("sqlite"):
                item.add_marker(pytest.mark.skip(f"about SQLite: {about.args[0]}"))
    mark_what_no_sample_has(items, getattr(config.option, "randomly_seed", 0))
    yield
    long = {item.path for item in items if item.get_closest_marker("deep")}
    items.sort(key=lambda item: item.path not in long)  # or one process would wait for the other's last one


def mark_what_no_sample_has(items, seed):
    """Mark as deep all but `count` of the cases of every test marked sampled(count), drawn with the seed of the run.

    Every process of a run draws the same ones, and so does a run with the same --randomly-seed.
    """
    cases = defaultdict(list)
    for item in sorted(items, key=lambda item: item.nodeid):
        for sample in item.iter_markers("sampled"):
            cases[item.nodeid.partition("[")[0], *sample.args].append(item)
    for (test, count), its_cases in cases.items():
        chosen = random.Random(f"{seed} {test}").sample(its_cases, min(count, len(its_cases)))
        for item in its_cases:
            if item not in chosen:
                item.add_marker(pytest.mark.deep)


@pytest.fixture(autouse=True)
def _drop_databases():
    """On a server what a test makes goes with it; files go with their folder."""
    if not os.environ.get("TEST_DATABASE_URL"):
        yield
        return
    from tests.databases import drop_made_since, made_by_now

    before = made_by_now()
    yield
    drop_made_since(before)


@pytest.fixture(scope="session")
def blank_database(tmp_path_factory):
    """A database as the migrations make it: the path of an SQLite file, or on a server.  Copied, never written to."""
    from tests.databases import blank_at, drop, migrate, open_engine  # the rules' tests start without SQLAlchemy

    blank = blank_at(tmp_path_factory.mktemp("blank") / "blank.db")
    engine = open_engine(blank)
    migrate(engine)
    engine.dispose()
    yield blank
    drop(blank)


@pytest.fixture(scope="session")
def shared_app(blank_database, tmp_path_factory):
    """The app of all tests of this process that leave it as it is."""
    from tests.apps import SharedApp

    return SharedApp(blank_database, tmp_path_factory.mktemp("shared"))


@pytest.fixture
def database(request, blank_database, tmp_path):
    """A database of one's own; that of the app where there is one."""
    from tests.databases import copied

    if "app" in request.fixturenames:
        request.getfixturevalue("app")
        return request.getfixturevalue("shared_app").database
    return copied(blank_database, tmp_path / "games.db")


@pytest.fixture
def waits_for_disk():
    """Whether `engine` waits for the disk, as the program does; without that a test is a third quicker."""
    return False


@pytest.fixture
def engine(database, waits_for_disk):
    from tests.databases import open_engine, sharing

    engine = sharing(open_engine(database, hasty=not waits_for_disk))
    yield engine
    engine.dispose()


@pytest.fixture
def session(engine):
    from sqlalchemy.orm import Session

    with Session(engine, expire_on_commit=False) as session:
        yield session


@pytest.fixture
def clock():
    from tests.factories import TickingClock

    return TickingClock()


@pytest.fixture
def alice(session, clock):
    """The phone that owns the table."""
    from tests.cast import ALICES
    from tests.factories import enrol

    return enrol(session, clock, ALICES)[0]


@pytest.fixture
def bob(request, session, clock):
    """Another phone; it keeps score too at the table of a test that has one (`code`)."""
    from tests.cast import BOBS
    from tests.factories import admit, enrol

    device = enrol(session, clock, BOBS)[0]
    if "code" in request.fixturenames:
        admit(session, clock, request.getfixturevalue("code"), device)
    return device


@pytest.fixture
def form(session, clock, alice):
    """Return a function that returns a form for the first league from Alice's phone, each with a number of its own."""
    from scorekeeper.core.transaction import Submission

    return lambda **more: Submission(session, clock, alice, **{"league_id": 1, **more})


@pytest.fixture
def new_game(session, clock, alice):
    """Return a function that begins a game as `draft` has it, and says these lines, on Alice's phone or another's."""
    from scorekeeper.core.transaction import Submission
    from scorekeeper.games.create import create_game
    from scorekeeper.games.lines import record_line
    from tests.factories import draft

    def new_game(*lines, device=alice, **about):
        code = create_game(Submission(session, clock, device), **draft(**about))
        for seen, facts in enumerate(lines):
            record_line(Submission(session, clock, device, seen=seen), code, facts)
        return code

    return new_game


@pytest.fixture(scope="session")
def postgres_server():
    """Return the address of a server that is gone with the session."""
    pytest.importorskip("psycopg")
    from tests.needs import miss
    from tests.postgres import NoPostgres, started

    try:
        with started() as url:
            yield url
    except NoPostgres as reason:
        miss("postgres", str(reason))


@pytest.fixture(scope="module")
def postgres_url(postgres_server):
    """Return the address of a migrated database of the module's own."""
    from sqlalchemy import create_engine, make_url

    from tests.databases import engine_at, migrate

    name = f"module_{uuid.uuid4().hex}"
    server = create_engine(postgres_server, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    server.dispose()
    url = make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
    engine = engine_at(url)
    migrate(engine)
    engine.dispose()
    return url


@pytest.fixture
def postgres_engine(postgres_url):
    from tests.databases import engine_at

    engine = engine_at(postgres_url)
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def noted_statements():
    from tests.databases import noting_statements

    with noting_statements() as asked:
        yield asked


@pytest.fixture(autouse=True)
def asked_while_rendering(request):
    """The statements sent while a template was rendered: there are none (core/test_every_page.py)."""
    if "app" not in request.fixturenames:
        yield None
        return
    noted_statements = request.getfixturevalue("noted_statements")
    noted_statements.clear()
    yield noted_statements
    assert noted_statements == [], "A query started in a template: let the route read it, into the page's data."


@pytest.fixture(scope="session")
def dealt(shared_app, blank_database, tmp_path_factory):
    """A ten-point table of four, at which nobody has played yet."""
    from tests.phones import Dealt, Phone

    return Dealt(shared_app, blank_database, tmp_path_factory, Phone.sit_down)


@pytest.fixture
def app(request, shared_app, blank_database):
    """The app, on a database of the test's own; a test that asks for `code` finds its table there."""
    return shared_app.on(request.getfixturevalue("dealt").database if is_dealt(request) else blank_database)


def is_dealt(request):
    return "dealt" in request.fixturenames


@pytest.fixture
def phone(app, request):
    """Alice's phone."""
    from tests.phones import Phone

    return Phone(app, request.getfixturevalue("dealt").secret if is_dealt(request) else "")


@pytest.fixture
def other_phone(app, phone, code):
    """Bob's phone, which keeps score in the same league."""
    from tests.phones import Phone

    return Phone(app).keep_score(phone, code)


@pytest.fixture
def stranger(app):
    """Charlie's phone."""
    from tests.phones import Phone

    return Phone(app)


@pytest.fixture
def code(dealt):
    """A ten-point table of four: Ann & Cy against Bob & Dee, Dee deals."""
    return dealt.code


def pytest_terminal_summary(terminalreporter, config):
    """Print the figures that tests recorded; with --prove by the rows of docs/trust.md, also into a file."""
    from tests.proofs import figures_of, report

    stats = terminalreporter.stats
    if config.getoption("prove"):
        file = config.getoption("figures")
        lines = list(report(stats, whole=bool(file)))
        if file:
            Path(file).write_text("\n".join(["# Figures of `make prove`", "", *lines, ""]), encoding="utf-8")
    else:
        lines = [f"{name}: {value}" for name, value in figures_of(stats.get("passed", []))]
    if lines:
        terminalreporter.section("figures")
        for line in lines:
            terminalreporter.line(line)
