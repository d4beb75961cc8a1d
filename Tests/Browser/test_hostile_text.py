"""Text that tries to be something else is shown as the text that it is."""

import json

import pytest
from selenium.webdriver.common.keys import Keys

from support.todomvc import ONE, stored
from support.waiting import becomes, eventually

TEXTS = {
    "a script": "<script>alert(1)</script>",
    "an image with a handler": "<img src=x onerror=\"document.title='owned'\">",
    "the end of an attribute": "\" onmouseover=\"alert(1)\" x='",
    "entities": "&lt;b&gt; &amp; &#x41; &nbsp",
    "a template's end": "</template></ul></main><h1>owned</h1>",
    "a comment": "<!-- ]]> --> <![CDATA[",
    "JSON": "\\u0022]],[2,1,\"<b>\"]] \\ \\n {\"a\":1}",
    "SQL": "'); DROP TABLE todo; --",
    "emoji": "👨‍👩‍👧‍👦 🏳️‍🌈 🇫🇷 👍🏽",
    "right to left": "مرحبا بالعالم \u202eabc\u202c שלום",
    "200 combining marks": "Z" + "\u0301\u0316" * 100 + "algo",
    "line separators": "one\u2028two\u2029three",
    "a very long word": "W" * 200,
    "astral and private": "𝕿𝖔𝖉𝖔 \ue000 \U0010fffd",
    "a number sign and a path": "#../../etc/passwd?x=%2e%2e",
    "object's own names": "__proto__ constructor",
}


def put(page, box, text):
    """Puts text in as a script does: a NUL can't be typed."""
    page.run(
        "const [box, text] = arguments; box.value = JSON.parse(text); box.dispatchEvent(new Event('input', { bubbles: true }))",
        box, json.dumps(text))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_is_shown_as_text_everywhere(server, page, text):
    page.paste(page.new_todo, text)
    page.new_todo.send_keys(Keys.ENTER)
    page.shows(text)
    assert text in page.rows()[0]["texts"]
    assert server.stored() == [text]
    # What was sent as a patch and what is written into the page must be the same.
    page.reload().shows(text)
    assert text in page.rows()[0]["texts"]
    names = page.run("return [...document.querySelectorAll('li [aria-label]')].map(el => el.getAttribute('aria-label'))")
    assert names == [text, f"Edit {text}", f"Delete {text}"]
    page.run("document.querySelectorAll('li button')[0].click()")
    becomes(lambda: page.textbox("Title").get_property("value"), text)
    page.reload()
    assert page.textbox("Title").get_property("value") == text
    page.paste(page.textbox("Notes"), text)
    page.button("Save").click()
    page.shows(text)
    page.run("document.querySelectorAll('li button')[1].click()")
    page.shows()
    word = text.replace("\u2028", " ").split()[0]
    eventually(lambda: word in page.get("status").text, otherwise="the status doesn't say what was deleted")
    assert page.here.title == "Todostream"
    assert page.run("return document.querySelectorAll('li script, main img, main b').length") == 0
    assert page.console() == []


def test_nul_is_taken_out_and_the_rest_stays(server, page):
    page.paste(page.new_todo, "a\0b")
    put(page, page.new_todo, "a\0b")
    page.new_todo.send_keys(Keys.ENTER)
    eventually(lambda: page.titles())
    assert page.titles()[0].replace("\ufffd", "") == "ab"
    assert server.stored() == page.titles()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_is_shown_as_text_in_todomvc_too(todomvc, app, text):
    app.page.paste(app.new_todo, text)
    app.new_todo.send_keys(Keys.ENTER)
    app.shows(text)
    assert stored(todomvc) == [text]
    app.reload().shows(text)
    names = app.run("return [...document.querySelectorAll('.todo-list [aria-label]')].map(el => el.getAttribute('aria-label'))")
    assert sorted(names) == sorted([text, f"Delete {text}", f"Edit {text}"])
    app.rename_at_once(0, ONE)
    app.shows(ONE)
    app.rename_at_once(0, text)
    app.shows(text)
    assert app.page.here.title == "Ghostlight • TodoMVC"
    assert app.run("return document.querySelectorAll('.todo-list :is(script, img, b)').length") == 0
    assert app.page.console() == []


@pytest.mark.parametrize("text, title", [
    ("a\0b", "ab"), ("\0", None), (" \0 ", None), ("\ufeff", None), ("\ufeffmilk\u00a0", "milk"), (" \u0301x ", "\u0301x"),
], ids=["NUL within", "NUL alone", "NUL and spaces", "a byte order mark", "byte order mark and space", "a combining mark"])
def test_todomvc_stores_what_trim_leaves_and_no_nul(todomvc, app, text, title):
    app.page.until_live()
    put(app.page, app.new_todo, text)
    app.new_todo.send_keys(Keys.ENTER)
    kept = [title] if title else []
    app.add(ONE).shows(*kept, ONE)
    assert stored(todomvc) == [*kept, ONE]
    app.rename_at_once(len(kept), text)
    app.shows(*kept, *kept)
    assert stored(todomvc) == [*kept, *kept]


def test_a_lone_surrogate_does_not_break_the_page(server, page):
    put(page, page.new_todo, "half \ud83d emoji")
    page.new_todo.send_keys(Keys.ENTER)
    page.add("After it")
    assert page.is_live()
    assert server.stored()[0] == "After it"


def test_a_title_of_invisible_characters_is_refused(page):
    page.paste(page.new_todo, "\u200b\u200d\u2060")
    page.new_todo.send_keys(Keys.ENTER)
    eventually(lambda: "A title is required." in [el.text for el in page.all("alert")])


def test_very_long_words_do_not_widen_a_narrow_window(server, browser):
    server.insert(["W" * 200, "👍" * 200, "ab " * 60, "Z" + "\u0301" * 200])
    page = browser().tab()
    page.tell("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=False)
    page.open()
    assert page.run("return document.documentElement.scrollWidth") <= 360
