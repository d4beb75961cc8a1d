"""Pictures of the whole screen, which come behind a deploy, a restart, or a page that others have changed: what is there stays."""

import pathlib
import re

import pytest

from support.alone import insert, leave_alone, tell
from support.waiting import becomes, stays

ROOT = pathlib.Path(__file__).parents[2]
ALERT = '<div id="v97" role="alertdialog" aria-modal="true"><button id="v971" class="dismiss" autofocus>OK</button></div>'


@pytest.fixture
def page(gallery, browser):
    """A page whose server has no word any more, with a field on it."""
    page = leave_alone(browser(gallery.address).open("/containers/dialogs"))
    tell(page, insert(page, '<input id="v960" type="text">'))
    return page


def picture(page, change="text => text"):
    """Shows the page as it is, changed by a function of its text."""
    page.run(f"""
      const text = ({change})(document.body.firstElementChild.outerHTML);
      ghostlight.take(['f', ++last, text, document.title, location.pathname, 0, 0])""")


def focused(page):
    return page.run("return document.activeElement.id || document.activeElement.localName")


ALERTED = f"text => text.replace(/<\\/div>$/, `{ALERT}</div>`)"


def test_an_alert_that_comes_in_a_picture_has_the_focus_and_gives_it_back(page):
    page.run("document.querySelector('#v960').focus()")
    picture(page, ALERTED)
    assert focused(page) == "v971"
    tell(page, [3, 97])
    assert focused(page) == "v960"


def test_an_alert_that_a_picture_takes_away_gives_the_focus_back(page):
    page.run("document.querySelector('#v960').focus()")
    tell(page, insert(page, ALERT))
    assert focused(page) == "v971"
    picture(page, "text => text.replace(/<div id=\"v97\".*?<\\/div>/, '')")
    assert focused(page) == "v960"


def test_a_picture_with_an_alert_waits_until_who_is_typing_pauses(page):
    page.run("document.querySelector('#v960').focus()")
    page.type("ha")
    picture(page, ALERTED)
    assert focused(page) == "v960"
    page.type("lf")
    becomes(lambda: focused(page), "v971")
    assert page.run("return document.querySelector('#v960').value") == "half"
    # One that shows what the page has got already needn't wait.
    tell(page, [3, 97])
    page.type("!")
    picture(page)
    stays(lambda: focused(page), "v960", during=0.3)


ROW = '<ul id="v950"><template><li data-p="0"><p data-p="1"><input data-p="2"><button data-p="3">Delete</button></p></li></template></ul>'


def test_what_is_typed_behind_a_text_that_has_gone_stays(page):
    """The field was another one, empty and without the focus."""
    tell(page, insert(page, ROW), [5, 950, 0, [1, "", 2, "value"], [1, "Milk", ""]])
    page.run("window.field = document.querySelector('#v950 input'); field.focus()")
    page.type("half")
    tell(page, [1, 950, [1, ""], [1, ""]])
    picture(page)
    assert page.run("return [field.isConnected, field === document.activeElement, field.value]") == [True, True, "half"]


def test_what_stands_behind_a_translated_text_stays(page):
    tell(page, insert(page, ROW), [5, 950, 0, [1, "", 2, "value"], [1, "Milk", ""]])
    page.run("""
      window.field = document.querySelector('#v950 input');
      const font = document.createElement('font');
      font.textContent = 'Milch';
      field.previousSibling.replaceWith(font);
      field.focus()""")
    page.type("half")
    picture(page, "text => text.replace(/<font>.*?<\\/font>/, 'Milk')")
    assert page.run("return [field === document.activeElement, field.value, field.parentNode.firstChild.data]") == [True, "half", "Milk"]
    assert page.run("return document.querySelectorAll('#v950 font, #v950 input').length") == 1


