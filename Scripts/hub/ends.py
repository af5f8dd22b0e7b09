#!/usr/bin/env python3
"""Ends a hub with SIGTERM while calls are under way: what was begun is ended, nobody new is let in, and the hub ends with 0.

    ends.py NURSERY"""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from served import Served, founded, run, unverified  # noqa: E402


def half_call(port: int) -> tuple:
    """A call of which the head and a half of the body were sent, and the rest."""
    body = b"\x0a\x10" + bytes(16)
    head = (b"POST /daybook/1/00000000-0000-0000-0000-000000000000/letters HTTP/1.1\r\nHost: hub\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body))
    connection = unverified().wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=60))
    connection.sendall(head + body[:9])
    return connection, body[9:]


def is_closed(port: int) -> bool:
    """Whether nobody new is let in."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        return False
    except OSError:
        return True


def end_call(program: str, folder: pathlib.Path) -> int:
    """A call whose body has come by half when the signal comes."""
    hub = Served(program, folder / "pi")
    connection, rest = half_call(hub.port)
    # The server has it by then, also on a busy machine.
    time.sleep(2)
    hub.process.send_signal(signal.SIGTERM)
    end = time.monotonic() + 30
    while not is_closed(hub.port):
        if time.monotonic() > end:
            print("the hub goes on taking connections")
            return 1
        time.sleep(0.02)
    if not hub.is_running():
        print("the hub has not waited for the call")
        return 1
    connection.sendall(rest)
    answer = b""
    while more := connection.recv(65536):
        answer += more
        if b"\r\n\r\n" in answer:
            break
    status = hub.process.wait(timeout=60)
    print(f"a call that was half there is answered with {answer[9:12].decode()}, and the hub ends with {status}")
    # No such box, which is an answer like any other.
    return 0 if answer.startswith(b"HTTP/1.1 404 ") and status == 0 else 1


def end_exchanges(program: str, folder: pathlib.Path) -> int:
    """Exchanges that are under way: each ends well or says that the hub is gone, and nothing is lost."""
    founded(program, pathlib.Path("ada"))
    hub = Served(program, folder / "hub")
    run(program, "sync", "hub", hub.text, "--store", "ada")
    text, port, faults, whole = hub.text, hub.port, 0, 0
    for number in range(6):
        for _ in range(4):
            run(program, "add", "feed", "formula", "60ml", "--store", "ada")
        exchange = subprocess.Popen(
            [program, "sync", "hub", text, "--store", "ada"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(0.08 * number)
        status = hub.stop()
        said = exchange.communicate()[1]
        if status or exchange.returncode and "hub" not in said:
            print(f"the hub ends with {status}, the exchange with {exchange.returncode}: {said}")
            faults += 1
        whole += exchange.returncode == 0
        hub = Served(program, folder / "hub", port=port)
        run(program, "sync", "hub", "--store", "ada")
        if run(program, "sync", "check", text, "--store", "ada", check=False).returncode:
            print("the hub and the phone differ")
            faults += 1
    hub.stop()
    [space] = (folder / "hub" / "spaces").iterdir()
    faults += bool(run(program, "verify", "--store", str(space), check=False).returncode)
    print(f"6 exchanges while the hub ended: {whole} ended well, and afterwards both sides had the same; {faults} faults")
    return faults


def main() -> int:
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        os.environ["HOME"] = name
        os.chdir(name)
        folder = pathlib.Path(name)
        return 1 if end_call(program, folder) + end_exchanges(program, folder) else 0


if __name__ == "__main__":
    sys.exit(main())
