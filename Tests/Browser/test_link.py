"""A page is live by a socket of its own, then by one in a worker where there can be one; either way nothing is missed."""

import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually, stays

# Runs before anything of the page does: keeps the page's own sockets, its workers, and what its broadcast channels are called.
WATCH = """
  window.sockets = [], window.workers = [], window.names = [];
  window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); sockets.push(this) } };
  window.Worker = class extends Worker { constructor(...all) { super(...all); workers.push(this) } };
  window.BroadcastChannel = class extends BroadcastChannel { constructor(name) { super(name); names.push(name) } };
"""
LACKING = {
    "no worker is known": "delete window.Worker",
    "no worker is allowed": "window.Worker = class { constructor() { throw new DOMException('no', 'SecurityError') } }",
    "the worker's script is missing": "window.Worker = class extends Worker { constructor() { super('/ghostlight/link-gone.js') } }",
    "no channel is known": "delete window.BroadcastChannel",
    "the file doesn't come": "",
}


def prepared(browser, script="", base=None):
    tab = browser(base).tab()
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH + script)
    return tab


def handed_over(page):
    """Waits until the worker's socket has taken over."""
    becomes(lambda: own_sockets(page), (0, 1))
    return page


def own_sockets(page):
    """How many sockets of the page's own are open, and how many there have been."""
    return tuple(page.run("return [sockets.filter(one => one.readyState < 2).length, sockets.length]"))


def cut_and_mend(server, wire, page):
    wire.cut()
    page.until_offline()
    page.checkbox("One").click()
    page.new_todo.send_keys("Two", Keys.ENTER)
    wire.mend()
    page.until_live().shows("Two", "One")
    becomes(page.done, [])
    assert server.stored() == ["Two", "One"]


def test_the_worker_s_socket_takes_over_and_comes_back_after_a_cut(server, wire, browser):
    page = handed_over(prepared(browser, base=wire.address).open())
    page.add("One").tick("One")
    cut_and_mend(server, wire, page)
    assert own_sockets(page) == (0, 1)


def test_no_attempt_goes_where_another_came_to_grief(server, wire, browser):
    # Firefox keeps sockets waiting that go where others of any tab have failed: with a dozen tabs half a minute.
    page = handed_over(prepared(browser, base=wire.address).open())

    def attempts():
        return [path for path in wire.asked if path.startswith("/ghostlight/live/")]

    for number in (2, 3):
        wire.cut()
        time.sleep(0.3)
        wire.mend()
        becomes(lambda: len(attempts()), number)
        page.until_live()
    assert len(set(attempts())) == 3


# What the worker says comes through a channel and by itself: where one way is closed, the other does.
@pytest.mark.parametrize("closed", [
    "window.BroadcastChannel = class extends EventTarget { close() {} }",
    "window.Worker = class extends Worker { constructor(...all) { super(...all); this.addEventListener('message', event => event.stopImmediatePropagation()) } }",
])
def test_the_worker_is_heard_one_way_if_not_the_other(server, wire, browser, closed):
    page = handed_over(prepared(browser, closed, wire.address).open()).add("One").tick("One")
    cut_and_mend(server, wire, page)
    assert own_sockets(page) == (0, 1)


def test_what_a_channel_leaves_out_at_first_is_not_passed_over(server, wire, browser):
    """The browser notes late that the page hears it, and brings what the worker posts later than what comes through it."""
    late = """
      window.Worker = class extends Worker {
        set onmessage(take) { super.onmessage = event => setTimeout(take, 40, event) }
      };
      window.BroadcastChannel = class extends BroadcastChannel {
        set onmessage(take) {
          let left = 2;
          super.onmessage = event => { if (left-- <= 0) take(event) };
        }
      };"""
    page = handed_over(prepared(browser, late, wire.address).open())
    # It would find out that it is deaf after six seconds.
    begun = time.monotonic()
    page.add("One").tick("One")
    assert time.monotonic() - begun < 4
    cut_and_mend(server, wire, page)
    assert own_sockets(page) == (0, 1)


