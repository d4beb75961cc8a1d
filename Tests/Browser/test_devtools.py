"""The tools at /ghostlight: what happens in the app, as it happens and as it happened."""

import re
import subprocess
import time
import urllib.error

import pytest
from selenium.webdriver.common.keys import Keys

from support.page import Page
from support.waiting import becomes, eventually
from test_gallery import ACCESSIBILITY, unnamed
from test_looks import media, picture, size, speak

NAMES = "return [...document.querySelectorAll('li.event .open')].map(row => row.textContent)"
CHAIN = "return [...document.querySelectorAll('li.cause .open')].map(row => row.textContent)"
SCREEN = "return document.querySelector('iframe').contentDocument.body.innerText"
MOMENT = "return document.querySelector('.head .total').textContent"


@pytest.fixture
def tooled(idle_server):
    return idle_server.start("--tools")


@pytest.fixture
def app(tooled, browser):
    """The app and its tools, in two tabs."""
    ann = browser()
    page = ann.open()
    page.add("milk", "bread")
    page.tick("milk")
    return page, ann.open("/ghostlight")


def open_event(tools, name):
    tools.run("[...document.querySelectorAll('li.event .open')].find(row => row.textContent === arguments[0]).click()", name)
    eventually(lambda: tools.run(CHAIN))


def travel(tools, event="Event"):
    tools.run("document.querySelector('.places a[href$=sessions]').click()")
    eventually(lambda: tools.run("return document.querySelector('li.session a')")).click()
    eventually(lambda: event in tools.run(MOMENT))
    return tools


def test_what_happens_is_listed_at_once_the_newest_first(app):
    page, tools = app
    becomes(lambda: tools.run(NAMES)[:4], ["row", "todo", "todo", "requestWriteTodo"])
    before = len(tools.run(NAMES))
    page.add("cheese")
    eventually(lambda: len(tools.run(NAMES)) > before)
    tools.says("cheese")
    assert tools.console() == []


def test_an_event_shows_what_it_carries_what_led_to_it_and_what_it_led_to(app):
    _, tools = app
    eventually(lambda: "requestWriteTodo" in tools.run(NAMES))
    open_event(tools, "requestWriteTodo")
    becomes(lambda: [name.split(" ")[1] for name in tools.run(CHAIN)], [
        "SessionEvent.acted", "ViewEvent.changed", "TodoEvent.requestCompleteTodo", "StoreEvent.requestWriteTodo",
        "StoreEvent.todo", "StoreEvent.todo", "TodoEvent.row"])
    tools.says('"complete"')
    tools.click("Only this chain")
    becomes(lambda: len(tools.run(NAMES)), 7)
    tools.click("Show all")
    eventually(lambda: len(tools.run(NAMES)) > 7)
    tools.run("document.querySelector('.event-detail summary').click()")
    eventually(lambda: tools.run("return document.querySelector('.event-detail img').naturalWidth") > 0)


def test_keys_alone_open_events_and_step_through_them(app):
    _, tools = app
    eventually(lambda: len(tools.run(NAMES)) > 10)
    tools.run("document.querySelector('li.event .open').focus()")
    tools.press(Keys.ENTER)
    eventually(lambda: tools.has("heading", "TodoEvent.row"))
    tools.run("arguments[0].focus()", tools.button("The next event in the list, earlier"))
    tools.press(Keys.ENTER)
    eventually(lambda: tools.has("heading", "StoreEvent.todo"))


def test_events_are_searched_and_filtered(app):
    page, tools = app
    eventually(lambda: len(tools.run(NAMES)) > 10)
    tools.get("searchbox", "Search").send_keys("bread")
    eventually(lambda: 0 < len(tools.run(NAMES)) < 12 and "requestAddTodo" in tools.run(NAMES))
    tools.click("Show all")
    tools.run("""const cases = document.querySelector('select[aria-label=Case]');
        cases.value = [...cases.options].find(one => one.textContent === 'StoreEvent.todo').value;
        cases.dispatchEvent(new Event('change', { bubbles: true }))""")
    eventually(lambda: set(tools.run(NAMES)) == {"todo"})


