"""What a page makes of patches that bring views with rows: they are handed to it as its server would."""

import pytest
from selenium.webdriver.common.keys import Keys

from support.alone import insert, leave_alone, tell
from support.waiting import becomes

LIST = '<ul id="{id}" data-v="901"><template><li data-p="0"><a data-p="1"></a>{more}</li></template></ul>'


@pytest.fixture
def page(gallery, browser):
    return leave_alone(browser(gallery.address).open("/containers/dialogs"))


def rows(page, place):
    return page.run("return [...document.querySelector(arguments[0]).children].map(el => el.outerHTML.replace(/ data-k=\"\\d+\"/, ''))", place)


def test_rows_that_come_with_their_list_are_there_at_once_and_others_are_seen_coming(page):
    tell(page, insert(page, LIST.format(id="v901", more="")), [5, 901, 0, [1, ""], [1, "one"], [2, "two"]])
    assert rows(page, "#v901") == ["<li><a>one</a></li>", "<li><a>two</a></li>"]
    fading = "return document.querySelector('#v901').getAnimations({ subtree: true }).length"
    assert page.run(fading) == 0
    if not page.run("return matchMedia('(prefers-reduced-motion: reduce)').matches"):
        assert page.run(f"told([5, 901, 0, [1, ''], [3, 'three']]); {fading}") == 1


def test_a_frame_whose_page_is_taken_away_loads_nothing(page):
    tell(page, insert(page, '<iframe id="v905"></iframe>'))
    page.run("""
      const location = { replace: address => said.push(address) };
      Object.defineProperty(document.querySelector('#v905'), 'contentWindow', { value: { location } })""")
    tell(page, [0, 905, "src", "/screen"], [0, 905, "src", None])
    assert page.run("return said") == ["/screen", "about:blank"]


def test_another_list_with_the_same_id_has_rows_of_its_own(page):
    tell(page, insert(page, LIST.format(id="all", more="")), [5, 901, 0, [1, ""], [1, "one"]])
    tell(page, [3, 901], insert(page, LIST.format(id="all", more='<b data-p="2"></b>')), [5, 901, 0, [1, "", 2, ""], [1, "two", "!"]])
    assert rows(page, "#all") == ["<li><a>two</a><b>!</b></li>"]


def test_what_rows_need_of_the_script_comes_with_them(page):
    loaded = "return !!document.querySelector(`script[src=\"${ghostlight.mine[arguments[0]]}\"]`)"
    assert not page.run(loaded, "hash") and not page.run(loaded, "ticks")
    tell(
        page, insert(page, LIST.format(id="v901", more='<b data-p="2" data-x="ticks"></b>')),
        [5, 901, 0, [1, "", 1, "href", 1, "data-x"], [1, "one", "#/one", "hash"]])
    assert page.run(loaded, "ticks"), "what every row needs"
    assert page.run(loaded, "hash"), "what this row needs"


def test_of_what_comes_together_a_dialog_has_the_focus(page):
    dialog = '<div id="v910" role="dialog" aria-modal="true">' + LIST.format(id="v901", more="") + '<button id="v911">Close</button></div>'
    field = '<input id="v920" autofocus>'
    for operations in ([field, dialog], [dialog, field]):
        tell(
            page, *(insert(page, html) for html in operations), [5, 901, 0, [1, "", 1, "href"], [1, "one", "/"]])
        becomes(lambda: page.run("return document.activeElement.textContent"), "one")
        tell(page, [3, 910], [3, 920])
    tell(page, insert(page, field), [9, 920])
    becomes(lambda: page.run("return document.activeElement.id"), "v920")


