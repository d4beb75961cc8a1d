"""What has the keyboard's focus when what had it goes, and when something comes that takes it."""

from selenium.webdriver.common.keys import Keys

from support.waiting import becomes, eventually, stays

# Ticks a box without touching the keyboard or the pointer: so its answer comes while something else is done.
TICK = "const box = document.querySelector('[data-k] [type=checkbox]'); ghostlight.send(box, 'c', !box.checked)"


def test_an_alert_waits_until_who_is_typing_pauses(server, page):
    """The next space pressed its button, unread, and what was typed on was lost."""
    page.add("One")
    server.database.chmod(0o444)
    field = page.new_todo
    field.send_keys("Buy")
    page.run(TICK)
    for part in " some milk and bread and cheese":
        field.send_keys(part)
    assert field.get_attribute("value") == "Buy some milk and bread and cheese"
    page.trouble()
    becomes(page.focus, "OK")
    page.press(Keys.ENTER)
    becomes(lambda: page.has("alertdialog"), False)
    becomes(page.focus, "New todo")
    assert field.get_attribute("value") == "Buy some milk and bread and cheese"


def test_an_alert_that_who_types_has_asked_for_comes_at_once(server, page):
    server.database.chmod(0o444)
    page.new_todo.send_keys("Buy", Keys.ENTER)
    page.trouble()
    becomes(page.focus, "OK")


def test_an_alert_waits_until_an_input_method_is_done(server, page):
    """What was composed was ended where it stood, and what it became went nowhere."""
    page.add("One")
    server.database.chmod(0o444)
    field = page.new_todo
    field.click()
    page.tell("Input.imeSetComposition", text="mainiunai", selectionStart=9, selectionEnd=9)
    page.run(TICK)
    stays(lambda: (page.has("alertdialog"), page.focus()), (False, "New todo"), during=1.5)
    page.tell("Input.insertText", text="买牛奶")
    page.trouble()
    assert field.get_attribute("value") == "买牛奶"


def test_an_alert_waits_five_seconds_at_most(server, page):
    """It was kept again when its time was over, and all that followed it."""
    page.add("One")
    server.database.chmod(0o444)
    page.new_todo.click()
    page.tell("Input.imeSetComposition", text="mainiunai", selectionStart=9, selectionEnd=9)
    page.run(TICK)
    page.trouble()


def test_what_is_typed_into_a_field_that_goes_is_meant_for_no_other(page):
    page.run("""
      const form = document.createElement('form');
      form.innerHTML = '<label>Going <input></label>';
      document.querySelector('main').append(form);
      form.querySelector('input').focus();
    """)
    page.press("a")
    page.run("""
      const field = document.activeElement;
      ghostlight.noteFocus();
      field.closest('form').remove();
      for (const hook of ghostlight.hooks) hook();
    """)
    becomes(lambda: page.run("return document.activeElement.localName"), "h1")
    page.press("b")
    assert page.run("return [...document.querySelectorAll('input[type=text]')].every(input => !input.value)")


def test_the_keyboard_goes_on_behind_what_goes_and_not_at_the_beginning(page):
    page.run("""
      const row = document.createElement('section');
      row.innerHTML = [1, 2, 3, 4].map(n => `<span><button>Drop ${n}</button></span>`).join('');
      document.querySelector('main').append(row);
      row.querySelectorAll('button')[2].focus();
    """)
    page.press(Keys.SHIFT)
    for left in ("Drop 4", "Drop 2", "Drop 1"):
        page.run("""
          const button = document.activeElement;
          ghostlight.noteFocus();
          button.parentNode.remove();
          for (const hook of ghostlight.hooks) hook();
        """)
        becomes(page.focus, left)


def test_where_a_notice_goes_the_keyboard_goes_on_near_it(gallery, browser):
    views = browser(gallery.address).open("/views")
    views.button("Tell something").send_keys(Keys.ENTER)
    views.button("Tell something").send_keys(Keys.ENTER)
    becomes(lambda: views.run("return document.querySelectorAll('.toast').length"), 2)
    views.button("Dismiss").send_keys(Keys.ENTER)
    becomes(lambda: views.run("return document.querySelectorAll('.toast').length"), 1)
    becomes(views.focus, "Dismiss")
    views.press(Keys.ENTER)
    becomes(lambda: views.run("return document.querySelectorAll('.toast').length"), 0)
    eventually(lambda: views.focus() is not None, otherwise="nothing has the focus")


def test_where_something_takes_the_place_of_what_was_pressed_the_keyboard_goes_on_there(gallery, browser):
    page = browser(gallery.address).open("/routes/sign-in?back=%2Froutes%2Fmembers")
    page.button("I am a member").send_keys(Keys.ENTER)
    page.says("For members")
    eventually(lambda: page.run("return document.activeElement.textContent") == "For members")
