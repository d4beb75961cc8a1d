"""The server is killed: nothing that was acknowledged is lost, and pages come back by themselves."""

from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually


def test_kill_9_while_writing_loses_no_todo_that_the_list_has_shown(server, page):
    typed = 0
    for round in range(5):
        # Todos are typed without a pause, and the server dies somewhere among them.
        page.until_live()
        box = page.new_todo
        # What was entered for the dead process may be back in the textbox.
        box.send_keys(Keys.CONTROL, "a")
        for i in range(12):
            box.send_keys(f"r{round} t{i}", Keys.ENTER)
            typed += 1
            if i == 5 + round:
                eventually(lambda: f"r{round} t0" in page.titles())
                server.kill9()
        shown = page.titles()
        stored = server.stored()
        missing = [title for title in shown if title not in stored]
        assert not missing, f"round {round}: shown and lost: {missing}"
        assert len(stored) == len(set(stored)), "something is there twice"
        # A page that shows this has heard of the new process.
        server.insert([f"after round {round}"])
        server.start()
        eventually(lambda: f"after round {round}" in page.titles(), within=15)
        # What was entered while the server was away is stored after its return.
        eventually(lambda: page.titles() == server.stored())
        # Looked at once: what was entered last may be stored just now.
        stored = server.stored()
        assert len(stored) == len(set(stored)), "something is there twice"
    assert typed == 60


def test_a_page_comes_back_by_itself_after_a_crash_with_what_was_half_typed(server, page):
    page.add("One", "Two")
    box = page.new_todo
    box.send_keys("half typed")
    page.press(Keys.ARROW_LEFT)
    page.run("window.kept = document.activeElement; window.row = document.querySelector('ul > li')")
    server.kill9()
    server.insert(["Meanwhile"])
    server.start()
    page.shows("Meanwhile", "Two", "One")
    page.until_live()
    assert page.focus() == "New todo"
    assert page.run("return document.activeElement === window.kept")
    assert page.new_todo.get_property("value") == "half typed"
    assert page.run("return document.activeElement.selectionStart") == len("half type")
    page.new_todo.send_keys(Keys.END, "!", Keys.ENTER)
    page.shows("half typed!", "Meanwhile", "Two", "One")


def test_a_half_edited_detail_comes_back_after_a_crash_and_can_be_saved(server, page):
    page.add("One").edit("One")
    page.fill("Title", "One changed")
    page.fill("Notes", "Precious words")
    server.kill9()
    page.until_offline()
    server.start()
    page.until_live()
    assert page.textbox("Title").get_property("value") == "One changed"
    assert page.textbox("Notes").get_property("value") == "Precious words"
    page.button("Save").click()
    page.shows("One changed")
    assert server.everything()[0][7] == "Precious words"


def test_the_focus_stays_at_its_todo_when_the_page_comes_back_with_other_rows(server, page):
    page.add("One", "Two", "Three", "Two", "Four")
    page.run("arguments[0].focus(); window.kept = document.activeElement", page.button("Delete Three"))
    server.kill9()
    connection = server.connect()
    connection.execute("UPDATE todo SET deletedAt = 1 WHERE title = 'Four'")
    connection.close()
    server.insert(["Meanwhile"])
    server.start()
    page.shows("Meanwhile", "Two", "Three", "Two", "One")
    assert page.focus() == "Delete Three"
    assert page.run("return document.activeElement === window.kept")
    page.until_live()
    page.press(Keys.ENTER)
    page.shows("Meanwhile", "Two", "Two", "One")


def test_a_todo_entered_while_the_server_is_down_is_stored_or_comes_back_to_its_textbox(server, page):
    page.add("One")
    server.kill9()
    page.new_todo.send_keys("Precious words", Keys.ENTER)
    server.insert(["Meanwhile"])
    server.start()
    eventually(lambda: "Meanwhile" in page.titles())
    # Sent to the process that died it may have been stored, so it comes back to be looked at; never sent it goes now.
    eventually(lambda: page.new_todo.get_property("value") == "Precious words" or "Precious words" in page.titles())
    if "Precious words" not in page.titles():
        page.new_todo.send_keys(Keys.ENTER)
    page.shows("Precious words", "Meanwhile", "One")


def test_filter_and_search_still_say_what_the_list_shows_after_a_crash(server, page):
    page.add("One", "Two").tick("One")
    page.search.send_keys("two")
    page.shows("Two")
    page.get("radio", "Active").click()
    server.kill9()
    page.until_offline()
    server.start()
    page.until_live()

    def is_consistent():
        searched = page.search.get_property("value")
        chosen = next(name for name in ("All", "Active", "Completed") if page.get("radio", name).is_selected())
        expected = {("two", "Active"): ["Two"], ("two", "All"): ["Two"], ("", "All"): ["Two", "One"], ("", "Active"): ["Two"]}
        return page.titles() == expected[searched, chosen]

    eventually(is_consistent, otherwise=lambda: f"{page.search.get_property('value')!r} shows {page.titles()}")
    assert page.search.get_property("value") == "two", "what was typed into the search is gone"


def test_the_page_says_that_it_is_offline_and_that_it_is_back(server, page):
    server.kill9()
    page.until_offline()
    server.start()
    page.until_live()


def test_what_is_clicked_while_the_server_is_down_is_done_at_its_return(server, page):
    page.add("One", "Two")
    server.kill9()
    page.checkbox("One").click()
    page.run("arguments[0].click()", page.button("Delete Two"))
    server.start()
    page.until_live()
    page.shows("One")
    becomes(page.done, ["One"])
    becomes(server.stored, ["One"])


def test_a_todo_that_is_looked_at_is_as_others_have_left_it_when_the_server_is_there_again(server, page):
    """What was written in the moment before the end is heard by nobody: the form showed it as it had been, and saving took it back."""
    page.add("One").edit("One")
    becomes(lambda: page.textbox("Title").get_property("value"), "One")
    page.fill("Notes", "mine")
    server.kill9()
    connection = server.connect()
    connection.execute("UPDATE todo SET title = 'Two', titleKey = 'two', notes = 'theirs'")
    connection.close()
    server.start()
    page.until_live()
    becomes(lambda: page.textbox("Title").get_property("value"), "Two")
    page.says("Someone else has changed this meanwhile: Notes.")
    assert page.textbox("Notes").get_property("value") == "mine"
