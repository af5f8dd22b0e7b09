#!/usr/bin/env python3
"""Means harm to a hub over real sockets: calls whose bodies and heads were changed, senders that are slow, streams that
are reset at once, connections on which nothing comes. The hub must not end, hang or answer 5xx, and others get their
answers meanwhile.

    hostile.py NURSERY

While streams are reset, others wait at most twice as long for their answers, and 3 ms, and the hub uses a quarter of a
processor at most. Changes 5,000 calls unless DAYBOOK_HOSTILE_CALLS says how many, and with DAYBOOK_HOSTILE_WAIT=1 it waits until the hub
has closed what is slow, which takes two minutes."""

import collections
import multiprocessing
import os
import pathlib
import random
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from served import Honest, Served, founded, run, unverified  # noqa: E402

CALLS = int(os.environ.get("DAYBOOK_HOSTILE_CALLS", "5000"))
WAITS = os.environ.get("DAYBOOK_HOSTILE_WAIT") == "1"
CALLERS = 4
faults: list[str] = []


def fault(text: str) -> None:
    print("FAULT:", text, flush=True)
    faults.append(text)


# Recording


def received(connection: socket.socket, rest: bytes = b"") -> tuple[bytes, bytes, bytes] | None:
    """The head and the body of one message, and what came after it; None at the end of the connection."""
    while b"\r\n\r\n" not in rest:
        more = connection.recv(65536)
        if not more:
            return None
        rest += more
    head, rest = rest.split(b"\r\n\r\n", 1)
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
        if name.lower() == b"transfer-encoding":
            while not rest.endswith(b"0\r\n\r\n"):
                rest += connection.recv(65536)
            return head, rest, b""
    while len(rest) < length:
        more = connection.recv(65536)
        if not more:
            return None
        rest += more
    return head, rest[:length], rest[length:]


class Recorder:
    """A proxy before the hub that notes the calls of real members, with their sessions."""

    def __init__(self, inside: int):
        self.inside, self.calls = inside, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            near, _ = self.listener.accept()
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self.inside))
        rest = b""
        while message := received(near, rest):
            head, body, rest = message
            self.calls.append((head, body))
            far.sendall(head + b"\r\n\r\n" + body)
            answer = received(far)
            if answer is None:
                break
            near.sendall(answer[0] + b"\r\n\r\n" + answer[1])
        near.close()


# Changed calls


def changed(data: bytes, chance: random.Random) -> bytes:
    bytes_ = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 8])):
        kind, place = chance.randrange(6), chance.randrange(len(bytes_) + 1)
        if kind == 0 and bytes_:
            bytes_[place % len(bytes_)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            bytes_[place:place] = chance.randbytes(chance.randrange(1, 20))
        elif kind == 2:
            del bytes_[place:place + chance.randrange(1, 50)]
        elif kind == 3:
            bytes_[place:place] = bytes_[:chance.randrange(200)]
        elif kind == 4:
            bytes_[place:place] = bytes([0xFF] * chance.randrange(1, 12))
        else:
            bytes_[place:] = b""
    return bytes(bytes_)


def call(head: bytes, body: bytes, chance: random.Random) -> bytes:
    """A call of which the body or the head was changed."""
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith((b"content-length", b"transfer-"))]
    lines.insert(1, b"X-Forwarded-For: 10.%d.%d.1" % (chance.randrange(256), chance.randrange(256)))
    if chance.randrange(4):
        body = changed(body, chance)
    elif chance.randrange(2):
        lines[chance.randrange(len(lines))] = changed(lines[chance.randrange(len(lines))], chance)
    else:
        lines += [b"X-%d: %s" % (number, b"y" * chance.randrange(2000)) for number in range(chance.randrange(60))]
    length = len(body) if chance.randrange(20) else chance.choice([0, -1, 1 << 70, len(body) + 5, 9 << 30])
    return b"\r\n".join(lines) + b"\r\nContent-Length: %d\r\n\r\n" % length + body


