"""The live link's socket is in a worker where there can be one, and in the page where there can't; either way nothing is missed."""

import pytest

from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually, stays

# Runs before anything of the page does: counts the page's own sockets, and notes what its broadcast channels are called.
WATCH = """
  window.sockets = 0, window.names = [];
  window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.sockets++ } };
  window.BroadcastChannel = class extends BroadcastChannel { constructor(name) { super(name); window.names.push(name) } };
"""
LACKING = {
    "none is known": "delete window.Worker",
    "none is allowed": "window.Worker = class { constructor() { throw new DOMException('no', 'SecurityError') } }",
    "its script is missing": "window.Worker = class extends Worker { constructor() { super('/ghostlight/link-gone.js') } }",
    "channels are unknown": "delete window.BroadcastChannel",
    "nothing comes through the channel": "window.BroadcastChannel = class extends EventTarget { close() {} }",
    "its file doesn't come": "Object.defineProperty(window, 'dial', { set() {} })",
}


def opened(browser, lacking=None, base=None):
    tab = browser(base).tab()
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH + LACKING.get(lacking, ""))
    return tab.open()


def sockets(page):
    return page.run("return window.sockets")


def cut(wire, page):
    wire.cut()
    page.until_offline()


def test_the_page_has_no_socket_itself_where_there_are_workers(server, wire, browser):
    page = opened(browser, base=wire.address)
    page.add("One").tick("One")
    cut(wire, page)
    page.checkbox("One").click()
    page.new_todo.send_keys("Two", Keys.ENTER)
    wire.mend()
    page.until_live().shows("Two", "One")
    becomes(page.done, [])
    assert server.stored() == ["Two", "One"]
    assert sockets(page) == 0


@pytest.mark.parametrize("lacking", LACKING)
def test_without_a_worker_the_page_has_the_socket(server, wire, browser, lacking):
    page = opened(browser, lacking, wire.address)
    page.add("One").tick("One")
    assert sockets(page) >= 1
    cut(wire, page)
    page.checkbox("One").click()
    page.new_todo.send_keys("Two", Keys.ENTER)
    wire.mend()
    page.until_live().shows("Two", "One")
    becomes(page.done, [])
    assert server.stored() == ["Two", "One"]


def test_a_worker_that_fails_later_is_replaced_by_a_socket_of_the_page(server, browser):
    tab = browser().tab()
    keep = "window.Worker = class extends Worker { constructor(...all) { super(...all); window.worker = this } };"
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH + keep)
    page = tab.open().add("One")
    assert sockets(page) == 0
    # No socket can be closed with this number.
    page.run("window.worker.postMessage(7)")
    eventually(lambda: sockets(page) == 1)
    page.until_live().add("Two").tick("One")
    assert server.stored() == ["Two", "One"]


def test_a_worker_connects_again_after_kill_9(server, browser):
    page = opened(browser).add("One")
    page.new_todo.send_keys("half")
    for _ in range(2):
        server.kill9()
        page.until_offline()
        server.start()
        page.until_live()
    page.new_todo.send_keys(" done", Keys.ENTER)
    page.shows("half done", "One")
    assert sockets(page) == 0


def test_tabs_of_one_browser_have_channels_that_none_can_guess(server, browser):
    window = browser()
    names = []
    for number in range(3):
        tab = window.tab()
        tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        tab.open().add(f"From {number}")
        names += tab.run("return window.names")
    assert len(set(names)) == len(names) == 3
    # 128 bits from the browser's secure random source.
    assert all(len(name.split(",")) == 4 and len(name) > 30 for name in names)


def test_what_others_say_on_channels_does_not_reach_the_page(server, browser):
    page = opened(browser).add("One")
    page.run("""
      for (const name of ['', 'ghostlight', 'live', '/ghostlight/live', location.host, document.body.dataset.s])
        for (const text of [4404, '["f",99,"<p>owned</p>","owned","/"]', 0])
          new BroadcastChannel(name).postMessage(text)""")
    stays(page.titles, ["One"], during=0.5)
    assert page.is_live()


def test_a_page_that_goes_takes_its_worker_with_it(server, browser):
    page = opened(browser).add("One")
    own = lambda: [
        target["url"] for target in page.tell("Target.getTargets", filter=[{"type": "worker"}])["targetInfos"]
        if server.address in target["url"]]
    eventually(lambda: len(own()) == 1, otherwise=lambda: str(own()))
    page.here.get("about:blank")
    eventually(lambda: own() == [], otherwise=lambda: str(own()))
    page.here.back()
    page.until_live().tick("One")
