#!/usr/bin/env python3
"""One peer that Python can reach: single appends, batches of 1,000, a replay of all.

elsewhere.py runs it in an environment that has the peer's client: elsewhere_peers.py NAME DIRECTORY.
Prints one JSON object. A payload has 97 bytes, as long as a feed's.
"""
import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path

SINGLES, BATCHES, BATCH = 300, 20, 1_000
ALL = SINGLES + BATCHES * BATCH
PAYLOAD = bytes(97)


@contextlib.contextmanager
def server(command, port):
    """A server that listens on a port of this machine, for as long as it is needed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{command[0]} does not listen")
            time.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def timed(count, body):
    """Microseconds of one of `count` operations."""
    start = time.perf_counter()
    body()
    return (time.perf_counter() - start) * 1e6 / count


def umadb(directory):
    import umadb as client

    port = free_port()
    binary = Path(sys.executable).with_name("umadb")
    with server([binary, "--db-path", str(directory), "--listen", f"127.0.0.1:{port}"],
                port) as address:
        store = client.Client(f"http://{address}")

        def append(count):
            store.append([client.Event("feed.recorded", PAYLOAD, tags=["baby"])
                          for _ in range(count)])

        return {
            "single": timed(SINGLES, lambda: [append(1) for _ in range(SINGLES)]),
            "batch": timed(BATCHES * BATCH, lambda: [append(BATCH) for _ in range(BATCHES)]),
            "replay": timed(ALL, lambda: counted(sum(1 for _ in store.read())))}


def eventsourcing(directory):
    from eventsourcing.persistence import StoredEvent
    from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

    recorder = SQLiteApplicationRecorder(SQLiteDatastore(str(directory / "events.sqlite")))
    recorder.create_table()

    def append(count):
        recorder.insert_events([
            StoredEvent(uuid.uuid4(), 1, "feed.recorded", PAYLOAD) for _ in range(count)])

    def replay():
        counted(len(recorder.select_notifications(start=1, limit=ALL)))

    return {
        "single": timed(SINGLES, lambda: [append(1) for _ in range(SINGLES)]),
        "batch": timed(BATCHES * BATCH, lambda: [append(BATCH) for _ in range(BATCHES)]),
        "replay": timed(ALL, replay)}


def nats(directory):
    port = free_port()
    with server(["nats-server", "-js", "-sd", str(directory), "-a", "127.0.0.1", "-p", str(port)],
                port) as address:
        return asyncio.run(nats_works(address))


async def nats_works(address):
    import nats as client

    connection = await client.connect(f"nats://{address}")
    stream = connection.jetstream()
    await stream.add_stream(name="events", subjects=["events"])
    times = {}

    async def timed_work(name, count, work):
        start = time.perf_counter()
        await work()
        times[name] = (time.perf_counter() - start) * 1e6 / count

    async def singles():
        for _ in range(SINGLES):
            await stream.publish("events", PAYLOAD)

    async def batches():
        for _ in range(BATCHES):
            await asyncio.gather(*(stream.publish("events", PAYLOAD) for _ in range(BATCH)))

    async def replay():
        reader, seen = await stream.pull_subscribe("events", "replay"), 0
        while seen < ALL:
            messages = await reader.fetch(min(BATCH, ALL - seen), timeout=10)
            for message in messages:
                await message.ack()
            seen += len(messages)

    await timed_work("single", SINGLES, singles)
    await timed_work("batch", BATCHES * BATCH, batches)
    await timed_work("replay", ALL, replay)
    await connection.close()
    return times


def counted(found):
    if found != ALL:
        sys.exit(f"{found} events instead of {ALL}")


if __name__ == "__main__":
    works = {"umadb": umadb, "eventsourcing": eventsourcing, "nats": nats}[sys.argv[1]]
    print(json.dumps(works(Path(sys.argv[2]))))
