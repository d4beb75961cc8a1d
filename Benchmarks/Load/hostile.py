"""Clients that are slow, broken or hostile. What becomes of them doesn't matter; the others mustn't notice."""

import asyncio
import random

from web import addresses


async def half_request(site):
    """Begins a request and never ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port, local_addr=(next(addresses), 0))
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.")
    await writer.drain()
    await reader.read()


async def nonsense(site):
    """Sends bytes that mean nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port, local_addr=(next(addresses), 0))
    writer.write(random.randbytes(20_000))
    await reader.read()
    writer.close()


async def flood(make):
    """Sends intents as fast as they go, in the wrong order and out of the blue."""
    page = await make().open()
    for number in range(20_000):
        if page.transport.is_closing():
            return
        page.say("i", random.choice([number, 5, 0]), random.randrange(60), random.choice("tcsz"), "x" * 20)
        if number % 200 == 0:
            await asyncio.sleep(0.02)
    page.close()


async def deaf(make):
    """Opens a page and reads nothing of what comes."""
    page = await make().open()
    page.transport.pause_reading()
    await asyncio.sleep(20)
    page.close()


async def keep_on(site, make):
    """All of them, again and again, until cancelled."""
    while True:
        acts = [half_request(site), nonsense(site), flood(make), deaf(make), half_request(site)]
        tasks = [asyncio.create_task(asyncio.wait_for(act, 25)) for act in acts]
        try:
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            for task in tasks:
                task.cancel()
