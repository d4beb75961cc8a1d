"""TodoMVC: what its public test suite checks, in that one's order and words, then what its specification says beside that. What must
hold for a harness that waits for nothing is in test_todomvc_races.py."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support.example import Example
from support.page import Page
from support.todomvc import ONE, THREE, TWO, TodoMVCPage, insert
from support.waiting import becomes, eventually, settles, stays
from support.wire import Wire

# When page is initially opened


def test_the_field_for_new_todos_has_the_focus(app):
    becomes(lambda: app.run("return document.activeElement.className"), "new-todo")


@pytest.mark.parametrize("path", ["/#/active", "/#/completed", "/index.html"])
def test_it_has_the_focus_wherever_the_page_is_opened(visitor, path):
    page = visitor.open(path, live=False)
    eventually(lambda: page.run("return document.activeElement.className") == "new-todo")
    eventually(lambda: page.run("return document.documentElement.dataset.live") == "on")
    assert page.run("return document.activeElement.className") == "new-todo"


def test_the_field_for_new_todos_is_found_by_its_placeholder_as_the_public_suite_does(app):
    assert app.new_todo.get_property("placeholder") == "What needs to be done?"
    assert (app.new_todo.aria_role, app.new_todo.accessible_name) == ("textbox", "What needs to be done?")


def test_a_todo_that_isn_t_taken_can_be_mended(app):
    text = "x" * 2001
    app.run("const el = document.querySelector('.new-todo'); el.value = arguments[0]; el.dispatchEvent(new Event('input', {bubbles: true}))", text)
    app.new_todo.send_keys(Keys.ENTER)
    app.page.click("OK")
    becomes(lambda: app.new_todo.get_property("value"), text)
    app.new_todo.send_keys(Keys.BACK_SPACE, Keys.ENTER)
    app.shows(text[:-1])


def test_what_isn_t_taken_comes_back_whatever_was_entered_behind_it(app):
    text = "x" * 2001
    app.run("""
      const input = document.querySelector('.new-todo');
      for (const text of [arguments[0], 'b', 'c']) {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      }
    """, text)
    app.page.click("OK")
    becomes(lambda: app.new_todo.get_property("value"), text)
    app.shows("b", "c")
    # The server has it too: it is there in the next page that shows the same session, and is entered when it is mended.
    app.new_todo.send_keys(Keys.BACK_SPACE, Keys.ENTER)
    app.shows("b", "c", text[:-1])


def test_an_edit_that_isn_t_taken_can_be_mended(app):
    """What was entered was gone with the message that it was too long."""
    app.add(ONE, TWO).shows(ONE, TWO)
    text = "x" * 2001
    app.rename_at_once(1, text)
    app.page.click("OK")
    app.shows(ONE, TWO)
    # The same once more is said once more.
    app.rename_at_once(1, "+")
    app.page.click("OK")
    app.shows(ONE, TWO)
    app.edit(1).send_keys(Keys.BACK_SPACE, Keys.ENTER)
    app.shows(ONE, text[:-1])
    app.rename_at_once(1, TWO)
    app.shows(ONE, TWO)
    app.rename_at_once(1, "+!")
    app.shows(ONE, TWO + "!")


def test_an_edit_that_isn_t_taken_is_not_said_again_by_who_only_looks_elsewhere(app):
    app.add(ONE, TWO).shows(ONE, TWO)
    text = "x" * 2001
    app.rename_at_once(1, text)
    app.page.click("OK")
    app.shows(ONE, TWO)
    assert app.edit(1).get_property("value") == text
    app.run("document.activeElement.blur()")
    stays(lambda: app.run("return document.querySelector('[role=alertdialog]')"), None, during=0.3)
    app.shows(ONE, TWO)
    assert app.edit(1).get_property("value") == text


def test_an_edit_that_isn_t_taken_and_is_given_up_is_forgotten(app):
    app.add(ONE, TWO).shows(ONE, TWO)
    app.rename_at_once(1, "x" * 2001)
    app.page.click("OK")
    app.shows(ONE, TWO)
    app.edit(1).send_keys(Keys.ESCAPE)
    app.shows(ONE, TWO)
    app.edit(1).send_keys("!", Keys.ENTER)
    app.shows(ONE, TWO + "!")


# No todos


def test_it_starts_with_nothing(app):
    assert app.titles() == []


def test_without_todos_main_and_footer_are_hidden(app):
    assert app.run("return !!document.querySelector('.main') && !!document.querySelector('.footer')")
    assert not app.displays(".main")
    assert not app.displays(".footer")


# New todo


def test_todos_can_be_added(app):
    app.add(ONE).shows(ONE)
    app.add(TWO).shows(ONE, TWO)


def test_the_field_is_cleared_when_a_todo_is_added(app):
    app.add(ONE)
    assert app.new_todo.get_property("value") == ""
    app.shows(ONE)
    assert app.new_todo.get_property("value") == ""


def test_new_todos_stand_at_the_bottom(three):
    assert three.titles() == [ONE, TWO, THREE]
    assert three.count() == "3 items left"


def test_a_new_todo_is_trimmed(app):
    app.add(f"    {ONE}    ").shows(ONE)


def test_with_todos_main_and_footer_are_shown(app):
    app.add(ONE)
    eventually(lambda: app.displays(".main") and app.displays(".footer"))


# Mark all as completed


def test_all_can_be_completed(three):
    three.toggle_all.click()
    three.is_done(True, True, True)


def test_all_can_be_made_active_again(three):
    three.toggle_all.click()
    three.toggle_all.click()
    three.is_done(False, False, False)


def test_the_box_for_all_follows_the_single_ones(three):
    three.toggle_all.click()
    three.is_done(True, True, True)
    assert three.toggle_all.is_selected()
    three.part(0, ".toggle").click()
    becomes(lambda: three.toggle_all.is_selected(), False)
    three.part(0, ".toggle").click()
    becomes(lambda: three.toggle_all.is_selected(), True)


# Item


def test_todos_can_be_completed(app):
    app.add(ONE, TWO).shows(ONE, TWO)
    app.part(0, ".toggle").click()
    app.is_done(True, False)
    app.part(1, ".toggle").click()
    app.is_done(True, True)


def test_todos_can_be_made_active_again(app):
    app.add(ONE, TWO).shows(ONE, TWO)
    app.part(0, ".toggle").click()
    app.is_done(True, False)
    app.part(0, ".toggle").click()
    app.is_done(False, False)


def test_a_todo_can_be_edited(three):
    edit = three.edit(1)
    assert edit.get_property("value") == TWO
    # Not with clear(): that takes the focus away afterwards, which would save nothing.
    edit.send_keys(Keys.CONTROL, "a")
    edit.send_keys("buy some sausages", Keys.ENTER)
    three.shows(ONE, "buy some sausages", THREE)


# Editing


def test_other_controls_are_hidden_while_a_todo_is_edited(three):
    three.edit(1)
    assert not three.part(1, ".toggle").is_displayed()
    assert not three.part(1, "label").is_displayed()
    assert three.part(1, ".edit").is_displayed()


def test_an_edit_is_saved_when_the_focus_goes(three):
    three.replace(1, "buy some sausages")
    three.run("document.activeElement.blur()")
    three.shows(ONE, "buy some sausages", THREE)
    assert not any(row["editing"] for row in three.rows())


def test_an_edited_text_is_trimmed(three):
    three.replace(1, "    buy some sausages    ").send_keys(Keys.ENTER)
    three.shows(ONE, "buy some sausages", THREE)


def test_a_todo_whose_text_is_taken_away_goes(three):
    three.replace(1, "").send_keys(Keys.ENTER)
    three.shows(ONE, THREE)


def test_escape_leaves_a_todo_as_it_was(three):
    three.replace(1, "foo").send_keys(Keys.ESCAPE)
    stays(three.titles, [ONE, TWO, THREE], during=0.3)
    assert three.edit(1).get_property("value") == TWO


# Counter


def test_the_counter_counts_what_is_left(app):
    app.add(ONE)
    eventually(lambda: "1" in app.count())
    app.add(TWO)
    eventually(lambda: "2" in app.count())


# Clear completed


def test_the_button_that_clears_says_so(three):
    three.part(0, ".toggle").click()
    becomes(lambda: three.one(".clear-completed").text, "Clear completed")


def test_what_is_completed_is_cleared(three):
    three.part(1, ".toggle").click()
    eventually(lambda: three.displays(".clear-completed"))
    three.one(".clear-completed").click()
    three.shows(ONE, THREE)


def test_the_button_that_clears_is_hidden_when_there_is_nothing_to_clear(three):
    assert not three.displays(".clear-completed")
    three.part(1, ".toggle").click()
    eventually(lambda: three.displays(".clear-completed"))
    three.one(".clear-completed").click()
    becomes(lambda: three.displays(".clear-completed"), False)


# Persistence


def test_a_list_is_kept_over_a_reload(app):
    app.add(ONE, TWO).shows(ONE, TWO)
    app.part(0, ".toggle").click()
    app.is_done(True, False)
    app.reload().shows(ONE, TWO).is_done(True, False)


# Routing


def test_what_is_active_can_be_shown(three):
    three.part(1, ".toggle").click()
    three.filter("Active").click()
    three.shows(ONE, THREE)


def test_the_back_button_is_respected(three):
    three.part(1, ".toggle").click()
    three.filter("All").click()
    three.shows(ONE, TWO, THREE)
    three.filter("Active").click()
    three.filter("Completed").click()
    three.shows(TWO)
    three.driver.back()
    three.shows(ONE, THREE)
    three.driver.back()
    three.shows(ONE, TWO, THREE)
    three.driver.forward()
    three.shows(ONE, THREE)


def test_what_is_completed_can_be_shown(three):
    three.part(1, ".toggle").click()
    three.filter("Completed").click()
    three.shows(TWO)


def test_all_can_be_shown_again(three):
    three.part(1, ".toggle").click()
    for name in ("Active", "Completed", "All"):
        three.filter(name).click()
    three.shows(ONE, TWO, THREE)


def test_the_filter_that_applies_is_highlighted(three):
    assert three.selected() == ["All"]
    three.filter("Active").click()
    becomes(three.selected, ["Active"])
    three.filter("Completed").click()
    becomes(three.selected, ["Completed"])


# What the specification says beside that


def test_the_structure_is_as_prescribed(three):
    for selector in (
        "section.todoapp > header.header > h1", "section.todoapp > header.header > input.new-todo[autofocus]",
        "section.todoapp > section.main > input#toggle-all.toggle-all[type=checkbox]", ".main > .toggle-all + label[for=toggle-all]",
        ".main > ul.todo-list > li > div.view > input.toggle[type=checkbox]", ".todo-list > li > div.view > label",
        ".todo-list > li > div.view > button.destroy", ".todo-list > li > div.view + input.edit",
        "section.todoapp > footer.footer > span.todo-count > strong", "footer.footer > ul.filters > li > a[href='#/'].selected",
        "ul.filters > li > a[href='#/active']", "ul.filters > li > a[href='#/completed']",
        "footer.footer > button.clear-completed", "footer.info",
    ):
        assert three.run("return document.querySelectorAll(arguments[0]).length", selector), selector
    # Nothing but todos stands in the list.
    assert three.run("return document.querySelector('.todo-list').children.length") == 3
    assert three.one("h1").text == "todos"


def test_the_count_is_in_a_strong_element_and_one_is_an_item(app):
    app.add(ONE)
    becomes(lambda: app.run("return document.querySelector('.todo-count').innerHTML"), "<strong>1</strong> item left")
    app.add(TWO)
    becomes(lambda: app.run("return document.querySelector('.todo-count').innerHTML"), "<strong>2</strong> items left")
    app.toggle_all.click()
    becomes(lambda: app.run("return document.querySelector('.todo-count').innerHTML"), "<strong>0</strong> items left")


def test_white_space_alone_makes_no_todo(app):
    app.add("   ", ONE).shows(ONE)


def test_the_remove_button_shows_under_the_pointer_and_removes(three):
    assert three.part(1, ".destroy").value_of_css_property("opacity") == "0"
    three.destroy(1).shows(ONE, THREE)


def test_the_address_tells_the_filter_and_a_reload_keeps_it(three):
    three.part(1, ".toggle").click()
    three.filter("Active").click()
    three.shows(ONE, THREE)
    assert three.hash() == "#/active"
    three.reload().shows(ONE, THREE)
    assert three.selected() == ["Active"]
    assert three.hash() == "#/active"


def test_a_reload_in_one_tab_says_nothing_of_another(three, visitor):
    three.part(1, ".toggle").click()
    three.filter("Completed").click()
    three.shows(TWO)
    # As if it had been left just now, and never come back.
    three.run("dispatchEvent(new Event('beforeunload'))")
    other = TodoMVCPage(visitor.tab()).load("/")
    other.shows(ONE, TWO, THREE)
    becomes(other.seen, [ONE, TWO, THREE])
    assert other.selected() == ["All"] and other.hash() == ""
    assert TodoMVCPage(visitor.open("/active")).shows(ONE, THREE).selected() == ["Active"]


@pytest.mark.parametrize("value", ["%2F%23%2Fnowhere", "%2F%23%2F%2Fevil.example", "%2F%23javascript:1", "%ff", "%2F%23%2F%22%3E"])
def test_what_stands_in_the_cookie_leads_nowhere_else(three, value):
    three.driver.add_cookie({"name": "ghostlight-at", "value": value})
    three.load()
    assert three.titles() == [ONE, TWO, THREE]
    assert three.selected() == ["All"]
    assert three.page.console() == []


def test_the_first_screen_is_there_at_once_also_by_its_hash(visitor):
    """It was hidden until the live link had answered, and what was typed at once was lost."""
    tab = visitor.tab()
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source="""
      window.hidden = [];
      new MutationObserver(() => { 'going' in document.documentElement.dataset && hidden.push(location.href); })
        .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-going'] });
    """)
    app = TodoMVCPage(tab).load("/#/")
    app.page.until_live()
    assert app.run("return hidden") == [] and app.hash() == "#/"
    assert app.selected() == ["All"]
    app.add(ONE).shows(ONE)
    app.load("/#/active")
    app.shows(ONE)
    assert app.selected() == ["Active"]


@pytest.fixture
def late(todomvc):
    """A line to TodoMVC on which each round trip takes 40 ms."""
    wire = Wire(todomvc)
    wire.delay = 0.02
    yield wire
    wire.close()


def opened_late(three, late, visitor, address):
    """The tab in which an address was opened of which the server didn't hear, as soon as it is there."""
    if "#" not in address:
        # As if it had been left just now for this.
        three.driver.add_cookie({"name": "ghostlight-at", "value": "%2F%23%2Factive"})
    tab = visitor.tab()
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source="""
      addEventListener('DOMContentLoaded', () => { window.wasHidden = 'going' in document.documentElement.dataset; });
    """)
    tab.base = late.address
    return TodoMVCPage(tab.open(address, live=False))


