"""Chromium, kept from test to test: every test gets new tabs and no cookies."""

import os
import shutil

from selenium import webdriver

from .page import Page


def program(variable, name):
    """The path of a program: the one that a variable names, as `run` sets it, or the one that is called so."""
    return os.environ.get(variable) or shutil.which(name)


def start_chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = program("CHROMIUM", "chromium")
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1100,900",
        "--lang=en-US", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding", "--disable-extensions", "--disable-component-update", "--no-first-run",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.accept_insecure_certs = True
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(program("CHROMEDRIVER", "chromedriver")))
    driver.set_page_load_timeout(20)
    driver.set_script_timeout(20)
    return driver


class Browser:
    """A user's browser, for the length of a test."""

    def __init__(self, driver, base):
        self.driver = driver
        self.base = base
        self.home = driver.window_handles[0]

    def tab(self):
        """Opens an empty tab."""
        self.driver.switch_to.window(self.home)
        self.driver.switch_to.new_window("tab")
        self.driver.shown = self.driver.current_window_handle
        return Page(self.driver, self.driver.shown, self.base)

    def open(self, path="/", live=True):
        """Opens an address in a tab of its own."""
        return self.tab().open(path, live)

    def clean(self):
        for handle in self.driver.window_handles:
            if handle != self.home:
                self.driver.switch_to.window(handle)
                self.driver.close()
        self.driver.switch_to.window(self.home)
        self.driver.shown = None
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.get_log("browser")
