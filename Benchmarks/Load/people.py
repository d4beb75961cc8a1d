"""What people do on pages: tick, look for something, add, rename and delete, open a todo and go back."""

import asyncio
import math
import random
import time

from additions import Additions
from counts import Titles

# How often each is done, in a hundred acts. As much is added as is deleted: the list keeps its length.
SHARES = {"tick": 30, "search": 30, "add": 12, "delete": 12, "rename": 6, "look": 10}
# The list is kept about as long as it was.
TODOS = 100
# Words that leave none, one, ten and all of the rows that were there at first.
WORDS = ("nothing like this", "17", "todo 4", "todo")

title = Titles()


async def keep_acknowledging(pages, is_settling, period=5):
    """Every page says every so many seconds, five as a rule, what has arrived, as the client's script does; not all at the same time.

    While screens are waited for until they are right, only those do that are owed the word that something is durable: a server that
    has forgotten a page, and remembers it as soon as that says anything, would be forgiven by the clock.
    """
    turn, slices = 0, 50
    while True:
        await asyncio.sleep(period / slices)
        for page in pages()[turn % slices::slices]:
            if page.kept or not is_settling():
                page.acknowledge()
        turn += 1


async def act(pages, seconds, pause):
    """Act as people do. `pause` is the mean time between acts of one.

    When one acts doesn't depend on how long what he did before took: who was kept waiting does at once what was due meanwhile. It takes
    all of the time also where nobody has an act due towards the end: what is counted is divided by it.
    """

    async def one(page):
        due = time.perf_counter()
        end = due + seconds
        while (due := due + random.expovariate(1 / pause)) < end:
            await asyncio.sleep(due - time.perf_counter())
            await do_something(page, due)

    await asyncio.gather(asyncio.sleep(seconds), *(one(page) for page in pages))


def choose(count):
    """One of the acts, by their shares, for a list of so many rows."""
    kind = random.choices(list(SHARES), SHARES.values())[0]
    if kind in ("add", "delete"):
        return "delete" if count > 1.1 * TODOS else "add" if count < 0.9 * TODOS else kind
    return kind


async def do_something(page, due):
    """One act, as long as it takes: until the page shows what it leads to. Its first word counts from when it was due."""
    await tidy(page)
    screen = page.screen
    if not screen.is_list:
        # He was left there by a message.
        return await go_back(page)
    page.due = due
    if not screen.order:
        return await search(page, "")
    key, kind = random.choice(screen.order), choose(len(screen.order) if not screen.query else TODOS)
    name = screen.rows[key].name
    if kind == "tick":
        page.tick(key)
    elif kind == "add":
        page.add(title("Buy"))
    elif kind == "delete":
        page.delete(key)
    elif kind == "search":
        await search(page, "" if screen.query else random.choice(WORDS))
    elif await open_detail(page, key):
        # What is counted by its title keeps it.
        keeps = kind != "rename" or name.startswith(Additions.beginning) or not page.screen.is_editable
        await (random.choice((go_back, cancel))(page) if keeps else rename(page))


def shorten(page):
    """Deletes something if the list is longer than it was."""
    screen = page.screen
    if screen.is_list and not screen.dialog and len(screen.order) > 1.1 * TODOS:
        page.delete(random.choice(screen.order))


async def search(page, text):
    due = page.due or time.perf_counter()
    page.search(text)
    if await page.shows(lambda screen: page.turned <= page.confirmed and not screen.is_busy):
        page.note_shown(due)
    page.look_at_found()


async def open_detail(page, key):
    """Gives whether its screen has come, and nothing lies over that."""
    due = page.due or time.perf_counter()
    page.open_detail(key)
    if await page.shows(lambda screen: page.turned <= page.confirmed and (screen.is_list or not screen.is_busy or screen.dialog)):
        page.note_shown(due)
    page.look_at_detail()
    return not page.screen.is_list and not page.screen.dialog


async def begin_text(page):
    """Opens a todo, and types half a title, which is never saved."""
    await tidy(page)
    screen = page.screen
    if screen.is_list and screen.order and await open_detail(page, random.choice(screen.order)):
        # That the todo is open outlives the server.
        page.acknowledge()
        await page.shows(lambda screen: page.turned <= page.durable)
        if page.screen.is_editable:
            page.type_title(title("Half a"))


async def leave_text(page):
    """Goes back, and leaves what was typed."""
    await tidy(page)
    if not page.screen.is_list:
        await cancel(page)


async def rename(page):
    new = title("Rename")
    page.type_title(new)
    page.save(new)
    await page.shows(lambda screen: screen.dialog or screen.is_list and not screen.is_busy)
    page.look_at_saved()


async def go_back(page):
    page.go_back()
    await page.shows(lambda screen: screen.is_list and not screen.is_busy)
    page.look_at_found()


async def cancel(page):
    """Goes back with the button, to what was looked for before."""
    if not page.screen.is_editable:
        return await go_back(page)
    page.cancel()
    await page.shows(lambda screen: screen.dialog or screen.is_list and not screen.is_busy)
    page.look_at_found()


async def tidy(page):
    """Closes messages that something has failed, that a todo was deleted by another say, and repeats what couldn't be said meanwhile."""
    while message := page.screen.dialog:
        page.dismiss()
        # Another may have waited behind it.
        if not await page.shows(lambda screen: screen.dialog != message):
            break
    if page.is_unsaid and page.screen.is_list:
        await search(page, page.screen.query)


async def rest(pages):
    """They go back to the list, and look for nothing any more."""
    # What was kept is looked at first, a few pages at a time: what was changed last is still on its way.
    for number, page in enumerate(pages):
        page.catch_up()
        if number % 10 == 9:
            await asyncio.sleep(0)

    async def one(page):
        await tidy(page)
        if not page.screen.is_list:
            await go_back(page)
        if page.screen.is_list and page.screen.query:
            await search(page, "")

    await asyncio.gather(*(one(page) for page in pages))


async def tick(page, seconds, rate):
    """One list that changes so many times a second, by the hand of one page."""
    begin = time.perf_counter()
    for turn in range(math.ceil(seconds * rate)):
        page.due = begin + turn / rate
        await asyncio.sleep(page.due - time.perf_counter())
        page.tick(page.screen.order[turn % len(page.screen.order)])
    await asyncio.sleep(begin + seconds - time.perf_counter())
