"""What the answers say for the page's safety, and that the browser has nothing to complain of."""

import http.client
import gzip
import re
import urllib.error
import urllib.request

import pytest
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes


def test_a_whole_visit_leaves_nothing_in_the_console(server, page):
    page.run(
        "window.violations = []; document.addEventListener('securitypolicyviolation', e => window.violations.push(e.violatedDirective))")
    page.add("One", "Two").tick("One").delete("Two")
    page.button("Undo").click()
    page.shows("Two", "One")
    page.search.send_keys("o")
    page.get("radio", "Active").click()
    page.shows("Two")
    page.edit("Two")
    page.fill("Title", "")
    page.button("Save").click()
    page.says("A title is required.")
    page.button("Cancel").click()
    # The list is where it was left, with its filter.
    page.shows("Two")
    page.here.forward()
    page.textbox("Title")
    page.here.back()
    page.get("radio", "All").click()
    page.search.clear()
    page.shows("Two", "One")
    assert page.run("return window.violations") == []
    assert page.run("return document.querySelectorAll('style, script:not([src]), [style]').length") == 0
    assert page.console() == []


def test_the_policy_forbids_inline_code_and_other_origins(server, page):
    policy = server.get()[0].headers["Content-Security-Policy"]
    directives = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
    assert directives["default-src"] == ["'none'"]
    assert directives["script-src"] == ["'self'"]
    assert directives["style-src"] == ["'self'"]
    assert directives["worker-src"] == ["'self'"]
    assert directives["frame-ancestors"] == ["'none'"]
    assert directives["base-uri"] == ["'none'"]
    assert "unsafe" not in policy
    page.run("const s = document.createElement('script'); s.textContent = 'window.owned = 1'; document.body.append(s)")
    assert page.run("return window.owned") is None
    assert any("Content Security Policy" in message for message in page.console())


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server, page):
    cookie = page.here.get_cookie("ghostlight")
    assert cookie["httpOnly"] and cookie["sameSite"] in ("Lax", "Strict")
    assert page.run("return document.cookie") == ""
    assert server.get()[0].headers["Cache-Control"] == "no-store"


def test_other_headers_keep_the_page_to_itself(server):
    headers = server.get()[0].headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_the_client_script_is_6_kilobytes_or_less_compressed_and_cached_for_good(server):
    _, text = server.get()
    for name, limit in (("client", 5888), ("link", 832), ("recovery", 5888)):
        answer, script = server.get(re.search(rf'="([^"]+/{name}-[^"]+\.js)"', text)[1])
        assert len(gzip.compress(script.encode(), 9)) <= limit
        assert "immutable" in answer.headers["Cache-Control"]


def test_health_answers_200(server):
    answer, text = server.get("/health")
    assert answer.status == 200 and text


def test_health_answers_200_in_every_example(example):
    with urllib.request.urlopen(example.address + "/health", timeout=5) as answer:
        assert (answer.status, answer.read()) == (200, b"ok\n")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_pages_answer_get_and_head_only(server, method):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request(method, "/", body="title=owned" if method != "TRACE" else None)
    assert connection.getresponse().status in (400, 405)
    assert server.stored() == []


def test_paths_do_not_lead_to_files(server):
    for path in ("/ghostlight/../../etc/passwd", "/ghostlight/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/ghostlight/none.js"):
        with pytest.raises(urllib.error.HTTPError) as answer:
            server.get(path)
        assert answer.value.code in (400, 404), path


def test_two_browsers_have_different_cookies_and_sessions(server, browser):
    first, second = browser().open(), browser().open()
    assert first.here.get_cookie("ghostlight")["value"] != second.here.get_cookie("ghostlight")["value"]
    assert first.run("return document.body.dataset.s") != second.run("return document.body.dataset.s")


def test_an_address_with_markup_in_it_is_not_written_into_the_page(server, browser):
    page = browser().open("/?q=<script>window.owned=1</script>")
    assert page.run("return window.owned") is None
    assert "window.owned" not in server.get("/?q=%3Cscript%3Ewindow.owned%3D1%3C/script%3E")[1]
    page.new_todo.send_keys("Fine", Keys.ENTER)
    page.shows("Fine")


def test_roles_and_names_are_those_of_the_interface_to_a_screen_reader(server, page):
    page.add("Milk").tick("Milk").delete("Milk")
    page.button("Undo").click()
    page.shows("Milk")
    nodes = page.tell("Accessibility.getFullAXTree")["nodes"]
    found = {(node["role"]["value"], node["name"]["value"]) for node in nodes if not node["ignored"] and "name" in node}
    expected = {
        ("RootWebArea", "Todostream"), ("textbox", "New todo"), ("button", "New…"), ("searchbox", "Search todos"),
        ("radio", "All"), ("radio", "Active"), ("radio", "Completed"), ("list", "Todos"), ("checkbox", "Milk"),
        ("button", "Edit Milk"), ("button", "Delete Milk"),
    }
    assert expected <= found, f"missing: {expected - found}"
    page.edit("Milk")
    becomes(page.focus, "Title")
    nodes = page.tell("Accessibility.getFullAXTree")["nodes"]
    found = {(node["role"]["value"], node["name"]["value"]) for node in nodes if not node["ignored"] and "name" in node}
    expected = {("textbox", "Title"), ("textbox", "Notes"), ("Date", "Due"), ("button", "Save"), ("button", "Cancel")}
    assert expected <= found, f"missing: {expected - found}"
