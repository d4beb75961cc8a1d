"""What has little room, or other colours or another direction than it was made in: dialogs, buttons, badges, lists to choose from."""

import pytest

from support.alone import insert, leave_alone, tell
from test_looks import media, picture, size

LONG = "Nobody can bring back what is deleted, and everybody who reads it today will miss it tomorrow. " * 40


@pytest.fixture
def page(gallery, browser):
    """A page whose server has no word any more."""
    page = leave_alone(browser(gallery.address).open("/containers/dialogs"))
    size(page, 320, 600)
    media(page, prefers_reduced_motion="reduce")
    yield page
    page.run("document.documentElement.style.fontSize = ''")


def alert(text):
    """An alert as it is written, but for its numbers."""
    return (f'<div id="v900" role="alertdialog" aria-modal="true" aria-label="Alert"><h2 id="v901">Alert</h2>'
            f'<span id="v902">{text}</span><button id="v903" type="button" class="dismiss primary" autofocus>OK</button></div>')


def question(text, *answers):
    """A question as it is written, but for its numbers."""
    buttons = "".join(f'<button id="v{905 + n}" type="button">{answer}</button>' for n, answer in enumerate(answers))
    return (f'<div id="v900" role="alertdialog" aria-modal="true" aria-label="Delete?"><h2 id="v901">Delete?</h2><div id="v902" '
            f'class="stack content"><div id="v903" class="stack"><span id="v908">{text}</span><div id="v904" class="row">{buttons}</div></div></div></div>')


SEEN = """
const inside = box => box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
const dialog = document.querySelector('#v900');
return [[...dialog.querySelectorAll('h2, button')].every(el => inside(el.getBoundingClientRect())), dialog.scrollWidth > dialog.clientWidth];
"""


def test_all_answers_of_a_question_are_seen_on_a_narrow_screen(page):
    tell(page, insert(page, question("All of it goes.", "Keep them all as they are", "Delete all of them", "Ask me later")))
    picture(page, "question-narrow")
    assert page.run(SEEN) == [True, False]


def test_with_large_text_all_answers_of_a_question_can_be_scrolled_to(page):
    page.run("document.documentElement.style.fontSize = '200%'")
    size(page, 400, 600)
    tell(page, insert(page, question("All of it goes.", "Keep them all as they are", "Delete all of them", "Ask me later")))
    picture(page, "question-large")
    seen = "arguments[0].scrollIntoView(); const { left, right, top, bottom } = arguments[0].getBoundingClientRect();" \
        "return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight"
    for button in page.run("return [...document.querySelectorAll('#v900 button')]"):
        assert page.run(seen, button)


@pytest.mark.parametrize("dialog", [alert(LONG), question(LONG, "Keep", "Delete")], ids=["alert", "question"])
def test_a_long_text_scrolls_between_its_title_and_the_buttons(page, dialog):
    tell(page, insert(page, dialog))
    picture(page, "long-" + ("alert" if "OK" in dialog else "question"))
    assert page.run(SEEN) == [True, False]
    text, whole = page.run("const { clientHeight, scrollHeight } = document.querySelector('#v900 span'); return [clientHeight, scrollHeight]")
    assert 200 < text < whole


def test_a_short_text_takes_no_more_room_than_it_needs(page):
    tell(page, insert(page, alert("Read this first.")))
    assert page.run("return document.querySelector('#v902').clientHeight") < 30


def test_a_long_dialog_can_be_closed_wherever_it_is_scrolled(page):
    tell(page, insert(
        page, f'<div id="v900" role="dialog" aria-modal="true" aria-label="Long"><h2 id="v901">Long</h2><div id="v902" class="stack content">'
              f'<span id="v904">{LONG}</span></div><button id="v903" type="button" class="dismiss quiet" aria-label="Close">×</button></div>'))
    places = page.run("""
      const dialog = document.querySelector('#v900'), places = [];
      for (const top of [0, 300, 1e6]) {
        dialog.scrollTop = top;
        const [outer, inner] = [dialog, dialog.lastChild].map(el => el.getBoundingClientRect());
        places.push([Math.round(inner.top - outer.top), Math.round(outer.left + dialog.clientLeft + dialog.clientWidth - inner.right)]);
      }
      return places""")
    picture(page, "long-dialog")
    assert places == [[13, 12]] * 3


def test_a_long_badge_breaks_and_a_short_one_does_not(page):
    tell(page, insert(
        page, '<div id="v914" class="stack"><div id="v910" class="row"><span id="v911">A long name that takes all the room that there is here and more</span>'
              f'<span id="v912" class="badge">Not yet</span></div><span id="v913" class="badge">{LONG[:200]}</span></div>'))
    page.run("document.querySelector('#v913').scrollIntoView()")
    picture(page, "badges")
    assert page.run("return [912, 913].every(id => document.querySelector(`#v${id}`).getBoundingClientRect().right <= 320)")
    assert page.run("return document.querySelector('#v912').clientHeight") < 30


OPTIONS = """<ul id="v920" role="listbox" tabindex="0" aria-label="Names"><li id="v921" role="option" tabindex="-1" aria-selected="false">Ann</li>
<li id="v922" role="option" tabindex="-1" aria-selected="true">Bo</li></ul>"""

OUTLINES = """
const probe = document.body.appendChild(document.createElement('i'));
probe.style.cssText = 'color: Highlight; forced-color-adjust: none';
const { color } = getComputedStyle(probe);
probe.remove();
return [...document.querySelectorAll('#v920 > li')].map(el => {
  const style = getComputedStyle(el);
  return style.outlineStyle !== 'none' && style.outlineColor === color;
});
"""


def test_what_is_selected_is_seen_with_forced_colours(page):
    tell(page, insert(page, OPTIONS))
    media(page, forced_colors="active")
    picture(page, "forced-colours")
    assert page.run(OUTLINES) == [False, True]


def test_what_is_selected_is_marked_where_lines_begin(page):
    tell(page, insert(page, OPTIONS))
    shadow = "return getComputedStyle(document.querySelector('#v922')).boxShadow"
    assert page.run(shadow).endswith(" 3px 0px 0px 0px inset")
    page.run("document.querySelector('#v920').dir = 'rtl'")
    assert page.run(shadow).endswith(" -3px 0px 0px 0px inset")


def test_a_status_of_the_apps_own_is_seen_where_it_stands(page):
    tell(page, insert(page, '<p id="v930" role="status">Saved.</p>'))
    assert page.run("const { opacity, position } = getComputedStyle(document.querySelector('#v930')); return [opacity, position]") == [
        "1", "static"]


def test_what_is_folded_away_unfolds_before_it_gets_the_focus(page):
    tell(page, insert(page, '<details id="v940" class="disclosure"><summary>More</summary><input id="v941"></details>'))
    tell(page, [0, 940, "open", ""], [9, 941])
    assert page.run("return document.activeElement.id") == "v941"
