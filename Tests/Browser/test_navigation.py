"""Addresses: back, forward, direct, reload, and those that lead nowhere."""

import urllib.error

import pytest

from support.waiting import becomes, eventually, stays


def test_back_and_forward_go_between_list_and_detail(page):
    page.add("One", "Two").edit("One")
    address = page.path
    page.here.back()
    page.shows("Two", "One")
    assert page.path == "/"
    page.here.forward()
    becomes(lambda: page.path, address)
    becomes(lambda: page.textbox("Title").get_property("value"), "One")
    page.here.back()
    page.shows("Two", "One")
    page.tick("One")


def test_back_after_a_save_shows_the_detail_again_with_what_was_saved(page):
    page.add("One").edit("One")
    page.fill("Title", "Two")
    page.button("Save").click()
    page.shows("Two")
    page.here.back()
    becomes(lambda: page.textbox("Title").get_property("value"), "Two")


def test_a_detail_can_be_opened_by_its_address_and_reloaded(server, browser):
    server.insert(["One", "Two"])
    page = browser().open("/todos/2")
    assert page.textbox("Title").get_property("value") == "Two"
    page.reload()
    assert page.textbox("Title").get_property("value") == "Two"
    assert page.path == "/todos/2"
    page.fill("Title", "Changed")
    page.button("Save").click()
    page.shows("Changed", "One")


def test_the_link_on_the_detail_leads_to_the_list_without_a_new_page(server, browser):
    server.insert(["One"])
    page = browser().open("/todos/1")
    page.run("window.sameDocument = true")
    page.get("link", "Todos").click()
    page.shows("One")
    assert page.path == "/"
    assert page.run("return window.sameDocument") is True


def test_a_link_opened_in_a_new_tab_is_live_there(server, browser):
    server.insert(["One"])
    visitor = browser()
    first = visitor.open()
    second = visitor.open("/todos/1")
    second.fill("Title", "Changed")
    second.button("Save").click()
    first.shows("Changed")


@pytest.mark.parametrize("path", ["/todos/4711", "/todos/0", "/todos/-1", "/todos/9223372036854775807"])
def test_a_todo_that_does_not_exist_is_told_and_the_way_back_works(server, browser, path):
    server.insert(["One"])
    page = browser().open(path)
    page.says("any more")
    assert not page.has("alertdialog")
    page.get("link", "Todos").click()
    page.shows("One").tick("One")


def test_a_deleted_todo_can_not_be_edited_by_its_address(server, browser):
    server.insert(["One"])
    page = browser().open()
    page.delete("One").open("/todos/1")
    page.says("any more")


@pytest.mark.parametrize("path", ["/todos/abc", "/todos/9223372036854775808", "/nothing", "/todos", "/todos/1/2", "/todos/%00"])
def test_an_address_that_leads_nowhere_answers_404_with_a_way_back(server, path):
    with pytest.raises(urllib.error.HTTPError) as answer:
        server.get(path)
    assert answer.value.code == 404
    text = answer.value.read().decode()
    assert "Not found" in text and 'href="/"' in text


def test_the_scroll_position_comes_back_with_the_list(server, browser):
    server.insert([f"Todo {i}" for i in range(100)])
    page = browser().open()
    page.run("document.documentElement.style.scrollBehavior = 'auto'; scrollTo(0, 2000)")
    becomes(lambda: page.run("return scrollY > 1500"), True)
    before = page.run("return scrollY")
    page.run("document.querySelector('ul button[aria-label=\"Edit Todo 60\"]').click()")
    page.textbox("Title")
    becomes(lambda: page.run("return scrollY"), 0)
    page.here.back()
    eventually(lambda: len(page.titles()) == 100)
    eventually(
        lambda: abs(page.run("return scrollY") - before) < 50,
        otherwise=lambda: f"scrolled to {page.run('return scrollY')}, it was {before}")


def test_cancel_goes_back_in_the_history_to_where_the_list_was(server, browser):
    server.insert([f"Todo {i}" for i in range(100)])
    page = browser().open()
    page.run("document.documentElement.style.scrollBehavior = 'auto'; scrollTo(0, 2000)")
    becomes(lambda: page.run("return scrollY > 1500"), True)
    before = page.run("return scrollY")
    page.run("document.querySelector('ul button[aria-label=\"Edit Todo 60\"]').click()")
    page.textbox("Title")
    address, length = page.path, page.run("return history.length")
    page.click("Cancel")
    eventually(lambda: len(page.titles()) == 100)
    becomes(lambda: page.path, "/")
    eventually(
        lambda: abs(page.run("return scrollY") - before) < 50,
        otherwise=lambda: f"scrolled to {page.run('return scrollY')}, it was {before}")
    assert page.run("return history.length") == length
    page.here.forward()
    becomes(lambda: page.path, address)
    page.textbox("Title")


def test_cancel_on_a_page_opened_by_its_address_leaves_the_list_in_its_place(server, browser):
    server.insert(["One"])
    page = browser().open("/todos/1")
    length = page.run("return history.length")
    page.click("Cancel")
    page.shows("One")
    assert page.path == "/"
    assert page.run("return history.length") == length
    page.tick("One")


@pytest.mark.parametrize("address", ["/", "/#/active"])
def test_a_link_to_a_place_on_the_screen_leaves_the_screen(three, visitor, address):
    page = visitor.open(address)
    page.run("""
      window.said = '';
      const { send } = WebSocket.prototype, { postMessage } = Worker.prototype;
      WebSocket.prototype.send = function (text) { said += text; send.call(this, text) };
      Worker.prototype.postMessage = function (text) { said += text; postMessage.call(this, text) };
      const main = document.querySelector('main'), notes = Object.assign(document.createElement('p'), { id: 'notes' });
      main.append(notes);
      notes.style.margin = '200vh 0';
      document.querySelector('h1').insertAdjacentHTML('beforebegin', '<a href="#notes">Notes</a>');""")
    for _ in range(2):
        page.run("scrollTo(0, 0)")
        page.get("link", "Notes").click()
        eventually(lambda: page.run("return scrollY") > 300)
    # Behind the sign there is room for one thing.
    assert page.run("return location.hash") == ("#notes" if address == "/" else "#/active")
    if address == "/":
        page.here.back()
        becomes(lambda: page.run("return location.hash"), "")
    stays(lambda: '"v"' in page.run("return said"), False, during=0.5)
    page.run("scrollTo(0, 0)")
    page.get("link", "Completed").click()
    becomes(lambda: '"v","/completed"' in page.run("return said"), True)
    page.here.back()
    becomes(lambda: page.run("return location.hash"), address[1:])
    eventually(lambda: page.run("return said").count('"v"') == 2)