def test_what_a_cell_says_stands_in_front_of_the_views_in_it(page):
    sheet = """<table id="v900"><tbody id="v901"><template><tr data-p="0"><td data-p="1"><button data-p="2"></button></td><td data-p="3"></td>
        <td><span data-p="4"></span></td></tr></template></tbody></table>"""
    tell(page, insert(page, sheet), [5, 901, 0, [1, "", 2, "", 3, ""], [1, "one", "Press", "a"], [2, "two", "Press", "b"]])
    for text in ("three", "", "four"):
        tell(page, [1, 901, [1, "", 3, ""], [1, text, text]])
    assert rows(page, "#v901")[0] == "<tr><td>four<button>Press</button></td><td>four</td>\n        <td><span></span></td></tr>"
    # Markup isn't a view.
    tell(page, [1, 901, [4, "<"], [1, "<b>bold</b> and more"]], [1, 901, [4, ""], [1, "plain"]])
    assert page.run("return document.querySelector('#v901 span').innerHTML") == "plain"


def test_a_patch_that_does_much_shows_nothing_moving(page):
    tell(page, insert(page, LIST.format(id="v901", more="")), [5, 901, 0, [1, ""], [1, "one"]])
    tell(page, *([5, 901, 0, [1, ""], [key, "more"]] for key in range(2, 60)))
    assert page.run("return document.querySelector('#v901').getAnimations({ subtree: true }).length") == 0


KINDS = """<ul id="v901"><template><li data-p="0"><button data-p="1"></button></li></template>
    <template><li data-p="2"><button data-p="3"></button><button data-p="4"></button></li></template>
    <template><li data-p="5"></li></template></ul>"""


def focused(page, selector):
    return page.run("return document.activeElement.matches(arguments[0])", selector)


def test_a_row_that_another_kind_shows_keeps_the_focus(page):
    tell(page, insert(page, KINDS), [5, 901, 0, [1, ""], *([key, f"Open {key}"] for key in (1, 2, 3))])
    page.run("document.querySelectorAll('#v901 button')[1].focus()")
    tell(page, [6, 901, 2], [5, 901, 3, [2, 3, "", 4, ""], [4, "Delete", "Open 2"]])
    assert focused(page, "[data-k='4'] :last-child"), "what has the same name"
    tell(page, [6, 901, 4], [5, 901, 3, [1, ""], [5, "Open again"]])
    assert focused(page, "[data-k='5'] :first-child"), "or else the first"
    # One of the same kind is another row.
    tell(page, [6, 901, 5], [5, 901, 3, [1, ""], [6, "Open another"]])
    assert focused(page, "[data-k='3'] *")


TYPED = """<ul id="v901"><template><li data-p="0"><input data-p="1"><button data-p="2"></button></li></template>
    <template><li data-p="3"><button data-p="4"></button><input data-p="5" aria-label="Another"></li></template></ul>"""


def test_who_types_in_a_row_that_another_kind_shows_presses_nothing_there(page):
    tell(page, insert(page, TYPED), [5, 901, 0, [1, "aria-label", 2, ""], *([key, "Title", "Go"] for key in (1, 2, 3))])
    page.run("return document.querySelector('[data-k=\"2\"] input')").send_keys("abc")
    tell(page, [6, 901, 2], [5, 901, 3, [3, 4, ""], [12, "Delete"]])
    assert focused(page, "[data-k='12']"), "neither the button nor another field"
    page.run("said.length = 0")
    page.press(" ")
    assert page.run("return said") == []


def test_nor_does_who_points(page):
    page.run("document.head.insertAdjacentHTML('beforeend', '<style>li { height: 120px }</style>')")
    tell(page, insert(page, KINDS), [5, 901, 0, [1, ""], *([key, f"Open {key}"] for key in range(1, 40))])
    page.button("Open 2").click()
    page.run("scrollTo({ top: 3000, behavior: 'instant' })")
    top = page.run("return scrollY")
    tell(page, [6, 901, 2], [5, 901, 3, [2, 3, "", 4, ""], [44, "Delete", "Share"]])
    assert not focused(page, "[data-k] *") and page.run("return scrollY") == top
    page.run("said.length = 0")
    page.press(" ")
    assert page.run("return said") == []