def test_a_slider_goes_back_to_any_moment_with_the_screen_as_it_was(app):
    _, tools = app
    travel(tools)
    eventually(lambda: "milk" in tools.run(SCREEN) and "bread" in tools.run(SCREEN))
    tools.click("To the first event")
    eventually(lambda: "What needs doing?" not in tools.run(SCREEN) and "bread" not in tools.run(SCREEN))
    last = int(tools.run(MOMENT).split(" ")[-1])
    tools.run("arguments[0].focus()", tools.get("slider", "Moment"))
    for _ in range(last - 1):
        tools.press(Keys.ARROW_RIGHT)
    becomes(lambda: tools.run(MOMENT), f"Event {last} of {last}")
    eventually(lambda: "milk" in tools.run(SCREEN))
    # Nothing in it runs, or can be used.
    assert tools.run("return document.querySelector('iframe').sandbox.value") == "allow-same-origin"
    assert tools.run("return document.querySelector('iframe').contentDocument.scripts.length") == 0
    assert tools.console() == []


def test_the_address_says_what_is_shown_and_shows_it_again(app):
    _, tools = app
    eventually(lambda: "requestWriteTodo" in tools.run(NAMES))
    open_event(tools, "requestWriteTodo")
    eventually(lambda: re.fullmatch(r"\?event=\d+", tools.run("return location.search")))
    tools.reload()
    eventually(lambda: tools.has("heading", "StoreEvent.requestWriteTodo"))
    before = tools.run("return history.length")
    travel(tools)
    tools.click("To the first event")
    eventually(lambda: re.fullmatch(r"\?at=\d+", tools.run("return location.search")))
    assert tools.run("return history.length") == before + 2
    tools.reload()
    eventually(lambda: tools.run(MOMENT).startswith("Event 1 "))
    assert tools.console() == []


def test_two_moments_are_compared_and_a_session_is_played(app):
    _, tools = app
    travel(tools)
    tools.get("tab", "Changes").click()
    tools.click("To the first event")
    becomes(lambda: tools.run(MOMENT).split(" of ")[0], "Event 1")
    tools.click("Compare from here")
    tools.click("To the last event")
    eventually(lambda: "milk" in tools.run("return document.querySelector('pre .added')?.parentElement.innerText ?? ''"))
    tools.click("To the first event")
    tools.click("Play")
    eventually(lambda: tools.run(MOMENT).startswith("Event 4 "))
    tools.click("Pause")


def go_on(tools, browser):
    """Follows the link to the app, and gives the tab that it opens."""
    before = set(tools.driver.window_handles)
    tools.get("link", "Continue from here").click()
    handle = eventually(lambda: set(tools.driver.window_handles) - before).pop()
    return Page(tools.driver, handle, tools.base).until_live()


def test_one_goes_on_from_a_moment_in_a_session_of_its_own(app, browser):
    page, tools = app
    page.new_todo.send_keys("chee")
    page.search.send_keys("i")
    page.shows("milk")
    travel(tools)
    eventually(lambda: "chee" in tools.run(
        "return document.querySelector('iframe').contentDocument.querySelector('input')?.value ?? ''"))
    own = page.run("return document.body.dataset.s")
    count = tools.run(MOMENT)
    new = go_on(tools, browser)
    assert new.path == "/"
    assert new.run("return document.body.dataset.s") not in ("", own)
    assert new.new_todo.get_property("value") == "chee"
    assert new.search.get_property("value") == "i"
    new.shows("milk")
    # It is at work; what it does is seen by all, and the page that was recorded is as it was.
    new.new_todo.send_keys("se is nice", Keys.ENTER)
    new.shows("cheese is nice", "milk")
    page.shows("cheese is nice", "milk")
    assert page.new_todo.get_property("value") == "chee"
    assert new.console() == [] and tools.console() == []
    # A page that is loaded again is a page like any other.
    new.reload()
    assert new.new_todo.get_property("value") == ""


