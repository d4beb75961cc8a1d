"""What a page shows when its session goes on in another program, or can't go on at all: what its user did, as the server has it."""

import os
import shutil

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.example import Example
from support.todomvc import TodoMVCPage
from support.waiting import becomes, eventually, stays

CHOICES = """
  const by = name => [...document.querySelectorAll('input,select')].find(el => (el.ariaLabel || el.labels?.[0]?.textContent) === name);
  return [by('Colour').value, by('Large').checked, by('Ticked').checked, by('Not ticked').checked];
"""


# Enters what is refused with an alert, and right behind it what isn't.
ENTERING = """
  const input = document.querySelector('.new-todo');
  for (const text of ['x'.repeat(2001), 'b', 'c']) {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
"""


def run(tmp_path, name, *options):
    return Example(tmp_path, name, name.upper(), *options).start()


def deploy(example):
    """Ends it at once, and starts another program, as far as anybody can tell: its file is another."""
    example.kill9()
    other = example.folder / f"deployed-{os.path.getsize(example.executable)}"
    shutil.copy(example.executable, other)
    with other.open("ab") as file:
        file.write(b"\0")
    example.executable = other
    example.start()


@pytest.mark.parametrize("box", [".toggle", ".toggle-all"])
def test_boxes_that_are_clicked_without_a_session_are_shown_as_they_are_in_the_next(tmp_path, browser, box):
    example = run(tmp_path, "TodoMVC", "--no-log")
    try:
        page = TodoMVCPage(browser(example.address).open("/")).add("one", "two")
        page.shows("one", "two")
        for isDone in (True, False):
            example.kill9()
            page.page.until_offline()
            page.run("document.querySelector(arguments[0]).click()", box)
            example.start()
            page.page.until_live()
            page.is_done(isDone, isDone and box == ".toggle-all")
            stays(lambda: [row["ticked"] for row in page.rows()], [isDone, isDone and box == ".toggle-all"], during=1)
    finally:
        example.stop()


@pytest.mark.parametrize("isDeploy", [True, False])
def test_what_is_chosen_while_the_server_is_away_is_shown_and_stays(tmp_path, browser, isDeploy):
    example = run(tmp_path, "Gallery", *([] if isDeploy else ["--no-log"]))
    try:
        page = browser(example.address).open("/views")
        before = page.run(CHOICES)
        example.kill9()
        page.until_offline()
        page.run("""
          const by = name => [...document.querySelectorAll('input,select')]
            .find(el => (el.ariaLabel || el.labels?.[0]?.textContent) === name);
          for (const name of ['Large', 'Ticked', 'Not ticked']) by(name).click();
          const select = by('Colour');
          select.selectedIndex = select.options.length - 1;
          for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
          // Who is about to leave is asked, and stays: nobody has heard of it.
          dispatchEvent(new Event('beforeunload', { cancelable: true }));
        """)
        after = page.run(CHOICES)
        assert all(a != b for a, b in zip(before, after))
        example.start()
        if isDeploy:
            deploy(example)
        page.until_live()
        eventually(lambda: page.run("return !ghostlight.pending.length && !ghostlight.dirty.size"))
        assert page.run(CHOICES) == after
        # A picture of the server's own.
        page.run("ghostlight.adopt(ghostlight.mine.s, ghostlight.mine.t, -1, ghostlight.last()); ghostlight.drop()")
        page.until_live()
        stays(lambda: page.run(CHOICES), after, during=1)
    finally:
        example.stop()


def test_an_unfinished_edit_in_one_of_two_rows_of_one_name_stays_unfinished(tmp_path, browser):
    example = run(tmp_path, "TodoMVC")
    try:
        page = TodoMVCPage(browser(example.address).open("/")).add("milk", "milk")
        page.shows("milk", "milk")
        page.page.here
        ActionChains(page.driver, duration=0).double_click(page.part(1, "label")).perform()
        page.page.press("half")
        deploy(example)
        page.page.until_live()
        eventually(lambda: page.run("return ghostlight.pending.length === 0"))
        stays(lambda: page.run("return [document.activeElement.className, document.activeElement.value]"), ["edit", "milkhalf"], during=1)
        page.page.press(Keys.ESCAPE)
        page.shows("milk", "milk")
        page.load()
        page.shows("milk", "milk")
    finally:
        example.stop()


def old_client(page):
    """As if the page had been loaded from a program with another client: it loads itself anew once it is live again."""
    page.run("window.kept = 1; document.body.dataset.h = 'older'")


