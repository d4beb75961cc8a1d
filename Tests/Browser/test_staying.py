"""Where its user is, he stays: in the page, in a text, at a button; and one press of a key does one thing."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.alone import insert, leave_alone, tell
from support.waiting import becomes, eventually, stays


def hold(page, key, code, times=4):
    """Presses a key for so long that it is repeated."""
    text = {"Enter": "\r", " ": " "}.get(key)
    for number in range(times + 1):
        page.tell(
            "Input.dispatchKeyEvent", type="rawKeyDown", key=key, code=key, windowsVirtualKeyCode=code, autoRepeat=number > 0)
        if text:
            page.tell("Input.dispatchKeyEvent", type="char", key=key, text=text, unmodifiedText=text, autoRepeat=number > 0)
    page.tell("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)


def test_one_press_of_delete_deletes_one(page):
    page.add("Milk", "Bread", "Eggs", "Tea")
    page.run("arguments[0].focus()", page.button("Delete Eggs"))
    hold(page, "Enter", 13)
    eventually(lambda: len(page.titles()) < 4)
    stays(lambda: len(page.titles()), 3, during=0.5)


def test_one_press_of_escape_closes_one_dialog(gallery, browser):
    page = browser(gallery.address).open("/containers/dialogs")
    page.click("Open a dialog")
    page.click("One more")
    page.get("dialog", "Dialog 2")
    hold(page, "Escape", 27)
    becomes(lambda: page.has("dialog", "Dialog 2"), False)
    stays(lambda: page.has("dialog", "Dialog 1"), True, during=0.3)


def test_an_alert_is_not_read_by_the_press_that_brings_it(gallery, browser):
    page = browser(gallery.address).open("/containers/dialogs")
    page.run("arguments[0].focus()", page.button("Show an alert"))
    page.tell("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    page.tell("Input.dispatchKeyEvent", type="char", key="Enter", text="\r", unmodifiedText="\r")
    page.get("alertdialog", "Alert")
    for _ in range(3):
        page.tell("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, autoRepeat=True)
        page.tell("Input.dispatchKeyEvent", type="char", key="Enter", text="\r", unmodifiedText="\r", autoRepeat=True)
    stays(lambda: page.has("alertdialog"), True, during=0.3)
    page.tell("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    page.press(Keys.ENTER)
    becomes(lambda: page.has("alertdialog"), False)


def test_who_reads_on_stays_when_the_row_goes_that_he_has_clicked(server, browser):
    server.insert([f"Todo {number}" for number in range(60)])
    page, other = browser().open(), browser().open()
    title = page.titles()[2]
    page.tick(title)
    page.run("scrollTo({ top: 1e6, behavior: 'instant' })")
    eventually(lambda: page.run("return scrollY") > 500)
    before = page.run("return scrollY")
    other.delete(title)
    eventually(lambda: title not in page.titles())
    assert before - page.run("return scrollY") < 200


@pytest.fixture
def alone(gallery, browser):
    return leave_alone(browser(gallery.address).open("/containers/dialogs"))


@pytest.mark.parametrize("can_move", [True, False])
def test_who_reads_on_stays_when_the_row_moves_that_he_has_clicked(alone, can_move):
    if not can_move:
        alone.run("delete Element.prototype.moveBefore")
    rows = "".join(f'<li data-k="{key}" style="height:60px"><button>Row {key}</button></li>' for key in range(1, 60))
    tell(alone, insert(alone, f'<ul id="v950">{rows}</ul>'))
    ActionChains(alone.driver, duration=0).click(alone.run("return document.querySelector('[data-k=\"2\"] button')")).perform()
    alone.run("scrollTo({ top: 1e6, behavior: 'instant' })")
    before = alone.run("return scrollY")
    assert before > 500
    tell(alone, [7, 950, 2, 5])
    assert alone.run("return [scrollY, document.activeElement.textContent]") == [before, "Row 2"]


def test_who_types_in_the_middle_stays_there(alone):
    tell(alone, insert(alone, '<input id="v960" type="text" value="abcdef">'))
    alone.run("const el = document.querySelector('#v960'); el.focus(); el.setSelectionRange(2, 3)")
    tell(alone, [0, 960, ".value", "ABCDEF"])
    assert alone.run("const el = document.querySelector('#v960'); return [el.value, el.selectionStart, el.selectionEnd]") == ["ABCDEF", 2, 3]
    # Behind it is behind it, however long it becomes.
    alone.run("document.querySelector('#v960').setSelectionRange(6, 6)")
    tell(alone, [0, 960, ".value", "A,B,C"])
    assert alone.run("return document.querySelector('#v960').selectionStart") == 5
    tell(alone, insert(alone, '<input id="v961" type="number" value="1">'))
    alone.run("document.querySelector('#v961').focus()")
    tell(alone, [0, 961, ".value", "22"])
    assert alone.run("return document.querySelector('#v961').value") == "22"


def test_a_button_that_was_disabled_for_a_while_has_the_focus_again(alone):
    tell(alone, insert(alone, '<button id="v960">Save</button>'))
    alone.run("document.querySelector('#v960').focus()")
    tell(alone, [0, 960, "disabled", ""])
    eventually(lambda: alone.run("return document.activeElement === document.body"))
    tell(alone, [0, 960, "disabled", None])
    assert alone.run("return document.activeElement.id") == "v960"
    # Not if its user has gone on meanwhile.
    tell(alone, insert(alone, '<input id="v961">'), [0, 960, "disabled", ""])
    alone.run("document.querySelector('#v961').focus()")
    tell(alone, [0, 960, "disabled", None])
    assert alone.run("return document.activeElement.id") == "v961"


def test_a_row_is_put_where_it_is_let_go_though_the_page_was_scrolled_meanwhile(gallery, browser):
    page = leave_alone(browser(gallery.address).open("/tables/order"))
    page.run("""
      document.querySelector('[data-k]').parentNode.style.cssText = 'margin-block: 300px 2000px';
      document.querySelector('.handle').scrollIntoView({ block: 'center', behavior: 'instant' })""")
    x, y, height = page.run("""
      const handle = document.querySelector('.handle'), { x, y, width, height } = handle.getBoundingClientRect();
      return [x + width / 2, y + height / 2, handle.closest('[data-k]').getBoundingClientRect().height]""")

    def mouse(kind, by, buttons=1):
        page.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y + by, button="left", buttons=buttons, clickCount=1)

    mouse("mouseMoved", 0, buttons=0)
    mouse("mousePressed", 0)
    mouse("mouseMoved", 10)
    before = page.run("return scrollY")
    page.run("scrollBy({ top: arguments[0], behavior: 'instant' })", 3 * height)
    eventually(lambda: page.run("return scrollY") > before)
    place = "const { top, bottom } = document.querySelector('.dragged').getBoundingClientRect(); return (top + bottom) / 2"
    eventually(lambda: abs(page.run(place) - y - 10) < 3)
    mouse("mouseMoved", 12)
    mouse("mouseReleased", 12, buttons=0)
    eventually(lambda: page.run("return said.some(text => /,1],\"m\",5]/.test(text.replace(/,1,1]/, ',1]')))"))


def test_nothing_that_has_gone_is_kept_while_the_page_is_hidden(alone):
    alone.run("Object.defineProperty(document, 'hidden', { get: () => true })")
    tell(alone, insert(alone, '<ul id="v950"><template><li data-p="0"><input data-p="1"></li></template></ul>'))
    tell(alone, [5, 950, 0, [1, "value"], [1, "row"]], [5, 950, 1, [1, "value"], [2, "row"]], [7, 950, 1, 2])
    assert alone.run("return document.getAnimations().length") == 0


def test_an_input_method_is_not_cut_off_by_a_new_client(alone):
    tell(alone, insert(alone, '<input id="v960" type="text">'))
    alone.run("document.querySelector('#v960').focus(); said.length = 0")
    alone.tell("Input.imeSetComposition", text="にほn", selectionStart=3, selectionEnd=3)
    alone.run("ghostlight.take(['w', 0, 500000, 'another'])")
    stays(lambda: alone.run("return said.filter(text => `${text}`.includes('960'))"), [], during=3.5)
    assert alone.run("return window.said !== undefined && document.querySelector('#v960').value") == "にほn"