def test_a_page_in_the_page_is_not_loaded_again_nor_put_into_the_history(page):
    tell(page, insert(page, '<iframe id="v950" src="about:blank?one"></iframe>'))
    shown = "const { contentWindow: { location, document } } = window.frame; return [location.search, document.readyState]"
    page.run("window.frame = document.querySelector('#v950'); window.entries = history.length")
    becomes(lambda: page.run(shown), ["?one", "complete"])
    tell(page, [0, 950, "src", "about:blank?two"])
    becomes(lambda: page.run(shown), ["?two", "complete"])
    page.run("frame.contentWindow.mark = 1")
    picture(page, "text => text.replace('blank?one', 'blank?two')")
    stays(lambda: page.run("return frame.contentWindow.mark"), 1, during=0.5)
    picture(page)
    becomes(lambda: page.run(shown), ["?one", "complete"])
    assert page.run("return history.length - entries") == 0


def test_a_page_in_the_page_stays_what_it_shows_when_it_is_moved(page):
    """It was loaded again, from where it had been at first, and no picture put that right."""
    tell(page, insert(page, '<p id="v949">Notice</p>'), insert(page, '<iframe id="v950" src="about:blank?one"></iframe>'))
    shown = "const { contentWindow: shown } = document.querySelector('#v950'); return [shown.location.search, shown.document.readyState]"
    becomes(lambda: page.run(shown), ["?one", "complete"])
    tell(page, [0, 950, "src", "about:blank?two"])
    becomes(lambda: page.run(shown), ["?two", "complete"])
    page.run("document.querySelector('#v950').contentWindow.mark = 1")
    picture(page, "text => text.replace(/<p id=\"v949\".*?<\\/p>/, '').replace('blank?one', 'blank?two')")
    assert page.run("return document.querySelector('#v949')") is None
    stays(lambda: page.run("return document.querySelector('#v950').contentWindow.mark"), 1, during=0.3)
    # Browsers that can't move it as it is load it again, at least from where it is.
    page.run("Element.prototype.moveBefore = undefined")
    tell(page, insert(page, '<p id="v951"></p>'), [4, page.run("return root"), 951, 950])
    tell(page, [4, page.run("return root"), 950, 951])
    becomes(lambda: page.run(shown), ["?two", "complete"])


def test_another_sessions_texts_begin_with_the_line_that_they_begin_with(page):
    tell(page, insert(page, '<textarea id="v950">\n\nfirst</textarea>'))
    page.run("""
      const text = document.body.firstElementChild.outerHTML.replace('>\\nfirst', '>\\n\\nsecond');
      const other = new DOMParser().parseFromString(`<body>${text}</body>`, 'text/html');
      ghostlight.show(other.body.firstElementChild, document.title, true)""")
    assert page.run("return document.querySelector('#v950').value") == "\nsecond"


def test_fields_are_not_called_as_the_client_calls_what_it_asks_of_forms(page):
    """In a form a field hides what the browser calls as it is called, and the page was never live again."""
    texts = [re.sub(r"^\s*//.*$| // .*$", "", path.read_text(), flags=re.M) for path in (ROOT / "Sources/WebRenderer/Client").glob("*.js")]
    used = set(re.findall(r"\.([A-Za-z]\w*)", "\n".join(texts)))
    used |= {name for text in texts for names in re.findall(r"\{([^{}]*)\}\s*=|\(\{([^{}]*)\}", text) for name in re.findall(r"[A-Za-z]\w*", " ".join(names))}
    known = set(page.run("const names = []; for (const name in document.createElement('form')) names.push(name); return names"))
    refused = set(re.findall(r'"(\w+)"', (ROOT / "Sources/ViewKit/Views/Anchor.swift").read_text().partition("shadowing")[2].partition("]")[0]))
    # Of events, of the document and of its head, of fields themselves: nothing asks a form for these.
    others = {"target", "title", "name", "lang", "length", "style", "role", "scroll", "onclose", "onerror", "onload", "onprogress"}
    assert used & known - others <= refused
