"""The client on a page that isn't as simple as its server made it: what was done before it came, what others put into the page, what has
gone, and patches that cross what its user does."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.alone import insert, leave_alone, tell
from support.waiting import becomes, eventually, stays

LIST = '<ul id="{id}" data-v="{id}"><template><li data-p="0"><input data-p="1"></li></template></ul>'


@pytest.fixture
def late(server, browser):
    """A page whose client comes only when it is asked for."""
    server.insert(["Milk", "Bread"])
    page = browser().open("/health", live=False)
    page.tell("Network.enable")
    page.tell("Network.setBlockedURLs", urls=["*/ghostlight/client-*"])
    page.open("/", live=False)
    eventually(lambda: page.titles() == ["Bread", "Milk"])
    return page


def bring_client(page):
    page.tell("Network.setBlockedURLs", urls=[])
    page.run("""
      const { src } = document.querySelector('script[src*="/client-"]');
      document.head.append(Object.assign(document.createElement('script'), { src }))""")
    page.until_live()


def test_what_was_done_before_the_client_came_is_done(late):
    late.search.send_keys("mil")
    late.run("document.querySelector('[type=checkbox]').click()")
    bring_client(late)
    becomes(late.titles, ["Milk"])
    late.search.send_keys(Keys.CONTROL, "a")
    late.search.send_keys(Keys.DELETE)
    becomes(late.titles, ["Bread", "Milk"])
    becomes(late.done, ["Bread"])


def test_nothing_is_said_of_what_is_as_the_server_made_it(late):
    bring_client(late)
    assert late.run("return [ghostlight.last(), ghostlight.dirty.size]") == [0, 0]


@pytest.fixture
def open_page(gallery, browser):
    """Opens a page whose server has no word any more."""
    return lambda path: leave_alone(browser(gallery.address).open(path))


@pytest.fixture
def page(open_page):
    return open_page("/containers/dialogs")


def said(page, what):
    return page.run("return said.filter(text => `${text}`.includes(arguments[0]))", what)


def rows(*keys):
    return [5, 950, 0, [1, "value"], *([key, f"row {key}"] for key in keys)]


def nodes(page):
    page.tell("HeapProfiler.collectGarbage")
    return page.tell("Memory.getDOMCounters")["nodes"]


def test_a_list_that_has_gone_leaves_nothing_behind(page):
    before = nodes(page)
    for number in range(40):
        # An id of its own each, as a screen that is opened again has.
        name = f"v{1000 + number}"
        tell(page, insert(page, LIST.format(id=name)), [5, 1000 + number, 0, [1, "value"], *([key, "row"] for key in range(1, 101))])
        tell(page, [3, 1000 + number])
    assert nodes(page) < before + 1000


def test_a_large_table_that_has_gone_asks_for_nothing(open_page):
    page = open_page("/million")
    page.run("document.querySelector('[data-w]').scrollTop = 5000")
    eventually(lambda: said(page, '"l"'))
    page.run("window.gone = document.querySelector('[data-w]'); gone.remove(); said.length = 0")
    stays(lambda: said(page, '"l"'), [], during=2.5)


def test_a_large_table_asks_once_while_nothing_can_be_said(open_page):
    page = open_page("/million")
    page.run("link.readyState = 0; ghostlight.dial = () => ({ readyState: 0, close() {} }); ghostlight.drop()")
    page.run("document.querySelector('[data-w]').scrollTop = 50000")
    becomes(lambda: page.run("return ghostlight.pending.length"), 1)
    stays(lambda: page.run("return ghostlight.pending.length"), 1, during=2.5)


def test_what_others_put_into_the_page_is_nothing_to_the_server(page):
    page.run("""
      document.body.prepend(Object.assign(document.createElement('div'), { innerHTML: '<button>Theirs</button><input>' }));
      said.length = 0;
      document.querySelector('body > div button').click()""")
    field = page.run("return document.querySelector('body > div input')")
    field.send_keys("theirs", Keys.TAB)
    stays(lambda: [text for text in page.run("return said") if '"i"' in f"{text}"], [], during=0.3)
    # And a picture is of the screen, not of what was put in front of it.
    count = page.run("return document.querySelectorAll('h1').length")
    page.run("ghostlight.show(document.querySelector('main').closest('body > *').outerHTML, document.title)")
    assert page.run("return document.querySelectorAll('h1').length") == count
    assert page.run("return document.documentElement.dataset.anew") is None


def test_what_is_typed_while_nothing_can_be_said_is_said_once(page):
    tell(page, insert(page, '<input id="v960" type="text">'))
    page.run("link.readyState = 0; ghostlight.dial = () => ({ readyState: 0, close() {} }); ghostlight.drop()")
    for text in ("one", "one two", "one two three"):
        page.run("""
          const el = document.querySelector('#v960');
          el.value = arguments[0];
          el.dispatchEvent(new Event('input', { bubbles: true }));
          ghostlight.flushAll()""", text)
    number = page.run("return ghostlight.last()")
    assert page.run("return ghostlight.pending.map(([, text]) => text)") == [f'["i",{number},960,"c","one two three"]']


def test_what_the_model_said_meanwhile_is_known_when_the_old_text_is_typed_again(page):
    tell(page, insert(page, '<input id="v960" type="text" value="old">'))
    page.run("""
      const el = document.querySelector('#v960'), type = text => { el.value = text; el.dispatchEvent(new Event('input', { bubbles: true })) };
      type('older');
      told([0, 960, '.value', 'new']);
      type('old');
      ghostlight.flushAll()""")
    eventually(lambda: said(page, ',960,"c","old"]'))


def test_the_history_is_left_alone_while_the_server_hears_that_its_user_has_gone_back(page):
    page.run("""
      ghostlight.pending.push([99, '["i",99,0,"v","/","1",1]', 0, true]);
      window.length = history.length;
      told([10, '/containers/elsewhere'], [11, '/containers/elsewhere']);
      ghostlight.pending.pop()""")
    assert page.path == "/containers/dialogs" and page.run("return history.length === window.length")


def test_a_row_that_moves_keeps_what_is_typed_in_it_and_the_focus(page):
    tell(page, insert(page, LIST.format(id="v950")), rows(1, 2, 3))
    page.run("""
      const input = document.querySelectorAll('#v950 input')[2];
      window.blurs = 0;
      input.addEventListener('blur', () => blurs++);
      input.focus();
      input.value = 'half';
      told([7, 950, 3, 1])""")
    assert page.run("return [blurs, document.activeElement.value, document.querySelector('#v950 li').dataset.k]") == [0, "half", "3"]


def test_what_its_user_has_folded_stays_so_in_a_picture(page):
    tell(page, insert(page, '<details id="v970" open><summary>More</summary>Much more</details>'))
    page.run("""
      const picture = document.querySelector('#v970').closest('body > *').outerHTML;
      document.querySelector('#v970').open = false;
      ghostlight.show(picture)""")
    assert page.run("return document.querySelector('#v970').open") is False


def test_escape_closes_what_is_open_in_a_dialog_before_the_dialog(page):
    tell(page, insert(page, '<div id="v980" role="dialog" aria-modal="true"><button id="v981" class="dismiss">Close</button></div>'))
    page.run("""
      window.closings = 0;
      const dialog = document.querySelector('#v980'), box = Object.assign(document.createElement('div'), { popover: 'auto', textContent: 'Menu' });
      dialog.querySelector('button').addEventListener('click', event => { event.stopPropagation(); closings++ });
      dialog.append(box);
      dialog.querySelector('button').focus();
      box.showPopover()""")
    page.press(Keys.ESCAPE)
    becomes(lambda: page.run("return [!!document.querySelector(':popover-open'), closings]"), [False, 0])
    page.press(Keys.ESCAPE)
    becomes(lambda: page.run("return closings"), 1)


def test_a_row_that_goes_while_it_is_dragged_leaves_the_others_where_they_are(open_page):
    page = open_page("/tables/order")
    handle = page.run("return document.querySelector('.handle')")
    ActionChains(page.driver, duration=0).click_and_hold(handle).move_by_offset(0, 60).perform()
    shifted = "return [...document.querySelectorAll('[data-k]')].filter(row => row.style.transform).length"
    eventually(lambda: page.run(shifted) > 1)
    page.run("document.querySelector('.dragged').remove()")
    ActionChains(page.driver, duration=0).release().perform()
    becomes(lambda: page.run(shifted), 0)
    assert said(page, '"m"') == []