@pytest.mark.parametrize("lacking", LACKING)
def test_without_a_worker_the_page_keeps_its_own_socket(server, wire, browser, lacking):
    page = prepared(browser, LACKING[lacking], wire.address)
    if lacking == "the file doesn't come":
        page.tell("Network.enable")
        page.tell("Network.setBlockedURLs", urls=["*/ghostlight/link-*"])
    try:
        page.open().add("One").tick("One")
        stays(lambda: own_sockets(page), (1, 1), during=0.5)
        cut_and_mend(server, wire, page)
        assert own_sockets(page)[0] == 1
    finally:
        page.tell("Network.setBlockedURLs", urls=[])


def test_a_worker_that_fails_is_replaced_by_a_socket_of_the_page(server, browser):
    page = handed_over(prepared(browser).open()).add("One")
    # No socket can be closed with this number.
    page.run("workers[0].postMessage(7)")
    becomes(lambda: own_sockets(page), (1, 2))
    page.until_live().add("Two").tick("One")
    assert server.stored() == ["Two", "One"]


def test_a_worker_connects_again_after_kill_9(server, browser):
    page = handed_over(prepared(browser).open()).add("One")
    page.new_todo.send_keys("half")
    for _ in range(2):
        server.kill9()
        page.until_offline()
        server.start()
        page.until_live()
    page.new_todo.send_keys(" done", Keys.ENTER)
    page.shows("half done", "One")
    assert own_sockets(page) == (0, 1)


def test_a_page_does_not_wait_for_a_channel_that_the_browser_has_not_noted_yet(server, browser):
    """A connection may be refused before a new channel's page is noted where messages are handed on, and nobody hears of it."""
    page = handed_over(prepared(browser).open()).add("One")
    page.run("""
      window.BroadcastChannel = class extends BroadcastChannel {
        constructor(name) {
          super(name);
          const begun = performance.now();
          this.addEventListener('message', event => { if (performance.now() - begun < 300) event.stopImmediatePropagation() });
        }
      }""")
    server.kill9()
    page.until_offline()
    page.new_todo.send_keys("Two", Keys.ENTER)
    server.start()
    # It would give up a connection of which it hears nothing after ten seconds.
    becomes(page.titles, ["Two", "One"], within=4)


def test_what_is_done_while_the_worker_takes_over_happens_once(server, browser):
    # From the moment the page is live, faster than anybody types, until long after.
    type_on = """
      new MutationObserver(async (_, observer) => {
        observer.disconnect();
        for (let i = 0; i < 200; i++) {
          const box = document.querySelector('main input');
          box.value = `Todo ${i}`;
          box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
          await new Promise(done => setTimeout(done, 2));
        }
      }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-live'] })"""
    page = handed_over(prepared(browser, type_on).open())
    everything = [f"Todo {i}" for i in reversed(range(200))]
    becomes(server.stored, everything, within=30)
    becomes(page.titles, everything)


def test_tabs_of_one_browser_have_channels_that_none_can_guess(server, browser):
    window = browser()
    names = []
    for number in range(3):
        tab = window.tab()
        tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        handed_over(tab.open()).add(f"From {number}")
        names += tab.run("return names")
    assert len(set(names)) == len(names) == 3
    # 128 bits from the browser's secure random source.
    assert all(len(name.split(",")) == 4 and len(name) > 30 for name in names)


def test_what_others_say_on_channels_does_not_reach_the_page(server, browser):
    page = handed_over(prepared(browser).open()).add("One")
    page.run("""
      for (const name of ['', 'ghostlight', 'live', '/ghostlight/live', location.host, document.body.dataset.s])
        for (const text of [4404, '["f",99,"<p>owned</p>","owned","/"]', 0])
          new BroadcastChannel(name).postMessage(text)""")
    stays(page.titles, ["One"], during=0.5)
    assert page.is_live()


def test_a_page_that_goes_takes_its_worker_with_it(server, browser):
    page = handed_over(prepared(browser).open()).add("One")
    of_server = lambda: [
        target["url"] for target in page.tell("Target.getTargets", filter=[{"type": "worker"}])["targetInfos"]
        if server.address in target["url"]]
    becomes(lambda: len(of_server()), 1)
    page.here.get("about:blank")
    becomes(of_server, [])
    page.here.back()
    page.until_live().tick("One")
