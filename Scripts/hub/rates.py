#!/usr/bin/env python3
"""How fast a hub takes in what members push, over HTTP on this machine: 64 members at once, each waiting for its own
answer, all signatures checked, durable, 200 bytes an event.

    rates.py NURSERY HUBLOAD [PYTHON]

For 1, 10 and 100 events a push: events a second and the processor's time that the hub uses a push, medians of five, and
beside them as many appends to a store of the same events that nobody checks or sends, and UmaDB, if PYTHON has it. Then
how long a member takes that brings all of the last run, what 2,000 devices take in memory that wait for news, and how soon
another member has what one saves; it fails when that takes too long.
DAYBOOK_RATE_PLAIN=1 leaves out TLS, as behind a proxy."""

import json
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from served import Served, unverified  # noqa: E402

RUNS = int(os.environ.get("DAYBOOK_RATE_RUNS", "5"))
DEVICES = int(os.environ.get("DAYBOOK_RATE_DEVICES", "2000"))
HALF, MOST = 50, 250
OPTIONS = ["--behind-proxy"] if os.environ.get("DAYBOOK_RATE_PLAIN") == "1" else []


class Load:
    """The members, in a process of their own."""

    def __init__(self, program: str, folder: pathlib.Path, *options: object):
        self.process = subprocess.Popen(
            [program, "--at", str(folder), *map(str, options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.appended = self.told()["appended"]

    def told(self) -> dict:
        return json.loads(self.process.stdout.readline())

    def say(self, text: str) -> None:
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def push(nursery: str, program: str, folder: pathlib.Path, events: int, pushes: int) -> None:
    load = Load(program, folder / f"load-{events}", "--events", events, "--pushes", pushes, "--catch-up")
    rates, costs, caught = [], [], []
    for number in range(RUNS):
        hub = Served(nursery, folder / f"hub-{events}-{number}", *OPTIONS)
        try:
            load.say(hub.text)
            load.told()
            used = hub.cpu()
            load.say("")
            result = load.told()
            # The member that catches up costs the hub something too, but little.
            costs.append((hub.cpu() - used) / result["pushes"] * 1e6)
            rates.append(result["pushes"] * events / result["seconds"])
            if number == 0:
                caught = result["catchUp"]
        finally:
            hub.stop()
    appended = 64 * pushes * events / load.appended
    print(f"{events:4} events a push: {statistics.median(rates):9,.0f} events/s ({min(rates):,.0f} to {max(rates):,.0f}), "
          f"{statistics.median(costs):5.0f} µs of the hub's processor a push; "
          f"appended alone {appended:,.0f} events/s", flush=True)
    print(f"     a member brings {caught[0]:,.0f} transactions in {caught[1]:.1f} s", flush=True)
    load.end()


def beside(python: str, folder: pathlib.Path, events: int, pushes: int) -> None:
    """The same work by UmaDB, without signatures and TLS."""
    done = subprocess.run(
        [python, pathlib.Path(__file__).with_name("umadb_rates.py"), folder / f"umadb-{events}", str(events), str(pushes)],
        stdout=subprocess.PIPE, text=True, check=True, timeout=600)
    result = json.loads(done.stdout)
    print(f"     UmaDB over gRPC: {result['rate']:,.0f} events/s, {result['cost']:.0f} µs of its processor a push", flush=True)


def save(nursery: str, program: str, folder: pathlib.Path) -> bool:
    """How soon another member has what one saves, while both follow the hub. Whether that is soon
    enough."""
    load = Load(program, folder / "load-save", "--members", 2, "--pushes", 0, "--saves", 200)
    hub = Served(nursery, folder / "hub-save", *OPTIONS)
    try:
        load.say(hub.text)
        load.told()
        load.say("")
        times = load.told()["milliseconds"]
    finally:
        hub.stop()
        load.end()
    half, most = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{len(times)} saves: half are at another member within {half:.1f} ms, 99 of 100 within {most:.1f} ms "
          f"(wanted: {HALF} and {MOST})", flush=True)
    return half <= HALF and most <= MOST


def wait(nursery: str, program: str, folder: pathlib.Path) -> None:
    """Devices that wait for news: each has a connection of its own."""
    load = Load(program, folder / "load-wait", "--members", DEVICES // 16 + 1, "--pushes", 0)
    hub = Served(nursery, folder / "hub-wait", *OPTIONS)
    try:
        load.say(hub.text)
        told = load.told()
        before, context, waiting = hub.memory(), unverified(), []
        vector = everything(told["founder"])
        for number in range(DEVICES):
            connection = socket.create_connection(("127.0.0.1", hub.port))
            if not OPTIONS:
                connection = context.wrap_socket(connection)
            session = told["sessions"][number % len(told["sessions"])]
            connection.sendall((f"POST /daybook/1/{told['space']}/changed HTTP/1.1\r\nHost: hub\r\n"
                                f"Authorization: Daybook {session}\r\nContent-Length: {len(vector)}\r\n\r\n").encode() + vector)
            waiting.append(connection)
        time.sleep(2)
        answered = 0
        for connection in waiting:
            connection.setblocking(False)
            try:
                answered += bool(connection.recv(1))
            except OSError:
                pass
        print(f"{DEVICES} devices wait: {hub.memory() >> 20} MiB, {before >> 20} before; {answered} were answered at once")
    finally:
        hub.stop()
        load.end()


def everything(founder: str) -> bytes:
    """A version vector that holds more of the founder than there will be, so that nothing is news."""
    replica = bytes.fromhex(founder.replace("-", ""))
    entry = b"\x0a\x10" + replica + b"\x10\xff\xff\xff\xff\x07"
    return b"\x0a" + bytes([len(entry)]) + entry


def main() -> int:
    nursery, program = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for events, pushes in (1, 200), (10, 100), (100, 24):
            push(nursery, program, folder, events, pushes)
            if len(sys.argv) > 3 and subprocess.run([sys.argv[3], "-c", "import umadb"]).returncode == 0:
                beside(sys.argv[3], folder, events, pushes)
        wait(nursery, program, folder)
        return 0 if save(nursery, program, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