@pytest.mark.parametrize(("key", "is_pressed"), [(None, False), (Keys.ALT, False), (Keys.TAB, True)], ids=["none", "alt", "tab"])
def test_in_a_window_behind_the_focus_goes_on_for_who_has_used_the_keyboard(page, key, is_pressed):
    tell(page, insert(page, KINDS), [5, 901, 0, [1, ""], *([key, f"Open {key}"] for key in (1, 2, 3))])
    page.button("Open 1").click()
    if not is_pressed:
        page.button("Open 2").click()
    if key:
        page.press(key)
    # A window without a screen is always in front.
    page.run("document.hasFocus = () => false")
    tell(page, [6, 901, 2])
    assert focused(page, "[data-k='3'] *") == is_pressed


def test_a_button_that_was_disabled_when_it_was_pressed_has_the_focus_that_its_row_leaves(page):
    tell(page, insert(page, KINDS), [5, 901, 0, [1, ""], *([key, f"Open {key}"] for key in (1, 2, 3))])
    page.button("Open 1").click()
    page.press(Keys.TAB, Keys.ENTER)
    tell(page, [1, 901, [1, "disabled"], [2, ""]])
    # The browser takes the focus away a moment later.
    becomes(lambda: focused(page, "body"), True)
    tell(page, [6, 901, 2])
    assert focused(page, "[data-k='3'] *")


def test_the_last_row_in_a_dialog_leaves_the_focus_to_that(page):
    list_ = LIST.format(id="v901", more="").replace("<a data-p", '<a href="/" data-p')
    tell(page, insert(page, f'<div id="v910" role="dialog" aria-modal="true">{list_}<button disabled>Undo</button><button id="v911">Close</button></div>'))
    tell(page, [5, 901, 0, [1, ""], [1, "one"]])
    page.run("document.querySelector('#v901 a').focus()")
    tell(page, [6, 901, 1])
    # Not to its first button, whatever that does.
    assert focused(page, "#v910")


def test_the_focus_passes_rows_over_that_take_none(page):
    tell(
        page, insert(page, KINDS), [5, 901, 0, [1, ""], [1, "One"], [2, "Two"]], [5, 901, 0, [5], [3]], [5, 901, 0, [1, ""], [4, "Four"]],
        [5, 901, 0, [5], [5]])
    page.run("document.querySelectorAll('#v901 button')[1].focus()")
    tell(page, [6, 901, 2])
    assert focused(page, "[data-k='4'] *")
    tell(page, [6, 901, 4])
    assert focused(page, "[data-k='1'] *")


def test_what_a_translator_has_made_of_a_text_goes_with_it(page):
    cell = '<ul id="v901"><template><li data-p="0"><b data-p="1"><button data-p="2"></button></b></li></template></ul>'
    tell(page, insert(page, cell), [5, 901, 0, [1, "", 2, ""], [1, "one", "Press"]])
    page.run("""
      const [text] = document.querySelector('#v901 b').childNodes, font = document.createElement('font');
      font.textContent = 'eins';
      text.replaceWith(font)""")
    tell(page, [1, 901, [1, ""], [1, "two"]])
    assert rows(page, "#v901") == ["<li><b>two<button>Press</button></b></li>"]


def test_what_stands_behind_a_translated_text_is_what_it_was(page):
    """The button did nothing, and what was said of what stands behind it the button said."""
    cell = '<ul id="v901"><template><li data-p="0"><button data-p="1">Delete</button><span data-p="2"></span></li></template></ul>'
    tell(page, insert(page, cell), [5, 901, 0, [0, "", 2, ""], [1, "Milk", "one"]])
    page.run("""
      const row = document.querySelector('#v901 li'), font = document.createElement('font');
      font.textContent = 'Milch';
      row.firstChild.replaceWith(font);
      said.length = 0;
      row.querySelector('button').click()""")
    assert page.run("return said.map(text => JSON.parse(text).slice(2))") == [[[901, 1, 1], "t"]]
    tell(page, [1, 901, [2, "", 1, "disabled"], [1, "two", ""]])
    assert rows(page, "#v901") == ['<li><font>Milch</font><button disabled="">Delete</button><span>two</span></li>']
