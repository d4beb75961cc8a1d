"""The client on a page that isn't as simple as its server made it: what was done before it came, what others put into the page, what has
gone, and patches that cross what its user does."""

import json
import time

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


def test_nothing_is_said_of_what_browsers_show_otherwise_than_it_is_written(late):
    late.run("""
      document.body.firstElementChild.insertAdjacentHTML('beforeend', `
        <input id="v990" type="date" value="2026-2-3"><input id="v991" type="range" max="100" step="7" value="45">
        <input id="v992" type="text" value="a&#10;b"><textarea id="v993">a&#13;&#10;b</textarea>
        <input id="v994" type="number" value="many"><textarea id="v995">\n\na</textarea>
        <select id="v996"><option value="a">A</option><option value="b" selected>B</option></select>`)""")
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


@pytest.mark.parametrize("gone", [1, 3])
def test_what_is_looked_at_in_a_large_table_stays_when_the_first_rows_that_are_seen_go(open_page, gone):
    page = open_page("/million")
    page.run("""
      const table = document.querySelector('[data-w]'), [, ...rest] = table.dataset.w.split(',');
      table.dataset.w = [1000000, 500000, ...rest.slice(1)].join();
      for (const hook of ghostlight.hooks) hook();
      table.scrollTop = parseFloat(table.style.getPropertyValue('--above')) + 20 * table.children[0].offsetHeight""")
    time.sleep(0.3)
    seen = page.run("""
      const table = document.querySelector('[data-w]'), { top } = table.getBoundingClientRect();
      window.seen = [...table.children].filter(row => row.getBoundingClientRect().bottom > top + 1).slice(0, 8);
      return window.seen[arguments[0]].getBoundingClientRect().top""", gone)
    page.run("""
      const table = document.querySelector('[data-w]'), [, ...rest] = table.dataset.w.split(',');
      for (const row of window.seen.slice(0, arguments[0])) row.remove();
      table.dataset.w = [1000000 - arguments[0], ...rest].join();
      for (const hook of ghostlight.hooks) hook()""", gone)
    becomes(lambda: abs(page.run("return window.seen[arguments[0]].getBoundingClientRect().top", gone) - seen) < 2, True)


@pytest.mark.parametrize("follows, scrolled", [(1, 0), (0, 0), (1, 100)])
def test_a_large_table_that_follows_its_top_shows_what_comes_there_only_while_it_shows_that(open_page, follows, scrolled):
    page = open_page("/million")
    page.run("document.querySelector('[data-w]').scrollTop = arguments[0]", scrolled)
    time.sleep(0.3)
    page.run("""
      const table = document.querySelector('[data-w]'), [count, ...rest] = table.dataset.w.split(',').map(Number);
      const row = table.children[0].cloneNode(true);
      row.dataset.k = 1e6;
      table.prepend(row);
      table.dataset.w = [count + 1, ...rest.slice(0, 4), ...arguments[0] ? [1] : []].join();
      for (const hook of ghostlight.hooks) hook()""", follows)
    by = page.run("return document.querySelector('[data-w]').scrollTop") - scrolled
    assert (by < 1) == bool(follows and not scrolled)


@pytest.mark.parametrize("count", [500, 3, 0])
def test_a_large_table_that_gets_shorter_than_where_it_is_looked_at_asks_for_rows_that_there_are(open_page, count):
    page = open_page("/million")
    # Far from the rows that are there.
    page.run("const table = document.querySelector('[data-w]'); table.scrollTop = table.scrollHeight / 2")
    eventually(lambda: said(page, '"l"'))
    page.run("""
      const table = document.querySelector('[data-w]'), [, ...rest] = table.dataset.w.split(',');
      said.length = 0;
      while (table.children.length > arguments[0]) table.lastElementChild.remove();
      table.dataset.w = [arguments[0], ...rest].join();
      for (const hook of ghostlight.hooks) hook()""", count)
    time.sleep(0.5)
    for text in said(page, '"l"'):
        first, end = json.loads(text)[4:]
        assert 0 <= first <= end <= count


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