@pytest.mark.parametrize("address", ["/#/active", "/"])
def test_what_is_typed_into_a_page_whose_screen_is_on_its_way_is_entered_there(three, late, visitor, address):
    """As long as it was hidden, its field couldn't have the focus, and what was typed was lost."""
    three.part(1, ".toggle").click()
    three.is_done(False, True, False).rests()
    app = opened_late(three, late, visitor, address)
    app.page.press("early", Keys.ENTER, "half")
    assert app.run("return wasHidden")
    assert app.run("return document.activeElement.className") == "new-todo"
    app.page.until_live()
    app.rests().shows(*[ONE, THREE] if "#" in address else [ONE, TWO, THREE], "early")
    assert app.new_todo.get_property("value") == "half"
    assert app.selected() == ["Active" if "#" in address else "All"]
    three.shows(ONE, TWO, THREE, "early")


def test_an_address_whose_screen_is_on_its_way_is_typed_into_as_selenium_does(three, late, visitor):
    app = opened_late(three, late, visitor, "/#/active")
    app.driver.find_element(By.CSS_SELECTOR, ".new-todo").send_keys("early", Keys.ENTER)
    app.shows(ONE, TWO, THREE, "early")


def test_nothing_can_be_pressed_on_a_page_whose_screen_is_on_its_way(three, late, visitor):
    late.delay = 0.15
    app = opened_late(three, late, visitor, "/#/active")
    seen = app.run("""
      const at = el => { const { x, y, width, height } = el.getBoundingClientRect(); return document.elementFromPoint(x + width / 2, y + height / 2); };
      return [...document.querySelectorAll('.new-todo,.toggle,.destroy,#toggle-all,.filters a')].map(at).filter(el => el && !el.matches('html,body')).length;
    """)
    assert seen == 0 and app.seen() == []
    for _ in range(4):
        app.page.press(Keys.TAB, " ")
    assert app.run("return wasHidden && 'going' in document.documentElement.dataset"), "it took too long to try"
    app.page.until_live()
    app.rests().shows(ONE, TWO, THREE).is_done(False, False, False)


