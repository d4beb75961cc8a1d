"""A page that begins another session: its screen is what a test says, and so is what it finds in place of that."""

import json

from .alone import insert, tell
from .waiting import becomes

BUTTON = '<button id="v{}">{}</button>'
FIELD = '<label id="v{}" class="field"><span>{}</span><input id="v{}" type="text"></label>'
OF_KIND = '<label class="field"><span>{}</span><input id="v{}" type="{}"{}></label>'


def anew_with(page, place, html, deadly=False):
    """As `anew`, with this in place of an element."""
    page.run("""
      const copy = document.body.firstElementChild.cloneNode(true);
      copy.querySelector('#' + arguments[0]).outerHTML = arguments[1];
      const text = `<body data-s="another" data-t="another" data-q="0">${copy.outerHTML}</body>`;
      window.fetch = async () => new Response(text);
      window.link = null;
      ghostlight.drop(arguments[2] ? undefined : 4404)""", place, html, deadly)
    if deadly:
        becomes(lambda: page.run("return !!window.link"), True)
        page.run("""
          const old = link;
          window.link = null;
          old.onopen();
          ghostlight.take(['w', 0, 500000, document.body.dataset.h, 0, 0, 'process'])""")
    becomes(lambda: page.run("return !!window.link && document.body.dataset.s"), "another")
    page.run("link.onopen(); said.length = 0; ghostlight.take(['w', 0, 500000, document.body.dataset.h])")
    return [message for message in map(json.loads, page.run("return said")) if message[0] == "i"]


def other(page, old, new, act):
    """Does something to `old` without a connection, and finds `new` in its place in another session; gives what the page does there."""
    tell(page, insert(page, f'<div id="v920">{old}</div>'))
    page.run("ghostlight.drop()")
    act()
    return anew_with(page, "v920", f'<div id="v930">{new}</div>')


def fields(first, *names):
    return "".join(FIELD.format(first + 10 * place, name, first + 10 * place + 1) for place, name in enumerate(names))


def typed(page, values):
    """Types into each of these fields, by their numbers."""
    page.run("""
      for (const [number, text] of arguments[0]) {
        const field = document.querySelector('#v' + number);
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }""", values)


def values(page):
    return page.run("return [...document.querySelectorAll('#v930 input')].map(el => el.value)")