def test_who_leaves_while_something_cannot_be_said_is_asked(page):
    asks = """
      const leaving = new Event('beforeunload', { cancelable: true });
      dispatchEvent(leaving);
      return leaving.defaultPrevented"""
    tell(page, insert(page, '<button id="v960">Act</button>'))
    page.run("ghostlight.dial = () => window.link = { readyState: 0, send: text => said.push(text), close() {} }; ghostlight.drop()")
    becomes(lambda: page.run("return document.documentElement.dataset.live"), "off")
    assert page.run(asks) is False
    page.run("document.querySelector('#v960').click()")
    assert page.run(asks) is True
    page.run("""
      link.readyState = 1;
      link.onopen();
      ghostlight.take(['w', ghostlight.last(), 500000, document.body.dataset.h])""")
    assert page.run(asks) is False


def test_who_stays_after_all_says_what_is_typed_on_by_another_number(page):
    """A beacon has gone with what was typed before, and the server may have heard it: what took its number was passed over."""
    tell(page, insert(page, '<input id="v960" type="text">'))
    page.run("link.readyState = 0; ghostlight.dial = () => ({ readyState: 0, close() {} }); ghostlight.drop()")
    for text, leaves in (("one", False), ("one two", True), ("one two three", False)):
        page.run("""
          const el = document.querySelector('#v960');
          el.value = arguments[0];
          el.dispatchEvent(new Event('input', { bubbles: true }));
          ghostlight.flushAll();
          arguments[1] && dispatchEvent(new Event('beforeunload', { cancelable: true }))""", text, leaves)
    number = page.run("return ghostlight.last()")
    assert page.run("return ghostlight.pending.map(([, text]) => text)") == [
        f'["i",{number - 1},960,"c","one two"]', f'["i",{number},960,"c","one two three"]']


def test_leaving_is_listened_to_only_while_something_waits(page):
    """Some browsers keep no page for who comes back that does so all the time."""
    def listens():
        window = page.tell("Runtime.evaluate", expression="window")["result"]["objectId"]
        found = page.tell("DOMDebugger.getEventListeners", objectId=window)["listeners"]
        return any(listener["type"] == "beforeunload" for listener in found)

    tell(page, insert(page, '<button id="v960">Act</button>'))
    assert not listens()
    page.run("document.querySelector('#v960').click()")
    assert listens()
    page.run("ghostlight.acknowledge()")
    assert listens()
    page.run("ghostlight.take(['k', ghostlight.last()]); ghostlight.acknowledge()")
    # What is confirmed needn't be answered yet.
    assert listens()
    becomes(listens, False, within=11)


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


def test_a_row_is_put_down_where_it_is_shown_though_the_one_behind_has_gone(open_page):
    page = open_page("/tables/order")
    keys = page.run("return [...document.querySelectorAll('[data-k]')].map(row => +row.dataset.k)")
    handle = page.run("return document.querySelector('.handle')")
    ActionChains(page.driver, duration=0).click_and_hold(handle).move_by_offset(0, 60).perform()
    shifted = "return [...document.querySelectorAll('[data-k]')].filter(row => row.style.transform).length"
    eventually(lambda: page.run(shifted) > 1)
    behind = page.run(shifted)
    page.run("document.querySelectorAll('[data-k]')[arguments[0]].remove()", behind)
    ActionChains(page.driver, duration=0).release().perform()
    eventually(lambda: said(page, f'"m",{keys[behind + 1]}]'))


def test_a_choice_stays_when_its_option_moves_meanwhile(page):
    tell(page, insert(page, '<select id="v960"><option id="v961" value="x">X</option><option id="v962" value="y">Y</option></select>'))
    page.run("""
      const select = document.querySelector('#v960');
      select.value = 'y';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      told([3, 962], [2, 960, '<option id="v963" value="y">Y</option>', 961])""")
    assert page.run("return document.querySelector('#v960').value") == "y"
    assert said(page, '960,"c","y"]')
    # Where there is none any more, the browser chooses.
    tell(page, [3, 963])
    assert page.run("return document.querySelector('#v960').value") == "x"


