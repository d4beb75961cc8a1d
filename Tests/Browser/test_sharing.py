"""Two browsers at once: what one does the other sees, and isn't disturbed by."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually


@pytest.fixture
def ann(server, browser):
    server.insert(["One", "Two", "Three"])
    return browser().open()


@pytest.fixture
def bob(ann, browser):
    return browser().open()


def test_each_sees_what_the_other_does(ann, bob):
    ann.add("Four")
    bob.shows("Four", "Three", "Two", "One")
    bob.tick("Two")
    becomes(ann.done, ["Two"])
    ann.edit("One")
    ann.fill("Title", "Won")
    ann.button("Save").click()
    bob.shows("Four", "Three", "Two", "Won").says("3 active, 1 completed")
    bob.delete("Three")
    ann.shows("Four", "Two", "Won").says("2 active, 1 completed")
    assert not ann.has("button", "Undo"), "undo is for whoever deleted"
    bob.button("Undo").click()
    ann.shows("Four", "Three", "Two", "Won")
    assert bob.titles() == ann.titles()


def test_what_others_do_is_left_to_the_next_frame(ann, bob):
    bob.run("window.asked = 0; Object.defineProperty(document.body, 'offsetHeight', { get: () => ++asked })")
    ann.add("Four")
    bob.shows("Four", "Three", "Two", "One")
    assert bob.run("return asked") == 0


def test_what_others_do_while_something_is_pressed_for_long_is_shown_all_the_same(ann, bob):
    ActionChains(ann.here, duration=0).click_and_hold(ann.checkbox("Two")).perform()
    bob.add("Four")
    ann.shows("Four", "Three", "Two", "One")
    ActionChains(ann.here, duration=0).move_to_element(ann.search).release().perform()
    assert ann.done() == []


def test_a_filter_and_a_search_belong_to_one_browser(ann, bob):
    ann.search.send_keys("two")
    ann.shows("Two")
    bob.shows("Three", "Two", "One").add("Twofold", "Four")
    ann.shows("Twofold", "Two")
    bob.get("radio", "Active").click()
    ann.tick("Twofold")
    bob.shows("Four", "Three", "Two", "One")
    assert ann.titles() == ["Twofold", "Two"]


def busy_work(bob):
    """Adds, ticks, edits and deletes as fast as the browser takes it."""
    bob.add(*[f"Other {i}" for i in range(12)])
    bob.run("for (const box of [...document.querySelectorAll('li input')].slice(0, 6)) box.click()")
    eventually(lambda: len(bob.done()) == 6)
    bob.delete("One").delete("Other 3").delete("Other 4")
    bob.edit("Two")
    bob.fill("Title", "Two changed")
    bob.button("Save").click()
    eventually(lambda: "Two changed" in bob.titles())


@pytest.mark.parametrize("role, name", [("textbox", "New todo"), ("searchbox", "Search todos")])
def test_half_typed_text_focus_and_caret_survive_what_others_do(ann, bob, role, name):
    box = ann.get(role, name)
    box.send_keys("o half" if name == "New todo" else "o")
    ann.press(Keys.ARROW_LEFT)
    box_id = box.id
    typed = box.get_property("value")
    caret = ann.run("return document.activeElement.selectionStart")
    busy_work(bob)
    eventually(lambda: "Two changed" in ann.titles())
    assert ann.focus() == name
    assert ann.get(role, name).id == box_id, "it is another element now"
    assert box.get_property("value") == typed
    assert ann.run("return document.activeElement.selectionStart") == caret
    ann.type("!")
    assert box.get_property("value") == typed[:caret] + "!" + typed[caret:]


def test_typing_while_others_work_loses_no_letter(ann, bob):
    text = "the quick brown fox jumps over the lazy dog"
    box = ann.new_todo
    for i, letter in enumerate(text):
        box.send_keys(letter)
        if i % 6 == 0:
            bob.new_todo.send_keys(f"Other {i}", Keys.ENTER)
            bob.run("document.querySelector('li input').click()")
    assert box.get_property("value") == text
    box.send_keys(Keys.ENTER)
    eventually(lambda: text in bob.titles())


def test_a_half_typed_title_survives_what_others_do(server, ann, bob):
    ann.edit("Three")
    box = ann.textbox("Title")
    box.send_keys(Keys.END, " and a half")
    busy_work(bob)
    bob.edit("Three")
    bob.fill("Notes", "by Bob")
    bob.button("Save").click()
    eventually(lambda: "Three" in bob.titles())
    assert ann.focus() == "Title"
    assert box.get_property("value") == "Three and a half"
    ann.button("Save").click()
    eventually(lambda: "Three and a half" in bob.titles())
    assert ("Three and a half", "by Bob") in [(row[5], row[7]) for row in server.everything()]


def test_the_focus_goes_to_the_neighbour_when_another_deletes_the_focused_row(ann, bob):
    ann.run("arguments[0].focus()", ann.button("Edit Two"))
    bob.delete("Two")
    ann.shows("Three", "One")
    becomes(ann.focus, "Edit One")
    bob.delete("One")
    ann.shows("Three")
    becomes(ann.focus, "Edit Three")
    bob.delete("Three")
    ann.shows()
    eventually(lambda: ann.focus() is not None, otherwise="nothing has the focus")


def test_a_changed_row_stays_the_same_element_and_keeps_the_focus(ann, bob):
    before = {title: ann.checkbox(title) for title in ("One", "Two", "Three")}
    ann.run("arguments[0].focus()", ann.button("Delete Two"))
    ann.run("window.rowsBefore = [...document.querySelectorAll('ul > li')]; window.focusBefore = document.activeElement")
    bob.tick("Two")
    bob.edit("Two")
    bob.fill("Title", "Two changed")
    bob.button("Save").click()
    ann.shows("Three", "Two changed", "One")
    assert ann.run("return [...document.querySelectorAll('ul > li')].every((row, i) => row === window.rowsBefore[i])")
    assert ann.run("return document.activeElement === window.focusBefore")
    assert ann.checkbox("Two changed") == before["Two"]
    assert ann.focus() == "Delete Two changed"


def test_the_names_of_controls_follow_the_title(ann, bob):
    bob.edit("Two")
    bob.fill("Title", "Deux")
    bob.button("Save").click()
    ann.shows("Three", "Deux", "One")
    for role, name in [("checkbox", "Deux"), ("button", "Edit Deux"), ("button", "Delete Deux")]:
        ann.get(role, name)
    assert not ann.has("button", "Delete Two")


def test_a_row_that_comes_and_goes_for_a_search_is_not_drawn_anew_for_the_others(ann):
    ann.run("window.kept = document.querySelector('ul input[aria-label=Two]')")
    ann.search.send_keys("two")
    ann.shows("Two")
    assert ann.run("return document.querySelector('ul input[aria-label=Two]') === window.kept")


def test_both_ticking_the_same_box_end_with_the_same_picture(ann, bob):
    for _ in range(5):
        ann.checkbox("One").click()
        bob.checkbox("Two").click()
        ann.checkbox("Two").click()
        bob.checkbox("One").click()
    # Whatever order the clicks took effect in, both see the same, and it is what is stored.
    eventually(lambda: ann.done() == bob.done())
    ann.add("Settled")
    eventually(lambda: "Settled" in bob.titles())
    assert ann.done() == bob.done()
    before = ann.done()
    assert ann.reload().done() == before


def test_deleting_what_another_has_deleted_already_is_no_trouble(ann, bob):
    ann.run("window.button = arguments[0]", ann.button("Delete Two"))
    bob.delete("Two")
    ann.shows("Three", "One")
    ann.run("window.button.click()")
    ann.add("Still fine")
    bob.shows("Still fine", "Three", "One")