def test_one_goes_on_from_long_ago_and_nothing_happens_twice(app, browser, tooled):
    page, tools = app
    page.add("cheese").delete("bread")
    before = sorted(tooled.stored())
    travel(tools)
    last = int(tools.run(MOMENT).split(" ")[-1])
    tools.click("To the first event")
    becomes(lambda: tools.run(MOMENT), f"Event 1 of {last}")
    for step in range(0, last - 1, 5):
        new = go_on(tools, browser)
        new.until_live()
        assert sorted(tooled.stored()) == before, f"from event {step + 1}"
        new.close()
        for _ in range(5):
            tools.click("One event on")
        eventually(lambda: int(tools.run(MOMENT).split(" ")[1]) >= min(step + 6, last))
    page.add("the first page lives on")
    page.shows("the first page lives on", "cheese", "milk")


def test_a_session_that_was_gone_on_in_outlives_its_process(app, browser, tooled):
    page, tools = app
    page.new_todo.send_keys("chee")
    travel(tools)
    eventually(lambda: "chee" in tools.run(
        "return document.querySelector('iframe').contentDocument.querySelector('input')?.value ?? ''"))
    new = go_on(tools, browser)
    new.new_todo.send_keys("se")
    new.tick("bread")
    mark = new.run("return window.kept ??= Math.random()")
    tooled.kill9()
    new.until_offline()
    tooled.start()
    for tab in (new, page):
        tab.until_live()
    assert new.run("return window.kept") == mark
    assert new.new_todo.get_property("value") == "cheese"
    assert page.new_todo.get_property("value") == "chee"
    new.new_todo.send_keys(Keys.END, "!", Keys.ENTER)
    for tab in (new, page):
        eventually(lambda: "cheese!" in tab.titles())


