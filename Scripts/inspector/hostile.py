#!/usr/bin/env python3
"""Means harm to a running inspector: other names of this machine, other origins, other secrets, requests whose bytes
were changed, connections that say nothing. It must not answer any of them, nor end, nor hang.

    hostile.py NURSERY

Changes 3,000 requests unless DAYBOOK_HOSTILE_REQUESTS says how many."""

import os
import random
import socket
import sys
import threading
import time

from faults import end, expect, fault
from served import NOW, Inspected, family, folder, run, waited
from strangers import names, requests, secrets

REQUESTS = int(os.environ.get("DAYBOOK_HOSTILE_REQUESTS", "3000"))


def doors(served: Inspected) -> None:
    """Who may ask, and what comes with every answer."""
    host = f"127.0.0.1:{served.port}"
    status, headers, _ = served.ask("log")
    if status != 200:
        fault(f"the log: {status}")
    for name, value in (
        ("cache-control", "no-store"), ("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ):
        if headers.get(name) != value:
            fault(f"{name} is {headers.get(name)}")
    policy = headers.get("content-security-policy", "")
    for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"):
        if part not in policy:
            fault(f"the policy lacks {part}")
    if "unsafe" in policy:
        fault("the policy allows what stands within pages")
    if "server" in headers:
        fault("it says which server it is")
    expect("localhost", 200, served.ask("log", Host=f"localhost:{served.port}"))
    expect("::1", 200, served.ask("log", Host=f"[::1]:{served.port}"))
    for name in ("evil.example", f"evil.example:{served.port}", "127.0.0.1", f"127.0.0.1.evil.example:{served.port}",
                 f"127.0.0.1:{served.port + 1}"):
        expect(f"the host {name}", 403, served.ask("log", Host=name))
    for origin in ("http://evil.example", "null", f"https://{host}", f"http://localhost:{served.port}"):
        expect(f"the origin {origin}", 403, served.ask("log", Origin=origin))
    expect("its own origin", 200, served.ask("log", Origin=f"http://{host}"))
    secret = served.path.strip("/")
    if len(secret) != 32:
        fault("the secret has not 128 bits")
    for path in ("/", "/log", "//log", f"/{secret}", f"/{secret}x/log", f"/{secret[:-1]}/log", f"/{'0' * 32}/log",
                 f"/{secret}/../log", f"/{secret}/log/", "/favicon.ico"):
        expect(f"the path {path}", 404, served.ask(path))
    expect("a form without an origin", 403, served.ask("undo", "POST", "n=1"))
    expect("a form of elsewhere", 403, served.ask("undo", "POST", "n=1", Origin="http://evil.example"))
    expect("a form that is too long", 413, served.ask("undo", "POST", "n" * 20000, Origin=f"http://{host}"))
    expect("another method", 405, served.ask("log", "DELETE"))
    expect("an address that is too long", 403, served.ask("log?q=" + "a" * 9000))
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        address = connection.getsockname()[0]
        if address != "127.0.0.1":
            fault("it answers elsewhere")


def waiting(served: Inspected) -> None:
    """Who is gone holds no place of those who wait for news."""
    asked = f"GET {served.path}news?after=999999 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode()
    for half in (True, False):
        connections = []
        for _ in range(40):
            connection = socket.create_connection(("127.0.0.1", served.port), timeout=10)
            connection.sendall(asked)
            connections.append(connection)
        time.sleep(0.5)
        for connection in connections:
            if half:
                connection.shutdown(socket.SHUT_WR)
            else:
                connection.close()
        began = time.monotonic()
        expect("the log beside those who were gone", 200, served.ask("log"))
        if time.monotonic() - began > 5:
            fault(f"who has {'half ' if half else ''}closed holds places for {time.monotonic() - began:.0f} s")
        for connection in connections:
            connection.close()


def opened(nursery: str, store: str, place: str) -> None:
    """What a browser is started with does not hold the secret."""
    folder = os.path.join(place, "commands")
    os.makedirs(folder)
    opener, told = os.path.join(folder, "xdg-open"), os.path.join(place, "told")
    with open(opener, "w") as file:
        file.write(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > {told}.new; cp \"$1\" {told}.page; "
                   f"stat -c '%a' \"$1\" \"$(dirname \"$1\")\" > {told}.modes; mv {told}.new {told}\n")
    os.chmod(opener, 0o755)
    environment = {"DAYBOOK_NOW": NOW, "PATH": f"{folder}:{os.environ['PATH']}"}
    with Inspected(nursery, store, "--open", environment=environment) as served:
        if not waited(10, lambda: os.path.exists(told)):
            fault("no browser was started")
            return
        words = open(told).read()
        if served.path.strip("/") in words:
            fault(f"a browser is started with the secret: {words}")
            return
        if served.address not in open(told + ".page").read():
            fault("the file does not lead to the pages")
        if open(told + ".modes").read().split() != ["600", "700"]:
            fault(f"others may read the file: {open(told + '.modes').read()}")
    if os.path.exists(words.split()[0]):
        fault("the file is still there")


def elsewhere(served: Inspected) -> None:
    """No address but this machine's own leads to it."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))
        own = probe.getsockname()[0]
    except OSError:
        return
    finally:
        probe.close()
    try:
        socket.create_connection((own, served.port), timeout=2).close()
        fault(f"it answers at {own}")
    except OSError:
        pass


def mutated(served: Inspected, seed: int, count: int) -> None:
    """Requests whose bytes were changed, over connections that are kept as long as they are."""
    chance = random.Random(seed)
    pages = ["log?q=kind:feed", "transaction?n=5", "entities?kind=feed", "view?name=nursery.historyGroups", "time?n=5",
             "health", "stores", "why?view=nursery.historyGroups&key=0x00", "style.css"]
    connection = None
    for _ in range(count):
        request = bytearray(
            f"GET {served.path}{chance.choice(pages)} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(request))
            sort = chance.randrange(3)
            if sort == 0:
                request[place] = chance.randrange(256)
            elif sort == 1:
                del request[place]
            else:
                request[place:place] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 20)))
        try:
            if connection is None:
                connection = socket.create_connection(("127.0.0.1", served.port), timeout=5)
                connection.settimeout(0.2)
            connection.sendall(request)
            answer = connection.recv(65536)
            if answer.startswith(b"HTTP/1.1 500"):
                fault(f"{bytes(request)!r}: 500")
            whole = b"\r\n\r\n" in answer and b"connection: close" not in answer.lower()
            if not whole:
                connection.close()
                connection = None
            else:
                # The rest of a long page.
                connection.close()
                connection = None
        except OSError:
            if connection:
                connection.close()
            connection = None
    if connection:
        connection.close()


def main() -> None:
    nursery = os.path.abspath(sys.argv[1])
    with folder() as place:
        store = family(nursery, place)
        before = run(nursery, "stats", "--json", store=store)
        with Inspected(nursery, store, "--write", environment={"DAYBOOK_NOW": NOW}) as served:
            for look in (doors, names, secrets, requests, waiting, elsewhere):
                look(served)
            began = time.monotonic()
            threads = [threading.Thread(target=mutated, args=(served, seed, REQUESTS // 4)) for seed in range(4)]
            for thread in threads:
                thread.start()
            # Others get their answers meanwhile.
            slowest = 0.0
            while any(thread.is_alive() for thread in threads):
                asked = time.monotonic()
                expect("the log meanwhile", 200, served.ask("log"))
                slowest = max(slowest, time.monotonic() - asked)
                time.sleep(0.2)
            print(f"{REQUESTS} changed requests in {time.monotonic() - began:.1f} s, the slowest page meanwhile "
                  f"{slowest * 1000:.0f} ms", flush=True)
            idle = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(20)]
            expect("the log beside connections that say nothing", 200, served.ask("log"))
            for connection in idle:
                connection.close()
            if served.process.poll() is not None:
                fault("it ended")
        opened(nursery, store, place)
        if run(nursery, "stats", "--json", store=store) != before:
            fault("something was written")
    end("nothing got in")


if __name__ == "__main__":
    main()