def test_a_choice_that_is_refused_is_what_the_server_says_it_is(page):
    """What the browser had chosen in its place was said with the next thing that was done, and nobody had chosen it."""
    options = "".join(f'<option id="v{961 + at}" value="{value}">{value}</option>' for at, value in enumerate("xyz"))
    tell(page, insert(page, f'<select id="v960">{options}</select>'), insert(page, '<button id="v970">Send</button>'))
    tell(page, [0, 960, ".value", "y"])
    page.run("""
      const select = document.querySelector('#v960');
      select.value = 'z';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      told([3, 963], [0, 960, '.value', 'y']);
      ghostlight.take(['r', ghostlight.last(), 'value', '']);
      told([0, 960, '.value', 'y']);
      document.querySelector('#v970').click()""")
    assert page.run("return document.querySelector('#v960').value") == "y"
    assert [len(said(page, '960,"c"')), len(said(page, '970,"t"'))] == [1, 1]


def test_a_box_for_all_whose_table_is_yet_to_come_is_a_box(page):
    """What follows a patch was broken off with each, and the page fetched a picture, again and again."""
    page.run("window.closings = []; link.close = code => closings.push(code)")
    tell(page, insert(page, '<input id="v990" type="checkbox" data-x="ticks">'))
    eventually(lambda: page.run("return performance.getEntriesByType('resource').some(each => each.name.includes('/ticks-'))"))
    eventually(lambda: page.run("return ghostlight.hooks.length") and page.run("return document.readyState") == "complete")
    tell(page, insert(page, "<p>more</p>"))
    page.run("document.querySelector('#v990').click()")
    assert len(said(page, '990,"p",true]')) == 1 and page.run("return closings") == []


def test_an_empty_text_that_was_entered_under_a_message_is_entered_when_that_is_gone(page):
    """It was shown as entered, and the server heard nothing of it."""
    template = '<ul id="v901"><template><li data-p="0"><span data-p="1"></span><input data-p="2" data-e data-c></li></template></ul>'
    tell(page, insert(page, template), [5, 901, 0, [1, "", 2, "value"], [1, "milk", "milk"]])
    page.run("""
      const field = document.querySelector('#v901 input');
      ghostlight.send(field, 's', '');
      document.querySelector('#v901').inert = true;
      ghostlight.take(['r', ghostlight.last(), 'unreachable', '']);
      told();
      window.before = said.length;
      document.querySelector('#v901').inert = false;
      told()""")
    assert len(said(page, '"s",""]')) == 2 and page.run("return said.length - before") == 1


def dialog(number, content='<button id="v{0}1">OK</button>'):
    return f'<div id="v{number}" role="dialog" aria-modal="true">{content.format(number)}</div>'


def focused(page):
    return page.run("return document.activeElement.id")


def test_the_focus_goes_back_to_where_it_was_before_the_alert_that_a_dialog_came_under(page):
    tell(page, insert(page, '<button id="v960">Ask</button>'))
    page.run("document.querySelector('#v960').focus()")
    tell(page, insert(page, dialog(97)))
    becomes(lambda: focused(page), "v971")
    tell(page, [2, page.run("return root"), dialog(98), 97])
    tell(page, [3, 97], [9, 981])
    becomes(lambda: focused(page), "v981")
    tell(page, [3, 98])
    becomes(lambda: focused(page), "v960")


def test_a_dialog_that_a_picture_takes_away_moves_no_focus_afterwards(page):
    tell(page, insert(page, '<button id="v960">Ask</button><button id="v961">Else</button>'))
    page.run("""
      window.picture = root.outerHTML ?? document.body.firstElementChild.outerHTML;
      document.querySelector('button').focus()""")
    tell(page, insert(page, dialog(97)))
    becomes(lambda: focused(page), "v971")
    page.run("ghostlight.show(picture, document.title); document.querySelector('#v960').focus()")
    tell(page, [8, "Another title"])
    stays(lambda: focused(page), "v960", during=0.2)


