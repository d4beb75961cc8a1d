"""TodoMVC as a test harness meets it: by the class names and ids that its specification prescribes."""

import json
import sqlite3
from contextlib import closing, contextmanager

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .waiting import becomes, eventually

ONE, TWO, THREE = "buy some cheese", "feed the cat", "book a doctors appointment"

# Enters a todo from within a script.
ENTERING = """
  const enter = text => {
    const input = document.querySelector('.new-todo');
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }));
  };"""

ROWS = """
return [...document.querySelectorAll('.todo-list li')].map(li => ({
  title: li.querySelector('label').textContent,
  done: li.classList.contains('completed'),
  ticked: li.querySelector('.toggle').checked,
  editing: li.classList.contains('editing'),
}))
"""


def stored(example):
    """The titles in the database of a TodoMVC, the oldest first, past the server."""
    with closing(sqlite3.connect(example.folder / "todos" / "todomvc.sqlite")) as database:
        return [title for (title,) in database.execute("SELECT title FROM todo ORDER BY id")]


@contextmanager
def locked(example):
    """A TodoMVC whose database takes nothing: what is done is carried out, and answered when it does again.

    Gives the connection that holds it."""
    with closing(sqlite3.connect(example.folder / "todos" / "todomvc.sqlite", isolation_level=None, check_same_thread=False)) as database:
        database.execute("BEGIN IMMEDIATE")
        try:
            yield database
        finally:
            if database.in_transaction:
                database.execute("ROLLBACK")


def insert(example, title):
    """Adds a todo to the only list in the database of a TodoMVC, past the server: nobody is told."""
    with closing(sqlite3.connect(example.folder / "todos" / "todomvc.sqlite")) as database, database:
        database.execute("INSERT INTO todo (owner, title) SELECT owner, ? FROM list", (title,))
        database.execute("UPDATE list SET version = version + 1")


class TodoMVCPage:
    """A tab with TodoMVC in it."""

    def __init__(self, page):
        self.page = page
        self.driver = page.here

    def run(self, script, *arguments):
        return self.page.run(script, *arguments)

    # Finding, always anew: rows come and go

    def one(self, selector):
        self.page.here
        return eventually(
            lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), otherwise=f"there is no {selector}")[0]

    def row(self, index):
        self.page.here
        return eventually(
            lambda: self.driver.find_elements(By.CSS_SELECTOR, f".todo-list > li:nth-child({index + 1})"),
            otherwise=f"there is no row {index}")[0]

    def part(self, index, name):
        return self.row(index).find_element(By.CSS_SELECTOR, name)

    @property
    def new_todo(self):
        return self.one(".new-todo")

    @property
    def toggle_all(self):
        return self.one("#toggle-all")

    def filter(self, name):
        return eventually(
            lambda: [a for a in self.driver.find_elements(By.CSS_SELECTOR, ".filters li a") if a.text == name])[0]

    # Reading

    def rows(self):
        return self.run(ROWS)

    def titles(self):
        return [row["title"] for row in self.rows()]

    def seen(self):
        """The titles of rows that a user sees and can click on, at once."""
        return self.run("""
          return [...document.querySelectorAll('.todo-list li')].filter(li => li.checkVisibility({ visibilityProperty: true }))
            .map(li => li.querySelector('label').textContent)
        """)

    def done(self):
        return [row["done"] for row in self.rows()]

    def rests(self):
        """Waits until all that was done is answered, however slow the disk is."""
        eventually(lambda: self.run("return !ghostlight.pending.length && !document.querySelector('[data-u]')"),
                   otherwise="it isn't answered")
        return self

    def shows(self, *titles):
        becomes(self.titles, list(titles))
        return self

    def is_done(self, *done):
        becomes(self.done, list(done))
        becomes(lambda: [row["ticked"] for row in self.rows()], list(done))
        return self

    def displays(self, selector):
        return self.run(
            "const el = document.querySelector(arguments[0]); return !!el && el.checkVisibility()", selector)

    def count(self):
        return self.run("return document.querySelector('.todo-count').textContent")

    def selected(self):
        return self.run("return [...document.querySelectorAll('.filters a.selected')].map(a => a.textContent)")

    def hash(self):
        return self.run("return location.hash")

    # Doing

    def add(self, *titles):
        for title in titles:
            self.new_todo.send_keys(title, Keys.ENTER)
        return self

    def edit(self, index):
        """Double-clicks a label, and gives the input that stands in its place."""
        self.page.here
        ActionChains(self.driver, duration=0).double_click(self.part(index, "label")).perform()
        return self.part(index, ".edit")

    def replace(self, index, text):
        edit = self.edit(index)
        edit.send_keys(Keys.CONTROL, "a")
        edit.send_keys(text or Keys.DELETE)
        return edit

    def destroy(self, index):
        self.page.here
        actions = ActionChains(self.driver, duration=0).move_to_element(self.row(index))
        actions.click(self.part(index, ".destroy")).perform()
        return self

    def reload(self):
        self.page.reload()
        return self

    def load(self, address=None):
        """Opens an address, or the same once more, and waits for no more than that the page is loaded."""
        self.page.here
        self.driver.get(self.page.base + address) if address else self.driver.refresh()
        return self

    def rename_at_once(self, index, *titles):
        """Edits a todo again and again within one script, where no answer can come in between, and gives what its label says then."""
        return self.run("""
          const li = document.querySelectorAll('.todo-list li')[arguments[0]];
          for (const title of JSON.parse(arguments[1])) {
            li.querySelector('label').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
            const input = li.querySelector('.edit');
            input.value = title.startsWith('+') ? input.value + title.slice(1) : title;
            input.dispatchEvent(new Event('input', { bubbles: true }));
            input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
          }
          return li.querySelector('label').textContent;
        """, index, json.dumps(titles))