def change_calls(port: int, calls: list, count: int, seed: int) -> collections.Counter:
    """How often which status came, and what an answer says that blames the hub."""
    chance, connection, rest = random.Random(seed), None, b""
    statuses: collections.Counter = collections.Counter()
    for _ in range(count):
        try:
            if connection is None:
                connection = socket.create_connection(("127.0.0.1", port), timeout=20)
                rest = b""
            connection.sendall(call(*chance.choice(calls), chance))
            # A call that says to be longer than it is would wait for its end.
            connection.settimeout(0.3 if chance.randrange(2) else 1)
            answer = received(connection, rest)
            if answer is None:
                raise ConnectionError
            status, rest = int(answer[0].split(b" ", 2)[1]), answer[2]
            statuses[status if status < 500 else f"{status}: {answer[0][:100]!r} {answer[1][:200]!r}"] += 1
        except TimeoutError:
            statuses["no end"] += 1
            connection.close()
            connection = None
        except OSError:
            statuses["closed"] += 1
            if connection:
                connection.close()
            connection = None
    return statuses


# Slow senders, resets, silence


def slow(port: int, start: bytes, tls: bool, count: int) -> list[socket.socket]:
    """Connections on which a call begins and never ends."""
    made, context = [], unverified()
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port), timeout=10)
        if tls:
            connection = context.wrap_socket(connection)
        if start:
            connection.sendall(start)
        connection.setblocking(False)
        made.append(connection)
    return made


