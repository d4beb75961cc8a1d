"""A tab as its user meets it: things are found by role and accessible name."""

import pathlib

from selenium.common.exceptions import ElementClickInterceptedException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .waiting import becomes, eventually

SCRIPT = (pathlib.Path(__file__).parent / "page.js").read_text()


class Page:
    """One tab of one browser. Switches to itself whenever it is used."""

    def __init__(self, driver, handle, base):
        self.driver = driver
        self.handle = handle
        self.base = base

    # Going places

    def open(self, path="/", live=True):
        self.here.get(self.base + path)
        if live:
            self.until_live()
        return self

    def until_live(self, within=15):
        """Waits until what is shown comes from the server as it happens."""
        eventually(self.is_live, within, otherwise=lambda: f"the page isn't live: {self.driver.page_source[:300]}")
        return self

    def until_offline(self):
        """Waits until the page has noticed that nothing comes any more."""
        eventually(lambda: self.run("return document.documentElement.dataset.live") == "off")
        return self

    def is_live(self):
        return self.run("return document.documentElement.dataset.live") == "on"

    def reload(self):
        self.here.refresh()
        return self.until_live()

    @property
    def path(self):
        return self.run("return location.pathname")

    @property
    def here(self):
        if getattr(self.driver, "shown", None) != self.handle:
            self.driver.switch_to.window(self.handle)
            self.driver.shown = self.handle
        return self.driver

    def close(self):
        self.here.close()
        self.driver.shown = None

    def run(self, script, *arguments):
        return self.here.execute_script(script, *arguments)

    def tell(self, command, **parameters):
        """Gives Chromium a DevTools command for this tab."""
        return self.here.execute_cdp_cmd(command, parameters)

    # Finding things

    def all(self, role, name=None, within=None):
        return self.run(SCRIPT, "find", role, name, within)

    def has(self, role, name=None):
        return bool(self.all(role, name))

    def get(self, role, name=None, within=None):
        """Waits for the element with this role and name, as Chromium itself computes them."""
        found = eventually(
            lambda: self.all(role, name, within), otherwise=lambda: f"no {role} {name!r} on:\n{self.text()}")
        element = found[0]
        try:
            computed = element.aria_role, element.accessible_name
        except WebDriverException:
            return self.get(role, name, within)
        assert computed[0].lower() == role, f"{name!r} is a {computed[0]} to a screen reader, not a {role}"
        if name is not None and role not in ("listitem", "alert", "status"):
            assert " ".join(computed[1].split()) == " ".join(name.split())
        return element

    def button(self, name):
        return self.get("button", name)

    def textbox(self, name):
        return self.get("textbox", name)

    @property
    def new_todo(self):
        return self.textbox("New todo")

    @property
    def search(self):
        return self.get("searchbox", "Search todos")

    def checkbox(self, title):
        return self.get("checkbox", title)

    # Reading

    def text(self):
        return self.here.find_element(By.TAG_NAME, "body").text

    def rows(self):
        return self.run(SCRIPT, "rows")

    def titles(self):
        return [row["title"] for row in self.rows()]

    def done(self):
        return [row["title"] for row in self.rows() if row["done"]]

    def focus(self):
        """The name of what has the focus; None for nothing."""
        return self.run(SCRIPT, "focus")

    def shows(self, *titles):
        """Waits until the list has exactly these todos, in this order."""
        becomes(self.titles, list(titles))
        return self

    def says(self, text, within=10):
        eventually(lambda: text in self.text(), within, otherwise=lambda: f"no {text!r} in:\n{self.text()}")
        return self

    def trouble(self):
        """Waits for the alert to have come in and gives its text."""
        return eventually(lambda: self.get("alertdialog").text, otherwise="the alert says nothing")

    def console(self):
        """What the browser has complained of since it was last asked."""
        return [entry["message"] for entry in self.here.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    # Doing

    def type(self, text):
        """Presses keys wherever the focus is."""
        self.here
        ActionChains(self.driver, duration=0).send_keys(text).perform()
        return self

    def press(self, *keys, shift=False):
        self.here
        actions = ActionChains(self.driver, duration=0)
        if shift:
            actions.key_down(Keys.SHIFT)
        for key in keys:
            actions.send_keys(key)
        if shift:
            actions.key_up(Keys.SHIFT)
        actions.perform()
        return self

    def add(self, *titles):
        """Types todos one after the other, and waits until the list has them."""
        box = self.new_todo
        for title in titles:
            box.send_keys(title, Keys.ENTER)
        eventually(
            lambda: set(titles) <= set(self.titles()),
            otherwise=lambda: f"{titles} were typed, the list has {self.titles()}")
        return self

    def tick(self, title):
        wanted = not self.checkbox(title).is_selected()
        self.click_checkbox(title)
        becomes(lambda: title in self.done(), wanted)
        return self

    def click_checkbox(self, title):
        """Clicks, and waits for nothing; but a row that is still moving into its place is waited for, as when its tab is shown again."""
        eventually(lambda: self.press_at(self.checkbox(title)), otherwise=f"the box of {title!r} can't be clicked")

    def click(self, name):
        """Presses a button; one that is still moving into its place is waited for."""
        eventually(lambda: self.press_at(self.button(name)), otherwise=f"{name!r} can't be clicked")

    def press_at(self, element):
        """Clicks; where something moves across the element, that moves on only in a tab that Chromium takes for shown."""
        try:
            element.click()
        except ElementClickInterceptedException:
            self.tell("Page.bringToFront")
            raise
        return True

    def delete(self, title):
        self.click(f"Delete {title}")
        eventually(lambda: title not in self.titles(), otherwise=f"{title!r} is still in the list")
        return self

    def edit(self, title):
        self.click(f"Edit {title}")
        becomes(lambda: self.textbox("Title").get_property("value"), title)
        return self

    def fill(self, name, text):
        """Replaces what a textbox holds."""
        box = self.textbox(name)
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(text or Keys.DELETE)
        return box

    def paste(self, element, text):
        """Puts a long text in at once, as a paste would."""
        self.run(
            "arguments[0].focus(); arguments[0].select();"
            "arguments[1] ? document.execCommand('insertText', false, arguments[1]) : document.execCommand('delete')",
            element, text)

    def set_date(self, element, text):
        """Picks a date, as the date picker would."""
        self.run(
            "arguments[0].value = arguments[1];"
            "for (const kind of ['input', 'change']) arguments[0].dispatchEvent(new Event(kind, { bubbles: true }))",
            element, text)
