#!/usr/bin/env python3
"""Kills a hub again and again while members bring it what they write, and looks whether it has all that it said to have.

    kills.py NURSERY

After each kill all rest. A member whose exchange had ended well, and who has written nothing since, has nothing to send
then: else the hub has lost what it acknowledged. Kills 20 times unless DAYBOOK_KILLS says how often. In the end the hub's store is sound,
all members have the same, and a trace of the system's calls shows that each page is flushed before it is answered
(strace, where it is)."""

import json
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from served import Served, founded, run  # noqa: E402

KILLS = int(os.environ.get("DAYBOOK_KILLS", "20"))
NAMES = ["ada", "ben", "cleo", "dan"]


class Member(threading.Thread):
    """Writes and exchanges until it is told to end; it rests while somebody looks."""

    def __init__(self, program: str, name: str):
        super().__init__()
        self.program, self.store = program, name
        self.ends, self.may_go, self.rests = threading.Event(), threading.Event(), threading.Event()
        self.may_go.set()
        self.acknowledged = self.failed = 0
        # Whether the hub has said to have all that is here.
        self.is_known = False

    def exchange(self) -> dict | None:
        """What an exchange came to; None when it failed."""
        done = run(self.program, "sync", "hub", "--store", self.store, "--json", check=False)
        return json.loads(done.stdout) if done.returncode == 0 and done.stdout.strip() else None

    def run(self) -> None:
        while not self.ends.is_set():
            if not self.may_go.is_set():
                self.rests.set()
                self.may_go.wait()
            self.is_known = False
            run(self.program, "add", "feed", "formula", "60ml", "--store", self.store)
            report = self.exchange()
            self.is_known = report is not None
            if report is None:
                self.failed += 1
            else:
                self.acknowledged += report["sent"]
        self.rests.set()


def lost(members: list[Member]) -> int:
    """How many transactions the hub lacks of those who have heard that it has all of theirs, while nobody writes."""
    sent = 0
    for member in members:
        if member.is_known:
            report = member.exchange()
            sent += report["sent"] if report else 1
    return sent


def main() -> int:
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["HOME"] = name
        os.chdir(name)
        hub = Served(program, folder / "pi")
        try:
            hub = kill(program, folder, hub)
            faults = settle(program, folder)
        finally:
            hub.stop()
        for store in (folder / "pi" / "spaces").iterdir():
            if run(program, "verify", "--store", str(store), check=False).returncode:
                print(f"{store} is not sound")
                faults += 1
        if shutil.which("strace"):
            faults += trace(program, folder, hub.port)
    return 1 if faults else 0


def kill(program: str, folder: pathlib.Path, hub: Served) -> Served:
    founded(program, folder / "ada")
    run(program, "sync", "hub", hub.text, "--store", "ada")
    for name in NAMES[1:]:
        run(program, "sync", "request", "--store", name, "--output", f"{name}.request")
        run(program, "sync", "enrol", f"{name}.request", "--member", name, "--store", "ada", "--output", f"{name}.invitation")
        run(program, "sync", "join", f"{name}.invitation", "--store", name)
    run(program, "sync", "hub", "--store", "ada")
    for name in NAMES[1:]:
        run(program, "sync", "hub", hub.text, "--store", name)
    members = [Member(program, name) for name in NAMES]
    for member in members:
        member.start()
    chance, began = random.Random(7), time.monotonic()
    looked = gone = 0
    try:
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.1, 0.8))
            # Some have their answer by then, and some are about to get it.
            for member in members:
                member.may_go.clear()
            time.sleep(chance.uniform(0, 0.15))
            hub.kill()
            hub = Served(program, folder / "pi", port=hub.port)
            for member in members:
                member.rests.wait()
            looked += sum(member.is_known for member in members)
            gone += lost(members)
            for member in members:
                # By who looks: a member that wakes late would seem to rest still when it is looked at next.
                member.rests.clear()
                member.may_go.set()
    finally:
        for member in members:
            member.ends.set()
            member.may_go.set()
        for member in members:
            member.join()
    told, failed = (sum(getattr(member, key) for member in members) for key in ("acknowledged", "failed"))
    print(f"{KILLS} kills in {time.monotonic() - began:.0f} s: {told} transactions acknowledged, {gone} of them lost "
          f"in {looked} looks; {failed} exchanges failed", flush=True)
    if gone or not told or not looked:
        raise SystemExit(1)
    return hub


def settle(program: str, folder: pathlib.Path) -> int:
    """Lets all exchange until they have the same. Returns how many have not."""
    for name in NAMES * 2:
        run(program, "sync", "hub", "--store", name)
    faults = sum(bool(run(program, "sync", "check", name, "--store", "ada", check=False).returncode) for name in NAMES[1:])
    print(f"{len(NAMES) - faults} of {len(NAMES)} have the same")
    return faults


def trace(program: str, folder: pathlib.Path, port: int) -> int:
    """Whether the hub flushes a page before it answers the call that brought it: one member calls, so after what was
    written to the journal no socket is written to until a flush of it has ended."""
    log, count = folder / "trace", 10
    calls = "trace=fsync,fdatasync,write,writev,pwrite64,pwritev,sendmsg,sendto"
    hub = Served(program, folder / "pi", port=port, prefix=["strace", "-f", "-y", "-o", str(log), "-e", calls])
    try:
        run(program, "sync", "hub", "--store", "ada")
        time.sleep(0.2)
        start = log.stat().st_size
        for _ in range(count):
            run(program, "add", "feed", "formula", "90ml", "--store", "ada")
            run(program, "sync", "hub", "--store", "ada")
    finally:
        children = pathlib.Path(f"/proc/{hub.process.pid}/task/{hub.process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGTERM)
        hub.process.wait(timeout=60)
    made, early, is_dirty, waiting = 0, 0, False, set()
    for line in log.read_bytes()[start:].decode(errors="replace").splitlines():
        task, _, text = line.partition(" ")
        text = text.strip()
        if text.startswith("pwrite") and "/journal" in text:
            is_dirty = True
        elif text.startswith(("fdatasync(", "fsync(")) and "/journal" in text and "unfinished" in text:
            waiting.add(task)
        elif task in waiting and "resumed" in text or text.startswith("fdatasync(") and "/journal" in text:
            waiting.discard(task)
            made, is_dirty = made + 1, False
        elif "<socket:" in text and text.startswith(("write", "send")):
            early += is_dirty
    print(f"{count} pages of one transaction: {made} flushes of the log, {early} answers before their flush")
    return 0 if made >= count and not early else 1


if __name__ == "__main__":
    sys.exit(main())
