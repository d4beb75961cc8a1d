"""What is wrong with what a page shows, in words; None if nothing."""

from urllib.parse import quote


def difference(shown, true):
    """What a screen that is behind shows, and what it should show."""
    missing, surplus = [row for row in true if row not in shown], [row for row in shown if row not in true]
    if not missing and not surplus:
        return "rows are in another order"
    return f"{len(missing)} rows are missing, such as {missing[:3]}, and {len(surplus)} shouldn't be there, such as {surplus[:3]}"


def found_fault(screen, journal):
    """The rows that a search has brought have its words, and so has none that isn't among them; the address says what is looked for."""
    words = screen.query.lower().split()
    names = {row.name for row in screen.rows.values()}

    def has_words(title):
        return all(word in title.lower() for word in words)

    if surplus := [name for name in names if not has_words(name)]:
        return f"who looks for {screen.query!r} finds {surplus[:3]}"
    if missing := [title for title in journal.untouched if has_words(title) and title not in names]:
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
