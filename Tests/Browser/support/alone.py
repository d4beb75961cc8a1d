"""A page whose server has no word any more: a test says in its place what the page hears, and reads what it says."""

from .waiting import becomes


def leave_alone(page):
    """Cuts a live page off, and has it believe that it is welcome: `said` has what it says, `told(...)` gives it a patch."""
    # Whoever hears its messages has come, and the socket is where it stays.
    becomes(lambda: page.run("return typeof ghostlight.heard + typeof ghostlight.dial"), "functionfunction")
    page.run("""
      window.said = [];
      window.last = +document.body.dataset.q;
      window.told = (...ops) => ghostlight.take([++last, ops, 0]);
      window.root = ghostlight.number(document.body.firstElementChild);
      ghostlight.dial = () => window.link = { readyState: 1, send: text => said.push(text), close() {} };
      ghostlight.drop()""")
    becomes(lambda: page.run("return !!window.link"), True)
    page.run("""
      link.onopen();
      ghostlight.take(['w', 0, 500000, document.body.dataset.h]);
      said.length = 0""")
    return page


def tell(page, *operations):
    page.run("told(...arguments)", *operations)


def insert(page, html):
    """The operation that puts a view at the end of the screen."""
    return [2, page.run("return root"), html, 0]
