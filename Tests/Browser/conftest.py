"""What tests ask for: a server of their own, and browsers."""

import pytest

from support import recording
from support.browser import Browser, start_chromium
from support.example import Example
from support.gallery import Gallery
from support.server import Server
from support.todomvc import ONE, THREE, TWO, TodoMVCPage
from support.wire import Wire


# How often a test of a race is run.
TURNS = 3
# Whether a test has passed.
PASSED = pytest.StashKey[bool]()


def pytest_generate_tests(metafunc):
    if metafunc.definition.get_closest_marker("races"):
        metafunc.fixturenames.append("turn")
        metafunc.parametrize("turn", range(TURNS))


def pytest_runtest_setup(item):
    if item.config.getoption("lf") and item.get_closest_marker("races"):
        pytest.fail("It has failed, and a race that goes well the next time is a defect all the same.", pytrace=False)


def pytest_sessionfinish(session):
    if session.shouldfail or session.shouldstop:
        # As with Ctrl-C: the tests behind the one that failed were not run, and running that once more says nothing about them.
        session.exitstatus = pytest.ExitCode.INTERRUPTED


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        item.stash[PASSED] = report.passed
    return report


def plays_again(test):
    """Whether what a test's programs have recorded is played again: where the test has failed, there is enough to look into."""
    return recording.IS_PLAYED and test.stash.get(PASSED, False)


@pytest.fixture(autouse=True)
def recordings(request):
    """When all of a test's programs have ended, they play again what they have recorded."""
    recording.forget()
    yield
    if plays_again(request.node):
        recording.check_all()


@pytest.fixture(scope="session")
def chromiums():
    """The running Chromiums: as many as the tests so far have needed at once, which is two at most."""
    drivers = []
    yield drivers
    for driver in drivers:
        driver.quit()


@pytest.fixture
def idle_server(tmp_path, request):
    """A server with an empty database that hasn't been started."""
    server = Server(tmp_path)
    yield server
    server.stop()
    # Not only at the end, when the disk that it records on may be gone.
    if plays_again(request.node):
        recording.check(server)


@pytest.fixture
def server(idle_server):
    """A running server with an empty database."""
    return idle_server.start()


@pytest.fixture
def wire(server):
    """A connection to the server that can be cut."""
    wire = Wire(server)
    yield wire
    wire.close()


@pytest.fixture
def browser(idle_server, chromiums):
    """Makes browsers, each with cookies of its own: `browser()`, or `browser(wire.address)`."""
    in_use = []

    def make(base=None):
        if len(in_use) == len(chromiums):
            assert len(chromiums) < 2, "two Chromiums must do"
            chromiums.append(start_chromium())
        browser = Browser(chromiums[len(in_use)], base or idle_server.address)
        in_use.append(browser)
        return browser

    yield make
    for browser in in_use:
        browser.clean()


@pytest.fixture(scope="session")
def gallery(tmp_path_factory):
    """The running gallery. It keeps nothing of its visitors, so all tests share one."""
    gallery = Gallery(tmp_path_factory.mktemp("gallery"))
    yield gallery
    gallery.stop()
    if recording.IS_PLAYED:
        recording.play(gallery, gallery.recording)


@pytest.fixture(params=["TodoMVC", "RowsBench", "Gallery"])
def example(request, tmp_path):
    """Each of the other programs in turn, running."""
    example = Example(tmp_path, request.param, request.param.upper())
    yield example.start()
    example.stop()


@pytest.fixture
def page(server, browser):
    """The list of a running server, live in a tab."""
    return browser().open()


@pytest.fixture
def todomvc(tmp_path):
    """A running TodoMVC with an empty database."""
    example = Example(tmp_path, "TodoMVC", "TODOMVC", "--database", "todos/todomvc.sqlite")
    yield example.start()
    example.stop()


@pytest.fixture
def visitor(todomvc, browser):
    """A browser that hasn't been here before."""
    return browser(todomvc.address)


@pytest.fixture
def app(visitor):
    """TodoMVC in a tab; not even the live link is waited for."""
    return TodoMVCPage(visitor.open(live=False))


@pytest.fixture
def three(app):
    return app.add(ONE, TWO, THREE).shows(ONE, TWO, THREE)
