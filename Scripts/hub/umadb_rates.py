#!/usr/bin/env python3
"""What UmaDB takes in from 64 clients at once, each waiting for its own answer, for rates.py: over gRPC without TLS, with
no signatures, 200 bytes an event, durable before it answers (two flushes a commit, counted by strace).

    umadb_rates.py DIRECTORY EVENTS PUSHES

Needs the package umadb, which brings its server. Prints one JSON object: events a second, medians of as many runs as
DAYBOOK_RATE_RUNS says, and microseconds of the server's processor a push."""

import json
import multiprocessing
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import umadb

from served import processor

RUNS = int(os.environ.get("DAYBOOK_RATE_RUNS", "5"))
# Threads of one process share an interpreter's lock.
PROCESSES, THREADS = 8, 8
PAYLOAD = bytes(200)


def push(address: str, events: int, pushes: int, ready, begin) -> None:
    """Eight clients, each with a connection of its own."""
    def one() -> None:
        try:
            client = umadb.Client(address)
            client.head()
            ready.release()
            begin.wait()
            for _ in range(pushes):
                client.append([umadb.Event("noted", PAYLOAD) for _ in range(events)])
        except BaseException as error:
            print(error, file=sys.stderr)
            os._exit(1)

    threads = [threading.Thread(target=one) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def run(directory: Path, events: int, pushes: int) -> tuple[float, float]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    directory.mkdir(parents=True)
    server = subprocess.Popen(
        [Path(sys.executable).with_name("umadb"), "--db-path", directory, "--listen", f"127.0.0.1:{port}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() > deadline:
                    sys.exit("UmaDB does not listen")
                time.sleep(0.05)
        ready, begin = multiprocessing.Semaphore(0), multiprocessing.Event()
        clients = [
            # Ended with this process: else one that waits to begin would keep it for ever.
            multiprocessing.Process(target=push, args=(f"http://127.0.0.1:{port}", events, pushes, ready, begin), daemon=True)
            for _ in range(PROCESSES)]
        for client in clients:
            client.start()
        for _ in range(PROCESSES * THREADS):
            if not ready.acquire(timeout=60):
                sys.exit("a client of UmaDB does not begin")
        used, began = processor(server.pid), time.monotonic()
        begin.set()
        for client in clients:
            client.join()
            if client.exitcode:
                sys.exit("a client of UmaDB failed")
        seconds, count = time.monotonic() - began, PROCESSES * THREADS * pushes
        return count * events / seconds, (processor(server.pid) - used) / count * 1e6
    finally:
        server.terminate()
        server.wait(20)


def main() -> None:
    directory, events, pushes = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    results = [run(directory / str(number), events, pushes) for number in range(RUNS)]
    print(json.dumps({
        "rate": statistics.median(rate for rate, _ in results),
        "cost": statistics.median(cost for _, cost in results)}))


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
