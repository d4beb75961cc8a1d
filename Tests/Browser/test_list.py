"""The list of todos, used by one person."""

import time

from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually, stays


def test_an_empty_list_invites_the_first_todo(page):
    assert page.here.title == "Todostream"
    page.says("Nothing to do yet")
    page.add("First").shows("First")
    assert "Nothing to do yet" not in page.text()


def test_added_todos_stand_newest_first_and_the_textbox_is_ready_for_the_next(page):
    page.add("One", "Two", "Three").shows("Three", "Two", "One")
    assert page.new_todo.get_property("value") == ""
    assert page.focus() == "New todo"


def test_white_space_around_a_new_title_is_trimmed(page):
    page.new_todo.send_keys("   Milk   ", Keys.ENTER)
    page.shows("Milk")


def test_an_empty_new_todo_is_refused_beside_the_textbox(page):
    page.new_todo.send_keys("   ", Keys.ENTER)
    eventually(lambda: "A title is required." in [el.text for el in page.all("alert")])
    assert page.titles() == []
    page.add("Now with a title")
    becomes(lambda: page.all("alert"), [])


def test_a_new_todo_of_201_characters_is_refused_beside_the_textbox_and_what_was_typed_stays(page):
    page.paste(page.new_todo, "x" * 201)
    page.new_todo.send_keys(Keys.ENTER)
    eventually(lambda: any("200" in el.text for el in page.all("alert")))
    assert page.titles() == []
    becomes(lambda: page.new_todo.get_property("value"), "x" * 201)


def test_a_new_todo_of_200_characters_is_added(page):
    page.paste(page.new_todo, "x" * 200)
    page.new_todo.send_keys(Keys.ENTER)
    page.shows("x" * 200)


def test_ticking_and_unticking_change_the_counts(page):
    page.add("One", "Two")
    page.says("2 active, 0 completed")
    page.tick("One").says("1 active, 1 completed")
    assert page.done() == ["One"]
    page.tick("One").says("2 active, 0 completed")
    assert page.done() == []


def test_an_edited_todo_keeps_its_place_with_its_new_title(page):
    page.add("One", "Two", "Three").edit("Two")
    assert page.path.startswith("/todos/")
    page.fill("Title", "Two and a half")
    page.button("Save").click()
    page.shows("Three", "Two and a half", "One")
    assert page.path == "/"


def test_a_deleted_todo_goes_and_undo_brings_it_back_as_it_was(page):
    page.add("One", "Two", "Three").tick("Two").delete("Two").shows("Three", "One")
    page.says("2 active, 0 completed")
    undo = page.get("button", "Undo", within=page.get("status"))
    eventually(lambda: "Two" in page.get("status").text)
    undo.click()
    page.shows("Three", "Two", "One")
    assert page.done() == ["Two"]
    becomes(lambda: page.has("button", "Undo"), False)


def test_undo_is_offered_for_six_seconds(page):
    page.add("One").delete("One")
    page.button("Undo")
    stays(lambda: page.has("button", "Undo"), True, during=4.5)
    becomes(lambda: page.has("button", "Undo"), False, within=3.5)
    page.shows()


def test_undo_that_is_pressed_in_sight_is_done_whenever_the_server_hears_of_it(server, page):
    """Its time was up when the server was back, and the press was refused without a word."""
    page.add("One").delete("One").shows()
    undo = page.button("Undo")
    server.kill9()
    undo.click()
    time.sleep(6.5)
    server.start()
    page.shows("One")
    becomes(lambda: page.has("button", "Undo"), False)


def test_undo_after_two_deletions_brings_back_both(page):
    page.add("One", "Two").delete("One").delete("Two").says("2 todos deleted")
    page.button("Undo").click()
    page.shows("Two", "One")


def test_the_search_finds_words_in_any_case_and_in_the_notes(page):
    page.add("Buy milk", "Buy bread").edit("Buy bread")
    page.fill("Notes", "from the Bäcker")
    page.button("Save").click()
    page.shows("Buy bread", "Buy milk")
    page.search.send_keys("MILK")
    page.shows("Buy milk")
    page.search.send_keys(Keys.CONTROL, "a")
    page.search.send_keys("backer buy")
    page.shows("Buy bread")
    page.search.send_keys(Keys.CONTROL, "a")
    page.search.send_keys("nothing like it")
    page.shows().says("No todo matches.")
    page.search.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.DELETE)
    page.shows("Buy bread", "Buy milk")


