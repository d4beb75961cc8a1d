"""The detail screen: what may be saved, and what is said about the rest."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually


@pytest.fixture
def detail(page):
    """The detail of the only todo, `Milk`."""
    page.add("Milk").edit("Milk")
    return page


def error_of(page, element):
    """The text that the element says describes what is wrong with it, if it shows."""
    described = element.get_attribute("aria-describedby")
    if element.get_attribute("aria-invalid") != "true" or not described:
        return None
    return page.run("const e = document.getElementById(arguments[0]); return e.checkVisibility() ? e.textContent : null", described)


def save(page):
    page.button("Save").click()


def test_the_detail_of_a_todo_names_its_controls(detail):
    assert detail.here.title == "Edit todo – Todostream"
    for role, name in [("textbox", "Title"), ("textbox", "Notes"), ("date", "Due"), ("button", "Save"), ("button", "Cancel")]:
        detail.get(role, name)
    assert detail.textbox("Title").get_property("value") == "Milk"


def test_the_title_has_the_focus_when_the_detail_opens(detail):
    becomes(detail.focus, "Title")


def test_title_notes_and_due_are_saved(server, detail):
    detail.fill("Title", "Oat milk")
    detail.fill("Notes", "Two litres\nthe blue ones")
    detail.set_date(detail.get("date", "Due"), "2027-02-28")
    save(detail)
    detail.shows("Oat milk").says("Due 2027-02-28")
    detail.edit("Oat milk")
    assert detail.textbox("Notes").get_property("value") == "Two litres\nthe blue ones"
    assert detail.get("date", "Due").get_property("value") == "2027-02-28"
    assert [row[4] for row in server.everything()] == ["2027-02-28"]


def test_notes_that_begin_with_line_breaks_inside_keep_them_when_reloaded(detail):
    detail.paste(detail.textbox("Notes"), "first\n\n\nlast")
    save(detail)
    detail.shows("Milk").edit("Milk")
    detail.reload()
    assert detail.textbox("Notes").get_property("value") == "first\n\n\nlast"


def test_new_opens_an_empty_detail_whose_save_makes_a_todo(page):
    page.button("New…").click()
    becomes(lambda: page.path, "/todos/new")
    assert page.textbox("Title").get_property("value") == ""
    page.textbox("Title").send_keys("Fresh")
    page.textbox("Notes").send_keys("from the detail")
    save(page)
    page.shows("Fresh")
    assert page.path == "/"


def test_cancel_leaves_everything_as_it_was(server, detail):
    before = server.everything()
    detail.fill("Title", "Something else")
    detail.fill("Notes", "Something more")
    detail.button("Cancel").click()
    detail.shows("Milk")
    assert detail.path == "/"
    assert server.everything() == before


@pytest.mark.parametrize("title, message", [("", "A title is required."), ("   ", "A title is required."), ("x" * 201, "200")])
def test_a_wrong_title_is_refused_beside_the_field_and_stays_to_be_mended(server, detail, title, message):
    before = server.everything()
    detail.paste(detail.textbox("Title"), title)
    save(detail)
    box = detail.textbox("Title")
    eventually(lambda: message in (error_of(detail, box) or ""))
    assert detail.path != "/"
    assert box.get_property("value") == title
    becomes(detail.focus, "Title")
    assert server.everything() == before
    detail.fill("Title", "Mended")
    save(detail)
    detail.shows("Mended")


def test_a_press_hits_the_button_that_it_was_meant_for_also_if_that_would_move_meanwhile(detail):
    """The complaint beside the field goes when the text is sent, 120 ms after it was typed, and the button moves up to where it was."""
    detail.paste(detail.textbox("Title"), "")
    save(detail)
    box = detail.textbox("Title")
    eventually(lambda: error_of(detail, box))
    ActionChains(detail.driver, duration=0).move_to_element(detail.button("Save")).perform()
    place = detail.button("Save").rect["y"]
    box.send_keys("Mended")
    ActionChains(detail.driver, duration=0).click_and_hold().pause(0.4).perform()
    assert detail.button("Save").rect["y"] == place
    ActionChains(detail.driver, duration=0).release().perform()
    detail.shows("Mended")


def test_a_title_of_200_characters_is_saved(detail):
    detail.paste(detail.textbox("Title"), "y" * 200)
    save(detail)
    detail.shows("y" * 200)


def test_200_family_emoji_are_200_characters(detail):
    detail.paste(detail.textbox("Title"), "👨‍👩‍👧" * 200)
    save(detail)
    detail.shows("👨‍👩‍👧" * 200)


def test_notes_of_10_001_characters_are_refused_beside_the_field_and_10_000_are_saved(server, detail):
    detail.paste(detail.textbox("Notes"), "n" * 10_001)
    save(detail)
    box = detail.textbox("Notes")
    eventually(lambda: "10" in (error_of(detail, box) or ""))
    assert box.get_property("value") == "n" * 10_001
    assert server.everything()[0][7] == ""
    detail.paste(box, "n" * 10_000)
    save(detail)
    detail.shows("Milk")
    assert server.everything()[0][7] == "n" * 10_000


def test_notes_longer_than_any_message_are_cut_where_they_are_seen_and_not_saved_as_they_were_before(server, detail):
    detail.paste(detail.textbox("Notes"), "n" * 485_000)
    save(detail)
    box = detail.textbox("Notes")
    eventually(lambda: "10" in (error_of(detail, box) or ""))
    assert 400_000 < len(box.get_property("value")) < 480_000
    assert detail.path != "/"


def test_a_due_date_before_1970_is_refused_beside_the_field(server, detail):
    detail.set_date(detail.get("date", "Due"), "1969-12-31")
    save(detail)
    due = detail.get("date", "Due")
    eventually(lambda: "1970" in (error_of(detail, due) or ""))
    assert server.everything()[0][4] is None
    detail.set_date(due, "1970-01-01")
    save(detail)
    detail.shows("Milk").says("Due 1970-01-01")


def test_half_a_date_is_refused_beside_the_field_and_what_was_there_stays(server, detail):
    detail.set_date(detail.get("date", "Due"), "2030-02-12")
    save(detail)
    detail.shows("Milk").edit("Milk")
    due = detail.get("date", "Due")
    due.send_keys(Keys.BACKSPACE)
    save(detail)
    eventually(lambda: "not a date" in (error_of(detail, due) or ""))
    assert server.everything()[0][4] == "2030-02-12"
    due.send_keys("03")
    save(detail)
    detail.shows("Milk").says("Due 2030-03-12")


@pytest.mark.parametrize("done", [save, lambda page: page.press(Keys.ENTER)])
def test_half_a_date_where_there_was_none_is_refused_as_well(server, page, done):
    page.button("New…").click()
    page.fill("Title", "Milk")
    due = page.get("date", "Due")
    due.send_keys("0212")
    done(page)
    eventually(lambda: "not a date" in (error_of(page, due) or ""))
    assert server.everything() == []
    due.send_keys(Keys.TAB, "2030")


def test_a_date_that_is_typed_key_by_key_is_saved(server, detail):
    detail.get("date", "Due").send_keys("02282027")
    save(detail)
    detail.shows("Milk")
    assert server.everything()[0][4] == "2027-02-28"


def test_all_wrong_fields_are_told_at_once_and_the_errors_go_when_they_are_mended(detail):
    detail.paste(detail.textbox("Title"), "")
    detail.paste(detail.textbox("Notes"), "n" * 10_001)
    detail.set_date(detail.get("date", "Due"), "1969-12-31")
    save(detail)
    fields = detail.textbox("Title"), detail.textbox("Notes"), detail.get("date", "Due")
    eventually(lambda: all(error_of(detail, field) for field in fields))
    becomes(detail.focus, "Title")
    detail.fill("Title", "Good")
    save(detail)
    becomes(lambda: error_of(detail, fields[0]), None)
    assert fields[0].get_attribute("aria-invalid") is None
    assert error_of(detail, fields[1]) and error_of(detail, fields[2])


def test_enter_in_the_title_saves(detail):
    detail.fill("Title", "By Enter").send_keys(Keys.ENTER)
    detail.shows("By Enter")


def test_enter_in_the_notes_begins_a_new_line(detail):
    detail.textbox("Notes").send_keys("one", Keys.ENTER, "two")
    assert detail.textbox("Notes").get_property("value") == "one\ntwo"
    assert detail.path != "/"


def test_two_people_who_edit_different_fields_both_keep_their_changes(server, browser):
    server.insert(["Milk"])
    first, second = browser().open(), browser().open()
    first.edit("Milk")
    second.edit("Milk")
    first.fill("Title", "Oat milk")
    second.fill("Notes", "two litres")
    save(first)
    first.shows("Oat milk")
    save(second)
    second.shows("Oat milk")
    assert [(row[5], row[7]) for row in server.everything()] == [("Oat milk", "two litres")]


def test_saving_a_todo_that_was_deleted_meanwhile_says_so_and_keeps_what_was_typed(server, browser):
    server.insert(["Milk"])
    first, second = browser().open(), browser().open()
    first.edit("Milk")
    first.fill("Title", "Oat milk")
    second.delete("Milk")
    save(first)
    assert "any more" in first.trouble()
    first.button("OK").click()
    becomes(lambda: first.textbox("Title").get_property("value"), "Oat milk")