@pytest.mark.parametrize("address", ["/#/completed", "/completed"])
def test_a_filter_can_be_opened_by_its_address(three, visitor, address):
    three.part(1, ".toggle").click()
    three.is_done(False, True, False)
    TodoMVCPage(visitor.open(address)).shows(TWO)


def test_a_todo_that_no_longer_fits_the_filter_goes(three):
    three.filter("Active").click()
    becomes(three.selected, ["Active"])
    three.part(0, ".toggle").click()
    three.shows(TWO, THREE)
    assert three.count() == "2 items left"


def test_choosing_a_filter_leaves_the_page_where_it_is(app):
    app.add(*[f"todo {number}" for number in range(43)])
    becomes(app.count, "43 items left")
    app.page.until_live()
    app.run("scrollTo(0, 1e6)")
    place = app.run("return scrollY")
    assert place > 500
    for name in ("All", "Active", "All", "All"):
        app.filter(name).click()
        becomes(app.selected, [name])
    assert app.run("return document.activeElement.textContent") == "All"
    # What comes later must not do it either.
    app.run("document.querySelectorAll('.toggle')[30].click()")
    becomes(app.count, "42 items left")
    stays(lambda: app.run("return scrollY"), place, during=0.3)
    assert app.run("return document.activeElement.textContent") == "All"