def test_a_page_that_others_are_led_away_from_keeps_its_session_when_it_is_loaded_anew(tmp_path, browser):
    """Who asks for it without a session is led to sign in: the page that came there began another, and the user was signed out."""
    example = run(tmp_path, "Gallery")
    try:
        page = browser(example.address).open("/routes/members")
        page.run("[...document.querySelectorAll('button')].find(el => el.textContent === 'I am a member').click()")
        eventually(lambda: page.run("return location.pathname") == "/routes/members")
        heading = page.run("return document.querySelector('h2').textContent")
        old_client(page)
        deploy(example)
        eventually(lambda: page.run("return !window.kept"))
        page.until_live()
        shown = "return [location.pathname, document.querySelector('h2').textContent]"
        eventually(lambda: page.run(shown) == ["/routes/members", heading])
        stays(lambda: page.run(shown), ["/routes/members", heading], during=1)
    finally:
        example.stop()


def test_a_large_table_and_what_is_unfolded_are_as_they_were_in_a_page_loaded_anew(tmp_path, browser):
    example = run(tmp_path, "Gallery")
    try:
        page = browser(example.address).open("/million")
        table = "document.querySelector('[data-w]')"
        page.run(f"{table}.scrollTop = 6000")
        eventually(lambda: page.run(f"return {table}.children.length > 10 && {table}.children[0].ariaPosInSet > 50"))
        seen = page.run(f"return {table}.scrollTop")
        old_client(page)
        example.kill9()
        example.start()
        eventually(lambda: page.run("return !window.kept"))
        page.until_live()
        eventually(lambda: abs(page.run(f"return {table}.scrollTop") - seen) < 60)
        stays(lambda: abs(page.run(f"return {table}.scrollTop") - seen) < 60, True, during=1)

        page.open("/views")
        opened = "return [...document.querySelectorAll('details')].map(el => el.open)"
        page.run("for (const el of document.querySelectorAll('details')) el.open = !el.open")
        expected = page.run(opened)
        assert True in expected and False in expected
        old_client(page)
        example.kill9()
        example.start()
        eventually(lambda: page.run("return !window.kept"))
        page.until_live()
        becomes(lambda: page.run(opened), expected)
    finally:
        example.stop()


def test_a_page_isn_t_loaded_anew_into_a_refusal(tmp_path, browser):
    example = run(tmp_path, "Gallery")
    try:
        page = browser(example.address).open("/views")
        page.run("""
          const { fetch } = window;
          window.asked = 0;
          window.fetch = (address, options) => options?.method === 'HEAD' && ++asked < 3
            ? Promise.resolve(new Response(null, { status: 429, headers: { 'Retry-After': '1' } })) : fetch(address, options);
        """)
        old_client(page)
        example.kill9()
        example.start()
        eventually(lambda: page.run("return window.asked === 2"))
        assert page.is_live()
        eventually(lambda: page.run("return !window.kept"), within=20)
        page.until_live()
    finally:
        example.stop()


def test_what_was_entered_before_an_alert_could_be_seen_is_entered_when_it_is_gone(tmp_path, browser):
    example = run(tmp_path, "TodoMVC")
    try:
        page = TodoMVCPage(browser(example.address).open("/"))
        page.run(ENTERING)
        eventually(lambda: page.page.has("button", "OK"))
        page.page.click("OK")
        page.shows("b", "c")
        stays(page.titles, ["b", "c"], during=1)
    finally:
        example.stop()


def test_what_was_refused_before_the_page_could_do_anything_about_it_is_entered_too(tmp_path, browser):
    """What sees to refusals comes when the page is live, and may take long: until then they were taken for answers like all others."""
    example = run(tmp_path, "TodoMVC")
    try:
        tab = browser(example.address).tab()
        tab.tell("Page.addScriptToEvaluateOnNewDocument", source="""
          const { append } = Element.prototype;
          Element.prototype.append = function (...all) {
            setTimeout(() => append.apply(this, all), /recovery/.test(all[0].src) ? 2000 : 0);
          };
        """)
        page = TodoMVCPage(tab.open("/"))
        page.run(ENTERING)
        eventually(lambda: page.page.has("button", "OK"))
        page.page.click("OK")
        page.shows("b", "c")
    finally:
        example.stop()


def test_what_was_entered_and_seen_does_not_come_back_to_its_field_in_the_next_session(tmp_path, browser):
    example = run(tmp_path, "TodoMVC", "--no-log")
    try:
        page = TodoMVCPage(browser(example.address).open("/")).add("milk")
        page.shows("milk")
        # Before it is said to be durable, at the latest five seconds after it was seen.
        example.kill9()
        page.page.until_offline()
        example.start()
        page.page.until_live()
        page.shows("milk")
        stays(lambda: page.new_todo.get_property("value"), "", during=0.5)
    finally:
        example.stop()