def drip(connections: list[socket.socket], seconds: float) -> None:
    """Sends one byte more on each, every second."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for connection in connections:
            try:
                connection.send(b"x")
            except OSError:
                pass
        time.sleep(1)


def open_count(connections: list[socket.socket]) -> int:
    count = 0
    for connection in connections:
        try:
            while connection.recv(65536):
                pass
        except (BlockingIOError, InterruptedError):
            count += 1
        except OSError as error:
            count += "WANT_READ" in str(error) or "did not complete" in str(error)
    return count


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def reset_streams(port: int, seconds: float, counts: list) -> None:
    """Opens streams of HTTP/2 and resets each at once (CVE-2023-44487)."""
    def text(value: bytes) -> bytes:
        return bytes([len(value)]) + value

    # :method POST, :scheme https, :path and :authority as they are.
    head = b"\x83\x87\x04" + text(b"/daybook/1/terms") + b"\x01" + text(b"hub")
    end, context = time.monotonic() + seconds, unverified()
    context.set_alpn_protocols(["h2"])
    while time.monotonic() < end:
        try:
            connection = context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=5))
            connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b""))
            stream = 1
            while time.monotonic() < end:
                burst = b""
                for _ in range(50):
                    burst += frame(1, 4, stream, head) + frame(3, 0, stream, struct.pack(">I", 8))
                    stream += 2
                connection.sendall(burst)
                counts[0] += 50
        except OSError:
            counts[1] += 1


# The whole


def main() -> int:
    if sys.argv[1] == "--reset-streams":
        counts = [0, 0]
        reset_streams(int(sys.argv[2]), float(sys.argv[3]), counts)
        print(*counts)
        return 0
    program = os.path.abspath(sys.argv[1])
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 20000), most))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["HOME"] = name
        os.chdir(name)
        founded(program, folder / "ada")
        change(program, folder)
        silence(program, folder)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def change(program: str, folder: pathlib.Path) -> None:
    """Calls of real members, changed, to a hub without TLS."""
    began = Served(program, folder / "plain", "--behind-proxy", "--address", "http://127.0.0.1:1")
    recorder = Recorder(began.port)
    began.stop()
    hub = Served(program, folder / "plain", "--behind-proxy", "--address", f"http://127.0.0.1:{recorder.port}")
    recorder.inside = hub.port
    try:
        for number in range(max(4, min(CALLS // 2000, 40))):
            run(program, "add", "feed", "formula", f"{60 + number}ml", "--store", "ada")
            run(program, "sync", "hub", hub.text, "--store", "ada")
        # Who waits for news waits for long.
        calls = [one for one in recorder.calls if not one[0].split(b" ")[1].endswith(b"/changed")]
        honest = Honest(hub.port, False)
        before = honest.median(2)
        started = time.monotonic()
        # In processes of their own, which yield to others: else what they do themselves is measured.
        with multiprocessing.get_context("fork").Pool(CALLERS, os.nice, (19,)) as callers:
            told = callers.starmap_async(
                change_calls, [(hub.port, calls, CALLS // CALLERS, seed) for seed in range(CALLERS)])
            during = honest.median(2)
            statuses = sum(told.get(), collections.Counter())
        if not hub.is_running():
            fault("the hub has ended")
        for status in filter(lambda status: str(status).startswith("5"), statuses):
            fault(str(status))
        statuses = dict(statuses)
        print(f"{CALLS} changed calls in {time.monotonic() - started:.0f} s: {statuses}")
        print(f"others got answers in {before[0]:.1f} ms before, in {during[0]:.1f} ms meanwhile "
              f"(99 of 100: {before[1]:.1f}, {during[1]:.1f})")
        run(program, "sync", "hub", "--store", "ada")
    finally:
        status = hub.stop()
    if status:
        fault(f"the hub ends with {status}")
    for store in (folder / "plain" / "spaces").iterdir():
        if run(program, "verify", "--store", str(store), check=False).returncode:
            fault(f"{store} is not sound")


def silence(program: str, folder: pathlib.Path) -> None:
    """Slow senders, resets and half-open connections, to a hub with TLS."""
    hub = Served(program, folder / "tls")
    honest = Honest(hub.port, True)
    try:
        before = honest.median(2)
        space = b"POST /daybook/1/%s/letters HTTP/1.1\r\nHost: hub\r\n" % (b"0" * 8 + b"-0000-0000-0000-" + b"0" * 12)
        made = {
            "half-open, without a byte": slow(hub.port, b"", False, 2000),
            "half of a TLS hello": slow(hub.port, b"\x16\x03\x01\x02\x00\x01", False, 200),
            "TLS, and no call": slow(hub.port, b"", True, 200),
            "a head that does not end": slow(hub.port, space + b"X-A: ", True, 200),
            "a body that does not end": slow(hub.port, space + b"Content-Length: 4000\r\n\r\n", True, 200),
        }
        report(hub, "2,800 open connections", before, honest.median(2))
        # In processes of their own, which yield to others: else what they do themselves is measured.
        resets = [
            subprocess.Popen(
                [sys.executable, __file__, "--reset-streams", str(hub.port), "6"], stdout=subprocess.PIPE, text=True,
                preexec_fn=lambda: os.nice(19)) for _ in range(2)]
        time.sleep(1)
        used = hub.cpu()
        during = honest.median(4)
        used = (hub.cpu() - used) / 4
        counts = [list(map(int, one.communicate()[0].split())) for one in resets]
        report(hub, f"{sum(count[0] for count in counts)} streams reset, {sum(count[1] for count in counts)} times cut off",
               before, during)
        print(f"the hub used {used:.0%} of a processor meanwhile")
        if not all(sum(count[place] for count in counts) for place in (0, 1)):
            fault(f"the resets did not come to the hub, or it let them all pass: {counts}")
        # The machine may have got other work since it was looked at before.
        if during[0] > 2 * max(before[0], honest.median(2)[0]) + 3:
            fault("others wait for those who reset streams")
        if WAITS:
            slowly = [made[key] for key in made if "does not end" in key]
            for _ in range(12):
                drip([one for group in slowly for one in group], 10)
            for key, connections in made.items():
                left = open_count(connections)
                print(f"after two minutes {left} of {len(connections)} are open: {key}")
                if left:
                    fault(f"{left} connections stay open: {key}")
        for connections in made.values():
            for connection in connections:
                connection.close()
        time.sleep(1)
        used = hub.cpu()
        time.sleep(2)
        if hub.cpu() - used > 1:
            fault("the hub works while nobody calls")
        print(f"the hub has {hub.memory() >> 20} MiB in memory")
    finally:
        if hub.stop():
            fault("the hub ends badly")


def report(hub: Served, what: str, before: tuple, during: tuple) -> None:
    if not hub.is_running():
        fault(f"the hub has ended: {what}")
    print(f"{what}: others got answers in {before[0]:.1f} ms before, in {during[0]:.1f} ms meanwhile "
          f"(99 of 100: {before[1]:.1f}, {during[1]:.1f}); {hub.memory() >> 20} MiB")


if __name__ == "__main__":
    sys.exit(main())