def test_a_percent_sign_or_a_quote_is_searched_like_any_other_letter(page):
    page.add("100% wool", "It's 'quoted'", "plain_text")
    page.search.send_keys("%")
    page.shows("100% wool")
    page.search.send_keys(Keys.BACKSPACE, "'q")
    page.shows("It's 'quoted'")
    page.search.send_keys(Keys.BACKSPACE, Keys.BACKSPACE, "_")
    page.shows("plain_text")


def test_the_filters_show_what_they_say(page):
    page.add("One", "Two", "Three").tick("Two")
    assert page.get("radio", "All").is_selected()
    page.get("radio", "Active").click()
    page.shows("Three", "One")
    page.get("radio", "Completed").click()
    page.shows("Two")
    page.says("2 active, 1 completed")
    page.get("radio", "All").click()
    page.shows("Three", "Two", "One")


def test_a_todo_that_no_longer_fits_the_filter_leaves_the_list(page):
    page.add("One", "Two")
    page.get("radio", "Active").click()
    page.checkbox("One").click()
    page.shows("Two")
    page.get("radio", "Completed").click()
    page.shows("One")
    page.checkbox("One").click()
    page.shows()


def test_reload_keeps_everything(page):
    page.add("One", "Two", "Three").tick("Two").delete("One")
    page.reload().shows("Three", "Two")
    assert page.done() == ["Two"]
    assert "1 active, 1 completed" in page.text()


def test_a_restarted_server_keeps_everything(server, page):
    page.add("One", "Two").tick("One")
    server.restart()
    page.open().shows("Two", "One")
    assert page.done() == ["One"]


def test_what_is_searched_for_and_filtered_outlasts_a_reload_and_can_be_sent_to_somebody(page, browser):
    page.add("Buy milk", "Buy bread", "Drink milk").tick("Drink milk")
    page.search.send_keys("milk")
    page.shows("Drink milk", "Buy milk")
    page.get("radio", "Active").click()
    page.shows("Buy milk")
    becomes(lambda: page.run("return location.search"), "?show=active&search=milk")
    address = page.here.current_url
    for same in (page.reload(), browser().open(address.removeprefix(page.base))):
        same.shows("Buy milk")
        assert same.search.get_property("value") == "milk"
        assert same.get("radio", "Active").is_selected()
    page.edit("Buy milk")
    page.click("Cancel")
    page.shows("Buy milk")
    becomes(lambda: page.here.current_url, address)
    page.edit("Buy milk").fill("Title", "Buy oat milk")
    page.click("Save")
    page.shows("Buy oat milk")
    becomes(lambda: page.here.current_url, address)
    page.get("radio", "All").click()
    page.shows("Drink milk", "Buy oat milk")
    becomes(lambda: page.run("return location.search"), "?search=milk")


def test_a_double_click_on_delete_deletes_one_todo_and_disturbs_nothing(page):
    page.add("One", "Two", "Three")
    page.run("arguments[0].click(); arguments[0].click()", page.button("Delete Two"))
    page.shows("Three", "One")
    assert not page.has("alertdialog")
    page.add("Four").shows("Four", "Three", "One")


def test_thirty_todos_typed_at_machine_speed_arrive_complete_and_in_order(page):
    titles = [f"Todo number {i}" for i in range(30)]
    page.new_todo.send_keys("".join(title + Keys.ENTER for title in titles))
    page.shows(*reversed(titles))
    page.reload().shows(*reversed(titles))


def test_thirty_boxes_ticked_at_machine_speed_are_all_ticked(server, browser):
    server.insert([f"Todo {i}" for i in range(30)])
    page = browser().open()
    page.run("for (const box of document.querySelectorAll('li input')) box.click()")
    page.says("0 active, 30 completed")
    page.reload()
    assert len(page.done()) == 30


def test_rows_deleted_one_behind_the_other_at_machine_speed_are_those_that_were_pressed(server, browser):
    """Whatever stands behind a row moves up when it is pressed, and not when the server has answered."""
    server.insert([f"Todo {i}" for i in range(9)])
    page = browser().open()
    page.run(
        """for (const index of [1, 1, 3]) {
             const rows = [...document.querySelectorAll('main li')].filter(row => row.offsetParent);
             rows[index].querySelector('button.danger').click();
           }""")
    page.shows(*[f"Todo {i}" for i in (8, 5, 4, 2, 1, 0)])
    page.reload().shows(*[f"Todo {i}" for i in (8, 5, 4, 2, 1, 0)])
