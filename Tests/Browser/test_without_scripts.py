"""The first answer: whole, readable and leading on with scripts off."""

from html.parser import HTMLParser

from support.waiting import becomes


def without_scripts(browser, path="/"):
    page = browser().tab()
    page.tell("Emulation.setScriptExecutionDisabled", value=True)
    return page.open(path, live=False)


def texts(page, selector):
    return [el.get_attribute("aria-label") or el.text for el in page.here.find_elements("css selector", selector)]


def test_the_whole_list_is_in_the_page(server, browser):
    server.insert([f"Todo {i}" for i in range(40)])
    page = without_scripts(browser)
    assert texts(page, "ul[aria-label=Todos] > li input[type=checkbox]") == [f"Todo {i}" for i in reversed(range(40))]
    assert "40 active, 0 completed" in page.here.find_element("tag name", "body").text


def test_a_detail_is_readable_at_its_own_address_and_its_link_leads_to_the_list(server, browser):
    server.insert(["One"])
    page = without_scripts(browser, "/todos/1")
    assert page.here.find_element("css selector", "input[aria-label=Title]").get_attribute("value") == "One"
    page.here.find_element("link text", "Todos").click()
    becomes(lambda: page.here.current_url, server.address + "/")
    assert texts(page, "ul > li input[type=checkbox]") == ["One"]


def test_no_form_leaves_the_page_with_what_was_typed(server, browser):
    server.insert(["One"])
    page = without_scripts(browser, "/todos/1")
    page.here.find_element("css selector", "input[aria-label=Title]").send_keys(" more\n")
    assert "One" not in page.here.current_url
    assert server.stored() == ["One"]


class Outline(HTMLParser):
    """Reads a page strictly: every element that is opened is closed, in order."""

    VOID = {"meta", "link", "input", "br", "img", "hr"}

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.attributes = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value) for name, value in attributes]
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"


def test_the_page_is_well_formed_and_no_id_occurs_twice(server):
    server.insert(["One", "<b>\"Two\" & 'three'</b>"])
    for path in ("/", "/todos/2", "/todos/new"):
        outline = Outline(server.get(path)[1])
        assert len(outline.ids) == len(set(outline.ids)), path


def test_the_page_has_no_inline_script_style_or_handler(server):
    server.insert(["One"])
    for path in ("/", "/todos/1"):
        _, text = server.get(path)
        assert "<style" not in text
        assert text.count("<script") == text.count("<script src=") == 1, "the client, which loads what else there is"
        for tag, name, value in Outline(text).attributes:
            assert not name.startswith("on") and name != "style", f"<{tag} {name}={value!r}>"
            assert not (value or "").startswith("javascript:")
