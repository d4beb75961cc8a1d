"""What others put into a page, as extensions, translators and proxies do: it is nothing to the server, and the page goes on."""

import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually, stays

# As scripts do that begin with the document.
EARLY = """
new MutationObserver((_, observer) => {
  if (!document.body) return;
  observer.disconnect();
  document.body.insertAdjacentHTML('afterbegin', `%s`);
}).observe(document, { childList: true, subtree: true });"""


@pytest.mark.parametrize(
    "theirs", ["<div id='volume'><button>Theirs</button></div>", "<template></template>", "<template><p>Theirs</p></template>"])
def test_what_is_there_before_the_client_is_left_alone(server, browser, theirs):
    page = browser().open("/health", live=False)
    noted = page.tell("Page.addScriptToEvaluateOnNewDocument", source=EARLY % theirs)["identifier"]
    try:
        page.open("/")
        page.add("Milk")
        assert page.run("return document.body.firstElementChild.outerHTML.replaceAll('\"', \"'\")") == theirs
        page.run("ghostlight.take([ghostlight.seq + 5, [[0, 1, 'class', '']]])")
        page.until_live().add("Bread").shows("Bread", "Milk")
    finally:
        page.tell("Page.removeScriptToEvaluateOnNewDocument", identifier=noted)


def test_a_button_in_front_of_which_something_stands_is_no_other(page):
    page.add("Milk")
    page.run("""
      const edit = document.querySelector('[aria-label="Edit Milk"]');
      edit.before(Object.assign(document.createElement('i'), { textContent: 'theirs' }));
      edit.click()""")
    stays(page.titles, ["Milk"], during=0.5)
    page.add("Bread").shows("Bread", "Milk")


def test_a_button_with_a_name_of_its_own_is_nothing(page):
    page.run("""
      document.querySelector('main').insertAdjacentHTML('beforeend', '<button id="theirs">Theirs</button>');
      document.querySelector('#theirs').click()""")
    stays(lambda: page.run("return document.documentElement.dataset.anew"), None, during=0.5)
    page.add("Milk").shows("Milk")


def test_what_they_have_open_is_no_reason_to_keep_a_dialog_open(gallery, browser):
    page = browser(gallery.address).open("/containers/dialogs")
    page.run("""
      const theirs = Object.assign(document.createElement('div'), { popover: 'manual', textContent: 'Theirs' });
      document.body.append(theirs);
      theirs.showPopover()""")
    page.click("Open a dialog")
    page.get("dialog", "Dialog 1")
    page.press(Keys.ESCAPE)
    becomes(lambda: page.has("dialog"), False)


def test_a_translation_is_not_taken_for_what_was_entered(app):
    app.add("one").shows("one")
    app.run("""
      const translate = () => {
        for (const label of document.querySelectorAll('.todo-list label')) {
          const [text] = label.childNodes;
          if (text?.nodeType !== 3) continue;
          const font = document.createElement('font');
          font.textContent = 'X' + text.data;
          text.replaceWith(font);
        }
      };
      translate();
      new MutationObserver(translate).observe(document.body, { childList: true, subtree: true, characterData: true })""")

    def begin():
        ActionChains(app.driver).double_click(app.part(0, "label")).perform()
        becomes(lambda: app.run("return document.activeElement.className"), "edit")
        return app.run("return document.activeElement.value")

    assert begin() == "one"
    app.page.type("1" + Keys.ENTER)
    eventually(lambda: [row["title"] for row in app.rows()] == ["Xone1"])
    assert begin() == "one1"
    app.page.type(Keys.ESCAPE)
    assert begin() == "one1"


@pytest.mark.parametrize("wait", [0, 1], ids=["before it was live", "long after"])
def test_a_part_of_the_client_that_did_not_come_is_asked_for_again(visitor, wait):
    page = visitor.open("/health", live=False)
    page.tell("Network.enable")
    page.tell("Network.setBlockedURLs", urls=["*/ghostlight/editing-*"])
    page.open("/")
    # The error of what was refused comes when it comes.
    time.sleep(wait)
    page.tell("Network.setBlockedURLs", urls=[])
    page.run("document.querySelector('.new-todo').focus()")
    page.type("one" + Keys.ENTER)
    eventually(lambda: page.run("return document.querySelectorAll('.todo-list li').length") == 1)

    def edits():
        page.run("""
          document.querySelector('.todo-list label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))""")
        return page.run("return document.querySelectorAll('.todo-list li.editing').length") == 1

    eventually(edits)
