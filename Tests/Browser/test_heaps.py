"""What the process takes its memory from."""

import concurrent.futures
import os
import pathlib

# What the C library reserves for each heap but the first, at addresses that it divides.
HEAP = 64 << 20


def heaps(server):
    """How many heaps the process has besides its first: each is in use at its beginning, and reserved behind that."""
    found, end = 0, None
    for line in pathlib.Path(f"/proc/{server.process.pid}/maps").read_text().splitlines():
        addresses, access, *_, inode = line.split()[:5]
        first, last = (int(address, 16) for address in addresses.split("-"))
        if access == "---p" and first == end and last % HEAP == 0:
            found += 1
        end = last if access == "rw-p" and inode == "0" and first % HEAP == 0 else None
    return found


def test_there_are_no_more_heaps_than_cores_however_many_threads_there_are(server):
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        assert all(answer.status == 200 for answer, _ in pool.map(lambda _: server.get(), range(200)))
    assert heaps(server) <= len(os.sched_getaffinity(0))
