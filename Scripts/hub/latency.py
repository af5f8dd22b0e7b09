#!/usr/bin/env python3
"""How soon a save on one phone is on the other, by way of a hub on this machine: both phones run `sync hub --follow`.

    latency.py NURSERY [--saves 200] [--half 50] [--most 250]

A save counts from the moment at which `nursery add` says that it is made, until the other phone says that it has it. Up to
50 ms of that pass until the process that follows looks what another one has written; an app that writes and follows has none
of it. Fails when half of the saves take more milliseconds than `--half`, or 99 of 100 more than `--most`."""

import argparse
import atexit
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from served import Served, founded, run  # noqa: E402


class Following:
    """A phone that follows the hub; it notes when it got what."""

    def __init__(self, program: str, store: str, hub: str):
        self.process = subprocess.Popen(
            [program, "sync", "hub", hub, "--follow", "--store", store, "--json"], stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        self.got, self.sent, self.news = 0, 0, threading.Condition()
        self.when: list[float] = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        for line in self.process.stdout:
            now, told = time.monotonic(), json.loads(line)
            if "time" not in told:
                continue
            with self.news:
                self.when += [now] * told["absorbed"]
                self.got += told["absorbed"]
                self.sent += told["sent"]
                self.news.notify_all()

    def wait(self, what, seconds: float = 60) -> None:
        with self.news:
            if not self.news.wait_for(what, timeout=seconds):
                raise SystemExit("nothing more comes")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)


def save(program: str, store: str) -> float:
    """Writes a feed; the moment at which that was said."""
    process = subprocess.Popen(
        [program, "add", "feed", "formula", "60ml", "--store", store], stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    now = time.monotonic()
    process.communicate()
    if process.returncode:
        raise SystemExit("a save failed")
    return now


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--saves", type=int, default=200)
    parser.add_argument("--half", type=float, default=50)
    parser.add_argument("--most", type=float, default=250)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as name:
        os.environ["HOME"] = name
        os.chdir(name)
        founded(program, pathlib.Path("ada"))
        hub = Served(program, pathlib.Path(name) / "pi")
        phones = []
        try:
            run(program, "sync", "request", "--store", "ben", "--output", "ben.request")
            run(program, "sync", "enrol", "ben.request", "--member", "Ben", "--store", "ada", "--output", "ben.invitation")
            run(program, "sync", "join", "ben.invitation", "--store", "ben")
            run(program, "sync", "hub", hub.text, "--store", "ada")
            run(program, "sync", "hub", hub.text, "--store", "ben")
            ben = Following(program, "ben", hub.text)
            phones.append(ben)
            phones.append(Following(program, "ada", hub.text))
            # Until both wait for news.
            save(program, "ada")
            ben.wait(lambda: ben.got >= 1)
            times = []
            for _ in range(options.saves):
                count = ben.got
                made = save(program, "ada")
                ben.wait(lambda: ben.got > count)
                times.append(max(0.0, ben.when[count] - made) * 1000)
        finally:
            for phone in phones:
                phone.stop()
            hub.stop()
    times.sort()
    half, most = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))]
    print(f"{len(times)} saves: half are on the other phone within {half:.0f} ms, 99 of 100 within {most:.0f} ms, the quickest "
          f"within {times[0]:.0f}, the slowest within {times[-1]:.0f} ms (wanted: {options.half:.0f} and {options.most:.0f})")
    return 1 if half > options.half or most > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
