"""What is wrong with what a page shows, in words; None if nothing."""

import collections
from urllib.parse import quote


def difference(shown, true):
    """What a screen that is behind shows, and what it should show."""
    missing, surplus = [row for row in true if row not in shown], [row for row in shown if row not in true]
    if not missing and not surplus:
        return "rows are in another order"
    return f"{len(missing)} rows are missing, such as {missing[:3]}, and {len(surplus)} shouldn't be there, such as {surplus[:3]}"


def found_fault(screen, journal):
    """What a search has brought: rows with its words, each once, and all of them, in order and with their ticks; and its address."""
    words = screen.query.lower().split()
    shown = screen.shown()
    names = [name for name, _ in shown]

    def has_words(title):
        return all(word in title.lower() for word in words)

    if surplus := [name for name in names if not has_words(name)]:
        return f"who looks for {screen.query!r} finds {surplus[:3]}"
    if twice := [name for name, times in collections.Counter(names).items() if times > 1]:
        return f"who looks for {screen.query!r} finds {twice[:3]} more than once"
    if gone := [name for name in names if not journal.can_be_shown(name)]:
        return f"who looks for {screen.query!r} finds {gone[:3]}, which are deleted, or are called something else, or were never there"
    known = [name for name in names if name in journal.untouched]
    if known != (right := sorted(known, key=journal.place)):
        return f"who looks for {screen.query!r} finds {known[:5]} in this order, not {right[:5]}"
    if ticks := [(name, is_done) for name, is_done in shown if journal.tick(name) not in (None, is_done)]:
        return f"who looks for {screen.query!r} finds {ticks[:3]}, which nobody has ticked or unticked"
    if missing := [title for title in journal.untouched.difference(names) if has_words(title)]:
        return f"who looks for {screen.query!r} doesn't find {missing[:3]}"
    if screen.path != (address := f"/?search={quote(screen.query)}" if screen.query else "/"):
        return f"who looks for {screen.query!r} is at {screen.path}, not at {address}"
    return None


def detail_fault(screen, title, journal, samples):
    """The todo in full is the one that was opened by this title, whatever it is called now, and so is its address."""
    shown, number = screen.entered(screen.view("Title")), journal.number(title)
    if not journal.are_one(title, shown):
        return f"{title!r} was opened, and {shown!r} is shown"
    if number and screen.path != f"/todos/{number}":
        return f"{title!r} was opened, which is todo {number}, at {screen.path}"
    return samples and samples.difference("detail", screen)