def test_what_is_typed_in_stays_so_when_what_is_around_it_moves(page):
    tell(page, insert(page, '<div id="v960"><p id="v961"></p><p id="v962"><input id="v963"></p></div>'))
    page.run("""
      window.blurs = 0;
      const input = document.querySelector('#v963');
      input.addEventListener('blur', () => blurs++);
      input.focus()""")
    tell(page, [4, 960, 962, 961])
    assert page.run("return [blurs, document.activeElement.id, document.querySelector('#v960').firstChild.id]") == [0, "v963", "v962"]


def test_one_press_of_enter_submits_once_however_long_it_is(page):
    tell(page, insert(page, '<form id="v960"><input id="v961" type="text"></form>'))
    page.run("""
      for (const repeat of [false, true, true]) {
        document.querySelector('#v961').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }));
      }""")
    assert len(said(page, ',960,"s"]')) == 1


def test_an_input_that_wants_the_focus_gets_it_each_time_it_comes(page):
    for number in (961, 962):
        tell(page, insert(page, f'<input id="v{number}" autofocus>'))
        becomes(lambda: focused(page), f"v{number}")
        tell(page, [3, number])


def test_an_input_that_has_been_given_the_focus_wants_it_no_more(page):
    # Safari gives what comes with this attribute the focus by itself, a frame later: who has gone on by then was taken back.
    tell(page, insert(page, '<div id="v960"><input id="v961" autofocus></div>'))
    becomes(lambda: focused(page), "v961")
    assert page.run("return document.querySelector('[autofocus]')") is None


# What a browser finds when it opens a tab again that was closed, or a page comes back that rested.
BOXES = "return [...document.querySelectorAll('[type=checkbox],[type=radio]')].map(box => box.checked === box.defaultChecked)"


def test_what_boxes_are_like_can_be_read(server, browser):
    page = browser().open()
    page.add("One").add("Two")
    page.run("document.querySelector('li [type=checkbox]').click()")
    becomes(lambda: len(page.done()), 1)
    assert set(page.run(BOXES)) == {True}
    # As the server says it.
    page.run("document.querySelector('li [type=checkbox]').click()")
    becomes(lambda: len(page.done()), 0)
    assert set(page.run(BOXES)) == {True}


def test_what_fields_hold_stays_when_a_page_that_rested_is_there_again(server, browser):
    page = browser().open()
    page.add("One")
    page.new_todo.send_keys("half")
    page.run("document.querySelector('li [type=checkbox]').click()")
    becomes(lambda: page.done(), ["One"])
    # As Safari does it: right behind the event.
    page.run("""
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      for (const el of document.querySelectorAll('input')) { el.value = ''; el.checked = false }""")
    eventually(lambda: page.run("return document.querySelector('li [type=checkbox]').checked"))
    assert page.new_todo.get_property("value") == "half"


def test_half_a_date_stays_when_a_page_that_rested_is_there_again(server, browser):
    page = browser().open()
    page.run("document.querySelector('main').insertAdjacentHTML('beforeend', '<input id=\"v960\" type=\"date\">')")
    page.run("return document.querySelector('#v960')").send_keys("11")
    page.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    stays(lambda: page.run("return document.querySelector('#v960').validity.badInput"), True, during=0.3)


def test_a_dialog_takes_the_focus_though_its_first_control_is_disabled(page):
    tell(page, insert(page, dialog(97, '<button disabled>Save</button><button id="v{0}1">Cancel</button>')))
    becomes(lambda: focused(page), "v971")


def test_who_goes_by_keyboard_is_somewhere_when_a_dialog_goes_with_what_has_opened_it(page):
    tell(page, insert(page, '<main id="v959"><input id="v958"></main>'), insert(page, '<button id="v960">Delete</button>'))
    page.run("document.querySelector('#v960').focus()")
    page.press(Keys.SHIFT)
    tell(page, insert(page, dialog(97)))
    becomes(lambda: focused(page), "v971")
    tell(page, [3, 97], [3, 960])
    eventually(lambda: page.run("return document.activeElement !== document.body"))