def test_the_filters_stay_where_they_are_when_the_button_beside_them_comes(three):
    place = three.filter("Active").rect
    three.part(1, ".toggle").click()
    eventually(lambda: three.displays(".clear-completed"))
    assert three.filter("Active").rect == place
    three.page.tell("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    place = three.filter("Active").rect
    three.part(1, ".toggle").click()
    becomes(lambda: three.displays(".clear-completed"), False)
    assert three.filter("Active").rect == place


def test_the_label_is_what_ticks_all(three):
    label = three.one("label[for=toggle-all]")
    assert label.size["width"] >= 24 and label.size["height"] >= 24
    label.click()
    three.is_done(True, True, True)
    three.one(".toggle-all").click()
    three.is_done(False, False, False)
    label.click()
    three.is_done(True, True, True)
    assert three.toggle_all.is_selected()


def test_below_the_list_stands_what_the_template_says(app):
    for line in ("Double-click to edit a todo", "Created with Ghostlight", "Part of TodoMVC"):
        assert line in app.one("footer.info").text


def test_clearing_resets_the_box_for_all(three):
    three.toggle_all.click()
    three.is_done(True, True, True)
    three.one(".clear-completed").click()
    three.shows()
    three.add(ONE).shows(ONE)
    assert not three.toggle_all.is_selected()


def test_editing_begins_with_the_focus_at_the_end_of_the_title(three):
    three.edit(1)
    ActionChains(three.driver, duration=0).send_keys("!", Keys.ENTER).perform()
    three.shows(ONE, TWO + "!", THREE)


def test_editing_isn_t_kept_over_a_reload(three):
    three.replace(1, "half")
    three.reload().shows(ONE, TWO, THREE)
    assert not any(row["editing"] for row in three.rows())


def test_every_visitor_has_a_list_of_their_own(three, todomvc, browser):
    other = TodoMVCPage(browser(todomvc.address).open())
    assert other.titles() == []
    other.add("mine").shows("mine")
    assert three.titles() == [ONE, TWO, THREE]


def test_the_cookie_is_neither_stored_nor_logged(three, todomvc):
    cookie = three.driver.get_cookie("ghostlight")["value"]
    for file in todomvc.folder.rglob("*"):
        assert not file.is_file() or cookie.encode() not in file.read_bytes(), file


@pytest.mark.parametrize("place", ["#/foo", "#/active/", "#/Active", "#/active/1"])
def test_what_the_specification_does_not_know_behind_the_hash_is_no_filter(three, todomvc, place):
    three.part(1, ".toggle").click()
    three.is_done(False, True, False)
    three.run("location.hash = '#/active'")
    three.shows(ONE, THREE)
    three.run("location.hash = arguments[0]", place)
    expected = [ONE, THREE] if place == "#/active/" else [ONE, TWO, THREE]
    three.shows(*expected)
    three.reload().shows(*expected)
    three.add("four").shows(*expected, "four")


def test_what_a_user_has_done_wrong_is_no_error_of_the_operator_s(three, todomvc):
    three.add("x" * 2_001)
    eventually(lambda: "2000" in three.page.text())
    assert "error" not in todomvc.log.read_text()


def test_two_tabs_of_a_visitor_show_the_same(three, visitor):
    second = TodoMVCPage(visitor.open())
    second.shows(ONE, TWO, THREE)
    three.part(0, ".toggle").click()
    second.is_done(True, False, False)
    second.replace(1, "from the second").send_keys(Keys.ENTER)
    three.shows(ONE, "from the second", THREE)


def test_the_box_for_all_means_what_its_user_saw_and_not_what_another_tab_has_done_since(three, todomvc, visitor):
    wire = Wire(todomvc)
    tab = visitor.tab()
    tab.base = wire.address
    second = TodoMVCPage(tab.open())
    second.toggle_all.click()
    second.is_done(True, True, True)
    wire.cut()
    tab.until_offline()
    three.add("added elsewhere").shows(ONE, TWO, THREE, "added elsewhere")
    second.toggle_all.click()
    wire.mend()
    settles(three.done, [False] * 4)
    second.is_done(False, False, False, False)
    assert not second.toggle_all.is_selected()
    wire.close()


@pytest.mark.parametrize("way", ["back", "hash"])
def test_an_edit_is_saved_when_its_user_goes_where_the_todo_isn_t_shown(three, way):
    three.part(1, ".toggle").click()
    three.page.get("link", "Active").click()
    three.shows(ONE, THREE)
    three.page.get("link", "Completed").click()
    three.shows(TWO)
    three.edit(0)
    ActionChains(three.driver, duration=0).send_keys(" edited").perform()
    three.run("history.back()" if way == "back" else "location.hash = '#/active'")
    three.shows(ONE, THREE)
    three.page.get("link", "All").click()
    three.shows(ONE, f"{TWO} edited", THREE)


def test_what_is_being_edited_stays_when_another_tab_changes_the_todo(three, visitor):
    second = TodoMVCPage(visitor.open())
    # By itself: going to the other tab would end the edit.
    second.run("setTimeout(() => [1, 2].forEach(i => document.querySelectorAll('.toggle')[i].click()), 1500)")
    three.replace(1, "half typed")
    eventually(lambda: three.rows()[2]["done"])
    assert three.rows()[1] == {"title": TWO, "done": True, "ticked": True, "editing": True}
    three.page.here
    ActionChains(three.driver, duration=0).send_keys(" on", Keys.ENTER).perform()
    three.shows(ONE, "half typed on", THREE)


def test_what_is_typed_into_a_todo_that_another_tab_deletes_goes_nowhere_else(three, visitor):
    second = TodoMVCPage(visitor.open())
    # By itself: going to the other tab would end the edit.
    second.run("setTimeout(() => document.querySelectorAll('.destroy')[1].click(), 1500)")
    three.replace(1, "half typed")
    three.shows(ONE, THREE)
    becomes(lambda: three.run("return document.activeElement.localName"), "h1")
    three.page.here
    ActionChains(three.driver, duration=0).send_keys(" on", Keys.ENTER).perform()
    three.add("and this is new").shows(ONE, THREE, "and this is new")


def test_a_killed_server_has_lost_nothing(three, todomvc):
    three.part(1, ".toggle").click()
    three.is_done(False, True, False)
    todomvc.kill9()
    three.new_todo.send_keys("typed while it was away", Keys.ENTER)
    todomvc.start()
    three.shows(ONE, TWO, THREE, "typed while it was away").is_done(False, True, False, False)


def test_nothing_is_complained_of_in_the_console(three):
    three.part(1, ".toggle").click()
    three.filter("Completed").click()
    three.shows(TWO)
    assert three.page.console() == []


def test_it_takes_the_options_of_an_ephemeral_harness(tmp_path, browser):
    example = Example(tmp_path, "TodoMVC", "TODOMVC", "--ephemeral", "--host", "127.0.0.1").start()
    try:
        app = TodoMVCPage(browser(example.address).open())
        app.add(ONE).shows(ONE)
        example.stop()
        example.start()
        becomes(lambda: app.page.is_live(), True)
        app.reload().shows()
        assert not list(tmp_path.rglob("*.sqlite*")), "nothing is kept, nor recorded"
    finally:
        example.stop()


# When its server is killed


def killed_and_started(todomvc, app):
    """Kills the server, starts it again, and waits until the tab lives."""
    todomvc.kill9()
    app.page.until_offline()
    todomvc.start()
    app.page.until_live()
    return app


def mark(app):
    """Another for each time that a page is loaded."""
    return app.run("return window.kept ??= Math.random()")


def test_half_a_todo_is_still_there_after_kill_9_with_its_caret(todomvc, three):
    three.page.until_live()
    three.new_todo.send_keys("half typed", *[Keys.ARROW_LEFT] * 3)
    before = mark(three)
    for _ in range(2):
        killed_and_started(todomvc, three)
        assert three.new_todo.get_property("value") == "half typed"
        assert three.run("return document.activeElement.selectionStart") == 7
    assert mark(three) == before, "it was loaded anew"
    three.new_todo.send_keys(Keys.END, ", now whole", Keys.ENTER)
    three.shows(ONE, TWO, THREE, "half typed, now whole")


def test_editing_in_place_goes_on_after_kill_9(todomvc, three):
    three.page.until_live()
    three.edit(1).send_keys(Keys.CONTROL, "a")
    three.part(1, ".edit").send_keys("buy some saus")
    killed_and_started(todomvc, three)
    assert [row["editing"] for row in three.rows()] == [False, True, False]
    assert three.run("return document.activeElement.className") == "edit"
    three.part(1, ".edit").send_keys("ages", Keys.ENTER)
    three.shows(ONE, "buy some sausages", THREE)


def test_the_filter_and_what_is_ticked_are_as_they_were_after_kill_9(todomvc, three):
    three.page.until_live()
    three.part(1, ".toggle").click()
    three.filter("Active").click()
    three.shows(ONE, THREE)
    before = mark(three)
    killed_and_started(todomvc, three)
    assert mark(three) == before
    three.shows(ONE, THREE)
    assert three.selected() == ["Active"] and three.hash() == "#/active"
    three.part(0, ".toggle").click()
    three.shows(THREE)
    three.filter("Completed").click()
    three.shows(ONE, TWO)
    three.driver.back()
    three.shows(THREE)


def test_what_another_tab_does_while_one_is_away_is_seen_there(todomvc, three, visitor):
    other = TodoMVCPage(visitor.open())
    other.shows(ONE, TWO, THREE)
    killed_and_started(todomvc, three)
    other.page.until_live()
    other.add("from the other tab")
    three.shows(ONE, TWO, THREE, "from the other tab")


def test_what_was_stored_and_told_to_nobody_is_seen_after_kill_9(todomvc, three):
    three.page.until_live()
    todomvc.kill9()
    three.page.until_offline()
    insert(todomvc, "told to nobody")
    todomvc.start()
    three.shows(ONE, TWO, THREE, "told to nobody")
    three.page.until_live()
    three.add("after it").shows(ONE, TWO, THREE, "told to nobody", "after it")


def test_one_goes_on_from_a_moment_with_its_filter(tmp_path, browser):
    todomvc = Example(tmp_path, "TodoMVC", "TODOMVC", "--tools").start()
    try:
        window = browser(todomvc.address)
        app = TodoMVCPage(window.open())
        app.add(ONE, TWO).shows(ONE, TWO)
        app.part(0, ".toggle").click()
        app.filter("Active").click()
        app.shows(TWO)
        app.new_todo.send_keys("half")
        tools = window.open("/ghostlight/sessions")
        tools.run("document.querySelector('li.session a').click()")
        eventually(lambda: tools.run(
            "return document.querySelector('iframe').contentDocument.querySelector('.new-todo')?.value") == "half")
        before = set(tools.driver.window_handles)
        tools.get("link", "Continue from here").click()
        handle = eventually(lambda: set(tools.driver.window_handles) - before).pop()
        new = TodoMVCPage(Page(tools.driver, handle, tools.base).until_live())
        assert new.new_todo.get_property("value") == "half"
        new.shows(TWO)
        assert new.selected() == ["Active"]
        new.new_todo.send_keys(Keys.END, " and whole", Keys.ENTER)
        new.shows(TWO, "half and whole")
        app.shows(TWO, "half and whole")
        assert app.new_todo.get_property("value") == "half"
        new.page.here
        new.filter("Completed").click()
        new.shows(ONE)
    finally:
        todomvc.stop()
