"""How pages are fetched."""

import asyncio

import pytest

from machine import free_port
from web import Site


def test_a_page_that_does_not_come_is_waited_for_no_longer_than_a_while():
    async def run():
        port, done = free_port(), asyncio.Event()

        async def silent(reader, writer):
            await done.wait()
            writer.close()

        async with await asyncio.start_server(silent, "127.0.0.1", port):
            site = Site(port, is_secure=False)
            site.patience = 0.1
            try:
                await asyncio.wait_for(site.get(), 5)
            finally:
                done.set()

    with pytest.raises(ConnectionError, match="/ hasn't come within 0.1 s"):
        asyncio.run(run())