def test_what_is_no_number_is_said_to_be_none(page):
    tell(page, insert(page, '<input id="v960" type="number">'))
    field = page.run("return document.querySelector('#v960')")
    field.send_keys("3e", Keys.TAB)
    eventually(lambda: said(page, '960,"c","?"]'))
    # A picture has it as the server knows it, and it is said when it is mended.
    page.run("ghostlight.show(document.body.firstElementChild.outerHTML.replace('id=\"v960\"', 'id=\"v960\" value=\"?\"'), document.title)")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE, Keys.TAB)
    eventually(lambda: said(page, '960,"c",""]'))


@pytest.mark.parametrize("kind, keys", [("number", "1e"), ("date", Keys.BACKSPACE)])
@pytest.mark.parametrize("picture", [False, True])
def test_half_a_number_or_a_date_goes_when_the_server_empties_it_and_stays_when_it_is_what_the_server_knows(page, kind, keys, picture):
    tell(page, insert(page, f'<input id="v960" type="{kind}" value="2020-01-05">'))

    def half():
        return page.run("return document.querySelector('#v960').validity.badInput")

    def show(value):
        if not picture:
            return tell(page, [0, 960, ".value", value])
        page.run(
            "ghostlight.show(document.body.firstElementChild.outerHTML.replace('id=\"v960\"', `id=\"v960\" value=\"${arguments[0]}\"`),"
            "document.title)", value)

    page.run("return document.querySelector('#v960')").send_keys(keys)
    page.run("document.activeElement.blur()")
    eventually(lambda: said(page, '960,"c","?"]'))
    page.run("ghostlight.take(['k', ghostlight.last()])")
    assert half()
    show("?")
    assert half()
    show("")
    assert not half()


def test_a_date_is_said_when_its_year_is_whole(page):
    tell(page, insert(page, '<input id="v960" type="date">'))
    field = page.run("return document.querySelector('#v960')")
    for key in "11212026":
        field.send_keys(key)
        time.sleep(0.2)
    eventually(lambda: said(page, "2026-11-21"))
    assert len(said(page, '960,"c"')) == 1
    # Who means such a year means it when he goes on.
    page.run("""
      const field = document.querySelector('#v960');
      field.value = '0800-12-25';
      field.dispatchEvent(new Event('change', { bubbles: true }))""")
    stays(lambda: said(page, "0800-12-25"), [], during=0.5)
    page.run("document.querySelector('#v960').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))")
    eventually(lambda: said(page, "0800-12-25"))


def test_the_arrows_pass_over_rows_that_cannot_be_used(open_page):
    page = open_page("/tables/selection")
    page.run("""
      const [first, second] = document.querySelectorAll('[role=option]');
      second.inert = true;
      first.focus()""")
    page.press(Keys.ARROW_DOWN)
    becomes(lambda: page.run("return [...document.querySelectorAll('[role=option]')].indexOf(document.activeElement)"), 2)


def test_a_drag_is_over_when_the_button_was_let_go_elsewhere(open_page):
    page = open_page("/tables/order")
    handle = page.run("return document.querySelector('.handle')")
    ActionChains(page.driver, duration=0).click_and_hold(handle).move_by_offset(0, 60).perform()
    shifted = "return [...document.querySelectorAll('[data-k]')].filter(row => row.style.transform).length"
    eventually(lambda: page.run(shifted) > 1)
    page.run("""
      const [row] = document.querySelectorAll('.dragged');
      for (const pointerId of [0, 1, 2, 3]) dispatchEvent(new PointerEvent('pointermove', { pointerId, buttons: 0, clientY: 300 }))""")
    becomes(lambda: page.run(shifted), 0)
    ActionChains(page.driver, duration=0).release().perform()
    assert said(page, '"m"') == []