def test_nobody_goes_on_who_may_not_or_from_what_is_not_there(tooled):
    for headers in ({"Host": "evil.example"}, {"X-Forwarded-For": "127.0.0.1"}, {"Sec-Fetch-Site": "cross-site"}):
        with pytest.raises(urllib.error.HTTPError) as refused:
            tooled.get("/ghostlight/continue?session=x&at=1", **headers)
        assert refused.value.code == 403
    for address, code in (("", 400), ("?session=x", 400), ("?session=x&at=minus", 400), ("?session=x&at=7", 409)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            tooled.get("/ghostlight/continue" + address)
        assert refused.value.code == code


def test_the_tools_are_for_this_machine_and_only_where_they_are_asked_for(tooled):
    for headers in ({"Host": "evil.example"}, {"X-Forwarded-For": "127.0.0.1"}):
        for path in ("/ghostlight", "/ghostlight/sessions", "/ghostlight/diagram.svg?event=1"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                tooled.get(path, **headers)
            assert refused.value.code == 403
    assert tooled.get("/ghostlight")[0].status == 200
    tooled.stop()
    tooled.start("--no-tools")
    with pytest.raises(urllib.error.HTTPError) as missing:
        tooled.get("/ghostlight")
    assert missing.value.code == 404
    tooled.stop()
    # A debug build that records has them.
    tooled.start("--print-events")
    assert tooled.get("/ghostlight")[0].status == 200


def test_figures_can_be_scraped_from_this_machine(idle_server, browser):
    idle_server.start("--metrics")
    page = browser(idle_server.address).open()
    page.add("milk")
    text = idle_server.get("/metrics")[1]
    assert 'ghostlight_events_total{case="StoreEvent.requestWriteTodo"} 1\n' in text
    assert re.search(r'ghostlight_session_events_total{case="SessionEvent.acted"} [1-9]', text)
    assert "# TYPE ghostlight_sessions gauge\nghostlight_sessions 1\n" in text
    assert "ghostlight_connections 1\n" in text
    assert 'ghostlight_request_seconds_count{status="200"}' in text
    with pytest.raises(urllib.error.HTTPError):
        idle_server.get("/metrics", Host="evil.example")


def test_links_lead_from_the_tools_to_the_app_and_back(app):
    _, tools = app
    tools.get("link", "Back to Todostream").click()
    eventually(lambda: tools.run("return location.pathname") == "/")
    tools.until_live()
    assert tools.has("heading", "Todostream")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_the_tools_is_accessible(app, scheme):
    _, tools = app
    media(tools, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    open_event(tools, "requestWriteTodo")
    complaints = {}

    def look(name):
        found = tools.run(ACCESSIBILITY) + [f"no name: {one}" for one in unnamed(tools)]
        if found:
            complaints[name] = found
        for width in (1280, 400):
            size(tools, width, 900)
            picture(tools, f"tools-{name}-{scheme}-{width}")
            if tools.run("return document.documentElement.scrollWidth > innerWidth"):
                complaints.setdefault(name, []).append(f"scrolls sideways at {width}")
        size(tools, 1280, 900)

    look("events")
    travel(tools)
    look("travel")
    tools.run("document.querySelector('.places a[href$=figures]').click()")
    eventually(lambda: tools.has("heading", "Figures"))
    look("figures")
    assert not complaints


def test_who_reads_chinese_is_shown_what_happens_in_chinese(tooled, browser):
    tools = browser().tab()
    speak(tools, "zh-CN,zh;q=0.9,en;q=0.8")
    tools.open().textbox("新待办").send_keys("牛奶", Keys.ENTER)
    tools.get("checkbox", "牛奶")
    tools.open("/ghostlight")
    assert tools.here.title == "事件 · Todostream"
    assert tools.run("return document.documentElement.lang").startswith("zh")
    eventually(lambda: "requestAddTodo" in tools.run(NAMES))
    open_event(tools, "requestAddTodo")
    assert tools.has("heading", "因果链")
    picture(tools, "tools-events-chinese")
    tools.get("searchbox", "搜索").send_keys("牛奶")
    eventually(lambda: " / " in tools.run("return document.querySelector('.state .total').textContent"))
    travel(tools, "事件")
    tools.click("到第一个事件")
    eventually(lambda: tools.run(MOMENT).startswith("第 1 个事件"))
    assert tools.has("tab", "变化") and tools.has("link", "从此处继续")
    picture(tools, "tools-travel-chinese")
    tools.get("link", "会话").click()
    eventually(lambda: tools.has("heading", "会话"))
    tools.get("link", "指标").click()
    eventually(lambda: tools.has("heading", "指标"))
    tools.says("用时最长的排在最前。")
    assert unnamed(tools) == []
    assert tools.console() == []


def test_a_recording_from_elsewhere_is_shown_and_gone_on_from(app, tooled, tmp_path, browser):
    """What somebody sends who has exported a session: the app's program shows it, and there it goes on."""
    page, _ = app
    page.new_todo.send_keys("chee")
    session = page.run("return document.body.dataset.s")
    # It is written within milliseconds, and the server writes the rest when it ends.
    time.sleep(0.5)
    tooled.stop()
    ghostlight = tooled.executable.replace("todostream", "ghostlight")
    subprocess.run(
        [ghostlight, "log", "export", f"{tooled.database}-events", session[:8], "--output", "bug.jsonl"], cwd=tmp_path,
        check=True)
    shown = subprocess.Popen(
        [tooled.executable, "replay", "bug.jsonl", "--serve"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        address = shown.stdout.readline().decode().split(" is at ")[1].strip()
        base = address[:address.index("/ghostlight")]
        tools = browser(base).open(address[len(base):])
        eventually(lambda: "milk" in tools.run(SCREEN))
        new = go_on(tools, browser)
        assert new.new_todo.get_property("value") == "chee"
        # Its own database is behind it, and that is empty.
        new.new_todo.send_keys("se", Keys.ENTER)
        new.shows("cheese")
        assert new.console() == [] and tools.console() == []
    finally:
        shown.terminate()
        shown.wait(10)
        shown.stdout.close()
