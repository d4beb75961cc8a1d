"""What people do on pages: look around, tick, come and go."""

import asyncio
import random
import time


async def keep_acknowledging(pages):
    """Every page says every five seconds what has arrived, as the client's script does; not all at the same time."""
    turn, slices = 0, 50
    while True:
        await asyncio.sleep(5 / slices)
        for page in pages()[turn % slices::slices]:
            page.acknowledge()
        turn += 1


async def act(pages, seconds, pause):
    """Act as people do: mostly look for something, sometimes tick a todo. `pause` is the mean time between acts of one."""

    async def one(page):
        end = time.monotonic() + seconds
        while (rest := random.expovariate(1 / pause)) < end - time.monotonic():
            await asyncio.sleep(rest)
            if random.random() < 0.25 and page.screen.order:
                page.tick(random.choice(page.screen.order))
            else:
                # Looked for, found to be everything, and so without a change of the rows.
                page.act(page.search_field, "c", random.choice(["todo", "Todo", ""]))

    await asyncio.gather(*(one(page) for page in pages))


def rest(pages):
    """They look for nothing any more."""
    for page in pages:
        page.act(page.search_field, "c", "")


async def tick(page, seconds, rate):
    """One list that changes so many times a second, by the hand of one page."""
    end, turn, next_tick = time.monotonic() + seconds, 0, time.monotonic()
    while time.monotonic() < end:
        page.tick(page.screen.order[turn % len(page.screen.order)])
        turn += 1
        next_tick += 1 / rate
        await asyncio.sleep(max(0, next_tick - time.monotonic()))
